"""How many passages to pass on: recall and context tokens by k for one configuration, and the k to take."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from ragkit.evaluation.intervals import Interval, interval
from ragkit.evaluation.paired import within_one_error
from ragkit.evaluation.sweep import KS, Result


class Row(NamedTuple):
    """What the first k passages hold."""

    k: int
    dev: float  # mean recall, the half that k is taken on
    shown: Interval  # recall on the test half; of the dev half where there is no other
    tokens: float  # context tokens, mean over the questions of `shown`


class Cutoff(NamedTuple):
    """The rows, the k taken, and why."""

    rows: list[Row]
    k: int
    why: str
    tested: bool  # whether the rows show questions that k was not taken on


def cutoff(result: Result, dev: Sequence[str], bar: float | None = None) -> Cutoff:
    """Return the smallest k whose recall on dev is within one standard error of that of the largest k.

    The error is that of the paired difference. What is shown beside it comes from the other questions.
    bar  recall from 0 to 1: take the smallest k that has it; where none has, the largest k
    """
    wanted = set(dev)
    inside = [i for i, qid in enumerate(result.qids) if qid in wanted]
    outside = [i for i, qid in enumerate(result.qids) if qid not in wanted]
    columns = {k: [result.at_k[k][i] for i in inside] for k in KS}
    where = outside or inside
    rows = [
        Row(k, _mean(columns[k]), interval([result.at_k[k][i] for i in where]),
            _mean([result.spent[k][i] for i in where]))
        for k in KS
    ]  # fmt: skip
    last = rows[-1]
    if bar is None:
        k = next(k for k in KS if within_one_error(columns[k], columns[last.k]))
        why = f"the smallest within one standard error of k = {last.k}"
        if k == last.k:
            why = "recall still rises there; variants or a reranker may bring what more context does"
        return Cutoff(rows, k, why, bool(outside))
    reached = [row.k for row in rows if row.dev >= bar]
    if reached:
        return Cutoff(rows, reached[0], f"the smallest with recall {bar:g}", bool(outside))
    why = f"no k has recall {bar:g}: mend retrieval, not k"
    return Cutoff(rows, last.k, why, bool(outside))


def lines(found: Cutoff, name: str) -> list[str]:
    """Return the table for a person, and the sentence that answers "which k?"."""
    half = "test" if found.tested else "dev"
    text = [f"top-k of {name}: recall, and context tokens a question", f"      k    dev  {half:<22}  tokens"]
    for row in found.rows:
        mark = "  <-" if row.k == found.k else ""
        text.append(f"  {row.k:>5}  {row.dev:.3f}  {row.shown}  {row.tokens:>6,.0f}{mark}")
    taken = next(row for row in found.rows if row.k == found.k)
    return [
        *text,
        f"take k = {found.k}: {found.why}, on dev; on {taken.shown.n} {half} questions recall "
        f"{taken.shown} with {taken.tokens:,.0f} tokens of context",
    ]


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)
