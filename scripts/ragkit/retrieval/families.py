"""Families of identical texts: one chunk of each is shown, the newest the reader may see; none is deleted."""

import re
from collections.abc import Sequence

from ragkit.indexing.store import Index

_DRAFT = re.compile(r"(?<![a-z])(draft|entwurf|brouillon|borrador|bozza|rascunho)(?![a-z])")


def collapse(index: Index, ranked: Sequence[tuple[int, float]]) -> list[tuple[int, float, int]]:
    """Return (position, score, members), one a family, best first.

    ranked   candidates that the reader may see, best first
    The family stands at its best member's rank and score; shown is the member updated last that is no draft,
    at equal dates (or none) the best ranked. members counts those in `ranked`.
    """
    families = index.arrays["families"]
    members: dict[int, list[int]] = {}
    best: dict[int, float] = {}
    for position, score in ranked:
        family = int(families[position])
        members.setdefault(family, []).append(position)
        best.setdefault(family, score)
    return [
        (
            rows[0] if len(rows) == 1 else max(rows, key=lambda row: _standing(index, row)),
            best[family],
            len(rows),
        )
        for family, rows in members.items()
    ]


def _standing(index: Index, row: int) -> tuple[bool, str]:
    """Return (whether its document is no draft, when it was updated): a newer draft is not in force."""
    chunk = index.chunk(row)
    status = (chunk.get("meta") or {}).get("status") or ""
    names = f"{chunk['doc_id']} {chunk.get('title') or ''} {status}"
    return not _DRAFT.search(names.casefold()), index.updated(row)
