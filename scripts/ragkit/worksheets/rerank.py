"""Task "rerank": the head of a run, ordered by a model that reads all of it at once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ragkit.cli import InputError
from ragkit.records import Record
from ragkit.retrieval.rerank import BEFORE
from ragkit.worksheets.sheet import Task, schema, wants

TOP = 20  # sources in one item: about 10,000 tokens at 500 a chunk
FIELDS = ("chunk_id", "doc_id", "title", "source", "path", "updated", "text")


def make(
    runs: Iterable[Record], chunks: Mapping[str, Record], questions: Mapping[str, str]
) -> Iterator[Record]:
    """Yield the question and the numbered head of each run record that has two ids or more."""
    for row in runs:
        if row["qid"] not in questions:
            raise InputError(f"question {row['qid']!r} of the run is not in --labels")
        head = row["retrieved"][:TOP]
        unknown = [chunk_id for chunk_id in head if chunk_id not in chunks]
        if unknown:
            raise InputError(
                f"question {row['qid']}: no chunk {unknown[0]!r}; is --chunks of the same build?"
            )
        if len(head) > 1:
            sources = [
                {"n": n, **{field: chunks[chunk_id].get(field) for field in FIELDS}}
                for n, chunk_id in enumerate(head, start=1)
            ]
            yield {"qid": row["qid"], "question": questions[row["qid"]], "sources": sources}


def check(item: Record, output: Any) -> str:
    """Return what is wrong: every number must be there exactly once."""
    if wrong := wants(output, {"order": list}):
        return wrong
    order, count = output["order"], len(item["inputs"]["sources"])
    if not all(isinstance(n, int) and not isinstance(n, bool) for n in order):
        return "the order is a list of source numbers"
    if sorted(order) != list(range(1, count + 1)):
        missing = sorted(set(range(1, count + 1)) - set(order))
        return f"need each of 1 to {count} exactly once; missing: {missing[:5]}"
    return ""


def apply(items: Sequence[Record], outputs: Mapping[str, Any], runs: Iterable[Record]) -> Iterator[Record]:
    """Yield every run record, those of the worksheet reordered; ids below the head keep their order."""
    by_qid = {item["inputs"]["qid"]: item for item in items}
    for row in runs:
        item = by_qid.get(row["qid"])
        if item is None:
            yield row
            continue
        ids = [source["chunk_id"] for source in item["inputs"]["sources"]]
        if ids != row["retrieved"][: len(ids)]:
            raise InputError(f"question {row['qid']}: the run changed since the worksheet was made")
        order = [ids[n - 1] for n in outputs[item["item_id"]]["order"]] + row["retrieved"][len(ids) :]
        scores = [1 / rank for rank in range(1, len(order) + 1)]
        yield {
            **row,
            "retrieved": order,
            "scores": scores,
            "legs": {**(row["legs"] or {}), BEFORE: row["retrieved"]},
        }


TASK = Task("rerank", "rerank.en", schema({"order": {"type": "array", "items": {"type": "integer"}}}), check)
