"""BM25 over numpy postings: rank_bm25's own formula and idf, its scores bit for bit, without its loop."""

import math
from array import array
from collections import defaultdict
from collections.abc import Iterable
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np

IDFS = ("okapi", "lucene")
RUN = 1 << 22  # terms counted at a time; taste: 100 MB while it is sorted


class Postings(NamedTuple):
    """The inverted index of n chunks; the terms are sorted, so a term is found by bisection.

    terms    t terms, sorted by their UTF-8 bytes
    starts   int64[t + 1]: the postings of term i are starts[i] to starts[i + 1]
    chunks   int32[p]: chunk positions, ascending within a term
    counts   int32[p]: how often the term is in that chunk
    impacts  float64[p]: what the term adds to the chunk's score, for each time it is in the query
    """

    terms: list[str]
    starts: "np.ndarray[Any, Any]"
    chunks: "np.ndarray[Any, Any]"
    counts: "np.ndarray[Any, Any]"
    impacts: "np.ndarray[Any, Any]"


class Builder:
    """Collects a corpus chunk by chunk, in chunk order, and turns it into postings, once."""

    def __init__(self) -> None:
        # term -> number by first appearance, which fixes the order in which the idfs are summed
        self._numbers: dict[str, int] = defaultdict(count().__next__)
        self._flat, self._lengths = array("i"), array("q")
        self._runs: list[_Run] = []
        self._counted = 0  # chunks that are in the runs

    def add(self, terms: list[str]) -> None:
        self._lengths.append(len(terms))
        self._flat.extend(map(self._numbers.__getitem__, terms))
        if len(self._flat) >= RUN:
            self._count()

    def _count(self) -> None:
        """Count the terms of the chunks added last into a run."""
        if self._flat:
            self._runs.append(_run(self._flat, self._lengths[self._counted :], self._counted))
            self._flat = array("i")
        self._counted = len(self._lengths)

    def postings(self, k1: float = 1.5, b: float = 0.75, idf: str = "okapi") -> Postings:
        """Return the postings of the chunks added.

        k1, b   of BM25; 1.5 and .75 are rank_bm25's defaults
        idf     okapi: log((n - f + .5) / (f + .5)), a negative one made a quarter of the mean: rank_bm25's;
                lucene: log(1 + (n - f + .5) / (f + .5)), never negative, better on under 20 chunks
        An empty chunk counts as a chunk of length 0, as in rank_bm25; an empty corpus gives empty postings.
        """
        self._count()
        runs, self._runs = self._runs, []
        return _postings(self._numbers, runs, self._lengths, k1, b, idf)


def build(corpus: Iterable[list[str]], k1: float = 1.5, b: float = 0.75, idf: str = "okapi") -> Postings:
    """Return the postings of a corpus of term lists, one list a chunk, in chunk order (see Builder)."""
    builder = Builder()
    for terms in corpus:
        builder.add(terms)
    return builder.postings(k1, b, idf)


class _Run(NamedTuple):
    """What some chunks add to the postings, by term: a tenth of the memory that sorting them all would take.

    terms   int32[u]: numbers of the terms that the chunks have, ascending
    sizes   int32[u]: postings of each
    chunks  int32[p]: chunk positions, ascending within a term
    counts  int32[p]
    """

    terms: "np.ndarray[Any, Any]"
    sizes: "np.ndarray[Any, Any]"
    chunks: "np.ndarray[Any, Any]"
    counts: "np.ndarray[Any, Any]"


def _run(flat: "array[int]", lengths: "array[int]", first: int) -> _Run:
    """Return the run of the chunks at positions first, first + 1, ... whose term numbers stand in flat."""
    import numpy as np

    of = np.repeat(np.arange(first, first + len(lengths), dtype=np.int64), np.array(lengths, dtype=np.int64))
    keys = np.frombuffer(flat, dtype=np.int32).astype(np.int64) << 32 | of
    keys.sort()
    unique = np.flatnonzero(np.diff(keys, prepend=-1))
    counts = np.diff(unique, append=len(keys)).astype(np.int32)
    keys = keys[unique]
    terms, sizes = np.unique(keys >> 32, return_counts=True)
    return _Run(terms.astype(np.int32), sizes.astype(np.int32), keys.astype(np.int32), counts)


def _postings(
    numbers: dict[str, int], runs: list[_Run], lengths: "array[int]", k1: float, b: float, idf: str
) -> Postings:
    """Merge the runs, which are emptied on the way: each term's part of a run goes after the run before."""
    import numpy as np

    seen = list(numbers)
    order = sorted(range(len(seen)), key=lambda number: seen[number].encode())
    frequency = np.zeros(len(seen), dtype=np.int64)
    for run in runs:
        frequency[run.terms] += run.sizes
    by_term = dict(zip(seen, frequency.tolist(), strict=True))
    weights = _idf(by_term, len(lengths), idf)
    idf_of = np.array([weights[seen[number]] for number in order], dtype=np.float64)

    frequency = frequency[order]
    starts = np.concatenate([[0], np.cumsum(frequency)]).astype(np.int64)
    free = np.empty(len(seen), dtype=np.int64)  # by first appearance: where the term's next posting goes
    free[order] = starts[:-1]
    chunks, counts = (np.empty(int(starts[-1]), dtype=np.int32) for _ in range(2))
    runs.reverse()
    while runs:
        run = runs.pop()
        inside = np.cumsum(run.sizes) - run.sizes
        at = np.repeat(free[run.terms] - inside, run.sizes) + np.arange(len(run.chunks))
        chunks[at], counts[at] = run.chunks, run.counts
        free[run.terms] += run.sizes

    length = np.array(lengths, dtype=np.int64)
    norm: np.ndarray[Any, Any] = np.zeros(len(length))
    if len(chunks):
        norm = k1 * (1 - b + b * length / (int(length.sum()) / len(length)))
    impacts = np.repeat(idf_of, frequency)
    for start in range(0, len(chunks), RUN):  # by parts: what stands between is as large as the whole
        part = slice(start, start + RUN)
        # rank_bm25's expression in rank_bm25's order: another order of the same terms rounds differently
        impacts[part] *= counts[part] * (k1 + 1) / (counts[part] + norm[chunks[part]])
    return Postings([seen[number] for number in order], starts, chunks, counts, impacts)


def _idf(by_term: dict[str, int], n: int, kind: str) -> dict[str, float]:
    """Return term -> idf; okapi is computed by rank_bm25 itself."""
    if not by_term:
        return {}
    if kind == "lucene":
        return {term: math.log(1 + (n - f + 0.5) / (f + 0.5)) for term, f in by_term.items()}
    from rank_bm25 import BM25Okapi

    okapi = BM25Okapi.__new__(BM25Okapi)  # its _calc_idf needs only these three
    okapi.corpus_size, okapi.epsilon, okapi.idf = n, 0.25, {}
    okapi._calc_idf(by_term)
    return dict(okapi.idf)
