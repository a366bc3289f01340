"""Task "answers": a cited answer from a context, or an abstention."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ragkit.answering import abstention, marks
from ragkit.records import Record
from ragkit.worksheets.sheet import Task, schema, wants

FIELDS = ("n", "chunk_id", "doc_id", "title", "source", "path", "updated", "text")


def make(contexts: Iterable[Record]) -> Iterator[Record]:
    """Yield the inputs of each context: its question and its numbered sources."""
    for context in contexts:
        sources = [{field: source.get(field) for field in FIELDS} for source in context["docs"]]
        yield {
            "qid": context["qid"],
            "question": context["question"],
            "context_sha": context["context_sha"],
            "sources": sources,
        }


def check(item: Record, output: Any) -> str:
    """Return what is wrong: every mark must name a source, and an answer must cite or abstain."""
    if wrong := wants(output, {"answer": str}):
        return wrong
    answer = output["answer"]
    if not answer.strip():
        return "the answer is empty; abstain in words"
    found = marks.parse(answer, item["inputs"]["sources"]).citations
    bad = [str(ref) for mark in found for ref in mark.bad]
    if bad:
        return f"cites {', '.join(bad)}, which is no source"
    if not found and abstention.state(answer) == "answered":
        return "cites nothing; cite each statement, or abstain"
    return ""


def apply(items: Sequence[Record], outputs: Mapping[str, Any], by: Mapping[str, str]) -> Iterator[Record]:
    """Yield the answer records, in the order of the items, which is that of the contexts."""
    for item in items:
        yield {
            "qid": item["inputs"]["qid"],
            "answer": outputs[item["item_id"]]["answer"],
            "model": by[item["item_id"]] or None,
            "context_sha": item["inputs"]["context_sha"],
        }


TASK = Task("answers", "answer.en", schema({"answer": {"type": "string"}}), check)
