"""The files of an evaluation as records: labels, runs (ours or TREC), workspaces, and what binds them."""

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ragkit import access, records
from ragkit.access import Reader
from ragkit.evaluation import retrieval, trec
from ragkit.evaluation.resolve import ById, Resolver
from ragkit.labels import read
from ragkit.records import Record

if TYPE_CHECKING:
    from ragkit.evaluation import drift


def labels(path: str, is_trec: bool) -> Iterable[Record]:
    """Return the labels of a file, read once, one at a time; is_trec: they are qrels."""
    return trec.labels(records.lines(path)) if is_trec else read.stream(path)


def run(path: str, is_trec: bool, ties: str) -> Iterable[Record]:
    """Return the rankings of a file, read once; ties: the order of a TREC run's equal scores."""
    return trec.run(records.lines(path), ties) if is_trec else records.read("run", path)


def resolver(
    labels: Iterable[Record], match: str, documents: str | None, chunks: str | None
) -> Resolver[Any]:
    """Return evidence.resolver_for, of documents and chunks given by path."""
    if match == "chunk" and not documents and not chunks:
        return ById()
    from ragkit.evaluation import evidence  # it brings what reads texts, which ids alone can do without

    return evidence.resolver_for(
        labels, match,
        records.read("document", documents) if documents else None,
        records.read("chunk", chunks) if chunks else None,
    )  # fmt: skip


def shown(run: Iterable[Record], resolver: Resolver[Any]) -> Iterable[Record]:
    """Return the run as a model is shown it (shown.shown), where the texts are at hand."""
    if not resolver.has_text:
        return run
    from ragkit.evaluation import shown  # it brings what reads texts, too

    return shown.shown(run, resolver)


def write_trec(prefix: str, labels: Iterable[Record], run: Iterable[Record], resolver: Resolver[Any]) -> None:
    """Write PREFIX.qrels and PREFIX.run; a chunk that holds a need, or its quote, alone is relevant."""
    judged = [(label["qid"], resolver.gold(label)) for label in labels if read.answerable(label)]
    rows = [(qid, name, grade) for qid, gold in judged for name, grade in trec.grades(gold, resolver).items()]
    for ending, lines in (("qrels", trec.qrels_lines(rows)), ("run", trec.run_lines(run))):
        with records.atomic(f"{prefix}.{ending}") as file:
            file.writelines(f"{line}\n" for line in lines)


def by_qid(kind: str, path: str) -> dict[str, Record]:
    """Return the records of a file by qid; none where there is no file."""
    return {row["qid"]: row for row in records.read(kind, path)} if os.path.exists(path) else {}


def asker(folder: str) -> Reader:
    """Return who asked where a label names no user, as a workspace's settings.json says; else everyone."""
    path = os.path.join(folder, "settings.json")
    user = records.read_object(path).get("user") if os.path.exists(path) else None
    return access.reader(user, path) if isinstance(user, dict) else access.EVERYTHING


def state(folder: str, labels: Sequence[Record], slices: Sequence[str]) -> "drift.State":
    """Return what a workspace holds and scores today, for drift.report."""
    from ragkit.evaluation import drift, evidence

    documents = list(records.read("document", os.path.join(folder, "documents.jsonl")))
    chunks = records.read("chunk", os.path.join(folder, "chunks.jsonl"))
    bound = retrieval.Bound(labels, evidence.ByQuote(documents, chunks, labels), slices)
    return drift.state(
        documents, bound.score(records.read("run", os.path.join(folder, "run.jsonl")), [5, 10])
    )
