"""Borderless tables: rows whose words keep the same gaps, with or without lying rules above and below."""

import re
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from ragkit.parsing.pdf_columns import Row
from ragkit.parsing.pdf_grid import Rule, Table, groups
from ragkit.parsing.pdf_words import Word

_GAP = 0.9  # of the line's height: words further apart than this stand in different cells
_GUTTER = 0.3  # of the line's height: the narrowest gap between columns
_NUMBER = re.compile(
    r"[-+(\u2013\u2212]?[$\u20ac\u00a3]?[\d.,\s']*\d[\d.,\s']*\)?\s*[%*]?[a-z]?"
    r"|[-\u2013\u2014.*]+|n\.?/?a\.?",
    re.I,
)
_LEADER = re.compile(r"(?:\.\s?){4,}")
_BULLET = re.compile(
    r"[\u2022\u25aa\u25cf\u25e6\u2023\u00b7\u25a0\u25b8\u2013\u2014*-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]?\Z"
)


class Run(NamedTuple):
    """Rows [first, last) that make a table, and the x of the cuts between its columns."""

    first: int
    last: int
    cuts: list[float]


def split(rows: list[Row], rules: Sequence[Rule]) -> list[Table | list[Row]]:
    """Return the rows in order, cut into tables and runs of lines.

    rows   of one band, top to bottom
    rules  lying lines, in the same space; a table between two of them needs fewer rows as proof
    """
    out: list[Table | list[Row]] = []
    at = 0
    for run in runs(rows, rules):
        if run.first > at:
            out.append(rows[at : run.first])
        found = build(rows[run.first : run.last], run.cuts)
        out.append(found._replace(spans=(*found.spans, *groups(found, run.cuts[0], rules))))
        at = run.last
    if at < len(rows):
        out.append(rows[at:])
    return out


def pieces(row: Row) -> list[list[Word]]:
    """Return the row's words grouped where no wide gap parts them."""
    groups = [[row.words[0]]]
    for word in row.words[1:]:
        last = groups[-1][-1]
        if word.x0 - last.x1 > _GAP * min(word.height, last.height):
            groups.append([word])
        else:
            groups[-1].append(word)
    return groups


def runs(rows: list[Row], rules: Sequence[Rule]) -> list[Run]:
    """Return the tables among the rows, in order, none overlapping."""
    counts = [len(pieces(row)) for row in rows]
    found: list[Run] = []
    at = 0
    while at < len(rows):
        if counts[at] < 2:
            at += 1
            continue
        last = _end(rows, counts, at)
        run = _table(rows, counts, at, last, rules)
        if run is not None:
            first = _header(rows, run, found[-1].last if found else 0, rules)
            found.append(run._replace(first=first))
            at = run.last
        else:
            at = max(last, at + 1)
    return found


def _end(rows: list[Row], counts: list[int], first: int) -> int:
    """Return the row after the last that may belong to the table beginning at `first`."""
    steps = [b.bottom - a.bottom for a, b in zip(rows[first:], rows[first + 1 : first + 12], strict=False)]
    leading = median(steps) if steps else 0.0
    last = first + 1
    single = 0
    for at in range(first + 1, len(rows)):
        height = rows[at].bottom - rows[at].top
        if rows[at].top - rows[at - 1].bottom > max(1.6 * leading, 2.2 * height):
            break
        if counts[at] >= 2:
            last, single = at + 1, 0
        else:
            single += 1
            if single > 2 or len("".join(word.text for word in rows[at].words)) > 90:
                break
    return last


def _table(rows: list[Row], counts: list[int], first: int, last: int, rules: Sequence[Rule]) -> Run | None:
    first, last, cuts = _best(rows, counts, first, last)
    tabular = [rows[at] for at in range(first, last) if counts[at] >= 2]
    if not cuts or len(tabular) < (2 if _ruled(rows[first:last], rules) >= 2 else 3) or _is_list(tabular):
        return None
    both = [sum(row.words[0].x0 < cut < row.words[-1].x1 for row in tabular) for cut in cuts]
    if _grouped(both, tabular, rows[first:last], rules):
        both[0] = 2
    if min(both) < 2 or max(both) < 0.5 * len(tabular) or _is_prose(tabular, cuts):
        return None
    return Run(first, last, cuts)


