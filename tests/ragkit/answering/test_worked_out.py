"""Numbers that a sentence works out from its source are right when they are, and faults when they are not."""

import pytest

from ragkit.answering import facts

ORDER = (
    "Kitchen installation. Agreed price: €4,950. Deposit received on 3 May: €3,500. Balance on completion."
)
FEES = "Lumio Basic costs $8 a month and Lumio Plus costs $14 a month. Both are billed monthly."
LESSONS = "First aid refresher: 8 sessions of 90 minutes each, Thursdays at 18:30. Maximum 14 participants."
DAYS = "DataCraft 2025 takes place on October 9, 10 and 11 in Ghent. Workshops are held the day before."
OUTAGE = "Checkout API unavailable.\nStart: 09:12 UTC\nEnd: 10:47 UTC\nCause: an expired certificate."
RECEIPTS = "Receipts are required for all expenses of $25 or more. Claims follow within 45 days."


@pytest.mark.parametrize(
    ("right", "wrong", "source"),
    [
        ("After the deposit, €1,450 is still owed.", "After the deposit, €1,550 is still owed.", ORDER),
        ("A full year of Lumio Plus adds up to $168.", "A full year of Lumio Plus adds up to $186.", FEES),
        ("Eight sessions of 90 minutes make twelve hours in total.",
         "Eight sessions of 90 minutes make thirteen hours in total.", LESSONS),
        ("The conference runs from 9 to 11 October.", "The conference runs from 9 to 12 October.", DAYS),
        ("It lasted about an hour and a half, from 09:12 to 10:47 UTC.",
         "It lasted about two and a half hours, from 09:12 to 10:47 UTC.", OUTAGE),
        ("Expenses below $25 don't need a receipt.", "Expenses below $60 don't need a receipt.", RECEIPTS),
        ("Dwa dni przed 12 stycznia 2026 kasa jest zamknięta.",
         "Dwa dni przed 12 lutego 2026 kasa jest zamknięta.", "Kasa zamknięta dwa dni przed 12.01.2026."),
    ],
)  # fmt: skip
def test_what_is_worked_out_from_the_source_is_right_or_a_fault(right, wrong, source):
    assert facts.check(right, source) == []
    assert facts.check(wrong, source) != []


def test_a_year_of_another_script_is_the_number_it_is():
    tower = "The lighthouse, built in 1898, is 32 m tall."
    assert (
        facts.check(
            "\u706f\u53f0\u306f1898\u5e74\u306b\u5efa\u3066\u3089\u308c\u307e\u3057\u305f\u3002", tower
        )
        == []
    )
    assert (
        facts.check(
            "\u706f\u53f0\u306f1889\u5e74\u306b\u5efa\u3066\u3089\u308c\u307e\u3057\u305f\u3002", tower
        )
        != []
    )


def test_a_number_behind_its_abbreviation_and_one_behind_a_code_in_a_csv_are_read():
    ticket = "Solved: dew in combiner CX-12 no. 7, gland replaced and a heater mat of 25 W fitted."
    assert (
        facts.check("Dew in combiner CX-12 no. 7: gland replaced and a 25 W heater mat fitted.", ticket) == []
    )
    table = "bolt,size,torque_nm\npost clamp,M16,38\nbearing cap,M12,21"
    assert facts.check("The M16 bolts of the post clamp go to 38.", table) == []
    assert facts.check("The M16 bolts of the post clamp go to 37.", table) != []


def test_a_number_in_another_clause_of_its_code_gives_the_code_to_nobody_else():
    log = (
        "HL-33 tripped at 25 degrees on Sunday.\n"
        "Solved: dew in combiner CX-12 no. 7, gland replaced and a heater mat of 25 W fitted."
    )
    assert facts.check("In combiner CX-12 a 25 W heater mat was fitted.", log) == []
    assert facts.check("In combiner HL-33 a 25 W heater mat was fitted.", log) != []


GARAGE = "North garage: first hour $5, each additional hour $3, daily maximum $24. Lost ticket: $30."
RACE = "Men: 1. S. Kipruto 2:07:04; 2. A. Tadesse 2:07:15. Temperature at the start 9 °C."
FIELDS = "North field, 12 ha, winter wheat, 88.8 t. South field, 9 ha, barley, 56.7 t."
CREDITS = "The programme comprises 120 credits: 60 compulsory, 30 elective and 30 for the thesis."
TRAINS = "Departures at 7:15 and 9:15. The crossing takes 40 minutes."


@pytest.mark.parametrize(
    ("right", "wrong", "source"),
    [
        ("Three hours come to $11.", "Three hours come to $12.", GARAGE),
        ("Kipruto won by eleven seconds.", "Kipruto won by twelve seconds.", RACE),
        ("The north field yielded 7.4 tonnes per hectare.",
         "The north field yielded 8.4 tonnes per hectare.", FIELDS),
        ("A quarter of the credits come from the thesis.",
         "Half of the credits come from the thesis.", CREDITS),
        ("The 9:15 ferry arrives at 9:55.", "The 9:15 ferry arrives at 9:50.", TRAINS),
        ("The flat has 1,010 square feet.", "The flat has 1,110 square feet.", "Living area: 94 m²."),
        ("Roast it at 400 °F.", "Roast it at 350 °F.", "Roast at 205 °C for 40 minutes."),
        ("The bag weighs 66 pounds.", "The bag weighs 60 pounds.", "Weight of the bag: 30 kg."),
        ("The walk takes two hours and three quarters.", "The walk takes two hours and a quarter.",
         "Walking time: 2 h 45 min."),
        ("Szlak czerwony jest o 3,2 km dłuższy.", "Szlak czerwony jest o 3,6 km dłuższy.",
         "Szlak czerwony: 9,4 km. Szlak niebieski: 6,2 km."),
        ("The vase dates from the fifth century BC.", "The vase dates from the fourth century BC.",
         "Amphora, Athens, c. 490-480 BC. Acquired in 1907."),
        ("Plan L offers three times the data of plan M.", "Plan L offers four times the data of plan M.",
         "Plan M: 20 GB. Plan L: 60 GB."),
        ("24 of the photographs are in colour.", "26 of the photographs are in colour.",
         "The show has 64 photographs, of which 40 are in black and white."),
        ("Seniors pay 46 euros for a day.", "Seniors pay 64 euros for a day.",
         "Day pass: seniors 46 euros."),
        ("It is eight degrees colder.", "It is nine degrees colder.", "Reef: 25 °C. Cave: 17 °C."),
        ("Met de kaart spaar je € 3 op tien kaartjes.", "Met de kaart spaar je € 4 op tien kaartjes.",
         "Kaartje € 1,90, tienrittenkaart € 16."),
        ("The premium is CHF 200.", "The premium is 200 euros.", "Premium: CHF 200 a year."),
    ],
)  # fmt: skip
def test_shares_rates_prices_and_other_units_are_worked_out(right, wrong, source):
    assert facts.check(right, source) == []
    assert facts.check(wrong, source) != []
