"""Near-duplicates fold only when no word that decides anything differs."""

import pytest

from ragkit.answering.duplicates import aliases

LONG = (
    "members of the reading room {} keep a book for thirty {} and return it to the desk by the door when the "
    "term of the loan is over, so that others on the list for it are served in turn and nobody waits longer "
    "than the house rules of {} allow"
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("may", "days", "Arden"), ("must", "days", "Arden")),
        (("may", "days", "Arden"), ("may", "hours", "Arden")),
        (("may", "days", "Arden"), ("may", "days", "Bray")),
        (("may", "days", "Arden"), ("may not", "days", "Arden")),
        (("may", "days", "Arden"), ("cannot", "days", "Arden")),
        (("may", "days", "2023"), ("may", "days", "2024")),
        (("may", "days", "branch_a"), ("may", "days", "branch_b")),
        (("may", "days", "three"), ("may", "days", "four")),
        (("always", "days", "Arden"), ("never", "days", "Arden")),
        (("may", "days, not hours,", "Arden"), ("may", "days", "Arden")),
    ],
)
def test_texts_that_differ_in_a_deciding_word_stay_apart(one, other):
    assert aliases([LONG.format(*one), LONG.format(*other)]) == [0, 1]


CHINESE = "\u4f1a\u5458{}\u501f\u4e66\u4e09\u5341\u5929\u3002"  # members {} borrow a book for thirty days
GERMAN = "Mitglieder d\u00fcrfen ein Buch behalten, so lange es niemand sonst lesen will, "


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (CHINESE.format("\u53ef\u4ee5") * 8, CHINESE.format("\u4e0d\u53ef") * 8),
        (GERMAN * 4 + "ein Jahr", GERMAN * 4 + "ein Monat"),
    ],
)
def test_other_languages_stay_apart_too(one, other):
    assert aliases([one, other]) == [0, 1]


def test_texts_with_two_names_in_reverse_stay_apart():
    text = (
        "in the end {} reports to {} about all that was said in the meeting and about what is still to do "
        * 2
    )
    assert aliases([text.format(*["Anna", "Bob"] * 2), text.format(*["Anna", "Bob", "Bob", "Anna"])]) == [
        0,
        1,
    ]


def test_a_changed_line_break_or_a_filler_word_folds_onto_the_first():
    text = LONG.format("may", "days", "Arden")
    assert aliases([text, text.replace(" of ", "\nof ", 1), text.replace("so that", "such that")]) == [
        0,
        0,
        0,
    ]
