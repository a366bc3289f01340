"""Columns and rows of a sheet that nobody sees: hidden by hand, or only folded or filtered away.

Told by .xlsx, .xlsb and .ods; the reader of cells gives hidden ones like any other.
"""

import bisect
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ragkit.parsing import xlsx_parts

_COLUMN = re.compile(rb"<(?:\w+:)?col\b[^<>]*>")
_ROW = re.compile(rb"<(?:\w+:)?row\b[^<>]*>")
_FILTER = re.compile(
    rb"""<(?:\w+:)?autoFilter\b[^<>]*\bref=["'][A-Z$]*(\d+):[A-Z$]*(\d+)["'][^<>]*>\s*<(?:\w+:)?filterColumn"""
)
_ODS = re.compile(rb"<(/?)table:table-(column-group|row-group|column|row)(?=[\s/>])([^<>]*)>")
_ODS_TIMES = re.compile(rb'number-(?:columns|rows)-repeated="(\d{1,9})"')
_HIGHEST = 1_048_576  # rows of the format itself
_SHOWN = 8  # ranges that a note names: taste
Merged = tuple[tuple[int, int], tuple[int, int]]  # first and last (row, column), from 0
# Record types and their flags: MS-XLSB 2.4.20, 2.4.323, 2.4.740, as sheetjs reads them too.
_ROW_HEADER, _COLUMN_INFO, _BEGIN_FILTER, _BEGIN_FILTER_COLUMN = 0, 60, 161, 163


class Hidden(NamedTuple):
    """Ranges [first, last], counted from 1, in order."""

    columns: list[tuple[int, int]]  # hidden by hand
    rows: list[tuple[int, int]]
    folded: list[tuple[int, int]]  # rows that a filter takes away or a group folds: a click shows them
    folded_columns: list[tuple[int, int]]


NOTHING = Hidden([], [], [], [])


def of(part: bytes) -> Hidden:
    """Return what is hidden in the part of a sheet of .xlsx or .xlsb, or in the table of an .ods."""
    if not part:
        return NOTHING
    kind = _binary if part.startswith(xlsx_parts.BINARY) else _ods if b"<table:table" in part[:64] else _xml
    columns, rows, filters = kind(part)
    by_hand: list[tuple[int, int]] = []
    folded: list[tuple[int, int]] = []
    for first, last, folds in rows:
        away = folds or any(top < first and last <= bottom for top, bottom in filters)
        (folded if away else by_hand).append((first, last))
    return Hidden(
        _ranges([(first, last) for first, last, folds in columns if not folds]),
        _ranges(by_hand),
        _ranges(folded),
        _ranges([(first, last) for first, last, folds in columns if folds]),
    )


Found = tuple[list[tuple[int, int, bool]], list[tuple[int, int, bool]], list[tuple[int, int]]]


def _xml(part: bytes) -> Found:
    """Return ([columns: first, last, whether a group folds them], rows alike, [rows of an active filter])."""
    head = part[: part.find(b"sheetData")]
    columns = [
        (_number(tag, b"min"), _number(tag, b"max"), _number(tag, b"outlineLevel") > 0)
        for tag in _COLUMN.findall(head)
        if _away(tag, b"width")
    ]
    rows, at = [], 0
    for tag in _ROW.findall(part):
        at = _number(tag, b"r") or at + 1
        if (b"hidden" in tag or b"ht=" in tag) and _away(tag, b"ht"):
            rows.append((at, at, _number(tag, b"outlineLevel") > 0))
    filters = [(int(top), int(bottom)) for top, bottom in _FILTER.findall(part)]
    if re.search(rb"""<(?:\w+:)?sheetPr\b[^<>]*\bfilterMode=["'](?:1|true)""", head):
        filters = filters or [(0, _HIGHEST)]  # an advanced filter, which states no range
    return columns, rows, filters


def _away(tag: bytes, size: bytes) -> bool:
    return bool(re.search(rb"""\bhidden=["'](?:1|true)["']|\b%s=["']0(?:\.0*)?["']""" % size, tag))


def _number(tag: bytes, name: bytes) -> int:
    match = re.search(rb"""\b%s=["'](\d{1,7})["']""" % name, tag)
    return int(match[1]) if match else 0


def _binary(part: bytes) -> Found:
    columns: list[tuple[int, int, bool]] = []
    rows: list[tuple[int, int, bool]] = []
    filters: list[tuple[int, int]] = []
    wanted: tuple[int, int] | None = None
    for kind, start, end in xlsx_parts.records(part):
        data = part[start:end] if kind in (_ROW_HEADER, _COLUMN_INFO, _BEGIN_FILTER) else b""
        if kind == _COLUMN_INFO and len(data) >= 18 and data[16] & 1:
            columns.append((_whole(data, 0) + 1, _whole(data, 4) + 1, bool(data[17] & 7)))
        elif kind == _ROW_HEADER and len(data) >= 12 and data[11] & 16:
            rows.append((_whole(data, 0) + 1, _whole(data, 0) + 1, bool(data[11] & 7)))
        elif kind == _BEGIN_FILTER and len(data) >= 8:
            wanted = _whole(data, 0) + 1, _whole(data, 4) + 1
        elif kind == _BEGIN_FILTER_COLUMN and wanted:
            filters.append(wanted)
    return columns, rows, filters


