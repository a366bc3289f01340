"""Embedders: every profile's wire format against a local server, the cache, and what is refused."""

import json
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from ragkit import http
from ragkit.cli import IncompleteError, InputError
from ragkit.indexing import embedders, profiles, store
from ragkit.indexing.build import Options, build
from ragkit.indexing.cache import Cache
from ragkit.records import check
from ragkit.retrieval.search import search

CASE = Path(__file__).resolve().parents[2] / "fixtures" / "cases" / "10-embedder-contract"


def vector(text):
    """Three numbers that depend on the text alone, so that a mix-up of rows is seen."""
    return [float(len(text)), float(sum(map(ord, text)) % 97) + 1, 1.0]


def openai(body):
    rows = [{"index": i, "embedding": vector(text)} for i, text in enumerate(body["input"])]
    return 200, {}, {"data": rows[::-1], "usage": {"total_tokens": 5 * len(rows)}}


def cohere(body):
    floats = [vector(text) for text in body["texts"]]
    return 200, {}, {"embeddings": {"float": floats}, "meta": {"billed_units": {"input_tokens": 9}}}


PLAIN = {"model": "m", "input": ["ab"]}
PROFILES = {
    "openai": ("OPENAI", "/embeddings", openai, PLAIN, PLAIN),
    "ollama": ("OLLAMA", "/embeddings", openai, PLAIN, PLAIN),
    "vllm": ("VLLM", "/embeddings", openai, PLAIN, PLAIN),
    "tei": ("TEI", "/embeddings", openai, PLAIN, PLAIN),
    "llama-server": ("LLAMA_SERVER", "/embeddings", openai, PLAIN, PLAIN),
    "voyage": (
        "VOYAGE", "/embeddings", openai,
        {"model": "m", "input": ["ab"], "truncation": False, "input_type": "query"},
        {"model": "m", "input": ["ab"], "truncation": False, "input_type": "document"},
    ),
    "cohere": (
        "COHERE", "/embed", cohere,
        {"model": "m", "texts": ["ab"], "embedding_types": ["float"], "truncate": "NONE",
         "input_type": "search_query"},
        {"model": "m", "texts": ["ab"], "embedding_types": ["float"], "truncate": "NONE",
         "input_type": "search_document"},
    ),
    "jina": (
        "JINA", "/embeddings", openai,
        {"model": "m", "input": ["ab"], "truncate": False, "task": "retrieval.query"},
        {"model": "m", "input": ["ab"], "truncate": False, "task": "retrieval.passage"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PROFILES)
def test_each_profile_speaks_its_wire_format_for_queries_and_for_documents(name, monkeypatch, serve):
    variable, path, answer, query, document = PROFILES[name]
    with serve([answer]) as server:
        monkeypatch.setenv(f"{variable}_BASE_URL", server.url)
        monkeypatch.setenv(f"{variable}_API_KEY", "k3y")
        embedder = embedders.open_embedder(f"{name}:m")
        for kind in ("query", "document"):
            vectors, _ = embedders.embed(embedder, ["ab"], kind, None)
            expected = np.array(vector("ab")) / np.linalg.norm(vector("ab"))
            assert np.allclose(vectors[0], expected, atol=1e-6)
        assert [request[0] for request in server.requests] == [path, path]
        assert [request[2] for request in server.requests] == [query, document]
        if profiles.load(name)["embed"]["headers"]:
            assert server.requests[0][1]["Authorization"] == "Bearer k3y"


@pytest.mark.parametrize("name", PROFILES)
def test_every_profile_that_ships_is_complete(name):
    shape = profiles.load(name)["embed"]
    assert {"url", "headers", "body", "query", "document", "vectors", "batch"} <= set(shape)


def test_models_that_want_prefixes_get_them(monkeypatch, serve):
    with serve([openai]) as server:
        monkeypatch.setenv("OLLAMA_BASE_URL", server.url)
        embedder = embedders.open_embedder("ollama:nomic-embed-text")
        embedders.embed(embedder, ["pump"], "query", None)
        embedders.embed(embedder, ["pump"], "document", None)
        assert [r[2]["input"] for r in server.requests] == [["search_query: pump"], ["search_document: pump"]]


def test_rows_are_put_back_in_order_and_a_missing_one_is_refused(monkeypatch, serve):
    def short(body):
        status, headers, reply = openai(body)
        return status, headers, {**reply, "data": reply["data"][1:]}

    with serve([openai, short]) as server:
        monkeypatch.setenv("VLLM_BASE_URL", server.url)
        embedder = embedders.open_embedder("vllm:m")
        vectors, paid = embedders.embed(embedder, ["a", "bbb"], "document", None)
        assert np.allclose(vectors[1] / vectors[1][2], vector("bbb"), rtol=1e-5)
        assert paid == 10
        with pytest.raises(IncompleteError, match="1 vectors for 2 inputs"):
            embedders.embed(embedder, ["a", "bbb"], "document", None)


def test_a_failing_batch_loses_nothing_that_was_paid_for(monkeypatch, tmp_path, serve):
    texts = [f"text {i}" for i in range(100)]
    with serve([openai, (400, {}, {"error": "too long"}), openai]) as server:
        monkeypatch.setenv("VLLM_BASE_URL", server.url)
        embedder = embedders.open_embedder("vllm:m")
        with pytest.raises(IncompleteError, match="too long"):
            embedders.embed(
                embedder, texts, "document", Cache(str(tmp_path), embedder.fingerprint, "document")
            )
        _, paid = embedders.embed(
            embedder, texts, "document", Cache(str(tmp_path), embedder.fingerprint, "document")
        )
        assert [len(request[2]["input"]) for request in server.requests] == [64, 36, 36]
        assert paid == 5 * 36


def slow(_):
    threading.Event().wait(0.5)
    return 200, {}, {}


def broken(_):
    return 200, {"Content-Length": "9999"}, b'{"data": ['


def profile_of(name, tmp_path, **changes):
    """The path of a profile that ships, with other settings."""
    profile = profiles.load(name)
    path = tmp_path / f"{name}.json"
    path.write_text(json.dumps({**profile, "embed": {**profile["embed"], **changes}}))
    return path


@pytest.mark.parametrize("name", PROFILES)
def test_a_batch_that_fails_for_a_while_is_sent_again_and_no_other(name, monkeypatch, tmp_path, serve):
    variable, _, answer, *_ = PROFILES[name]
    monkeypatch.setattr(http, "BACKOFF", 0.0)
    wait = (429, {"Retry-After": "0"}, {"error": "slow down"})
    with serve([answer, wait, slow, broken, (503, {}, {}), answer]) as server:
        monkeypatch.setenv(f"{variable}_BASE_URL", server.url)
        monkeypatch.setenv(f"{variable}_API_KEY", "k3y")
        embedder = embedders.open_embedder(f"{profile_of(name, tmp_path, batch=2, timeout=0.3)}:m")
        vectors, _ = embedders.embed(embedder, ["a", "bbb", "cc"], "document", None)
        field = "texts" if name == "cohere" else "input"
        assert [request[2][field] for request in server.requests] == [["a", "bbb"]] + [["cc"]] * 5
    for text, row in zip(["a", "bbb", "cc"], vectors, strict=True):
        assert np.allclose(row, np.array(vector(text)) / np.linalg.norm(vector(text)), atol=1e-6)


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("failure", ["429", "time-out", "broken off", "refused", "half a batch"])
def test_what_was_paid_for_before_a_failure_is_not_paid_for_again(
    name, failure, monkeypatch, tmp_path, serve
):
    variable, _, answer, *_ = PROFILES[name]
    monkeypatch.setattr(http, "BACKOFF", 0.0)

    def half(body):
        return answer({**body, **{field: body[field][:1] for field in ("input", "texts") if field in body}})

    fails = {
        "429": (429, {"Retry-After": "0"}, {}),
        "time-out": slow,
        "broken off": broken,
        "refused": (400, {}, {"error": "one text is too long"}),
        "half a batch": half,
    }[failure]
    monkeypatch.setattr(http, "ATTEMPTS", 2)
    again = 1 if failure in ("refused", "half a batch") else http.ATTEMPTS
    timeout = 0.2 if failure == "time-out" else 60
    spec = f"{profile_of(name, tmp_path, batch=2, timeout=timeout)}:m"
    rows, folder = chunks("a", "bbb", "cc", "dddd"), str(tmp_path / "index")
    with serve([answer, *[fails] * again, answer]) as server:
        monkeypatch.setenv(f"{variable}_BASE_URL", server.url)
        monkeypatch.setenv(f"{variable}_API_KEY", "k3y")
        with pytest.raises(IncompleteError):
            build(rows, folder, Options(dense=spec))
        assert store.current(folder) is None
        server.requests.clear()
        build(rows, folder, Options(dense=spec))
        field = "texts" if name == "cohere" else "input"
        assert [request[2][field] for request in server.requests] == [["cc", "dddd"]]
    dense = store.open_index(folder).arrays["dense"]
    for text, row in zip(["a", "bbb", "cc", "dddd"], dense, strict=True):
        assert np.allclose(row, np.array(vector(text)) / np.linalg.norm(vector(text)), atol=1e-6)


@pytest.mark.parametrize("usage", [None, {}, {"total_tokens": None}])
def test_vectors_without_a_count_of_tokens_are_kept_all_the_same(usage, monkeypatch, serve):
    def uncounted(body):
        status, headers, reply = openai(body)
        return status, headers, {"data": reply["data"], **({} if usage is None else {"usage": usage})}

    with serve([uncounted]) as server:
        monkeypatch.setenv("TEI_BASE_URL", server.url)
        vectors, paid = embedders.embed(embedders.open_embedder("tei:m"), ["a"], "document", None)
    assert (vectors.shape, paid) == ((1, 3), 0)


@pytest.mark.parametrize(
    "reply",
    [{"data": None}, {"data": 3}, [], None, {"data": [{"embedding": [1.0]}]}, {"data": [{"index": "0"}]},
     {"data": [{"index": "0", "embedding": [1.0]}]}, {"data": [{"index": 0, "embedding": None}]}],
)  # fmt: skip
def test_an_answer_of_another_shape_is_named_and_nothing_of_it_is_kept(reply, monkeypatch, tmp_path, serve):
    with serve([(200, {}, reply)]) as server:
        monkeypatch.setenv("VLLM_BASE_URL", server.url)
        embedder = embedders.open_embedder("vllm:m")
        cache = Cache(str(tmp_path), embedder.fingerprint, "document")
        with pytest.raises(IncompleteError):
            embedders.embed(embedder, ["a"], "document", cache)
    assert not list(tmp_path.glob("*.rows"))


def test_vectors_of_another_length_are_not_mixed_into_what_was_paid_for(tmp_path):
    Cache(str(tmp_path), {"model": "m"}, "document").put(["a", "b"], np.eye(2, 3, dtype=np.float32))
    with pytest.raises(IncompleteError, match=r"vectors of 2 numbers; those kept in .* have 3"):
        Cache(str(tmp_path), {"model": "m"}, "document").put(["c"], np.ones((1, 2), dtype=np.float32))
    found = Cache(str(tmp_path), {"model": "m"}, "document").get(["a", "b", "c"])
    assert {text: row.tolist() for text, row in found.items()} == {"a": [1, 0, 0], "b": [0, 1, 0]}


def test_the_cache_survives_a_row_cut_off_by_a_kill(tmp_path):
    cache = Cache(str(tmp_path), {"model": "m"}, "document")
    cache.put(["a", "b"], np.eye(2, 3, dtype=np.float32))
    path = next(tmp_path.glob("*.rows"))
    path.write_bytes(path.read_bytes()[:-5])
    again = Cache(str(tmp_path), {"model": "m"}, "document")
    assert list(again.get(["a", "b"])) == ["a"]
    again.put(["c"], np.ones((1, 3), dtype=np.float32))
    found = Cache(str(tmp_path), {"model": "m"}, "document").get(["a", "b", "c"])
    assert {text: row.tolist() for text, row in found.items()} == {"a": [1, 0, 0], "c": [1, 1, 1]}


def test_the_cache_keeps_models_kinds_and_dimensions_apart(tmp_path):
    Cache(str(tmp_path), {"model": "m"}, "query").put(["a"], np.ones((1, 2), dtype=np.float32))
    assert not Cache(str(tmp_path), {"model": "m"}, "document").get(["a"])
    assert not Cache(str(tmp_path), {"model": "n"}, "query").get(["a"])
    assert not Cache(str(tmp_path), {"model": "m", "cut": 1}, "query").get(["a"])


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([[1.0], [1.0, 2.0]], "unequal lengths"),
        ([["x"], ["y"]], "not of numbers"),
        ([[0.0, 0.0], [1.0, 0.0]], "length 0"),
        ([[float("nan"), 1.0], [1.0, 0.0]], "finite"),
        ([[], []], "something else than vectors"),
    ],
)
def test_vectors_that_are_none_are_refused(rows, says):
    embedder = embedders.Embedder(
        {"provider": "p", "model": "m", "cut": None}, lambda texts, kind: (rows, 0), {"query": ""}, 8, None
    )
    with pytest.raises(IncompleteError, match=says):
        embedders.embed(embedder, ["a", "b"], "query", None)


