"""The role of one name given to another: who did a thing, who is the only one, whose row of a table it is."""

import pytest

from ragkit.answering import facts

VIADUCT = "The viaduct was designed by the engineer Josiah Pell and built by the contractors Thorne & Sons."
MOONS = (
    "Callisto takes 17 days. Ganymede is the largest moon and the only moon known to have a magnetic field."
)
COURSES = (
    "| Code | Course | Lecturer | Exam |\n|---|---|---|---|\n| B-1 | Plant Physiology | Dr Okafor | 9:00 |\n"
    "| B-2 | Microbial Genetics | Prof. Lindgren | 11:30 |"
)
STAFF = "Employees may keep a bicycle for 12 hours, trainees 4 hours. The keys are kept by Ms Klein."
CARE = "Descale the machine every 3 months. Replace the water filter every 8 weeks."


@pytest.mark.parametrize(
    ("right", "wrong", "source"),
    [
        ("It was designed by Josiah Pell.", "It was designed by Thorne & Sons.", VIADUCT),
        ("Ganymede is the only moon known to have a magnetic field.",
         "Callisto is the only moon known to have a magnetic field.", MOONS),
        ("Microbial Genetics is taught by Prof. Lindgren.", "Microbial Genetics is taught by Dr Okafor.",
         COURSES),
        ("Prof. Lindgren examines Microbial Genetics at 11:30.",
         "Prof. Lindgren examines Microbial Genetics at 9:00.", COURSES),
        ("Trainees may keep it for 4 hours.", "Trainees may keep it for 12 hours.", STAFF),
        ("The water filter is replaced every 8 weeks.", "The water filter is replaced every 3 months.", CARE),
    ],
)  # fmt: skip
def test_what_the_source_says_of_another_is_a_fault(right, wrong, source):
    assert facts.check(right, source) == []
    assert any(fault.fails for fault in facts.check(wrong, source))


def test_a_sentence_may_name_two_rows_each_with_its_own():
    said = "Dr Okafor teaches Plant Physiology and Prof. Lindgren teaches Microbial Genetics."
    assert facts.check(said, COURSES) == []
