"""The questions' vectors: many in one request, paid once, and never written into the index."""

import os
import stat

import numpy as np
import pytest

from ragkit.cli import InputError
from ragkit.indexing.build import Options as Build
from ragkit.indexing.build import build
from ragkit.indexing.store import open_index
from ragkit.records import check
from ragkit.retrieval import asked
from ragkit.retrieval.options import Wordings
from ragkit.retrieval.search import Options, search


def openai(body):
    rows = [{"embedding": [len(text) + 1.0, text.count("pump") + 1.0], "index": i}
            for i, text in enumerate(body["input"])]  # fmt: skip
    return 200, {}, {"data": rows, "usage": {"total_tokens": 3 * len(rows)}}


@pytest.fixture
def served(tmp_path, monkeypatch, serve):
    """(an index whose embedder is a local server, that server)"""
    with serve([openai]) as server:
        monkeypatch.setenv("VLLM_BASE_URL", server.url)
        rows = [check("chunk", {"chunk_id": f"c{i}", "doc_id": f"d{i}", "text": text}, "")
                for i, text in enumerate(["pump off", "paper tray", "water"])]  # fmt: skip
        build(rows, str(tmp_path / "index"), Build(dense="vllm:m"))
        server.requests.clear()
        yield open_index(str(tmp_path / "index")), server


def everything(folder):
    return {path: os.stat(os.path.join(path, name)).st_mtime_ns
            for path, _, names in os.walk(folder) for name in names}  # fmt: skip


def test_all_questions_and_variants_go_in_one_request_and_are_not_asked_again(served):
    index, server = served
    questions = [{"qid": "a", "question": "pump"}, {"qid": "b", "question": "paper"}]
    asked.prepare_all(index, questions, {"a": Wordings(["the pump", "paper"])}, "hybrid")
    assert [request[2]["input"] for request in server.requests] == [["pump", "the pump", "paper"]]
    for question in questions:
        search(index, question, None, Options(), ["the pump"])
    assert len(server.requests) == 1


def test_nothing_is_sent_for_bm25(served):
    index, server = served
    asked.prepare_all(index, [{"qid": "a", "question": "pump"}], {}, "bm25")
    search(index, {"qid": "a", "question": "pump"}, None, Options(mode="bm25"))
    assert server.requests == []


def test_a_search_leaves_the_index_as_it_was_and_may_not_need_to_write_there(served):
    index, _ = served
    before = everything(index.folder)
    for path, _, _ in os.walk(index.folder):
        os.chmod(path, stat.S_IRUSR | stat.S_IXUSR)
    try:
        row = search(open_index(index.folder), {"qid": "a", "question": "pump"}, None)
    finally:
        for path, _, _ in os.walk(index.folder):
            os.chmod(path, stat.S_IRWXU)
    assert row["legs"]["dense"]
    assert everything(index.folder) == before


def test_a_folder_for_vectors_pays_once_over_processes(served, tmp_path):
    index, server = served
    paid = [asked.prepare(open_index(index.folder), ["pump", "paper"], str(tmp_path / "v")) for _ in range(2)]
    assert paid == [6, 0]
    assert len(server.requests) == 1
    asked.prepare(index, ["pump"], str(tmp_path / "v"))
    assert np.allclose(index.asked["pump"], np.array([5, 2]) / np.sqrt(29))


def test_what_is_sent_is_said_before(served, capsys):
    index, _ = served
    asked.prepare(index, ["pump", "paper"])
    assert "embedding 2 questions with vllm:m, about 2 tokens" in capsys.readouterr().err


def test_another_model_than_the_index_s_is_refused_before_anything_is_sent(served):
    index, server = served
    index.manifest["dense"]["query_prefix"] = "query: "
    with pytest.raises(InputError, match="query_prefix is 'query: ' in the index"):
        asked.prepare(index, ["pump"])
    assert server.requests == []


def test_a_model_that_answers_other_dimensions_than_the_index_has_is_refused(served):
    index, server = served
    server.answers[:] = [(200, {}, {"data": [{"index": 0, "embedding": [1.0, 2.0, 3.0]}]})]
    with pytest.raises(InputError, match=r"vectors of 3 numbers, and the index has 2: .* all 3 chunks again"):
        search(index, {"qid": "a", "question": "pump"}, None)
