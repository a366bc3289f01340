"""Reading order: cut a page's boxes into columns and bands by the white space between them (an XY-cut).

Rows are bit masks over x (one bit a point), so that a gutter shared by many rows is an OR and a few shifts.
A page is read band by band: the longest run of rows that share a gutter is a band of columns; what stands
above and below it (titles, footnotes) is cut in the same way.
"""

import operator
from collections.abc import Iterator
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


_left = operator.attrgetter("x0")
_place = operator.attrgetter("bottom", "x0")


def rows_of(words: list[Word]) -> list[Row]:
    """Return the words grouped by baseline, top to bottom; words within a row from left to right."""
    grouped: list[list[Word]] = []
    for word in sorted(words, key=_place):
        if grouped and word.bottom - grouped[-1][0].bottom <= 0.25 * min(word.height, grouped[-1][0].height):
            grouped[-1].append(word)
        else:
            grouped.append([word])
    return [_row(sorted(group, key=_left)) for group in grouped]


def _row(group: list[Word]) -> Row:
    """Return the row of words that stand from left to right."""
    mask = 0
    top, bottom = group[0].top, group[0].bottom
    for word in group:
        first = int(word.x0) if word.x0 > 0 else 0
        mask |= ((1 << max(1, int(word.x1 + 0.999) - first)) - 1) << first
        if word.top < top:
            top = word.top
        if word.bottom > bottom:
            bottom = word.bottom
    return Row(group, top, bottom, mask)


def bands(words: list[Word]) -> list[Band]:
    """Return the words in reading order, cut into columns; x must be 0 or more.

    A band is one column of text, whose lines follow each other; a band with gutters is a borderless table.
    """
    return _bands(levels(rows_of(words)), 0) if words else []


def levels(rows: list[Row]) -> list[Row]:
    """Return the rows with those made one that stand side by side at less than a line's distance.

    The lines of two columns need not share a baseline; where they do not, each is a row of its own.
    """
    out: list[Row] = []
    for row in rows:
        beside = bool(out) and not out[-1].mask & row.mask
        if beside and row.bottom - out[-1].words[0].bottom < 0.9 * row.words[0].height:
            out[-1] = _row(sorted(out[-1].words + row.words, key=_left))
        else:
            out.append(row)
    return out


def _bands(rows: list[Row], depth: int) -> list[Band]:
    if not rows:
        return []
    run = _longest_run(rows) if depth < _DEEPEST and len(rows) >= 3 else None
    if run is None:
        return [Band([word for row in rows for word in row.words])]
    first, last, gutter = run
    before, after = rows[:first], rows[last:]
    left, right = [], []
    for row in rows[first:last]:
        at = sum([word.x0 < gutter for word in row.words])  # words stand from left to right
        if at:
            left.append(_row(row.words[:at]))
        if at < len(row.words):
            right.append(_row(row.words[at:]))
    middle = _bands(left, depth + 1) + _bands(right, depth + 1)
    return _bands(before, depth + 1) + middle + _bands(after, depth + 1)


def _longest_run(rows: list[Row]) -> tuple[int, int, float] | None:
    """Return (first row, row after the last, x of the gutter) of the best band of columns, or None.

    Runs are grown twice: by any gutter, and by wide ones only, since lines far above or below two columns may
    share some other chink with all rows, such as the space before a page number, and so end the run nowhere.
    """
    height = median(word.height for row in rows for word in row.words)
    narrow = max(3, int(_NARROW * height))
    best: tuple[float, int, int, float] | None = None
    for width in (narrow, max(narrow + 1, int(_WIDE * height))):
        for start, end, union in _runs(rows, width):
            for left, right in _gap_list(union, width):
                score = _score(rows[start:end], left, right, height)
                if score > 0 and (best is None or score > best[0]):
                    best = (score, *_trimmed(rows, start, end, (left + right) / 2), (left + right) / 2)
    return None if best is None else best[1:]


def _runs(rows: list[Row], width: int) -> Iterator[tuple[int, int, int]]:
    """Yield (first row, row after the last, mask of all) of runs of three rows or more with a gutter."""
    start = reached = 0
    while start < len(rows):
        union, end = 0, start
        while end < len(rows) and _gaps(grown := union | rows[end].mask, width):
            union = grown
            end += 1
        if end - start >= 3 and end > reached:  # one that ends where an earlier one did is a part of it
            yield start, end, union
        reached = max(reached, end)
        start = start + 1 if end - start < 3 or end < len(rows) else len(rows)


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
    good = 0
    for line in lines:
        filled = line[-1].x1 - line[0].x0 >= 0.6 * (right - left)
        good += filled and sum([len(word.text) for word in line if word.text[:1].isalpha()]) >= 12
    return good >= max(3, 0.4 * len(lines))


def _trimmed(rows: list[Row], start: int, end: int, x: float) -> tuple[int, int]:
    """Return the run without rows at its end that stand far below both columns, e.g. a page number."""
    last = end
    while last - 1 > start:
        row = rows[last - 1]
        gap = row.top - max(other.bottom for other in rows[start : last - 1])
        if gap < 2 * row.words[0].height or row.words[0].x0 < x < row.words[-1].x1:
            break
        last -= 1
    return start, last
