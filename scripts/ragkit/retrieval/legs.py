"""The legs of a search: every chunk scored, the best of the visible ones cut off, in a total order."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ragkit.indexing import lsa
from ragkit.indexing.store import Index

if TYPE_CHECKING:
    import numpy as np

Ranking = list[tuple[int, float]]  # (chunk position, score), best first


def top(scores: "np.ndarray[Any, Any]", candidates: "np.ndarray[Any, Any]", k: int) -> Ranking:
    """Return the k best candidates; equal scores stand in chunk order.

    scores      float[n], one a chunk
    candidates  int[m], ascending chunk positions: the only ones considered
    """
    import numpy as np

    values = scores[candidates]
    if len(values) > k:
        cut = np.partition(values, len(values) - k)[len(values) - k]
        kept = values >= cut
        candidates, values = candidates[kept], values[kept]
    order = np.argsort(-values, kind="stable")[:k]
    return list(zip(candidates[order].tolist(), values[order].tolist(), strict=True))


def term_ids(index: Index, terms: Sequence[str]) -> list[int]:
    """Return the numbers of the terms that the index knows, in query order, repeats kept."""
    found = {term: index.terms.find(term) for term in dict.fromkeys(terms)}
    return [found[term] for term in terms if found[term] >= 0]


def bm25_scores(index: Index, ids: Sequence[int]) -> "tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]":
    """Return (float64[n] scores, ascending positions of the chunks that hold at least one of the terms).

    Bit for bit rank_bm25's get_scores: its additions in its order. A match stays a match at a score of 0.
    """
    import numpy as np

    starts, chunks, impacts = (index.arrays[f"bm25.{name}"] for name in ("starts", "chunks", "impacts"))
    scores = np.zeros(len(index))
    matched = np.zeros(len(index), dtype=bool)
    for number in ids:
        start, end = starts[number], starts[number + 1]
        rows = chunks[start:end]
        scores[rows] += impacts[start:end]
        matched[rows] = True
    return scores, np.flatnonzero(matched)


def bm25(index: Index, ids: Sequence[int], seen: "np.ndarray[Any, Any] | None", k: int) -> Ranking:
    """Return the k best visible chunks that hold at least one of the terms."""
    scores, matched = bm25_scores(index, ids)
    return top(scores, matched if seen is None else matched[seen[matched]], k)


def dense(index: Index, ids: Sequence[int], seen: "np.ndarray[Any, Any] | None", k: int) -> Ranking:
    """Return the k visible chunks nearest to the query by cosine; none when the query has no known term."""
    import numpy as np

    if index.manifest["dense"] is None or not ids:
        return []
    counts = Counter(ids)
    model = lsa.Model(index.arrays["lsa.weights"], index.arrays["lsa.components"])
    query = lsa.embed(model, np.array(list(counts)), np.array(list(counts.values())))
    if not query.any():
        return []
    scores = index.arrays["dense"] @ query
    return top(scores, np.arange(len(scores)) if seen is None else np.flatnonzero(seen), k)
