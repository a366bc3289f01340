"""A document's blocks as a tree of sections, and its leaves as the units that chunks are packed from.

Units tile the text: white space belongs to the unit before it, the indent of a line to the unit it begins.
A list, a table or a quotation is one unit with parts; headings wait for the unit they introduce.
"""

import bisect
import functools
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

HEADINGS = ("heading", "slide", "sheet", "message")
_ATX = re.compile(r"[ \t]{0,3}#{1,6}(?:[ \t]+|$)")
_CLOSING = re.compile(r"(?:^|[ \t]+)#+[ \t]*$")
_UNDERLINE = re.compile(r"\n[ \t]*(?:=+|-+)[ \t]*$")
_MARKER = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)")
_CAPTION = re.compile(r"[*_\s]*(?:Table|Tab\.|Tabelle|Tableau|Tabla|\u8868)\s*[\dIVX]", re.IGNORECASE)
_CAPTION_LIMIT = 300  # characters; a longer paragraph is text about a table, not its caption (taste)


@dataclass(slots=True)
class Unit:
    """A range of the text that stays whole while it fits."""

    kind: str
    start: int
    end: int
    weight: int
    path: tuple[str, ...] = ()
    parts: list["Unit"] = field(default_factory=list)  # where it is cut first when it does not fit
    head: tuple[tuple[int, int], ...] = ()  # caption and table header, repeated when a chunk begins here
    lead: int = 0  # their weight
    owner: "Unit | None" = None  # the unit that was cut

    def move(self, path: tuple[str, ...]) -> None:
        """Put the unit and its parts under a section path."""
        self.path = path
        for part in self.parts:
            part.move(path)


@dataclass(slots=True)
class Section:
    """What stands under one heading: its own units, headings first, then its subsections."""

    path: tuple[str, ...] = ()
    level: int = 0
    weight: int = 0  # of everything inside
    units: list[Unit] = field(default_factory=list)
    children: list["Section"] = field(default_factory=list)

    def walk(self) -> Iterator[Unit]:
        """Yield every unit of the section and its subsections, in the order of the text."""
        yield from self.units
        for child in self.children:
            yield from child.walk()


def sections(
    text: str,
    blocks: Iterable[list[Any]],
    weigh: Callable[[str], int],
    cells: Sequence[float] = (),
) -> Section:
    """Return the root section; its units, walked in order, tile the whole text.

    A heading without text of its own is kept with the heading that follows, if that is no higher one.

    cells   where each cell of a notebook begins: each is one unit, between headings
    """
    leaves = _leaves(text, blocks, weigh)
    root = Section()
    stack = [root]
    waiting: list[Unit] = []  # headings whose text has not come yet
    for unit, level in _cells(text, cells, leaves, weigh):
        if unit.kind == "front_matter" and not waiting:  # no context for a model: packed with what follows
            waiting.append(unit)
            continue
        if unit.kind not in HEADINGS:
            _fill(stack, [*waiting, unit])
            waiting = []
            continue
        if waiting and level < stack[-1].level:  # an empty section, and a higher one begins
            _fill(stack, waiting)
            waiting = []
        while stack[-1].level >= level:
            stack.pop()
        section = Section((*stack[-1].path, title(text[unit.start : unit.end])), level)
        stack[-1].children.append(section)
        stack.append(section)
        waiting.append(unit)
    _fill(stack, waiting)
    return root


def _fill(stack: list[Section], units: list[Unit]) -> None:
    section = stack[-1]
    for unit in units:
        unit.move(section.path if unit.kind != "front_matter" else ())
    section.units.extend(units)
    weight = sum(unit.weight for unit in units)
    for open_section in stack:
        open_section.weight += weight


@functools.lru_cache(1024)  # a heading is asked for its path and for its anchor
def title(heading: str) -> str:
    """Return the text of a heading block: no #, no underline, no {#anchor}, on one line.

    >>> title("## First steps ##"), title("Deploy\\n======")
    ('First steps', 'Deploy')
    """
    words = heading.strip()
    if _ATX.match(words):
        words = _CLOSING.sub("", _ATX.sub("", words, count=1))
    else:
        words = _UNDERLINE.sub("", words)
    return " ".join(words.split())


