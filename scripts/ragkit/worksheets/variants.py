"""Task "variants": a question in other words, the paragraph that would answer it, and the single questions
it is made of, to search with."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ragkit.checks import turns
from ragkit.records import Record
from ragkit.worksheets.sheet import Task, schema, wants

REWRITES = 3  # with one hypothetical answer; references/worked_examples.md measures variants
PARTS = 3  # at most: a question that needs more places than that is several questions (taste)
COUNTS = {"rewrite": REWRITES, "hyde": 1, "decompose": PARTS}


def make(questions: Iterable[Record]) -> Iterator[Record]:
    """Yield three inputs a question: for rewrites, for a hypothetical answer, and for its parts.

    What was said before stands in front of the question, so that "and the other one?" can be understood.
    """
    for question in questions:
        said = [
            turn["content"] for turn in turns(question.get("history") or [], "history") if turn["content"]
        ]
        text = "\n".join([*said, question["question"]])
        for kind, count in COUNTS.items():
            yield {"qid": question["qid"], "kind": kind, "question": text, "count": count}


def check(item: Record, output: Any) -> str:
    """Return what is wrong: too few texts, equal ones, or a code of the question gone from a rewrite, or
    from every part."""
    if wrong := wants(output, {"texts": list}):
        return wrong
    texts, inputs = output["texts"], item["inputs"]
    kind, count = inputs["kind"], inputs["count"]
    if not texts or not all(isinstance(text, str) and text.strip() for text in texts):
        return f"need {count} texts, none of them empty"
    if len(texts) > count or (kind != "decompose" and len(texts) < count):
        return f"need {count}{' or fewer' if kind == 'decompose' else ''} texts, none of them empty"
    if _repeats(texts, inputs["question"], alone=kind == "decompose" and len(texts) == 1):
        return "two of the texts, or one and the question, are the same"
    last = inputs["question"].splitlines()[-1]
    codes = [word.strip(".,;:?!()\"'") for word in last.split() if any(char.isdigit() for char in word)]
    if kind == "rewrite":
        lost = [code for code in codes if not all(code.casefold() in text.casefold() for text in texts)]
        return f"{lost[0]} of the question is missing in a rewrite" if lost else ""
    if kind == "decompose":
        lost = [code for code in codes if not any(code.casefold() in text.casefold() for text in texts)]
        return f"{lost[0]} of the question is missing in every part" if lost else ""
    return ""


def _repeats(texts: Sequence[str], question: str, alone: bool) -> bool:
    """Return whether two texts are the same; a question that is its own only part is not repeated."""
    if alone:
        return False
    return len({" ".join(text.casefold().split()) for text in [*texts, question]}) <= len(texts)


def apply(items: Sequence[Record], outputs: Mapping[str, Any]) -> Iterator[Record]:
    """Yield {"qid", "variants", "parts"}, rewrites first, in the order of the questions' ids.

    A question that was left as its only part has no "parts"; earlier turns are no part of it.
    """
    found: dict[str, dict[str, list[str]]] = {}
    for item in items:
        found.setdefault(item["inputs"]["qid"], {})[item["inputs"]["kind"]] = outputs[item["item_id"]][
            "texts"
        ]
    for qid, by_kind in sorted(found.items()):
        texts = [*by_kind.get("rewrite", []), *by_kind.get("hyde", [])]
        parts = [text.strip() for text in by_kind.get("decompose", [])]
        row = {"qid": qid, "variants": [text.strip() for text in texts]}
        yield {**row, "parts": parts} if len(parts) > 1 else row


def template(item: Record) -> str:
    return f"{item['inputs']['kind']}.en"


TASK = Task("variants", template, schema({"texts": {"type": "array", "items": {"type": "string"}}}), check)
