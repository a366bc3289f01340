"""Run a worksheet through a model: costs bounded and stated first, resumable, nothing paid twice."""

import base64
import importlib
import json
import os
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ragkit import http, records
from ragkit.cli import IncompleteError, InputError, placing
from ragkit.records import Record
from ragkit.worksheets.fillers import UnfilledError, Usage

TIMEOUT = 600  # seconds for one item


class Claude:
    """`claude -p`: headless, the output held to the schema, no tools, a spending cap, nothing remembered."""

    def __init__(self, model: str, cap_usd: float, command: str = "claude") -> None:
        self.model, self.cap, self.command = model, cap_usd, command

    def fill(self, item: Record, prompt: str, schema: Mapping[str, Any], most: int) -> tuple[Any, Usage]:
        tools = "Read" if "image" in item["inputs"] else ""
        argv = [
            self.command, "-p", "--output-format", "json", "--json-schema", json.dumps(schema),
            "--tools", tools,
            "--model", self.model, "--max-budget-usd", f"{self.cap:.2f}", "--no-session-persistence",
        ]  # fmt: skip
        if tools:
            argv += [
                "--allowedTools",
                tools,
                "--add-dir",
                str(Path(item["inputs"]["image"]).resolve().parent),
            ]
        try:
            done = subprocess.run(
                argv, input=prompt, capture_output=True, text=True, encoding="utf-8", timeout=TIMEOUT
            )
        except FileNotFoundError as err:
            raise IncompleteError(
                "no `claude` command; install Claude Code, or use --with anthropic"
            ) from err
        except subprocess.TimeoutExpired as err:
            raise UnfilledError(f"no answer within {TIMEOUT} s") from err
        return self._read(done.stdout, done.returncode, done.stderr)

    @staticmethod
    def _read(stdout: str, code: int, stderr: str) -> tuple[Any, Usage]:
        try:
            reply = json.loads(stdout)
        except ValueError as err:
            raise UnfilledError(f"claude exit {code}: {(stderr or stdout).strip()[:200]}") from err
        if not isinstance(reply, dict) or reply.get("is_error") or reply.get("structured_output") is None:
            shown = reply.get("result") if isinstance(reply, dict) else reply
            raise UnfilledError(f"claude gave no structured output: {str(shown)[:200]}")
        used = _usage(reply.get("usage") or {})
        return reply["structured_output"], used._replace(usd=float(reply.get("total_cost_usd") or 0))


class Anthropic:
    """The Messages API through the `anthropic` SDK: streamed, held to
    the schema, a document's prefix cached."""

    def __init__(self, model: str, client: Any = None) -> None:
        anthropic: Any = importlib.import_module("anthropic")  # an extra, absent where types are checked
        self.errors = (anthropic.APIStatusError, anthropic.APIConnectionError)
        self.client: Any = client or anthropic.Anthropic(max_retries=http.ATTEMPTS - 1)
        self.model = model
        self.cached: dict[str, int] = {}  # document -> times sent
        self.window = int(self.client.models.retrieve(model).max_input_tokens)

    def count(self, item: Record, prompt: str) -> int:
        """Return the tokens of a prompt as the API counts them (free, an estimate by its own account)."""
        counted = self.client.messages.count_tokens(model=self.model, messages=self._messages(item, prompt))
        return int(counted.input_tokens)

    def params(self, item: Record, prompt: str, schema: Mapping[str, Any], most: int) -> dict[str, Any]:
        return {
            "model": self.model,
            "max_tokens": most,
            "messages": self._messages(item, prompt),
            "output_config": {"format": {"type": "json_schema", "schema": dict(schema)}},
        }

    def fill(self, item: Record, prompt: str, schema: Mapping[str, Any], most: int) -> tuple[Any, Usage]:
        try:
            with self.client.messages.stream(**self.params(item, prompt, schema, most)) as stream:
                message = stream.get_final_message()
        except self.errors as err:
            raise UnfilledError(f"{type(err).__name__}: {str(err)[:200]}") from err
        usage = _usage(message.usage.model_dump())
        self._assert_cached(item, usage)
        return _output(message), usage

    def batch(
        self, asked: Sequence[tuple[Record, str]], schema: Mapping[str, Any], most: int
    ) -> Iterator[tuple[Record, Any, Usage]]:
        """Yield (item, output or UnfilledError, usage) of a Message Batch:
        half the price, within 24 hours, any order."""
        by_id = {item["item_id"]: item for item, _ in asked}
        requests = [
            {"custom_id": item["item_id"], "params": self.params(item, prompt, schema, most)}
            for item, prompt in asked
        ]
        batch = self.client.messages.batches.create(requests=requests)
        while batch.processing_status != "ended":
            time.sleep(float(os.environ.get("RAG_PIPELINES_BATCH_POLL", "30")))
            batch = self.client.messages.batches.retrieve(batch.id)
        for row in self.client.messages.batches.results(batch.id):
            if row.result.type != "succeeded":
                yield by_id[row.custom_id], UnfilledError(f"batch: {row.result.type}"), Usage()
                continue
            usage = _usage(row.result.message.usage.model_dump())
            try:
                yield by_id[row.custom_id], _output(row.result.message), usage
            except UnfilledError as err:
                yield by_id[row.custom_id], err, usage

    def _messages(self, item: Record, prompt: str) -> list[dict[str, Any]]:
        """Return the messages; a document that several items share
        comes first and is marked for the cache."""
        inputs = item["inputs"]
        content: list[dict[str, Any]] = []
        if "image" in inputs:
            data = base64.standard_b64encode(Path(inputs["image"]).read_bytes()).decode()
            content.append(
                {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}
            )
        end = prompt.find("</document>\n") + len("</document>\n") if "document" in inputs else 0
        if end > len("</document>\n") - 1 and end:
            content.append({"type": "text", "text": prompt[:end], "cache_control": {"type": "ephemeral"}})
        content.append({"type": "text", "text": prompt[end:]})
        return [{"role": "user", "content": content}]

    def _assert_cached(self, item: Record, usage: Usage) -> None:
        """Stop when a document sent before was paid for again: below
        the model's minimum nothing is cached."""
        document = item["inputs"].get("document")
        if document is None:
            return
        times = self.cached[document] = self.cached.get(document, 0) + 1
        if times > 1 and not usage.cache_read and usage.cache_write:
            raise IncompleteError(
                "the cached document was not read back: every note would pay for it; try --batch"
            )


