"""Small forms of vectors: what they keep, what they weigh, and that a search's scores stay exact."""

import numpy as np
import pytest

from ragkit.cli import InputError
from ragkit.indexing import codes
from ragkit.indexing.build import Options, build
from ragkit.indexing.store import open_index
from ragkit.records import check
from ragkit.retrieval import search


def unit(rows):
    rows = np.asarray(rows, dtype=np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def test_int8_by_hand():
    small = codes.compress(unit([[3, 4]]), "int8")
    assert small["codes"].tolist() == [[95, 127]]  # .6 / .8 * 127 = 95.25
    assert codes.scan(small, "int8", np.array([0, 1], np.float32)) == pytest.approx([0.8], abs=1e-6)


def test_binary_by_hand_counts_the_numbers_that_stand_on_other_sides_of_the_mean():
    small = codes.compress(np.array([[1, 0, 2], [3, 0, 0]], np.float32), "binary")  # means 2, 0, 1
    query = np.array([9, 0, 9], np.float32)  # above, not, above
    assert codes.scan(small, "binary", query).tolist() == [-1, -1]
    assert codes.scan(small, "binary", np.array([0, 0, 9], np.float32)).tolist() == [0, -2]


def test_binary_without_numpy_2_counts_the_same(monkeypatch):
    words = np.random.default_rng(0).integers(0, 2**63, (5, 3)).astype(np.uint64)
    expected = [sum(bin(word).count("1") for word in row) for row in words.tolist()]
    assert codes._ones(words).tolist() == expected
    monkeypatch.delattr(np, "bitwise_count", raising=False)
    assert codes._ones(words).tolist() == expected


def test_the_first_numbers_are_of_length_one_again():
    small = codes.compress(unit([[3, 4, 12]]), "first:2")
    assert np.allclose(small["codes"], [[0.6, 0.8]])
    assert codes.scan(small, "first:2", unit([[3, 4, 0]])[0]) == pytest.approx([1.0])


@pytest.mark.parametrize(("form", "share"), [("int8", 4 / 1.02), ("binary", 32), ("first:64", 4)])
def test_each_form_is_smaller_by_what_it_says(form, share):
    vectors = unit(np.random.default_rng(0).standard_normal((1000, 256)))
    small = codes.compress(vectors, form)
    size = sum(array.nbytes for name, array in small.items() if name != "means")
    assert vectors.nbytes / size == pytest.approx(share, rel=0.01)


@pytest.mark.parametrize("form", ["int4", "first:", "first:0", "first:x", ""])
def test_another_form_is_refused(form):
    with pytest.raises(InputError, match="int8, binary or first:N"):
        codes.first(form)


def test_compressing_an_index_without_vectors_is_refused():
    with pytest.raises(InputError, match="no vectors to compress"):
        Options(dense="none", compress="int8").checked()


@pytest.mark.parametrize("form", ["int8", "binary", "first:8"])
@pytest.mark.parametrize("mode", ["dense", "hybrid"])
def test_a_search_over_small_forms_scores_what_it_returns_as_over_the_vectors(tmp_path, form, mode):
    rng = np.random.default_rng(1)
    rows = [
        check("chunk", {"chunk_id": f"c{i:03}", "doc_id": f"d{i:03}", "text": " ".join(
            f"w{word}" for word in rng.integers(0, 60, 12))}, "") for i in range(300)
    ]  # fmt: skip
    build(rows, str(tmp_path / "full"), Options(dimension=32))
    build(rows, str(tmp_path / "small"), Options(dimension=32, compress=form))
    full, small = open_index(str(tmp_path / "full")), open_index(str(tmp_path / "small"))
    same = 0
    for number in range(20):
        question = {"qid": "q", "question": f"w{number} w{number + 9} w{number + 20}"}
        first, second = (
            search.search(index, question, None, search.Options(mode=mode, k=10, pool=20))
            for index in (full, small)
        )
        exact = dict(zip(first["retrieved"], first["scores"], strict=True))
        for chunk_id, score in zip(second["retrieved"], second["scores"], strict=True):
            assert score == pytest.approx(exact.get(chunk_id, score), abs=1e-5)
        assert second["scores"] == sorted(second["scores"], reverse=True)
        same += len(set(first["retrieved"]) & set(second["retrieved"]))
    assert same >= 150  # of 200
