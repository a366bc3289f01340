"""How much of a ranking fits a budget of tokens."""

import pytest

from ragkit.evaluation.equal import Fit, fit

SIZES = {"a": 100, "b": 100, "c": 500}


@pytest.mark.parametrize(
    ("ids", "budget", "expected"),
    [
        ("abc", 200, Fit(2, 200, True)),
        ("abc", 199, Fit(1, 100, True)),
        ("abc", 700, Fit(3, 700, False)),  # all of it, with nothing left to show what 800 would hold
        ("cab", 50, Fit(1, 500, True)),  # the first is always read
        ("acb", 250, Fit(1, 100, True)),  # nothing is skipped to fit a later one
        ("aab", 200, Fit(2, 200, True)),  # what comes twice is read twice
        ("xa", 100, Fit(2, 100, False)),
        ("", 100, Fit(0, 0, False)),
    ],
)
def test_the_first_ids_that_fit_together_are_counted(ids, budget, expected):
    assert fit(list(ids), SIZES, budget) == expected
