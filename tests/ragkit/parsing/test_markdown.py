"""Markdown: the text is the file, the blocks are its leaves, the front matter becomes metadata."""

from pathlib import Path

import pytest

from ragkit.parsing import markdown

FIXTURES = Path(__file__).parents[2] / "fixtures"


def pieces(text):
    return [(kind, text[start:end], level) for kind, start, end, level, *_ in markdown.read(text).blocks]


def test_each_leaf_has_its_type_its_range_and_its_level():
    text = "# A\n\nPara\nmore\n\n- one\n  - two\n\n> said\n\n```py\n# x\n```\n\n| h |\n|---|\n| c |\n\n***\n"
    assert pieces(text) == [
        ("heading", "# A", 1),
        ("paragraph", "Para\nmore", 0),
        ("item", "- one", 1),
        ("item", "  - two", 2),
        ("quote", "> said", 1),
        ("fence", "```py\n# x\n```", 0),
        ("table_header", "| h |\n|---|", 0),
        ("row", "| c |", 0),
        ("rule", "***", 0),
    ]


def test_a_hash_inside_code_opens_no_section():
    text = (FIXTURES / "cases/03-fence-balance/guide.md").read_text(encoding="utf-8")
    parsed = markdown.read(text)
    headings = [text[start:end] for kind, start, end, *_ in parsed.blocks if kind == "heading"]
    assert headings == ["# Deploy", "## After"]
    assert parsed.text == text
    fences = [text[start:end] for kind, start, end, *_ in parsed.blocks if kind == "fence"]
    assert all(fence.strip(" >").split("\n")[0][:3] in ("```", "~~~") for fence in fences)


def test_a_heading_inside_a_list_or_a_quote_is_no_section():
    assert pieces("- # x\n\n> # y\n") == [("item", "- # x", 1), ("quote", "> # y", 1)]


def test_a_link_definition_is_covered_although_the_parser_gives_no_token():
    assert pieces("text\n\n[a]: http://x.io\n") == [
        ("paragraph", "text", 0),
        ("paragraph", "[a]: http://x.io", 0),
    ]


def test_front_matter_becomes_metadata_and_is_a_block_of_its_own():
    fields = (
        'title: "A: b"\nupdated: 2026-09-02\ntags: [x, y]\nacl: [public, staff]\nurl: https://x.io/a\nv: 1.10'
    )
    text = f"---\n{fields}\n---\n# H\n"
    parsed = markdown.read(text)
    assert (parsed.title, parsed.updated, parsed.url, parsed.acl) == (
        "A: b",
        "2026-09-02",
        "https://x.io/a",
        ["public", "staff"],
    )
    assert parsed.meta == {"updated": "2026-09-02", "tags": ["x", "y"], "url": "https://x.io/a", "v": "1.10"}
    assert [block[0] for block in parsed.blocks] == ["front_matter", "heading"]


@pytest.mark.parametrize(
    ("written", "groups"),
    [
        ("legal", ["legal"]), ("[legal]", ["legal"]), ("'legal, hr'", ["legal", "hr"]),
        ("Sales Team|hr", ["Sales Team", "hr"]),
        ("\n  - legal\n  - hr", ["legal", "hr"]),
        ('["*"]', ["*"]), ("[]", []), ("", []), ("no", ["no"]), ("{a: b}", []),
    ],
)  # fmt: skip
def test_every_way_to_write_an_acl_gives_a_list_of_groups(written, groups):
    assert markdown.read(f"---\nacl: {written}\n---\ntext\n").acl == groups


def test_front_matter_that_cannot_be_read_is_named_and_closes_the_file():
    parsed = markdown.read("---\ntitle: [unclosed\nacl: public\n---\ntext\n")
    assert [warning.code for warning in parsed.warnings] == ["front_matter_unread"]
    assert parsed.acl == []
    assert parsed.text.endswith("text\n")


def test_toml_front_matter_is_read():
    parsed = markdown.read('+++\ntitle = "T"\ndate = 2026-01-02\nacl = ["a"]\n+++\ntext\n')
    assert (parsed.title, parsed.updated, parsed.acl) == ("T", "2026-01-02", ["a"])


@pytest.mark.parametrize("text", ["---\nNot a key\n---\ntext\n", "---\n", "text\n---\na: b\n---\n"])
def test_a_rule_at_the_top_is_no_front_matter(text):
    assert markdown.read(text).blocks[0][0] != "front_matter"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# One `two` *three* {#id}\n", "One two three"),
        ("text\n\nSetext\n---\n", "Setext"),
        ("no heading\n", ""),
    ],
)
def test_the_title_is_the_first_heading_without_its_marks(text, title):
    assert markdown.read(text).title == title
