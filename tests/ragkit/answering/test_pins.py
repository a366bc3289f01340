"""Pinned answers: what a later run does to their numbers, worked out by hand."""

import pytest

from ragkit import records
from ragkit.answering import library, pins, stale_report
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
    # sha256 of the two texts, first 16 and 6 digits, by sha256sum
    assert pinned["sources"] == [
        {"n": 1, "chunk_id": "a.md#1", "doc_id": "a.md", "text_sha": "f997b44be8d78dc1", "passages": "f997b4",
         "quotes": ["Boil it for 9 minutes."], "at": [0]},
        {"n": 2, "chunk_id": "b.md#1", "doc_id": "b.md", "text_sha": "a4c07a48f5603db7",
         "passages": "a4c07a"},
    ]  # fmt: skip
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


def test_an_abstention_on_words_nobody_knows_is_stale_when_one_of_the_first_three_sources_is_new():
    before = context(A, B, C)
    assert after(REFUSAL, before, context(A, B, NEW, sha="new")).state == "stale"
    assert after(REFUSAL, before, context(A, B, C, NEW, sha="new")).state == "holds"
    assert after(REFUSAL, before, context(C, A, sha="new")).state == "holds"


TABLE = "| Part | Price |\n| --- | --- |\n| Fan | 40 |\n| Belt | %s |\n"
FAN = "The fan costs 40 [1]."


def test_a_changed_row_makes_only_the_answers_stale_that_cite_it():
    before, now = context(("p.md#1", TABLE % 55)), context(B, ("p.md#2", TABLE % 60), sha="new")
    assert after(FAN, before, now).answer["answer"] == "The fan costs 40 [2]."
    assert after("The belt costs 55 [1].", before, now).state == "stale"


def test_a_new_row_of_the_thing_cited_and_a_new_header_concern_the_answer():
    before = context(("p.md#1", TABLE % 55))
    twice = TABLE % 55 + "| Fan | 45 |\n"
    assert after(FAN, before, context(("p.md#2", twice), sha="new")).state == "stale"
    euros = (TABLE % 55).replace("Price", "Price in EUR")
    assert after(FAN, before, context(("p.md#2", euros), sha="new")).state == "stale"


def test_the_row_behind_a_number_is_cited_and_not_only_the_title_with_the_words():
    listed = ("p.md#1", "# Price list 2026\n\n" + TABLE % 55)
    found = after("55 NGC by the price list 2026 [1].", context(listed), context(B, sha="new"))
    quotes = next(pin["quotes"] for pin in found.answer["sources"] if pin["n"] == 1)
    assert quotes == ["# Price list 2026", "| Belt | 55 |"]


def test_words_beside_those_cited_make_an_answer_stale_and_a_new_date_alone_does_not():
    front = "---\nupdated: 2026-01-0%d\n---\n\n"
    before = context(("a.md#1", front % 1 + A[1]))
    assert (
        after("Boil it for 9 minutes [1].", before, context(("a.md#2", front % 2 + A[1]), sha="new")).state
        == "holds"
    )
    more = ("a.md#2", front % 2 + A[1] + " Below zero, boil it for 12 minutes.")
    found = after("Boil it for 9 minutes [1].", before, context(more, sha="new"))
    assert found.why == ['new text of a cited document: a.md#2: "Below zero, boil it for 12 minutes."']


def test_new_text_that_has_few_of_a_questions_words_is_no_new_evidence():
    asked = "What is the usable volume of the FJ-700?"
    other = ("o.md#1", "The usable rack is below the service hatch, FJ-200 only. Volume 1.")
    before = {**context(A, B), "question": asked}
    sheet = ("d.md#1", "FJ-700 data sheet. Usable volume: 3.2 cubic metres.")
    pinned = pins.pinned(answer(REFUSAL), before)
    for source, state in ((other, "holds"), (sheet, "stale")):
        now = {**context(source, sheet, sha="new"), "question": asked}
        known = pins.corpus({"q1": now})
        now["docs"] = now["docs"][:1]
        assert pins.standing(pinned, now, known).state == state


CITED = ("a.md#1", "Boil it for 9 minutes.")


@pytest.mark.parametrize(
    ("chunks", "why"),
    [
        ([("b.md#1", "Serve it hot.")], "a.md#1 is gone: a.md is no longer there"),
        ([("m/a.md#1", CITED[1])], "a.md#1 moved to m/a.md#1, not among the first 2 now"),
        ([CITED], "a.md#1 is outranked: now rank 2"),
        ([("a.md#2", "Boil it for 8 minutes.")],
         'a.md#1 changed: "Boil it for 9 minutes." -> "Boil it for 8 minutes."'),
    ],
)  # fmt: skip
def test_what_became_of_a_cited_source_is_told_apart(chunks, why):
    rows = [
        {"chunk_id": name, "doc_id": name.split("#")[0], "text": text, "acl": None} for name, text in chunks
    ]
    here = library.library(rows, [{"qid": "q1", "retrieved": ["b.md#1", "a.md#1"]}])
    pinned = pins.pinned(answer("Boil it for 9 minutes [1]."), context(CITED))
    found = pins.standing(pinned, context(B, sha="new"), None, here)
    assert found.why == [f"[1] {why}"]


def test_answers_written_anew_stand_in_the_places_of_the_old_and_hold():
    old = [pins.pinned(answer("Boil it [1]."), context(A))]
    now = {"q1": context(B, sha="new"), "q2": context(C, qid="q2", sha="new")}
    redone = [
        answer("Serve it hot [1]."),
        records.check("answer", {"qid": "q2", "answer": "Peel it first [1]."}, "t"),
    ]
    report = stale_report.compare(stale_report.with_redone(old, redone, now), now)
    assert report.fresh
    assert [row["answer"] for row in report.answers()] == ["Serve it hot [1].", "Peel it first [1]."]


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
