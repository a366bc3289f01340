"""Score a run against labels: one outcome for every answerable question, and a count of what was left out."""

from array import array
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from heapq import nsmallest
from typing import Any, NamedTuple

from ragkit.cli import InputError
from ragkit.evaluation.intervals import Interval, interval
from ragkit.evaluation.metrics import AT_K, WHOLE, Outcome, measure
from ragkit.evaluation.resolve import ById, Resolver
from ragkit.labels.read import answerable
from ragkit.records import Record

SHARE = "evidence_share@"
Found = tuple[Outcome, tuple[float, ...]]


class LeftOut(NamedTuple):
    """What does not enter the means, or enters as zero, by qid."""

    unanswerable: list[str]  # not in the means
    missing: list[str]  # answerable, not in the run: scores 0
    unlabelled: list[str]  # in the run, no label: ignored
    repeats: dict[str, int]  # ids that come again in a ranking: keep their slot, earn nothing
    repeated_gold: dict[str, int]  # ids that come again in a label: count once
    lost: dict[str, list[str]]  # quotes not located, or in doubt: why
    unknown: dict[str, int]  # ids of a ranking that are not in the corpus
    tied: list[str]  # equal scores on both sides of a cut-off: the order of the list decides


class Scores:
    """The outcomes of a run, question by question in the order of the labels."""

    def __init__(
        self,
        ks: Sequence[int],
        left_out: LeftOut,
        questions: Mapping[str, str],
        slices: Mapping[str, Sequence[int]],
    ) -> None:
        self.ks = list(ks)
        self.left_out = left_out
        self.questions = questions  # qid -> question, of the answerable labels
        self.slices = slices  # "field=value" -> positions
        self.outcomes: list[Outcome] = []
        self.shares: list[tuple[float, ...]] = []  # evidence tokens per context token, at each k

    @property
    def qids(self) -> list[str]:
        return list(self.questions)

    def values(self, name: str) -> Sequence[float]:
        """Return a measure (metrics.measure, or evidence_share@k) of every answerable question."""
        if name.startswith(SHARE):
            columns = {f"{SHARE}{k}": column for column, k in enumerate(self.ks)} if self.shares else {}
            if name not in columns:
                raise InputError(f"{name} needs labels with quotes, and a cut-off that is among --k")
            return array("d", (row[columns[name]] for row in self.shares))
        return array("d", map(measure(name), self.outcomes))

    def mean(self, name: str, where: Sequence[int] | None = None) -> Interval:
        """Return a measure's mean and 95% interval, over all answerable questions or those at `where`."""
        values = self.values(name)
        return interval(values if where is None else [values[i] for i in where])

    def all_names(self) -> list[str]:
        """Return every measure there is at these cut-offs."""
        names = [f"{name}@{k}" for k in self.ks for name in AT_K] + list(WHOLE)
        return names + ([f"{SHARE}{k}" for k in self.ks] if self.shares else [])

    def worst(self, n: int) -> list[tuple[str, str, float, float]]:
        """Return (qid, question, recall at the first k, reciprocal rank) of the n worst, worst first.

        Ties keep the order of the qids; questions answered in full at rank 1 are not among the worst.
        """
        recalls, ranks = self.values(f"recall@{self.ks[0]}"), self.values("mrr")
        rows = nsmallest(n, zip(recalls, ranks, self.questions, strict=True))
        return [
            (qid, self.questions[qid], recall, rank) for recall, rank, qid in rows if recall < 1 or rank < 1
        ]

    def rows(self, names: Sequence[str]) -> Iterator[Record]:
        """Yield one object for every answerable question: qid and the measures named."""
        columns = [self.values(name) for name in names]
        for position, qid in enumerate(self.questions):
            row = {name: column[position] for name, column in zip(names, columns, strict=True)}
            yield {"qid": qid, **row}


def score(
    labels: Iterable[Record],
    run: Mapping[str, Record] | Iterable[Record],
    ks: Sequence[int],
    resolver: Resolver[Any] | None = None,
    fields: Sequence[str] = (),
) -> Scores:
    """Return the scores of one run against labels: Bound(labels, resolver, fields).score(run, ks)."""
    return Bound(labels, resolver, fields).score(run, ks)


