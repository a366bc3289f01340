"""What answer_metrics.py says: the measures, the judge, the gate, the correction, the comparison."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ragkit.cli import InputError
from ragkit.evaluation import blame, correction, paired
from ragkit.evaluation.answer_scores import MEANING, Scores
from ragkit.evaluation.intervals import interval
from ragkit.evaluation.judged import Judge, Judged
from ragkit.records import Record

LOWER_IS_BETTER = ("over_refusal",)


class Bar(NamedTuple):
    measure: str
    least: float  # most, for a measure of which less is better


class Report(NamedTuple):
    lines: list[str]
    passed: bool
    distrust: str  # why the judge may not gate; "" when it may


def bars(texts: Sequence[str]) -> list[Bar]:
    """Return the bars of --min MEASURE=VALUE."""
    found = []
    for text in texts:
        name, _, value = text.partition("=")
        if name not in MEANING:
            raise InputError(f"--min {text}: no such measure; there are {', '.join(MEANING)}")
        try:
            found.append(Bar(name, float(value)))
        except ValueError as err:
            raise InputError(f"--min {text}: need MEASURE=VALUE, such as faithfulness=0.9") from err
    return found


def report(scores: Scores, judge: Judge, wanted: Sequence[Bar]) -> Report:
    """Return the measures with their intervals and the verdict on each bar.

    A bar on a measure that the judge decides is not passed when the judge cannot be trusted: `distrust`
    says why.
    """
    lines = [
        f"{name:<22} {value}  n={value.n}  {MEANING[name]}" for name, value in scores.intervals().items()
    ]
    lines.append("judge on canaries: " + _judge(judge))
    values = scores.intervals()
    passed, needs_judge = True, False
    for bar in wanted:
        if bar.measure not in values:
            raise InputError(f"--min {bar.measure}: nothing was graded for it")
        mean = values[bar.measure].mean
        good = mean <= bar.least if bar.measure in LOWER_IS_BETTER else mean >= bar.least
        passed = passed and good
        needs_judge = needs_judge or not bar.measure.startswith(("abstention", "over_refusal"))
        lines.append(f"{'PASS' if good else 'FAIL'}: {bar.measure} {mean:.3f}, bar {bar.least:g}")
    return Report(lines, passed, judge.distrust() if needs_judge else "")


def _judge(judge: Judge) -> str:
    parts = [f"TPR {judge.tpr} n={judge.tpr.n}" if judge.tpr else "no true ones"]
    parts.append(f"TNR {judge.tnr} n={judge.tnr.n}" if judge.tnr else "no false ones")
    if judge.kappa is not None:
        parts.append(f"kappa {judge.kappa:.2f} between passes, {judge.flips} items differ")
    return ", ".join(parts)


def summary(scores: Scores, judge: Judge) -> Record:
    """Return the scores as one object, with the means per question that a comparison needs."""
    return {
        "measures": {
            name: {"mean": v.mean, "low": v.low, "high": v.high, "n": v.n}
            for name, v in scores.intervals().items()
        },
        "judge": {
            "tpr": judge.tpr.mean if judge.tpr else None,
            "tnr": judge.tnr.mean if judge.tnr else None,
            "kappa": judge.kappa,
            "flips": judge.flips,
            "distrust": judge.distrust() or None,
        },
        "questions": {name: scores.by_question(name) for name in scores.intervals()},
        "states": dict(scores.states),
    }


def blames(scores: Scores, labels: Sequence[Record], contexts: Mapping[str, Record]) -> dict[str, str]:
    """Return qid -> what went wrong, for the questions that have a label, a context and an answer."""
    correct = scores.by_question("correctness")
    return {
        label["qid"]: blame.blame(
            label, contexts[label["qid"]], scores.states[label["qid"]],
            correct[label["qid"]] == 1.0 if label["qid"] in correct else None,
        )
        for label in labels
        if label["qid"] in contexts and label["qid"] in scores.states
    }  # fmt: skip


def blame_lines(found: Mapping[str, str]) -> list[str]:
    counts = Counter(found.values())
    return [
        f"{name:<16} {counts[name]:>4}  {meaning}" for name, meaning in blame.MEANING.items() if counts[name]
    ]


def calibrated(judged: Judged, human: Judged) -> list[str]:
    """Return the corrected faithfulness; human: the same items
    graded by a person, a random sample of them."""
    theirs = {row["item_id"]: row["verdict"] for row in human.rows}
    claims = {
        row["item_id"]: row["verdict"]
        for row in judged.rows
        if row["kind"] == "support" and row["role"] != "citation"
    }
    pairs = [(float(claims[i] == "full"), float(theirs[i] == "full")) for i in claims if i in theirs]
    mine = [float(verdict == "full") for verdict in claims.values()]
    value = correction.corrected(mine, pairs)
    agreed = sum(a == b for a, b in pairs)
    raw = interval(mine)
    return [
        f"faithfulness as judged     {raw}  n={raw.n}",
        f"faithfulness corrected     {value}  by {value.n} human verdicts, {agreed} of them the judge's",
    ]


def difference(ours: Record, theirs: Record) -> list[str]:
    """Return the paired comparison of two summaries over the questions both have."""
    pairs = []
    for name in ours["questions"]:
        a, b = ours["questions"][name], theirs["questions"].get(name, {})
        shared = sorted(a.keys() & b.keys())
        if shared:
            pairs.append((name, [a[qid] for qid in shared], [b[qid] for qid in shared]))
    if not pairs:
        raise InputError("the two summaries share no graded question")
    return [str(comparison) for comparison in paired.compare(pairs)]
