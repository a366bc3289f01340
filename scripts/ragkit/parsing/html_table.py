"""HTML tables as rows of cells: spans filled, header rows found, layout tables told from data."""

import re
from typing import Any

_SPAN = re.compile(r"\s*(\d{1,3})")
_WIDEST = 1000


def is_layout(table: Any) -> bool:
    """Return whether a table only arranges blocks: one cell, or cells that hold headings, code or tables."""
    cells = table.css("td, th")
    if len(cells) <= 1:
        return True
    return table.css_first("table, pre, h1, h2, h3") is not None and table.css_first("th") is None


def grid(table: Any) -> tuple[list[list[str]], int]:
    """Return (rows, number of header rows), every row equally wide.

    A header cell over several columns is repeated in each, so every column keeps its full header; header
    rows are joined to one, "upper / lower". A body cell over several rows is repeated in each, so every row
    keeps its group; over several columns it stands once.
    """
    rows: list[list[str]] = []
    heads: list[bool] = []
    pending: dict[int, tuple[int, str]] = {}  # column -> (rows still to fill, text)
    for tr in table.css("tr"):
        cells = [cell for cell in tr.iter() if cell.tag in ("td", "th")]
        parent = tr.parent
        is_head = bool(cells) and (
            (parent is not None and parent.tag == "thead") or all(cell.tag == "th" for cell in cells)
        )
        rows.append(_row(cells, pending, is_head))
        heads.append(is_head)
    header = 0
    while header < len(heads) and heads[header]:
        header += 1
    if header == len(rows):  # a table of nothing but headers: the first is the header
        header = min(header, 1)
    width = max((len(row) for row in rows), default=0)
    padded = [row + [""] * (width - len(row)) for row in rows]
    kept = [row for row in padded[header:] if any(row)]
    return ([joined(padded[:header])] if header else []) + kept, min(header, 1)


def _row(cells: list[Any], pending: dict[int, tuple[int, str]], is_head: bool) -> list[str]:
    row: list[str] = []

    def fill() -> None:
        while len(row) in pending:
            column = len(row)
            left, text = pending.pop(column)
            if left > 1:
                pending[column] = (left - 1, text)
            row.append(text)

    carried: dict[int, tuple[int, str]] = {}
    for cell in cells:
        fill()
        text = " ".join(
            cell.text(deep=True, separator=" " if cell.css_first("br, p, li, div") else "").split()
        )
        down, across = _span(cell, "rowspan"), _span(cell, "colspan")
        for step in range(min(across, _WIDEST)):
            shown = text if is_head or step == 0 else ""
            if down > 1:
                carried[len(row)] = (down - 1, shown)
            row.append(shown)
    fill()
    pending.update(carried)
    return row


def _span(cell: Any, name: str) -> int:
    match = _SPAN.match(cell.attributes.get(name) or "1")
    return max(1, int(match.group(1))) if match else 1


def joined(headers: list[list[str]]) -> list[str]:
    """Return one header row from several: the distinct texts of each column, joined by " / "."""
    return [
        " / ".join(dict.fromkeys(text for text in column if text)) for column in zip(*headers, strict=True)
    ]
