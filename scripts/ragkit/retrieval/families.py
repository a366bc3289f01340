"""Families of identical texts: one chunk of each is shown, the newest the reader may see; none is deleted."""

from collections.abc import Sequence

from ragkit.indexing.store import Index


def collapse(index: Index, ranked: Sequence[tuple[int, float]]) -> list[tuple[int, float, int]]:
    """Return (position, score, members), one a family, best first.

    ranked   candidates that the reader may see, best first
    The family stands at its best member's rank and score; shown is the member updated last, at equal dates
    (or none) the best ranked. members counts those in `ranked`.
    """
    families = index.arrays["families"]
    members: dict[int, list[int]] = {}
    best: dict[int, float] = {}
    for position, score in ranked:
        family = int(families[position])
        members.setdefault(family, []).append(position)
        best.setdefault(family, score)
    return [
        (rows[0] if len(rows) == 1 else max(rows, key=index.updated), best[family], len(rows))
        for family, rows in members.items()
    ]