class OpenAI:
    """Any server that speaks the Chat Completions API; the key, if it wants one, in OPENAI_API_KEY."""

    def __init__(self, model: str, url: str) -> None:
        self.model, self.url = model, url.rstrip("/") + "/chat/completions"

    def fill(self, item: Record, prompt: str, schema: Mapping[str, Any], most: int) -> tuple[Any, Usage]:
        if "image" in item["inputs"]:
            raise UnfilledError("images go to --with claude or --with anthropic")
        shape = {
            "type": "json_schema",
            "json_schema": {"name": "output", "strict": True, "schema": dict(schema)},
        }
        body = {
            "model": self.model,
            "max_tokens": most,
            "messages": [{"role": "user", "content": prompt}],
            "response_format": shape,
        }
        reply = self._post(body)
        try:
            choice = reply["choices"][0]
            if choice.get("finish_reason") == "length":
                raise UnfilledError("cut off at the output limit")
            used = reply.get("usage") or {}
            usage = Usage(used.get("prompt_tokens", 0), used.get("completion_tokens", 0))
            return json.loads(choice["message"]["content"]), usage
        except (KeyError, IndexError, TypeError, ValueError) as err:
            raise UnfilledError(f"not the reply we asked for: {str(reply)[:200]}") from err

    def _post(self, body: Mapping[str, Any]) -> Any:
        key = os.environ.get("OPENAI_API_KEY")
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        try:
            return http.post(self.url, headers, body, TIMEOUT, again_when_lost=False)
        except IncompleteError as err:
            raise UnfilledError(str(err)) from err


def filler(who: str, model: str, cap_usd: float) -> Claude | Anthropic | OpenAI:
    """Return the filler that --with names: claude, anthropic or openai:URL."""
    if who == "claude":
        return Claude(model, cap_usd)
    if who == "anthropic":
        return Anthropic(model)
    if who.startswith("openai:http"):
        return OpenAI(model, who.removeprefix("openai:"))
    raise InputError(f"--with is claude, anthropic or openai:URL; got {who!r}")


def _usage(used: Mapping[str, Any]) -> Usage:
    return Usage(
        used.get("input_tokens") or 0,
        used.get("output_tokens") or 0,
        used.get("cache_read_input_tokens") or 0,
        used.get("cache_creation_input_tokens") or 0,
    )


def _output(message: Any) -> Any:
    """Return the object a message holds; a message that was cut off or refused holds none."""
    if message.stop_reason in ("max_tokens", "refusal", "model_context_window_exceeded"):
        raise UnfilledError(f"stop_reason {message.stop_reason}")
    text = "".join(block.text for block in message.content if block.type == "text")
    try:
        return json.loads(text)
    except ValueError as err:
        raise UnfilledError(f"not JSON: {text[:200]}") from err


def append(path: str, rows: Iterator[Record]) -> int:
    """Append rows to a JSONL file one by one, each on the disk before the next; return how many.

    A last line torn by a kill is cut off first: the item is done again.
    """
    file_path = Path(path)
    if file_path.exists():
        data = file_path.read_bytes()
        if data and not data.endswith(b"\n"):
            file_path.write_bytes(data[: data.rfind(b"\n") + 1])
    count = 0
    with placing(path), file_path.open("a", encoding="utf-8", newline="\n") as file:
        for row in rows:
            file.write(records.dump(row) + "\n")
            file.flush()
            count += 1
    return count
