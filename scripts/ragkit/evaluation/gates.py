"""Bars that a run must reach: at least so much, or no more than so much below a baseline."""

from collections.abc import Sequence
from typing import NamedTuple

from ragkit.cli import InputError
from ragkit.evaluation.retrieval import Scores
from ragkit.records import Record

TOLERANCE = 1e-12  # ten scores of .8 must reach a bar of .8
DEFAULT = 0.8  # of recall at the first k; taste


class Gate(NamedTuple):
    """A bar for the mean of one measure, over all questions or one slice."""

    measure: str
    least: float | None = None
    max_drop: float | None = None  # against the baseline; 0 allows none
    slice: str | None = None


class Verdict(NamedTuple):
    """One bar, and whether it was reached."""

    measure: str
    value: float
    bar: float
    passed: bool

    def __str__(self) -> str:
        word, sign = ("PASS", ">=") if self.passed else ("FAIL", "<")
        return f"{word}: {self.measure} {self.value:.3f} {sign} {self.bar:.6g}"


def read(where: str, table: Record) -> list[Gate]:
    """Return the gates of a table; InputError at `where` for anything that is not a bar.

    {"gates": [{"measure": "recall@5", "min": 0.85, "max_drop": 0.02, "slice": "field=value"}]}
    """
    rows = table.get("gates")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise InputError(f'{where}: need {{"gates": [{{"measure": "recall@5", "min": 0.85}}, ...]}}')
    return [_gate(f"{where}: gate {number}", row) for number, row in enumerate(rows, start=1)]


def bars(measure: str, least: float | None, max_drop: float | None, more: Sequence[Gate]) -> list[Gate]:
    """Return every gate of a call: one measure at least DEFAULT, where nothing else is asked; then more."""
    least = DEFAULT if least is None and not more else least
    first = [] if least is None else [Gate(measure, least)]
    return [*first, *more, *([] if max_drop is None else [Gate(measure, max_drop=max_drop)])]


def _gate(where: str, row: Record) -> Gate:
    if unknown := set(row) - {"measure", "min", "max_drop", "slice"}:
        raise InputError(f"{where}: unknown {', '.join(sorted(unknown))}; use measure, min, max_drop, slice")
    bars = [row.get("min"), row.get("max_drop")]
    for bar in bars:
        number = isinstance(bar, (int, float)) and not isinstance(bar, bool)
        if bar is not None and not (number and 0 <= bar <= 1):
            raise InputError(f"{where}: a bar is a number from 0 to 1, got {bar!r}")
    if bars == [None, None] or not isinstance(row.get("measure"), str):
        raise InputError(f'{where}: needs a "measure", and "min" or "max_drop"')
    if not isinstance(row.get("slice"), (str, type(None))):
        raise InputError(f'{where}: a slice is written "field=value", got {row["slice"]!r}')
    return Gate(row["measure"], bars[0], bars[1], row.get("slice"))


def check(gates: Sequence[Gate], scores: Scores, baseline: Scores | None) -> list[Verdict]:
    """Return a verdict for every bar, in order; InputError for a bar that cannot be measured here."""
    verdicts = []
    for gate in gates:
        name = gate.measure + (f" of {gate.slice}" if gate.slice else "")
        value = _mean(scores, gate, name)
        if gate.least is not None:
            verdicts.append(_verdict(name, value, gate.least))
        if gate.max_drop is not None:
            if baseline is None:
                raise InputError(f"{name}: max_drop needs --baseline")
            verdicts.append(_verdict(name, value, _mean(baseline, gate, name) - gate.max_drop))
    return verdicts


def _verdict(name: str, value: float, bar: float) -> Verdict:
    return Verdict(name, value, bar, value + TOLERANCE >= bar)


def _mean(scores: Scores, gate: Gate, name: str) -> float:
    where = None if gate.slice is None else scores.slices.get(gate.slice)
    if gate.slice is not None and not where:
        raise InputError(
            f"{name}: no answerable label is in that slice; a bar that is not measured cannot pass"
        )
    return scores.mean(gate.measure, where).mean


def fields(gates: Sequence[Gate]) -> list[str]:
    """Return the label fields that the gates slice by."""
    return [gate.slice.partition("=")[0] for gate in gates if gate.slice]


def junit(verdicts: Sequence[Verdict]) -> str:
    """Return the verdicts as a JUnit XML report, one test case each."""
    from xml.sax.saxutils import quoteattr  # it brings urllib, which --help can do without

    cases = []
    for verdict in verdicts:
        failure = "" if verdict.passed else f"<failure message={quoteattr(str(verdict))}/>"
        name = quoteattr(f"{verdict.measure} at least {verdict.bar:.6g}")
        cases.append(f'  <testcase classname="retrieval_metrics" name={name}>{failure}</testcase>\n')
    failed = sum(not verdict.passed for verdict in verdicts)
    suite = f'<testsuite name="retrieval_metrics" tests="{len(verdicts)}" failures="{failed}">\n'
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{suite}{"".join(cases)}</testsuite>\n'