def _leaves(
    text: str, blocks: Iterable[list[Any]], weigh: Callable[[str], int]
) -> Iterator[tuple[Unit, int]]:
    """Yield a unit for each block, with its level or depth; their ranges tile the text."""
    rows = [block for block in blocks if block[1] < block[2]]
    if not rows:
        rows = [["paragraph", 0, len(text), 0]]
    cuts = [0]
    for before, after in pairwise(rows):
        line = text.rfind("\n", before[2], after[1]) + 1
        cuts.append(line or after[1])
    cuts.append(len(text))
    for block, start, end in zip(rows, cuts, cuts[1:], strict=False):
        yield Unit(block[0], start, end, weigh(text[start:end])), int(block[3] or 0) if len(block) > 3 else 0


def _grouped(
    text: str, leaves: Iterable[tuple[Unit, int]], weigh: Callable[[str], int]
) -> Iterator[tuple[Unit, int]]:
    """Yield the leaves with every list, table and quotation gathered into one unit."""
    group: list[tuple[Unit, int]] = []
    caption: Unit | None = None
    for unit, level in leaves:
        if group and not _belongs(group, unit, level):
            yield _group(text, group, caption, weigh), 0
            caption, group = None, []
        if unit.kind in ("item", "quote", "table_header", "row") or (
            group and level and unit.kind not in HEADINGS
        ):
            group.append((unit, level))
            continue
        captions = unit.kind == "paragraph" and unit.end - unit.start <= _CAPTION_LIMIT
        caption = unit if captions and _CAPTION.match(text, unit.start) else None
        yield unit, level
    if group:
        yield _group(text, group, caption, weigh), 0


def _cells(
    text: str,
    cells: Sequence[float],
    leaves: Iterable[tuple[Unit, int]],
    weigh: Callable[[str], int],
) -> Iterator[tuple[Unit, int]]:
    """Yield the grouped leaves, those of one cell as one unit; a heading stays apart."""
    if not cells:
        yield from _grouped(text, leaves, weigh)
        return
    for (_, heads), group in itertools.groupby(
        leaves, lambda leaf: (bisect.bisect_left(cells, leaf[0].end), leaf[0].kind in HEADINGS)
    ):
        if heads:
            yield from group
        else:
            yield _joined("cell", [unit for unit, _ in _grouped(text, group, weigh)]), 0


def _belongs(group: list[tuple[Unit, int]], unit: Unit, level: int) -> bool:
    first = group[0][0].kind
    if first in ("table_header", "row"):
        return unit.kind == "row"
    if unit.kind in ("item", "quote") and level <= 1:
        return unit.kind == first
    return level > 0 and unit.kind not in HEADINGS


def _group(
    text: str, group: list[tuple[Unit, int]], caption: Unit | None, weigh: Callable[[str], int]
) -> Unit:
    units = [unit for unit, _ in group]
    if units[0].kind in ("table_header", "row"):
        return _table(text, units, caption, weigh)
    parts: list[list[Unit]] = []
    for unit, level in group:
        starts = level <= 1 and unit.kind in ("item", "quote")
        if not parts or (starts and (unit.kind == "quote" or _MARKER.match(text, unit.start))):
            parts.append([])
        parts[-1].append(unit)
    if len(parts) == 1:
        return _joined(units[0].kind, _nested(text, units, weigh))
    return _joined(units[0].kind, [_joined(units[0].kind, _nested(text, part, weigh)) for part in parts])


def _nested(text: str, units: list[Unit], weigh: Callable[[str], int]) -> list[Unit]:
    """Return the units with the rows of a table inside an item gathered."""
    out: list[Unit] = []
    rows: list[Unit] = []
    for unit in units:
        if unit.kind == "row" and rows:
            rows.append(unit)
            continue
        if rows:
            out.append(_table(text, rows, None, weigh))
            rows = []
        if unit.kind == "table_header":
            rows = [unit]
        else:
            out.append(unit)
    return [*out, _table(text, rows, None, weigh)] if rows else out


def _table(text: str, units: list[Unit], caption: Unit | None, weigh: Callable[[str], int]) -> Unit:
    """Return the table; its first row stays with the header, later rows repeat caption and header."""
    if units[0].kind == "table_header" and len(units) > 1:
        head = tuple((unit.start, unit.end) for unit in (caption, units[0]) if unit)
        lead = sum(weigh(text[start:end].strip() + "\n") for start, end in head)
        for unit in units[2:]:
            unit.head, unit.lead = head, lead
        both = units[0].weight + units[1].weight
        first = Unit("table_header", units[0].start, units[1].end, both, parts=units[:2])
        units = [first, *units[2:]]
    return _joined("table", units)


def _joined(kind: str, units: list[Unit]) -> Unit:
    if len(units) == 1:
        return units[0]
    return Unit(kind, units[0].start, units[-1].end, sum(unit.weight for unit in units), parts=units)
