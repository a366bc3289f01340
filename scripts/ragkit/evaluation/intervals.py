"""How sure a mean is: intervals for the mean of per-question scores between 0 and 1."""

import math
from collections.abc import Sequence
from typing import NamedTuple

Z95 = 1.959963984540054  # two-sided 95% point of the normal distribution


class Interval(NamedTuple):
    """A mean and the ends of its interval."""

    mean: float
    low: float
    high: float
    n: int

    def __str__(self) -> str:
        return f"{self.mean:.3f} [{self.low:.3f}, {self.high:.3f}]"


def wilson(mean: float, n: int, z: float = Z95) -> tuple[float, float]:
    """Return (low, high) of Wilson's score interval for a mean of n scores in [0, 1]; (0, 1) for n = 0.

    Scores between 0 and 1 vary no more than successes and failures of the same mean, so for graded scores
    the interval is wide rather than narrow. It keeps a width at 0 and at 1, where the bootstrap has none.

    source  Wilson, JASA 1927; coverage measured by tests/bench/bench_intervals.py

    >>> [round(end, 3) for end in wilson(1.0, 50)]
    [0.929, 1.0]
    """
    if n == 0:
        return 0.0, 1.0
    spread = z * math.sqrt(mean * (1 - mean) / n + z * z / (4 * n * n))
    centre, scale = mean + z * z / (2 * n), 1 + z * z / n
    return min(mean, max(0.0, (centre - spread) / scale)), max(mean, min(1.0, (centre + spread) / scale))


def interval(scores: Sequence[float]) -> Interval:
    """Return the mean of the scores with its 95% Wilson interval; InputError is the caller's for n = 0."""
    assert scores, "no scores, no interval"
    mean = min(1.0, max(0.0, math.fsum(scores) / len(scores)))
    return Interval(mean, *wilson(mean, len(scores)), len(scores))
