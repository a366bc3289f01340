"""Passages: hits grown into their neighbours and merged where they meet, for a reader who needs context."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ragkit.indexing.store import Index

if TYPE_CHECKING:
    import numpy as np

LARGEST = 2400  # characters of a passage; larger ones crowd others out of a context


class Passage(NamedTuple):
    """A range of a document: text[start:end], made of the chunks at positions first to last."""

    first: int
    last: int
    start: int
    end: int


def passages(
    index: Index,
    hits: Sequence[int],
    seen: "np.ndarray[Any, Any] | None",
    k: int,
    grow: int,
    per_doc: int,
) -> list[Passage]:
    """Return at most k passages, best first, of hits given as chunk positions, best first.

    grow     a passage shorter than this many characters takes in the chunk after it, then before it, while it
             stays under LARGEST, meets no other passage, and stays in its document
    per_doc  passages of one document; a hit that touches a better passage and fits joins it, at no place
    seen     bool[n], what the reader may see; None is everything. A passage never takes in anything else
    """
    starts, ends, documents = (index.arrays[name] for name in ("range.starts", "range.ends", "documents"))
    found: list[Passage] = []
    counts: Counter[int] = Counter()
    for hit in hits:
        start, end, document = int(starts[hit]), int(ends[hit]), int(documents[hit])
        if any(passage.first <= hit <= passage.last for passage in found):
            continue
        joined = next((i for i, p in enumerate(found) if _meets(p, hit, start, end, documents)), None)
        if joined is not None:
            p = found[joined]
            found[joined] = Passage(min(p.first, hit), max(p.last, hit), min(p.start, start), max(p.end, end))
        elif len(found) < k and counts[document] < per_doc:
            counts[document] += 1
            found.append(Passage(hit, hit, start, end))
    for i in range(len(found)):
        for step in (1, -1):
            while found[i].end - found[i].start < grow:
                grown = _step(found[i], step, starts, ends, documents)
                if (
                    grown is None
                    or (seen is not None and not seen[[grown.first, grown.last]].all())
                    or any(
                        other.first <= grown.last and grown.first <= other.last
                        for j, other in enumerate(found)
                        if j != i
                    )
                ):
                    break
                found[i] = grown
    return found


def _meets(passage: Passage, hit: int, start: int, end: int, documents: "np.ndarray[Any, Any]") -> bool:
    """Whether a hit stands directly before or after a passage of its document and fits into it."""
    if hit not in (passage.first - 1, passage.last + 1) or documents[hit] != documents[passage.first]:
        return False
    return bool(max(end, passage.end) - min(start, passage.start) <= LARGEST)


def _step(
    passage: Passage,
    step: int,
    starts: "np.ndarray[Any, Any]",
    ends: "np.ndarray[Any, Any]",
    documents: "np.ndarray[Any, Any]",
) -> Passage | None:
    """Return the passage with the next chunk in one direction, or None where it may not have it."""
    new = passage.last + 1 if step == 1 else passage.first - 1
    if not 0 <= new < len(documents) or documents[new] != documents[passage.first]:
        return None
    start, end = min(passage.start, int(starts[new])), max(passage.end, int(ends[new]))
    if end - start > LARGEST:
        return None
    return Passage(min(passage.first, new), max(passage.last, new), start, end)