class Bound:
    """Labels bound to the ids of a corpus, once, to score any number of runs against."""

    def __init__(
        self, labels: Iterable[Record], resolver: Resolver[Any] | None = None, fields: Sequence[str] = ()
    ) -> None:
        """Read the labels once; InputError when none is answerable.

        resolver  how a label's gold is found in a ranking; by id without one
        fields    label fields to slice by; each tag of "tags" is a slice
        """
        self._resolver = ById() if resolver is None else resolver
        self._golds: dict[str, Any] = {}
        self._questions: dict[str, str] = {}
        self._slices: dict[str, list[int]] = {}
        self._unanswerable: dict[str, None] = {}
        self._repeated: dict[str, int] = {}
        for label in labels:
            if answerable(label):
                self._bind(label, fields)
            else:
                self._unanswerable[label["qid"]] = None
        if not self._golds:
            none = len(self._unanswerable)
            raise InputError(f"no label is answerable ({none} are not); there is nothing to average")

    def _bind(self, label: Record, fields: Sequence[str]) -> None:
        qid = label["qid"]
        for name in dict.fromkeys(_slices(label, fields)):
            self._slices.setdefault(name, []).append(len(self._golds))
        self._golds[qid] = self._resolver.gold(label)
        self._questions[qid] = label["question"]
        if extra := _repeated_gold(label):
            self._repeated[qid] = extra

    def score(self, run: Mapping[str, Record] | Iterable[Record], ks: Sequence[int]) -> Scores:
        """Return the scores of a run: records, read once, in any order.

        Every answerable question stays in the means: one that is missing from the run scores 0.
        errors  InputError when no qid is in both, or when a corpus was given and no id of the run is in it
        """
        lost = dict(self._resolver.lost)
        left_out = LeftOut(list(self._unanswerable), [], [], {}, self._repeated, lost, {}, [])
        found = self._outcomes(run, ks, left_out)
        scores = Scores(ks, left_out, self._questions, self._slices)
        for qid, gold in self._golds.items():
            if qid not in found:
                left_out.missing.append(qid)
            outcome, shares = found.get(qid) or self._outcome(gold, [], ks)
            scores.outcomes.append(outcome)
            if shares:
                scores.shares.append(shares)
        return scores

    def _outcome(self, gold: Any, retrieved: Sequence[str], ks: Sequence[int]) -> Found:
        return self._resolver.outcome(gold, retrieved), self._resolver.shares(gold, retrieved, ks)

    def _outcomes(
        self, run: Mapping[str, Record] | Iterable[Record], ks: Sequence[int], left_out: LeftOut
    ) -> dict[str, Found]:
        found: dict[str, Found] = {}
        known, shared, ids = self._resolver.known, 0, 0
        for row in run.values() if isinstance(run, Mapping) else run:
            qid, retrieved = row["qid"], row["retrieved"]
            if qid in self._unanswerable:
                shared += 1
                continue
            if qid not in self._golds:
                left_out.unlabelled.append(qid)
                continue
            distinct = set(retrieved)
            ids += len(distinct)
            if len(distinct) < len(retrieved):
                left_out.repeats[qid] = len(retrieved) - len(distinct)
            if known is not None and (unknown := _outside(distinct, known)):
                left_out.unknown[qid] = unknown
            found[qid] = self._outcome(self._golds[qid], retrieved, ks)
            if _tied(row.get("scores"), ks):
                left_out.tied.append(qid)
        if not found and not shared:
            has = f"({left_out.unlabelled[0]!r}, ...)" if left_out.unlabelled else "(which is empty)"
            raise InputError(
                f"no qid is in both the labels ({next(iter(self._golds))!r}, ...) and the run {has}; "
                f"were both made from the same questions?"
            )
        if ids and ids == sum(left_out.unknown.values()):
            raise InputError("no id of the run is among the chunks; the run was made from another index")
        return found


def _slices(label: Record, fields: Sequence[str]) -> Iterator[str]:
    for field in fields:
        value = label.get(field)
        for one in value if isinstance(value, list) else [value]:
            yield f"{field}={'(none)' if one is None else one}"


def _tied(scores: Sequence[float] | None, ks: Sequence[int]) -> bool:
    return scores is not None and any(k < len(scores) and scores[k - 1] == scores[k] for k in ks)


def _outside(ids: Iterable[str], known: Container[str]) -> int:
    return sum(name not in known for name in ids)


def _repeated_gold(label: Record) -> int:
    relevant = label["relevant"] if isinstance(label["relevant"], list) and not label["evidence"] else []
    return len(relevant) - len(set(relevant))
