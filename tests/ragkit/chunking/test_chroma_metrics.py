"""Chroma's metrics by hand: as upstream computes them, and each of its four defects beside its correction."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
TEXTS = {"a": "One. Two. One. Three.", "b": "Else."}
CHUNKS = [("a", 0, 5), ("a", 5, 10), ("a", 10, 15), ("a", 15, 21), ("b", 0, 5)]
EXCERPT = [(10, 14)]  # the second "One."


@pytest.fixture
def metrics(monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path, str(ROOT / "tests" / "bench")])
    import chroma_metrics

    return chroma_metrics


def test_recall_precision_and_overlap_of_union_are_shares_of_characters(metrics):
    got = metrics.scores([("a", 10, 15), ("b", 0, 5)], "a", [(10, 14), (0, 2)])
    assert got == (4 / 6, 4 / 10, 4 / 12)  # 4 of 6 wanted; 10 retrieved; 10 and the 2 missed


def test_a_passage_retrieved_twice_counts_once_above_the_line_and_twice_below(metrics):
    assert metrics.scores([("a", 10, 15), ("a", 10, 14)], "a", EXCERPT) == (1.0, 4 / 9, 4 / 9)


def test_1_upstream_takes_a_repeated_chunk_for_the_first_and_ends_it_before_the_full_stop(metrics):
    placed = metrics.as_upstream({"a": "One. Two. One."}, [("a", 0, 4), ("a", 10, 14)])
    assert placed == [("a", 0, 3), ("a", 0, 3)]
    assert metrics.scores(placed[1:], "a", EXCERPT).recall == 0.0
    assert metrics.scores([("a", 10, 14)], "a", EXCERPT).recall == 1.0


def test_2_upstream_counts_a_chunk_that_ends_where_the_excerpt_begins(metrics):
    assert metrics.omega(CHUNKS, "a", EXCERPT, touching=True) == 4 / 10  # "Two. " and "One. "
    assert metrics.omega(CHUNKS, "a", EXCERPT) == 4 / 5


def test_3_at_an_equal_budget_large_chunks_bring_no_more_text_than_small_ones(metrics):
    small = [("a", at, at + 5) for at in range(0, 20, 5)]
    assert metrics.within(small, [5] * 4, 10) == small[:2]
    assert metrics.within([("a", 0, 10), ("a", 10, 20)], [10, 10], 10) == [("a", 0, 10)]
    assert metrics.within([("a", 0, 20)], [20], 10) == []


def test_4_nothing_retrieved_scores_zero(metrics):
    assert metrics.scores([], "a", EXCERPT) == (0.0, 0.0, 0.0)
