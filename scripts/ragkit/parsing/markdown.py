"""Markdown: the file's own text, and ranges on it from the block tokens of a CommonMark parser."""

import functools
import re
from typing import Any

from ragkit.parsing import frontmatter
from ragkit.parsing.body import Block, Parsed, cover, lines_of, span
from ragkit.parsing.markdown_rows import rows

_LEAVES = {"fence": "fence", "code_block": "code", "html_block": "html", "hr": "rule"}
_ATTRIBUTES = re.compile(r"\s*\{[^{}]*\}\s*\Z")  # `# Title {#anchor}`


def read(text: str) -> Parsed:
    """Return the parsed document; its text is `text` itself, so line n stays line n.

    Leaves only: a fence inside a list is a fence with the list's depth, a heading inside a list or a quote is
    an item or a quote (it opens no section), a table gives one table_header (with its rule) and its rows.
    """
    head = frontmatter.read(text)
    starts = lines_of(text)
    offset = text.count("\n", 0, head.end)
    blocks: list[Block] = []
    if head.end:
        blocks.append(head.block(text))
    tokens = _block_parser().parse(text[head.end :])
    title = ""
    for kind, level, first, last, heading in _leaves(tokens):
        start, end = span(text, starts, first + offset, last + offset)
        start = max(start, blocks[-1][2] if blocks else 0)
        if start < end:
            blocks.append([kind, start, end, level])
        title = title or heading
    return Parsed(
        text=text,
        blocks=cover(text, blocks, starts),
        title=head.title or title,
        updated=head.updated,
        url=head.url,
        lang=head.lang,
        acl=head.acl,
        tenant=head.tenant,
        meta=head.meta,
        warnings=head.warnings,
    )


@functools.cache
def _parser() -> Any:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table")


@functools.cache
def _block_parser() -> Any:
    """Return a parser that finds blocks and leaves their inline text unread, in a third of the time."""
    from markdown_it import MarkdownIt

    blocks = MarkdownIt("commonmark").enable("table")
    blocks.core.ruler.enableOnly(["normalize", "block"])
    blocks.block.ruler.at("table", rows, {"alt": ["paragraph", "reference"]})
    return blocks


def _leaves(tokens: list[Any]) -> list[tuple[str, int, int, int, str]]:
    """Return (type, level or depth, first line, line after the last, heading text) for every leaf.

    The heading text is that of the first heading with any: no other is asked for.
    """
    leaves = []
    lists = quotes = 0
    in_head = titled = False
    for index, token in enumerate(tokens):
        if token.type in ("bullet_list_open", "ordered_list_open"):
            lists += 1
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            lists -= 1
        elif token.type in ("blockquote_open", "blockquote_close"):
            quotes += token.nesting
        elif token.type in ("thead_open", "thead_close"):
            in_head = token.nesting > 0
        if token.map is None:
            continue
        first, last = token.map
        depth = lists + quotes
        if token.type == "tr_open":
            leaves.append(("table_header" if in_head else "row", depth, first, first + 1 + in_head, ""))
        elif token.type in _LEAVES:
            leaves.append((_LEAVES[token.type], depth, first, last, ""))
        elif token.type in ("paragraph_open", "heading_open"):
            kind = "quote" if quotes else "item" if lists else "paragraph"
            heading = ""
            if token.type == "heading_open" and not depth:
                kind, depth = "heading", int(token.tag[1])
                heading = heading_of(tokens[index + 1].content) if not titled else ""
                titled = titled or bool(heading)
            leaves.append((kind, depth, first, last, heading))
    return leaves


def heading_of(content: str) -> str:
    """Return the words of a heading's inline text."""
    return plain(_parser().parseInline(content)[0])


def plain(inline: Any) -> str:
    """Return the words of an inline token: no marks, no tags, no attribute list at its end."""
    words = [
        child.content if child.type in ("text", "code_inline") else " "
        for child in inline.children or []
        if child.type != "html_inline" and not child.nesting
    ]
    return " ".join(_ATTRIBUTES.sub("", "".join(words)).split())
