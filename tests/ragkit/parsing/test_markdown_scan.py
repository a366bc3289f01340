"""The scanner's blocks against those of markdown-it alone, on generated documents; and its time."""

import json
import random
import time
from pathlib import Path

import pytest

from ragkit.parsing import markdown, markdown_scan
from ragkit.parsing.body import cover

LINES = [
    "", "", "", "  ", " ", "text", "two words", "  more", "    more4", "      six", "\ttab", " \tx", "\\",
    "\u65e5\u672c", "# H", "## a | b", "#", "#no", "####### x", " # h", "  # h", "    # h", "# *H* #",
    "===", "=", "---", "--", "-", "- - -", "***", "* * *", "___", "a | b", "| a | b |", "|---|---|",
    "| - | :-: |", "--- | ---", "|--|", "|a|", ":--", "::: x", "  | a |", "  |---|", "- item", "* item",
    "+ item", "1. one", "2. two", "10) ten", "1.5 x", "- ", "-   deep", "-     code", "- - x", "- # h",
    "- > q", "- [a]: b", "- [ ] task", "- a | b", "  - nested", "   - n3", "    - n4", "      - n6",
    "1. [a]: x", "   1. deep", "  2. two", " - one", "- ```", "-\tx", "1.\tx", "\t- x", "```", "```py",
    "~~~", "````", "  ```", "   ```", "    ```", "  ~~~", "``` a | b", "~~~ a | b", "~~~  ", "``",
    "> quote", "> ", ">", "> a | b", ">> two", "> - x", "> ```", " > q", "<div>", "<div> | x", "<span>",
    "</span>", "<a href='x'> y", "<!-- c", "-->", "<!-- c -->", "<?php", "?>", "<!DOCTYPE", "<![CDATA[",
    "]]>", "<script>", "</script>", "<https://x.y>", "<b>x</b>", "[a]: http://b", "[a]:", "[a]",
    "'title'", "[x] y", "\u3000x", "\u3000", "\u00a0", "*em* x", "**b**", "_e_", "`c` x", "~s~", "+1",
    "$5", "\u000b", "a\u2028b", "{ #x }", "# T { #t }",
]  # fmt: skip


def document(rng):
    """Return a document of lines that are, or nearly are, the beginning of some block."""
    among = rng.sample(LINES, 8) if rng.random() < 0.2 else LINES
    lines = rng.choices(among, k=rng.randint(1, rng.choice([3, 6, 10, 20])))
    if rng.random() < 0.3:
        lines = [" " * rng.choice([0, 0, 0, 0, 1, 2, 3, 4, 5]) + line for line in lines]
    return "\n".join(lines) + rng.choice(["", "\n", "\n\n", " ", "\n  "])


def assert_blocks_of_markdown_it(text):
    """Assert that the reader finds in the text below its front matter what markdown-it finds in all of it."""
    read = markdown.read(text)
    front = [block for block in read.blocks if block[0] == "front_matter"]
    begin = front[0][2] if front else 0
    begin = text.find("\n", begin) + 1 if front else 0
    whole = list(front)
    if begin or not front:
        markdown._parse(text, begin, whole, whole=True)
    assert read.blocks == cover(text, whole), text


@pytest.mark.parametrize("seed", range(40))
def test_every_block_is_the_one_markdown_it_finds(seed):
    rng = random.Random(seed)
    for _ in range(50):
        assert_blocks_of_markdown_it(document(rng))


def test_every_example_of_the_commonmark_specification_is_read_as_markdown_it_reads_it():
    path = Path(__file__).resolve().parents[2] / "fixtures" / "commonmark" / "examples.json"
    examples = json.loads(path.read_text(encoding="utf-8"))
    assert len(examples) > 600
    for text in examples:
        assert_blocks_of_markdown_it(text)


@pytest.mark.parametrize("text", ["- ```\n\n- a | b\n|---|---|\n", "- a\n\n- # a | b\n|---|---|\n"])
def test_an_item_heads_no_table_while_its_list_is_open(text):
    assert_blocks_of_markdown_it(text)


PLAIN = (
    "# A { #a }\n\nText *of* one\n2 lines.\n\nB\n---\n\n- a\n  - b\n\n  ```py\n  x\n  ```\n\n1. c\n\n"
    "> q\n>\n> r\n\n| h |\n|---|\n| c |\n"
)


def test_plain_markdown_is_read_without_the_parser():
    blocks: list = []
    assert markdown_scan.scan(PLAIN, 0, blocks) == len(PLAIN)
    assert [(kind, level) for kind, _, _, level in blocks] == [
        ("heading", 1),
        ("paragraph", 0),
        ("heading", 2),
        ("item", 1),
        ("item", 2),
        ("fence", 1),
        ("item", 1),
        ("quote", 1),
        ("quote", 1),
        ("table_header", 0),
        ("row", 0),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "[a]: b\n",
        "    code\n",
        "- - x\n",
        "a | b\n--|--\n",
        "# a | b\n|-|-|\n",
        "> a\nlazy\n",
        "-\tx\n",
        "x\n2. y\n",
    ],
)
def test_what_may_be_more_than_it_looks_is_left_to_the_parser(text):
    blocks: list = []
    assert markdown_scan.scan("Before.\n\n" + text, 0, blocks) == len("Before.\n\n")
    assert blocks == [["paragraph", 0, 7, 0]]


HARD = {
    "items, the last in doubt": lambda n: "- a\n\n" * n + "- - b\n",
    "items, each in doubt": lambda n: "- - a\n\n" * n,
    "a tight list in doubt": lambda n: "- a\n" * n + "- - b\n",
    "quotes, the last in doubt": lambda n: "> a\n\n" * n + "> - b\n",
    "fences never closed": lambda n: "- a\n\n  ```\n  x\n\n" * n,
    "comments never closed": lambda n: "<!-- a\n\n" * n,
    "code, again and again": lambda n: "    x\n\ny\n\n" * n,
    "rows in doubt": lambda n: "| a |\n" * n,
}


@pytest.mark.parametrize("name", HARD)
def test_time_grows_with_the_text_and_no_faster(name):
    def took(size):
        text = HARD[name](size)
        started = time.process_time()
        markdown.read(text)
        return time.process_time() - started

    took(100)
    small = min(took(400) for _ in range(2))
    assert min(took(1600) for _ in range(2)) < 10 * small + 0.05
