"""Reranking: ties, tails, wire formats, and what is refused."""

import json
import sys
import threading

import pytest

from ragkit import http
from ragkit.cli import IncompleteError, InputError
from ragkit.indexing import profiles
from ragkit.indexing.cache import Scores
from ragkit.retrieval.rerank import Scorer, lexical, open_scorer, rerank

ROW = {"qid": "q", "retrieved": ["a", "b", "c", "d"], "scores": [9.0, 8.0, 7.0, 6.0], "legs": {"bm25": ["a"]}}
TEXTS = {"a": "paper tray", "b": "pump", "c": "pump and filter", "d": "the pump filter"}


def fixed(*scores):
    return Scorer(lambda question, texts: list(scores))


def test_the_head_is_reordered_ties_stand_and_the_tail_stays():
    done = rerank(ROW, "x", TEXTS, fixed(1.0, 5.0, 5.0), top=3)
    assert done.record["retrieved"] == ["b", "c", "a", "d"]
    assert done.record["scores"] == [5.0, 5.0, 1.0, 0.0]
    assert done.record["legs"] == {"bm25": ["a"], "before rerank": ["a", "b", "c", "d"]}
    assert done.moved == 3


def test_passages_of_the_old_order_are_left_out():
    passages = [{"doc_id": "a", "start": 0, "end": 9, "chunk_ids": ["a"]}]
    assert "passages" not in rerank({**ROW, "passages": passages}, "x", TEXTS, fixed(1.0), top=1).record


def test_equal_scores_change_nothing():
    assert rerank(ROW, "x", TEXTS, fixed(0.0, 0.0, 0.0, 0.0), top=4).moved == 0


def test_an_empty_row_stays_empty_and_asks_nobody():
    row = {"qid": "q", "retrieved": []}
    assert rerank(row, "x", {}, Scorer(lambda *_: pytest.fail("asked")), top=5).record["retrieved"] == []


def test_texts_beyond_the_window_are_counted():
    texts = {**TEXTS, "a": "word " * 600}
    assert rerank(ROW, "x", texts, Scorer(lambda q, t: [0.0] * 4, 512), top=4).over == 1


@pytest.mark.parametrize("scores", [(1.0,), (1.0, 2.0, float("nan"), 0.0)])
def test_a_scorer_that_returns_other_than_a_number_a_text_is_refused(scores):
    with pytest.raises(IncompleteError):
        rerank(ROW, "x", TEXTS, fixed(*scores), top=4)


def test_an_id_without_a_text_is_an_input_error():
    with pytest.raises(InputError, match="no chunk 'a'"):
        rerank(ROW, "x", {}, fixed(), top=1)


def test_the_lexical_scorer_prefers_coverage_then_closeness():
    near, far, part, none = lexical(
        "pump filter", ["the pump filter", "pump of any kind and size with a filter", "pump", "paper"]
    )
    assert near > far > part > none == 0.0


SHAPES = {
    "cohere": ("COHERE_BASE_URL", "/rerank", "results", "relevance_score", "documents"),
    "jina": ("JINA_BASE_URL", "/rerank", "results", "relevance_score", "documents"),
    "voyage": ("VOYAGE_BASE_URL", "/rerank", "data", "relevance_score", "documents"),
    "tei": ("TEI_RERANK_URL", "/rerank", None, "score", "texts"),
}


@pytest.mark.parametrize("name", SHAPES)
def test_each_profile_sends_its_body_and_scores_return_to_their_texts(name, serve, monkeypatch):
    variable, path, field, value, texts = SHAPES[name]

    def answer(body):
        rows = [{"index": i, value: len(text) / 100} for i, text in enumerate(body[texts])][::-1]
        return 200, {}, {field: rows} if field else rows

    with serve([answer]) as server:
        monkeypatch.setenv(variable, server.url)
        monkeypatch.setenv(f"{name.upper()}_API_KEY", "k")
        assert open_scorer(f"{name}:m").score("q?", ["a", "bbb", "cc"]) == [0.01, 0.03, 0.02]
        sent = server.requests[0]
        assert (sent[0], sent[2]["query"], sent[2][texts]) == (path, "q?", ["a", "bbb", "cc"])
        assert ("model" in sent[2]) is (name != "tei")


def slow(_):
    threading.Event().wait(0.5)
    return 200, {}, {}