def test_matryoshka_vectors_are_cut_and_again_of_length_one():
    embedder = embedders.Embedder(
        {"provider": "p", "model": "m", "cut": 2},
        lambda texts, kind: ([[3.0, 4.0, 12.0]], 0),
        {"query": ""},
        8,
        None,
    )
    vectors, _ = embedders.embed(embedder, ["a"], "query", None)
    assert np.allclose(vectors, [[0.6, 0.8]])


def test_case_10_another_model_of_the_same_dimension_is_found_out():
    index, asked = (json.loads((CASE / name).read_text()) for name in ("manifest.json", "query_config.json"))
    findings = embedders.mismatch(index, asked, 4321)
    assert len(findings) == 3
    assert (
        "'mini-a' in the index and 'mini-b' asked for (the dimension, 384, agrees and hides it)"
        in findings[0]
    )
    assert "query_prefix is 'query: '" in findings[1]
    assert "all 4,321 chunks again" in findings[2]
    assert embedders.mismatch(index, index, 1) == []


def test_case_10_texts_over_the_window_are_counted_before_anything_is_paid():
    rows = [json.loads(line) for line in (CASE / "chunks.jsonl").read_text().splitlines()]
    embedder = embedders.Embedder({}, lambda *_: pytest.fail("nothing may be sent"), {"document": ""}, 8, 256)
    plan = embedders.estimate(embedder, [row["text"] for row in rows], None)
    assert {rows[i]["id"] for i in plan.over} >= {"c2", "c3"}
    assert plan.cut_share == pytest.approx(0.36, abs=0.05)
    assert plan.texts == len(rows)


