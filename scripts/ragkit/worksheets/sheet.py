"""The one mechanism for every model task: make items, let someone fill them, check, apply.

An item is {item_id, sha, task, inputs, allowed?}; a filled one {item_id, sha, output, by, pass}. The
filler is Claude in the session, a fresh subagent, `claude -p` or an API (runner.py): nothing that comes
back is trusted, whoever wrote it. A run is complete when every item is filled exactly once a pass, with the
hash it was made with and an output that its task accepts; until then `checked` names what to redo.

To add a task, write a module with
    make(...) -> Iterator[inputs]       what the filler sees; `items` numbers and hashes it
    check(item, output) -> str          what is wrong with an output, "" when nothing is
    apply(items, outputs, records)      the record that the outputs complete
    TASK = Task(name, template, schema, check)
and name it in tasks.py, in options.py (the command line) and in work.py (what it reads and completes). The
template, in templates/prompts, is filled from the inputs: {field} is replaced by the input of that name,
{sources} or {documents} by numbered sources, as the answering prompt renders them.
"""

import hashlib
import json
import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ragkit.answering import prompts, render
from ragkit.cli import InputError
from ragkit.records import Record

PAGE_ITEMS = 25  # items a page: more in one sitting and judges drift (facts of the field; DeepEval #1265)


class Task(NamedTuple):
    """One kind of model work.

    template  name in templates/prompts, or a function from an item to that name
    schema    JSON schema of an output, for fillers that can be held to one
    check     (item, output) -> what is wrong, "" when nothing is
    left_out  (output) -> whether it leaves the item out, which some tasks allow; those are counted and named
    """

    name: str
    template: str | Callable[[Record], str]
    schema: Record
    check: Callable[[Record, Any], str]
    left_out: Callable[[Any], bool] = lambda output: False


class Checked(NamedTuple):
    """A worksheet after checking: outputs of each pass by item, and why the rest must be redone."""

    outputs: list[dict[str, Any]]  # one dict a pass: item_id -> output
    by: list[dict[str, str]]  # who filled it
    redo: dict[tuple[str, int], str]  # (item_id, pass) -> reason
    beyond: int = 0  # rows of passes that were not asked for


def sha(task: str, inputs: Mapping[str, Any]) -> str:
    """Return 16 hex digits over a task and its inputs, whatever the order of their fields."""
    text = json.dumps([task, inputs], sort_keys=True, ensure_ascii=True, allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def items(
    task: str, inputs: Iterable[Mapping[str, Any]], seed: int | None = None, prefix: str = ""
) -> list[Record]:
    """Return the items of a task; with a seed they are shuffled first.

    Ids follow the content, so making the same worksheet again makes the same ids and a filled one stays
    good; equal inputs are one item.
    """
    made: dict[str, Record] = {}
    for one in inputs:
        digest = sha(task, one)
        item_id = f"{prefix}{digest[:12]}"
        made.setdefault(item_id, {"item_id": item_id, "sha": digest, "task": task, "inputs": dict(one)})
    ordered = list(made.values())
    if seed is not None:
        random.Random(seed).shuffle(ordered)  # noqa: S311  an order, not a secret
    return ordered


def template_of(task: Task, item: Record) -> str:
    """Return the name of the template that an item is asked by."""
    return task.template if isinstance(task.template, str) else task.template(item)


def prompt(task: Task, item: Record) -> str:
    """Return what a filler is asked: the task's template with the item's inputs in place."""
    return fill(prompts.load(template_of(task, item)), item)


def fill(text: str, item: Record) -> str:
    """Return a template, or a part of one, with the item's inputs in place."""
    inputs = item["inputs"]

    def field(match: re.Match[str]) -> str:
        # the answering prompt calls its sources documents
        if match.group(1) in ("sources", "documents") and isinstance(inputs.get("sources"), list):
            return render.sources(inputs["sources"])
        value = inputs.get(match.group(1))
        return match.group() if value is None else render.neutral(str(value))

    return re.sub(r"\{(\w+)\}", field, text)


def checked(task: Task, made: Sequence[Record], filled: Iterable[Record], passes: int = 1) -> Checked:
    """Return the accepted outputs and the list of what to redo; an
    item of another worksheet is an InputError."""
    known = {item["item_id"]: item for item in made}
    outputs: list[dict[str, Any]] = [{} for _ in range(passes)]
    by: list[dict[str, str]] = [{} for _ in range(passes)]
    redo: dict[tuple[str, int], str] = {}
    beyond = 0
    for row in filled:
        item = known.get(row["item_id"])
        if item is None:
            raise InputError(f"filled item {row['item_id']!r} is not of this worksheet; was it made anew?")
        if not 1 <= row["pass"] <= passes:
            beyond += 1
            continue
        reason = "the hash differs: the item changed since" if row["sha"] != item["sha"] else ""
        reason = reason or task.check(item, row["output"])
        if reason:
            redo[row["item_id"], row["pass"]] = reason
        else:
            outputs[row["pass"] - 1][row["item_id"]] = row["output"]
            by[row["pass"] - 1][row["item_id"]] = row["by"]
    for number in range(1, passes + 1):
        for item_id in known:
            if item_id not in outputs[number - 1]:
                redo.setdefault((item_id, number), "not filled")
    return Checked(outputs, by, redo, beyond)


def todo(made: Sequence[Record], redo: Mapping[tuple[str, int], str]) -> list[Record]:
    """Return the items still to fill, each with its pass and the reason."""
    order = {item["item_id"]: item for item in made}
    return [
        {**order[item_id], "pass": number, "reason": redo[item_id, number]}
        for number in sorted({number for _, number in redo})
        for item_id in order
        if (item_id, number) in redo
    ]


def wants(output: Any, fields: Mapping[str, type]) -> str:
    """Return what is wrong with the shape of an output: an object with just these fields, of these types."""
    if not isinstance(output, dict):
        return f"need an object with {', '.join(fields)}"
    for name, kind in fields.items():
        if not isinstance(output.get(name), kind):
            return f'"{name}" must be {kind.__name__}'
    extra = set(output) - set(fields)
    return f"unknown field {sorted(extra)[0]!r}" if extra else ""


def schema(fields: Mapping[str, Any]) -> Record:
    """Return the JSON schema of an object with exactly these fields, each given as its own schema."""
    return {
        "type": "object",
        "properties": dict(fields),
        "required": list(fields),
        "additionalProperties": False,
    }
