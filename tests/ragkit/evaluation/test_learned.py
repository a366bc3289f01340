"""Fusion weights from labels: the leg that tells evidence from the rest gets the weight."""

import random

import pytest

from ragkit.cli import InputError
from ragkit.evaluation import learned


def questions(n, telling, seed=1):
    """Evidence is the chunk at the top of the telling leg; the other leg is shuffled."""
    rng = random.Random(seed)
    made = []
    for _ in range(n):
        names = [f"c{i}" for i in range(10)]
        good = [(name, 1.0 - i / 10) for i, name in enumerate(rng.sample(names, 10))]
        noise = [(name, 1.0 - i / 10) for i, name in enumerate(rng.sample(names, 10))]
        legs = (good, noise) if telling == "bm25" else (noise, good)
        made.append((*legs, lambda name, best=good[0][0]: name == best))
    return made


@pytest.mark.parametrize(("telling", "other"), [("bm25", "dense"), ("dense", "bm25")])
def test_the_leg_that_finds_the_evidence_gets_most_of_the_weight(telling, other):
    found = learned.weights(questions(120, telling))
    assert found[telling] > 0.85
    assert found[telling] + found[other] == pytest.approx(1.0, abs=1e-3)


def test_two_legs_that_know_the_same_share_the_weight():
    same = [(one, list(one), holds) for one, _, holds in questions(120, "bm25")]
    assert learned.weights(same) == {"bm25": 0.5, "dense": 0.5}


def test_the_logistic_model_is_the_one_that_can_be_checked_by_hand():
    # Two groups, x = 0 and x = 1, of 4 each; 1 and 3 are right: log odds are -1.0986 and +1.0986.
    import numpy as np

    features, right = np.array([[0.0]] * 4 + [[1.0]] * 4), np.array([1.0, 0, 0, 0, 1, 1, 1, 0])
    old, learned.PENALTY = learned.PENALTY, 0.0
    try:
        found = learned._logistic(features, right)
    finally:
        learned.PENALTY = old
    assert found == pytest.approx([-1.0986123, 2.1972246], abs=1e-5)


def test_fewer_than_a_hundred_labels_teach_nothing():
    with pytest.raises(InputError, match="at least 100 labels"):
        learned.weights(questions(99, "bm25"))
    with pytest.raises(InputError, match="no leg finds any evidence"):
        learned.weights([(bm25, dense, lambda name: False) for bm25, dense, _ in questions(100, "bm25")])
