"""Labels: questions, and what in the corpus answers them."""

from collections.abc import Hashable, Iterator
from typing import Any, NamedTuple

from ragkit import records
from ragkit.cli import InputError
from ragkit.doc_ids import as_id
from ragkit.records import Record

MOST_GRADE = 100  # 2^grade must stay a number


class Need(NamedTuple):
    """One thing a question needs: any of its alternatives satisfies it."""

    alternatives: tuple[Any, ...]  # evidence records, or ids
    grade: float  # gain, above 0, at most MOST_GRADE


def read(path: str) -> list[Record]:
    """Return the labels of a JSONL file, checked (see `stream`); an empty file is an InputError too."""
    labels = list(stream(path))
    if not labels:
        raise InputError(f"{path}: no rows in it; write one record a line, or leave the file out")
    return labels


def stream(path: str) -> Iterator[Record]:
    """Yield the labels of a JSONL file one at a time, checked.

    InputError, with path and qid, for what records.read refuses, for a label that says neither what answers
    it nor that nothing does, for one that says both, and for an empty quote or a grade out of its range.
    """
    for label in records.read("label", path):
        for item in label["evidence"] or []:
            item["doc_id"] = as_id(item["doc_id"])  # people write a file's name as it is, with its spaces
        if not (type(label["relevant"]) is list and _ids_only(label)):
            _check(label, f"{path}: label {label['qid']!r}")
        yield label


def _ids_only(label: Record) -> bool:
    """Return whether nothing but a list of ids says what answers it: then nothing can be at odds with it."""
    return label["evidence"] is None and label["any_of"] is None and label["answerable"] is None


def _check(label: Record, where: str) -> None:
    for item in label["evidence"] or []:
        if not item["quote"].strip():
            raise InputError(f"{where} has an empty quote; quote the text that answers it")
        if item["grade"] is not None and not 0 < item["grade"] <= MOST_GRADE:
            raise InputError(f"{where} has a grade of {item['grade']}; a quote's is above 0, at most 100")
        if item["occurrence"] == 0:
            raise InputError(f"{where} has occurrence 0; occurrences count from 1")
        if isinstance(item["group"], (list, dict)):
            raise InputError(f"{where} has a group that is no name; use a word or a number")
    if isinstance(label["relevant"], dict) and max(label["relevant"].values(), default=0) > MOST_GRADE:
        raise InputError(f"{where} has a grade above {MOST_GRADE}; grades are small, such as 1 to 3")
    if any(not ids for ids in label["any_of"] or []):
        raise InputError(f"{where} has an empty list in any_of; name the ids that satisfy it")
    says_none = label["relevant"] is None and not label["evidence"] and not label["any_of"]
    if says_none and label["answerable"] is not False:
        raise InputError(
            f"{where} says neither what answers it nor that nothing does; "
            f'give "evidence" or "relevant", or "answerable": false'
        )
    if label["answerable"] and not (label["evidence"] or label["any_of"] or label["relevant"]):
        raise InputError(f'{where} is "answerable" but names nothing that answers it; drop one of the two')


def answerable(label: Record) -> bool:
    """Return whether the corpus answers the label: not answerable false, and something relevant is named.

    `relevant: []` and grades of which none is above 0 say that nothing answers it.
    """
    if label["answerable"] is False:
        return False
    relevant = label["relevant"]
    graded = isinstance(relevant, dict)
    return bool(label["evidence"] or label["any_of"] or (relevant_ids(label) if graded else relevant))


def relevant_ids(label: Record) -> dict[str, float]:
    """Return id -> grade of the ids in `relevant`, each once, grades above 0 only; a list has grades 1."""
    relevant = label["relevant"] or {}
    if isinstance(relevant, list):
        return dict.fromkeys(relevant, 1.0)
    return {name: float(grade) for name, grade in relevant.items() if grade > 0}


def id_needs(label: Record) -> list[Need]:
    """Return what an answerable label without evidence needs: one need for each id, or each any_of list."""
    if label["any_of"]:
        return [Need(tuple(dict.fromkeys(ids)), 1.0) for ids in label["any_of"]]
    return [Need((name,), grade) for name, grade in relevant_ids(label).items()]


def evidence_needs(label: Record) -> list[Need]:
    """Return what a label with evidence needs: quotes of one group are alternatives, no group is its own.

    The grade of a need is the highest of its quotes', 1 where none is given.
    """
    groups: dict[Hashable, list[Record]] = {}
    for position, item in enumerate(label["evidence"]):
        group = ("", position) if item["group"] is None else item["group"]
        groups.setdefault(group, []).append(item)
    return [
        Need(tuple(items), max(1.0 if item["grade"] is None else float(item["grade"]) for item in items))
        for items in groups.values()
    ]
