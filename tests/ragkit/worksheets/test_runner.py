"""The runner against servers that speak the real protocols: streaming, overload, refusal, cut-offs,
batches."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from ragkit import cli
from ragkit.worksheets import runner
from ragkit.worksheets.fillers import UnfilledError

anthropic = pytest.importorskip("anthropic")
SCHEMA = {"type": "object", "properties": {"note": {"type": "string"}}, "required": ["note"]}
ITEM = {"item_id": "i1", "sha": "s", "task": "context", "inputs": {"document": "Long text", "passage": "p"}}
PROMPT = "<document>\nLong text\n</document>\n\nNow write."
USAGE = {
    "input_tokens": 20,
    "output_tokens": 5,
    "cache_read_input_tokens": 0,
    "cache_creation_input_tokens": 0,
}


class Server(ThreadingHTTPServer):
    """Answers from a script: a list of replies for /v1/messages, in order; what was asked is kept."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.replies, self.asked, self.polls = [], [], 0
        self.address = f"http://127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def send(self, body, status=200, kind="application/json", headers=()):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in (("content-type", kind), ("content-length", str(len(data))), *headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        if "/models/" in self.path:
            self.send(
                {
                    "type": "model",
                    "id": "m",
                    "display_name": "M",
                    "created_at": "2026-01-01T00:00:00Z",
                    "max_input_tokens": 1000,
                    "max_tokens": 100,
                }
            )
        elif self.path.endswith("/results"):
            lines = [
                {"custom_id": "i2", "result": {"type": "succeeded", "message": message('{"note": "two"}')}},
                {
                    "custom_id": "i1",
                    "result": {
                        "type": "errored",
                        "error": {"type": "error", "error": {"type": "api_error", "message": "x"}},
                    },
                },
                {
                    "custom_id": "i3",
                    "result": {"type": "succeeded", "message": message('{"no', "max_tokens")},
                },
            ]
            self.send("\n".join(json.dumps(line) for line in lines).encode(), kind="application/x-jsonl")
        else:
            self.server.polls += 1
            self.send(batch("ended" if self.server.polls > 1 else "in_progress", self.server.address))

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.asked.append((self.path, body))
        if self.path.endswith("/count_tokens"):
            self.send({"input_tokens": 321})
        elif self.path.endswith("/batches"):
            self.send(batch("in_progress", self.server.address))
        else:
            reply = self.server.replies.pop(0)
            if isinstance(reply, int):
                error = {"type": "error", "error": {"type": "overloaded_error", "message": "busy"}}
                self.send(error, reply, headers=[("retry-after-ms", "1")])
            elif body.get("stream"):
                self.send(events(reply), kind="text/event-stream")
            else:
                self.send(reply)


def message(text, stop="end_turn", **usage):
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "stop_reason": stop,
        "stop_sequence": None,
        "content": [{"type": "text", "text": text}],
        "usage": {**USAGE, **usage},
    }


