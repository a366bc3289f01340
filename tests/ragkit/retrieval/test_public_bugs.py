"""Bugs reported of other retrievers, as kinds: what is right, from the chunks to the hits.

What one module decides alone is tested beside it: test_postings.py (a term in half of the chunks, Lucene's
idf), test_fusion.py (ranks from 1, an absent id adds nothing, a repeat counts once, ties), test_embedders.py
(bodies of queries and documents, another model), test_update.py (an update equals a fresh build),
test_rerank.py and test_local.py (texts that are cut are counted), test_search.py (permissions before the cut,
no syntax in a question).
"""

import json
import random

import numpy as np
import pytest

from ragkit.access import Reader
from ragkit.cli import InputError
from ragkit.indexing.build import Options as Build
from ragkit.indexing.build import build
from ragkit.indexing.store import open_index
from ragkit.records import check
from ragkit.retrieval.options import Wordings
from ragkit.retrieval.search import Options, search

FUSIONS = ("weighted", "rrf")


def made(tmp_path, texts, options=None, **fields):
    rows = [
        check("chunk", {"chunk_id": f"c{i:02}", "doc_id": f"d{i:02}", "text": text, **fields}, "")
        for i, text in enumerate(texts)
    ]
    receipt = build(rows, str(tmp_path / "index"), options)
    return open_index(str(tmp_path / "index")), receipt


def ask(index, text, who=None, **options):
    return search(index, {"qid": "q", "question": text}, who, Options(**options))


# 1  a term in half of the documents or more has no idf or a negative one: its matches were dropped


@pytest.mark.parametrize("mode", ["bm25", "hybrid"])
def test_matches_are_kept_where_every_score_is_negative(tmp_path, mode):
    """rank_bm25: in 3 of 3 chunks idf is log(.5 / 3.5), replaced by .25 of the average, itself negative."""
    index, _ = made(tmp_path, ["pump", "pump pump", "pump"])
    row = ask(index, "pump", mode=mode, collapse=False)
    assert sorted(row["retrieved"]) == ["c00", "c01", "c02"]
    assert sorted(row["legs"]["bm25"]) == ["c00", "c01", "c02"]
    assert max(ask(index, "pump", mode="bm25")["scores"]) < 0
    assert "flags" not in row


# 2  an empty corpus, or chunks without a word, divided by zero


@pytest.mark.parametrize("mode", ["bm25", "dense", "hybrid"])
@pytest.mark.parametrize("texts", [[], [""], ["", " ", "..."]])
def test_a_corpus_without_words_is_searched_without_an_error(tmp_path, texts, mode):
    index, _ = made(tmp_path, texts)
    assert ask(index, "pump", mode=mode)["retrieved"] == []


@pytest.mark.parametrize("options", [Build(dense="none"), Build()])
def test_dense_alone_over_an_index_without_vectors_is_refused_with_the_remedy(tmp_path, options):
    index, _ = made(tmp_path, ["pump"], options)  # LSA finds nothing to relate in one chunk
    with pytest.raises(InputError, match=r"no vectors .*--mode bm25.*--dense"):
        ask(index, "pump", mode="dense")
    assert ask(index, "pump")["retrieved"] == ["c00"]


def test_empty_chunks_are_counted_and_hurt_no_other(tmp_path):
    index, receipt = made(tmp_path, ["", "pump off", "paper tray", " "])
    assert ask(index, "pump")["retrieved"][0] == "c01"
    assert any(note.startswith("2 of 4 chunks have no words") for note in receipt.notes)


# 3  Chinese, Japanese and Korean gave no hits


@pytest.mark.parametrize(
    ("texts", "question"),
    [
        (["水泵已停止运行", "打印机缺纸", "门没有打开"], "水泵停止"),
        (["ポンプが停止しました", "用紙がありません", "ドアが開きません"], "ポンプの停止"),
        (["펌프가 정지했습니다", "용지가 없습니다", "문이 열리지 않습니다"], "펌프 정지"),
    ],
)
def test_text_without_spaces_is_found(tmp_path, texts, question):
    index, _ = made(tmp_path, texts)
    for mode in ("bm25", "hybrid"):
        assert ask(index, question, mode=mode)["retrieved"][0] == "c00"


# 4, 6  ties changed their order between calls; what several legs or queries found stood there several times


@pytest.mark.parametrize("fusion", FUSIONS)
def test_no_id_stands_twice_and_ties_stand_the_same_whatever_order_the_chunks_came_in(tmp_path, fusion):
    texts = ["pump filter", "filter pump", "pump", "paper", "pump filter paper", "filter"] * 3
    rows = [check("chunk", {"chunk_id": f"c{i:02}", "doc_id": f"d{i:02}", "text": text}, "")
            for i, text in enumerate(texts)]  # fmt: skip
    found = []
    for seed in range(4):
        random.Random(seed).shuffle(rows)
        folder = str(tmp_path / str(seed))
        build(rows, folder, Build(dimension=4))
        beside = Wordings(["filter of the pump", "pump filter?"], ["pump", "filter"])
        options = Options(k=18, fusion=fusion, collapse=False)
        row = search(open_index(folder), {"qid": "q", "question": "pump filter"}, None, options, *beside)
        assert len(set(row["retrieved"])) == len(row["retrieved"]) == 18
        found.append((row["retrieved"], row["scores"]))
    assert found.count(found[0]) == 4


