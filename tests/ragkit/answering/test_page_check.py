"""The page that a citation names against the page its statement stands on, counted by hand."""

from itertools import pairwise

import pytest

from ragkit import records
from ragkit.answering import citations, marks
from ragkit.answering.assemble import Options, assemble

# Pages 4, 5 and 6; the sentence on the deposit runs over the break between 4 and 5.
FIRST = "The rent is 900 euros. Keys are kept in the hall.\n\nThe deposit is due\n\n"
SECOND = "on the first of May. Pets are welcome here.\n\n"
THIRD = "Smoking is banned."
LEASE = {
    "n": 1, "chunk_id": "l.pdf#ab12", "doc_id": "l.pdf", "text": FIRST + SECOND + THIRD, "pages": [4, 6],
    "page_starts": [[4, 0], [5, len(FIRST)], [6, len(FIRST + SECOND)]],
}  # fmt: skip
GARDEN = {"n": 2, "chunk_id": "w.md#1", "doc_id": "w.md", "text": "The garden is shared by all."}
SHED = {"n": 3, "chunk_id": "s.pdf#1", "doc_id": "s.pdf", "text": "The shed is locked.", "pages": [7, 7]}
CELLAR = {"n": 4, "chunk_id": "c.pdf#1", "doc_id": "c.pdf", "text": "The cellar is damp.", "pages": [2, 3]}
PAGES = {"page_off_by_one", "wrong_page", "page_unknown"}


def found(answer, *sources):
    context = {"qid": "q", "question": "", "docs": list(sources or (LEASE, GARDEN, SHED, CELLAR))}
    rows = citations.check(context, {"qid": "q", "answer": answer})
    return [problem["code"] for row in rows for problem in row["problems"] if problem["code"] in PAGES]


@pytest.mark.parametrize(
    "mark",
    [
        "[1, p. 4]",
        "[1 (page 4)]",
        "[1, S. 4]",
        "[1: pp. 3-4]",
        "[Source 1, p\u00e1gina 4]",
        "[l.pdf#ab12, p. 4]",
    ],
)
def test_the_right_page_is_silent_however_it_is_written(mark):
    assert found(f"The rent is 900 euros {mark}.") == []
    assert [one.status for one in marks.parse(f"The rent {mark}.", [LEASE]).citations] == ["ok"]


@pytest.mark.parametrize(
    "mark", ["[1, p. 5]", "[1 (page 5)]", "[1, S. 5]", "[1, p. 3]", "[1, pp. 5-6]", "[l.pdf#ab12 (p. 5)]"]
)
def test_the_page_before_or_after_is_off_by_one(mark):
    assert found(f"The rent is 900 euros {mark}.") == ["page_off_by_one"]


@pytest.mark.parametrize("mark", ["[1, p. 6]", "[1, p. 1]", "[1, p. 40-44]", "[1, p. 999999999]"])
def test_a_page_further_off_is_wrong(mark):
    assert found(f"The rent is 900 euros {mark}.") == ["wrong_page"]


def test_a_sentence_over_a_page_break_may_be_cited_from_either_page():
    said = "The deposit is due on the first of May"
    assert [found(f"{said} [1, p. {page}].") for page in (4, 5, 6)] == [[], [], ["page_off_by_one"]]


def test_a_page_of_a_source_without_pages_or_without_their_starts_is_said_to_be_unknown():
    assert found("The garden is shared by all [2, p. 1].") == ["page_unknown"]
    assert found("The cellar is damp [4, p. 2].") == ["page_unknown"]
    assert found("The cellar is damp [4, p. 4].") == ["page_off_by_one"]
    assert found("The cellar is damp [4, p. 9].") == ["wrong_page"]


def test_a_source_of_one_page_needs_no_starts():
    assert [found(f"The shed is locked [3, p. {page}].") for page in (7, 8, 9)] == [
        [], ["page_off_by_one"], ["wrong_page"],
    ]  # fmt: skip


def test_each_of_two_sources_is_held_to_its_own_page():
    assert found("Smoking is banned, the shed is locked [1, p. 6; 3, p. 7].") == []
    assert found("Smoking is banned, the shed is locked [1, p. 6; 3, p. 8].") == ["page_off_by_one"]


def test_a_rule_that_stands_on_two_pages_may_be_cited_from_both():
    twice = {**LEASE, "text": FIRST + SECOND + "The rent is 900 euros."}
    assert [found(f"The rent is 900 euros [1, p. {page}].", twice) for page in (4, 6)] == [[], []]


def test_a_whole_document_keeps_the_page_of_each_of_its_sentences():
    text = LEASE["text"]
    starts = [start for _, start in LEASE["page_starts"]]
    pages = [
        [start, end, page, str(page)]
        for start, end, page in zip(starts, [*starts[1:], len(text)], (4, 5, 6), strict=True)
    ]
    document = records.check("document", {"doc_id": "l.pdf", "text": text, "pages": pages}, "test")
    cuts = [0, len(FIRST), len(text)]
    chunks = [
        records.check(
            "chunk",
            {"chunk_id": f"l.pdf#{n}", "doc_id": "l.pdf", "seq": n, "start": a, "end": b, "text": text[a:b]},
            "test",
        )
        for n, (a, b) in enumerate(pairwise(cuts))
    ]
    run = {"qid": "q", "retrieved": [chunk["chunk_id"] for chunk in chunks], "scores": None}
    context = assemble(
        {"qid": "q", "question": ""},
        run,
        {chunk["chunk_id"]: chunk for chunk in chunks},
        Options(full_docs=True),
        None,
        {"l.pdf": document},
    )
    (source,) = context["docs"]
    assert source["mode"] == "document"
    assert found("Smoking is banned [1, p. 6].", source) == []
    assert found("Smoking is banned [1, p. 5].", source) == ["page_off_by_one"]
