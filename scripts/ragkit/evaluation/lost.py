"""At which stage each failed question lost its evidence, told from the run and the chunks."""

from collections.abc import Iterable, Mapping
from typing import Any

from ragkit.evaluation.evidence import ByQuote, Quote, covered_at
from ragkit.evaluation.lever import CHANGES, Lost
from ragkit.evaluation.resolve import Resolver
from ragkit.labels.read import answerable
from ragkit.records import Record


def lost(labels: Iterable[Record], run: Mapping[str, Record], resolver: Resolver[Any], k: int) -> list[Lost]:
    """Return the answerable questions whose needs the top k does not all meet, with their earliest stage."""
    found = []
    order = list(CHANGES)
    for label in labels:
        if not answerable(label):
            continue
        row = run.get(label["qid"], {"retrieved": []})
        stages = [
            stage
            for alternatives in resolver.gold(label).needs
            if (stage := _stage(alternatives, row, resolver, k)) is not None
        ]
        if stages:
            found.append(Lost(label["qid"], label["question"], min(stages, key=order.index)))
    return found


def _stage(alternatives: tuple[Any, ...], row: Record, resolver: Resolver[Any], k: int) -> str | None:
    """Return where a need was lost; None when the top k meets it; rank when what stands below it does."""
    if any(_met(one, row["retrieved"][:k], resolver) for one in alternatives):
        return None
    if any(_met(one, row["retrieved"], resolver) for one in alternatives):
        return "rank"
    quotes = [one for one in alternatives if isinstance(one, Quote)]
    if quotes and not any(quote.ranges for quote in quotes):
        return "parse"
    if quotes and isinstance(resolver, ByQuote) and not any(_whole(quote, resolver) for quote in quotes):
        return "chunk"
    return "retrieve"


def _met(one: Quote | str, ids: list[str], resolver: Resolver[Any]) -> bool:
    if isinstance(resolver, ByQuote):
        return bool(resolver.rank(one, ids))
    return one in ids


def _whole(quote: Quote, resolver: ByQuote) -> bool:
    """Return whether some single chunk holds the quote."""
    return any(covered_at(quote, [places]) for places in resolver.places.values())