# 7, 9  a query was embedded as a document; vectors that were not of length 1 were compared by their product


def served(kinds):
    """Cohere's shape: a long vector for one text, a document vector that is wrong for a query."""
    vectors = {"near": [1.0, 1.0], "long": [90.0, 0.0], "ask": [5.0, 5.0]}

    def answer(body):
        kinds.append(body["input_type"])
        rows = [vectors[text] for text in body["texts"]]
        if body["input_type"] == "search_document" and body["texts"] == ["ask"]:
            rows = [[1.0, 0.0]]
        return 200, {}, {"embeddings": {"float": rows}}

    return answer


def test_documents_are_embedded_as_such_queries_as_such_and_length_wins_nothing(tmp_path, monkeypatch, serve):
    kinds = []
    with serve([served(kinds)]) as server:
        monkeypatch.setenv("COHERE_BASE_URL", server.url)
        monkeypatch.setenv("COHERE_API_KEY", "k")
        index, _ = made(tmp_path, ["long", "near"], Build(dense="cohere:m"))
        row = ask(index, "ask", mode="dense")
    assert kinds == ["search_document", "search_query"]
    assert row["retrieved"] == ["c01", "c00"]
    assert row["scores"] == pytest.approx([1.0, np.sqrt(0.5)], abs=1e-6)
    assert np.allclose(np.linalg.norm(index.arrays["dense"], axis=1), 1, atol=1e-6)
    assert (index.manifest["dense"]["metric"], index.manifest["dense"]["normalised"]) == ("cosine", True)


# 8  after a change of the analyser an index answered on, with terms that nobody makes any more


def test_an_index_of_another_analyser_is_refused_with_the_remedy(tmp_path):
    made(tmp_path, ["pump"])
    path = next((tmp_path / "index").rglob("manifest.json"))
    path.write_text(json.dumps({**json.loads(path.read_text()), "analyser": "0"}))
    with pytest.raises(InputError, match=r"analyser.*index\.py"):
        open_index(str(tmp_path / "index"))


# 10  filters after the search left 1 of 50 hits


@pytest.mark.parametrize("mode", ["bm25", "dense", "hybrid"])
@pytest.mark.parametrize("fusion", FUSIONS)
def test_a_rare_filter_costs_no_hit_however_small_the_pool(tmp_path, mode, fusion):
    rng = random.Random(3)
    rows = [
        check("chunk", {
            "chunk_id": f"c{i:03}", "doc_id": f"d{i:03}", "acl": ["few"] if i % 40 == 0 else ["many"],
            "lang": "en", "text": f"pump {' '.join(rng.choices('abcdefgh', k=6))} {i}",
        }, "")
        for i in range(400)
    ]  # fmt: skip
    build(rows, str(tmp_path / "index"), Build(dimension=16))
    index = open_index(str(tmp_path / "index"))
    row = ask(index, "pump", Reader(frozenset({"few"})), mode=mode, fusion=fusion, k=10, pool=10)
    assert sorted(row["retrieved"]) == [f"c{i:03}" for i in range(0, 400, 40)]
    assert "few_visible" not in row.get("flags", [])


# 11  deleted texts left their vectors behind


def embedder(body):
    rows = [{"index": i, "embedding": [len(text), 1.0]} for i, text in enumerate(body["input"])]
    return 200, {}, {"data": rows, "usage": {"total_tokens": len(rows)}}


def test_vectors_of_deleted_texts_are_said_to_stay_in_the_cache_and_can_be_dropped(
    tmp_path, monkeypatch, serve
):
    from ragkit.indexing import dense

    with serve([embedder]) as server:
        monkeypatch.setenv("VLLM_BASE_URL", server.url)
        made(tmp_path, ["pump", "secret", "paper"], Build(dense="vllm:other"))
        made(tmp_path, ["pump", "secret", "paper"], Build(dense="vllm:m"))
        index, receipt = made(tmp_path, ["pump", "paper"], Build(dense="vllm:m"))
        assert len(index.arrays["dense"]) == 2
        assert any("1 vector of texts that are gone" in note for note in receipt.notes)
        sizes = sorted(path.stat().st_size for path in (tmp_path / "index" / "vectors").glob("*.rows"))
        assert sizes == [8 + 3 * (32 + 2 * 4)] * 2
        assert dense.forget(str(tmp_path / "index")) == 2, "a row, and the file of the other model"
        [left] = (tmp_path / "index" / "vectors").glob("*.rows")
        assert left.stat().st_size == 8 + 2 * (32 + 2 * 4)
        server.requests.clear()
        _, receipt = made(tmp_path, ["pump", "paper", "new"], Build(dense="vllm:m"))
        assert [request[2]["input"] for request in server.requests] == [["new"]]
        assert not any("gone" in note for note in receipt.notes)


def test_the_cache_of_an_index_that_has_no_embedder_any_more_can_be_dropped(tmp_path, monkeypatch, serve):
    from ragkit.indexing import dense

    with serve([embedder]) as server:
        monkeypatch.setenv("VLLM_BASE_URL", server.url)
        made(tmp_path, ["pump"], Build(dense="vllm:m"))
    made(tmp_path, ["pump"])
    assert dense.forget(str(tmp_path / "index")) == 1
    assert not list((tmp_path / "index" / "vectors").glob("*.rows"))
    assert dense.forget(str(tmp_path / "index")) == 0
