"""What a `claude -p --output-format stream-json` run did: its tool calls, last words, tokens and time."""

import json
import re
from collections.abc import Iterable
from typing import Any, NamedTuple


class Transcript(NamedTuple):
    """One run; seconds and dollars are as the program reports them."""

    calls: list[tuple[str, dict[str, Any]]]  # every tool call, in order: name, input
    final: str  # the last message
    listed: list[str]  # the skills the session offered
    tokens_in: int
    tokens_out: int
    seconds: float
    dollars: float
    complete: bool  # ended with a result that is no error
    ended: bool = True  # ended with a result, be it that its turns or its money ran out


def read(lines: Iterable[str]) -> Transcript:
    """Return the transcript of stream-json lines; lines that are no JSON object are skipped.

    All tool calls of all messages are kept, those of subagents too: a reader that stops at the first call
    that is not the skill scores every run that began with a look around as a miss.
    """
    calls: list[tuple[str, dict[str, Any]]] = []
    said, listed, result = "", [], {}
    for line in lines:
        event = _object(line)
        if event.get("type") == "system" and event.get("subtype") == "init":
            listed = [str(name) for name in event.get("skills", [])]
        elif event.get("type") == "assistant":
            for block in event.get("message", {}).get("content", []):
                if block.get("type") == "tool_use":
                    calls.append((block.get("name", ""), block.get("input") or {}))
                elif block.get("type") == "text":
                    said = block["text"]
        elif event.get("type") == "result":
            result = event
    if "structured_output" in result:  # an answer forced into a schema
        said = result["result"] = json.dumps(result["structured_output"])
    return Transcript(
        calls,
        result.get("result") or said,
        listed,
        *_tokens(result),
        result.get("duration_ms", 0) / 1000,
        result.get("total_cost_usd", 0.0),
        # running out of turns comes with is_error false, or without it: only the subtype tells
        bool(result) and not result.get("is_error") and result.get("subtype", "success") == "success",
        bool(result),
    )


def _tokens(result: dict[str, Any]) -> tuple[int, int]:
    """Return tokens in and out of all models of a run; `usage` leaves out what subagents used."""
    models = [used for used in result.get("modelUsage", {}).values() if used.get("inputTokens") is not None]
    if models:
        kinds = ("inputTokens", "cacheCreationInputTokens", "cacheReadInputTokens")
        fresh = sum(used.get(kind, 0) for used in models for kind in kinds)
        return fresh, sum(used.get("outputTokens", 0) for used in models)
    usage = result.get("usage", {})
    kinds = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
    return sum(usage.get(kind, 0) for kind in kinds), usage.get("output_tokens", 0)


def _object(line: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def skills_used(transcript: Transcript, names: Iterable[str]) -> list[str]:
    """Return the names whose skill was loaded, in order: by the Skill tool, or by reading its SKILL.md."""
    known = set(names)
    used = []
    for tool, given in transcript.calls:
        if tool == "Skill":
            found = (
                str(given.get("skill") or given.get("command") or "").split(":")[-1].lstrip("/").split(" ")[0]
            )
        else:
            path = re.search(r"([\w-]+)/SKILL\.md", " ".join(map(str, given.values())))
            found = path[1] if path else ""
        if found in known and found not in used:
            used.append(found)
    return used


def commands(transcript: Transcript) -> str:
    """Return every shell command and every text written to a file, one after the other."""
    return "\n".join(
        str(given[key])
        for _, given in transcript.calls
        for key in ("command", "content", "new_string")
        if key in given
    )


def holds(check: dict[str, str], transcript: Transcript, written: dict[str, str]) -> bool:
    """Return whether a check of evals.json holds; `written` maps the paths left behind to their texts.

    says, not_says   a pattern in the last message, which a run that was cut short does not have
    ran, not_ran     a pattern in the commands and the written texts
    wrote, holds     a file whose path matches the glob and whose text has the pattern
    """
    if not transcript.complete:
        return False
    if "wrote" in check:
        glob = re.escape(check["wrote"]).replace(r"\*", "[^/]*")
        texts = [text for path, text in written.items() if re.fullmatch(glob, path)]
        return any(re.search(check.get("holds", ""), text, re.I) for text in texts)
    kind, pattern = next(iter(check.items()))
    text = transcript.final if kind.endswith("says") else commands(transcript)
    return bool(re.search(pattern, text, re.I)) != kind.startswith("not_")
