"""Signs that a page may have come out wrong although its letters are right: notes for a person to look at.

Their limits are taste, checked by tests/bench/bench_parsing.py coverage, which counts them on real pages.
"""

from ragkit.parsing.body import Warn
from ragkit.parsing.pdf_grid import Table
from ragkit.parsing.pdf_page import Page

_FEW = 20  # letters and digits of a page: facts of 551 real pages; fewer stand on scans and figures
_PICTURED = 0.1  # share of the page under pictures from which few letters are too few
_EMPTY = 0.7  # share of a table's cells that are empty
_ROWS, _COLUMNS = 4, 3  # the smallest table that is judged


def of_page(page: Page) -> list[Warn]:
    """Return what is doubtful about a page, running lines already taken out."""
    out = []
    letters = _letters(page) if page.pictures >= _PICTURED and not page.ocr else 0
    if 0 < letters < _FEW:
        said = f"{letters} letters beside pictures that cover {page.pictures:.0%} of the page"
        out.append(Warn("near_empty", said, page.number))
    ragged = sum(is_ragged(part.table) for part in page.parts if part.table)
    if ragged:
        out.append(Warn("ragged_table", f"{ragged} tables with most cells empty", page.number))
    return out


def _letters(page: Page) -> int:
    lines = [line.text for part in page.parts for line in part.lines]
    cells = [cell for part in page.parts if part.table for row in part.table.rows for cell in row]
    return sum(char.isalnum() for text in [*lines, *cells] for char in text)


def is_ragged(table: Table) -> bool:
    """Return whether most cells are empty and no merged cell is why."""
    width = max((len(row) for row in table.rows), default=0)
    if len(table.rows) < _ROWS or width < _COLUMNS:
        return False
    filled = sum(bool(cell.strip()) for row in table.rows for cell in row)
    merged = sum((last - row + 1) * (end - column + 1) - 1 for row, column, last, end in table.spans)
    return filled + merged < (1 - _EMPTY) * width * len(table.rows)
