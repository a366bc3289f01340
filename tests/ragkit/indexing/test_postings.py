"""BM25 postings against rank_bm25 itself: equal to the last bit."""

import math
import random

import numpy as np
import pytest
from rank_bm25 import BM25Okapi

from ragkit.indexing import postings
from ragkit.indexing.postings import build


def scores(inverted, n, query):
    """Add the impacts as a search does, with nothing of ours in between."""
    total = np.zeros(n)
    for term in query:
        if term in inverted.terms:
            i = inverted.terms.index(term)
            rows = slice(inverted.starts[i], inverted.starts[i + 1])
            total[inverted.chunks[rows]] += inverted.impacts[rows]
    return total


@pytest.mark.parametrize("seed", range(40))
def test_scores_equal_those_of_rank_bm25_bit_for_bit(seed, monkeypatch):
    monkeypatch.setattr(postings, "RUN", [1, 20, 1 << 22][seed % 3])  # counted in many parts, few, and one
    rng = random.Random(seed)
    words = [f"w{i}" for i in range(rng.randint(1, 40))]
    weights = [1 / (i + 1) for i in range(len(words))]  # some words are in most documents: negative idf
    corpus = [rng.choices(words, weights, k=rng.choice([0, 1, 3, 30])) for _ in range(rng.randint(1, 60))]
    if not any(corpus):
        corpus[0] = ["w0"]
    k1, b = rng.choice([(1.5, 0.75), (0.9, 0.4), (1.2, 0.0)])
    theirs, ours = BM25Okapi(corpus, k1=k1, b=b), build(corpus, k1, b)
    for _ in range(10):
        query = rng.choices([*words, "unknown"], k=rng.randint(0, 6))
        assert np.array_equal(theirs.get_scores(query), scores(ours, len(corpus), query))


def test_a_term_in_exactly_half_of_the_chunks_scores_zero_and_keeps_its_postings():
    ours = build([["pump"], ["filter"]])
    assert ours.terms == ["filter", "pump"]
    assert ours.impacts.tolist() == [0.0, 0.0]
    assert ours.chunks.tolist() == [1, 0]


def test_lucene_idf_is_positive_for_a_term_in_every_chunk():
    ours = build([["pump"], ["pump"]], idf="lucene")
    assert ours.impacts.tolist() == pytest.approx([math.log(1 + 0.5 / 2.5)] * 2)


def test_counts_and_starts_by_hand():
    ours = build([["b", "a", "b"], [], ["b"]])
    assert (ours.terms, ours.starts.tolist()) == (["a", "b"], [0, 1, 3])
    assert (ours.chunks.tolist(), ours.counts.tolist()) == ([0, 0, 2], [1, 2, 1])


@pytest.mark.parametrize("corpus", [[], [[]], [[], []]])
def test_a_corpus_without_words_has_no_postings(corpus):
    ours = build(corpus)
    assert (ours.terms, ours.starts.tolist(), ours.impacts.tolist()) == ([], [0], [])


def test_terms_are_sorted_by_their_bytes():
    assert build([["z", "\u00e9", "a", "\U0001f600", "\uffee"]]).terms == [
        "a", "z", "\u00e9", "\uffee", "\U0001f600",
    ]  # fmt: skip
