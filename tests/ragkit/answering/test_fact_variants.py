"""Sentences written by hand beside their sources, true and false, over many kinds of number and wording."""

from pathlib import Path

import pytest

from ragkit.answering import facts

KINDS = {
    "fault:number": "number_mismatch",
    "fault:unit": "unit_mismatch",
    "fault:negation": "negation_flip",
    "fault:entity": "entity_swap",
    "fault:quote": "quote_altered",
}
ROWS = [
    line.replace("\\n", "\n").split("\t")
    for line in (Path(__file__).parents[2] / "fixtures/answers/facts.tsv")
    .read_text(encoding="utf-8")
    .splitlines()
    if not line.startswith("#")
]


def test_at_most_one_true_sentence_in_a_hundred_is_called_wrong():
    clean = [(sentence, source) for want, _, sentence, source in ROWS if want == "clean"]
    alarms = [sentence for sentence, source in clean if facts.check(sentence, source)]
    assert len(clean) >= 250
    assert len(alarms) <= len(clean) / 100, alarms


def test_at_least_98_planted_faults_in_a_hundred_are_found_and_95_named_by_their_kind():
    planted = [(KINDS[want], sentence, source) for want, _, sentence, source in ROWS if want != "clean"]
    kinds = [{fault.kind for fault in facts.check(sentence, source)} for _, sentence, source in planted]
    missed = [row[1] for row, found in zip(planted, kinds, strict=True) if not found]
    unnamed = [row[1] for row, found in zip(planted, kinds, strict=True) if row[0] not in found]
    assert len(planted) >= 240
    assert len(missed) <= 0.02 * len(planted), missed
    assert len(unnamed) <= 0.05 * len(planted), unnamed


@pytest.mark.parametrize(
    ("sentence", "source", "said", "instead"),
    [
        (
            "The fee is 45 euros for 3 nights.",
            "Deposit: 90 euros. The fee is 40 euros for 3 nights.",
            "45 euros",
            "40 euros",
        ),
        (
            "The guide appeared in 2025.",
            "Founded with 12 people, it published the guide in 2024.",
            "2025",
            "2024",
        ),
        (
            "The small tank holds 900 l.",
            "| Tank | Volume (l) |\n|---|---|\n| small | 300 |\n| large | 900 |",
            "900 l",
            "300",
        ),
    ],
)
def test_a_wrong_number_is_shown_beside_the_one_the_source_has_in_its_place(sentence, source, said, instead):
    (fault,) = facts.check(sentence, source)
    assert (fault.said, fault.source) == (said, instead)
