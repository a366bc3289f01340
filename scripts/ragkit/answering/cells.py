"""Numbers of a sentence against the tables of its source: the right figure from the wrong row or column.

A sentence that names a row by its first cell, and gives a number which stands in other rows only, has taken
it from the wrong row. The column is compared where the sentence names one beside the number, by its header or
by its unit, and where the headers are years or the rows are attributes of named columns.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from ragkit.answering import quantities
from ragkit.answering import quantity_words as words
from ragkit.answering.alignment import stems
from ragkit.answering.quantities import Quantity

EDGE = re.compile(r"(?<!\\)\|")
RULE = re.compile(r"[\s|:-]+")
_GROUP = re.compile(r"[)\]]\s+\w")  # words behind the unit of a header: the first of several under it
UNIT = re.compile(
    r"[(\[](?P<a>[^()\[\]]{1,24})[)\]]|,\s(?P<b>[^,]{1,16})\Z|\s(?:in|en|em)\s(?P<c>[^\s]{1,20})\Z"
)
BARE = re.compile(r"\S\s\|\s")
YEAR = re.compile(r"\s*(?:1[89]|20)\d\d\s*")


class Cell(NamedTuple):
    table: int
    row: int
    column: int
    start: int  # in the source
    end: int
    text: str


class Table(NamedTuple):
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@lru_cache(maxsize=256)
def tables(source: str) -> tuple[Table, ...]:
    """Return the pipe tables of a source; without a rule below its first line, a table has no header."""
    found: list[Table] = []
    lines: list[tuple[int, str]] = []
    at = 0
    for line in [*source.splitlines(keepends=True), ""]:
        if line.lstrip().startswith("|") or (BARE.search(line) and _goes_on(line, lines)):
            lines.append((at, line))
        elif lines:
            found += (
                [_table(len(found), lines)] if len(lines) > 1 or lines[0][1].lstrip().startswith("|") else []
            )
            lines = []
        at += len(line)
    return tuple(found)


def _goes_on(line: str, lines: list[tuple[int, str]]) -> bool:
    """Return whether a line without outer bars begins a table or has as many cells as the lines above it."""
    return not lines or len(EDGE.findall(line.strip(" |"))) == len(EDGE.findall(lines[-1][1].strip(" |\n")))


def _table(number: int, lines: list[tuple[int, str]]) -> Table:
    ruled = len(lines) > 1 and RULE.fullmatch(lines[1][1]) is not None and "-" in lines[1][1]
    bare = not ruled and not lines[0][1].lstrip().startswith("|")  # its first line heads it
    header = tuple(cell.text for cell in _cells(number, 0, *lines[0])) if ruled or bare else ()
    body = [line for line in lines[2 if ruled else bare :] if not RULE.fullmatch(line[1])]
    return Table(header, tuple(_cells(number, row, *line) for row, line in enumerate(body)))


def _cells(table: int, row: int, at: int, line: str) -> tuple[Cell, ...]:
    edges = [match.start() for match in EDGE.finditer(line)]
    if not line.lstrip().startswith("|"):
        edges.insert(0, -1)
    if not edges or line[edges[-1] + 1 :].strip():
        edges.append(len(line.rstrip()))
    return tuple(
        Cell(table, row, column, at + start + 1, at + end, line[start + 1 : end].strip())
        for column, (start, end) in enumerate(pairwise(edges))
    )


@lru_cache(maxsize=256)
def headed(source: str) -> tuple[Quantity, ...]:
    """Return the numbers of cells whose unit or magnitude stands in the header: "Revenue (million)"."""
    found: list[Quantity] = []
    for table in tables(source):
        units = _units(table.header)
        for cell in (cell for row in table.rows for cell in row[1:]):
            if cell.column < len(units) and (unit := units[cell.column]):
                for number in quantities.find(f"{cell.text} {unit}", source=True):
                    if number.dimension or number.values[0] >= 1000:
                        found.append(number._replace(start=cell.start, end=cell.end))
    return tuple(found)


def _units(header: Sequence[str]) -> list[str]:
    """Return the unit of each column; "Volume (m3) Full" heads a group, whose unit is the next one's too."""
    found, group = [], ""
    for name in header:
        unit = _unit(name)
        group = (unit if _GROUP.search(name) else "") if unit else group
        found.append(unit or group)
    return found


