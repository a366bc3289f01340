"""Ruled tables: lines that cross make a grid, the words between them its cells."""

import bisect
from collections.abc import Sequence
from typing import NamedTuple

from ragkit.parsing.pdf_lines import Line
from ragkit.parsing.pdf_lines import lines as lines_of
from ragkit.parsing.pdf_words import Word

_FILLED = 0.2  # share of cells with words: below, the lines are a chart
_NARROWER = 0.1  # of its width: how much less a table's rows may take without the words of its header: taste
_SNAP = 3.0  # points: lines this close are one line, ends this close touch


class Rule(NamedTuple):
    """A straight line in reading space, lying or standing."""

    at: float  # y of a lying line, x of a standing one
    low: float
    high: float


class Table(NamedTuple):
    """Cells by row; a cell over several columns or rows has its text in the first, the others are empty."""

    rows: list[list[str]]
    x0: float
    top: float
    x1: float
    bottom: float
    spans: tuple[tuple[int, int, int, int], ...] = ()  # (row, column, last row, last column) of merged cells
    header: int = 0  # leading rows that are header
    height: float = 0.0  # of a usual line in it


def joined(rules: Sequence[Rule]) -> list[Rule]:
    """Return the lines with pieces that continue each other made one."""
    out: list[Rule] = []
    for rule in sorted(rules):
        for index in range(len(out) - 1, -1, -1):
            other = out[index]
            if rule.at - other.at > _SNAP:
                continue
            if rule.low <= other.high + _SNAP and rule.high >= other.low - _SNAP:
                out[index] = Rule(other.at, min(rule.low, other.low), max(rule.high, other.high))
                break
        else:
            out.append(rule)
    return out


def grids(lying: list[Rule], standing: list[Rule]) -> list[tuple[list[Rule], list[Rule]]]:
    """Return the groups of lines that touch each other and have at least two of each kind."""
    nodes = [(rule, True) for rule in lying] + [(rule, False) for rule in standing]
    parent = list(range(len(nodes)))

    def root(at: int) -> int:
        while parent[at] != at:
            parent[at] = parent[parent[at]]
            at = parent[at]
        return at

    for i, first in enumerate(lying):
        for j, second in enumerate(standing, start=len(lying)):
            if _cross(first, second):
                parent[root(i)] = root(j)
    groups: dict[int, tuple[list[Rule], list[Rule]]] = {}
    for at, (rule, is_lying) in enumerate(nodes):
        groups.setdefault(root(at), ([], []))[0 if is_lying else 1].append(rule)
    return [group for group in groups.values() if len(group[0]) >= 2 and len(group[1]) >= 2]


def _cross(lying: Rule, standing: Rule) -> bool:
    across = lying.low - _SNAP <= standing.at <= lying.high + _SNAP
    return across and standing.low - _SNAP <= lying.at <= standing.high + _SNAP


