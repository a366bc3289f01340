"""Task "variants": a question in other words, and the paragraph that would answer it, to search with."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ragkit.records import Record
from ragkit.worksheets.sheet import Task, schema, wants

REWRITES = 3  # with one hypothetical answer; references/worked_examples.md measures variants
KINDS = ("rewrite", "hyde")


def make(questions: Iterable[Record]) -> Iterator[Record]:
    """Yield two inputs a question: one for rewrites, one for a hypothetical answer.

    What was said before stands in front of the question, so that "and the other one?" can be understood.
    """
    for question in questions:
        turns = [turn.get("content") or "" for turn in question.get("history") or []]
        text = "\n".join([*turns, question["question"]])
        for kind in KINDS:
            yield {"qid": question["qid"], "kind": kind, "question": text, "count": REWRITES}


def check(item: Record, output: Any) -> str:
    """Return what is wrong: too few texts, equal ones, or a code of the question gone from a rewrite."""
    if wrong := wants(output, {"texts": list}):
        return wrong
    texts, inputs = output["texts"], item["inputs"]
    count = inputs["count"] if inputs["kind"] == "rewrite" else 1
    if len(texts) != count or not all(isinstance(text, str) and text.strip() for text in texts):
        return f"need {count} texts, none of them empty"
    if len({" ".join(text.casefold().split()) for text in [*texts, inputs["question"]]}) <= count:
        return "two of the texts, or one and the question, are the same"
    last = inputs["question"].splitlines()[-1]
    codes = [word.strip(".,;:?!()\"'") for word in last.split() if any(char.isdigit() for char in word)]
    if inputs["kind"] == "rewrite":
        lost = [code for code in codes if not all(code.casefold() in text.casefold() for text in texts)]
        return f"{lost[0]} of the question is missing in a rewrite" if lost else ""
    return ""


def apply(items: Sequence[Record], outputs: Mapping[str, Any]) -> Iterator[Record]:
    """Yield {"qid", "variants"}, rewrites first, in the order of the questions' ids."""
    found: dict[str, dict[str, list[str]]] = {}
    for item in items:
        found.setdefault(item["inputs"]["qid"], {})[item["inputs"]["kind"]] = outputs[item["item_id"]][
            "texts"
        ]
    for qid, by_kind in sorted(found.items()):
        yield {"qid": qid, "variants": [text.strip() for kind in KINDS for text in by_kind.get(kind, [])]}


def template(item: Record) -> str:
    return f"{item['inputs']['kind']}.en"


TASK = Task("variants", template, schema({"texts": {"type": "array", "items": {"type": "string"}}}), check)
