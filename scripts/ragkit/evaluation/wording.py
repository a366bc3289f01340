"""A run's scores in words, and as one JSON object."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from ragkit.cli import plural
from ragkit.evaluation import equal
from ragkit.evaluation.gates import Gate, Verdict, check
from ragkit.evaluation.paired import Comparison, compare
from ragkit.evaluation.retrieval import SHARE, LeftOut, Scores
from ragkit.records import Record

SHOWN = 5  # names listed before "and n more"; taste
LOST = 10  # questions told one by one what of theirs is lost; taste


def counts(scores: Scores) -> str:
    """Return the line that says how many questions there are, and how many the means leave out."""
    n, none = len(scores.qids), len(scores.left_out.unanswerable)
    tied = f"; {len(scores.left_out.tied)} with a tie at a cut-off" if scores.left_out.tied else ""
    return f"questions: {n + none} total, {n} answerable, {none} unanswerable (not in the means){tied}"


def warnings(left_out: LeftOut) -> list[str]:
    """Return one line for each kind of thing that was left out, scored zero or counted once."""
    said = [
        (left_out.missing, "answerable questions are missing from the run and score 0"),
        (left_out.unlabelled, "questions of the run have no label and are ignored"),
        (left_out.repeats, "rankings name an id twice; a repeat keeps its slot and earns nothing"),
        (left_out.repeated_gold, "labels name an id twice; it counts once"),
        (left_out.unknown, "rankings name ids that are not among the chunks"),
        (
            left_out.ungrown,
            "rankings have passages (search.py --grow), and the chunks retrieved are scored; "
            "with --documents and --chunks the passages are",
        ),
    ]
    lines = [f"warning: {len(qids)} {what}: {listed(qids)}" for qids, what in said if qids]
    if left_out.shallow:
        depth, named = max(left_out.shallow.values()), ", ".join(f"recall@{k}" for k in left_out.shallow)
        lines.append(f"warning: the run holds at most {depth} results a question; {named} cannot be measured")
    lines += [
        f"warning: {qid} needs what cannot be found: {'; '.join(reasons)}"
        for qid, reasons in list(left_out.lost.items())[:LOST]
    ]
    if len(left_out.lost) > LOST:
        more = len(left_out.lost) - LOST
        lines.append(f"warning: and {more} more questions need such; labels.py locate names every quote")
    return lines


def doubts(scores: Scores, baseline: Scores | None) -> list[str]:
    """Return the warnings of a run and of its baseline; what the labels lack, and of both the same questions
    without a label, is said once."""
    said = [*warnings(scores.left_out), *_short(scores)]
    if baseline is not None:
        left = baseline.left_out._replace(lost={}, repeated_gold={})
        if set(left.unlabelled) == set(scores.left_out.unlabelled):
            left = left._replace(unlabelled=[])
        theirs = [*warnings(left), *_short(baseline)]
        said += [line.replace("warning: ", "warning: baseline: ", 1) for line in theirs]
    return said


def unsliced(scores: Scores, fields: Iterable[str]) -> list[str]:
    """Name the fields to slice by that no answerable label has: their one slice is everything."""
    lines = []
    for field in fields:
        if [name for name in scores.slices if name.startswith(f"{field}=")] == [f"{field}=(none)"]:
            lines.append(f"warning: --slice {field}: no label has a field of this name")
    return lines


def _short(scores: Scores) -> list[str]:
    """Name the rankings that end before the budget of tokens is spent: more of them might have been found."""
    short = [qid for qid, fit in zip(scores.qids, scores.fits, strict=False) if fit.chunks and not fit.full]
    what = f"rankings end within {scores.budget} tokens; with more results they might have found more"
    return [f"warning: {len(short)} {what}: {listed(short)}"] if short else []


def listed(names: Iterable[str]) -> str:
    """Return the first names and how many more there are."""
    every = list(names)
    more = f" and {len(every) - SHOWN} more" if len(every) > SHOWN else ""
    return ", ".join(every[:SHOWN]) + more


class Report(NamedTuple):
    """All that a report says."""

    scores: Scores
    verdicts: Sequence[Verdict]
    comparisons: Sequence[Comparison] = ()
    ndcg: str = "ndcg"  # or ndcg_exp
    more: Sequence[str] = ()  # measures to show beside the usual ones
    baseline: Scores | None = None
    standing: Mapping[str, Sequence[str]] = MappingProxyType({})  # qid -> where its evidence stands


def report(
    scores: Scores,
    baseline: Scores | None,
    bars: Sequence[Gate],
    gain: str = "linear",
    more: Sequence[str] = (),
    compare_all: bool = False,
) -> Report:
    """Return what a report says; with a baseline, the headline and `more` are compared with it.

    The headline is recall at the first k, or within the budget of tokens where there is one.

    Holm's correction is over all that is compared, so by default that is the one measure that decides.
    compare_all  compare every measure shown
    """
    ndcg = "ndcg_exp" if gain == "exp" else "ndcg"
    names = [headline(scores)]
    if compare_all:
        names = [f"{name}@{k}" for k in scores.ks for name in ("recall", ndcg)] + ["mrr"]
        names += [headline(scores)] if scores.budget is not None else []
    names = list(dict.fromkeys([*names, *more]))
    pairs = [(name, scores.values(name), baseline.values(name)) for name in names] if baseline else []
    compared = compare(pairs)
    if baseline and scores.budget is not None:
        place = names.index(headline(scores))
        compared[place] = _judged(compared[place], scores, baseline)
    return Report(scores, check(bars, scores, baseline), compared, ndcg, more, baseline)


def _judged(row: Comparison, scores: Scores, baseline: Scores) -> Comparison:
    """Return the comparison within a budget; without a verdict where longer rankings might take it back.

    A ranking that ends within the budget might have held all it misses. The verdict stands if it is the
    same with that counted as found for the run that lost.
    """
    if row.verdict == "cannot tell":
        return row
    name = row.measure
    loser, whose = (scores, "this run") if row.verdict == "worse" else (baseline, "the baseline")
    found = list(loser.values(name))
    ended = [i for i, fit in enumerate(loser.fits) if fit.chunks and not fit.full and found[i] < 1]
    for i in ended:
        found[i] = 1.0
    pair = (found, baseline.values(name)) if loser is scores else (scores.values(name), found)
    if compare([(name, *pair)])[0].verdict == row.verdict:
        return row
    why = f"no verdict: {len(ended)} rankings of {whose} end within {scores.budget} tokens and miss something"
    return row._replace(verdict=f"{why}; search again with a larger --k")


def headline(scores: Scores) -> str:
    """Return the measure that decides a comparison."""
    return f"recall@{scores.ks[0]}" if scores.budget is None else equal.measure(scores.budget)


def lines(report: Report, n_worst: int) -> list[str]:
    """Return the report for people: counts, means, slices, comparison, the worst questions, the verdicts."""
    scores = report.scores
    parts = [
        [counts(scores), *_grown("", scores), *_grown("baseline: ", report.baseline), *table(report)],
        _slices(scores),
        [f"against the baseline, the same {len(scores.qids)} questions:", *map(str, report.comparisons)]
        if report.comparisons
        else [],
        worst(scores, n_worst, report.standing),
        list(map(str, report.verdicts)),
    ]
    return [line for part in parts if part for line in ["", *part]][1:]


def _grown(whose: str, scores: Scores | None) -> list[str]:
    """Say that passages were scored, not the chunks retrieved."""
    if scores is None or not scores.grown:
        return []
    others = len(scores.qids) - scores.grown
    rest = f"; of {others} the chunks retrieved" if others else ""
    return [f"{whose}scored: the passages of {plural(scores.grown, 'question')} (search.py --grow){rest}"]


def table(report: Report) -> list[str]:
    """Return a line for each cut-off and one for MRR: means with their 95% intervals."""
    scores, name = report.scores, "nDCG" if report.ndcg == "ndcg" else "nDCG(exp)"
    rows = [
        f"recall@{k:<3} {scores.mean(f'recall@{k}')}   {name}@{k:<3} {scores.mean(f'{report.ndcg}@{k}')}"
        for k in scores.ks
    ]
    more = [f"{name:<10} {scores.mean(name)}" for name in report.more]
    budget = [_budget("", scores)] if scores.budget is not None else []
    budget += [_budget("baseline: ", report.baseline)] if budget and report.baseline is not None else []
    return [*rows, f"MRR        {scores.mean('mrr')}", *more, *_shares(scores), *budget]


def _budget(whose: str, scores: Scores) -> str:
    n = max(1, len(scores.fits))
    chunks, spent = (sum(column) / n for column in list(zip(*scores.fits, strict=True))[:2])
    mean = scores.mean(headline(scores))
    unit = "passages" if scores.grown else "chunks"
    return f"{whose}recall within {scores.budget} tokens {mean}: {chunks:.1f} {unit}, {spent:.0f} tokens"


def _shares(scores: Scores) -> list[str]:
    if not scores.shares:
        return []
    k = scores.ks[0]
    return [f"evidence tokens per context token @{k}: {scores.mean(f'{SHARE}{k}').mean:.3f}"]


def _slices(scores: Scores) -> list[str]:
    k = scores.ks[0]
    names = (f"recall@{k}", "MRR")
    return [
        f"{part}: n {len(where)}, "
        + ", ".join(f"{name} {scores.mean(name.lower(), where)}" for name in names)
        for part, where in sorted(scores.slices.items())
    ]


def summary(report: Report) -> Record:
    """Return the report as one JSON object, with every measure, and a row for every question."""
    scores, names = report.scores, report.scores.all_names()
    headline = [f"recall@{scores.ks[0]}", "mrr"]
    return {
        "questions": {
            "total": len(scores.qids) + len(scores.left_out.unanswerable),
            "answerable": len(scores.qids),
        },
        "passages": scores.grown,
        "means": {name: scores.mean(name)._asdict() for name in names},
        "slices": {
            part: {name: scores.mean(name, where)._asdict() for name in headline}
            for part, where in sorted(scores.slices.items())
        },
        "comparisons": [row._asdict() for row in report.comparisons],
        "gates": [verdict._asdict() for verdict in report.verdicts],
        "left_out": scores.left_out._asdict(),
        "rows": list(scores.rows(names)),
    }


def worst(scores: Scores, n: int, standing: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the worst questions, by recall at the first k, then by reciprocal rank, with their evidence."""
    rows = scores.worst(n)
    if not rows:
        return []
    lines = [f"worst {len(rows)} questions by recall@{scores.ks[0]}, then reciprocal rank:"]
    for qid, question, recall, rank in rows:
        lines.append(f"  {qid:<10} recall={recall:.2f} rr={rank:.2f}  {_line(question)}")
        lines += [f"    {line}" for line in standing.get(qid, ())]
    return lines


def _line(question: str) -> str:
    line = " ".join(question.split())
    return line if len(line) <= 70 else line[:67] + "..."
