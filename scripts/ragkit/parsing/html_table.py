"""HTML tables as rows of cells: spans filled, header rows found, layout tables told from data."""

import re
from collections.abc import Iterator
from typing import Any

_SPAN = re.compile(r"\s*(\d{1,3})")
_NUMBER = re.compile(r"[-+(]?[\d.,\s']*\d[\d.,\s']*\)?\s*%?")
_WIDEST = 1000


def is_layout(table: Any) -> bool:
    """Return whether a table only arranges blocks: one cell, or cells that hold headings, code or tables."""
    cells = table.css("td, th")
    if len(cells) <= 1:
        return True
    return table.css_first("th") is None and (
        len(table.css("table")) > 1 or bool(table.css("pre, h1, h2, h3"))
    )


def grid(table: Any) -> tuple[list[list[str]], int]:
    """Return (rows, number of header rows: 0 or 1); the header is as wide as the widest row.

    A header cell over several columns is repeated in each, so every column keeps its full header; header
    rows are joined to one, "upper / lower". A body cell over several rows is repeated in each, so every row
    keeps its group; over several columns it stands once. Without <th> or <thead>, the first row is the header
    when it is full and holds no number, with the rows its spans reach over.
    """
    trs = [(_cells(tr), tr.parent is not None and tr.parent.tag == "thead") for tr in _own(table, "tr")]
    header = 0
    while (
        header < len(trs)
        and trs[header][0]
        and (trs[header][1] or all(cell.tag == "th" for cell in trs[header][0]))
    ):
        header += 1
    if header == 0:
        header = _implied([cells for cells, _ in trs])
    if header >= len(trs):  # a table of nothing but headers: the first is the header
        header = min(len(trs), 1)
    pending: dict[int, tuple[int, str]] = {}  # column -> (rows still to fill, text)
    rows = [_row(cells, pending, number < header) for number, (cells, _) in enumerate(trs)]
    width = max((len(row) for row in rows), default=0)
    padded = [row + [""] * (width - len(row)) for row in rows[:header]]
    kept = [row for row in rows[header:] if any(row)]
    return ([joined(padded)] if header else []) + kept, min(header, 1)


def _own(table: Any, *tags: str) -> Iterator[Any]:
    """Yield the elements with these tags that belong to this table, not to one inside it."""
    stack = list(table.iter())[::-1]
    while stack:
        node = stack.pop()
        if node.tag in tags:
            yield node
        elif node.tag != "table":
            stack.extend(list(node.iter())[::-1])


def _cells(tr: Any) -> list[Any]:
    return list(_own(tr, "td", "th"))


def _implied(rows: list[list[Any]]) -> int:
    """Return how many rows at the top are header when the page does not say so."""
    if len(rows) < 2 or not rows[0]:
        return 0
    texts = [text_of(cell) for cell in rows[0]]
    if not all(texts[1:]) or any(_NUMBER.fullmatch(text) for text in texts):
        return 0
    down = max(_span(cell, "rowspan") for cell in rows[0])
    spanned = any(_span(cell, "colspan") > 1 for cell in rows[0])
    return min(len(rows) - 1, max(down, 2 if spanned else 1))


def text_of(cell: Any) -> str:
    """Return a cell's words on one line."""
    return " ".join(cell.text(deep=True, separator=" " if cell.css_first("br, p, li, div") else "").split())


def _row(cells: list[Any], pending: dict[int, tuple[int, str]], is_head: bool) -> list[str]:
    row: list[str] = []

    def fill() -> None:
        while len(row) in pending:
            column = len(row)
            left, text = pending.pop(column)
            if left > 1:
                carried[column] = (left - 1, text)
            row.append(text)

    carried: dict[int, tuple[int, str]] = {}
    for cell in cells:
        fill()
        text = text_of(cell)
        down, across = _span(cell, "rowspan"), _span(cell, "colspan")
        for step in range(across if len(row) < _WIDEST else 1):  # spans only add blanks
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
