"""The legs of a search: every chunk scored, the best of the visible ones cut off, in a total order."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ragkit.indexing import codes, lsa
from ragkit.indexing.store import Index

if TYPE_CHECKING:
    import numpy as np

Ranking = list[tuple[int, float]]  # (chunk position, score), best first
RESCORED = 4  # times a pool that a compressed leg scores exactly: bench_codes.py


class Leg(NamedTuple):
    """A scored corpus.

    scores   float[n], one a chunk
    matched  ascending positions of the chunks that the leg found at all
    exact    positions -> their scores, where `scores` are rough; None where they are exact
    """

    scores: "np.ndarray[Any, Any]"
    matched: "np.ndarray[Any, Any]"
    exact: "Callable[[np.ndarray[Any, Any]], np.ndarray[Any, Any]] | None" = None

    def at(self, positions: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
        """Return the exact scores of chunks."""
        return self.exact(positions) if self.exact else self.scores[positions]

    def top(self, seen: "np.ndarray[Any, Any] | None", k: int) -> Ranking:
        """Return the k best of the chunks found and seen, by exact score; equal ones stand in chunk order."""
        import numpy as np

        candidates = self.matched if seen is None else self.matched[seen[self.matched]]
        if self.exact is None:
            return top(self.scores[candidates], candidates, k)
        rough = top(self.scores[candidates], candidates, RESCORED * k)
        candidates = np.array(sorted(row for row, _ in rough), dtype=np.int64)
        return top(self.exact(candidates), candidates, k)


def top(values: "np.ndarray[Any, Any]", candidates: "np.ndarray[Any, Any]", k: int) -> Ranking:
    """Return the k best candidates; equal values stand in chunk order.

    values      float[m], one a candidate
    candidates  int[m], ascending chunk positions
    """
    import numpy as np

    if len(values) > k:
        cut = np.partition(values, len(values) - k)[len(values) - k]
        kept = values >= cut
        candidates, values = candidates[kept], values[kept]
    order = np.argsort(-values, kind="stable")[:k]
    return list(zip(candidates[order].tolist(), values[order].tolist(), strict=True))


def term_ids(index: Index, terms: Sequence[str], field: str = "bm25") -> list[int]:
    """Return the numbers of the terms that a field of the index knows, in query order, repeats kept."""
    vocabulary = index.terms[field]
    found = {term: vocabulary.find(term) for term in dict.fromkeys(terms)}
    return [found[term] for term in terms if found[term] >= 0]


def bm25(index: Index, ids: Sequence[int], field: str = "bm25") -> Leg:
    """Return rank_bm25's get_scores bit for bit: its additions in its order.

    A chunk that holds one of the terms is found, also at a score of 0.
    """
    import numpy as np

    starts, chunks, impacts = (index.arrays[f"{field}.{name}"] for name in ("starts", "chunks", "impacts"))
    spans = [slice(starts[number], starts[number + 1]) for number in ids]
    if not spans:
        return Leg(np.zeros(len(index)), np.empty(0, dtype=np.int64))
    rows = np.concatenate([chunks[span] for span in spans])
    weights = np.concatenate([impacts[span] for span in spans])
    scores = np.bincount(
        rows, weights=weights, minlength=len(index)
    )  # adds in the order of the query's terms
    if all(impacts[span.start] > 0 for span in spans):
        return Leg(scores, np.flatnonzero(scores != 0))  # a mask is searched several times as fast
    return Leg(scores, np.unique(rows))


def related(index: Index, alternatives: Mapping[str, Sequence[str]]) -> Leg:
    """Return BM25 scores of the words that may stand for a question's words, where those are missing.

    alternatives  question term -> terms that may stand for it; a chunk gets the best of them, and nothing
                  for a term that it has itself
    """
    import numpy as np

    scores = np.zeros(len(index))
    if not alternatives:
        return Leg(scores, np.empty(0, dtype=np.int64))
    starts, chunks, impacts = (index.arrays[f"bm25.{name}"] for name in ("starts", "chunks", "impacts"))
    best = np.zeros(len(index))
    for term, others in alternatives.items():
        touched = []
        for number in term_ids(index, others):
            rows = chunks[starts[number] : starts[number + 1]]
            best[rows] = np.maximum(best[rows], impacts[starts[number] : starts[number + 1]])
            touched.append(rows)
        for number in term_ids(index, [term]):
            best[chunks[starts[number] : starts[number + 1]]] = 0.0
        for rows in touched:
            scores[rows] += best[rows]
            best[rows] = 0.0
    return Leg(scores, np.flatnonzero(scores > 0))


def dense(index: Index, query: "np.ndarray[Any, Any]") -> Leg:
    """Return the cosine of every chunk with the query, a vector of length 1; none found for a zero vector."""
    import numpy as np

    if not query.any():
        return Leg(np.zeros(len(index)), np.empty(0, dtype=np.int64))
    vectors, form = index.arrays["dense"], index.manifest["dense"].get("compress")
    if form is None:
        return Leg(vectors @ query, np.arange(len(index)))
    small = {name: index.arrays[f"dense.{name}"] for name in ("codes", "scales", "means")
             if f"dense.{name}" in index.arrays}  # fmt: skip
    return Leg(codes.scan(small, form, query), np.arange(len(index)), lambda rows: vectors[rows] @ query)


def lsa_query(index: Index, ids: Sequence[int]) -> "np.ndarray[Any, Any]":
    """Return the query's vector in the index's LSA space; zero when it has no term with a weight there."""
    import numpy as np

    counts = Counter(ids)
    model = lsa.Model(*(index.arrays[f"lsa.{name}"] for name in lsa.Model._fields))
    return lsa.embed(model, np.array(list(counts), dtype=np.int64), np.array(list(counts.values())))
