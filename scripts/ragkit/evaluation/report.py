"""The output contract: six lines on what was built, how good it is, what was lost and what to do next."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Measure(NamedTuple):
    """A mean over n questions with its 95% interval; all from 0 to 1."""

    name: str
    value: float
    low: float
    high: float
    n: int

    def __str__(self) -> str:
        return f"{self.name} {self.value:.3f} [{self.low:.3f}, {self.high:.3f}] (n={self.n})"


class Facts(NamedTuple):
    """What the contract states; None where it was not measured."""

    documents: int
    chunks: int
    chunking: str
    reindex: str
    retrieval: str
    reranker: str | None
    k: int
    questions: int
    unanswerable: int
    recall: Measure | None
    mrr: Measure | None
    faithfulness: Measure | None
    abstention: Measure | None
    losses: Mapping[str, Sequence[str]]
    lever: str


def contract(facts: Facts) -> str:
    """Return the six lines of the output contract, Markdown, without a newline at the end.

    losses  reason -> where ("contract.pdf page 2", ...); each reason is counted, up to three places named
    """
    asked = f"{facts.questions} questions ({facts.unanswerable} unanswerable)" if facts.questions else "none"
    metrics = [
        _or(facts.recall, "recall"), _or(facts.mrr, "MRR"), _or(facts.faithfulness, "faithfulness"),
        _or(facts.abstention, "abstention"),
    ]  # fmt: skip
    return "\n".join(
        [
            f"**Corpus:** {facts.documents:,} docs, {facts.chunks:,} chunks, chunking {facts.chunking}, "
            f"re-index {facts.reindex}",
            f"**Retrieval:** {facts.retrieval}, reranker {facts.reranker or 'none'}, final k={facts.k}",
            f"**Eval set:** {asked}",
            f"**Metrics:** {', '.join(metrics)}",
            f"**Losses:** {_losses(facts.losses)}",
            f"**Next lever:** {facts.lever}",
        ]
    )


def _or(measure: Measure | None, name: str) -> str:
    return str(measure) if measure else f"{name} not measured"


def _losses(losses: Mapping[str, Sequence[str]]) -> str:
    if not losses:
        return "none"
    counted = Counter({reason: len(where) for reason, where in losses.items()})
    parts = []
    for reason, count in sorted(counted.items(), key=lambda item: (-item[1], item[0])):
        named = ", ".join(losses[reason][:3]) + (f" and {count - 3} more" if count > 3 else "")
        parts.append(f"{count} {reason} ({named})")
    return "; ".join(parts)
