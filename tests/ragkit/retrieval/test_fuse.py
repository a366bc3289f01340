"""Runs from files: fused by question, and filtered for their users first."""

import pytest

from ragkit.access import EVERYTHING, Reader
from ragkit.cli import InputError
from ragkit.retrieval import fuse

CHUNKS = [
    {"chunk_id": "open", "acl": ["*"], "tenant": None},
    {"chunk_id": "hr", "acl": ["hr"], "tenant": None},
    {"chunk_id": "bare", "acl": None, "tenant": None},
]
ROW = {"qid": "q1", "retrieved": ["hr", "bare", "gone", "open"]}


def test_a_question_missing_from_one_run_is_fused_from_the_other():
    runs = {"a": [{"qid": "q1", "retrieved": ["x"]}], "b": [{"qid": "q2", "retrieved": ["y"]}]}
    rows = list(fuse.fuse(runs, k=0))
    assert [(row["qid"], row["retrieved"], row["legs"]) for row in rows] == [
        ("q1", ["x"], {"a": ["x"], "b": []}),
        ("q2", ["y"], {"a": [], "b": ["y"]}),
    ]


def test_what_the_user_may_not_see_and_what_nobody_knows_is_taken_out_and_said():
    questions = [{"qid": "q1", "user": {"groups": ["staff"]}}]
    runs, messages = fuse.enforce({"outside": [ROW]}, CHUNKS, questions, None)
    assert runs["outside"] == [{"qid": "q1", "retrieved": ["open"]}]
    assert messages == [
        "leg outside leaked 2 ids that the user may not see (dropped): q1: hr bare",
        "leg outside has 1 ids that are no chunk (dropped); is --chunks of the same build?",
    ]


def test_the_user_of_the_question_wins_over_the_call():
    questions = [{"qid": "q1", "user": {"groups": ["hr"]}}]
    runs, _ = fuse.enforce({"outside": [ROW]}, CHUNKS, questions, EVERYTHING)
    assert runs["outside"][0]["retrieved"] == ["hr", "open"]


def test_permissions_and_nobody_asking_is_an_input_error():
    with pytest.raises(InputError, match="nobody says who asks"):
        fuse.enforce({"outside": [ROW]}, CHUNKS, [], None)
    runs, _ = fuse.enforce({"outside": [ROW]}, CHUNKS, [], Reader())
    assert runs["outside"][0]["retrieved"] == ["open"]


def test_a_question_that_the_file_of_questions_lacks_is_named_as_that():
    other = [{"qid": "q2", "user": {"groups": ["hr"]}}]
    with pytest.raises(InputError, match="question q1 of the run is not in --queries"):
        fuse.enforce({"outside": [ROW]}, CHUNKS, other, None)
    runs, _ = fuse.enforce({"outside": [ROW]}, CHUNKS, other, Reader())
    assert runs["outside"][0]["retrieved"] == ["open"]


def test_a_corpus_without_permissions_needs_no_user():
    chunks = [{"chunk_id": "open", "acl": None, "tenant": None}]
    assert fuse.enforce({"a": [{"qid": "q1", "retrieved": ["open"]}]}, chunks, [], None)[1] == []


def test_legs_are_named_by_file_and_by_path_where_names_agree():
    assert fuse.names(["x/bm25.jsonl", "y/dense.jsonl"]) == {"bm25": "x/bm25.jsonl", "dense": "y/dense.jsonl"}
    assert list(fuse.names(["x/run.jsonl", "y/run.jsonl"])) == ["x/run.jsonl", "y/run.jsonl"]
    with pytest.raises(InputError, match="given twice"):
        fuse.names(["run.jsonl", "run.jsonl"])
