"""Bars a run must reach."""

from typing import NamedTuple

TOLERANCE = 1e-12  # ten scores of .8 must reach a bar of .8


class Verdict(NamedTuple):
    """One bar, and whether it was reached."""

    measure: str
    value: float
    bar: float
    passed: bool

    def __str__(self) -> str:
        word, sign = ("PASS", ">=") if self.passed else ("FAIL", "<")
        return f"{word}: {self.measure} {self.value:.3f} {sign} {self.bar:g}"


def at_least(measure: str, value: float, bar: float) -> Verdict:
    """Return whether a mean reaches its bar."""
    return Verdict(measure, value, bar, value + TOLERANCE >= bar)
