"""Which k: recall and tokens by k, taken on one half of the questions and shown on the other, by hand."""

from ragkit.evaluation import cutoff
from ragkit.evaluation.grid import with_default
from ragkit.evaluation.sweep import KS, Result

QIDS = [f"q{i}" for i in range(40)]


def result(found):
    """A result whose first k passages answer the questions below found[k], each of 100 tokens."""
    at_k = {k: [1.0 if i < found[k] else 0.0 for i in range(40)] for k in KS}
    spent = {k: [100 * k] * 40 for k in KS}
    return Result(with_default([])[0], QIDS, at_k[40], at_k[40], at_k[40], 1.0, 0.1, {}, at_k, spent)


RISING = result({1: 8, 3: 16, 5: 28, 10: 31, 20: 32, 40: 32})


def test_the_smallest_k_within_one_error_of_the_largest_is_taken():
    # k = 10 misses one of the 40: mean difference 1/40 = .025, standard error sqrt(.025 * .975 / 39 ) = .025
    # k = 5 misses four: .1, standard error sqrt(.1 * .9 / 39) = .048
    found = cutoff.cutoff(RISING, QIDS)
    assert (found.k, found.tested) == (10, False)
    assert [row.dev for row in found.rows] == [0.2, 0.4, 0.7, 0.775, 0.8, 0.8]
    assert [row.tokens for row in found.rows] == [100, 300, 500, 1000, 2000, 4000]


def test_a_bar_takes_the_smallest_k_that_has_it_and_says_when_none_has():
    assert cutoff.cutoff(RISING, QIDS, 0.7).k == 5
    none = cutoff.cutoff(RISING, QIDS, 0.9)
    assert (none.k, none.why) == (40, "no k has recall 0.9: mend retrieval, not k")


def test_k_is_taken_on_dev_and_shown_on_the_other_questions():
    found = cutoff.cutoff(RISING, QIDS[:20])  # on these, k = 5 answers all
    assert (found.k, found.tested) == (5, True)
    assert [row.shown.mean for row in found.rows] == [0.0, 0.0, 0.4, 0.55, 0.6, 0.6]
    text = cutoff.lines(found, "defaults")
    assert text[4].startswith("      5  1.000  0.400 [")
    assert text[4].endswith("500  <-")
    assert text[-1].startswith(
        "take k = 5: the smallest within one standard error of k = 40, on dev; on 20 test"
    )


def test_recall_that_still_rises_at_the_largest_k_is_said():
    found = cutoff.cutoff(result({1: 0, 3: 4, 5: 8, 10: 12, 20: 20, 40: 32}), QIDS)
    assert (found.k, "still rises" in found.why) == (40, True)