def events(full):
    text = full["content"][0]["text"]
    rows = [
        {"type": "message_start", "message": {**full, "content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        *(
            {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": part}}
            for part in (text[:4], text[4:])
        ),
        {"type": "content_block_stop", "index": 0},
        {
            "type": "message_delta",
            "delta": {"stop_reason": full["stop_reason"], "stop_sequence": None},
            "usage": {"output_tokens": 5},
        },
        {"type": "message_stop"},
    ]
    return "".join(f"event: {row['type']}\ndata: {json.dumps(row)}\n\n" for row in rows).encode()


def batch(status, address):
    return {
        "id": "b1",
        "type": "message_batch",
        "processing_status": status,
        "created_at": "2026-01-01T00:00:00Z",
        "expires_at": "2026-01-02T00:00:00Z",
        "archived_at": None,
        "cancel_initiated_at": None,
        "ended_at": None,
        "request_counts": {"processing": 0, "succeeded": 2, "errored": 1, "canceled": 0, "expired": 0},
        "results_url": f"{address}/v1/messages/batches/b1/results",
    }


@pytest.fixture
def server():
    running = Server()
    thread = threading.Thread(target=running.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield running
    running.shutdown()
    running.server_close()


@pytest.fixture
def filler(server):
    return runner.Anthropic("m", anthropic.Anthropic(api_key="k", base_url=server.address, max_retries=3))


def test_the_window_is_read_from_the_model_s_record(filler):
    assert filler.window == 1000


def test_a_streamed_answer_is_put_together_and_its_usage_kept(server, filler):
    server.replies = [message('{"note": "ok"}', cache_creation_input_tokens=900)]
    output, usage = filler.fill(ITEM, PROMPT, SCHEMA, 300)
    assert output == {"note": "ok"}
    assert (usage.input, usage.output, usage.cache_write) == (20, 5, 900)


def test_what_is_sent_has_a_schema_a_cached_prefix_and_no_temperature(server, filler):
    server.replies = [message('{"note": "ok"}')]
    filler.fill(ITEM, PROMPT, SCHEMA, 300)
    _, body = server.asked[-1]
    assert body["output_config"]["format"]["schema"] == SCHEMA
    first, second = body["messages"][0]["content"]
    assert first["cache_control"] == {"type": "ephemeral"}
    assert first["text"] + second["text"] == PROMPT
    assert "temperature" not in body


@pytest.mark.parametrize("status", [429, 529, 500])
def test_an_overloaded_server_is_asked_again(server, filler, status):
    server.replies = [status, status, message('{"note": "ok"}')]
    assert filler.fill(ITEM, PROMPT, SCHEMA, 300)[0] == {"note": "ok"}


def test_a_server_that_stays_overloaded_leaves_the_item_unfilled(server, filler):
    server.replies = [529] * 9
    with pytest.raises(UnfilledError, match=r"529|[Oo]verloaded"):
        filler.fill(ITEM, PROMPT, SCHEMA, 300)


@pytest.mark.parametrize("stop", ["max_tokens", "refusal", "model_context_window_exceeded"])
def test_an_answer_cut_off_or_refused_is_none(server, filler, stop):
    server.replies = [message('{"note": "ok"}', stop)]
    with pytest.raises(UnfilledError, match=stop):
        filler.fill(ITEM, PROMPT, SCHEMA, 300)


def test_a_document_paid_for_twice_stops_the_run(server, filler):
    server.replies = [message('{"note": "a"}', cache_creation_input_tokens=900)] * 2
    filler.fill(ITEM, PROMPT, SCHEMA, 300)
    with pytest.raises(cli.IncompleteError, match="not read back"):
        filler.fill(ITEM, PROMPT, SCHEMA, 300)


def test_a_document_read_from_the_cache_is_fine(server, filler):
    server.replies = [
        message('{"note": "a"}', cache_creation_input_tokens=900),
        message('{"note": "b"}', cache_read_input_tokens=900),
    ]
    filler.fill(ITEM, PROMPT, SCHEMA, 300)
    assert filler.fill(ITEM, PROMPT, SCHEMA, 300)[1].cache_read == 900


def test_tokens_are_counted_by_the_api(filler):
    assert filler.count(ITEM, PROMPT) == 321


def test_batch_results_are_matched_by_id_in_any_order(monkeypatch, filler):
    monkeypatch.setenv("RAG_PIPELINES_BATCH_POLL", "0")
    asked = [({**ITEM, "item_id": name}, PROMPT) for name in ("i1", "i2", "i3")]
    results = {item["item_id"]: output for item, output, _ in filler.batch(asked, SCHEMA, 300)}
    assert results["i2"] == {"note": "two"}
    assert isinstance(results["i1"], UnfilledError)
    assert isinstance(results["i3"], UnfilledError)


def test_an_openai_shaped_server_is_held_to_the_schema(server):
    server.replies = [
        {
            "choices": [{"message": {"content": '{"note": "ok"}'}, "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 7, "completion_tokens": 2},
        }
    ]
    output, usage = runner.OpenAI("m", server.address + "/v1").fill({"inputs": {}}, "hi", SCHEMA, 300)
    assert (output, usage.input) == ({"note": "ok"}, 7)
    assert server.asked[-1][1]["response_format"]["json_schema"]["schema"] == SCHEMA


@pytest.mark.parametrize(
    "reply",
    [
        {"choices": []},
        {"error": "x"},
        {"choices": [{"message": {"content": "text"}}]},
        {"choices": [{"message": {"content": "{}"}, "finish_reason": "length"}]},
    ],
)
def test_a_reply_of_another_shape_leaves_the_item_unfilled(server, reply):
    server.replies = [reply]
    with pytest.raises(UnfilledError):
        runner.OpenAI("m", server.address + "/v1").fill({"inputs": {}}, "hi", SCHEMA, 300)


def fake_claude(tmp_path, body):
    command = tmp_path / "claude"
    command.write_text(
        f"#!/bin/sh\ncat > {tmp_path}/stdin\nprintf '%s\\n' \"$@\" > {tmp_path}/argv\n{body}\n"
    )
    command.chmod(0o755)
    return runner.Claude("claude-sonnet-5-5", 2.0, str(command))


def test_claude_is_called_headless_without_tools_and_with_a_cap(tmp_path):
    reply = json.dumps(
        {
            "type": "result",
            "is_error": False,
            "structured_output": {"note": "ok"},
            "usage": {"input_tokens": 3},
        }
    )
    claude = fake_claude(tmp_path, f"printf '%s' '{reply}'")
    output, usage = claude.fill({"inputs": {}}, "the prompt", SCHEMA, 300)
    argv = (tmp_path / "argv").read_text().split("\n")
    assert (output, usage.input) == ({"note": "ok"}, 3)
    assert (tmp_path / "stdin").read_text() == "the prompt"
    assert argv[argv.index("--tools") + 1] == ""
    assert argv[argv.index("--max-budget-usd") + 1] == "2.00"
    assert json.loads(argv[argv.index("--json-schema") + 1]) == SCHEMA


@pytest.mark.parametrize(
    "body",
    [
        "exit 1",
        "echo not json",
        """printf '{"is_error": true, "result": "limit"}'""",
        """printf '{"result": "plain"}'""",
    ],
)
def test_a_claude_that_gives_no_structured_output_leaves_the_item_unfilled(tmp_path, body):
    with pytest.raises(UnfilledError):
        fake_claude(tmp_path, body).fill({"inputs": {}}, "x", SCHEMA, 300)


def test_without_the_command_the_message_says_what_to_do(tmp_path):
    with pytest.raises(cli.IncompleteError, match="install Claude Code"):
        runner.Claude("m", 1.0, str(tmp_path / "absent")).fill({"inputs": {}}, "x", SCHEMA, 300)


def test_a_line_torn_by_a_kill_is_cut_off_before_the_next_is_written(tmp_path):
    path = tmp_path / "filled.jsonl"
    path.write_text('{"item_id": "a"}\n{"item_id": "b", "ou', encoding="utf-8")
    assert runner.append(str(path), iter([{"item_id": "c"}])) == 1
    assert [json.loads(line)["item_id"] for line in path.read_text().splitlines()] == ["a", "c"]
