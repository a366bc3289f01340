"""Rank fusion: several rankings of one question in, one ranking out."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

Id = TypeVar("Id", str, int)

# Chosen on scifact, cranfield and half of xquad en, zh and es; neighbours (.7 to 1, power 1.5 to 3, fifth to
# twentieth) do much the same. tests/bench/bench_lexical_quality.py shows it beside the languages kept apart.
CLEAR_AT, SLOPE, POWER, LEAST = 10, 3.2, 2, 0.2


def reciprocal_rank_fusion(rankings: Iterable[Sequence[Id]], k: int = 60) -> list[tuple[Id, float]]:
    """Return (id, score) pairs, best first; score = sum over rankings of 1 / (k + rank).

    rankings  one per retriever, best first; lengths may differ, any may be empty
    k         dimensionless, >= 0; a larger k rewards agreement over a single high rank
    repeats   an id named twice in one ranking counts once, at its best rank; later ranks do not move up
    ties      broken by the best single rank, then by id, so equal inputs give equal output
    source    Cormack, Clarke and Buettcher, SIGIR 2009, who chose k = 60

    >>> reciprocal_rank_fusion([["a", "b"], ["b"]], k=1)
    [('b', 0.8333333333333333), ('a', 0.5)]
    """
    scores: dict[Id, float] = {}
    best_rank: dict[Id, int] = {}
    for ranking in rankings:
        seen: set[Id] = set()
        for rank, item in enumerate(ranking, start=1):
            if item in seen:
                continue
            seen.add(item)
            scores[item] = scores.get(item, 0.0) + 1 / (k + rank)
            best_rank[item] = min(rank, best_rank.get(item, rank))
    return sorted(scores.items(), key=lambda pair: (-pair[1], best_rank[pair[0]], pair[0]))


def interleave(rankings: Iterable[Sequence[Id]]) -> list[tuple[Id, float]]:
    """Return (id, score) pairs: the first of each ranking in turn, then the second of each, and so on.

    rankings  those of questions that each need their own answer; an id already there gives its turn to the
              ranking's next one, so each of n rankings has a place among the first n
    score     1 / place, so that the order is the scores' own

    >>> interleave([["a", "b"], ["a", "c"]])
    [('a', 1.0), ('c', 0.5), ('b', 0.3333333333333333)]
    """
    waiting = [iter(ranking) for ranking in rankings]
    found: dict[Id, float] = {}
    while waiting:
        left = []
        for ranking in waiting:
            item = next((one for one in ranking if one not in found), None)
            if item is not None:
                found[item] = 1 / (len(found) + 1)
                left.append(ranking)
        waiting = left
    return list(found.items())


def weighted_fusion(
    rankings: Sequence[Sequence[tuple[Id, float]]],
    weights: Sequence[float],
    floors: Sequence[float | None] | None = None,
) -> list[tuple[Id, float]]:
    """Return (id, score) pairs, best first; score = sum of weight * (x - low) / (max - low) over rankings.

    rankings  (id, x) pairs, best first, one ranking per retriever, each id once; any may be empty
    weights   one per ranking, >= 0; only their proportions matter to the order
    floors    low of each ranking: the least x there can be (0 for BM25), below which x counts as low; None
              takes the ranking's own least x, for scores without a zero such as an embedder's cosines
    absent    adds 0; where all x are equal and above the floor, each adds the whole weight
    ties      broken by the best single rank, then by id
    source    Bruch, Gai and Ingber, TOIS 2023: a convex combination over theoretical minima

    >>> weighted_fusion([[("a", 9.0), ("b", 4.5)], [("b", 0.8), ("c", 0.2)]], [0.75, 0.25], [0.0, None])
    [('a', 0.75), ('b', 0.625), ('c', 0.0)]
    """
    scores: dict[Id, float] = {}
    best_rank: dict[Id, int] = {}
    for ranking, weight, floor in zip(rankings, weights, floors or [None] * len(rankings), strict=True):
        values = [value for _, value in ranking]
        high = max(values, default=0.0)
        low = min(values, default=0.0) if floor is None else floor
        span = high - low
        for rank, (item, value) in enumerate(ranking, start=1):
            if span > 0:
                share = (value - low) / span if value > low else 0.0
            else:
                share = float(floor is None)
            if item not in scores:
                scores[item], best_rank[item] = 0.0 + weight * share, rank
                continue
            scores[item] += weight * share
            if rank < best_rank[item]:
                best_rank[item] = rank
    return sorted(scores.items(), key=lambda pair: (-pair[1], best_rank[pair[0]], pair[0]))


def adapted(lexical: Sequence[tuple[Id, float]], words: float, dense: float) -> tuple[float, float]:
    """Return the weights of BM25 and of LSA for one question; their sum is that of the weights given.

    lexical  (id, score) pairs of BM25, best first: where the best stands clear of the tenth, the words have
             decided and LSA keeps a fifth of its weight; where they are all alike, it gets up to 3.2 times it
    The weights stay as they are where one is 0 or no word matched.

    >>> adapted([("a", 8.0)] + [("b", 4.0)] * 9, 0.75, 0.25)
    (0.8, 0.2)
    """
    if not words or not dense or not lexical or lexical[0][1] <= 0:
        return words, dense
    best = lexical[0][1]
    last = max(0.0, lexical[CLEAR_AT - 1][1]) if len(lexical) >= CLEAR_AT else 0.0
    leaning = min(words + dense, dense * max(LEAST, SLOPE * (last / best) ** POWER))
    return words + dense - leaning, leaning
