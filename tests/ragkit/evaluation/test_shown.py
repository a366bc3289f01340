"""A run with passages is scored by them: the text that a model is shown, not the chunks that brought it."""

import pytest

from ragkit.cli import InputError
from ragkit.evaluation import retrieval
from ragkit.evaluation.evidence import ByQuote
from ragkit.evaluation.resolve import ByDocument, ById
from ragkit.evaluation.shown import shown
from ragkit.records import check

TEXT = "Alpha one. Beta two. Gamma three. Delta four."
CUTS = {"c1": (0, 11), "c2": (11, 21), "c3": (21, 34), "c4": (34, 45)}


def chunk(name, start, end, **fields):
    row = {"chunk_id": name, "doc_id": "d", "start": start, "end": end, "text": TEXT[start:end], **fields}
    return check("chunk", row, "t")


def label(qid="q", **fields):
    fields = fields or {"evidence": [{"doc_id": "d", "quote": "Beta two. Gamma three."}]}
    return check("label", {"qid": qid, **fields}, "t")


def passage(start, end, *chunk_ids):
    return {"doc_id": "d", "start": start, "end": end, "chunk_ids": list(chunk_ids)}


def run(*passages, qid="q", retrieved=("c2",)):
    return check("run", {"qid": qid, "retrieved": list(retrieved), "passages": list(passages)}, "t")


def bound(labels, **fields):
    chunks = [chunk(name, *place, tokens=10, **fields) for name, place in CUTS.items()]
    return ByQuote([check("document", {"doc_id": "d", "text": TEXT}, "t")], chunks, labels)


def scored(labels, rows, **fields):
    resolver = bound(labels, **fields)
    read = list(shown(rows, resolver))
    scores = retrieval.score(labels, read, [1, 2], resolver)
    scores.spend(25, read, resolver.tokens)
    return scores


def test_a_quote_that_only_the_grown_passage_holds_is_found_in_it():
    rows = [run(passage(34, 45, "c4"), passage(11, 34, "c2", "c3"))]
    scores = scored([label()], rows)
    assert [scores.values(f"recall@{k}")[0] for k in (1, 2)] == [0, 1]
    assert (scores.grown, scores.left_out.ungrown, scores.left_out.unknown) == (1, [], {})
    # 10 tokens of the first passage and 20 of the second are more than 25, so it does not fit
    assert (scores.fits[0].tokens, scores.values("recall@25tokens")[0]) == (10, 0)


def test_without_passages_the_chunks_retrieved_are_scored():
    scores = scored([label()], [check("run", {"qid": "q", "retrieved": ["c2", "c3"]}, "t")])
    assert (scores.values("recall@2")[0], scores.grown) == (1, 0)


def test_a_label_that_names_a_chunk_is_met_by_a_passage_that_holds_it():
    scores = scored([label(relevant=["c3"])], [run(passage(0, 11, "c1"), passage(11, 34, "c2", "c3"))])
    assert [scores.values(f"recall@{k}")[0] for k in (1, 2)] == [0, 1]


def test_the_heading_path_and_an_overlap_of_a_passage_count_once():
    labels = [label()]
    # "Guide" and the line end behind it are two tokens of cl100k, the chunks say 10 each: 10 + 8
    resolver = bound(labels, prefix="Guide")
    assert resolver.together(["c2", "c3"]) == 18
    whole, repeated = chunk("a", 0, 20, tokens=8), chunk("b", 10, 30, tokens=8)
    other = ByQuote([check("document", {"doc_id": "d", "text": TEXT}, "t")], [whole, repeated], labels)
    assert other.together(["a", "b"]) == 12  # 8, and the half of the second that is new


def test_a_passage_of_chunks_nobody_knows_is_unknown():
    with pytest.raises(InputError, match="made from another index"):
        scored([label()], [run(passage(11, 34, "x2", "x3"))])


@pytest.mark.parametrize(
    "given",
    [7, {}, {"doc_id": "d", "start": 5, "end": 5, "chunk_ids": ["c1"]},
     {"doc_id": "d", "start": 0, "end": 5, "chunk_ids": []}, {"doc_id": "d", "start": "0", "end": 5}],
)  # fmt: skip
def test_a_passage_that_names_no_range_is_refused(given):
    with pytest.raises(InputError, match="question q: a passage is"):
        scored([label()], [run(given)])


@pytest.mark.parametrize("resolver", [ById(), ByDocument()])
def test_where_no_text_is_at_hand_the_chunks_are_scored_and_it_is_said(resolver):
    rows = [run(passage(11, 34, "c2", "c3"))]
    assert shown(rows, resolver) is rows
    scores = retrieval.score([label(relevant=["c2"])], rows, [1], resolver)
    assert scores.left_out.ungrown == ["q"]
