"""Rank fusion: by hand, by property, at its edges."""

import random

import pytest

from ragkit.retrieval.fusion import adapted, reciprocal_rank_fusion, weighted_fusion


def test_reciprocal_ranks_match_the_hand_computation():
    fused = reciprocal_rank_fusion([["a", "b"], ["b", "c"]], k=60)
    assert fused == [("b", 1 / 62 + 1 / 61), ("a", 1 / 61), ("c", 1 / 62)]


def test_a_repeat_counts_once_at_its_best_rank_and_later_ranks_stay():
    assert reciprocal_rank_fusion([["a", "a", "b"]], k=0) == [("a", 1.0), ("b", 1 / 3)]


def test_equal_scores_stand_by_best_rank_then_by_id():
    fused = reciprocal_rank_fusion([["a", "b"], ["b", "a"], ["d"], ["c"]], k=60)
    assert [item for item, _ in fused] == ["a", "b", "c", "d"]


@pytest.mark.parametrize("seed", range(100))
def test_the_order_of_two_rankings_does_not_matter(seed):
    rng = random.Random(seed)
    rankings = [rng.sample("abcdefgh", rng.randint(0, 8)) for _ in range(2)]
    assert reciprocal_rank_fusion(rankings) == reciprocal_rank_fusion(rankings[::-1])


def test_nothing_fuses_to_nothing():
    assert reciprocal_rank_fusion([]) == []
    assert reciprocal_rank_fusion([[], []]) == []
    assert weighted_fusion([[], []], [0.7, 0.3]) == []


def test_weighted_scores_match_the_hand_computation():
    lexical = [("a", 9.0), ("b", 6.0), ("c", 5.0)]
    dense = [("c", 0.9), ("b", 0.5), ("d", 0.1)]
    assert weighted_fusion([lexical, dense], [0.5, 0.5]) == [
        ("a", 0.5), ("c", 0.5), ("b", 0.5 * 0.25 + 0.5 * ((0.5 - 0.1) / (0.9 - 0.1))), ("d", 0.0),
    ]  # fmt: skip


def test_a_single_candidate_gets_the_whole_weight():
    assert weighted_fusion([[("a", -3.0)], []], [0.7, 0.3]) == [("a", 0.7)]


@pytest.mark.parametrize("seed", range(50))
def test_a_weight_of_zero_leaves_the_other_ranking_in_its_order(seed):
    rng = random.Random(seed)
    first = sorted(((c, rng.random()) for c in rng.sample("abcdefgh", 6)), key=lambda pair: -pair[1])
    second = sorted(((c, rng.random()) for c in rng.sample("abcdefgh", 5)), key=lambda pair: -pair[1])
    fused = [item for item, _ in weighted_fusion([first, second], [1.0, 0.0])]
    assert fused[:5] == [item for item, _ in first[:5]]


def test_lsa_weighs_less_where_bm25_s_best_stands_clear_of_its_tenth():
    def weights(tenth, count=10, best=8.0):
        return adapted([(0, best)] + [(i, tenth) for i in range(1, count)], 0.75, 0.25)

    # 3.2 times its weight, by the square of tenth over best: .25 * 3.2 * (6/8)^2 = .45
    assert weights(6.0) == pytest.approx((0.55, 0.45))
    assert weights(8.0) == pytest.approx((0.2, 0.8)), "all alike: the words decide nothing"
    assert weights(0.5) == pytest.approx((0.95, 0.05)), "a fifth is kept, so the rest has an order"
    assert weights(6.0, count=9) == pytest.approx((0.95, 0.05)), "nine found: the tenth scores 0"
    assert weights(-1.0) == pytest.approx((0.95, 0.05))


def test_weights_stay_where_there_is_nothing_to_weigh_against():
    assert adapted([], 0.75, 0.25) == (0.75, 0.25)
    assert adapted([(1, 0.0), (2, 0.0)], 0.75, 0.25) == (0.75, 0.25)
    assert adapted([(1, 2.0)], 0.75, 0.0) == (0.75, 0.0)
    assert adapted([(1, 2.0)], 0.0, 1.0) == (0.0, 1.0)
    assert adapted([(i, 5.0) for i in range(10)], 0.5, 0.5) == (0.0, 1.0), "no more than both together"
