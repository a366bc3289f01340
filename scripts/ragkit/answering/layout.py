"""The block structure of an answer: what is prose, heading, item, table row, code or reference list.

Blocks come from markdown-it-py (CommonMark with tables); every block keeps the ranges of its own content in
the answer as written, without the list, quote and heading markers.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ragkit.answering.wordlists import either, load

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n|$)")
DEFINITION = re.compile(r"[ ]{0,3}\[\^?[^\[\]\n]+\]:(?:[ \t]|$)")
ENTRY = re.compile(r"\s{0,3}(?:[-*+]\s+)?[\[\u3010\uff3b]\^?\s*\w+\s*[\]\u3011\uff3d]:?\s*\S")
LISTED = re.compile(r"\s{0,3}(?:[-*+\u2022]|\d{1,3}[.)])\s+\S")
BULLET = re.compile(
    r"(?:[A-Za-z]\)|[ivx]{1,4}\)|[\u2022\u2023\u25aa\u2013])[ \t]+(?=\S)"
)  # lists CommonMark does not know
# Anything that could begin a block other than a paragraph, a reference list included.
MARKUP = re.compile(
    r"(?:^|\n|\r)(?:[ ]{0,3}(?:[-+*#>|=_~`<\[\u3010\uff3b\u2022\u2023\u25aa\u2013&\\]|\d{1,9}[.)]|"
    r"[A-Za-z]\)|[ivx]{1,4}\))| {4}|[ ]*\t)"
    r"|[:\uff1a][ \t]*\r?\n|\x00|\|"
)
REFERENCE_HEADING = re.compile(
    rf"[\s>#*_]*(?:{either(load('phrases')['references'])})[\s*_]*[:\uff1a]?[\s*_]*", re.IGNORECASE
)
INLINE_LIST = re.compile(
    rf"[\s>*_]*(?:{either(load('phrases')['references'])})\s?[:\uff1a][\s*_]*[\[\u3010]\d"
    rf"+[\]\u3011][:.]?\s*[^\W\d_]",
    re.IGNORECASE,
)  # "Sources: [1] guide.md; [2] tax.md" defines; "Sources: [1], [2]" cites


class Block(NamedTuple):
    """One leaf of the answer.

    kind   paragraph, heading, item, header (of a table), row, code, html, definition or reference
    parts  [start, end) of its content, one a line, in code points of the answer; code has one part, the
           whole block with its fences
    """

    kind: str
    parts: tuple[tuple[int, int], ...]

    @property
    def start(self) -> int:
        return self.parts[0][0]

    @property
    def end(self) -> int:
        return self.parts[-1][1]


@lru_cache(maxsize=1)
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table").disable("inline")


@lru_cache(maxsize=64)
def blocks(text: str) -> tuple[Block, ...]:
    """Return the leaves in order, disjoint; what lies between them is white space and markers."""
    lines = [(match.start(), match.end()) for match in LINE.finditer(text) if match.group()]
    if not MARKUP.search(text) and not any(_titles_references(text, line) for line in lines):
        return tuple(_plain_paragraphs(text, lines))
    found: list[Block] = []
    covered: set[int] = set()
    for kind, first, last, content in _leaves(text):
        covered.update(range(first, last))
        if kind == "code":
            found.append(Block(kind, (_trimmed(text, lines[first][0], lines[last - 1][1]),)))
            continue
        rows = content.split("\n")
        parts = [
            _locate(text, *lines[first + i], row) for i, row in enumerate(rows) if first + i < len(lines)
        ]
        found.extend(_paragraph(text, kind, [part for part in parts if part[0] < part[1]]))
    for number, (start, end) in enumerate(lines):  # link definitions leave no token
        if number not in covered and DEFINITION.match(text, start, end):
            found.append(Block("definition", (_trimmed(text, start, end),)))
    found.sort(key=lambda block: block.parts)
    return tuple(_reference_list(text, found))


def _titles_references(text: str, line: tuple[int, int]) -> bool:
    """Return whether a line is the heading of a list of references, or the whole list."""
    if INLINE_LIST.match(text, *line):
        return True
    short = text[line[0] : line[1]].strip() if line[1] - line[0] <= 40 else ""
    return REFERENCE_HEADING.fullmatch(short) is not None


def _plain_paragraphs(text: str, lines: list[tuple[int, int]]) -> Iterator[Block]:
    """Yield the paragraphs of a text without any block markup: what
    CommonMark yields, at ten times the speed."""
    parts: list[tuple[int, int]] = []
    for start, end in [*lines, (len(text), len(text))]:
        part = _trimmed(text, start, end)
        if part[0] < part[1]:
            parts.append(part)
        elif parts:
            yield Block("paragraph", tuple(parts))
            parts = []


def _leaves(text: str) -> Iterator[tuple[str, int, int, str]]:
    """Yield (kind, first line, line after the last, content without markers)."""
    item_depth = 0
    section = ""
    heading = False
    row: list[int] = []
    for token in _parser().parse(text):
        if token.type in ("list_item_open", "list_item_close"):
            item_depth += token.nesting
        elif token.type in ("thead_open", "tbody_open"):
            section = "header" if token.type == "thead_open" else "row"
        elif token.type == "tr_open" and token.map:
            row = token.map
            yield section, row[0], row[0] + 1, "|"
        elif token.type in ("heading_open", "heading_close"):
            heading = token.nesting == 1
        elif token.type in ("fence", "code_block", "html_block") and token.map:
            kind = "html" if token.type == "html_block" else "code"
            yield kind, token.map[0], token.map[1], token.content.rstrip("\n")
        elif token.type == "inline" and token.map and token.map != row and not _in_row(token.map, row):
            kind = "heading" if heading else "item" if item_depth else "paragraph"
            yield kind, token.map[0], token.map[1], token.content


def _in_row(where: list[int], row: list[int]) -> bool:
    return bool(row) and row[0] == where[0] and where[1] <= row[1]


def _locate(text: str, start: int, end: int, row: str) -> tuple[int, int]:
    """Return the range of one content line in its source line: the content is a tail of it."""
    start, end = _trimmed(text, start, end)
    row = row.strip()
    if row == "|":  # a table row is whole, pipes included
        return _trimmed(text, start + len(text[start:end]) - len(text[start:end].lstrip("> \t")), end)
    at = text.rfind(row, start, end) if row else end
    return (at, at + len(row)) if at >= 0 else (start, end)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while end > start and text[end - 1].isspace():
        end -= 1
    while start < end and text[start].isspace():
        start += 1
    return start, end


def _paragraph(text: str, kind: str, parts: list[tuple[int, int]]) -> Iterator[Block]:
    """Yield the paragraph, cut where a definition such as `[^1]: ...`
    or a bullet such as `a)` begins a line."""
    group: list[tuple[int, int]] = []
    name = kind
    for start, end in parts:
        bullet = BULLET.match(text, start, end) if kind in ("paragraph", "item") else None
        defines = kind in ("paragraph", "item") and DEFINITION.match(text, start, end)
        if (bullet or defines) and group:
            yield Block(name, tuple(group))
            group = []
        if bullet or defines:
            name = "item" if bullet else "definition"
        group.append((bullet.end() if bullet else start, end))
    if group:
        yield Block(name, tuple(group))


def _reference_list(text: str, found: list[Block]) -> list[Block]:
    """Return the blocks with a trailing list of references (its heading and each entry) marked as such."""
    lines = [
        (index, part)
        for index, block in enumerate(found)
        for part in (block.parts if block.kind != "code" else ())
    ]
    at = _first_entry(text, found, lines)
    if at is None:
        return found
    index = lines[at][0]
    block = found[index]
    kept = found[:index]
    inside = block.parts.index(lines[at][1])
    if inside:
        kept.append(Block(block.kind, block.parts[:inside]))
    entries: list[list[tuple[int, int]]] = []
    firsts = {block.parts[0] for block in found[index:]}
    for _, part in lines[at:]:
        if len(entries) > 1 and not _opens_entry(text, part) and part not in firsts:
            entries[-1].append(part)
        else:
            entries.append([part])
    return kept + [Block("reference", tuple(parts)) for parts in entries]


def _opens_entry(text: str, part: tuple[int, int]) -> bool:
    return ENTRY.match(text, *part) is not None or LISTED.match(text, *part) is not None


def _first_entry(text: str, found: list[Block], lines: list[tuple[int, tuple[int, int]]]) -> int | None:
    """Return the index of the line where a trailing reference list begins, or None when there is none."""
    if not lines or any(block.kind == "code" and block.start > lines[-1][1][0] for block in found):
        return None
    tail = len(lines)
    while tail and (
        ENTRY.match(text, *lines[tail - 1][1]) or found[lines[tail - 1][0]].kind in ("item", "definition")
    ):
        tail -= 1
    latest: list[int] = [tail - 1, *range(len(lines) - 2, max(len(lines) - 60, -1), -1)]
    for at in latest:
        if 0 <= at < len(lines) - 1 and REFERENCE_HEADING.fullmatch(text[slice(*lines[at][1])]):
            return at
    if INLINE_LIST.match(text, *lines[-1][1]):
        return len(lines) - 1
    entries: list[tuple[int, tuple[int, int]]] = lines[tail:]
    bracketed = [part for _, part in entries if ENTRY.match(text, *part)]
    if not entries or len(bracketed) < len(entries) or found[entries[0][0]].kind == "definition":
        return None
    cited = text[: entries[0][1][0]]
    marks = [text[start:end].split("]")[0].lstrip(" -*+") + "]" for start, end in bracketed]
    title = lines[tail - 1] if tail else None
    known = title is not None and any(mark in cited for mark in marks)
    if known and title and _short_heading(text[slice(*title[1])], found[title[0]].kind):
        return tail - 1  # a heading in a language the list above does not know
    before = text[lines[tail - 1][1][1] if tail else 0 : entries[0][1][0]]
    if re.search(r"\n[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*\r?\n", before):
        return tail
    repeated = len(marks) > 1 and all(mark in cited for mark in marks)
    return tail if repeated and re.search(r"\n\s*\n\s*$", before) else None


def _short_heading(line: str, kind: str) -> bool:
    if kind == "heading" or re.fullmatch(r"(\*\*|__)[^*_]+\1:?", line):
        return len(line.split()) <= 4
    return len(line) <= 40 and len(line.split()) <= 4 and line.rstrip("*_ ").endswith((":", "\uff1a"))
