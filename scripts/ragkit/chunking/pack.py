"""The one packer: units in, runs of units out, each run one chunk."""

from collections.abc import Callable, Sequence

from ragkit.chunking.layout import HEADINGS, Section, Unit

Run = list[Unit]
Cutter = Callable[[Unit, int, int], list[Unit]]


class Packer:
    """Packs the sections of one document.

    room(path)   weight left for text under this section path, its prefix counted
    hard         weight left when the prefix is left out: what a unit may weigh and still stay whole
    cut          cut(unit, room, first room): the ladder, or [unit] if the unit must stay whole
    """

    def __init__(self, room: Callable[[tuple[str, ...]], int], hard: int, cut: Cutter) -> None:
        self.room = room
        self.hard = hard
        self.cut = cut

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
            for start, end in greedy(weights, [0] * len(weights), self.room(path))
        ]

    def flat(self, units: Sequence[Unit], room: int) -> list[Run]:
        """Return the units packed in order, headings kept with what follows, large ones cut."""
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
                first, *rest = self.cut(unit, room, max(1, room - taken))
                atoms.append([*heads, first])
                atoms.extend([piece] for piece in rest)
            heads = []
        if heads:
            atoms.append(heads)
        weights = [sum(unit.weight for unit in atom) for atom in atoms]
        leads = [atom[0].lead for atom in atoms]
        return [
            [unit for atom in atoms[start:end] for unit in atom]
            for start, end in greedy(weights, leads, room)
        ]


def greedy(weights: Sequence[int], leads: Sequence[int], room: int) -> list[tuple[int, int]]:
    """Return ranges [start, end) of items, each as long as fits from where the one before ended.

    leads   what is repeated, and so weighs, when a range begins at this item
    >>> greedy([3, 3, 3, 9, 1], [0, 0, 1, 0, 0], room=6)
    [(0, 2), (2, 3), (3, 4), (4, 5)]
    """
    ranges: list[tuple[int, int]] = []
    start = filled = 0
    for index, weight in enumerate(weights):
        if index > start and filled + weight > room:
            ranges.append((start, index))
            start, filled = index, 0
        filled += weight + (leads[index] if index == start else 0)
    if weights:
        ranges.append((start, len(weights)))
    return ranges
