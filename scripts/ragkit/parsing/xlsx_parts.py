"""The XML of .xlsx and .ods, for what the reader does not tell: extent, repeats, formulas without a value."""

import html
import re
import struct
import zipfile
from io import BytesIO

from ragkit.parsing.body import DAMAGED

_CELL = re.compile(rb"""<(?:\w+:)?c\b[^>]*?\br=["']([A-Za-z]+)(\d+)["'][^>]*(?<!/)>\s*<(?:\w+:)?[vfi]""")
_VALUE = re.compile(rb"office:value|<text:p>[^<]")
_REPEATS = 5_000  # equal rows: taste
_WIDEST, _HIGHEST = 16_384, 1_048_576  # of the format itself


def sheets(data: bytes) -> dict[str, bytes]:
    """Return {sheet name: its XML}; {} for other formats and what cannot be read."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            if "xl/workbook.xml" not in archive.namelist():
                return {}
            book = archive.read("xl/workbook.xml").decode("utf-8", "replace")
            links = archive.read("xl/_rels/workbook.xml.rels").decode("utf-8", "replace")
            targets = {
                _attribute(tag, "Id"): _attribute(tag, "Target")
                for tag in re.findall(r"<Relationship\b[^>]*>", links)
            }
            out = {}
            for tag in re.findall(r"<(?:\w+:)?sheet\b[^>]*>", book):
                target = targets.get(_attribute(tag, "r:id"), "").lstrip("/")
                path = target if target.startswith("xl/") else f"xl/{target}"
                if path in archive.namelist():
                    out[html.unescape(_attribute(tag, "name"))] = archive.read(path)
            return out
    except DAMAGED:
        return {}


def extent(part: bytes) -> int:
    """Return how many cells the rectangle around all cells with a value has; 0 for none.

    ValueError for a cell beyond the last column or row that the format has.
    """
    columns, rows = set(), set()
    for letters, digits in _CELL.findall(part):
        columns.add(letters)
        rows.add(digits)
    if not columns:
        return 0
    if max(map(len, columns)) > 3 or max(map(len, rows)) > 7:
        raise ValueError("a cell beyond the last column or row a sheet can have")
    across, down = [_column(letters) for letters in columns], [int(digits) for digits in rows]
    if max(across) > _WIDEST or max(down) > _HIGHEST:
        raise ValueError("a cell beyond the last column or row a sheet can have")
    return (max(across) - min(across) + 1) * (max(down) - min(down) + 1)


def swollen(data: bytes) -> dict[str, int]:
    """Return {sheet of an .ods: how often its most repeated row with a value is repeated}, from _REPEATS up.

    A few bytes stand for a million equal rows, which are no content and take minutes and gigabytes.
    """
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            part = archive.read("content.xml") if "content.xml" in archive.namelist() else b""
    except DAMAGED:
        return {}
    out = {}
    for sheet in re.split(rb"(?=<table:table )", part)[1:]:
        repeats = [
            int(match[1])
            for row in re.findall(rb"<table:table-row\b[^>]*[^/]>.*?</table:table-row>", sheet, re.DOTALL)
            if (match := re.match(rb'[^>]*number-rows-repeated="(\d{1,9})"', row)) and _VALUE.search(row)
        ]
        if max(repeats, default=0) >= _REPEATS:
            name = re.search(rb'table:name="([^"]*)"', sheet)
            out[html.unescape((name[1] if name else b"").decode("utf-8", "replace"))] = max(repeats)
    return out


def _column(letters: bytes) -> int:
    """Return the number of a column, A is 1."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - 64
    return number


def without_value(part: bytes) -> list[str]:
    """Return the cells whose formula was saved without a result."""
    cells = re.findall(
        r"<c\b([^>]*)>((?:(?!</c>).)*?<f\b(?:(?!</c>).)*)</c>", part.decode("utf-8", "replace"), re.DOTALL
    )
    return [
        _attribute(attributes, "r")
        for attributes, inner in cells
        if not re.search(r"<v>[^<]|<t\b[^>]*>[^<]", inner)
    ]


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
