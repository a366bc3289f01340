"""Markdown: the file's own text, and ranges on it from the block tokens of a CommonMark parser."""

import functools
import re
from typing import Any

from ragkit.parsing import frontmatter, markdown_scan
from ragkit.parsing.body import Block, Parsed, cover, lines_of, span
from ragkit.parsing.markdown_rows import rows

_LEAVES = {"fence": "fence", "code_block": "code", "html_block": "html", "hr": "rule"}
_BREAK = re.compile(r"\n[ \t]*\n(?=[^-+*0-9\s])")
_WORDS = re.compile(r"(?:[^\W_]|[ ,.;:?'\"/()+-])*(?:\{ ?#[\w-]+ ?\})?")  # no mark among them
_ATX = re.compile(r"#{1,6}(?=[ \t]|\Z)(.*?)(?:[ \t]#+)?[ \t]*\Z")
_ATTRIBUTES = re.compile(r"\s*\{[^{}]*\}\s*\Z")  # `# Title {#anchor}`


def read(text: str) -> Parsed:
    """Return the parsed document; its text is `text` itself, so line n stays line n.

    Plain blocks are found by markdown_scan, the parts where it is in doubt by markdown-it; the blocks are
    those that markdown-it finds in the whole (tests/bench/fuzz_markdown.py).

    Leaves only: a fence inside a list is a fence with the list's depth, a heading inside a list or a quote is
    an item or a quote (it opens no section), a table gives one table_header (with its rule) and its rows.
    """
    head = frontmatter.read(text)
    blocks: list[Block] = [head.block(text)] if head.end else []
    at, size = head.end, len(text)
    plain = "\r" not in text and "\0" not in text  # which markdown-it replaces before it reads
    while at < size:
        if plain:
            at = markdown_scan.scan(text, at, blocks)
        if at < size:
            at = _parse(text, at, blocks, whole=not plain)
    return Parsed(
        text=text,
        blocks=cover(text, blocks),
        title=head.title or _title(text, blocks),
        updated=head.updated,
        url=head.url,
        lang=head.lang,
        acl=head.acl,
        tenant=head.tenant,
        meta=head.meta,
        warnings=head.warnings,
    )


def _parse(text: str, at: int, blocks: list[Block], whole: bool) -> int:
    """Append the blocks that markdown-it finds from `at` on; return where it was asked to stop.

    Behind an empty line, at a line that is not indented and no item, nothing is open but a fence or HTML that
    began at the margin: then it goes on, by twice as many such lines each time. `whole` reads to the end.
    """
    end, breaks = at, 1
    while True:
        for _ in range(breaks):
            found = None if whole else _BREAK.search(text, end)
            end = found.end() if found else len(text)
        tokens = _block_parser().parse(text[at:end])
        if end == len(text) or not tokens or tokens[-1].type not in ("fence", "html_block"):
            break
        breaks *= 2
    part = text[at:end]
    starts = lines_of(part)
    for kind, level, first, last in _leaves(tokens):
        start, stop = (at + offset for offset in span(part, starts, first, last))
        start = max(start, blocks[-1][2] if blocks else 0)
        if start < stop:
            blocks.append([kind, start, stop, level])
    return end


def _title(text: str, blocks: list[Block]) -> str:
    """Return the words of the first heading that has any."""
    headings = (text[start:end].strip() for kind, start, end, *_ in blocks if kind == "heading")
    return next((words for heading in headings if (words := heading_of(_content(heading)))), "")


def _content(heading: str) -> str:
    """Return the inline text of a heading block: what follows the marks, or stands above the underline."""
    marked = _ATX.match(heading)
    return marked[1].strip() if marked else heading.rpartition("\n")[0].strip()


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


def _leaves(tokens: list[Any]) -> list[tuple[str, int, int, int]]:
    """Return (type, level or depth, first line, line after the last) for every leaf."""
    leaves = []
    lists = quotes = 0
    in_head = False
    for token in tokens:
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
            leaves.append(("table_header" if in_head else "row", depth, first, first + 1 + in_head))
        elif token.type in _LEAVES:
            leaves.append((_LEAVES[token.type], depth, first, last))
        elif token.type in ("paragraph_open", "heading_open"):
            kind = "quote" if quotes else "item" if lists else "paragraph"
            if token.type == "heading_open" and not depth:
                kind, depth = "heading", int(token.tag[1])
            leaves.append((kind, depth, first, last))
    return leaves


def heading_of(content: str) -> str:
    """Return the words of a heading's inline text."""
    if _WORDS.fullmatch(content):
        return " ".join(_ATTRIBUTES.sub("", content).split())
    return plain(_parser().parseInline(content)[0])


def plain(inline: Any) -> str:
    """Return the words of an inline token: no marks, no tags, no attribute list at its end."""
    words = [
        child.content if child.type in ("text", "code_inline") else " "
        for child in inline.children or []
        if child.type != "html_inline" and not child.nesting
    ]
    return " ".join(_ATTRIBUTES.sub("", "".join(words)).split())
