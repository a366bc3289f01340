"""At which stage each failed question lost its evidence, told from the run, the chunks and the documents."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from ragkit.evaluation.evidence import ByQuote, Quote
from ragkit.evaluation.lever import CHANGES, Lost
from ragkit.evaluation.resolve import Resolver
from ragkit.labels.read import answerable
from ragkit.records import Record


class Finder(NamedTuple):
    """What a loss is told from.

    resolver  how labels are bound to the ids of the run
    k         the cut of the answer's context
    damaged   doc ids of which something was not read
    may_read  (label, doc_id) -> whether the label's user may open the document
    """

    resolver: Resolver[Any]
    k: int
    damaged: frozenset[str]
    may_read: Callable[[Record, str], bool]

    def lost(self, labels: Iterable[Record], run: Mapping[str, Record]) -> list[Lost]:
        """Return the answerable questions whose needs the top k does not all meet, with their first stage."""
        found = []
        order = list(CHANGES)
        for label in labels:
            if not answerable(label):
                continue
            retrieved = run[label["qid"]]["retrieved"] if label["qid"] in run else []
            stages = [self._stage(label, need, retrieved) for need in self.resolver.gold(label).needs]
            gone = [stage for stage in stages if stage is not None]
            if gone:
                found.append(Lost(label["qid"], label["question"], min(gone, key=order.index)))
        return found

    def _stage(self, label: Record, need: tuple[Any, ...], retrieved: list[str]) -> str | None:
        """Return where a need was lost; None when the top k meets it; rank when what stands below it does."""
        if any(self._met(one, retrieved[: self.k]) for one in need):
            return None
        if any(self._met(one, retrieved) for one in need):
            return "rank"
        if not isinstance(self.resolver, ByQuote) or not label["evidence"]:
            return "retrieve"
        quotes = [one for one in need if isinstance(one, Quote) and one.ranges]
        if not quotes:
            return "parse" if any(item["doc_id"] in self.damaged for item in label["evidence"]) else "labels"
        if not any(whole(quote, self.resolver) for quote in quotes):
            return "chunk"
        if not any(self.may_read(label, quote.doc_id) for quote in quotes):
            return "permissions"
        return "retrieve"

    def _met(self, one: Quote | str, ids: list[str]) -> bool:
        if isinstance(self.resolver, ByQuote):
            return bool(self.resolver.rank(one, ids))
        return one in ids


def whole(quote: Quote, resolver: ByQuote) -> bool:
    """Return whether some single chunk holds the quote."""
    return any(resolver.rank(quote, [name]) for name in resolver.near(quote))
