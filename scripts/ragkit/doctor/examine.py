"""The doctor's report: sizes against a budget, the verdict, the faults; as text or as an object."""

import math
import re
from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple

from ragkit import tokens
from ragkit.cli import InputError
from ragkit.doctor import faults, mechanism
from ragkit.parsing.losses import Loss
from ragkit.records import Record


class Report(NamedTuple):
    """What was found; tokens are those of a Claude model: cl100k times tokens.CLAUDE_FACTOR."""

    size: mechanism.Size
    budget: mechanism.Budget
    verdict: mechanism.Verdict
    faults: list[faults.Fault]


def examine(
    documents: Sequence[Record],
    budget: mechanism.Budget,
    stale_before: str | None,
    skipped: Sequence[Loss] = (),
    today: str | None = None,
) -> Report:
    """Return the report on these documents; stale_before is an ISO date such as 2025-01-01, or None.

    skipped  what of the folder could not be reached, losses.of_skipped
    today    ISO date by which "in force" is judged; None is the day of the run
    """
    if stale_before is not None and not re.fullmatch(r"\d{4}(-\d{2}(-\d{2})?)?", stale_before):
        raise InputError(f"--stale-after: need an ISO date such as 2025-01-31, got {stale_before!r}")
    day = date.fromisoformat(today) if today else None
    counts = [tokens_of(document) for document in documents]
    read = [count for count in counts if count]
    return Report(
        mechanism.size(read),
        budget,
        mechanism.choose(documents, counts, budget),
        faults.find(documents, stale_before, budget.left(), counts, skipped, day),
    )


def undated(documents: Sequence[Record]) -> str:
    """Return a line that says how many documents with text have no date, "" where all have one."""
    read = [document for document in documents if document["text"].strip()]
    missing = sum(not document["updated"] for document in read)
    if not missing:
        return ""
    return (
        f"NOTE no_date: {missing} of {len(read)} documents state no date and git knows none: old is "
        "not told from new; add `updated` to the front matter, parse inside the git checkout, or --mtime"
    )


def mechanism_line(documents: Sequence[Record]) -> str:
    """Return the verdict on the mechanism, for the shipped budget, in one line."""
    counts = [tokens_of(document) for document in documents]
    verdict = mechanism.choose(documents, counts, mechanism.Budget())
    return f"Mechanism: {verdict.mechanism}: {verdict.why}"


def tokens_of(document: Record) -> int:
    """Return the tokens of a document's text for a Claude model, an estimate rounded up."""
    return math.ceil(tokens.count(document["text"]) * tokens.CLAUDE_FACTOR)


def as_text(report: Report, limit: int) -> str:
    """Return the report for a terminal; each fault names at most `limit` documents."""
    size = report.size
    lines = [
        f"Documents: {size.documents:,} with text, {size.total:,} tokens (estimate for a Claude model)",
        f"Size:      p50 {size.p50:,}, p95 {size.p95:,}, p99 {size.p99:,}, max {size.most:,}",
        f"Budget:    {report.budget.left():,} tokens for sources in a window of {report.budget.window:,}",
        f"Mechanism: {report.verdict.mechanism}: {report.verdict.why}",
        f"Faults:    {len(report.faults) or 'none'}",
    ]
    for number, fault in enumerate(report.faults, start=1):
        lines.append(f"{number}. {fault.code} ({len(fault.documents)}): {fault.detail}. Fix: {fault.fix}.")
        lines.extend(f"     {document}" for document in fault.documents[:limit])
        if len(fault.documents) > limit:
            lines.append(f"     and {len(fault.documents) - limit} more (--limit)")
    return "\n".join(lines)


def as_object(report: Report) -> dict[str, Any]:
    """Return the report as JSON values."""
    return {
        "size": report.size._asdict(),
        "budget": {**report.budget._asdict(), "left": report.budget.left()},
        "verdict": report.verdict._asdict(),
        "faults": [fault._asdict() for fault in report.faults],
    }
