"""Native citation blocks: a right record passes, every record with one field changed does not."""

import copy

import pytest

from ragkit.answering import citations, native

SOURCES = [
    {
        "n": 1,
        "chunk_id": "a#1",
        "doc_id": "a",
        "title": "A",
        "url": "https://a.example",
        "text": "The grass is green. The sky is blue.",
    },
    {
        "n": 2,
        "chunk_id": "b#1",
        "doc_id": "b",
        "title": "B",
        "url": "https://b.example",
        "pages": [3, 4],
        "page_starts": [[3, 0], [4, 27]],
        "text": "Water boils at 100 degrees.Ice is cold.",
        "blocks": ["Water boils at 100 degrees.", "Ice is cold."],
    },
]
GOOD = {
    "char_location": {
        "type": "char_location",
        "cited_text": "The sky is blue.",
        "document_index": 0,
        "document_title": "A",
        "start_char_index": 20,
        "end_char_index": 36,
    },
    "page_location": {
        "type": "page_location",
        "cited_text": "Water boils at 100 degrees.",
        "document_index": 1,
        "document_title": "B",
        "start_page_number": 3,
        "end_page_number": 4,
    },
    "content_block_location": {
        "type": "content_block_location",
        "cited_text": "Ice is cold.",
        "document_index": 1,
        "document_title": "B",
        "start_block_index": 1,
        "end_block_index": 2,
    },
    "search_result_location": {
        "type": "search_result_location",
        "cited_text": "Water boils at 100 degrees.Ice is cold.",
        "search_result_index": 1,
        "source": "https://b.example",
        "title": "B",
        "start_block_index": 0,
        "end_block_index": 2,
    },
}


def content(citation):
    return [
        {"type": "text", "text": "As it says, "},
        {"type": "text", "text": "the sky is blue", "citations": [citation]},
        {"type": "text", "text": "."},
    ]


@pytest.mark.parametrize("kind", list(GOOD))
def test_a_right_citation_passes_and_covers_its_block(kind):
    found = native.read(content(GOOD[kind]), SOURCES)
    assert found.problems == []
    assert found.text == "As it says, the sky is blue."
    assert [(mark.start, mark.end) for mark in found.marks] == [(12, 27)]


def mutations(citation):
    for field, value in citation.items():
        changed = (
            [f"{value}x", None, ""]
            if isinstance(value, str)
            else [value + 1, value - 1, value + 40, -1, None, str(value)]
        )
        for new in changed:
            mutant = copy.deepcopy(citation)
            if new is None:
                if field in ("document_title", "title"):
                    continue  # a null title is what the API sends for an untitled document
                del mutant[field]
            else:
                mutant[field] = new
            yield field, new, mutant


@pytest.mark.parametrize("kind", list(GOOD))
def test_every_single_field_mutation_is_caught(kind):
    for field, new, mutant in mutations(GOOD[kind]):
        assert native.read(content(mutant), SOURCES).problems, (field, new)


def test_an_index_out_of_the_array_is_an_error_and_not_dropped():
    gone = {**GOOD["char_location"], "document_index": 7}
    assert native.read(content(gone), SOURCES).problems[0][0] == "bad_index"


def test_blocks_are_joined_with_nothing_between_them():
    blocks = [
        {"type": "text", "text": "a"},
        {"type": "thinking", "thinking": "x"},
        {"type": "text", "text": "b"},
    ]
    assert native.read(blocks, []).text == "ab"


def test_native_answers_are_checked_sentence_by_sentence():
    context = {"qid": "q", "question": "", "docs": SOURCES}
    answer = {
        "qid": "q",
        "content": [
            {"type": "text", "text": "The sky is blue.", "citations": [GOOD["char_location"]]},
            {"type": "text", "text": " The sea is deep and wide."},
        ],
    }
    verdicts = citations.check(context, answer)
    assert [verdict["refs"] for verdict in verdicts] == [[1], []]
    assert [[p["code"] for p in verdict["problems"]] for verdict in verdicts] == [[], ["uncited"]]
