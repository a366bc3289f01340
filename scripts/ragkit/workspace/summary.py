"""The facts of a workspace, derived from the records in it."""

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ragkit import access, records
from ragkit.answering import abstention
from ragkit.cli import InputError
from ragkit.evaluation import evidence, lost, report, retrieval
from ragkit.evaluation.intervals import Interval, interval
from ragkit.evaluation.lever import Lost, lever
from ragkit.indexing import store
from ragkit.labels import read
from ragkit.parsing import losses
from ragkit.records import Record
from ragkit.retrieval import search
from ragkit.workspace import stages
from ragkit.workspace.state import Workspace

NAMED = 10  # labels named one by one: taste
SETTINGS, LABELS, ANSWERS, ANSWERED_FROM = (
    "settings.json",
    "labels.jsonl",
    "answers.jsonl",
    "answered_from.jsonl",
)


class Retrieval(NamedTuple):
    """How the labelled questions went; empty without labels."""

    metrics: Mapping[str, Interval | None]
    lost: list[Lost]
    unlocated: Mapping[str, list[str]]  # qid -> why its quotes are not in the documents


class Summary(NamedTuple):
    """The contract, and what a reader of its numbers should know."""

    contract: str
    doubts: list[str]  # a line each: labels that do not locate, answers to no label


def summarise(space: Workspace) -> Summary:
    """Return the summary of a workspace; InputError when the folder is no finished one."""
    settings, labels = _settings(space), _labels(space)
    measured = retrieval_of(space, settings, labels)
    doubts = [f"label {qid}: {'; '.join(why)}" for qid, why in measured.unlocated.items()]
    more = (
        [f"and {len(doubts) - NAMED} more labels; labels.py locate names them"] if len(doubts) > NAMED else []
    )
    found = facts(space, settings, labels, measured)
    return Summary(report.contract(found), [*doubts[:NAMED], *more, *_strangers(space, labels)])


def facts(space: Workspace, settings: Record, labels: Sequence[Record], measured: Retrieval) -> report.Facts:
    """Return what the output contract states."""
    answerable = sum(map(read.answerable, labels))
    texts = [bool(document["text"].strip()) for document in stages.read_documents(space)]
    return report.Facts(
        documents=len(texts),
        unread=texts.count(False),
        chunks=sum(1 for _ in stages.read_chunks(space)),
        chunking=settings["chunking"],
        reindex=settings["reindex"],
        retrieval=_retrieval(space),
        reranker=None,
        k=settings["k"],
        questions=len(labels),
        unanswerable=len(labels) - answerable,
        metrics={**measured.metrics, "faithfulness": None, "abstention": _abstention(space, labels)},
        losses=_losses(space),
        lever=_mechanism_first(settings["mechanism"], lever(measured.lost, answerable), answerable),
    )


def retrieval_of(space: Workspace, settings: Record, labels: Sequence[Record]) -> Retrieval:
    """Score the run in the workspace against the labels, and find where each failed question was lost."""
    k = settings["k"]
    if not any(map(read.answerable, labels)):
        return Retrieval({f"recall@{k}": None, "MRR": None}, [], {})
    resolver = evidence.resolver_for(labels, "chunk", stages.read_documents(space), stages.read_chunks(space))
    run = {row["qid"]: row for row in records.read("run", space.path(stages.RUN))}
    scores = retrieval.score(labels, run, [k], resolver)
    damaged = frozenset(loss.doc_id for loss in losses.losses(stages.read_documents(space)))
    finder = lost.Finder(resolver, k, damaged, _rights(space, settings))
    metrics = {f"recall@{k}": scores.mean(f"recall@{k}"), "MRR": scores.mean("mrr")}
    return Retrieval(metrics, finder.lost(labels, run), scores.left_out.lost)


def _rights(space: Workspace, settings: Record) -> Callable[[Record, str], bool]:
    """Return (label, doc_id) -> whether its user, or who the run was made for, may open the document."""
    stated = {
        one["doc_id"]: {"acl": one["acl"], "tenant": one["tenant"]} for one in stages.read_documents(space)
    }
    corpus = access.stated(stated.values())
    who = access.EVERYTHING if settings["user"] is None else access.reader(settings["user"], "settings")

    def may_read(label: Record, doc_id: str) -> bool:
        mine = who if label["user"] is None else access.reader(label["user"], f"label {label['qid']}")
        return not corpus or access.may_read(stated.get(doc_id, {}), mine, corpus)

    return may_read


def _mechanism_first(mechanism: Record, next_lever: str, answerable: int) -> str:
    """Before any label is written, a corpus that wants no retrieval is told so."""
    if answerable or mechanism["mechanism"] in ("documents", "chunks"):
        return next_lever
    said = f"mechanism: {mechanism['mechanism']}: {mechanism['why']}"
    return f"{said}; to measure retrieval all the same, {next_lever}"


def _strangers(space: Workspace, labels: Sequence[Record]) -> list[str]:
    """Return a line when answers belong to no label, so that a wrong file is not read as "not measured"."""
    if not (space.folder / ANSWERS).exists():
        return []
    answered = [row["qid"] for row in records.read("answer", space.path(ANSWERS))]
    unknown = sorted(set(answered) - {label["qid"] for label in labels})
    if not unknown:
        return []
    return [
        f"answers: {len(unknown)} of {len(answered)} belong to no label, such as {', '.join(unknown[:3])}"
    ]


def _settings(space: Workspace) -> Record:
    try:
        with open(space.path(SETTINGS), encoding="utf-8") as file:
            found: Record = json.load(file)
    except (OSError, ValueError) as err:
        raise InputError(f"{space.folder}: not a finished workspace; run pipeline.py first") from err
    return found


def _labels(space: Workspace) -> list[Record]:
    return read.read(space.path(LABELS)) if (space.folder / LABELS).exists() else []


def _retrieval(space: Workspace) -> str:
    manifest = store.open_index(space.path(stages.INDEX)).manifest
    if manifest["dense"] is None:
        return "bm25"
    weights = search.Options().weights
    return f"bm25 + {manifest['dense']['provider']}, weighted {weights['bm25']:g}/{weights['dense']:g}"


def _losses(space: Workspace) -> dict[str, list[str]]:
    where: dict[str, list[str]] = defaultdict(list)
    for loss in losses.losses(stages.read_documents(space)):
        where[loss.code].append(loss.doc_id if loss.page is None else f"{loss.doc_id} page {loss.page}")
    return where


def _abstention(space: Workspace, labels: Sequence[Record]) -> Interval | None:
    """Return the share of the unanswerable questions, of those answered at all, that were declined."""
    if not (space.folder / ANSWERS).exists():
        return None
    answers = {row["qid"]: row["answer"] or "" for row in records.read("answer", space.path(ANSWERS))}
    states = [
        abstention.state(answers[label["qid"]])
        for label in labels
        if not read.answerable(label) and label["qid"] in answers
    ]
    return interval([float(state == "abstained") for state in states]) if states else None
