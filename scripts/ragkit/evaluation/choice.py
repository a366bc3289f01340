"""Which configuration of a sweep to take: the cheapest that cannot be told from the best, tested once."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from ragkit import tokens
from ragkit.cli import plural
from ragkit.evaluation.intervals import interval
from ragkit.evaluation.paired import Comparison, compare, within_one_error
from ragkit.evaluation.sweep import Result
from ragkit.records import Record

UNIT = f"tokens: {tokens.UNIT}, of passages as indexed, without a prompt's frame; assemble.py prints them too"
FEW = 100  # dev questions below which a gain of ten points is more often missed than seen (evaluation.md)


class Choice(NamedTuple):
    """The outcome of a sweep."""

    rows: list[tuple[Result, Comparison]]  # on dev, each cell against the baseline
    base: Result  # the shipped default; the first cell where it is not among them
    best: Result  # highest mean on dev
    chosen: Result
    test: Comparison | None  # `tried` against the baseline, on questions it was not chosen on
    default: Result | None = None  # what the scripts do when nothing is asked for
    dev: Sequence[str] = ()  # the qids it was chosen on
    kept: bool = False  # the default was chosen because no cell can be told to be better
    tried: Result | None = None  # the chosen cell; where that is the baseline, the best of the others on dev


def choose(results: Sequence[Result], dev: Sequence[str]) -> Choice:
    """Return the choice: on dev, the cheapest cell within one standard error of the best; of equals in cost,
    that which changes least, so that a gain by variants is not put down to the chunks they were tried with.

    Where the shipped default is among the cells and none is better than it by the paired test (Holm over all
    cells), the default is chosen: a change that cannot be told from luck is no reason to leave it. The error
    is that of the paired difference to the best. The default is the baseline of every test shown, the first
    cell where there is none; the chosen one is compared with it once more on the questions outside dev, and
    where it is the baseline itself the best of the others is, so that no verdict rests on dev alone.
    """
    wanted = set(dev)
    inside = [i for i, qid in enumerate(results[0].qids) if qid in wanted]
    outside = [i for i, qid in enumerate(results[0].qids) if qid not in wanted]
    columns = [[one.recall[i] for i in inside] for one in results]
    default = next((i for i, one in enumerate(results) if one.cell.is_default()), None)
    base = results[default or 0]
    compared = _against(results, columns, default or 0)
    means = [math.fsum(column) for column in columns]
    ranked = sorted(
        range(len(results)), key=lambda i: (means[i], [-cost for cost in results[i].cell.cost()], -i)
    )
    top = ranked[-1]
    near = [i for i, column in enumerate(columns) if within_one_error(column, columns[top])]
    pick = min(near, key=lambda i: (results[i].cell.cost(), results[i].cell.changes(), -means[i], i))
    kept = default is not None and all(row.verdict != "better" for row in compared)
    chosen = results[default] if kept and default is not None else results[pick]
    others = [results[i] for i in reversed(ranked) if results[i] is not base]
    tried = others[0] if chosen is base and others else chosen
    test = None
    if outside:
        ours, theirs = ([one.recall[i] for i in outside] for one in (tried, base))
        test = compare([(tried.cell.name, ours, theirs)])[0]
    shipped = None if default is None else results[default]
    return Choice(
        list(zip(results, compared, strict=True)), base, results[top], chosen, test, shipped, dev, kept, tried
    )


def _against(results: Sequence[Result], columns: Sequence[Sequence[float]], to: int) -> list[Comparison]:
    """Return each cell compared with one of them, corrected for all."""
    return compare(
        [(one.cell.name, column, columns[to]) for one, column in zip(results, columns, strict=True)]
    )


def report(
    choice: Choice,
    budgets: Sequence[int],
    n_dev: int,
    n_test: int,
    routing: bool = False,
    price: float | None = None,
) -> list[str]:
    """Return the table for a person: each cell on dev, the choice, and its one test.

    budgets  context tokens; of several, each has its column and their mean decides
    routing  show the share of all questions whose first hit is of the right corpus
    price    dollars for a million context tokens: show what 1,000 questions cost
    """
    width = max(len(one.cell.name) for one, _ in choice.rows) + 2
    base = "the shipped default" if choice.default else "the first row"
    sizes = ", ".join(f"{budget:,}" for budget in budgets)
    mean_of = "" if len(budgets) == 1 else f"; first their mean, which decides, then at {sizes}"
    within = f"{sizes}" if len(budgets) == 1 else f"{len(budgets)} budgets of"
    lines = [
        f"evidence recall within {within} context tokens, {plural(n_dev, 'dev question')}, against {base}"
        + mean_of,
        UNIT,
    ]
    if any(map(_grown, choice.rows)):
        lines.append("rows with grow: of their passages; the others: of the chunks retrieved")
    for one, compared in choice.rows:
        mean, name = f"{compared.mean:.3f}", one.cell.name + ("*" if one is choice.default else "")
        if len(budgets) > 1:
            mean += "  " + " ".join(f"{_inside(one, choice.dev, budget):.3f}" for budget in budgets)
        judged = "" if one is choice.base else f"  dev Holm p {compared.adjusted:.3g}, {compared.verdict}"
        if one is not choice.base and _same(one, choice.base):
            judged = "  the same on every question: nothing that it changes was found or lost"
        spent = f"{one.tokens:,.0f} tokens, {1000 * one.seconds:.1f} ms"
        spent += f", ${one.tokens * price / 1000:,.2f} for 1,000" if price is not None else ""
        routed = f", routed {interval(one.routed)}" if routing else ""
        lines.append(f"  {name:<{width}}{mean}  {spent}{routed}{judged}")
    told = [one.cell.name for one, compared in choice.rows if compared.verdict != "cannot tell"]
    lines += ["* the shipped default"] if choice.default else []
    lines.append(f"told apart from {base} on dev: {', '.join(told) or 'none'}")
    why = "within one error the cheapest, and of those the least changed"
    if choice.kept:
        why = "cannot tell any row to be better than the shipped default: keep the default"
    lines.append(f"best: {choice.best.cell.name}; chosen: {choice.chosen.cell.name} ({why})")
    if choice.test is None:
        return [*lines, "no test questions; the means above are those it was chosen by, and too high"]
    asked = plural(n_test, "test question")
    if choice.tried is choice.base:
        return [*lines, f"on {asked}: {choice.test.mean:.3f}; there is no other row to compare it with"]
    who = "" if choice.tried is choice.chosen else f"the runner-up, {choice.test.measure}, "
    return [*lines, f"on {asked}, {who}against {base}:", str(choice.test), *_agreement(choice)]


def _agreement(choice: Choice) -> list[str]:
    """Say where the two halves do not tell the same: then the choice may be luck."""
    found = choice.test.verdict if choice.test else ""
    if choice.tried is choice.chosen and found != "better":
        return ["the test half does not confirm the choice: keep what you have, or label more questions"]
    if choice.kept and found == "better":
        return ["the dev half did not show that: another --seed may choose otherwise; label more questions"]
    return []


def _grown(row: tuple[Result, Comparison]) -> bool:
    return bool(row[0].cell.steps["search"].get("grow"))


def _same(one: Result, other: Result) -> bool:
    """Return whether two cells found the same evidence at the same places in as many tokens."""
    found = [(of.recall, of.mrr, of.tokens, of.at_k, of.spent) for of in (one, other)]
    return found[0] == found[1]


def _inside(one: Result, dev: Sequence[str], budget: int) -> float:
    wanted = set(dev)
    scores = [score for qid, score in zip(one.qids, one.budgets[budget], strict=True) if qid in wanted]
    return math.fsum(scores) / len(scores)


def configuration(choice: Choice, k: int) -> Record:
    """Return the chosen settings by step, as chunk.py, index.py and search.py take them, k among them."""
    cell = choice.chosen.cell
    steps = {step: dict(settings) for step, settings in cell.steps.items()}
    return {"name": cell.name, **steps, "search": {**steps["search"], "k": k}}


def short(results: Sequence[Result], budget: int) -> list[str]:
    """Return a warning for each cell whose rankings ended before the largest budget was spent."""
    return [
        f"warning: {one.cell.name}: {one.short} of {len(one.qids)} rankings end within {budget:,} tokens; "
        "its recall there is a lower bound"
        for one in results
        if one.short
    ]