COMMAND = """
import json, sys
for line in sys.stdin:
    row = json.loads(line)
    text = row["text"].lower()
    vector = [text.count("pump") + text.count("bomba") + 0.1, text.count("paper") + 0.1]
    print(json.dumps({"vector": vector if row["kind"] == "document" else vector}))
"""


def command(tmp_path):
    (tmp_path / "embed.py").write_text(COMMAND)
    return f"command:{sys.executable} {tmp_path / 'embed.py'}"


def chunks(*texts):
    return [
        check("chunk", {"chunk_id": f"c{i}", "doc_id": f"d{i}", "text": t}, "") for i, t in enumerate(texts)
    ]


def test_a_command_is_an_embedder_and_an_update_sends_only_what_is_new(tmp_path):
    spec, folder = command(tmp_path), str(tmp_path / "index")
    build(chunks("La bomba", "The paper tray"), folder, Options(dense=spec))
    index = store.open_index(folder)
    row = search(index, {"qid": "q", "question": "pump"}, None)
    assert (row["retrieved"][0], row["legs"]["bm25"], row["flags"]) == ("c0", [], ["no_lexical_match"])
    (tmp_path / "embed.py").write_text("raise SystemExit('must not run')")
    receipt = build(chunks("The paper tray", "La bomba"), folder, Options(dense=spec, update=True))
    assert receipt.rebuilt
    with pytest.raises(IncompleteError, match="must not run"):
        build(chunks("The paper tray", "new text"), folder, Options(dense=spec, update=True))
    assert len(store.open_index(folder)) == 2


def test_an_index_asks_for_its_own_embedder(tmp_path):
    folder = str(tmp_path / "index")
    build(chunks("La bomba", "The paper tray"), folder, Options(dense=command(tmp_path)))
    with pytest.raises(
        InputError, match=r"model is .* in the index and 'other' asked for.*embed all 2 chunks"
    ):
        embedders.check(folder, {"model": "other"})


@pytest.mark.parametrize(
    ("spec", "error", "says"),
    [
        ("nobody:m", InputError, "no provider profile 'nobody'; there are cohere"),
        ("openai:", InputError, "need PROFILE:MODEL"),
        ("command:/does/not/exist", IncompleteError, "did not run"),
        ("command:false", IncompleteError, "failed with exit code 1"),
        ("command:true", IncompleteError, "0 objects for 1 rows"),
    ],
)
def test_an_embedder_that_cannot_be_used_says_why(spec, error, says):
    with pytest.raises(error, match=says):
        embedders.embed(embedders.open_embedder(spec), ["a"], "document", None)
