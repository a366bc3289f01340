"""Blocks to sections and units: what stays together, what a heading says, what tiles the text."""

import pytest

from ragkit.chunking.layout import sections, title


def document(*parts):
    """Return (text, blocks) of (type, level, text) parts, set one below the other with an empty line."""
    text, blocks = "", []
    for kind, level, body in parts:
        tight = kind in ("row", "item") and blocks and blocks[-1][0] in ("row", "table_header", "item")
        text = text and text + ("\n" if tight else "\n\n")
        blocks.append([kind, len(text), len(text) + len(body), level])
        text += body
    return text + "\n", blocks


def outline(section):
    return [
        [(unit.kind, len(unit.parts)) for unit in section.units],
        *(outline(child) for child in section.children),
    ]


@pytest.mark.parametrize(
    ("heading", "words"),
    [
        ("# One", "One"), ("## Two ##", "Two"), ("### C#", "C#"), ("#\tTab", "Tab"), ("#", ""), ("## ##", ""),
        ("Three\n=====", "Three"), ("Two\nlines\n---", "Two lines"), ("   # In", "In"),
        ("## A {#a}", "A {#a}"),
        ("#hash", "#hash"), ("Slide 3", "Slide 3"),
    ],
)  # fmt: skip
def test_a_title_is_the_heading_without_its_marks(heading, words):
    assert title(heading) == words


def test_units_tile_the_text_and_an_indent_belongs_to_its_own_line():
    text = "\n# A\n\n1. b\n\n   ```\n   c\n   ```\n"
    blocks = [["heading", 1, 4, 1], ["item", 6, 10, 1], ["fence", 15, text.rindex("`") + 1, 1]]
    units = list(sections(text, blocks, len).walk())
    assert [(unit.start, unit.end) for unit in units] == [(0, 6), (6, len(text))]
    assert [(part.kind, part.start) for part in units[1].parts] == [("item", 6), ("fence", 12)]


def test_sections_nest_by_level_and_carry_the_headings_above():
    text, blocks = document(
        ("heading", 1, "# A"), ("paragraph", 0, "a"), ("heading", 3, "### B"), ("paragraph", 0, "b"),
        ("heading", 2, "## C"), ("paragraph", 0, "c"), ("heading", 1, "# D"), ("paragraph", 0, "d"),
    )  # fmt: skip
    paths = [unit.path for unit in sections(text, blocks, len).walk() if unit.kind == "paragraph"]
    assert paths == [("A",), ("A", "B"), ("A", "C"), ("D",)]


def test_a_heading_without_text_waits_for_the_next_but_not_for_a_higher_one():
    text, blocks = document(
        ("heading", 1, "# A"), ("heading", 2, "## B"), ("heading", 2, "## C"), ("paragraph", 0, "c"),
        ("heading", 2, "## D"), ("heading", 1, "# E"), ("paragraph", 0, "e"),
    )  # fmt: skip
    root = sections(text, blocks, len)
    head, words = ("heading", 0), ("paragraph", 0)
    assert outline(root) == [[], [[], [[]], [[head, head, head, words]], [[head]]], [[head, words]]]
    assert root.weight == len(text)


def test_lists_quotes_and_tables_are_one_unit_each():
    text, blocks = document(
        ("item", 1, "- a"), ("item", 2, "  - b"), ("item", 1, "- c"), ("quote", 1, "> d"),
        ("quote", 1, "> e"),
        ("table_header", 0, "| h |\n|---|"), ("row", 0, "| 1 |"), ("row", 0, "| 2 |"), ("paragraph", 0, "f"),
    )  # fmt: skip
    root = sections(text, blocks, len)
    assert outline(root) == [[("item", 2), ("quote", 2), ("table", 2), ("paragraph", 0)]]
    assert [len(part.parts) for part in root.units[0].parts] == [2, 0]


def test_rows_after_the_first_repeat_caption_and_header():
    text, blocks = document(
        ("paragraph", 0, "Table 1. Knobs."), ("table_header", 0, "| h |\n|---|"), ("row", 0, "| 1 |"),
        ("row", 0, "| 2 |"), ("row", 0, "| 3 |"),
    )  # fmt: skip
    first, second, third = sections(text, blocks, len).units[1].parts
    assert text[first.start : first.end] == "| h |\n|---|\n| 1 |\n"
    assert first.head == ()
    assert [text[start:end].strip() for start, end in second.head] == ["Table 1. Knobs.", "| h |\n|---|"]
    assert third.lead == len("Table 1. Knobs.\n| h |\n|---|\n")


def test_a_text_without_blocks_is_one_paragraph():
    (unit,) = sections(" words ", [], len).walk()
    assert (unit.kind, unit.start, unit.end) == ("paragraph", 0, 7)
