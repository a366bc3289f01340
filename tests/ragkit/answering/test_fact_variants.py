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


def rows(name):
    text = (Path(__file__).parents[2] / "fixtures/answers" / name).read_text(encoding="utf-8")
    return [line.replace("\\n", "\n").split("\t") for line in text.splitlines() if not line.startswith("#")]


ROWS = rows("facts.tsv")


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


def test_among_distractors_of_whole_paragraphs_86_faults_in_a_hundred_are_found_and_2_alarms_raised():
    """The rest is inference ("hired in 2021" for "joined after 2019"), or names that we do not read."""
    found = [(want, bool(facts.check(said, source))) for want, _, said, source in rows("facts_documents.tsv")]
    clean = [raised for want, raised in found if want == "clean"]
    planted = [raised for want, raised in found if want != "clean"]
    assert (len(clean), len(planted)) == (86, 97)
    assert sum(clean) <= 2
    assert sum(planted) >= 0.86 * len(planted)


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("The limit is 22 months, not 36 months.", "Keep records for 22 months."),
        (
            "16\u664230\u5206\u306b\u9589\u307e\u308b\u3002",
            "\u9589\u9928\u306f\u5341\u516d\u6642\u4e09\u5341\u5206\u3067\u3059\u3002",
        ),
        ("Hosting moved from SourceForge to GitLab.", "It moved hosting from SourceForge to GitLab."),
        ("Priya founded the project.", "Priya Raman founded the project."),
        ("The fan draws 90 mA.", "It draws 0.09 A."),
    ],
)
def test_what_is_said_in_another_way_is_no_fault(sentence, source):
    assert facts.check(sentence, source) == []


@pytest.mark.parametrize(
    ("sentence", "source", "kind"),
    [
        (
            "16\u664220\u5206\u306b\u9589\u307e\u308b\u3002",
            "\u9589\u9928\u306f\u5341\u516d\u6642\u4e09\u5341\u5206\u3067\u3059\u3002",
            "number_mismatch",
        ),
        ("The limit is 24 months, not 36 months.", "Keep records for 22 months, not 36.", "number_mismatch"),
        (
            "Hosting moved from GitLab to SourceForge.",
            "It moved hosting from SourceForge to GitLab.",
            "entity_swap",
        ),
        ("Team includes SSO.", "| Plan | SSO |\n|---|---|\n| Team | no |\n| Big | yes |", "negation_flip"),
        ("The fan draws 90 mA.", "It draws 90 uA.", "unit_mismatch"),
        ("It lets 10 users in.", "It lets 14 users in within 10 minutes.", "number_mismatch"),
    ],
)
def test_a_fault_is_found_and_named(sentence, source, kind):
    assert kind in {fault.kind for fault in facts.check(sentence, source)}


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
