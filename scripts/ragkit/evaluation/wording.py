"""A run's scores in words, and as one JSON object."""

from collections.abc import Iterable

from ragkit.evaluation.gates import Verdict
from ragkit.evaluation.retrieval import LeftOut, Scores
from ragkit.records import Record

SHOWN = 5  # names listed before "and n more"; taste


def counts(scores: Scores) -> str:
    """Return the line that says how many questions there are, and how many the means leave out."""
    n, none = len(scores.qids), len(scores.left_out.unanswerable)
    return f"questions: {n + none} total, {n} answerable, {none} unanswerable (not in the means)"


def warnings(left_out: LeftOut) -> list[str]:
    """Return one line for each kind of thing that was left out, scored zero or counted once."""
    said = [
        (left_out.missing, "answerable questions are missing from the run and score 0"),
        (left_out.unlabelled, "questions of the run have no label and are ignored"),
        (left_out.repeats, "rankings name an id twice; a repeat keeps its slot and earns nothing"),
        (left_out.repeated_gold, "labels name an id twice; it counts once"),
        (left_out.unknown, "rankings name ids that are not among the chunks"),
    ]
    lines = [f"warning: {len(qids)} {what}: {listed(qids)}" for qids, what in said if qids]
    return lines + [
        f"warning: {qid} needs what cannot be found: {'; '.join(reasons)}"
        for qid, reasons in left_out.lost.items()
    ]


def listed(names: Iterable[str]) -> str:
    """Return the first names and how many more there are."""
    every = list(names)
    more = f" and {len(every) - SHOWN} more" if len(every) > SHOWN else ""
    return ", ".join(every[:SHOWN]) + more


def table(scores: Scores) -> list[str]:
    """Return a line for each cut-off and one for MRR: means with their 95% intervals."""
    rows = [
        f"recall@{k:<3} {scores.mean(f'recall@{k}')}   nDCG@{k:<3} {scores.mean(f'ndcg@{k}')}"
        for k in scores.ks
    ]
    return [*rows, f"MRR        {scores.mean('mrr')}"]


def report(scores: Scores, n_worst: int, verdict: Verdict) -> list[str]:
    """Return the whole report: counts, means, the worst questions, the verdict."""
    ends = ["", *worst(scores, n_worst)] if n_worst else []
    return [counts(scores), *table(scores), *ends, "", str(verdict)]


def summary(scores: Scores, verdict: Verdict) -> Record:
    """Return the same as one JSON object, with every measure, and a row for every question."""
    n, left_out = len(scores.qids), scores.left_out
    return {
        "questions": {"total": n + len(left_out.unanswerable), "answerable": n},
        "means": {name: scores.mean(name)._asdict() for name in scores.all_names()},
        "gate": verdict._asdict(),
        "left_out": left_out._asdict(),
        "rows": list(scores.rows(scores.all_names())),
    }


def worst(scores: Scores, n: int) -> list[str]:
    """Return the worst questions, by recall at the first k and then by reciprocal rank."""
    rows = scores.worst(n)
    if not rows:
        return []
    k = scores.ks[0]
    return [f"worst {len(rows)} questions by recall@{k}, then reciprocal rank:"] + [
        f"  {qid:<10} recall={recall:.2f} rr={rank:.2f}  {_short(question)}"
        for qid, question, recall, rank in rows
    ]


def _short(question: str) -> str:
    line = " ".join(question.split())
    return line if len(line) <= 70 else line[:67] + "..."
