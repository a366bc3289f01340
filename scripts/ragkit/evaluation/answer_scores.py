"""Measures of answers, per question and over all: faithfulness,
citations, correctness, relevance, abstention."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ragkit.answering.answers import state_of
from ragkit.evaluation.intervals import Interval, interval
from ragkit.labels.read import answerable
from ragkit.records import Record

GRADED = {
    "correctness": {"correct": 1.0, "partial": 0.5},
    "answer_relevance": {"relevant": 1.0, "partial": 0.5},
    "context_relevance": {"relevant": 1.0, "partial": 0.5},
    "nugget": {"full": 1.0, "partial": 0.5},
}
MEANING = {
    "faithfulness": (
        "claims that their sources bear out in full, of all claims; an uncited claim is read against the "
        "whole context"
    ),
    "citation_recall": "claims that cite a source and are borne out by it, of all claims (ALCE)",
    "citation_precision": "cited sources that bear the claim out at least in part, of all citations",
    "correctness": "against the reference: correct 1, partial 0.5",
    "nuggets_vital": "vital facts stated in full, of all vital facts (strict vital, AutoNuggetizer)",
    "nuggets": "facts stated, a partial one 0.5",
    "answer_relevance": "the answer speaks to the question",
    "context_relevance": "sources that help to answer",
    "abstention_precision": "unanswerable questions among those abstained on",
    "abstention_recall": "unanswerable questions abstained on, of all unanswerable",
    "over_refusal": "answerable questions abstained on, of all answerable; lower is better",
}


class Scores(NamedTuple):
    """values: measure -> question -> the scores of its items; a question may have several, or none."""

    values: Mapping[str, Mapping[str, Sequence[float]]]
    states: Mapping[str, str]  # question -> answered, partial, abstained, or none (cut off, refused)

    def intervals(self) -> dict[str, Interval]:
        """Return each measure's mean over its items, with Wilson's 95%
        interval; measures without items are absent."""
        every = {
            name: [score for scores in rows.values() for score in scores]
            for name, rows in self.values.items()
        }
        return {name: interval(scores) for name, scores in every.items() if scores}

    def by_question(self, measure: str) -> dict[str, float]:
        """Return the mean of each question that has items of the measure, for paired comparison."""
        rows = self.values.get(measure, {})
        return {qid: math.fsum(scores) / len(scores) for qid, scores in rows.items() if scores}


def score(rows: Iterable[Record], answers: Iterable[Record], labels: Iterable[Record]) -> Scores:
    """Return the scores of judged rows, and of abstention from the answers' words and the labels.

    A grade of kind "abstention" takes the place of what the words say.
    """
    values: dict[str, dict[str, list[float]]] = {name: {} for name in MEANING}
    states = {answer["qid"]: state_of(answer) for answer in answers}
    for row in rows:
        if row["kind"] == "abstention":
            states[row["qid"]] = row["verdict"]
            continue
        for measure, value in _measures(row):
            values[measure].setdefault(row["qid"], []).append(value)
    for label in labels:
        if label["qid"] in states:
            _abstention(values, label["qid"], states[label["qid"]] == "abstained", answerable(label))
    return Scores(values, states)


def _measures(row: Record) -> list[tuple[str, float]]:
    kind, verdict = row["kind"], row["verdict"]
    if kind == "nugget":
        found = [("nuggets", GRADED["nugget"].get(verdict, 0.0))]
        return found + ([("nuggets_vital", float(verdict == "full"))] if row["vital"] else [])
    if kind != "support":
        return [(kind, GRADED[kind].get(verdict, 0.0))]
    full, some = float(verdict == "full"), float(verdict in ("full", "partial"))
    if row["role"] == "citation":
        return [("citation_precision", some)]
    cited = row["role"] == "claim"
    found = [("faithfulness", full), ("citation_recall", full if cited else 0.0)]
    return found + ([("citation_precision", some)] if len(row["refs"]) == 1 else [])


def _abstention(values: dict[str, dict[str, list[float]]], qid: str, abstained: bool, can: bool) -> None:
    if abstained:
        values["abstention_precision"][qid] = [float(not can)]
    values["over_refusal" if can else "abstention_recall"][qid] = [float(abstained)]
