"""The summary of a workspace, derived from the records in it."""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ragkit import access, records
from ragkit.answering import answers
from ragkit.cli import InputError
from ragkit.evaluation import evidence, lost, report, retrieval
from ragkit.evaluation.intervals import Interval, interval
from ragkit.evaluation.lever import Lost, lever
from ragkit.indexing import store
from ragkit.labels import read
from ragkit.parsing.losses import Loss
from ragkit.records import Record
from ragkit.retrieval import search
from ragkit.workspace import census, stages
from ragkit.workspace.census import Census
from ragkit.workspace.state import Workspace

NAMED = 10  # labels named one by one: taste
KEPT: dict[str, type | tuple[type, ...]] = {
    "chunking": str, "k": int, "mechanism": dict, "reindex": str, "user": (dict, type(None)),
    "unreached": list, "variants": int,
}  # fmt: skip
SETTINGS, LABELS, ANSWERS = "settings.json", "labels.jsonl", "answers.jsonl"


class Summary(NamedTuple):
    """The contract, and what a reader of its numbers should know."""

    contract: str
    doubts: list[str]  # a line each: labels that do not locate, answers to no label


class Retrieval(NamedTuple):
    """How the labelled questions went; empty without labels."""

    metrics: Mapping[str, Interval | None]
    lost: list[Lost]
    unlocated: Mapping[str, list[str]]  # qid -> why its quotes are not in the documents


def summarise(space: Workspace, counted: Census | None = None) -> Summary:
    """Return the summary of a workspace; InputError when the folder is no finished one.

    counted  the census of its documents, when the caller has taken it
    """
    settings, labels = _settings(space), _kept(space, "label", LABELS)
    given = {row["qid"]: row for row in _kept(space, "answer", ANSWERS)}
    counted = counted or _counted(space, settings)
    measured = _retrieval(space, settings, labels, counted)
    answerable = sum(map(read.answerable, labels))
    manifest = store.open_index(space.path(stages.INDEX)).manifest
    found = report.Facts(
        documents=counted.documents,
        unread=counted.unread,
        chunks=manifest["chunks"],
        chunking=settings["chunking"],
        reindex=settings["reindex"],
        retrieval=_legs(manifest, settings["variants"]),
        reranker=None,
        k=settings["k"],
        questions=len(labels),
        unanswerable=len(labels) - answerable,
        metrics={**measured.metrics, "faithfulness": None, "abstention": _abstention(given, labels)},
        losses=counted.lost(),
        lever=_mechanism_first(settings["mechanism"], lever(measured.lost, answerable), answerable),
    )
    return Summary(report.contract(found), [*_unlocated(measured), *_strangers(given, labels)])


def _retrieval(space: Workspace, settings: Record, labels: Sequence[Record], counted: Census) -> Retrieval:
    """Score the run in the workspace against the labels, and find where each failed question was lost."""
    k = settings["k"]
    if not any(map(read.answerable, labels)):
        return Retrieval({f"recall@{k}": None, "MRR": None}, [], {})
    resolver = evidence.resolver_for(labels, "chunk", stages.read_documents(space), stages.read_chunks(space))
    run = {row["qid"]: row for row in records.read("run", space.path(stages.RUN))}
    scores = retrieval.score(labels, run, [k], resolver)
    who = access.EVERYTHING if settings["user"] is None else access.reader(settings["user"], "settings")

    def may_read(label: Record, doc_id: str) -> bool:
        mine = who if label["user"] is None else access.reader(label["user"], f"label {label['qid']}")
        return counted.may_read(doc_id, mine)

    finder = lost.Finder(resolver, k, counted.damaged(), may_read)
    metrics = {f"recall@{k}": scores.mean(f"recall@{k}"), "MRR": scores.mean("mrr")}
    return Retrieval(metrics, finder.lost(labels, run), scores.left_out.lost)


def _unlocated(measured: Retrieval) -> list[str]:
    lines = [f"label {qid}: {'; '.join(dict.fromkeys(why))}" for qid, why in measured.unlocated.items()]
    if len(lines) > NAMED:
        lines[NAMED:] = [f"and {len(lines) - NAMED} more labels; labels.py locate names them"]
    return lines


def _strangers(given: Mapping[str, Record], labels: Sequence[Record]) -> list[str]:
    """Return a line when answers belong to no label, so that a wrong file is not read as "not measured"."""
    unknown = sorted(given.keys() - {label["qid"] for label in labels})
    if not unknown:
        return []
    return [f"answers: {len(unknown)} of {len(given)} belong to no label, such as {', '.join(unknown[:3])}"]


def _abstention(given: Mapping[str, Record], labels: Sequence[Record]) -> Interval | None:
    """Return the share of the unanswerable questions, of those answered at all, that were declined."""
    asked = [label["qid"] for label in labels if not read.answerable(label)]
    states = [answers.state_of(given[qid]) for qid in asked if qid in given]
    return interval([float(state == "abstained") for state in states]) if states else None


def _mechanism_first(mechanism: Record, next_lever: str, answerable: int) -> str:
    """Before any label is written, a corpus that wants no retrieval is told so."""
    if answerable or mechanism["mechanism"] in ("documents", "chunks"):
        return next_lever
    said = f"mechanism: {mechanism['mechanism']}: {mechanism['why']}"
    return f"{said}; to measure retrieval all the same, {next_lever}"


def _legs(manifest: Record, variants: int) -> str:
    weights = search.Options().weights
    names = ["bm25"] if manifest["dense"] is None else ["bm25", f"dense ({manifest['dense']['provider']})"]
    names += ["related words"] if weights["related"] else []
    fused = "" if len(names) == 1 else f", weighted {weights['bm25']:g}/{weights['dense']:g}"
    return " + ".join(names) + fused + (f", variants of {variants} questions" if variants else "")


def _counted(space: Workspace, settings: Record) -> Census:
    """Return the census, with what the run could not reach and no document tells of."""
    counted = census.take(stages.read_documents(space))
    return counted._replace(losses=[*(Loss(**loss) for loss in settings["unreached"]), *counted.losses])


def _settings(space: Workspace) -> Record:
    unfinished = InputError(f"{space.folder}: not a finished workspace; run pipeline.py first")
    try:
        with open(space.path(SETTINGS), encoding="utf-8") as file:
            found: Record = json.load(file)
    except (OSError, ValueError, RecursionError) as err:
        raise unfinished from err
    if not isinstance(found, dict) or any(not isinstance(found.get(k), kind) for k, kind in KEPT.items()):
        raise unfinished
    if set(found["mechanism"]) != {"mechanism", "why"}:
        raise unfinished
    return found


def _kept(space: Workspace, kind: str, name: str) -> list[Record]:
    return list(records.read(kind, space.path(name))) if (space.folder / name).exists() else []