def _grouped(both: list[int], tabular: list[Row], rows: list[Row], rules: Sequence[Rule]) -> bool:
    """Return whether the first column may be of groups, which begin once on this page.

    All other columns are filled, and lying rules part the rows.
    """
    filled = len(both) > 2 and min(both[1:]) >= 0.8 * len(tabular)
    return filled and both[0] == 1 and len(tabular) >= 3 and _ruled(rows, rules) >= len(rows) / 2


def _best(rows: list[Row], counts: list[int], first: int, last: int) -> tuple[int, int, list[float]]:
    """Return the run that gives the most columns, at most three rows shorter at each end, and its cuts.

    A caption or a footnote beside the table often has wide gaps of its own, which hide those of the columns.
    """
    tabular = [at for at in range(first, last) if counts[at] >= 2]
    best: tuple[int, int, list[float]] = (first, last, [])
    for drop in range(min(7, 2 * len(tabular) - 3)):
        head, tail = (drop + 1) // 2 if drop % 2 else 0, drop // 2 if drop % 2 == 0 else 0
        kept = tabular[head : len(tabular) - tail]
        if len(kept) < 2:
            continue
        cuts = columns([rows[at] for at in kept])
        if len(cuts) > len(best[2]):
            best = (first if not head else kept[0], last if not tail else kept[-1] + 1, cuts)
    start, end, cuts = best
    while start > first and cuts and _fits(rows[start - 1], cuts):
        start -= 1
    return start, end, cuts


def _fits(row: Row, cuts: list[float]) -> bool:
    """Return whether a row heads the columns: it has several pieces and crosses few of the cuts."""
    crossed = sum(any(word.x0 < cut < word.x1 for word in row.words) for cut in cuts)
    groups = pieces(row)
    spanned = sum(piece[0].x0 < cut < piece[-1].x1 for piece in groups for cut in cuts)
    return len(groups) >= 2 and spanned + crossed <= len(cuts) / 2


def columns(rows: list[Row]) -> list[float]:
    """Return the x of the cuts between columns: where at most one row in ten has a word."""
    height = median(word.height for row in rows for word in row.words)
    allowed = len(rows) // 10
    masks = [row.mask for row in rows]
    width = max(mask.bit_length() for mask in masks)
    counts = [0] * (width + 1)
    for mask in masks:
        bits = bin(mask)[2:][::-1]
        start = bits.find("1")
        while start >= 0:
            end = bits.find("0", start)
            end = len(bits) if end < 0 else end
            for x in range(start, end):
                counts[x] += 1
            start = bits.find("1", end)
    cuts = []
    start = -1
    for x, count in enumerate(counts):
        if count <= allowed:
            start = x if start < 0 else start
        else:
            if start > 0 and x - start >= max(2.0, _GUTTER * height):
                cuts.append((start + x) / 2)
            start = -1
    left = min(word.x0 for row in rows for word in row.words)
    return [cut for cut in cuts if cut > left]


def _ruled(rows: list[Row], rules: Sequence[Rule]) -> int:
    """Return how many lying rules stand at, above or inside the rows."""
    top, bottom = rows[0].top, rows[-1].bottom
    height = rows[0].bottom - rows[0].top
    left = min(row.words[0].x0 for row in rows)
    right = max(row.words[-1].x1 for row in rows)
    return sum(
        top - 2 * height <= rule.at <= bottom + 2 * height and rule.low < right and rule.high > left
        and rule.high - rule.low > 0.3 * (right - left)
        for rule in rules
    )  # fmt: skip


def _is_list(rows: list[Row]) -> bool:
    """Return whether the rows are bullets with their text, or a table of contents with leaders."""
    groups = [pieces(row) for row in rows]
    bullets = sum(
        len(group) == 2 and len(group[0]) == 1 and bool(_BULLET.fullmatch(group[0][0].text))
        for group in groups
    )
    leaders = sum(bool(_LEADER.search(" ".join(word.text for word in row.words))) for row in rows)
    return bullets > 0.7 * len(rows) or leaders > 0.5 * len(rows)


