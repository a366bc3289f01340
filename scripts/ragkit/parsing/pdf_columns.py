"""Reading order: cut a page's boxes into columns and bands by the white space between them (an XY-cut).

Rows are bit masks over x (one bit a point), so that a gutter shared by many rows is an OR and a few shifts.
A page is read band by band: the longest run of rows that share a gutter is a band of columns; what stands
above and below it (titles, footnotes) is cut in the same way.
"""

from statistics import median
from typing import NamedTuple

from ragkit.parsing.pdf_words import Word


class Row(NamedTuple):
    """Boxes on one baseline."""

    words: list[Word]
    top: float
    bottom: float
    mask: int  # bit x is set where a word covers point x


class Band(NamedTuple):
    """A run of rows, in reading order: one column of text, or several aligned columns of a table."""

    words: list[Word]
    gutters: tuple[float, ...] = ()  # x of the cuts, when the band is a borderless table


_NARROW = 0.5  # of a line's height: the narrowest gutter, for columns of many rows
_WIDE = 1.5  # of a line's height: from here three rows are enough
_DEEPEST = 40


def rows_of(words: list[Word]) -> list[Row]:
    """Return the words grouped by baseline, top to bottom; words within a row from left to right."""
    grouped: list[list[Word]] = []
    for word in sorted(words, key=lambda each: (each.bottom, each.x0)):
        if grouped and word.bottom - grouped[-1][0].bottom <= 0.25 * min(word.height, grouped[-1][0].height):
            grouped[-1].append(word)
        else:
            grouped.append([word])
    return [_row(group) for group in grouped]


def _row(group: list[Word]) -> Row:
    mask = 0
    for word in group:
        first, last = max(0, int(word.x0)), max(0, int(word.x1 + 0.999))
        mask |= ((1 << max(1, last - first)) - 1) << first
    return Row(
        sorted(group, key=lambda word: word.x0),
        min(word.top for word in group),
        max(word.bottom for word in group),
        mask,
    )


def bands(words: list[Word]) -> list[Band]:
    """Return the words in reading order, cut into columns; x must be 0 or more.

    A band is one column of text, whose lines follow each other; a band with gutters is a borderless table.
    """
    return _bands(rows_of(words), 0) if words else []


def _bands(rows: list[Row], depth: int) -> list[Band]:
    if not rows:
        return []
    run = _longest_run(rows) if depth < _DEEPEST and len(rows) >= 3 else None
    if run is None:
        return [Band([word for row in rows for word in row.words])]
    first, last, gutter = run
    before, after = rows[:first], rows[last:]
    left = [word for row in rows[first:last] for word in row.words if (word.x0 + word.x1) / 2 < gutter]
    right = [word for row in rows[first:last] for word in row.words if (word.x0 + word.x1) / 2 >= gutter]
    middle = _bands(rows_of(left), depth + 1) + _bands(rows_of(right), depth + 1)
    return _bands(before, depth + 1) + middle + _bands(after, depth + 1)


def _longest_run(rows: list[Row]) -> tuple[int, int, float] | None:
    """Return (first row, row after the last, x of the gutter) of the best band of columns, or None."""
    height = median(word.height for row in rows for word in row.words)
    narrow = max(3, int(_NARROW * height))
    best: tuple[float, int, int, float] | None = None
    start = 0
    while start < len(rows):
        union, end = 0, start
        while end < len(rows) and _gaps(grown := union | rows[end].mask, narrow):
            union = grown
            end += 1
        for left, right in _gap_list(union, narrow) if end - start >= 3 else []:
            score = _score(rows[start:end], left, right, height)
            if score > 0 and (best is None or score > best[0]):
                best = (score, *_trimmed(rows, start, end, (left + right) / 2), (left + right) / 2)
        start = start + 1 if end - start < 3 or end < len(rows) else len(rows)
    return None if best is None else best[1:]


def _gaps(mask: int, width: int) -> int:
    """Return a mask of the interior gaps at least `width` wide; 0 when there is none."""
    if not mask:
        return 1
    low = (mask & -mask).bit_length() - 1
    free = ~mask & ((1 << mask.bit_length()) - 1)
    free = (free >> low) << low
    for shift in _shifts(width):
        free &= free >> shift
        if not free:
            return 0
    return free


def _shifts(width: int) -> list[int]:
    shifts, done = [], 1
    while done < width:
        step = min(done, width - done)
        shifts.append(step)
        done += step
    return shifts


def _gap_list(mask: int, width: int) -> list[tuple[int, int]]:
    """Return the interior gaps at least `width` wide as (left, right)."""
    if not mask:
        return []
    bits = bin(mask)[2:][::-1]
    out = []
    at = bits.find("1")
    while (left := bits.find("0", at)) >= 0:
        right = bits.find("1", left)
        if right < 0:
            break
        if right - left >= width:
            out.append((left, right))
        at = right
    return out


def _score(rows: list[Row], left: int, right: int, height: float) -> float:
    """Return how good a gutter is: rows of prose on its poorer side, 0 when it is none."""
    sides = []
    for low, high in ((-1.0, float(left)), (float(right), 1e9)):
        inside = [[word for word in row.words if low <= (word.x0 + word.x1) / 2 <= high] for row in rows]
        lines = [line for line in inside if line]
        need = 3 if right - left >= _WIDE * height else 5
        if len(lines) < need or not _prose(lines):
            return 0
        sides.append(len(lines))
    return min(sides) + 0.01 * (right - left)


def _prose(lines: list[list[Word]]) -> bool:
    """Return whether the lines fill their column like text, not like the cells of a table."""
    left = min(line[0].x0 for line in lines)
    right = max(line[-1].x1 for line in lines)
    filled = sorted((line[-1].x1 - line[0].x0) / max(right - left, 1) for line in lines)
    letters = sorted(sum(len(word.text) for word in line) for line in lines)
    return filled[len(filled) // 2] >= 0.6 and letters[len(letters) // 2] >= 12


def _trimmed(rows: list[Row], start: int, end: int, x: float) -> tuple[int, int]:
    """Return the run without rows at its ends that stand on one side of the gutter only."""

    def both(row: Row) -> bool:
        return row.words[0].x0 < x < row.words[-1].x1

    first, last = start, end
    while first < last and not both(rows[first]) and not _beside(rows[first], rows[first + 1 : end], x):
        first += 1
    while (
        last > first and not both(rows[last - 1]) and not _beside(rows[last - 1], rows[start : last - 1], x)
    ):
        last -= 1
    return first, last


def _beside(row: Row, others: list[Row], x: float) -> bool:
    """Return whether a one-sided row belongs to a column: the column goes on next to it."""
    side = row.words[0].x0 < x
    edges = [word.x0 for other in others[:6] for word in other.words[:1] if (word.x0 < x) == side]
    return bool(edges)
