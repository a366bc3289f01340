"""The summary of a workspace, derived from the records in it."""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ragkit import access, records
from ragkit.answering import answers
from ragkit.cli import InputError
from ragkit.evaluation import corpus, report, retrieval, waterfall
from ragkit.evaluation.intervals import Interval, interval
from ragkit.evaluation.lever import lever
from ragkit.evaluation.lever import lost as lost_evidence
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
    unlocated: list[str]  # a line each: labels whose quotes are not in the documents, or in doubt
    strangers: list[str]  # a line where answers belong to no label
    lost: Mapping[str, str]  # qid -> the stage that lost its evidence
    metrics: Mapping[str, Interval | None]  # of retrieval
    lever: str


class Retrieval(NamedTuple):
    """How the labelled questions went; empty without labels."""

    metrics: Mapping[str, Interval | None]
    traces: Sequence[waterfall.Trace]  # of every piece of evidence
    unlocated: Mapping[str, list[str]]  # qid -> why its quotes are not in the documents


def summarise(space: Workspace, counted: Census | None = None) -> Summary:
    """Return the summary of a workspace; InputError when the folder is no finished one.

    counted  the census of its documents, when the caller has taken it
    """
    settings, labels = _settings(space), _kept(space, "label", LABELS)
    given = {row["qid"]: row for row in _kept(space, "answer", ANSWERS)}
    counted = counted or _counted(space, settings)
    measured = _retrieval(space, settings, labels, given)
    answerable = sum(map(read.answerable, labels))
    manifest = store.open_index(space.path(stages.INDEX)).manifest
    contracted = {name: measured.metrics[name] for name in (f"recall@{settings['k']}", "MRR")}
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
        drawn=sum(label["by"] == "answers" for label in labels),
        metrics={**contracted, "faithfulness": None, "abstention": _abstention(given, labels)},
        losses=counted.lost(),
        lever=_mechanism_first(
            settings["mechanism"],
            lever(measured.traces, {label["qid"]: label["question"] for label in labels}, answerable),
            answerable,
        ),
    )
    lost = {qid: one.blamed for qid, one in lost_evidence(measured.traces).items()}
    return Summary(
        report.contract(found),
        _unlocated(measured),
        _strangers(given, labels),
        lost,
        measured.metrics,
        found.lever,
    )


def _retrieval(
    space: Workspace, settings: Record, labels: Sequence[Record], given: Mapping[str, Record]
) -> Retrieval:
    """Score the run in the workspace against the labels, and follow each piece of evidence through it."""
    k = settings["k"]
    if not any(map(read.answerable, labels)):
        return Retrieval({"recall@1": None, f"recall@{k}": None, "MRR": None}, [], {})
    who = access.EVERYTHING if settings["user"] is None else access.reader(settings["user"], "settings")
    indexed = set(store.open_index(space.path(stages.INDEX)).chunk_ids)
    within = corpus.corpus(labels, stages.read_documents(space), stages.read_chunks(space), indexed, who=who)
    run = {row["qid"]: row for row in records.read("run", space.path(stages.RUN))}
    scores = retrieval.score(labels, run, [1, k], within.quotes)
    contexts = {row["qid"]: row for row in records.read("context", space.path(stages.CONTEXTS))}
    asked = {
        qid: waterfall.Asked(run.get(qid), None, contexts.get(qid), given.get(qid))
        for qid in (label["qid"] for label in labels)
    }
    metrics = {name: scores.mean(name) for name in ("recall@1", f"recall@{k}")} | {"MRR": scores.mean("mrr")}
    return Retrieval(metrics, waterfall.traces(labels, asked, within), scores.left_out.lost)


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
    if not isinstance(found, dict):
        raise unfinished
    strange = [name for name, kind in KEPT.items() if name not in found or not isinstance(found[name], kind)]
    if len(strange) == len(KEPT):
        raise unfinished
    if not strange and set(found["mechanism"]) != {"mechanism", "why"}:
        strange = ["mechanism"]
    if not strange and not all(map(_is_loss, found["unreached"])):
        strange = ["unreached"]
    if strange:
        raise InputError(
            f"{space.folder}: made by another version of these scripts ({SETTINGS} has no "
            f"{', '.join(strange)} as it is kept now); run pipeline.py again with the same arguments, "
            f"unchanged work is kept"
        )
    return found


def _is_loss(row: object) -> bool:
    if not isinstance(row, dict) or set(row) != set(Loss._fields):
        return False
    texts = all(isinstance(row[name], str) for name in ("code", "doc_id", "detail"))
    return texts and isinstance(row["page"], (int, type(None)))


def _kept(space: Workspace, kind: str, name: str) -> list[Record]:
    return list(records.read(kind, space.path(name))) if (space.folder / name).exists() else []