def _is_prose(rows: list[Row], cuts: list[float]) -> bool:
    """Return whether two or more columns hold running text: then they are columns of a page."""
    full = 0
    for low, high in zip([-1.0, *cuts], [*cuts, 1e9], strict=True):
        cells = [[word for word in row.words if low <= (word.x0 + word.x1) / 2 < high] for row in rows]
        letters = sorted(sum(len(word.text) for word in cell) for cell in cells)
        full += letters[len(letters) // 2] > 28
    return full >= 2 and full >= len(cuts)


def _header(rows: list[Row], run: Run, floor: int, rules: Sequence[Rule]) -> int:
    """Return the first row of the table, with the rows above it that stand under a rule: its header."""
    first = run.first
    height = rows[first].bottom - rows[first].top
    above = [rule.at for rule in rules if rows[first].top - 6 * height < rule.at <= rows[first].top + 2]
    inside = [at for at in above if any(row.top >= at - 2 for row in rows[floor:first])]
    if not inside:
        return first
    limit = min(inside)
    while (
        first > floor
        and rows[first - 1].top >= limit - 2
        and rows[first].top - rows[first - 1].bottom < 1.5 * height
    ):
        first -= 1
    return first


def build(rows: list[Row], cuts: list[float]) -> Table:
    """Return the table of these rows; a piece that crosses a cut stands in the first column it touches."""
    grid: list[list[str]] = []
    spans: list[tuple[int, int, int, int]] = []
    tops: list[float] = []
    for row in rows:
        cells, crossing = _cells(row, cuts)
        spans.extend((len(grid), first, len(grid), last) for first, last in crossing)
        grid.append(cells)
        tops.append(row.bottom)
    grid, spans = _without_wraps(grid, tops, spans)
    return Table(
        grid,
        min(row.words[0].x0 for row in rows),
        min(row.top for row in rows),
        max(row.words[-1].x1 for row in rows),
        max(row.bottom for row in rows),
        tuple(spans),
        header_rows(grid),
        median(word.height for row in rows for word in row.words),
    )


def _cells(row: Row, cuts: list[float]) -> tuple[list[str], list[tuple[int, int]]]:
    cells: list[list[str]] = [[] for _ in range(len(cuts) + 1)]
    crossing = []
    for piece in pieces(row):
        columns_of = [sum(cut <= (word.x0 + word.x1) / 2 for cut in cuts) for word in piece]
        crosses = any(word.x0 < cut < word.x1 for word in piece for cut in cuts)
        if crosses and columns_of[0] != columns_of[-1]:
            crossing.append((columns_of[0], columns_of[-1]))
            columns_of = [columns_of[0]] * len(piece)
        for word, column in zip(piece, columns_of, strict=True):
            cells[column].append(word.text)
    return [" ".join(cell) for cell in cells], crossing


def _without_wraps(
    grid: list[list[str]], tops: list[float], spans: list[tuple[int, int, int, int]]
) -> tuple[list[list[str]], list[tuple[int, int, int, int]]]:
    """Return the rows with second lines of cells joined to the row they continue.

    Such a line has nothing in the first column and stands closer than the rows that begin one.
    """
    steps = [b - a for a, b, row in zip(tops, tops[1:], grid[1:], strict=False) if row[0]]
    usual = median(steps) if steps else 0.0
    out: list[list[str]] = []
    moved: dict[int, int] = {}
    for at, row in enumerate(grid):
        close = at > 0 and tops[at] - tops[at - 1] < 0.85 * usual
        if out and not row[0] and close and any(out[-1]):
            out[-1] = [f"{old} {new}".strip() for old, new in zip(out[-1], row, strict=True)]
        else:
            out.append(list(row))
        moved[at] = len(out) - 1
    return out, [(moved[top], left, moved[top], right) for top, left, _, right in spans]


def header_rows(grid: list[list[str]]) -> int:
    """Return how many leading rows are header: those without numbers, when numbers follow; else one."""
    for at, row in enumerate(grid[:6]):
        filled = [text for text in row[1:] if text]
        if filled and sum(bool(_NUMBER.fullmatch(text)) for text in filled) * 2 >= len(filled):
            return at
    return min(1, len(grid) - 1)
