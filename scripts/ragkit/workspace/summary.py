"""The facts of a workspace, derived from the records in it."""

import json
from collections import defaultdict
from collections.abc import Sequence

from ragkit import records
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

SETTINGS, LABELS, ANSWERS, ANSWERED_FROM = (
    "settings.json",
    "labels.jsonl",
    "answers.jsonl",
    "answered_from.jsonl",
)


def facts(space: Workspace) -> report.Facts:
    """Return what the output contract states; InputError when the folder is no finished workspace."""
    settings = _settings(space)
    labels = _labels(space)
    k = settings["k"]
    recall = mrr = None
    gone: list[Lost] = []
    answerable = [label for label in labels if read.answerable(label)]
    if answerable:
        resolver = evidence.resolver_for(
            labels, "chunk", stages.read_documents(space), stages.read_chunks(space)
        )
        run = {row["qid"]: row for row in records.read("run", space.path(stages.RUN))}
        scores = retrieval.score(labels, run, [k], resolver)
        recall, mrr = scores.mean(f"recall@{k}"), scores.mean("mrr")
        gone = lost.lost(labels, run, resolver, k)
    return report.Facts(
        documents=sum(1 for _ in stages.read_documents(space)),
        chunks=sum(1 for _ in stages.read_chunks(space)),
        chunking=settings["chunking"],
        reindex=settings["reindex"],
        retrieval=_retrieval(space),
        reranker=None,
        k=k,
        questions=len(labels),
        unanswerable=len(labels) - len(answerable),
        metrics={
            f"recall@{k}": recall,
            "MRR": mrr,
            "faithfulness": None,
            "abstention": _abstention(space, labels),
        },
        losses=_losses(space),
        lever=lever(gone, len(answerable)),
    )


def contract(found: report.Facts) -> str:
    """Return the output contract of these facts."""
    return report.contract(found)


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
