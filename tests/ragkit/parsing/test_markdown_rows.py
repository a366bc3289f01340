"""Our table rule against markdown-it's own, on generated documents."""

import random

import pytest
from markdown_it import MarkdownIt

from ragkit.parsing.markdown_rows import rows

PIECES = [
    "| a | b |", "|---|---|", "| c |", "a | b", "--|--", ":-: | -:", "", "> q", "> | a |\n> |---|\n> | x |",
    "- item",
    "- | a |\n  |---|\n  | x |\n  | y |", "    code", "# h", "| \\| | `|` |", "text", "---", "|", "||",
    "```\n| a |\n```", "<div>", "  | a | b |\n  |---|---|\n  | c | d |\n | e |", "1. | a |", "[r]: /u", "*",
    "| a |\n|-|\n===",
]  # fmt: skip
BLOCKS = ("paragraph_open", "fence", "code_block", "heading_open", "html_block", "hr")


def lines_of_rows(parser, text):
    found, head = [], False
    for token in parser.parse(text):
        if token.type in ("thead_open", "thead_close"):
            head = token.nesting > 0
        elif token.type == "tr_open":
            found.append((head, *token.map))
        elif token.map and token.type in (
            "paragraph_open",
            "fence",
            "code_block",
            "heading_open",
            "html_block",
            "hr",
        ):
            found.append((token.type, *token.map))
    return found


@pytest.mark.parametrize("seed", range(20))
def test_the_same_lines_are_rows_headers_and_other_blocks(seed):
    rng = random.Random(seed)
    plain = MarkdownIt("commonmark").enable("table")
    ours = MarkdownIt("commonmark").enable("table")
    ours.block.ruler.at("table", rows, {"alt": ["paragraph", "reference"]})
    for _ in range(100):
        text = "\n".join(rng.choice(PIECES) for _ in range(rng.randint(1, 9)))
        assert lines_of_rows(ours, text) == lines_of_rows(plain, text)
