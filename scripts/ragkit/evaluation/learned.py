"""Fusion weights learned from labels: a logistic model on the two legs' scores of dev questions' candidates.

The scores are scaled as weighted fusion scales them, so the model's coefficients are its weights: what is
learned is an ordinary configuration, which search.py takes.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ragkit.cli import InputError

if TYPE_CHECKING:
    import numpy as np

LEAST = 100  # labels below which nothing is learned: two weights and a base rate fit noise; taste
PENALTY = 1.0  # ridge on the two coefficients, so that separable data have an end; taste
STEPS = 50  # of Newton's method, which needs about ten
LEGS = ("bm25", "dense")

Scored = Sequence[tuple[str, float]]  # (chunk id, score) of one leg


def weights(questions: Sequence[tuple[Scored, Scored, Callable[[str], bool]]]) -> dict[str, float]:
    """Return the weight of each leg, from 0 to 1, 1 together.

    questions  for each: the hits of bm25, those of dense, and whether a chunk holds evidence of it
    errors     InputError with fewer than LEAST questions, or when no candidate holds evidence
    """
    import numpy as np

    if len(questions) < LEAST:
        raise InputError(
            f"learned fusion needs at least {LEAST} labels to learn from, got {len(questions)}; "
            f"write more, or leave it out of the grid"
        )
    rows: list[tuple[float, float]] = []
    right: list[float] = []
    for bm25, dense, holds in questions:
        shares = [_shares(bm25), _shares(dense)]
        for name in dict.fromkeys([*shares[0], *shares[1]]):
            rows.append((shares[0].get(name, 0.0), shares[1].get(name, 0.0)))
            right.append(float(holds(name)))
    if not any(right):
        raise InputError("learned fusion: no leg finds any evidence of the dev questions")
    found = np.maximum(_logistic(np.array(rows), np.array(right))[1:], 0.0)
    if not found.sum():  # neither leg tells evidence from the rest
        found = np.ones(2)
    return {leg: round(float(value / found.sum()), 3) for leg, value in zip(LEGS, found, strict=True)}


def _shares(scored: Scored) -> dict[str, float]:
    """Scale to 0..1 by the best score; below zero counts as zero, as in weighted fusion."""
    high = max((score for _, score in scored), default=0.0)
    return {name: max(0.0, score) / high for name, score in scored} if high > 0 else {}


def _logistic(features: "np.ndarray[Any, Any]", right: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    """Return (intercept, coefficients) of the ridge logistic regression, by Newton's method."""
    import numpy as np

    design = np.column_stack([np.ones(len(features)), features])
    ridge = np.diag([0.0, *[PENALTY] * features.shape[1]])
    beta = np.zeros(design.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(design @ beta, -30, 30)))
        gradient = design.T @ (right - chance) - ridge @ beta
        curvature = (design * (chance * (1 - chance))[:, None]).T @ design + ridge
        step = np.linalg.solve(curvature + 1e-9 * np.eye(len(beta)), gradient)
        beta = beta + step
        if float(np.abs(step).max()) < 1e-9:
            break
    return beta
