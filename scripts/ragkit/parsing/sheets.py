"""Spreadsheets: a sheet is a section, its header rows are one header, each further row is a block."""

import contextlib
import datetime
import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from ragkit.parsing import archive, sheet_hidden, xlsx_parts
from ragkit.parsing.body import DAMAGED, Body, Parsed, Warn, table
from ragkit.parsing.html_table import joined

_MOST_CELLS = 5_000_000
_OLE = b"\xd0\xcf\x11\xe0"
_REPEATS = 5_000  # equal rows: taste
_FIGURES = 200  # rows; taste: from here a table of figures wants a query tool, not retrieval


def read(data: bytes) -> Parsed:
    """Return the visible sheets; hidden ones, and cells whose formula has no stored value, are named."""
    import python_calamine

    errors: tuple[type[Exception], ...] = (python_calamine.CalamineError, *DAMAGED)
    try:
        if data.startswith(b"PK") and (large := archive.oversize(data, archive.LARGEST_OFFICE)):
            return Parsed(warnings=(Warn("too_large", large),))
        # of an .xls the reader makes room for all sheets at once: 17 million cells take 4 s and 1 GB
        if data.startswith(_OLE) and (cells := xlsx_parts.spanned(data)) > 2 * _MOST_CELLS:
            return Parsed(warnings=(Warn("too_large", f"its sheets span {cells:,} cells"),))
        # of an .ods too: a hundred million cells, which a few bytes unfold to, take 6 GB
        tables = xlsx_parts.ods_tables(data)
        repeats = xlsx_parts.unfolded(tables)
        wide = [
            f"sheet {name!r} spans {at.cells:,} cells"
            for name, at in repeats.items()
            if at.cells > _MOST_CELLS
        ]
        if wide:
            return Parsed(warnings=(Warn("too_large", f"{', '.join(wide)}; no sheet is read"),))
        with _panics():
            book = python_calamine.CalamineWorkbook.from_object(BytesIO(data))
    except python_calamine.PasswordError:
        return Parsed(warnings=(Warn("encrypted", "opens with a password only"),))
    except errors as err:
        return Parsed(warnings=(Warn("broken", f"no readable workbook: {' '.join(str(err).split())[:100]}"),))
    body = Body()
    warnings: list[Warn] = []
    parts = xlsx_parts.sheets(data) or tables
    for meta in book.sheets_metadata:
        if meta.visible != python_calamine.SheetVisibleEnum.Visible:
            warnings.append(Warn("hidden_sheet", f"sheet {meta.name!r} is hidden"))
        elif meta.typ != python_calamine.SheetTypeEnum.WorkSheet:
            warnings.append(Warn("dropped_content", f"sheet {meta.name!r} is a chart or a macro"))
        elif meta.name in repeats and (times := repeats[meta.name].row) >= _REPEATS:
            warnings.append(Warn("too_large", f"sheet {meta.name!r} repeats one row {times:,} times"))
        else:
            _sheet(book, meta.name, parts.get(meta.name, b""), body, warnings)
    text, blocks, pages = body.finish()
    if not blocks and not warnings:
        warnings.append(Warn("no_text", "no cell holds a value"))
    return Parsed(text, blocks, pages, warnings=tuple(warnings))


def _sheet(book: Any, name: str, part: bytes, body: Body, warnings: list[Warn]) -> None:
    import python_calamine

    try:
        size = xlsx_parts.extent(part)  # known before the reader makes room for every cell between two
        if size <= _MOST_CELLS:
            with _panics():
                sheet = book.get_sheet_by_name(name)
            size = (sheet.total_height or 0) * (sheet.total_width or 0)
        if size > _MOST_CELLS:
            warnings.append(Warn("too_large", f"sheet {name!r} spans {size:,} cells"))
            return
        with _panics():
            raw = sheet.to_python(skip_empty_area=False)
    except (python_calamine.CalamineError, ValueError) as err:
        warnings.append(Warn("broken", f"sheet {name!r}: {' '.join(str(err).split())[:100]}"))
        return
    hidden = sheet_hidden.of(part)
    empty = [each for each in xlsx_parts.without_value(part) if not sheet_hidden.away(each, hidden)]
    if empty:
        shown = ", ".join(empty[:5]) + (", ..." if len(empty) > 5 else "")
        warnings.append(
            Warn("formula_no_value", f"sheet {name!r}: {len(empty)} formulas without a value: {shown}")
        )
    rows = [[cell(value) for value in row] for row in raw]
    for reference in empty:
        _mark(rows, reference)
    merged = [(start, end) for start, end in sheet.merged_cell_ranges or [] if end[0] < len(rows)]
    body.add("sheet", f"## {name}", 2)
    _fill(rows, sheet_hidden.moved(rows, merged, hidden))
    for code, what in sheet_hidden.take_out(rows, hidden):
        warnings.append(Warn(code, f"sheet {name!r}: {what}"))
    above, header, below = split(rows, merged)
    for line in above:
        body.add("paragraph", " ".join(dict.fromkeys(text for text in line if text)))
    if header or below:
        table(body, [*([joined(header)] if header else []), *below], 1 if header else 0)
    if len(below) >= _FIGURES and _numeric(below):
        warnings.append(Warn("table_data", f"sheet {name!r}: {len(below)} rows of figures"))


