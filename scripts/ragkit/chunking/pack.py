"""The one packer: units in, runs of units out, each run one chunk."""

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from zlib import crc32

from ragkit.chunking.layout import HEADINGS, Section, Unit

Run = list[Unit]
Cutter = Callable[[Unit, int, int], list[Unit]]
Ranges = Callable[[Sequence[int], Sequence[int], int], list[tuple[int, int]]]


class Packer:
    """Packs the sections of one document.

    room(path)   weight left for text under this section path, its prefix counted
    hard         weight left when the prefix is left out: what a unit may weigh and still stay whole
    cut          cut(unit, room, first room): the ladder, or [unit] if the unit must stay whole
    weigh        the measure that room and hard are in
    """

    def __init__(
        self,
        room: Callable[[tuple[str, ...]], int],
        hard: int,
        cut: Cutter,
        weigh: Callable[[str], int] = len,
    ) -> None:
        self.room = room
        self.hard = hard
        self.cut = cut
        self.weigh = weigh

    def section(self, section: Section) -> list[Run]:
        """Return the chunks of a section: itself when it fits, else its own text, then its subsections.

        Small subsections next to each other are packed together under the path they share.
        """
        if section.weight <= self.room(section.path):
            return [list(section.walk())]
        runs = self.flat(section.units, self.room(section.path))
        whole: list[Section] = []
        for child in section.children:
            if not child.units and not child.children:  # its heading waits in the section that follows
                continue
            if child.weight <= self.room(child.path):
                whole.append(child)
                continue
            runs += self._merged(whole, section.path)
            whole = []
            runs += self.section(child)
        return runs + self._merged(whole, section.path)

    def _merged(self, whole: Sequence[Section], path: tuple[str, ...]) -> list[Run]:
        runs = [list(child.walk()) for child in whole]
        weights = [child.weight for child in whole]
        return [
            [unit for run in runs[start:end] for unit in run]
            for start, end in merged(weights, [0] * len(weights), self.room(path))
        ]

    def flat(self, units: Sequence[Unit], room: int, ranges: Ranges | None = None) -> list[Run]:
        """Return the units packed in order by `ranges`, else by `merged`."""
        atoms = self.atoms(units, room)
        weights = [sum(unit.weight for unit in atom) for atom in atoms]
        leads = [atom[0].lead for atom in atoms]
        return [
            [unit for atom in atoms[start:end] for unit in atom]
            for start, end in (ranges or merged)(weights, leads, room)
        ]

    def atoms(self, units: Sequence[Unit], room: int) -> list[Run]:
        """Return what no border divides: headings with what follows, units that fit, pieces of large ones."""
        atoms: list[Run] = []
        heads: Run = []
        for unit in units:
            if unit.kind in HEADINGS:
                heads.append(unit)
                continue
            taken = sum(head.weight for head in heads)
            if taken + unit.weight <= max(room, self.hard):
                atoms.append([*heads, unit])
            else:
                first, *rest = self.cut(unit, room, room - taken)
                atoms.append([*heads, first])
                atoms.extend([piece] for piece in rest)
            heads = []
        return [*atoms, heads] if heads else atoms


def filled(weights: Sequence[int], leads: Sequence[int], room: int) -> list[tuple[int, int]]:
    """Return ranges [start, end) of items, each as long as fits from where the one before ended.

    >>> filled([3, 3, 3, 9, 1], [0, 0, 1, 0, 0], 6)
    [(0, 2), (2, 3), (3, 4), (4, 5)]
    """
    ranges: list[tuple[int, int]] = []
    start = size = 0
    for index, weight in enumerate(weights):
        if index > start and size + weight > room:
            ranges.append((start, index))
            start, size = index, 0
        size += weight + (leads[index] if index == start else 0)
    return [*ranges, (start, len(weights))] if weights else []


def merged(
    weights: Sequence[int], leads: Sequence[int], room: int, order: Sequence[int] | None = None
) -> list[tuple[int, int]]:
    """Return ranges [start, end) of neighbouring items that fit together; every item in one, in order.

    Neighbours are merged, smallest first, while any two fit. Sizes are compared in eighths of the room and
    ties broken by a hash of the weight, never by position, so that an edit seldom moves a border elsewhere:
    of the orders tried this one changed the fewest chunks and left the fullest (tests/bench/bench_edits.py).

    leads   what is repeated, and so weighs, when a range begins at this item
    order   rank of the border before each item, lowest merged first, in place of the size
    >>> merged([3, 3, 2, 9, 1], [0] * 5, 6)
    [(0, 1), (1, 3), (3, 4), (4, 5)]
    """
    if len(weights) < 2:
        return [(0, 1)] if weights else []
    size, after = list(weights), [*range(1, len(weights) + 1)]
    before, version = [*range(-1, len(weights) - 1)], [0] * len(weights)
    ties = [crc32(b"%d" % weight) for weight in weights]
    heap: list[tuple[int, int, int, int, int, int]] = []

    def offer(left: int, right: int) -> None:
        if size[left] + size[right] + leads[left] <= room:
            rank = order[right] if order else min(size[left], size[right]) * 8 // room
            heappush(heap, (rank, ties[right], left, right, version[left], version[right]))

    for right in range(1, len(weights)):
        offer(right - 1, right)
    while heap:
        _, _, left, right, *seen = heappop(heap)
        if seen != [version[left], version[right]]:  # one of the two has grown since
            continue
        size[left] += size[right]
        after[left] = after[right]
        version[left] += 1
        version[right] += 1
        if after[left] < len(weights):
            before[after[left]] = left
            offer(left, after[left])
        if before[left] >= 0:
            offer(before[left], left)
    starts = [0]
    while after[starts[-1]] < len(weights):
        starts.append(after[starts[-1]])
    return list(pairwise([*starts, len(weights)]))
