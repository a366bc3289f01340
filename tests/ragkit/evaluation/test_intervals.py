"""Wilson's interval: published values, and its edges."""

import pytest

from ragkit.evaluation.intervals import interval, wilson


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [  # Newcombe, Statistics in Medicine 1998, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 1 - 0.1170, 1.0),
    ],
)
def test_the_interval_equals_the_published_one(successes, n, low, high):
    assert wilson(successes / n, n) == pytest.approx((low, high), abs=5e-5)


def test_no_questions_say_nothing():
    assert wilson(0.0, 0) == (0.0, 1.0)


@pytest.mark.parametrize("n", [1, 2, 50, 10_000])
@pytest.mark.parametrize("value", [0.0, 1.0, 0.5])
def test_the_interval_holds_its_mean_stays_inside_0_and_1_and_has_a_width(value, n):
    found = interval([value] * n)
    assert 0 <= found.low <= found.mean <= found.high <= 1
    assert found.low < found.high
    assert (found.mean, found.n) == (value, n)


def test_the_words_are_the_mean_and_the_ends():
    assert str(interval([1.0] * 50)) == "1.000 [0.929, 1.000]"
