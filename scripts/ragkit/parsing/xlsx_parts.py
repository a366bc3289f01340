"""The parts of .xlsx, .xlsb, .xls and .ods, for what the reader does not tell before it reads a sheet.

That is how far it extends, what repeats, and which formulas have no value.
"""

import html
import re
import struct
import zipfile
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import NamedTuple

from ragkit.parsing.body import DAMAGED

_CELL = re.compile(rb"""<(?:\w+:)?c\b[^<>]*?\br=["']([A-Za-z]+)(\d+)["'][^<>]*(?<!/)>\s*<(?:\w+:)?[vfi]""")
_VALUE = re.compile(rb"office:value|<text:p>[^<]")
_ODS_ROW = re.compile(rb"<table:table-row(?=[\s>/])")
_ODS_ROWS = re.compile(rb'[^<>]*number-rows-repeated="(\d{1,9})"')
_ODS_COLUMNS = re.compile(rb'number-columns-repeated="(\d{1,9})"')
_WIDEST, _HIGHEST = 16_384, 1_048_576  # of the format itself
# Record types of .xlsb: MS-XLSB 2.3, as sheetjs and calamine read them too.
_ROW, _BLANK, _LAST_CELL, _BUNDLE_SHEET, _END_DATA = 0, 1, 11, 156, 146
BINARY = b"\x81\x01"  # how a sheet of an .xlsb begins: BrtBeginSheet, 129


def sheets(data: bytes) -> dict[str, bytes]:
    """Return {sheet name: its part} of .xlsx and .xlsb; {} for other formats and what cannot be read."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            names = archive.namelist()
            book = next((name for name in ("xl/workbook.xml", "xl/workbook.bin") if name in names), None)
            if book is None:
                return {}
            listed = (_listed if book.endswith("xml") else _bundled)(archive.read(book))
            links = archive.read(f"xl/_rels/{book[3:]}.rels").decode("utf-8", "replace")
            targets = {
                _attribute(tag, "Id"): _attribute(tag, "Target")
                for tag in re.findall(r"<Relationship\b[^<>]*>", links)
            }
            out = {}
            for link, name in listed:
                target = targets.get(link, "").lstrip("/")
                path = target if target.startswith("xl/") else f"xl/{target}"
                if path in names:
                    out[name] = archive.read(path)
            return out
    except DAMAGED:
        return {}


def _listed(book: bytes) -> Iterator[tuple[str, str]]:
    """Yield (id of its relation, name) of each sheet of an .xlsx."""
    for tag in re.findall(r"<(?:\w+:)?sheet\b[^<>]*>", book.decode("utf-8", "replace")):
        yield _attribute(tag, "r:id"), html.unescape(_attribute(tag, "name"))


def _bundled(book: bytes) -> Iterator[tuple[str, str]]:
    """Yield the same of an .xlsb: state, number, id and name, the texts with their lengths before them."""
    for kind, start, end in records(book):
        if kind == _BUNDLE_SHEET:
            texts: list[str] = []
            at = start + 8
            while at + 4 <= end and len(texts) < 2:
                after = at + 4 + 2 * int.from_bytes(book[at : at + 4], "little")
                texts.append(book[at + 4 : min(after, end)].decode("utf-16-le", "replace"))
                at = after
            if len(texts) == 2:
                yield texts[0], texts[1]


def records(part: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield (type, start of its data, end) of each record: MS-XLSB 2.1.4, seven bits a byte."""
    at, last = 0, len(part)
    while at + 1 < last:
        kind = part[at]
        at += 1
        if kind > 127:
            kind = kind & 127 | (part[at] & 127) << 7
            at += 1
        size = shift = 0
        while at < last and shift < 28:
            byte = part[at]
            at += 1
            size |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        yield kind, at, min(at + size, last)
        at += size


def extent(part: bytes) -> int:
    """Return how many cells the rectangle around all cells with a value has; 0 for none.

    ValueError for a cell beyond the last column or row that the format has.
    """
    if part.startswith(BINARY):
        return _binary_extent(part)
    columns, rows = set(), set()
    for letters, digits in _CELL.findall(part):
        columns.add(letters)
        rows.add(digits)
    if not columns:
        return 0
    if max(map(len, columns)) > 3 or max(map(len, rows)) > 7:
        raise ValueError("a cell beyond the last column or row a sheet can have")
    across, down = [_column(letters) for letters in columns], [int(digits) for digits in rows]
    return _rectangle(min(across), max(across), min(down), max(down))


