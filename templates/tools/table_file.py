"""A CSV file as a table of an in-memory database, with numbers and dates as other countries write them too.

Whether a comma is the decimal mark is told by the numbers of the whole file; dates become ISO dates, so that
they sort. What can be read in two ways stays the text that it is.
"""

import csv
import datetime
import io
import re
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

_SIGN = "[-+\u2212]?"
# A number, unless it is a code: 007 is a text, and would come back as 7.
POINT = re.compile(_SIGN + r"(0|[1-9]\d*)(\.\d+)?")
POINT_GROUPED = re.compile(_SIGN + r"[1-9]\d{0,2}(,\d{3})+(\.\d+)?")  # 1,234.5
COMMA = re.compile(_SIGN + r"(0|[1-9]\d{0,2}([.\u00a0\u202f ']\d{3})+|[1-9]\d*)(,\d+)?")  # 1.234,5; 1 234,5
DIGITS = 18  # a longer number would come back rounded: a code
DATE = re.compile(r"(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})(?:[T ]+(\d\d:\d\d(?::\d\d)?))?")
# Where year, month and day stand in 2026-01-31, 31.1.2026, 1/31/2026.
ORDERS = ((0, 1, 2), (2, 1, 0), (2, 0, 1))


def from_csv(path: Path, fault: type[Exception] = ValueError) -> sqlite3.Connection:
    """Return a database with the file as table `rows`; a column of numbers alone is numeric.

    An empty cell of such a column is null: an empty text would count as 0 in an average. A file without a
    first row of names, and a row with more or fewer cells than it, raise `fault`.
    """
    lines = io.StringIO(_text(path.read_bytes()), newline="").readlines()
    stated = re.fullmatch(r"sep=(.)\s*", lines[0]) if lines else None  # Excel's own first line
    lines = lines[1:] if stated else lines
    first = lines[0] if lines else ""
    delimiter = stated[1] if stated else max(",;\t|", key=first.count)
    head, *rows = [row for row in csv.reader(lines, delimiter=delimiter) if row] or [[]]
    if not all(head) or len({name.casefold() for name in head}) < max(1, len(head)):
        raise fault(f"{path}: the first row must name each column, no two alike; it is {head}")
    for number, row in enumerate(rows, start=2):
        if len(row) != len(head):
            raise fault(f"{path}: row {number} has {len(row)} cells, the first row {len(head)}")
    columns = [[row[at].strip() for row in rows] for at in range(len(head))]
    comma = _comma(columns, delimiter)
    typed = [_typed(cells, comma) for cells in columns]
    connection = sqlite3.connect(":memory:")
    quoted = ['"' + name.replace('"', '""') + '"' for name in head]
    kinds = ", ".join(f"{name} {kind}" for name, (kind, _) in zip(quoted, typed, strict=True))
    connection.execute(f"CREATE TABLE rows ({kinds})")
    values = zip(*(cells for _, cells in typed), strict=True)
    connection.executemany(f"INSERT INTO rows VALUES ({', '.join('?' * len(head))})", values)  # noqa: S608
    connection.commit()
    return connection


def _text(data: bytes) -> str:
    """Return the text of a file in UTF-8, or UTF-16 with its mark; else in what Excel writes in the West."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _comma(columns: Sequence[Sequence[str]], delimiter: str) -> bool:
    """Return whether the file's decimal mark is a comma: some number can be read in no other way, or could
    be read in both and Excel parted the cells with ";", which it does where the comma is taken."""
    with_comma = [cell for cells in columns if _all(COMMA.fullmatch, cells) for cell in cells if "," in cell]
    return any(delimiter == ";" or not POINT_GROUPED.fullmatch(cell) for cell in with_comma)


def _typed(cells: Sequence[str], comma: bool) -> tuple[str, Sequence[str | None]]:
    """Return the type of a column in the database, and its values as the database writes them."""
    if any(sum(char.isdigit() for char in cell) > DIGITS for cell in cells):
        return "TEXT", _dates(cells) or cells
    if comma and _all(COMMA.fullmatch, cells):
        return "NUMERIC", [
            _number(re.sub(r"[.\u00a0\u202f ']", "", cell).replace(",", ".")) for cell in cells
        ]
    if _all(lambda cell: POINT.fullmatch(cell) or POINT_GROUPED.fullmatch(cell), cells):
        return "NUMERIC", [_number(cell.replace(",", "")) for cell in cells]
    return "TEXT", _dates(cells) or cells


def _number(plain: str) -> str | None:
    return plain.replace("\u2212", "-") or None


def _all(fits: Callable[[str], object], cells: Sequence[str]) -> bool:
    """Return whether there is a cell with something in it, and every such cell fits."""
    return any(cells) and all(fits(cell) for cell in cells if cell)


def _dates(cells: Sequence[str]) -> list[str] | None:
    """Return the cells as ISO dates; None where one is no date, or day and month cannot be told apart."""
    if not _all(DATE.fullmatch, cells):
        return None
    read = [[_date(cell, order) if cell else "" for cell in cells] for order in ORDERS]
    fitting = [dates for dates in read if None not in dates]
    if not fitting or any(dates != fitting[0] for dates in fitting):
        return None
    return [date or "" for date in fitting[0]]


def _date(cell: str, order: tuple[int, int, int]) -> str | None:
    match = DATE.fullmatch(cell)
    assert match
    parts = [match[1], match[3], match[4]]
    year, month, day = (parts[at] for at in order)
    if len(year) != 4 or (match[2] == "." and order == ORDERS[2]):  # nobody writes 1.31.2026
        return None
    try:
        date = datetime.date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return None
    return f"{date} {match[5]}" if match[5] else date
