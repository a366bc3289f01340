"""A document's text and the ranges on it, written together, so that a range can never be wrong.

Block types: front_matter, heading (level 1 to 6), paragraph, item (depth from 1), quote, fence, code, html,
rule, table_header, row, slide, sheet and message (these three carry a title and a level, like a heading).
"""

import bisect
import json
import lzma
import math
import re
import struct
import tarfile
import zipfile
import zlib
from typing import Any, NamedTuple
from xml.parsers.expat import ExpatError

Block = list[Any]  # [type, start, end, level or depth] and, in paged documents, the physical page
Page = list[Any]  # [start, end, number from 1, printed label]

# Code points JSON or XML cannot carry, and lone surrogates; a form feed becomes a newline, which it means.
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")
_SURROGATE = re.compile("[\ud800-\udfff]")

# What the libraries that read compressed and XML files raise on a damaged one; none of them a bug of ours.
DAMAGED: tuple[type[Exception], ...] = (
    zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, struct.error, EOFError, OSError,
    LookupError, ValueError, AttributeError, TypeError, RuntimeError, SyntaxError, AssertionError, ExpatError,
)  # fmt: skip


_MOST_PADDED = 5_000_000  # cells of a table that is padded: taste


QUOTED = 200  # characters of what hidden text says that a note quotes for a person to look at


class Warn(NamedTuple):
    """Something lost or doubtful; codes are in losses.py."""

    code: str
    detail: str = ""
    page: int | None = None


class Parsed(NamedTuple):
    """What one reader found in one document."""

    text: str = ""
    blocks: list[Block] = []  # noqa: RUF012  never changed in place
    pages: list[Page] = []  # noqa: RUF012
    cells: list[int] = []  # noqa: RUF012  where each cell of a notebook begins
    title: str = ""
    updated: str | None = None
    url: str | None = None
    lang: str | None = None
    acl: list[str] | None = None
    tenant: str | None = None
    meta: dict[str, Any] = {}  # noqa: RUF012
    warnings: tuple[Warn, ...] = ()


class Body:
    """Text under construction: blocks are appended, their ranges follow."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._page: int | None = None
        self.blocks: list[Block] = []
        self.pages: list[Page] = []

    def add(self, kind: str, text: str, level: int = 0, tight: bool = False) -> None:
        """Append one block after an empty line (`tight`: on the next line); blank text adds nothing."""
        text = clean(text).rstrip()
        if not text.strip():
            return
        lead = len(text) - len(text.lstrip("\n"))
        text = text[lead:]
        if self._parts:
            self._put("\n" if tight else "\n\n")
        start = self._length
        self._put(text)
        block: Block = [kind, start, self._length, level]
        if self._page is not None:
            block.append(self._page)
        self.blocks.append(block)

    def extend(self, text: str, blocks: list[Block]) -> None:
        """Append a text with its blocks after an empty line, ranges moved along."""
        content = text.strip("\n")
        if not content.strip():
            return
        lead = len(text) - len(text.lstrip("\n"))
        if self._parts:
            self._put("\n\n")
        shift = self._length - lead
        self._put(content)
        page = [] if self._page is None else [self._page]
        self.blocks.extend(
            [[kind, start + shift, end + shift, level, *page] for kind, start, end, level, *_ in blocks]
        )

    def start_page(self, number: int, label: str) -> None:
        """Begin a page: later blocks lie on it; it ends where the next one begins."""
        self._page = number
        self.pages.append([self._length, self._length, number, label])

    def finish(self) -> tuple[str, list[Block], list[Page]]:
        """Return text, blocks and pages; the text ends in a newline, pages tile it."""
        if self._parts:
            self._put("\n")
        ends = [page[0] for page in self.pages[1:]] + [self._length]
        for page, end in zip(self.pages, ends, strict=False):
            page[1] = end
        return "".join(self._parts), self.blocks, self.pages

    def _put(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)


def clean(text: str) -> str:
    """Return the text with LF newlines and without the control characters no record can carry."""
    if text.replace("\n", "").isprintable():  # nearly always, and fast
        return text
    return _UNWRITABLE.sub(_replace, text.replace("\r\n", "\n").replace("\r", "\n"))


def _replace(match: re.Match[str]) -> str:
    found = match.group()
    if found in "\x0b\x0c":
        return "\n"
    return "\ufffd" if found >= "\ud800" else ""


def quoted(text: str) -> str:
    """Return the beginning of a text in quotation marks, on one line."""
    return json.dumps(" ".join(text.split())[:QUOTED], ensure_ascii=False)


def writable(value: Any) -> Any:
    """Return the value as a record can carry it: no lone surrogate, no NaN; a text keeps its length."""
    if isinstance(value, str):
        return value if value.isascii() else _SURROGATE.sub("\ufffd", value)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict):
        return {writable(key): writable(item) for key, item in value.items()}
    return [writable(item) for item in value] if isinstance(value, (list, tuple)) else value


def table(body: Body, rows: list[list[str]], header_rows: int = 1) -> None:
    """Append a table as Markdown: the header (with its rule) is one block, each further row one block.

    rows         cells as plain text; a "|" inside a cell is escaped; ragged rows are padded, but not
                 thousands of them to the width of one: Markdown reads a short row as padded
    header_rows  how many leading rows are header; 0 writes an empty header, as Markdown needs one
    """
    width = max((len(row) for row in rows), default=0)
    if not width:
        return
    even = width if width * len(rows) <= _MOST_PADDED else 0
    lines = [_row(row, width if number < header_rows else even) for number, row in enumerate(rows)]
    head = lines[:header_rows] or [_row([], width)]
    body.add("table_header", "\n".join([*head[:1], "|" + " --- |" * width, *head[1:]]))
    for line in lines[header_rows:]:
        body.add("row", line, tight=True)


def _row(cells: list[str], width: int) -> str:
    padded = [" ".join(cell.split()).replace("|", "\\|") for cell in cells] + [""] * (width - len(cells))
    return "| " + " | ".join(padded) + " |"


def lines_of(text: str) -> list[int]:
    """Return the offset at which each line of the text begins, and its length as a last entry."""
    starts = [0]
    starts.extend(match.end() for match in re.finditer("\n", text))
    if starts[-1] != len(text):
        starts.append(len(text))
    return starts


def span(text: str, starts: list[int], first: int, last: int) -> tuple[int, int]:
    """Return the range of lines [first, last), blank edges and the final newline left out."""
    start, end = starts[min(first, len(starts) - 1)], starts[min(last, len(starts) - 1)]
    stripped = text[start:end].rstrip()
    end = start + len(stripped)
    while start < end and (gap := text.find("\n", start, end)) >= 0 and not text[start:gap].strip():
        start = gap + 1
    return start, end


def cover(text: str, blocks: list[Block]) -> list[Block]:
    """Return the blocks with every uncovered non-blank run of lines added as a paragraph, in order.

    Markdown readers give no token for some lines (link definitions): the text must not lose them.
    """
    full: list[Block] = []
    starts: list[int] = []
    at = 0
    for block in [*sorted(blocks, key=lambda each: each[1]), ["end", len(text), len(text), 0]]:
        if text[at : block[1]].strip():
            starts = starts or lines_of(text)
            first = bisect.bisect_right(starts, at) - 1 if at == 0 or text[at - 1] == "\n" else None
            begin = starts[first] if first is not None else at
            lead = text[begin : block[1]]
            begin += len(lead) - len(lead.lstrip())
            full.append(["paragraph", begin, begin + len(lead.strip()), 0])
        full.append(block)
        at = block[2]
    return full[:-1]
