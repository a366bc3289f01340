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
    """Collects a corpus chunk by chunk, in chunk order, and turns it into postings."""

    def __init__(self) -> None:
        # term -> number by first appearance, which fixes the order in which the idfs are summed
        self._numbers: dict[str, int] = defaultdict(count().__next__)
        self._flat, self._lengths = array("i"), array("q")

    def add(self, terms: list[str]) -> None:
        self._lengths.append(len(terms))
        self._flat.extend(map(self._numbers.__getitem__, terms))

    def postings(self, k1: float = 1.5, b: float = 0.75, idf: str = "okapi") -> Postings:
        """Return the postings of the chunks added.

        k1, b   of BM25; 1.5 and .75 are rank_bm25's defaults
        idf     okapi: log((n - f + .5) / (f + .5)), a negative one made a quarter of the mean: rank_bm25's;
                lucene: log(1 + (n - f + .5) / (f + .5)), never negative, better on under 20 chunks
        An empty chunk counts as a chunk of length 0, as in rank_bm25; an empty corpus gives empty postings.
        """
        return _postings(self._numbers, self._flat, self._lengths, k1, b, idf)


def build(corpus: Iterable[list[str]], k1: float = 1.5, b: float = 0.75, idf: str = "okapi") -> Postings:
    """Return the postings of a corpus of term lists, one list a chunk, in chunk order (see Builder)."""
    builder = Builder()
    for terms in corpus:
        builder.add(terms)
    return builder.postings(k1, b, idf)


def _postings(
    numbers: dict[str, int], flat: "array[int]", lengths: "array[int]", k1: float, b: float, idf: str
) -> Postings:
    import numpy as np

    term_of = np.frombuffer(flat, dtype=np.int32) if flat else np.empty(0, np.int32)
    length = np.array(lengths, dtype=np.int64)
    chunk_of = np.repeat(np.arange(len(length), dtype=np.int32), length)

    seen = list(numbers)
    order = sorted(range(len(seen)), key=lambda number: seen[number].encode())
    place = np.empty(len(seen), dtype=np.int32)
    place[order] = np.arange(len(seen), dtype=np.int32)
    keys = place[term_of].astype(np.int64) * max(1, len(length)) + chunk_of
    keys.sort()
    unique = np.flatnonzero(np.diff(keys, prepend=-1))
    counts = np.diff(unique, append=len(keys)).astype(np.int32)
    keys = keys[unique]
    term_rows, chunks = keys // max(1, len(length)), (keys % max(1, len(length))).astype(np.int32)
    frequency = np.bincount(term_rows, minlength=len(seen))
    starts = np.concatenate([[0], np.cumsum(frequency)]).astype(np.int64)

    by_term = dict(zip(seen, frequency[place].tolist(), strict=True))
    weights = _idf(by_term, len(length), idf)
    idf_of = np.array([weights[seen[number]] for number in order], dtype=np.float64)
    norm: np.ndarray[Any, Any] = np.zeros(len(length))
    if len(flat):
        norm = k1 * (1 - b + b * length / (len(flat) / len(length)))
    # rank_bm25's expression in rank_bm25's order: another order of the same terms rounds differently
    impacts = np.repeat(idf_of, frequency) * (counts * (k1 + 1) / (counts + norm[chunks]))
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
