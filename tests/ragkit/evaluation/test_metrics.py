"""The measures by hand, and as properties: within 0 and 1, and never falling with k where they must not."""

import math
import random

import pytest

from ragkit.cli import InputError
from ragkit.evaluation import metrics
from ragkit.evaluation.metrics import measure, place

BOTH_AT_ONCE = place([(1, 1.0), (1, 1.0)], [1.0, 1.0])


def test_two_groups_met_by_the_first_chunk_are_full_recall_and_no_measure_exceeds_1():
    assert metrics.recall(BOTH_AT_ONCE, 1) == 1
    assert metrics.precision(BOTH_AT_ONCE, 1) == 1
    assert metrics.ndcg(BOTH_AT_ONCE, 1) == metrics.ndcg(BOTH_AT_ONCE, 5) == 1
    assert metrics.average_precision(BOTH_AT_ONCE) == 1


def test_the_measures_of_one_ranking_by_hand():
    outcome = place([(2, 1.0), (4, 1.0)], [1.0, 1.0, 1.0])  # met at 2 and 4, one of three never
    wanted = {
        "recall@3": 1 / 3, "recall@4": 2 / 3, "recall_cap@2": 1 / 2, "precision@4": 2 / 4,
        "precision@10": 2 / 10, "hit@1": 0, "hit@2": 1, "mrr": 1 / 2, "mrr@1": 0,
        "map": (1 / 2 + 2 / 4) / 3, "map@3": (1 / 2) / 3,
        "contextual_precision@4": (1 / 2 + 2 / 4) / 2, "contextual_precision@1": 0, "r_precision": 1 / 3,
        "ndcg@4": (1 / math.log2(3) + 1 / math.log2(5)) / (1 + 1 / math.log2(3) + 1 / 2),
    }  # fmt: skip
    assert {name: measure(name)(outcome) for name in wanted} == pytest.approx(wanted)


def test_graded_ndcg_is_linear_by_default_and_exponential_by_name():
    outcome = place([(1, 1.0), (3, 3.0)], [3.0, 1.0])
    assert measure("ndcg@3")(outcome) == pytest.approx((1 + 3 / 2) / (3 + 1 / math.log2(3)))
    assert measure("ndcg_exp@3")(outcome) == pytest.approx((1 + 7 / 2) / (7 + 1 / math.log2(3)))


@pytest.mark.parametrize(
    "name",
    ["recall", "recal@5", "r_precision@5", "ndcg", "precision", "", "recall@0", "recall@-1", "recall@x"],
)
def test_a_name_that_is_no_measure_is_refused(name):
    with pytest.raises(InputError, match="no measure"):
        measure(name)


@pytest.mark.parametrize("seed", range(300))
def test_every_measure_of_every_ranking_lies_between_0_and_1(seed):
    rng = random.Random(seed)
    gains = [rng.choice([1.0, 1.0, rng.uniform(1e-300, 100)]) for _ in range(rng.randint(1, 9))]
    met = [(rng.randint(1, 12), gain) for gain in gains if rng.random() < 0.8]
    outcome = place(met, gains)
    for name in [*(f"{base}@{k}" for base in metrics.AT_K for k in (1, 3, 50)), *metrics.WHOLE]:
        assert 0 <= measure(name)(outcome) <= 1, name
    for base in ("recall", "hit", "mrr", "map"):
        values = [measure(f"{base}@{k}")(outcome) for k in range(1, 15)]
        assert values == sorted(values), base