FAILURES = {
    "429": (429, {"Retry-After": "0"}, {}),
    "time-out": slow,
    "broken off": (200, {"Content-Length": "9999"}, b"["),
    "refused": (400, {}, {"error": "one text is too long"}),
    "half a batch": None,
}


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("failure", FAILURES)
def test_scores_paid_for_before_a_failure_are_not_paid_for_again(name, failure, serve, monkeypatch, tmp_path):
    variable, _, field, value, texts = SHAPES[name]
    monkeypatch.setattr(http, "BACKOFF", 0.0)

    def answer(body, short=0):
        rows = [{"index": i, value: len(text) / 100} for i, text in enumerate(body[texts])][short:]
        return 200, {}, {field: rows} if field else rows

    def half(body):
        return answer(body, short=1)

    profile = profiles.load(name)
    spec, kept = f"{tmp_path / 'p.json'}:m", str(tmp_path / "kept")
    fails = FAILURES[failure] or half
    monkeypatch.setattr(http, "ATTEMPTS", 2)
    again = 1 if failure in ("refused", "half a batch") else http.ATTEMPTS
    timeout = 0.2 if failure == "time-out" else 60
    profile["rerank"] |= {"batch": 2, "timeout": timeout}
    (tmp_path / "p.json").write_text(json.dumps(profile))
    with serve([answer, *[fails] * again, answer]) as server:
        monkeypatch.setenv(variable, server.url)
        monkeypatch.setenv(f"{name.upper()}_API_KEY", "k")
        with pytest.raises(IncompleteError):
            open_scorer(spec, Scores(kept)).score("q?", ["a", "bbb", "cc"])
        server.requests.clear()
        assert open_scorer(spec, Scores(kept)).score("q?", ["a", "bbb", "cc"]) == [0.01, 0.03, 0.02]
        assert [request[2][texts] for request in server.requests] == [["cc"]]
        server.requests.clear()
        assert open_scorer(spec, Scores(kept)).score("other?", ["a", "bbb"]) == [0.01, 0.03]
        assert len(server.requests) == 1


def test_a_batch_that_fails_for_a_while_is_sent_again(serve, monkeypatch):
    monkeypatch.setattr(http, "BACKOFF", 0.0)
    good = (200, {}, {"results": [{"index": 0, "relevance_score": 1.0}]})
    with serve([FAILURES["429"], FAILURES["broken off"], (503, {}, {}), good]) as server:
        monkeypatch.setenv("JINA_BASE_URL", server.url)
        monkeypatch.setenv("JINA_API_KEY", "k")
        assert open_scorer("jina:m").score("q", ["a"]) == [1.0]


def test_scores_kept_survive_a_line_cut_off_by_a_kill(tmp_path):
    kept = Scores(str(tmp_path / "kept"))
    kept.put(["a"], [1.0])
    kept.put(["b"], [2.0])
    path = tmp_path / "kept"
    path.write_bytes(path.read_bytes()[:-7])
    again = Scores(str(path))
    assert (again.get(["a"]), again.get(["b"])) == ([1.0], None)
    again.put(["c"], [3.0])
    assert [Scores(str(path)).get([name]) for name in "abc"] == [[1.0], None, [3.0]]


def test_a_reranker_that_drops_a_text_is_refused(serve, monkeypatch):
    with serve([(200, {}, {"results": [{"index": 0, "relevance_score": 1.0}]})]) as server:
        monkeypatch.setenv("JINA_BASE_URL", server.url)
        monkeypatch.setenv("JINA_API_KEY", "k")
        with pytest.raises(IncompleteError, match="1 scores for 2 inputs"):
            open_scorer("jina:m").score("q", ["a", "b"])


def test_a_command_scores(tmp_path):
    (tmp_path / "s.py").write_text(
        "import json, sys\n"
        "for line in sys.stdin: print(json.dumps({'score': len(json.loads(line)['text'])}))\n"
    )
    scorer = open_scorer(f"command:{sys.executable} {tmp_path / 's.py'}")
    assert scorer.score("q", ["a", "bb"]) == [1.0, 2.0]
    with pytest.raises(IncompleteError, match="something else than a number"):
        open_scorer(f"command:{sys.executable} -c \"print('{{}}')\"").score("q", ["a"])


@pytest.mark.parametrize("spec", ["best", "openai:m", "nobody:m"])
def test_who_cannot_rerank_is_refused(spec):
    with pytest.raises(InputError):
        open_scorer(spec)
