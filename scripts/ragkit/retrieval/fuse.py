"""Runs from files in, one fused run out; what an outside run may not show is taken out first."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ragkit import access
from ragkit.access import EVERYTHING, Reader
from ragkit.cli import InputError
from ragkit.records import Record
from ragkit.retrieval.fusion import reciprocal_rank_fusion
from ragkit.retrieval.visible import check_ranking

NAMED = 3  # ids and questions that a message names before it only counts


def names(paths: Sequence[str]) -> dict[str, str]:
    """Return leg name -> path: the file's name without its ending, or the path where two would agree."""
    stems = [os.path.splitext(os.path.basename(path))[0] for path in paths]
    legs = [path if stems.count(stem) > 1 else stem for path, stem in zip(paths, stems, strict=True)]
    if len(set(legs)) < len(legs):
        raise InputError("the same run is given twice; name each file once")
    return dict(zip(legs, paths, strict=True))


def fuse(runs: Mapping[str, Iterable[Record]], k: int = 60, top: int | None = None) -> Iterator[Record]:
    """Yield one fused run record a question, questions in order of first appearance over the runs.

    Scores are reciprocal_rank_fusion's; a question that a run does not have counts as an empty list there.
    """
    lists: dict[str, dict[str, list[str]]] = {}
    for leg, rows in runs.items():
        for row in rows:
            lists.setdefault(row["qid"], {})[leg] = row["retrieved"]
    for qid, by_leg in lists.items():
        fused = reciprocal_rank_fusion(by_leg.values(), k)[:top]
        yield {
            "qid": qid,
            "retrieved": [chunk_id for chunk_id, _ in fused],
            "scores": [score for _, score in fused],
            "legs": {leg: by_leg.get(leg, []) for leg in runs},
        }


def enforce(
    runs: Mapping[str, Iterable[Record]],
    chunks: Iterable[Record],
    questions: Iterable[Record],
    who: Reader | None,
) -> tuple[dict[str, list[Record]], list[str]]:
    """Return the runs without what the question's user may not see, and a message for each run that had any.

    who     for questions that name no user; None there is an InputError when the chunks state permissions
    unknown ids that are no chunk are taken out and counted as leaks too: nobody can say who may see them
    """
    by_id = {chunk["chunk_id"]: {"acl": chunk["acl"], "tenant": chunk["tenant"]} for chunk in chunks}
    stated = access.stated(by_id.values())
    users = {question["qid"]: question["user"] for question in questions}
    kept: dict[str, list[Record]] = {}
    messages = []
    for leg, rows in runs.items():
        leaked: dict[str, list[str]] = {}
        unknown = 0
        kept[leg] = []
        for row in rows:
            reader = _reader(row["qid"], users, who, stated)
            checked = check_ranking(row["retrieved"], by_id, reader, stated)
            kept[leg].append({"qid": row["qid"], "retrieved": checked.ranking})
            unknown += len(checked.unknown)
            if checked.leaked:
                leaked[row["qid"]] = checked.leaked
        messages += _messages(leg, leaked, unknown)
    return kept, messages


def _reader(qid: str, users: Mapping[str, object], who: Reader | None, stated: frozenset[str]) -> Reader:
    if users.get(qid) is not None:
        return access.reader(users[qid], f"question {qid}")
    if who is None and stated and users and qid not in users:
        raise InputError(
            f"question {qid} of the run is not in --queries, so nobody says who asks it; "
            f"give the file that the run was made from, or --user JSON or --all for the rest"
        )
    if who is None and stated:
        raise InputError(
            f"question {qid}: the chunks have permissions and nobody says who asks; "
            f"give it a user in --queries, --user JSON, or --all"
        )
    return who or EVERYTHING


def _messages(leg: str, leaked: Mapping[str, Sequence[str]], unknown: int) -> list[str]:
    messages = []
    if leaked:
        count = sum(map(len, leaked.values()))
        some = ", ".join(f"{qid}: {' '.join(ids[:NAMED])}" for qid, ids in list(leaked.items())[:NAMED])
        messages.append(f"leg {leg} leaked {count:,} ids that the user may not see (dropped): {some}")
    if unknown:
        messages.append(
            f"leg {leg} has {unknown:,} ids that are no chunk (dropped); is --chunks of the same build?"
        )
    return messages
