"""Case 08, citation forensics: good, out of range, off by one, misattributed, altered, stitched, missing."""

import json
from pathlib import Path

import pytest

from ragkit.answering import citations

CASE = Path(__file__).resolve().parents[2] / "fixtures" / "cases" / "08-citation-forensics"


def rows(name):
    return [json.loads(line) for line in (CASE / name).read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def checked():
    docs = [{"n": row["n"], "chunk_id": row["id"], "text": row["text"]} for row in rows("context.jsonl")]
    return {
        row["id"]: citations.examine(
            {"qid": row["id"], "question": "", "docs": docs}, {"qid": row["id"], "answer": row["answer"]}
        )
        for row in rows("answers.jsonl")
    }


def findings(one):
    return [
        (verdict["sentence"], problem)
        for verdict in one.verdicts
        for problem in verdict["problems"]
        if problem["code"] in citations.FAILING
    ]


@pytest.mark.parametrize("name", ["ok", "code", "multi", "range2", "refuse"])
def test_a_right_answer_passes(checked, name):
    assert not checked[name].failed, (checked[name].problems, findings(checked[name]))


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("zero", "bad_index"),
        ("range", "bad_index"),
        ("link", "bad_index"),
        ("wrongdoc", "misattributed"),
        ("number", "number_mismatch"),
        ("franken", "quote_not_contiguous"),
        ("uncited", "uncited"),
    ],
)
def test_each_fault_is_found_and_is_the_only_one(checked, name, code):
    assert [(1, code)] == [(sentence, problem["code"]) for sentence, problem in findings(checked[name])]


def test_the_off_by_one_answer_is_told_from_the_merely_wrong_number(checked):
    assert findings(checked["zero"])[0][1].get("hint") == "off_by_one"
    assert "hint" not in findings(checked["range"])[0][1]


def test_the_misattributed_sentence_is_sent_to_the_right_source(checked):
    assert findings(checked["wrongdoc"])[0][1]["better"] == 2


def test_the_altered_number_names_both_sides(checked):
    detail = findings(checked["number"])[0][1]["detail"]
    assert "60 seconds" in detail
    assert "90 seconds" in detail


def test_link_forms_never_excuse_the_bare_mark(checked):
    assert checked["link"].invalid == 1
    assert checked["link"].citations == 1


def test_a_range_a_wide_bracket_and_a_footnote_are_all_read(checked):
    assert checked["range2"].citations == 3
    assert checked["range2"].verdicts[0]["refs"] == [1, 2]


def test_the_refusal_is_an_abstention(checked):
    assert checked["refuse"].state == "abstained"
    assert checked["refuse"].claims == 0
