"""The HTTP client against a local server: retries, time-outs, refusals."""

import threading
import time
from email.utils import formatdate

import pytest

from ragkit import http
from ragkit.cli import IncompleteError, InputError


def test_a_status_that_may_pass_is_tried_again_and_retry_after_is_obeyed(serve):
    waits = []
    with serve([(429, {"Retry-After": "7"}, {}), (503, {}, {}), (200, {}, {"ok": 1})]) as server:
        assert http.post(server.url, {"X": "y"}, {"a": 1}, sleep=waits.append) == {"ok": 1}
        assert [request[2] for request in server.requests] == [{"a": 1}] * 3
        assert server.requests[0][1]["X"] == "y"
    assert waits == [7.0, 2.0]


def test_it_gives_up_after_five_attempts_and_says_what_was_last_said(serve):
    waits = []
    with (
        serve([(500, {}, {"error": "down"})]) as server,
        pytest.raises(IncompleteError, match=r"5 attempts.*500"),
    ):
        http.post(server.url, {}, {}, sleep=waits.append)
    assert waits == [1.0, 2.0, 4.0, 8.0]


def test_a_refusal_is_not_tried_again_and_no_key_is_shown(serve):
    with serve([(401, {}, {"error": "bad key"})]) as server:
        with pytest.raises(IncompleteError, match=r"401 .*bad key") as caught:
            http.post(server.url, {"Authorization": "Bearer s3cret"}, {})
        assert len(server.requests) == 1
    assert "s3cret" not in str(caught.value)


def test_retry_after_may_be_a_date_and_nonsense_is_passed_over(serve):
    waits = []
    soon = formatdate(time.time() + 30, usegmt=True)
    later = [(429, {"Retry-After": said}, {}) for said in (soon, "soon", "\u00b2")]
    with serve([*later, (200, {}, {})]) as server:
        http.post(server.url, {}, {}, sleep=waits.append)
    assert 25 <= waits[0] <= 30
    assert waits[1:] == [2.0, 4.0]


def test_an_answer_that_breaks_off_is_asked_for_again_and_then_named(serve):
    broken = (200, {"Content-Length": "999"}, b'{"data": [')
    with serve([broken, (200, {}, {"ok": 1})]) as server:
        assert http.post(server.url, {}, {}, sleep=lambda _: None) == {"ok": 1}
    with serve([broken]) as server, pytest.raises(IncompleteError, match=r"5 attempts.*IncompleteRead"):
        http.post(server.url, {}, {}, sleep=lambda _: None)


def test_a_time_out_and_a_closed_port_are_incomplete_not_our_bug(serve):
    slow = serve([lambda _: (threading.Event().wait(0.5), (200, {}, {}))[1]])
    with slow as server, pytest.raises(IncompleteError, match="timed out"):
        http.post(server.url, {}, {}, timeout=0.05, sleep=lambda _: None)
    with pytest.raises(IncompleteError, match="refused"):
        http.post(server.url, {}, {}, sleep=lambda _: None)


def test_an_answer_that_is_not_json_and_an_address_that_is_not_http_are_named(serve):
    for reply in (b"<html>", b'{"a": "\xff\xfe"}'):
        with serve([(200, {}, reply)]) as server, pytest.raises(IncompleteError, match="right address"):
            http.post(server.url, {}, {})
    with pytest.raises(InputError, match="http or https"):
        http.post("file:///etc/passwd", {}, {})


def test_variables_come_from_the_environment_or_their_default(monkeypatch):
    monkeypatch.setenv("RAG_TEST_KEY", "k")
    assert http.filled("Bearer ${RAG_TEST_KEY} ${RAG_TEST_HOST:-localhost}") == "Bearer k localhost"
    with pytest.raises(IncompleteError, match="RAG_TEST_NONE is not set"):
        http.filled("${RAG_TEST_NONE}")
