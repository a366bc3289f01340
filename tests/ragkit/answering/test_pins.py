"""Pinned answers: what a later run does to their numbers, worked out by hand."""

import pytest

from ragkit import records
from ragkit.answering import pins, stale_report
from ragkit.cli import InputError


def context(*sources, qid="q1", sha="old"):
    docs = [
        {"n": n, "chunk_id": chunk_id, "doc_id": chunk_id.split("#")[0], "text": text}
        for n, (chunk_id, text) in enumerate(sources, start=1)
    ]
    row = {"qid": qid, "question": "How long?", "docs": docs, "context_sha": sha}
    return records.check("context", row, "test")


def answer(text, **more):
    return records.check("answer", {"qid": "q1", "answer": text, **more}, "test")


A, B, C = ("a.md#1", "Boil it for 9 minutes."), ("b.md#1", "Serve it hot."), ("c.md#1", "Peel it first.")
NEW = ("n.md#1", "Rinse it, then wait.")
REFUSAL = "I don't have enough information in the provided sources to answer that."


def after(text, before, now):
    return pins.standing(pins.pinned(answer(text), before), now)


def test_a_pin_names_every_source_by_number_id_and_text():
    pinned = pins.pinned(answer("Boil it [1]."), context(A, B))
    # sha256 of the two texts, first 16 digits, by sha256sum
    assert pinned["sources"] == [
        {"n": 1, "chunk_id": "a.md#1", "doc_id": "a.md", "text_sha": "f997b44be8d78dc1"},
        {"n": 2, "chunk_id": "b.md#1", "doc_id": "b.md", "text_sha": "a4c07a48f5603db7"},
    ]
    assert pinned["context_sha"] == "old"


def test_an_answer_pinned_to_another_context_is_not_pinned_again():
    pinned = pins.pinned(answer("Boil it [1]."), context(A, B))
    assert pins.pinned(pinned, context(B, A, sha="new")) == pinned


def test_an_answer_without_a_context_is_an_input_error():
    with pytest.raises(InputError, match="q1"):
        list(pins.pin([answer("x")], {}))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Boil it [1]. Serve it [2].", "Boil it [2]. Serve it [3]."),
        ("Boil it and serve it [1, 2].", "Boil it and serve it [2, 3]."),
        ("Boil it and serve it [1-2].", "Boil it and serve it [2, 3]."),
        ("Boil it [1][2].", "Boil it [2][3]."),
        ("Boil it [[1]](https://example.org/a).", "Boil it [[2]](https://example.org/a)."),
        ("\u716e\u4e5d\u5206\u949f\u30101\u3011\u3002", "\u716e\u4e5d\u5206\u949f\u30102\u3011\u3002"),
        ("Boil it [a.md#1].", "Boil it [a.md#1]."),
        ("Read `argv[1]`, then boil it [1].", "Read `argv[1]`, then boil it [2]."),
    ],
)
def test_an_answer_that_holds_gets_the_numbers_of_today(text, expected):
    found = after(text, context(A, B), context(C, A, B, sha="new"))
    assert (found.state, found.answer["answer"]) == ("holds", expected)
    assert [pin["chunk_id"] for pin in found.answer["sources"]] == ["c.md#1", "a.md#1", "b.md#1"]
    assert found.answer["context_sha"] == "new"


def test_a_source_left_out_of_the_corpus_moves_the_rest_and_makes_only_its_own_answer_stale():
    before, now = context(A, B, C), context(A, C, sha="new")
    assert after("Serve it hot [2].", before, now).state == "stale"
    assert after("Peel it first [3].", before, now).answer["answer"] == "Peel it first [2]."


def test_a_changed_source_is_stale_and_named():
    found = after("Boil it [1].", context(A, B), context(("a.md#2", "Boil it for 8 minutes."), B, sha="new"))
    assert found.state == "stale"
    assert found.why[0].startswith("[1] a.md#1")
    assert found.answer["answer"] == "Boil it [1]."


def test_a_renamed_file_is_the_same_source():
    moved = ("menu/a.md#7", A[1])
    found = after("Boil it [1], or so says [a.md#1].", context(A, B), context(B, moved, sha="new"))
    assert found.state == "holds"
    assert found.answer["answer"] == "Boil it [2], or so says [menu/a.md#7]."


def test_new_text_of_a_cited_document_is_to_be_read_and_of_another_is_not():
    more = ("a.md#3", "In the mountains, boil it for 12 minutes.")
    assert after("Boil it [1].", context(A, B), context(A, B, more, sha="new")).state == "stale"
    assert after("Boil it [1].", context(A, B), context(A, B, NEW, sha="new")).state == "holds"


def test_an_abstention_is_stale_when_one_of_the_first_three_sources_is_new():
    before = context(A, B, C)
    assert after(REFUSAL, before, context(A, B, NEW, sha="new")).state == "stale"
    assert after(REFUSAL, before, context(A, B, C, NEW, sha="new")).state == "holds"
    assert after(REFUSAL, before, context(C, A, sha="new")).state == "holds"


def test_an_answer_with_its_own_list_of_sources_is_not_renumbered_by_half():
    text = "Boil it [1].\n\nSources:\n[1] a.md\n"
    assert after(text, context(A, B), context(B, A, sha="new")).state == "stale"
    assert after(text, context(A, B), context(A, B, C, sha="new")).state == "holds"


def test_native_blocks_hold_while_their_documents_keep_their_places():
    cited = {"type": "char_location", "document_index": 0, "start_char_index": 0, "end_char_index": 7,
             "cited_text": "Boil it"}  # fmt: skip
    native = answer(None, content=[{"type": "text", "text": "Boil it.", "citations": [cited]}])
    pinned = pins.pinned(native, context(A, B))
    assert pins.standing(pinned, context(A, C, sha="new")).state == "holds"
    assert pins.standing(pinned, context(C, A, sha="new")).state == "stale"


def test_an_answer_that_nothing_binds_is_neither_stale_nor_holding():
    assert pins.standing(answer("Boil it [1]."), context(A, sha="new")).state == "unpinned"
    assert pins.standing(answer("Boil it [1].", context_sha="new"), context(A, sha="new")).state == "holds"


def test_questions_that_came_and_went_are_named():
    given = [pins.pinned(answer("Boil it [1]."), context(A))]
    report = stale_report.compare(given, {"q2": context(B, qid="q2", sha="new")})
    assert [row["state"] for row in report.rows()] == ["stale", "unanswered"]
    assert not report.fresh
    assert list(report.lines())[-1] == "1 answer: 1 stale; 1 question without"
