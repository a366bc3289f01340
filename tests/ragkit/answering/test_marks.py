"""Citation marks: every form that cites, every bracket that does not, and what breaks the field's parsers."""

import time

import pytest

from ragkit.answering.marks import parse

IDS = ("guide/auth.md#3f9a2c1b7d0e", "guide/limits.md#a07c55de1b32", "doc12#3", "doc40#11")
SOURCES = [{"n": n, "chunk_id": chunk_id} for n, chunk_id in enumerate(IDS, start=1)]


def cited(answer, **more):
    return [
        (answer[m.start : m.end], list(m.refs), m.status) for m in parse(answer, SOURCES, **more).citations
    ]


def ignored(answer):
    return [(answer[i.start : i.end], i.reason) for i in parse(answer, SOURCES).ignored]


@pytest.mark.parametrize(
    ("mark", "refs"),
    [
        ("[1]", [1]),
        ("[ 1 ]", [1]),
        ("[1, 3]", [1, 3]),
        ("[3;4]", [3, 4]),
        ("[1 and 2]", [1, 2]),
        ("[1-3]", [1, 2, 3]),
        ("[1\u20133]", [1, 2, 3]),
        ("[1 to 3]", [1, 2, 3]),
        ("[3-1]", [3, 1]),
        ("[[4]]", [4]),
        ("\u30101\u3011", [1]),
        ("\uff3b1\uff0c4\uff3d", [1, 4]),
        ("[^1]", [1]),
        ("[Source 1]", [1]),
        ("[Source 1, Source 2]", [1, 2]),
        ("[Quelle 2]", [2]),
        ("[doc1]", [1]),
        ("[1, p. 12]", [1]),
        ("\u30102\u2020source\u3011", [2]),
        ("[\u0661]", [1]),
        ("[007, 1]", [7, 1]),
        ("[doc12#3]", ["doc12#3"]),
        ("[doc12#3; doc40#11]", ["doc12#3", "doc40#11"]),
        ("[source: guide/auth.md#3f9a2c1b7d0e]", ["guide/auth.md#3f9a2c1b7d0e"]),
    ],
)
def test_a_form_of_citation_is_read(mark, refs):
    answer = f"The fee is due {mark}."
    assert [(text, found) for text, found, _ in cited(answer)] == [(mark, refs)]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("```\nprint(arr[0], arr[12])\n```", "code"),
        ("```py\nx = a[0]", "code"),
        ("Use `arr[0]` here.", "inline_code"),
        ("Read argv[1] first.", "array"),
        ("Set x[1] = 3 now.", "array"),
        ("Call len(names[1]) once.", "array"),
        ("See [1](https://a.example).", "link_text"),
        ("![1](a.png)", "link_text"),
        ("See [the page][1].", "link_text"),
        ("Print \\[1\\] here.", "escape"),
        ("Type &#91;1&#93; here.", "escape"),
        ("With \\(v[1]\\) it starts.", "math"),
        ("Sum $a[1]$ up.", "math"),
        ("A draw from the interval [0, 1] follows.", "interval"),
        ("The 95% CI [6.1, 6.7] holds.", "interval"),
        ("In [2022] it rained.", "year"),
        ("Orlan [2004a] set it.", "year"),
        ("Text.\n\n[^1]: the page", "footnote_def"),
    ],
)
def test_a_bracket_that_cites_nothing_is_ignored_with_its_reason(answer, reason):
    assert cited(answer) == []
    assert {found for _, found in ignored(answer)} == {reason}


def test_a_reference_list_defines_and_does_not_cite():
    answer = "Leave is 25 days [1].\n\nSources:\n[1] hr/leave.pdf\n[2] hr/travel.md"
    assert cited(answer) == [("[1]", [1], "ok")]
    assert ignored(answer) == [("[1]", "footnote_def"), ("[2]", "footnote_def")]


def test_prices_around_marks_are_not_mathematics():
    assert [refs for _, refs, _ in cited("It cost $20 [1] at first and $35 [2] later.")] == [[1], [2]]


def test_a_plain_word_glued_to_a_mark_cites():
    assert cited("It fell[1]. Version 2.1[2].") == [("[1]", [1], "ok"), ("[2]", [2], "ok")]


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ("A [9].", "out_of_range"),
        ("A [0].", "out_of_range"),
        ("A [-1].", "out_of_range"),
        ("A [1, 9].", "out_of_range"),
        ("A [doc99#0].", "unknown_id"),
        ("A [guide/auth.md#3f9a2c1b].", "unknown_id"),
        ("A [999].", "out_of_range"),
    ],
)
def test_a_mark_must_resolve(answer, status):
    assert [found for _, _, found in cited(answer)] == [status]


def test_the_bad_part_of_a_mixed_mark_is_named():
    (mark,) = parse("A [1, 9].", SOURCES).citations
    assert mark.bad == (9,)
    assert mark.good == (1,)


def test_styles_restrict_what_is_read():
    answer = "A [1]. B [doc12#3]."
    assert [refs for _, refs, _ in cited(answer, style="n")] == [[1]]
    assert [refs for _, refs, _ in cited(answer, style="id")] == [["doc12#3"]]


def test_a_mark_crosses_one_line_break_and_no_blank_line():
    assert [refs for _, refs, _ in cited("Both agree [1;\n  4] on it.")] == [[1, 4]]
    assert cited("A [1,\n\n2] B") == []


@pytest.mark.parametrize(
    "answer",
    [
        "[1, " * 20_000,
        "]" * 20_000,
        "[" * 20_000,
        "[" + "7" * 50_000 + "]",
        "`" * 5_000,
        "$" * 5_000,
        "[1]" * 10_000,
    ],
    ids=["unclosed lists", "closing", "opening", "digits", "ticks", "dollars", "marks"],
)
def test_no_input_takes_more_than_a_moment(answer):
    started = time.process_time()
    parse(answer, SOURCES)
    assert time.process_time() - started < 5


def test_a_huge_number_is_kept_as_text():
    (mark,) = parse("A [" + "3" * 6000 + "].", SOURCES).citations
    assert mark.refs == ("3" * 6000,)
    assert mark.status == "out_of_range"


@pytest.mark.parametrize(
    ("answer", "cited", "reason"),
    [
        ("The fee is $20[2].", [14], None),  # a price is no variable of a shell
        ("Echo $row[2] first [1].", [19], "array"),
        ("Clip to [-1, 1] first [2].", [22], "interval"),
    ],
)
def test_a_price_is_no_variable_and_a_pair_from_below_zero_is_an_interval(answer, cited, reason):
    sources = [{"n": n, "chunk_id": f"c{n}", "text": ""} for n in (1, 2)]
    found = parse(answer, sources)
    assert [mark.start for mark in found.citations] == cited
    assert [group.reason for group in found.ignored] == ([reason] if reason else [])
