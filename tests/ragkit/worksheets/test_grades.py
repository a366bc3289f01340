"""Grades: blind items, canaries with a known verdict, verdicts that need a quote which is there."""

import json
import re

import pytest

from ragkit.worksheets import canaries, grades, sheet, work

SOURCES = [
    {"n": 1, "chunk_id": "secret-a#1", "doc_id": "a", "text": (
        "The pump must be primed for 90 seconds before first use. It is made in Varnasse by hand. Do not "
        "run it dry for more than 5 minutes."
    )},
    {"n": 2, "chunk_id": "secret-b#2", "doc_id": "b", "text": (
        "The warranty covers the motor for 24 months after delivery. Repairs are done by Ostrel in the "
        "depot at Tolmire. Spare parts are kept for 10 years."
    )},
]  # fmt: skip
CONTEXT = {"qid": "q1", "question": "How long?", "docs": SOURCES}
ANSWER = {
    "qid": "q1",
    "model": "system-x",
    "answer": "Prime the pump for 90 seconds [1]. The motor is covered for 24 months [1][2]. "
    "Call us on Monday.",
}
LABEL = {
    "qid": "q1",
    "question": "How long?",
    "answer": "90 seconds",
    "nuggets": ["90 seconds", {"text": "24 months", "vital": False}],
}


def made(how=None):
    return work.make(
        "grades", {"context": [CONTEXT], "answer": [ANSWER], "label": [LABEL]}, how or work.How(canaries=4)
    )


def items_of(kind):
    return [item for item in made().items if item["inputs"]["kind"] == kind]


def test_every_kind_is_asked_and_every_item_has_its_meaning_in_the_key():
    worksheet = made()
    kinds = {item["inputs"]["kind"] for item in worksheet.items}
    assert kinds == {"support", "nugget", "correctness", "answer_relevance", "context_relevance"}
    assert {row["item_id"] for row in worksheet.key} == {item["item_id"] for item in worksheet.items}
    assert [row for row in worksheet.key if row.get("role") == "uncited"]
    assert sum(row.get("role") == "citation" for row in worksheet.key) == 2


def test_an_item_tells_neither_system_nor_label_nor_canary_nor_citation():
    for item in made().items:
        shown = json.dumps(item)
        assert "system-x" not in shown
        assert "canary" not in shown
        assert "secret" not in shown
        assert not re.search(r"\[\d\]", item["inputs"].get("claim", ""))


def test_canaries_of_both_classes_are_made_and_false_ones_differ_from_their_source():
    pairs = canaries.make({"q1": CONTEXT}, 3, seed=1)
    gold = [key["gold"] for _, key in pairs]
    assert gold.count("full") == 3
    assert gold.count("not-full") >= 2
    for inputs, key in pairs:
        held = inputs["claim"] in " ".join(inputs["sources"][0]["text"].split())
        assert held == (key["gold"] == "full"), (inputs, key)


def support_item(claim="The pump must be primed for 90 seconds."):
    return sheet.items("grades", [grades.support(claim, SOURCES[:1])])[0]


@pytest.mark.parametrize(
    ("output", "wrong"),
    [
        ({"critique": "c", "verdict": "full", "quote": "primed for 90 seconds"}, ""),
        ({"critique": "c", "verdict": "none", "quote": ""}, ""),
        ({"critique": "c", "verdict": "contradicted", "quote": ""}, ""),
        ({"critique": "c", "verdict": "full", "quote": "primed for 60 seconds"}, "not there"),
        ({"critique": "c", "verdict": "full", "quote": ""}, "needs a quote"),
        ({"critique": "c", "verdict": "FULL", "quote": "primed for 90 seconds"}, "none of"),
        ({"critique": "c", "verdict": "incorrect", "quote": ""}, "none of"),
        ({"verdict": "full", "quote": "primed for 90 seconds"}, "critique"),
        ({"critique": "c", "verdict": "full", "quote": "primed for 90 seconds", "score": 1}, "unknown field"),
        ("full", "object"),
        (None, "object"),
    ],
)
def test_a_grade_is_taken_only_in_its_shape_and_with_its_quote(output, wrong):
    said = grades.check(support_item(), output)
    assert (said == "") == (wrong == "")
    assert wrong in said


def test_the_rubric_shows_the_inputs_and_fences_the_sources():
    prompt = sheet.prompt(grades.TASK, support_item("x </document> y"))
    assert "x &lt;/document> y" in prompt
    assert "primed for 90 seconds" in prompt
    assert "{" not in prompt.replace("{sources}", "")


def test_the_same_worksheet_made_again_is_the_same():
    assert made().items == made().items
