"""Sentences of an answer: boundaries, kinds, and citations that stay with the sentence before them."""

import time
from itertools import pairwise

import pytest

from ragkit.answering.sentences import split


def spans(text):
    return [(text[start:end], kind) for start, end, kind in split(text)]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("A is 1. [1] B is 2 [2].", ["A is 1. [1]", "B is 2 [2]."]),
        ("A is 1.[1] B is 2.[2][3]", ["A is 1.[1]", "B is 2.[2][3]"]),
        ("Revenue was $35.1 billion [1]. It rose.", ["Revenue was $35.1 billion [1].", "It rose."]),
        ("Yan et al. [2004] analysed it. It held.", ["Yan et al. [2004] analysed it.", "It held."]),
        (
            "J. K. Orland wrote it [1]. P. T. Vance read it.",
            ["J. K. Orland wrote it [1].", "P. T. Vance read it."],
        ),
        ("Lime went to plot A. Their dose rose.", ["Lime went to plot A.", "Their dose rose."]),
        ("Am 3. Mai kam Dr. Vogt. Er blieb.", ["Am 3. Mai kam Dr. Vogt.", "Er blieb."]),
        (
            "\u6a4b\u306e\u5e45\u306f4.5m\u3067\u3059[1]\u3002\u901a\u308c\u307e\u305b\u3093[2]\u3002",
            ["\u6a4b\u306e\u5e45\u306f4.5m\u3067\u3059[1]\u3002", "\u901a\u308c\u307e\u305b\u3093[2]\u3002"],
        ),
        (
            'He said "Stop. Wait." and left [1]. Then it rained.',
            ['He said "Stop. Wait." and left [1].', "Then it rained."],
        ),
        ("eBikes may pass [1]. eScooters may not.", ["eBikes may pass [1].", "eScooters may not."]),
        ("Wait... then press start. Done.", ["Wait... then press start.", "Done."]),
        ("See https://a.example/x.y?z=1. Then stop.", ["See https://a.example/x.y?z=1.", "Then stop."]),
    ],
)
def test_prose_is_cut_where_a_reader_would_cut_it(text, sentences):
    assert [sentence for sentence, _ in spans(text)] == sentences


def test_markdown_blocks_have_their_kinds():
    text = (
        "# Plan\n\nTwo parts follow:\n\n- One [1]\n- Two [2]\n\n| Item | Cost |\n|--|--|\n| Hose | 9 "
        "[1] |\n\n"
        "```sh\nrun. Now!\n```\n\nIs it dear?\n\nSources:\n[1] a.md\n"
    )
    assert [kind for _, kind in spans(text)] == [
        "heading",
        "meta",
        "list_item",
        "list_item",
        "heading",
        "table_row",
        "code",
        "question",
        "reference_list",
        "reference_list",
    ]


def test_a_gap_is_an_abstention_and_not_a_claim():
    assert [
        kind for _, kind in spans("It runs at 40 Hz [1]. I could not find its weight in the sources.")
    ] == [
        "claim",
        "abstention",
    ]


def test_a_lead_in_with_a_citation_is_a_claim():
    assert spans("Do this [1]:")[0][1] == "claim"
    assert spans("Do this:")[0][1] == "meta"


def test_an_unterminated_fence_runs_to_the_end():
    assert spans("Run:\n```py\nx = a[0]. b\n")[1] == ("```py\nx = a[0]. b", "code")


def test_spans_are_trimmed_ordered_and_disjoint():
    text = "\r\n> A quote. Two.\r\n\r\n1. One\r\n   a) Two [1].\r\n"
    found = split(text)
    assert [text[s:e] for s, e, _ in found] == ["A quote.", "Two.", "One", "Two [1]."]
    assert all(a.end <= b.start for a, b in pairwise(found))


def test_a_megabyte_takes_seconds():
    text = "The pump runs at 40 Hz [1]. It was built in 1931, e.g. by Dr. Vogt [2][3].\n\n" * 3_000
    started = time.process_time()
    split(text)
    assert time.process_time() - started < 5
