"""The output contract: six lines on what was built, how good it is, what was lost and what to do next."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ragkit.evaluation.intervals import Interval

NAMED = 3  # places named for each kind of loss: taste


class Facts(NamedTuple):
    """What the contract states."""

    documents: int
    unread: int  # of the documents, those without any text
    chunks: int
    chunking: str
    reindex: str
    retrieval: str
    reranker: str | None
    k: int
    questions: int
    unanswerable: int
    drawn: int  # of the questions, those whose labels come from answers: the metrics are upper bounds
    metrics: Mapping[str, Interval | None]  # in the order to print; None is not measured
    losses: Mapping[str, Sequence[str]]  # reason -> where, such as "contract.pdf page 2"
    lever: str


def contract(facts: Facts) -> str:
    """Return the six lines of the output contract, Markdown, without a newline at the end."""
    asked = f"{facts.questions} questions ({facts.unanswerable} unanswerable)" if facts.questions else "none"
    of = {"abstention": facts.unanswerable}  # questions it could have been measured on
    lacks = (
        "answers to the unanswerable questions" if facts.unanswerable else 'labels with "answerable": false'
    )
    bound = f"upper bounds ({facts.drawn} labels drawn from answers): " if facts.drawn else ""
    metrics = bound + ", ".join(
        _metric(name, value, of.get(name), lacks) for name, value in facts.metrics.items()
    )
    unread = f" ({facts.unread} without text)" if facts.unread else ""
    size = f"{facts.documents:,} docs{unread}, {facts.chunks:,} chunks, chunking {facts.chunking}"
    return "\n".join(
        [
            f"**Corpus:** {size}, re-index {facts.reindex}",
            f"**Retrieval:** {facts.retrieval}, reranker {facts.reranker or 'none'}, final k={facts.k}",
            f"**Eval set:** {asked}",
            f"**Metrics:** {metrics}",
            f"**Losses:** {_losses(facts.losses)}",
            f"**Next lever:** {facts.lever}",
        ]
    )


def _metric(name: str, value: Interval | None, of: int | None, lacks: str) -> str:
    if value is None:
        return f"{name} not measured" + (f" (it needs {lacks})" if name == "abstention" else "")
    return f"{name} {value} (n={value.n}{f' of {of}' if of and of != value.n else ''})"


def _losses(losses: Mapping[str, Sequence[str]]) -> str:
    parts = []
    for reason, where in sorted(losses.items(), key=lambda item: (-len(item[1]), item[0])):
        more = f" and {len(where) - NAMED} more" if len(where) > NAMED else ""
        parts.append(f"{len(where)} {reason} ({', '.join(where[:NAMED])}{more})")
    return "; ".join(parts) or "none"