def _rectangle(left: int, right: int, top: int, bottom: int) -> int:
    """Return how many cells lie between these columns and rows, counted from 1."""
    if right > _WIDEST or bottom > _HIGHEST:
        raise ValueError("a cell beyond the last column or row a sheet can have")
    return (right - left + 1) * (bottom - top + 1)


def _binary_extent(part: bytes) -> int:
    """Return extent() of a sheet of an .xlsb, from its cells: what BrtWsDim says need not be true."""
    row, rows, columns = 0, set(), set()
    for kind, start, _ in records(part):
        if _BLANK < kind <= _LAST_CELL:
            columns.add(part[start : start + 4])
            rows.add(row)
        elif kind == _ROW:
            row = int.from_bytes(part[start : start + 4], "little")
        elif kind == _END_DATA:
            break
    if not columns:
        return 0
    across = [int.from_bytes(each, "little") + 1 for each in columns]
    return _rectangle(min(across), max(across), min(rows) + 1, max(rows) + 1)


class Repeats(NamedTuple):
    """How a sheet of an .ods unfolds."""

    row: int  # how often its most repeated row with a value is repeated
    cells: int  # from A1 to its last cell with a value, at the most


def unfolded(tables: Mapping[str, bytes]) -> dict[str, Repeats]:
    """Return {sheet of an .ods: how it unfolds}.

    A few bytes stand for a million equal rows, and for as many empty ones before the last value.
    tables  what ods_tables returns
    """
    out = {}
    for found, sheet in tables.items():
        most = rows = height = width = 0
        for after in _ODS_ROW.split(sheet)[1:]:
            row = after.partition(b"</table:table-row>")[0]
            match = _ODS_ROWS.match(row)
            times = int(match[1]) if match else 1
            rows += times
            if _VALUE.search(row):
                most, height = max(most, times), rows
                used = row[: _last_value(row)]
                across = used.count(b"<table:table-cell") + used.count(b"<table:covered-table-cell")
                repeated = [int(found) for found in _ODS_COLUMNS.findall(used)]
                width = max(width, across + sum(repeated) - len(repeated))
        out[found] = Repeats(most, min(height, _HIGHEST) * min(width, _WIDEST))
    return out


def ods_tables(data: bytes) -> dict[str, bytes]:
    """Return {sheet: its table in content.xml} of an .ods; {} for other formats and what cannot be read."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            part = archive.read("content.xml") if "content.xml" in archive.namelist() else b""
    except DAMAGED:
        return {}
    out = {}
    for sheet in re.split(rb"(?=<table:table )", part)[1:]:
        name = re.search(rb'table:name="([^"]*)"', sheet)
        out[html.unescape((name[1] if name else b"").decode("utf-8", "replace"))] = sheet
    return out


def _last_value(row: bytes) -> int:
    """Return where the tag of the last cell of an .ods row ends that may hold a value."""
    stated = row.find(b">", row.rfind(b"office:value"))
    return max(stated, row.rfind(b"</table:table-cell>"), row.rfind(b"</table:covered-table-cell>"))


def _column(letters: bytes) -> int:
    """Return the number of a column, A is 1."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - 64
    return number


def place(reference: str) -> tuple[int, int] | None:
    """Return (row, column) from 0 of a cell, e.g. (5, 1) for "B6"; None for what names none."""
    match = re.fullmatch(r"([A-Z]{1,3})(\d{1,7})", reference)
    return (int(match[2]) - 1, _column(match[1].encode()) - 1) if match else None


def without_value(part: bytes) -> list[str]:
    """Return the cells of an .xlsx whose formula was saved without a result; an .xlsb has one for each."""
    if part.startswith(BINARY):
        return []
    out = []
    for piece in part.decode("utf-8", "replace").split("</c>")[:-1]:
        tag, _, inner = piece[piece.rfind("<c ") :].partition(">")
        if re.search(r"<f\b", inner) and not re.search(r"<v>[^<]|<t\b[^>]*>[^<]", inner):
            out.append(_attribute(tag, "r"))
    return out


def _attribute(tag: str, name: str) -> str:
    match = re.search(rf'\b{re.escape(name)}="([^"]*)"', tag)
    return match.group(1) if match else ""


def spanned(data: bytes) -> int:
    """Return how many cells the sheets of an .xls say they span, by DIMENSIONS (MS-XLS 2.4.90)."""
    found = re.finditer(rb"\x00\x02\x0e\x00(.{14})", data, re.DOTALL)
    sizes = (struct.unpack("<IIHHH", match.group(1)) for match in found)
    return sum(
        (rows - first) * (columns - left)
        for first, rows, left, columns, zero in sizes
        if zero == 0 and first < rows <= 65_536 and left < columns <= 256
    )