def _whole(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "little")


def _ods(part: bytes) -> Found:
    found: dict[bytes, list[tuple[int, int, bool]]] = {b"column": [], b"row": []}
    at = {b"column": 0, b"row": 0}
    shut = {b"column": [False], b"row": [False]}  # of the groups open here: whether one is folded
    for match in _ODS.finditer(part):
        closing, what, attributes = match.groups()
        kind, group, _ = what.partition(b"-")
        if group:
            if closing and len(shut[kind]) > 1:
                shut[kind].pop()
            elif not closing:
                shut[kind].append(shut[kind][-1] or b'table:display="false"' in attributes)
        elif not closing:
            times = _ODS_TIMES.search(attributes)
            first = at[kind] + 1
            at[kind] += int(times[1]) if times else 1
            seen = re.search(rb'table:visibility="(collapse|filter)"', attributes)
            if seen:
                found[kind].append((first, at[kind], seen[1] == b"filter" or shut[kind][-1]))
    return found[b"column"], found[b"row"], []


def _ranges(found: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the ranges in order, those that touch as one."""
    out: list[tuple[int, int]] = []
    for first, last in sorted(found):
        if out and first <= out[-1][1] + 1:
            out[-1] = out[-1][0], max(last, out[-1][1])
        elif 0 < first <= last:
            out.append((first, last))
    return out


def take_out(rows: list[list[str]], hidden: Hidden) -> Iterator[tuple[str, str]]:
    """Empty the hidden cells in place; yield (code, what) for each kind of them that held anything."""
    wide = max(map(len, rows), default=0)
    everywhere = range(len(rows))
    columns = [each for each in hidden.columns if _holds(rows, everywhere, _within(each, wide))]
    high = [each for each in hidden.rows if _holds(rows, _within(each, len(rows)), range(wide))]
    for each in columns:
        for row in rows:
            for column in _within(each, len(row)):
                row[column] = ""
    for each in high:
        for number in _within(each, len(rows)):
            rows[number] = []
    if columns:
        yield "hidden_column", f"column {_named(columns, letters)}"
    if high:
        yield "hidden_row", f"row {_named(high, str)}"
    folded = sum(any(rows[number]) for each in hidden.folded for number in _within(each, len(rows)))
    if folded:
        yield "folded_cells", f"{folded} rows that a filter or a group hides"
    aside = [each for each in hidden.folded_columns if _holds(rows, everywhere, _within(each, wide))]
    if aside:
        yield "folded_cells", f"column {_named(aside, letters)}"


def moved(rows: list[list[str]], merged: list[Merged], hidden: Hidden) -> list[Merged]:
    """Return the merged ranges without the hidden columns and rows they begin with; their value moves along.

    What a merged cell says is seen as long as one of its columns and rows is.
    """
    out = []
    for (top, left), (bottom, right) in merged:
        column, row = _first(left, right, hidden.columns), _first(top, bottom, hidden.rows)
        if (row, column) != (top, left) and row < len(rows) and column < len(rows[row]):
            rows[row][column] = rows[row][column] or rows[top][left]
        out.append(((row, column), (bottom, right)))
    return out


def _first(start: int, end: int, hidden: list[tuple[int, int]]) -> int:
    """Return the first number from 0 that is not hidden; `start` where all are."""
    at = bisect.bisect(hidden, (start + 1, _HIGHEST)) - 1
    after = hidden[at][1] if at >= 0 and start < hidden[at][1] else start
    return after if after <= end else start


def away(reference: str, hidden: Hidden) -> bool:
    """Return whether the cell, e.g. "B6", is hidden by hand."""
    place = xlsx_parts.place(reference)
    return place is not None and any(
        first - 1 <= number < last
        for number, ranges in zip(place, (hidden.rows, hidden.columns), strict=True)
        for first, last in ranges
    )


def letters(number: int) -> str:
    """Return the letters of a column, 1 is A."""
    out = ""
    while number:
        number, rest = divmod(number - 1, 26)
        out = chr(65 + rest) + out
    return out


def _named(ranges: list[tuple[int, int]], name: Callable[[int], str]) -> str:
    shown = [
        name(first) if first == last else f"{name(first)}-{name(last)}" for first, last in ranges[:_SHOWN]
    ]
    return ", ".join(shown) + (", ..." if len(ranges) > _SHOWN else "")


def _within(each: tuple[int, int], limit: int) -> range:
    return range(each[0] - 1, min(each[1], limit))


def _holds(rows: list[list[str]], down: range, across: range) -> bool:
    return any(column < len(rows[row]) and rows[row][column] for row in down for column in across)
