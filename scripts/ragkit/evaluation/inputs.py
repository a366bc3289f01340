"""The files of an evaluation as records: labels and runs, our own kind or TREC, and what binds the two."""

from collections.abc import Iterable
from typing import Any

from ragkit import records
from ragkit.evaluation import evidence, trec
from ragkit.evaluation.resolve import Resolver
from ragkit.labels import read
from ragkit.records import Record


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
    return evidence.resolver_for(
        labels, match,
        records.read("document", documents) if documents else None,
        records.read("chunk", chunks) if chunks else None,
    )  # fmt: skip
