"""A value that the source gives to something else, against one that stands in its place."""

import pytest

from ragkit.answering import facts

ACTIONS = (
    "H. Okafor to send the floor plan (due 14 June). M. Brandt to get quotes (due 19 June). "
    "Next meeting 26 June."
)
VASE = "Red-figure amphora, Athens. Height 31.8 cm. Acquired in 1907 from a collection. Restored in 1963."
TICKET = (
    "Traffic went from lb-03 to lb-02. Cause: expired certificate on lb-03. lb-02 was healthy throughout."
)
FILM = "Salt Roads (2021), documentary. Director: Amir Kassab. Producer: Ruth Delacey."
CAST = "Besetzung: Vater - Georg Stamm, Mutter - Lena Ruhland, Tochter - Nora Feldkamp."
LAKE = "青屏湖面积126平方公里。平均水深31米\uff0c最大水深84米。"
RELEASES = "Release notes\n7.4.3: Fixed a memory leak in the scheduler.\n7.4.2: Added dark mode."
RATES = "Destination | Standard | Express\nCanada | $18 | $38\nMexico | $21 | $44"


@pytest.mark.parametrize(
    ("right", "wrong", "source"),
    [
        ("The next meeting is on 26 June.", "The next meeting is on 19 June.", ACTIONS),
        ("The amphora was acquired in 1907.", "The amphora was acquired in 1963.", VASE),
        ("The expired certificate sat on lb-03.", "The expired certificate sat on lb-02.", TICKET),
        ("Amir Kassab directed the documentary.", "Ruth Delacey directed the documentary.", FILM),
        ("Die Rolle der Mutter spielt Lena Ruhland.", "Die Rolle der Mutter spielt Nora Feldkamp.", CAST),
        ("青屏湖的平均水深为31米。", "青屏湖的平均水深为84米。", LAKE),
        ("The memory leak was fixed in 7.4.3.", "The memory leak was fixed in 7.4.2.", RELEASES),
        ("Standard shipping to Mexico costs $21.", "Standard shipping to Mexico costs $18.", RATES),
    ],
)  # fmt: skip
def test_a_neighbours_value_is_a_fault_and_its_own_is_not(right, wrong, source):
    assert facts.check(right, source) == []
    assert facts.check(wrong, source) != []


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        # "It" goes on with what stands before
        ("Ostrander inaugurated the Calder Bridge in 1932.",
         "The Calder Bridge was designed in 1928 by Ingrid Falk. It was opened in 1932 by Paul Ostrander."),
        # "then" goes on within the passage
        ("After the first year it costs 42 euros a month.",
         "Internet 500: 32 euros a month in the first year, then 42 euros a month."),
        # the label holds for what follows
        ("An adult takes at most 8 tablets in 24 hours.",
         "Adults: 1 to 2 tablets every 4 hours. Do not take more than 8 tablets in 24 hours."),
        # the number of a name counts nothing
        (
            "A head with Nave 2 drives up to 14 columns on one bus.",
            "## How many columns one head drives\n\nA head with Nave 2 drives up to 14 columns on one bus. "
            "The older Nave 1 stops at 9, and no firmware lifts this limit. Longer rows need a second head, "
            "which the Hub then treats as a second wall.",
        ),
        # the value stands in a range
        ("Room B12 is upstairs.", "Upstairs: rooms B11 to B14, B12 has a sink."),
    ],
)  # fmt: skip
def test_what_a_passage_leaves_unsaid_is_no_fault(sentence, source):
    assert facts.check(sentence, source) == []


PLANS = "Plan M: 20 GB, £14 a month. Plan L: 60 GB, £23 a month."
TEETH = (
    "Filling in tooth 16, crown on tooth 36, root canal on tooth 47. "
    "The insurer pays 80% of the filling and 50% of the crown."
)
FLOORS = "The pool is on the 6th floor, the gym on the 2nd."


@pytest.mark.parametrize(
    ("right", "wrong", "source"),
    [
        ("Plan M includes 20 GB of data.", "Plan M includes 60 GB of data.", PLANS),
        ("He gets a crown on tooth 36.", "He gets a crown on tooth 47.", TEETH),
        ("The insurer covers 50% of the crown.", "The insurer covers 80% of the crown.", TEETH),
        ("The gym is on the second floor.", "The gym is on the sixth floor.", FLOORS),
    ],
)
def test_what_a_clause_leaves_unsaid_is_taken_from_the_one_beside(right, wrong, source):
    assert facts.check(right, source) == []
    assert facts.check(wrong, source) != []
