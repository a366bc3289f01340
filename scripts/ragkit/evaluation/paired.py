"""Two runs on the same questions: exact paired randomisation, Holm's correction, what n could have seen."""

import math
from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

ALPHA = 0.05
TIED = 1e-9  # differences, and sums of them, closer than this are equal
HALVES = 30  # up to so many differences all sums are listed, as sums of two halves
COARSEST = 50  # steps in a difference of 1, below which the normal limit is nearer than a grid; taste
SLOTS = 20_000_000  # bits that the count of all sums may take, some .3 s


class Comparison(NamedTuple):
    """One measure of a run against a baseline, over the same questions."""

    measure: str
    mean: float
    baseline: float
    wins: int
    losses: int
    ties: int
    p: float  # two-sided, exact randomisation
    adjusted: float  # Holm, over all comparisons shown
    visible: float  # the smallest difference that this n would see 4 times in 5
    verdict: str  # better, worse or cannot tell

    def __str__(self) -> str:
        n = self.wins + self.losses + self.ties
        return (
            f"  {self.measure:<20} {self.baseline:.3f} -> {self.mean:.3f}  {self.mean - self.baseline:+.3f}  "
            f"wins {self.wins}, losses {self.losses}, ties {self.ties}  "
            f"p {self.p:.3g}, Holm {self.adjusted:.3g}  {self.verdict}; "
            f"{n} questions would show a difference of {self.visible:.3f} or more 4 times in 5"
        )


def compare(pairs: Sequence[tuple[str, Sequence[float], Sequence[float]]]) -> list[Comparison]:
    """Return a comparison for each (measure, scores, baseline scores), Holm-corrected over all of them."""
    differences = [
        [_difference(a, b) for a, b in zip(ours, theirs, strict=True)] for _, ours, theirs in pairs
    ]
    ps = [randomisation(row) for row in differences]
    return [
        Comparison(
            name, _mean(ours), _mean(theirs), sum(d > 0 for d in row), sum(d < 0 for d in row),
            sum(d == 0 for d in row), p, adjusted, smallest_visible(row), verdict(row, adjusted),
        )
        for (name, ours, theirs), row, p, adjusted in zip(pairs, differences, ps, holm(ps), strict=True)
    ]  # fmt: skip


def verdict(differences: Sequence[float], p: float) -> str:
    """Return "better", "worse" or "cannot tell", at ALPHA."""
    if p >= ALPHA:
        return "cannot tell"
    return "better" if math.fsum(differences) > 0 else "worse"


def within_one_error(scores: Sequence[float], best: Sequence[float]) -> bool:
    """Return whether the mean is at most one standard error of the paired difference below that of `best`."""
    n = len(best)
    differences = [b - a for a, b in zip(scores, best, strict=True)]
    mean = math.fsum(differences) / n
    variance = math.fsum((d - mean) ** 2 for d in differences) / max(1, n - 1)
    return mean <= math.sqrt(variance / n) + 1e-12


