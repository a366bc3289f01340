"""Score a run against labels: one outcome for every answerable question, and a count of what was left out."""

from array import array
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ragkit.cli import InputError
from ragkit.evaluation.intervals import Interval, interval
from ragkit.evaluation.metrics import AT_K, WHOLE, Outcome, measure
from ragkit.evaluation.resolve import ById, Resolver
from ragkit.labels.read import answerable
from ragkit.records import Record


class LeftOut(NamedTuple):
    """What does not enter the means, or enters as zero, by qid."""

    unanswerable: list[str]  # not in the means
    missing: list[str]  # answerable, not in the run: scores 0
    unlabelled: list[str]  # in the run, no label: ignored
    repeats: dict[str, int]  # ids that come again in a ranking: keep their slot, earn nothing
    repeated_gold: dict[str, int]  # ids that come again in a label: count once
    lost: dict[str, list[str]]  # quotes not located, or in doubt: why
    unknown: dict[str, int]  # ids of a ranking that are not in the corpus


class Scores:
    """The outcomes of a run, question by question in the order of the labels."""

    def __init__(
        self, ks: Sequence[int], questions: Mapping[str, str], outcomes: list[Outcome], left_out: LeftOut
    ) -> None:
        self.ks = list(ks)
        self.qids = list(questions)
        self.questions = questions
        self.outcomes = outcomes
        self.left_out = left_out

    def values(self, name: str) -> Sequence[float]:
        """Return a measure (metrics.measure) of every answerable question."""
        return array("d", map(measure(name), self.outcomes))

    def mean(self, name: str, where: Sequence[int] | None = None) -> Interval:
        """Return a measure's mean and 95% interval, over all answerable questions or those at `where`."""
        values = self.values(name)
        return interval(values if where is None else [values[i] for i in where])

    def all_names(self) -> list[str]:
        """Return every measure there is at these cut-offs."""
        return [f"{name}@{k}" for k in self.ks for name in AT_K] + list(WHOLE)

    def worst(self, n: int) -> list[tuple[str, str, float, float]]:
        """Return (qid, question, recall at the first k, reciprocal rank) of the n worst, worst first.

        Ties keep the order of the qids; questions answered in full at rank 1 are not among the worst.
        """
        recalls, ranks = self.values(f"recall@{self.ks[0]}"), self.values("mrr")
        rows = sorted(zip(recalls, ranks, self.qids, strict=True))[:n]
        return [
            (qid, self.questions[qid], recall, rank) for recall, rank, qid in rows if recall < 1 or rank < 1
        ]

    def rows(self, names: Sequence[str]) -> Iterator[Record]:
        """Yield one object for every answerable question: qid and the measures named."""
        columns = [self.values(name) for name in names]
        for position, qid in enumerate(self.qids):
            yield {
                "qid": qid,
                **{name: column[position] for name, column in zip(names, columns, strict=True)},
            }


def score(
    labels: Iterable[Record],
    run: Mapping[str, Record] | Iterable[Record],
    ks: Sequence[int],
    resolver: Resolver[Any] | None = None,
) -> Scores:
    """Return the scores of a run (records, read once, in any order) against labels (read once).

    Every answerable question stays in the means: one that is missing from the run scores 0.
    errors  InputError when no question is answerable, when no qid is in both, or when a corpus was given and
            none of the ids of the run, or of the labels, is in it
    """
    resolver = ById() if resolver is None else resolver
    golds: dict[str, Any] = {}
    questions: dict[str, str] = {}
    left_out = LeftOut([], [], [], {}, {}, {}, {})
    for label in labels:
        if not answerable(label):
            left_out.unanswerable.append(label["qid"])
            continue
        golds[label["qid"]] = resolver.gold(label)
        questions[label["qid"]] = label["question"]
        if extra := _repeated_gold(label):
            left_out.repeated_gold[label["qid"]] = extra
    if not golds:
        raise InputError(
            f"no label is answerable ({len(left_out.unanswerable)} are not); there is nothing to average"
        )
    outcomes = _outcomes(golds, run, resolver, left_out)
    left_out.lost.update(resolver.lost)
    left_out.missing.extend(qid for qid in golds if qid not in outcomes)
    nothing = {qid: resolver.outcome(golds[qid], []) for qid in left_out.missing}
    return Scores(ks, questions, [outcomes.get(qid) or nothing[qid] for qid in golds], left_out)


def _outcomes(
    golds: Mapping[str, Any],
    run: Mapping[str, Record] | Iterable[Record],
    resolver: Resolver[Any],
    left_out: LeftOut,
) -> dict[str, Outcome]:
    outcomes: dict[str, Outcome] = {}
    unanswerable = set(left_out.unanswerable)
    shared = ids = 0
    for row in run.values() if isinstance(run, Mapping) else run:
        qid, retrieved = row["qid"], row["retrieved"]
        if qid not in golds:
            shared += qid in unanswerable
            if qid not in unanswerable:
                left_out.unlabelled.append(qid)
            continue
        distinct = set(retrieved)
        ids += len(distinct)
        if len(distinct) < len(retrieved):
            left_out.repeats[qid] = len(retrieved) - len(distinct)
        if resolver.known is not None and (unknown := _outside(distinct, resolver.known)):
            left_out.unknown[qid] = unknown
        outcomes[qid] = resolver.outcome(golds[qid], retrieved)
    if not outcomes and not shared:
        has = f"({left_out.unlabelled[0]!r}, ...)" if left_out.unlabelled else "(which is empty)"
        raise InputError(
            f"no qid is in both the labels ({next(iter(golds))!r}, ...) and the run {has}; "
            f"were both made from the same questions?"
        )
    if ids and ids == sum(left_out.unknown.values()):
        raise InputError("no id of the run is among the chunks; the run was made from another index")
    return outcomes


def _outside(ids: Iterable[str], known: Container[str]) -> int:
    return sum(name not in known for name in ids)


def _repeated_gold(label: Record) -> int:
    relevant = label["relevant"] if isinstance(label["relevant"], list) and not label["evidence"] else []
    return len(relevant) - len(set(relevant))
