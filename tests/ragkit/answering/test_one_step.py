"""Numbers that one step over the source gives are to be looked at; what no step gives fails as before."""

import pytest

from ragkit.answering import facts

RACE = "Of 148 starters, 5 abandoned and 2 were disqualified. Stage 5 is a 24 km time trial in Lovrec."
PALLETS = "The lorry brought 18 pallets of glassware from Gdynia. Two pallets were damaged in transit."
COURSES = "| Course | Credits |\n|---|---|\n| Botany | 6 |\n| Genetics | 8 |\n| Statistics | 5 |"
SOUP = "Lentil soup (serves 4): 250 g red lentils, 600 g squash, 1.2 litres of vegetable stock."
EXAMS = (
    "| Course | Exam |\n|---|---|\n| Botany | 14 January |\n\nRegistration closes 10 days before the exam."
)
TARIFF = "Peak rate 29.4p/kWh (07:00 to 23:00), off-peak rate 12.6p/kWh (23:00 to 07:00)."
BAGS = "A roll of 10 bags for garden waste costs 500 yen; the bags hold 45 litres."


@pytest.mark.parametrize(
    ("sentence", "step", "source"),
    [
        ("141 riders are still in the race.", "148 - 5 - 2", RACE),
        ("Sixteen of the pallets arrived undamaged.", "18 - Two", PALLETS),
        ("The three courses are worth 19 credits.", "6 + 8 + 5", COURSES),
        ("For eight people take half a kilo of red lentils and 2.4 litres of stock.", "4 x 2", SOUP),
        ("Registration for the Botany exam closes on 4 January.", "14 January - 10 days", EXAMS),
        ("The off-peak rate applies for eight hours.", "23:00 to 07:00", TARIFF),
        ("One bag for garden waste comes to 50 yen.", "500 yen / 10", BAGS),
    ],
)
def test_a_number_of_one_step_is_worked_out_and_does_not_fail(sentence, step, source):
    found = facts.check(sentence, source)
    assert [fault.kind for fault in found if fault.fails] == []
    assert step in [fault.source for fault in found if fault.kind == "worked_out"]


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("139 riders are still in the race.", RACE),
        ("Fifteen of the pallets arrived undamaged.", PALLETS),
        ("The three courses are worth 21 credits.", COURSES),
        ("Registration for the Botany exam closes on 6 January.", EXAMS),
        ("The off-peak rate applies for six hours.", TARIFF),
        ("One bag for garden waste comes to 60 yen.", BAGS),
        (
            "Indiana Pacers: 45 points.",
            "Against the Indiana Pacers Jordan posted a triple-double, scoring 47 points with 13 assists.",
        ),
        ("It was the capital from 1570 on.", "The capital of 1512 had 58 towers."),
        (
            "A panel of 63 writers votes.",
            "The panel has 24 writers, 10 writers, 11 writers, 9 writers and 20 writers of five states.",
        ),
        ("Appeals must arrive within 14 weeks.", "Appeals must arrive within 14 days, once a week."),
    ],
)
def test_a_number_that_no_step_gives_fails(sentence, source):
    assert any(fault.fails for fault in facts.check(sentence, source))


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("Wait a quarter of an hour before you call.", "Wait 15 minutes before you call."),
        ("Warten Sie eine Viertelstunde.", "Warten Sie 15 Minuten."),
        ("Attendez trois quarts d'heure.", "Attendez 45 minutes."),
        ("Urlop trwa siedem dni.", "Siedmiodniowy urlop trzeba zg\u0142osi\u0107."),
        ("A ten-year-old pays half.", "Children aged 6 to 15 pay half the fare."),
        ("A dog of more than 6 kg costs 20 euros.", "Dogs under 6 kg: 7 euros; larger dogs: 20 euros."),
    ],
)
def test_the_same_length_or_side_in_other_words_is_right(sentence, source):
    assert facts.check(sentence, source) == []


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("Wait a quarter of an hour before you call.", "Wait 25 minutes before you call."),
        ("Urlop trwa siedem dni.", "Dziewi\u0119ciodniowy urlop trzeba zg\u0142osi\u0107."),
        ("A sixteen-year-old pays half.", "Children aged 6 to 15 pay half the fare."),
    ],
)
def test_another_length_or_an_age_outside_the_range_is_a_fault(sentence, source):
    assert any(fault.fails for fault in facts.check(sentence, source))
