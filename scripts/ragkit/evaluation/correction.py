"""A judge's rate corrected by a random sample of human verdicts (prediction-powered inference).

The judge grades all N items, a human n of them drawn at random. Canaries never correct a rate: they are
easier than real claims. Both sources of noise count, the N judged and the n compared; holding either fixed
makes the interval too narrow (a public snippet that does covers .76 to .91 of the time for a nominal .95).
"""

import math
from collections.abc import Sequence

from ragkit.cli import InputError
from ragkit.evaluation.intervals import Interval

LEAST = 20  # compared items below which no correction is made: taste
# Student's t at 97.5% for n - 1 degrees of freedom, n from 20; the normal quantile is too small for few.
T975 = ((25, 2.064), (30, 2.045), (40, 2.023), (60, 2.001), (100, 1.984), (200, 1.972), (10**9, 1.96))


def corrected(judged: Sequence[float], compared: Sequence[tuple[float, float]]) -> Interval:
    """Return the corrected rate and its 95% interval.

    judged    the judge's score of each of the N items, the compared ones among them; 0 or 1
    compared  (judge, human) of each of the n items that a human graded as well
    formula   mean(judge) over N + mean(human - judge) over n; its variance is var(judge) / N + var(human -
    judge) / n
              with one agreement of each sign added, so that a sample without a disagreement is not taken for
              proof that there is none
    source    Angelopoulos et al., Science 2023; coverage: tests/bench/bench_correction.py
    """
    if len(compared) < LEAST:
        raise InputError(
            f"{len(compared)} items are graded by a human as well; {LEAST} or more, drawn at random, "
            f"are needed"
        )
    n, total = len(compared), len(judged)
    rate = math.fsum(judged) / total
    differences = [human - judge for judge, human in compared]
    shift = math.fsum(differences) / n
    spread = (math.fsum(d * d for d in differences) + 2) / (n + 2) - shift * shift
    smooth = (rate * total + 2) / (total + 4)
    error = math.sqrt(max(spread, 0.0) / n + smooth * (1 - smooth) / total)
    t = next(value for least, value in T975 if n <= least)
    mean = min(1.0, max(0.0, rate + shift))
    return Interval(mean, max(0.0, rate + shift - t * error), min(1.0, rate + shift + t * error), n)
