"""The arithmetic of one ranking: every measure is a function of where its needs were met.

A need is one relevant id, or one group of quotes (ragkit/labels). Ranks count from 1.
"""

import math
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from ragkit.cli import InputError


class Outcome(NamedTuple):
    """Where the needs of one question were met."""

    ranks: tuple[int, ...]  # of the needs that were met, rising
    places: tuple[int, ...]  # of the same needs, strictly rising (see `place`)
    gains: tuple[float, ...]  # of the same needs
    ideal: tuple[float, ...]  # the gains of all needs, met or not, highest first


def place(met: Sequence[tuple[int, float]], gains: Sequence[float]) -> Outcome:
    """Return the outcome of needs met at (rank, gain); a chunk that meets two needs takes two places.

    The place of a need is its rank, or the place after the need before it where that is later. Distinct ids
    have distinct ranks, which are their places; without places, two groups met by the first chunk would give
    a precision@1 of 2 and an nDCG above 1.

    >>> place([(1, 1.0), (1, 1.0), (5, 1.0)], [1.0, 1.0, 1.0]).places
    (1, 2, 5)
    """
    ordered = sorted(met, key=lambda pair: (pair[0], -pair[1]))
    ranks = tuple(rank for rank, _ in ordered)
    places: list[int] = []
    for rank in ranks:
        places.append(max(rank, places[-1] + 1) if places else rank)
    return Outcome(
        ranks, tuple(places), tuple(gain for _, gain in ordered), tuple(sorted(gains, reverse=True))
    )


def recall(outcome: Outcome, k: int) -> float:
    """needs met in the top k / all needs"""
    return bisect_right(outcome.ranks, k) / len(outcome.ideal)


def capped_recall(outcome: Outcome, k: int) -> float:
    """needs met in the top k / the most that k places could meet (BEIR's R_cap)"""
    return bisect_right(outcome.places, k) / min(k, len(outcome.ideal))


def precision(outcome: Outcome, k: int) -> float:
    """places of met needs in the top k / k, also where the list is shorter than k"""
    return bisect_right(outcome.places, k) / k


def hit(outcome: Outcome, k: int) -> float:
    """1 if any need is met in the top k, else 0"""
    return float(bool(outcome.ranks) and outcome.ranks[0] <= k)


def reciprocal_rank(outcome: Outcome, k: int | None = None) -> float:
    """1 / rank of the first need met, 0 if none is (in the top k)"""
    if not outcome.ranks or (k is not None and outcome.ranks[0] > k):
        return 0.0
    return 1 / outcome.ranks[0]


def average_precision(outcome: Outcome, k: int | None = None) -> float:
    """sum over the needs met (in the top k) of (needs met so far / place), over all needs"""
    return math.fsum(_precisions(outcome, k)) / len(outcome.ideal)


def contextual_precision(outcome: Outcome, k: int) -> float:
    """the same sum over the needs met in the top k: 1 if nothing irrelevant stands before them, 0 if none"""
    precisions = _precisions(outcome, k)
    return math.fsum(precisions) / len(precisions) if precisions else 0.0


def _precisions(outcome: Outcome, k: int | None) -> list[float]:
    places = outcome.places if k is None else outcome.places[: bisect_right(outcome.places, k)]
    return [j / place for j, place in enumerate(places, start=1)]


def r_precision(outcome: Outcome) -> float:
    """needs met in the top R / R, with R the number of needs"""
    return recall(outcome, len(outcome.ideal))


def ndcg(outcome: Outcome, k: int, exponential: bool = False) -> float:
    """DCG@k / the DCG@k of the best order; a need's gain is its grade, or 2^grade - 1, over log2(1 + place)

    source  Jarvelin and Kekalainen, TOIS 2002 (linear); Burges et al., ICML 2005 (exponential)
    """
    cut = bisect_right(outcome.places, k)
    if not cut:
        return 0.0
    gained = _gained(outcome.places[:cut], outcome.gains[:cut], exponential)
    best = _gained(tuple(range(1, min(k, len(outcome.ideal)) + 1)), outcome.ideal[:k], exponential)
    return min(1.0, gained / best)


@lru_cache(maxsize=1 << 14)
def _gained(places: tuple[int, ...], gains: tuple[float, ...], exponential: bool) -> float:
    worth = [math.expm1(gain * math.log(2)) if exponential else gain for gain in gains]
    return sum(gain / math.log2(1 + place) for place, gain in zip(places, worth, strict=True))


Measure = Callable[[Outcome], float]


def measure(name: str) -> Measure:
    """Return a measure by its printed name: recall@5, mrr, mrr@5, ndcg_exp@10; InputError for no such."""
    base, _, cut = name.partition("@")
    if cut.isdecimal() and int(cut) > 0 and base in AT_K:
        at_k, k = AT_K[base], int(cut)
        return lambda outcome: at_k(outcome, k)
    if name in WHOLE:
        return WHOLE[name]
    raise InputError(f"no measure {name!r}; there are {', '.join([f'{base}@k' for base in AT_K] + [*WHOLE])}")


def _ndcg_exp(outcome: Outcome, k: int) -> float:
    return ndcg(outcome, k, exponential=True)


AT_K: dict[str, Callable[[Outcome, int], float]] = {
    "recall": recall, "recall_cap": capped_recall, "precision": precision, "hit": hit,
    "mrr": reciprocal_rank, "map": average_precision, "contextual_precision": contextual_precision,
    "ndcg": ndcg, "ndcg_exp": _ndcg_exp,
}  # fmt: skip
WHOLE: dict[str, Measure] = {"mrr": reciprocal_rank, "map": average_precision, "r_precision": r_precision}