def _unit(header: str) -> str:
    match = UNIT.search(header)
    if not match:
        return ""
    named = next(group for group in match.groups() if group)
    parts = re.findall(r"[^\W\d_]+|[%\u20ac$\u00a3\u00b0]+C?", named)
    return " ".join(sorted(parts, key=lambda part: part.lower() not in words.MAGNITUDES))


def misplaced(
    sentence: str, source: str, quantity: Quantity, places: list[Quantity], question: str = ""
) -> Cell | None:
    """Return the cell the sentence means when its number stands in other rows or columns only, else None.

    places  where the source has an equal number
    """
    grids = tables(source)
    if not grids or not places:
        return None
    cells = [cell for grid in grids for row in grid.rows for cell in row]
    held = [cell for place in places for cell in cells if cell.start <= place.start and place.end <= cell.end]
    if len(held) < len(places) or any(cell.column == 0 for cell in held):
        return None  # it also stands outside the tables, or names a row
    said = set(stems(sentence)) | set(stems(question))
    named = {
        (row[0].table, row[0].row) for grid in grids for row in grid.rows if row and _names(row[0].text, said)
    }
    own = {table for table, _ in named}
    if any(cell.table not in own for cell in held):
        named = set()
    right = [cell for cell in held if not named or (cell.table, cell.row) in named]
    if not right:
        return next(
            (cell for cell in cells if (cell.table, cell.row) in named and cell.column == held[0].column),
            None,
        )
    if any(_column_fits(cell, grids[cell.table], sentence, quantity, said) for cell in right):
        return None
    others = [cell for cell in cells if cell[:2] == right[0][:2] and cell.column not in (0, right[0].column)]
    return next(
        (cell for cell in others if _column_fits(cell, grids[cell.table], sentence, quantity, said)), None
    )


def _names(key: str, said: set[str]) -> bool:
    key_stems = stems(key)
    return bool(key_stems) and set(key_stems) <= said


def _column_fits(cell: Cell, grid: Table, sentence: str, quantity: Quantity, said: set[str]) -> bool:
    """Return whether nothing in the sentence puts the number into another column than the cell's."""
    if cell.column >= len(grid.header) or len(grid.header) < 3:
        return True
    headers = list(enumerate(grid.header))[1:]
    if all(YEAR.fullmatch(name) for _, name in headers) or _by_attribute(grid):
        meant = {column for column, name in headers if _names(name, said)}
        return not meant or cell.column in meant
    if quantity.dimension:
        held = {column for column, _ in headers if quantity.dimension in _dimensions(grid, column)}
        return not held or cell.column in held
    word = re.match(r"\s([^\W\d_]+)", sentence[quantity.end :])
    after = set(stems(word.group(1))) if word else set()
    meant = {column for column, name in headers if after & set(stems(name))}
    return not meant or cell.column in meant


@lru_cache(maxsize=256)
def _by_attribute(grid: Table) -> bool:
    """Return whether rows are alike and columns mixed: attributes down the side, things along the top."""
    alike = [frozenset().union(*(_kinds(cell) for cell in row[1:])) for row in grid.rows if len(row) > 2]
    return len(alike) > 1 and all(len(kinds) == 1 for kinds in alike) and len(set(alike)) > 1


def _kinds(cell: Cell) -> frozenset[str]:
    return frozenset(number.dimension for number in quantities.find(cell.text)) or frozenset(("text",))


def _dimensions(grid: Table, column: int) -> frozenset[str]:
    unit = _units(grid.header)[column]
    return frozenset(
        number.dimension
        for row in grid.rows
        if column < len(row)
        for number in quantities.find(f"{row[column].text} {unit}".strip(), source=True)
    )
