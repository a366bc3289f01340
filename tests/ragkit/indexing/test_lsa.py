"""Latent semantic analysis: relates words that share neighbours, and is the same every time."""

import random

import numpy as np
import pytest

from ragkit.indexing import lsa, postings


def fit(corpus, dimension=256):
    inverted = postings.build(corpus)
    return inverted, *lsa.fit(inverted.starts, inverted.chunks, inverted.counts, len(corpus), dimension)


def corpus_of(seed, n):
    rng = random.Random(seed)
    return [rng.choices([f"w{i}" for i in range(60)], k=rng.randint(0, 20)) for _ in range(n)]


@pytest.mark.parametrize("n", [2, 5, 40])
def test_vectors_are_of_unit_length_or_zero(n):
    _, _, vectors = fit(corpus_of(n, n))
    norms = np.linalg.norm(vectors, axis=1)
    assert vectors.shape[1] < n
    assert np.all((np.abs(norms - 1) < 1e-5) | (norms == 0))


def test_the_same_corpus_gives_the_same_bits():
    first, second = (fit(corpus_of(1, 80), dimension=16) for _ in range(2))
    assert first[2].tobytes() == second[2].tobytes()
    assert first[1].components.tobytes() == second[1].components.tobytes()


def test_vectors_do_not_depend_on_how_many_chunks_are_laid_out_at_a_time(monkeypatch):
    _, _, whole = fit(corpus_of(1, 80), dimension=16)
    monkeypatch.setattr(lsa, "BLOCK", 7)
    _, _, parts = fit(corpus_of(1, 80), dimension=16)
    assert np.array_equal(whole, parts)


def test_a_large_corpus_is_fitted_on_a_sample_and_every_chunk_has_a_vector(monkeypatch):
    cars = [["car", "engine", "road"], ["automobile", "engine", "road"]] * 20
    food = [["bread", "oven", "flour"], ["loaf", "oven", "flour"]] * 20
    monkeypatch.setattr(lsa, "FIT_CHUNKS", 27)  # every third
    inverted, model, vectors = fit(cars + food, dimension=2)
    query = lsa.embed(model, np.array([inverted.terms.index("car")]), np.array([1]))
    similarity = vectors @ query
    assert (similarity[:40] > 0.99).all()
    assert (abs(similarity[40:]) < 0.01).all()


def test_a_word_is_near_chunks_that_hold_only_its_synonym():
    cars = [["car", "engine", "road"], ["automobile", "engine", "road"]] * 5
    food = [["bread", "oven", "flour"], ["loaf", "oven", "flour"]] * 5
    inverted, model, vectors = fit(cars + food, dimension=2)
    query = lsa.embed(model, np.array([inverted.terms.index("car")]), np.array([1]))
    similarity = vectors @ query
    assert similarity[1] > 0.99  # automobile, engine, road: no word in common
    assert abs(similarity[11]) < 0.01  # loaf, oven, flour


def test_the_sparse_and_the_dense_solver_agree():
    corpus = corpus_of(3, 70)
    _, sparse, _ = fit(corpus, dimension=12)  # 60 terms are more than twice 12: Lanczos
    _, dense, _ = fit(corpus, dimension=40)  # LAPACK
    assert np.allclose(sparse.components, dense.components[:, :12], atol=1e-5)


@pytest.mark.parametrize("corpus", [[["a"]], [["a"], ["b"]], [[], []], [["a", "b"]]])
def test_a_corpus_that_relates_nothing_gives_no_dimension_or_zero_vectors(corpus):
    _, _, vectors = fit(corpus)
    assert vectors.shape[0] == len(corpus)
    assert not np.isnan(vectors).any()


def test_a_query_of_unknown_weightless_terms_is_zero():
    inverted, model, _ = fit([["a", "b"], ["b", "c"], ["b", "c"]], dimension=1)
    assert not lsa.embed(model, np.array([inverted.terms.index("a")]), np.array([1])).any()
