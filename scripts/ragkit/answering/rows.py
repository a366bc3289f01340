"""Words of a sentence that stand in two rows of a table: the name of one, and what it gives to another.

cells.py compares numbers with the row that a sentence names by its first cell. Here any cell may name the
row, and what is compared are cells of words ("Dr Okafor", "free") and times.
"""

import re
from functools import lru_cache

from ragkit.answering import cells
from ragkit.answering.names import Swap
from ragkit.answering.neighbours import words

LETTERS = re.compile(r"[^\W\d_]{3}")
TIME = re.compile(r"\d{1,2}:\d\d(?::\d\d)?")
ENOUGH = 2 / 3  # of three words of a cell and more, so that one of them may be inflected: taste


def swapped(sentence: str, source: str) -> list[Swap]:
    """Return a cell that the sentence gives to the row of another, and what the row has in its place."""
    grids = cells.tables(source)
    said = words(sentence) if grids else frozenset()
    for grid in grids:
        rows = [row for row in grid.rows if len(row) > 1]
        held = [(row, cell) for row in rows for cell in row if _says(cell.text, said, sentence)]
        whole = {cell.column for _, cell in held if _words(cell.text) <= said}
        held = [
            (row, cell)
            for row, cell in held
            if _own(cell, rows) and (cell.column not in whole or _words(cell.text) <= said)
        ]
        for row, key in held:
            for other_row, cell in held:
                if row is other_row or _fits(row, other_row, key, cell, held):
                    continue
                instead = next((mine.text for mine in row if mine.column == cell.column), "")
                if instead and not _says(instead, said, sentence):
                    return [Swap(cell.text, instead)]
    return []


def _fits(
    row: tuple[cells.Cell, ...],
    other_row: tuple[cells.Cell, ...],
    key: cells.Cell,
    cell: cells.Cell,
    held: list[tuple[tuple[cells.Cell, ...], cells.Cell]],
) -> bool:
    """Return whether the sentence says two cells of either row, so that each has its own."""
    mine = [one for line, one in held if line is row]
    theirs = [one for line, one in held if line is other_row]
    return len(theirs) > 1 or not LETTERS.search(key.text) or (len(mine) == 1 and cell.column <= key.column)


def _says(text: str, said: frozenset[str], sentence: str) -> bool:
    if TIME.fullmatch(text):
        return re.search(rf"(?<![\d:]){text}(?![\d:])", sentence) is not None
    own = _words(text)
    shared = len(own & said)
    return bool(own) and (shared == len(own) or (len(own) > 2 and shared >= ENOUGH * len(own)))


@lru_cache(maxsize=2048)
def _words(text: str) -> frozenset[str]:
    return words(text) if LETTERS.search(text) else frozenset()


def _own(cell: cells.Cell, rows: list[tuple[cells.Cell, ...]]) -> bool:
    """Return whether no other row says the cell, in any column."""
    others = (one for row in rows for one in row if one.row != cell.row)
    own = _words(cell.text)
    return not any(one.text == cell.text or (own and own <= _words(one.text)) for one in others)
