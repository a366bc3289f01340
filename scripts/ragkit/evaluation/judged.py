"""Grades joined with what they stand for: one verdict an item, and how far the judge can be trusted.

Denominators are items made, never grades returned: a worksheet that is not complete has no score. Where two
passes disagree, the less favourable verdict counts, so lost, garbled or flattering work cannot raise a score.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ragkit.cli import IncompleteError, InputError
from ragkit.evaluation.intervals import Interval, interval
from ragkit.records import Record
from ragkit.worksheets import grades, sheet

TRUSTED = (
    0.9  # least canary TPR and TNR of a judge that may gate (Hamel Husain, evals-skills: 90%, 80% at worst)
)
ENOUGH = 30  # canaries a class, below which the two rates say too little to gate on
# From worst to best: where passes differ the earlier one counts.
WORST_FIRST = (
    "contradicted",
    "wrong",
    "irrelevant",
    "none",
    "abstains",
    "abstained",
    "partial",
    "answered",
    "relevant",
    "correct",
    "full",
)


class Judge(NamedTuple):
    """How the judge did on items whose verdict is known, and against itself."""

    tpr: Interval | None  # share of true canaries called full; None without any
    tnr: Interval | None  # share of false canaries not called full
    kappa: float | None  # Cohen's, between two passes; None with one
    flips: int  # items on which the passes differ

    def distrust(self) -> str:
        """Return why this judge may not gate, "" when it may."""
        if self.tpr is None or self.tnr is None or min(self.tpr.n, self.tnr.n) < ENOUGH:
            counts = [0 if rate is None else rate.n for rate in (self.tpr, self.tnr)]
            return f"{counts[0]} true and {counts[1]} false canaries, {ENOUGH} of each are needed to gate"
        if min(self.tpr.mean, self.tnr.mean) < TRUSTED:
            return (
                f"canary TPR {self.tpr.mean:.2f} and TNR {self.tnr.mean:.2f}, {TRUSTED:.2f} of each is "
                f"needed to gate"
            )
        return ""


class Judged(NamedTuple):
    rows: list[Record]  # the key's rows, each with "verdict"; canaries left out
    judge: Judge


def join(items: Sequence[Record], key: Sequence[Record], filled: Sequence[Record], passes: int) -> Judged:
    """Return the judged rows; IncompleteError until every item of every pass is filled and valid.

    passes  independent ones, each filled by another grader: the same name in two passes is an InputError
    """
    done = sheet.checked(grades.TASK, items, filled, passes)
    if done.redo:
        (item_id, number), reason = next(iter(done.redo.items()))
        raise IncompleteError(
            f"{len(done.redo)} of {passes * len(items)} grades are missing or invalid, the first: "
            f"{item_id} pass "
            f"{number}: {reason}; list them: worksheet.py check grades"
        )
    for item_id in done.by[0]:
        graders = [by[item_id] for by in done.by]
        if passes > 1 and len(set(graders)) < passes:
            raise InputError(f"{item_id}: {graders[0]!r} filled two passes; passes are by different graders")
    verdicts = [{item_id: output["verdict"] for item_id, output in one.items()} for one in done.outputs]
    final = {
        item_id: min((one[item_id] for one in verdicts), key=WORST_FIRST.index) for item_id in verdicts[0]
    }
    unknown = [row["item_id"] for row in key if row["item_id"] not in final]
    if unknown:
        raise InputError(
            f"the key names {unknown[0]!r}, which the worksheet does not have; were they made together?"
        )
    rows = [{**row, "verdict": final[row["item_id"]]} for row in key]
    return Judged([row for row in rows if "gold" not in row], _judge(rows, verdicts))


def sample(items: Sequence[Record], key: Sequence[Record], filled: Sequence[Record]) -> Judged:
    """Return the judged rows of a part of the worksheet, as a person grades it; each grade must be valid."""
    named = {row["item_id"] for row in filled}
    part = [item for item in items if item["item_id"] in named]
    return join(
        part, [row for row in key if row["item_id"] in named], [{**row, "pass": 1} for row in filled], 1
    )


def _judge(rows: Sequence[Record], verdicts: Sequence[Mapping[str, str]]) -> Judge:
    true = [float(row["verdict"] == "full") for row in rows if row.get("gold") == "full"]
    false = [float(row["verdict"] != "full") for row in rows if row.get("gold") == "not-full"]
    kappa, flips = None, 0
    if len(verdicts) > 1:
        one, two = verdicts[0], verdicts[1]
        flips = sum(one[item_id] != two[item_id] for item_id in one)
        kappa = cohen([(one[item_id], two[item_id]) for item_id in one])
    return Judge(interval(true) if true else None, interval(false) if false else None, kappa, flips)


def cohen(pairs: Sequence[tuple[str, str]]) -> float:
    """Return Cohen's kappa of two graders: 1 when they always agree, 0 when as often as by chance.

    >>> cohen([("a", "a"), ("b", "b"), ("a", "b"), ("b", "b")])
    0.5
    """
    if not pairs:
        return 1.0
    names = {name for pair in pairs for name in pair}
    agreed = sum(a == b for a, b in pairs) / len(pairs)
    chance = (
        sum(sum(a == name for a, _ in pairs) * sum(b == name for _, b in pairs) for name in names)
        / len(pairs) ** 2
    )
    return 1.0 if chance == 1 else (agreed - chance) / (1 - chance)
