"""Score a run against labels: one outcome for every answerable question, and a count of what was left out."""

from array import array
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import nsmallest
from typing import Any, NamedTuple

from ragkit.cli import InputError
from ragkit.evaluation import equal
from ragkit.evaluation.intervals import Interval, interval
from ragkit.evaluation.metrics import AT_K, WHOLE, Outcome, measure, recall
from ragkit.evaluation.resolve import ById, Ranking, Resolver, ranked
from ragkit.labels.read import answerable
from ragkit.records import Record

SHARE = "evidence_share@"
AS_PASSAGES = "scored as passages"  # marks a row whose `retrieved` are its passages (shown.py)
FOREIGN = 0.5  # of a run's ids that may be outside the corpus, else it is another index's; taste
FOREIGN_COMPARED = 0.1  # of a baseline's: what it lacks would be counted as the new run's gain; taste


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
    ungrown: list[str]  # rows with passages, of which the chunks retrieved are scored
    shallow: dict[int, int]  # cut-offs below the end of every ranking -> ids in the longest one


class Scores:
    """The outcomes of a run, question by question in the order of the labels."""

    def __init__(
        self,
        ks: Sequence[int],
        left_out: LeftOut,
        position: Mapping[str, int],
        questions: Sequence[str],
        slices: Mapping[str, Sequence[int]],
    ) -> None:
        self.ks = list(ks)
        self.left_out = left_out
        self.position = position  # qid -> place, of the answerable labels, in their order
        self.questions = questions  # at that place
        self.slices = slices  # "field=value" -> places
        self.outcomes: list[Outcome] = []
        self.shares: list[tuple[float, ...]] = []  # evidence tokens per context token, at each k
        self.budget: int | None = None  # tokens of context
        self.fits: list[equal.Fit] = []  # what each ranking has within them
        self.grown = 0  # of the rankings, those of passages (shown.py)
        self._columns: dict[str, Sequence[float]] = {}

    @property
    def qids(self) -> list[str]:
        return list(self.position)

    def values(self, name: str) -> Sequence[float]:
        """Return a measure (metrics.measure, or evidence_share@k) of every answerable question."""
        if name.startswith(SHARE):
            columns = {f"{SHARE}{k}": column for column, k in enumerate(self.ks)} if self.shares else {}
            if name not in columns:
                raise InputError(f"{name} needs labels with quotes, and a cut-off that is among --k")
            return array("d", (row[columns[name]] for row in self.shares))
        if self.budget is not None and name == equal.measure(self.budget):
            pairs = zip(self.outcomes, self.fits, strict=True)
            return array("d", (recall(outcome, fit.chunks) for outcome, fit in pairs))
        if name not in self._columns:
            of = measure(name)
            distinct, order = self._distinct
            self._columns[name] = array("d", map([of(outcome) for outcome in distinct].__getitem__, order))
        return self._columns[name]

    @cached_property
    def _distinct(self) -> tuple[list[Outcome], Sequence[int]]:
        """Each outcome object once, and the place of every question's among them: many share one."""
        distinct = {id(outcome): outcome for outcome in self.outcomes}
        place = dict(zip(distinct, range(len(distinct)), strict=True))
        return list(distinct.values()), array("L", map(place.__getitem__, map(id, self.outcomes)))

    def spend(self, budget: int, run: Iterable[Record], tokens: Mapping[str, int]) -> None:
        """Measure recall within a budget of context tokens too, as equal.measure(budget)."""
        rows = {row["qid"]: row["retrieved"] for row in run}
        self.budget = budget
        self.fits = [equal.fit(rows.get(qid, ()), tokens, budget) for qid in self.position]

    def mean(self, name: str, where: Sequence[int] | None = None) -> Interval:
        """Return a measure's mean and 95% interval, over all answerable questions or those at `where`."""
        values = self.values(name)
        return interval(values if where is None else [values[i] for i in where])

    def all_names(self) -> list[str]:
        """Return every measure there is at these cut-offs."""
        names = [f"{name}@{k}" for k in self.ks for name in AT_K] + list(WHOLE)
        names += [f"{SHARE}{k}" for k in self.ks] if self.shares else []
        return names if self.budget is None else [*names, equal.measure(self.budget)]

    def worst(self, n: int) -> list[tuple[str, str, float, float]]:
        """Return (qid, question, recall at the first k, reciprocal rank) of the n worst, worst first.

        Ties keep the order of the qids; questions answered in full at rank 1 are not among the worst.
        """
        recalls, ranks = self.values(f"recall@{self.ks[0]}"), self.values("mrr")
        rows = nsmallest(n, zip(recalls, ranks, self.position, strict=True))
        return [
            (qid, self.questions[self.position[qid]], found, rank)
            for found, rank, qid in rows
            if found < 1 or rank < 1
        ]

    def rows(self, names: Sequence[str]) -> Iterator[Record]:
        """Yield one object for every answerable question: qid and the measures named."""
        columns = [self.values(name) for name in names]
        for qid, position in self.position.items():
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
        self._golds: list[Any] = []
        self._questions: list[str] = []
        self._position: dict[str, int] = {}  # qid -> place in the two lists
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
        if fields:
            for name in dict.fromkeys(_slices(label, fields)):
                self._slices.setdefault(name, []).append(len(self._golds))
        self._position[qid] = len(self._golds)
        self._golds.append(self._resolver.gold(label))
        self._questions.append(label["question"])
        relevant = label["relevant"]
        if isinstance(relevant, list) and not label["evidence"] and len(relevant) > len(set(relevant)):
            self._repeated[qid] = len(relevant) - len(set(relevant))

    def score(
        self, run: Mapping[str, Record] | Iterable[Record], ks: Sequence[int], foreign: float = FOREIGN
    ) -> Scores:
        """Return the scores of a run: records, read once, in any order.

        Every answerable question stays in the means: one that is missing from the run scores 0.
        foreign  the share of the run's ids that may be outside the corpus
        errors   InputError when no qid is in both, or when more of the ids are outside
        """
        lost, resolver = dict(self._resolver.lost), self._resolver
        left_out = LeftOut(list(self._unanswerable), [], [], {}, self._repeated, lost, {}, [], [], {})
        outcomes, shares, grown = self._outcomes(run, ks, left_out, foreign)
        scores = Scores(ks, left_out, self._position, self._questions, self._slices)
        scores.grown = grown
        for place, qid in enumerate(self._position):
            if outcomes[place] is None:
                left_out.missing.append(qid)
        nothing = ranked([])
        scores.outcomes = [
            resolver.outcome(gold, nothing) if one is None else one
            for gold, one in zip(self._golds, outcomes, strict=True)
        ]
        if resolver.has_text:
            scores.shares = [
                shares.get(place) or resolver.shares(gold, nothing, ks)
                for place, gold in enumerate(self._golds)
            ]
        return scores

    def _outcomes(
        self,
        run: Mapping[str, Record] | Iterable[Record],
        ks: Sequence[int],
        left_out: LeftOut,
        foreign: float,
    ) -> tuple[list[Outcome | None], dict[int, tuple[float, ...]], int]:
        outcomes: list[Outcome | None] = [None] * len(self._golds)
        shares: dict[int, tuple[float, ...]] = {}
        resolver, golds, known = self._resolver, self._golds, self._resolver.known
        shared, ids, depth, grown = 0, 0, 0, 0
        for row in run.values() if isinstance(run, Mapping) else run:
            qid, retrieved = row["qid"], row["retrieved"]
            position = self._position.get(qid)
            if position is None:
                shared += qid in self._unanswerable
                if qid not in self._unanswerable:
                    left_out.unlabelled.append(qid)
                continue
            ranking = ranked(retrieved)
            shared += 1
            ids += len(ranking.distinct)
            depth = max(depth, len(retrieved))
            grown += bool(row.get(AS_PASSAGES))
            _doubts(row, ranking, ks, known, left_out)
            outcomes[position] = resolver.outcome(golds[position], ranking)
            if resolver.has_text:
                shares[position] = resolver.shares(golds[position], ranking, ks)
        if not shared:
            has = f"({left_out.unlabelled[0]!r}, ...)" if left_out.unlabelled else "(which is empty)"
            raise InputError(
                f"no qid is in both the labels ({next(iter(self._position))!r}, ...) and the run {has}; "
                f"were both made from the same questions?"
            )
        unknown = sum(left_out.unknown.values())
        if unknown > foreign * ids:
            how_many = (
                "no id of the run is" if unknown == ids else f"{unknown} of {ids} ids of the run are not"
            )
            raise InputError(
                f"{how_many} among the chunks; it was made from another index: "
                f"give that one's chunks (--chunks, or --baseline-chunks)"
            )
        if known is None or depth < len(known):
            left_out.shallow.update({k: depth for k in ks if k > depth})
        return outcomes, shares, grown


def _doubts(
    row: Record, ranking: Ranking, ks: Sequence[int], known: Container[str] | None, left_out: LeftOut
) -> None:
    """Note what of a ranking does not count as its writer may think."""
    qid, repeats = row["qid"], len(row["retrieved"]) - len(ranking.distinct)
    if repeats:
        left_out.repeats[qid] = repeats
    if known is not None and (unknown := _outside(ranking.distinct, known)):
        left_out.unknown[qid] = unknown
    if row.get("passages") is not None:
        left_out.ungrown.append(qid)
    if (given := row.get("scores")) is not None and _tied(given, ks):
        left_out.tied.append(qid)


def _slices(label: Record, fields: Sequence[str]) -> Iterator[str]:
    for field in fields:
        value = label.get(field)
        for one in value if isinstance(value, list) else [value]:
            yield f"{field}={'(none)' if one is None else one}"


def _tied(scores: Sequence[float], ks: Sequence[int]) -> bool:
    return any(k < len(scores) and scores[k - 1] == scores[k] for k in ks)


def _outside(ids: Iterable[str], known: Container[str]) -> int:
    return sum(name not in known for name in ids)
