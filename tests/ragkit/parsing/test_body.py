"""The body: text and ranges written together; every document's blocks are sorted, disjoint and complete."""

import random

import pytest

from ragkit.parsing import html, markdown, plain
from ragkit.parsing.body import Body, table

PIECES = [
    "# Title", "## Sub {#anchor}", "Setext\n===", "text *em* `code`", "- item\n  more", "1. one\n2. two",
    "   - deep\n     - deeper", "> quote\n> more", "> - both",
    "```py\n# not a heading\n```", "~~~\nopen fence",
    "    indented", "| a | b |\n|---|---|\n| 1 | 2 |", "<div>\nraw\n</div>", "***",
    "[ref]: http://x.io 'T'",
    "\t tab", "  ", "---", "a  \nb",
    "* * *", "$$\nx\n$$", "\u6587\u5b57", "\u00a0nbsp", "<!-- c -->", "- [ ] task",
]  # fmt: skip


def assert_sound(text: str, blocks: list) -> None:
    at = 0
    covered = [False] * len(text)
    for _, start, end, *_ in blocks:
        assert at <= start < end <= len(text)
        covered[start:end] = [True] * (end - start)
        at = end
    missed = [i for i, char in enumerate(text) if not char.isspace() and not covered[i]]
    assert not missed, text[missed[0] : missed[0] + 40]


@pytest.mark.parametrize("seed", range(80))
def test_blocks_of_any_markdown_are_sorted_disjoint_and_cover_every_character(seed):
    rng = random.Random(seed)
    text = "".join(
        rng.choice(PIECES) + rng.choice(["\n", "\n\n", "\n \n"]) for _ in range(rng.randint(0, 12))
    )
    parsed = markdown.read(text)
    assert parsed.text == text
    assert_sound(text, parsed.blocks)


@pytest.mark.parametrize("seed", range(25))
def test_blocks_of_plain_text_and_code_are_sound(seed):
    rng = random.Random(seed)
    text = "".join(
        rng.choice(["def f():", "    return 1", "", "# x", "\t", "}", "word word"]) + "\n" for _ in range(20)
    )
    for read in (plain.read, plain.read_code):
        parsed = read(text)
        assert parsed.text == text
        assert_sound(text, parsed.blocks)


@pytest.mark.parametrize("seed", range(40))
def test_blocks_of_any_html_are_sound(seed):
    rng = random.Random(seed)
    tags = [
        "p",
        "div",
        "ul",
        "li",
        "ol",
        "table",
        "tr",
        "td",
        "th",
        "pre",
        "code",
        "h2",
        "blockquote",
        "br",
        "a",
        "dl",
        "dt",
    ]
    text = "".join(
        rng.choice(
            [f"<{rng.choice(tags)}>", f"</{rng.choice(tags)}>", " words ", "\n", "a &lt; b", "<!-- x -->"]
        )
        for _ in range(60)
    )
    parsed = html.read(text)
    assert_sound(parsed.text, parsed.blocks)


def test_a_block_never_crosses_a_page_and_pages_tile_the_text():
    body = Body()
    body.start_page(1, "i")
    body.add("paragraph", "one")
    body.start_page(2, "ii")
    body.start_page(3, "1")
    body.add("paragraph", "three")
    text, blocks, pages = body.finish()
    assert text == "one\n\nthree\n"
    assert blocks == [["paragraph", 0, 3, 0, 1], ["paragraph", 5, 10, 0, 3]]
    assert pages == [[0, 3, 1, "i"], [3, 3, 2, "ii"], [3, 11, 3, "1"]]


def test_a_table_is_one_header_block_and_one_block_a_row():
    body = Body()
    table(body, [["a", "b|c"], ["1"], ["2", "3\n4"]])
    text, blocks, _ = body.finish()
    assert [text[start:end] for _, start, end, _ in blocks] == [
        "| a | b\\|c |\n| --- | --- |",
        "| 1 |  |",
        "| 2 | 3 4 |",
    ]
    assert [block[0] for block in blocks] == ["table_header", "row", "row"]