@contextlib.contextmanager
def _panics() -> Iterator[None]:
    """Turn a panic of the reader, which is no Exception, into a ValueError."""
    try:
        yield
    except BaseException as err:
        if type(err).__name__ != "PanicException":
            raise
        raise ValueError(f"the reader fails on it: {err}") from err


def cell(value: Any) -> str:
    """Return a cell as it reads: 42 for 42.0, dates as ISO, TRUE and FALSE, "" for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, datetime.datetime):
        return value.date().isoformat() if value.time() == datetime.time() else value.isoformat(" ")
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    return " ".join(str(value).split())


def _mark(rows: list[list[str]], reference: str) -> None:
    """Write "(no stored value)" into the cell, so that nobody reads it as zero or as empty."""
    if at := xlsx_parts.place(reference):
        row, column = at
        if row < len(rows) and column < len(rows[row]) and not rows[row][column]:
            rows[row][column] = "(no stored value)"


def _fill(rows: list[list[str]], merged: list[tuple[Any, Any]]) -> None:
    """Repeat the value of merged cells down the rows they span, and along the columns in the header part."""
    for (top, left), (bottom, right) in merged:
        if top >= len(rows) or left >= len(rows[top]):
            continue
        for row in range(top, min(bottom, len(rows) - 1) + 1):
            for column in range(left, min(right, len(rows[row]) - 1) + 1):
                if not rows[row][column] and (column == left or top < 5):
                    rows[row][column] = rows[top][left]


def split(
    rows: list[list[str]], merged: list[tuple[Any, Any]] | None = None
) -> tuple[list[list[str]], list[list[str]], list[list[str]]]:
    """Return (title lines above, header rows, data rows) of a sheet, empty rows and columns left out.

    A row with one distinct value above the table is a title; header rows hold text only, and go on below a
    row with merged cells.
    """
    used = [
        column
        for column in range(max(map(len, rows), default=0))
        if any(column < len(r) and r[column] for r in rows)
    ]
    numbered = [(n, [row[c] if c < len(row) else "" for c in used]) for n, row in enumerate(rows) if any(row)]
    at = 0
    while at < len(numbered) - 1 and len(set(filter(None, numbered[at][1]))) == 1 and len(used) > 1:
        at += 1
    above = [row for _, row in numbered[:at]]
    spans = {
        row for (top, left), (bottom, right) in merged or [] if right > left for row in range(top, bottom + 1)
    }
    end = at
    while end < len(numbered) - 1 and not any(map(_is_number, numbered[end][1])):
        spanned = numbered[end][0] in spans
        end += 1
        if not spanned:
            break
    if end == at + 1 and any(not text for text in numbered[at][1][1:]) and len(numbered) - at <= 2:
        end = at
    return above, [row for _, row in numbered[at:end]], [row for _, row in numbered[end:]]


def _is_number(text: str) -> bool:
    return bool(re.fullmatch(r"[-+(]?[\d.,\s']*\d[\d.,\s']*\)?\s*%?", text)) and not re.fullmatch(
        r"(?:19|20)\d\d", text
    )


def _numeric(rows: list[list[str]]) -> bool:
    cells = [text for row in rows[:500] for text in row if text]
    return sum(map(_is_number, cells)) * 2 > len(cells)
