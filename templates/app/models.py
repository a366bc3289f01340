"""Who writes the answer: nobody (passages are quoted), a command, or a Claude model through its API."""

import re
import shlex
import subprocess
from collections.abc import Iterator
from typing import Any, Protocol

from ragkit.answering import sentences
from ragkit.cli import IncompleteError, InputError
from ragkit.indexing import analyse

REFUSAL = "I don't have enough information in the provided sources to answer that."
SHARED = 0.33  # of the question's words that a sentence has to be quoted without a model: taste
LONGEST = 400  # characters of a sentence; what is longer is rows, which are quoted one by one
PATIENCE = 20  # seconds that a search waits for its rewrites: taste


class Model(Protocol):
    def stream(self, prompt: str, context: dict[str, Any]) -> Iterator[str]:
        """Yield the answer in pieces; `prompt` already holds the sources of `context`."""


class Passages:
    """No model: the sentences that share most words with the question, quoted and cited. Costs nothing.

    Pages that say they are superseded, a draft or archived come after those in force, unless the question
    has a number in it, such as a year: then it may mean them.
    """

    def stream(self, prompt: str, context: dict[str, Any]) -> Iterator[str]:
        lang = analyse.language([context["question"]], least=1)
        asked = set(analyse.query_terms(context["question"], [lang]))
        current = not any(char.isdigit() for char in context["question"])
        ranked = []
        for source in context["docs"][:3]:
            text = source["text"]
            for start, end, kind in pieces(text):
                if (
                    kind not in ("heading", "code") and "](" not in text[start:end]
                ):  # a link is shown, not said
                    shared = len(asked & set(analyse.terms(text[start:end], lang)))
                    old = current and "not_in_force" in (source.get("flags") or ())
                    ranked.append((old, -shared, source["n"], start, " ".join(text[start:end].split())))
        best = [row for row in sorted(ranked) if row[1] < 0][:3]
        if best and -min(row[1] for row in best) < min(2, SHARED * len(asked)):
            best = []
        if not best:
            yield REFUSAL
        for _, _, n, _, said in best:
            yield f"- {said} [{n}]\n" if '"' in said else f'- "{said}" [{n}]\n'


def pieces(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, kind) of each sentence of a text, of long ones each line."""
    for start, end, kind in sentences.split(text):
        if end - start <= LONGEST:
            yield start, end, kind
            continue
        for line in re.finditer(r"[^\n]+", text[start:end]):
            yield start + line.start(), start + line.end(), kind


class Command:
    """Any program that reads the prompt on its standard input and writes the answer, e.g. `claude -p`."""

    def __init__(self, command: list[str], timeout: float = 120) -> None:
        self.command, self.timeout = command, timeout

    def stream(self, prompt: str, context: dict[str, Any]) -> Iterator[str]:
        try:
            done = subprocess.run(
                self.command, input=prompt, capture_output=True, encoding="utf-8", timeout=self.timeout,
                check=False,
            )  # fmt: skip
        except (OSError, ValueError, subprocess.TimeoutExpired) as err:  # ValueError: it wrote no UTF-8
            raise IncompleteError(f"{self.command[0]} failed: {err}") from err
        if done.returncode:
            raise IncompleteError(f"{self.command[0]} failed: {done.stderr.strip()[:300]}")
        yield done.stdout.strip()


class Anthropic:
    """A Claude model; the SDK reads the key from ANTHROPIC_API_KEY. Check the API's current reference."""

    def __init__(
        self, model: str, max_tokens: int = 1500, timeout: float = 120, cached: bool = False
    ) -> None:
        """cached: what stands before the question is the same each time, and marked for the API's cache."""
        try:
            import anthropic
        except ModuleNotFoundError as err:
            raise IncompleteError(
                "missing: anthropic; in the skill's folder: ./install.sh --with anthropic"
            ) from err
        self.failure = anthropic.AnthropicError
        self.client, self.model, self.max_tokens = anthropic.Anthropic(timeout=timeout), model, max_tokens
        self.cached = cached

    def stream(self, prompt: str, context: dict[str, Any]) -> Iterator[str]:
        before, mark, after = prompt.rpartition("<question>")
        parts: list[Any] = [{"type": "text", "text": mark + after}]
        if before and self.cached:
            parts = [{"type": "text", "text": before, "cache_control": {"type": "ephemeral"}}, *parts]
        turn: Any = [{"role": "user", "content": parts if self.cached else prompt}]
        try:
            with self.client.messages.stream(
                model=self.model, max_tokens=self.max_tokens, messages=turn
            ) as stream:
                yield from stream.text_stream
                reason = stream.get_final_message().stop_reason
        except self.failure as err:
            raise IncompleteError(f"{self.model} failed: {err}") from err
        if reason not in ("end_turn", "stop_sequence"):
            raise IncompleteError(f"the model stopped with {reason}: what it wrote is not an answer")


def named(name: str, timeout: float = 120, cached: bool = False) -> Model:
    """Return the model of `passages`, `command:PROGRAM ARGS` or `anthropic:MODEL`; timeout in seconds.

    cached  the prompt begins alike each time (Anthropic)
    """
    kind, _, rest = name.partition(":")
    if kind == "passages":
        return Passages()
    if kind == "command" and rest.strip():
        try:
            return Command(shlex.split(rest), timeout)
        except ValueError as err:
            raise InputError(f"model {name!r}: {err}; quote it as a shell would") from err
    if kind == "anthropic" and rest:
        return Anthropic(rest, timeout=timeout, cached=cached)
    raise InputError(f"model is passages, command:PROGRAM or anthropic:MODEL, got {name!r}")


def rewriter(name: str, answering: str) -> Model | None:
    """Return who rewrites questions: the model named, the one that answers where none is, or nobody.

    name  as for `named`; "" is the answering model; "none" and `passages` write nothing
    """
    chosen = name or answering
    return None if chosen in ("none", "passages") else named(chosen, PATIENCE)
