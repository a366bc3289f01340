"""What of a run a model is shown: the passages of a row that has them (search.py --grow), else its chunks."""

from collections.abc import Iterable
from typing import Any

from ragkit.checks import shown as quoted
from ragkit.cli import InputError
from ragkit.evaluation.evidence import ByQuote, Place
from ragkit.evaluation.resolve import Resolver
from ragkit.evaluation.retrieval import AS_PASSAGES
from ragkit.records import Record


def shown(run: Iterable[Record], resolver: Resolver[Any]) -> Iterable[Record]:
    """Return the run with each row's passages, in the order of the row, as what it retrieved.

    A passage is known to the resolver from then on: its range, its chunks, and their tokens, of which a
    heading path in front and an overlap count once. Without documents and chunks the run comes back as it is.
    errors  InputError for a passage that names no range and chunks
    """
    return [_row(row, resolver) for row in run] if isinstance(resolver, ByQuote) else run


def _row(row: Record, resolver: ByQuote) -> Record:
    if row.get("passages") is None:
        return row
    ids = [_known(passage, resolver, f"run, question {row['qid']}") for passage in row["passages"]]
    return {"qid": row["qid"], "retrieved": ids, AS_PASSAGES: True}


def _known(passage: Any, resolver: ByQuote, where: str) -> str:
    """Return the id of a passage; one that holds a chunk the resolver does not know stays unknown to it."""
    doc_id, start, end, members = _fields(passage, where)
    name = f"{doc_id}#{start}-{end}"
    if name not in resolver.members and all(member in resolver.tokens for member in members):
        resolver.members[name] = members
        held = [place for member in members for place in resolver.places.get(member, ())]
        resolver.places[name] = list(dict.fromkeys([Place(doc_id, start, end), *held]))
        resolver.tokens[name] = resolver.together(members)
    return name


def _fields(passage: Any, where: str) -> tuple[str, int, int, tuple[str, ...]]:
    given = passage if isinstance(passage, dict) else {}
    doc_id, start, end = given.get("doc_id"), given.get("start"), given.get("end")
    members = given.get("chunk_ids")
    named = isinstance(members, list) and members and all(isinstance(name, str) for name in members)
    if isinstance(doc_id, str) and type(start) is int and type(end) is int and 0 <= start < end and named:
        return doc_id, start, end, tuple(members or ())
    raise InputError(
        f'{where}: a passage is {{"doc_id", "start", "end", "chunk_ids": [...]}}, got {quoted(passage)}'
    )