def _difference(ours: float, theirs: float) -> float:
    return 0.0 if abs(ours - theirs) < TIED else ours - theirs


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def randomisation(differences: Sequence[float]) -> float:
    """Return the two-sided p of the exact paired randomisation test; 1 where nothing differs, never 0.

    The share of the 2^m ways to flip the signs of the m non-zero differences whose sum is at least as far
    from 0. Exact up to HALVES differences, and above where they share a denominator, as recall does. Else
    the differences are first rounded to a grid, which tests the sum of the rounded ones, exactly; beyond
    about 4,000 differences the normal limit is used. No random numbers: the same input gives the same p.

    source  Fisher, The Design of Experiments, 1935; Smucker, Allan and Carterette, CIKM 2007
    """
    sizes = [abs(d) for d in differences if abs(d) >= TIED]
    total, observed = math.fsum(sizes), abs(math.fsum(differences))
    if not sizes or observed < TIED:
        return 1.0
    if len(sizes) <= HALVES:
        return min(1.0, _ratio(2 * _count_halves(sizes, (total - observed) / 2 + TIED), len(sizes)))
    whole, sign_sum = _whole(sizes, [d for d in differences if abs(d) >= TIED])
    if whole:
        return min(1.0, _ratio(2 * _count_sums(whole, (sum(whole) - abs(sign_sum)) // 2), len(sizes)))
    return math.erfc(observed / math.sqrt(2 * math.fsum(size * size for size in sizes)))


def _ratio(count: int, power: int) -> float:
    """count / 2^power, also where neither is a float"""
    return float(Fraction(count, 1 << power))


def _count_halves(sizes: Sequence[float], limit: float) -> int:
    """Return how many subsets of the sizes have a sum of at most `limit`."""
    first, second = _sums(sizes[::2]), sorted(_sums(sizes[1::2]))
    return sum(bisect_right(second, limit - one) for one in first)


def _sums(sizes: Sequence[float]) -> list[float]:
    sums = [0.0]
    for size in sizes:
        sums += [one + size for one in sums]
    return sums


def _whole(sizes: Sequence[float], signed: Sequence[float]) -> tuple[list[int], int]:
    """Return the sizes as whole multiples of a common unit, and their signed sum; nothing if too many.

    The unit is their common denominator where it is small enough to count with, else the finest that is.
    """
    finest = SLOTS / len(sizes) / math.fsum(sizes)
    scale = _denominator(sizes, finest) or (int(finest) if finest >= COARSEST else 0)
    if not scale:
        return [], 0
    whole = [max(1, round(size * scale)) for size in sizes]
    return whole, sum(units if d > 0 else -units for units, d in zip(whole, signed, strict=True))


def _denominator(sizes: Sequence[float], most: float) -> int:
    """Return the common denominator of the sizes; 0 where they have none up to `most`."""
    common = 1
    for size in set(sizes):
        fraction = Fraction(size).limit_denominator(1000)
        if abs(fraction - Fraction(size)) > TIED / 1000:
            return 0
        common = math.lcm(common, fraction.denominator)
        if common > most:
            return 0
    return common


def _count_sums(sizes: Sequence[int], limit: int) -> int:
    """Return how many subsets of the sizes have a sum of at most `limit`.

    The counts of all sums are the coefficients of the product of (1 + x^size). They are kept side by side in
    one large number, `width` bits each, so that a factor is one shift and one addition.
    """
    width = len(sizes) + 1
    keep = (1 << width * (limit + 1)) - 1
    counts = 1
    for size in sizes:
        if size <= limit:
            counts += (counts << width * size) & keep
    return counts % (
        (1 << width) - 1
    )  # the sum of the digits in base 2^width; at most 2^m, so below the modulus


def holm(ps: Sequence[float]) -> list[float]:
    """Return Holm's adjusted p values, in the order given.

    source  Holm, Scandinavian Journal of Statistics 1979

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(ps)), key=lambda i: ps[i])
    raised = accumulate((min(1.0, ps[i] * (len(ps) - j)) for j, i in enumerate(order)), max)
    adjusted = dict(zip(order, raised, strict=True))
    return [adjusted[i] for i in range(len(ps))]


def smallest_visible(differences: Sequence[float]) -> float:
    """Return the smallest mean difference that this many questions would call different 4 times in 5.

    (1.96 + 0.84) standard errors of these differences; at least six changed questions of n, since with five
    the exact p is never below .05.
    """
    n = len(differences)
    mean = math.fsum(differences) / n
    variance = math.fsum((d - mean) ** 2 for d in differences) / max(1, n - 1)
    changed = [abs(d) for d in differences if d]
    size = math.fsum(changed) / len(changed) if changed else 1.0
    return min(1.0, max(2.80 * math.sqrt(variance / n), 6 * size / n))