def table(lying: list[Rule], standing: list[Rule], words: list[Word]) -> Table | None:
    """Return the table these lines rule, with its words; None when hardly any cell has some."""
    ys = _places(lying)
    xs = _places(standing)
    rows, columns = len(ys) - 1, len(xs) - 1
    if rows < 1 or columns < 2 or rows * columns > 4000:
        return None
    placed: dict[tuple[int, int], list[Word]] = {}
    for word in words:
        row = _interval(ys, (word.top + word.bottom) / 2)
        column = _interval(xs, (word.x0 + word.x1) / 2)
        if row is not None and column is not None:
            placed.setdefault((row, column), []).append(word)
    walls, floors = [_near(standing, x) for x in xs], [_near(lying, y) for y in ys]
    across = [[_wall(walls[c], ys[r], ys[r + 1], placed, r, c) for c in range(columns)] for r in range(rows)]
    down = [[_covers(floors[r], xs[c], xs[c + 1]) for c in range(columns)] for r in range(rows)]
    owner = _merged(rows, columns, across, down)
    cells: dict[tuple[int, int], list[Word]] = {}
    for (row, column), inside in placed.items():
        cells.setdefault(owner[row][column], []).extend(inside)
    if len(cells) < max(2, _FILLED * len({first for line in owner for first in line})):
        return None
    grid = [[""] * columns for _ in range(rows)]
    stacks = {cell: lines_of(inside) for cell, inside in cells.items()}
    for (row, column), stack in stacks.items():
        grid[row][column] = " ".join([line.text for line in stack])
    grid, spans = _unstacked(grid, stacks, _spans(owner))
    heights = sorted(word.height for inside in placed.values() for word in inside)
    return Table(grid, xs[0], ys[0], xs[-1], ys[-1], spans, 0, heights[len(heights) // 2])


def _wall(
    standing: list[Rule], top: float, bottom: float,
    placed: dict[tuple[int, int], list[Word]], row: int, column: int,
) -> bool:  # fmt: skip
    """Return whether two neighbours are cells apart: by a line, or by a wide gap between their words."""
    if _covers(standing, top, bottom):
        return True
    left, right = placed.get((row, column - 1), []), placed.get((row, column), [])
    if not left or not right:
        return False
    return min(word.x0 for word in right) - max(word.x1 for word in left) > 0.5 * left[0].height


def _unstacked(
    grid: list[list[str]],
    cells: dict[tuple[int, int], list[Line]],
    spans: tuple[tuple[int, int, int, int], ...],
) -> tuple[list[list[str]], tuple[tuple[int, int, int, int], ...]]:
    """Return the rows; one that stacks three lines or more on the same baselines in every column is cut."""
    out: list[list[str]] = []
    first_of: list[int] = []
    for r, row in enumerate(grid):
        first_of.append(len(out))
        stacks = {c: cells[r, c] for c in range(len(row)) if (r, c) in cells}
        counts = sorted(len(stack) for stack in stacks.values())
        most = counts[len(counts) // 2] if counts else 0
        same = [stack for stack in stacks.values() if len(stack) == most]
        aligned = len(same) >= max(2, 0.7 * len(stacks)) and all(
            max(line.bottom for line in level) - min(line.bottom for line in level) < 2
            for level in zip(*same, strict=True)
        )
        if most < 3 or not aligned or len(same) < len(stacks):
            out.append(row)
            continue
        for level in range(most):
            out.append([stacks[c][level].text if c in stacks else "" for c in range(len(row))])
    moved = tuple((first_of[top], left, first_of[bottom], right) for top, left, bottom, right in spans)
    return out, moved


def _places(rules: list[Rule]) -> list[float]:
    places: list[float] = []
    for at in sorted(rule.at for rule in rules):
        if not places or at - places[-1] > _SNAP:
            places.append(at)
    return places


def _near(rules: list[Rule], at: float) -> list[Rule]:
    return [rule for rule in rules if abs(rule.at - at) <= _SNAP]


def _covers(near: list[Rule], low: float, high: float) -> bool:
    """Return whether these lines, all at one place, cover most of that stretch."""
    inset = min(2.0, (high - low) / 4)
    covered = sum([max(0.0, min(rule.high, high) - max(rule.low, low)) for rule in near])
    return covered >= 0.6 * (high - low - 2 * inset)


def _merged(
    rows: int, columns: int, across: list[list[bool]], down: list[list[bool]]
) -> list[list[tuple[int, int]]]:
    """Return for each elementary cell the first cell of the merged one it belongs to."""
    owner = [[(r, c) for c in range(columns)] for r in range(rows)]
    for r in range(rows):
        for c in range(columns):
            if c and not across[r][c]:
                owner[r][c] = owner[r][c - 1]
            elif r and not down[r][c] and owner[r - 1][c][1] == c:
                owner[r][c] = owner[r - 1][c]
    return owner


def _spans(owner: list[list[tuple[int, int]]]) -> tuple[tuple[int, int, int, int], ...]:
    last: dict[tuple[int, int], tuple[int, int]] = {}
    for r, row in enumerate(owner):
        for c, first in enumerate(row):
            last[first] = (r, c)
    return tuple((*first, *end) for first, end in last.items() if first != end)


def _interval(places: list[float], at: float) -> int | None:
    index = bisect.bisect_right(places, at) - 1
    return index if 0 <= index < len(places) - 1 else None


def filled(table: Table) -> tuple[list[list[str]], int]:
    """Return (rows, header rows: 0 or 1) for writing: a column keeps its full header, a row its group.

    Header rows are joined to one, "upper / lower"; a header cell over several columns is repeated in each. A
    body cell over several rows is repeated in each; over several columns it stands once.
    """
    rows = [list(row) for row in table.rows]
    for top, left, bottom, right in table.spans:
        for r in range(top, bottom + 1):
            for c in range(left, right + 1):
                if not rows[r][c] and (c == left or r < table.header):
                    rows[r][c] = rows[top][left]
    head = [
        " / ".join(dict.fromkeys(filter(None, column))) for column in zip(*rows[: table.header], strict=True)
    ]
    body = [row for row in rows[table.header :] if any(row)]
    return ([head, *body], 1) if table.header else (body, 0)


def groups(table: Table, cut: float, rules: Sequence[Rule]) -> list[tuple[int, int, int, int]]:
    """Return the spans of a first column that no lying rule enters, while rules part the rows of the others.

    cut  x of the cut between the first column and the second
    """
    inside = [rule for rule in rules if table.top < rule.at < table.bottom]
    body = range(table.header, len(table.rows))
    if len(inside) < len(body) / 2 or any(rule.low < cut for rule in inside):
        return []
    starts = [row for row in body if table.rows[row][0]]
    ends = [*(start - 1 for start in starts[1:]), len(table.rows) - 1]
    return [(start, 0, end, 0) for start, end in zip(starts, ends, strict=True) if end > start]


def continued(last: Table, table: Table) -> Table:
    """Return the table with the header and the open row group of the one it continues from the page before.

    It continues when nothing stands between them, they have the same columns, and it has no header.
    """
    same = (
        len(table.rows[0]) == len(last.rows[0])
        and abs(table.x0 - last.x0) < 5
        and -5 < last.x1 - table.x1 < max(5.0, _NARROWER * (last.x1 - last.x0))
    )
    if not same or not last.bottom or not last.header or table.top > last.bottom or table.header:
        return table
    rows = [list(row) for row in last.rows[: last.header]] + [list(row) for row in table.rows]
    group = filled(last)[0][-1][0]
    at = last.header
    while at < len(rows) and not rows[at][0]:
        rows[at][0] = group
        at += 1
    moved = tuple(
        (top + last.header, left, bottom + last.header, right) for top, left, bottom, right in table.spans
    )
    head = tuple(span for span in last.spans if span[2] < last.header)
    return table._replace(rows=rows, header=last.header, spans=head + moved)
