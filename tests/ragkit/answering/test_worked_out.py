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
