"""Equal context: how much of a ranking fits a budget of tokens, so that any chunk sizes compare."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Fit(NamedTuple):
    """The top of one ranking within the budget."""

    chunks: int
    tokens: int
    full: bool  # whether a next chunk was left out; else the ranking ended before the budget did


def measure(budget: int) -> str:
    """Return the name of recall within a budget: recall@1500tokens."""
    return f"recall@{budget}tokens"


def fit(ids: Sequence[str], tokens: Mapping[str, int], budget: int) -> Fit:
    """Return how many of the first ids fit the budget together; the first does, whatever its size.

    tokens  of each chunk as it is indexed, prefix included; an id without any counts 0

    >>> fit(["a", "b", "c"], {"a": 300, "b": 200, "c": 100}, 500)
    Fit(chunks=2, tokens=500, full=True)
    """
    spent = 0
    for count, name in enumerate(ids):
        size = tokens.get(name, 0)
        if count and spent + size > budget:
            return Fit(count, spent, True)
        spent += size
    return Fit(len(ids), spent, False)
