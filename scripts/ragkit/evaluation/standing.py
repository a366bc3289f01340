"""Where the evidence of the worst questions stands: its rank in the run and each leg, or why it has none."""

from collections.abc import Iterable, Sequence
from typing import Any

from ragkit.evaluation.corpus import Corpus
from ragkit.evaluation.evidence import ByQuote
from ragkit.evaluation.resolve import Resolver
from ragkit.evaluation.retrieval import Scores
from ragkit.evaluation.waterfall import Asked, Trace, trace
from ragkit.records import Record


def of_worst(
    scores: Scores, n: int, labels: Iterable[Record], run: Iterable[Record], resolver: Resolver[Any]
) -> dict[str, list[str]]:
    """Return qid -> a line for each need of the n worst questions; nothing for labels without quotes."""
    if not isinstance(resolver, ByQuote):
        return {}
    wanted = {qid for qid, *_ in scores.worst(n)}
    rows = {row["qid"]: row for row in run if row["qid"] in wanted}
    within = Corpus({}, resolver, {}, frozenset())
    return {
        label["qid"]: _lines(trace(label, Asked(rows.get(label["qid"])), within))
        for label in labels
        if label["qid"] in wanted
    }


def _lines(traces: Sequence[Trace]) -> list[str]:
    return [f"evidence {one.need}, {one.doc_id}: {_said(one)}" for one in traces]


def _said(one: Trace) -> str:
    if not one.held["parse"]:
        return f"quote not located: {one.detail}"
    if one.held["chunk"] is False:
        return "in no chunk"
    return "; ".join(part for part in (one.path or "not in the run", one.detail) if part)
