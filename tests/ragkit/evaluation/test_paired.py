"""Paired tests: against full enumeration, against published values, and at their edges."""

import itertools
import math
import random

import pytest

from ragkit.evaluation import paired
from ragkit.evaluation.paired import compare, holm, randomisation, smallest_visible


def enumerated(differences):
    observed = abs(math.fsum(differences))
    flips = itertools.product((1, -1), repeat=len(differences))
    sums = [abs(math.fsum(s * d for s, d in zip(signs, differences, strict=True))) for signs in flips]
    return sum(one >= observed - 1e-9 for one in sums) / len(sums)


def drawn(seed, n):
    rng = random.Random(seed)
    kind = rng.choice(["hit", "recall", "ndcg"])
    if kind == "hit":
        return [rng.choice([-1.0, 0.0, 1.0]) for _ in range(n)]
    if kind == "recall":
        return [rng.randint(0, 4) / 4 - rng.randint(0, 3) / 3 for _ in range(n)]
    return [rng.random() - rng.random() for _ in range(n)]


@pytest.mark.parametrize("seed", range(63))
def test_p_equals_full_enumeration(seed):
    differences = drawn(seed, 15 if seed >= 60 else seed % 12 + 1)
    assert randomisation(differences) == pytest.approx(enumerated(differences), abs=1e-12)


@pytest.mark.parametrize("seed", range(40))
def test_counting_in_one_large_number_equals_counting_by_halves(seed, monkeypatch):
    differences = [d for d in drawn(seed, 14) if d]
    by_halves = randomisation(differences)
    monkeypatch.setattr(paired, "HALVES", 0)
    rational = all(abs(d * 12 - round(d * 12)) < 1e-9 for d in differences)
    assert randomisation(differences) == pytest.approx(by_halves, abs=1e-12 if rational else 2e-3)


@pytest.mark.parametrize(("wins", "losses"), [(40, 20), (31, 10), (100, 61), (500, 480)])
def test_a_sign_test_of_many_questions_equals_the_binomial(wins, losses):
    n = wins + losses
    tail = sum(math.comb(n, j) for j in range(losses + 1))
    assert randomisation([1.0] * wins + [-1.0] * losses + [0.0] * 9) == pytest.approx(
        min(1.0, 2 * tail / 2**n), rel=1e-12
    )


def test_p_is_1_where_nothing_differs_and_never_0():
    assert randomisation([]) == randomisation([0.0] * 5) == randomisation([0.5, -0.5]) == 1.0
    assert 0 < randomisation([1.0] * 1000) < 1e-300
    assert 0 <= randomisation([0.1 + i / 1e7 for i in range(6000)]) < 1e-300


def test_five_changed_questions_cannot_be_significant_and_six_can():
    assert randomisation([1.0] * 5) == pytest.approx(0.0625)
    assert randomisation([1.0] * 6) == pytest.approx(0.03125)


def test_holm_multiplies_in_order_and_never_falls():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


def test_a_comparison_counts_and_gives_one_of_three_verdicts():
    ours, theirs = [1.0] * 8 + [0.0] * 2, [0.0] * 8 + [0.0, 1.0]
    better, same = compare([("recall@5", ours, theirs), ("mrr", ours, ours)])
    assert (better.wins, better.losses, better.ties) == (8, 1, 1)
    assert better.p == pytest.approx(2 * (1 + 9) / 2**9)
    assert (better.adjusted, better.verdict) == (pytest.approx(2 * better.p), "cannot tell")
    assert (same.p, same.verdict) == (1.0, "cannot tell")
    assert [compare([("x", a, b)])[0].verdict for a, b in ((ours, theirs), (theirs, ours))] == [
        "better",
        "worse",
    ]


def test_noise_of_arithmetic_is_a_tie():
    row = compare([("map", [0.1 + 0.2, 1.0], [0.3, 1.0])])[0]
    assert (row.wins, row.ties, row.p) == (0, 2, 1.0)


def test_what_n_could_have_seen_shrinks_with_n():
    flips = [1.0, -1.0] * 4 + [0.0] * 42
    # standard deviation sqrt(8 / 49) = .404, standard error .0571, times 2.8
    assert smallest_visible(flips) == pytest.approx(0.160, abs=5e-4)
    assert smallest_visible(flips * 4) < smallest_visible(flips) / 1.9
    assert smallest_visible([0.0] * 50) == pytest.approx(6 / 50)
