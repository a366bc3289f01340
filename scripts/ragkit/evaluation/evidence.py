"""Quotes bound to chunks: a need is met at the smallest k whose chunks together hold 90% of a quote."""

import hashlib
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ragkit import tokens
from ragkit.cli import InputError
from ragkit.evaluation.metrics import Outcome
from ragkit.evaluation.passages import RETRIEVED_ONLY
from ragkit.evaluation.resolve import ByDocument, ById, Ranking, placed
from ragkit.labels.locate import Lost, Page, Range, archive, find, holder
from ragkit.labels.read import evidence_needs, id_needs
from ragkit.records import Record

COVERED = 0.9  # of a quote's characters; CONTRIBUTING.md, "Quote scoring"


class Place(NamedTuple):
    """A range of a document's text."""

    doc_id: str
    start: int
    end: int


class _Piece(NamedTuple):
    """What a chunk adds to a passage."""

    head: str  # prefix and note
    start: int
    end: int


class Quote(NamedTuple):
    """A located quote: the ranges of one document it covers."""

    doc_id: str
    ranges: tuple[Range, ...]
    tokens: int = 0

    def size(self) -> int:
        return sum(end - start for start, end in self.ranges)


class Quotes(NamedTuple):
    """The needs of one question: for each, its located quotes, or the ids that meet it."""

    needs: tuple[tuple[Quote | str, ...], ...]
    grades: tuple[float, ...]


class ByQuote:
    """Quotes located in the documents and bound to the chunks that hold them; ids where a label has those."""

    has_text = True

    def __init__(
        self, documents: Iterable[Record], chunks: Iterable[Record], labels: Iterable[Record]
    ) -> None:
        """Keep the cited documents, and where every chunk of them lies; InputError when the two disagree."""
        cited = {archive(item["doc_id"]) for label in labels for item in label["evidence"] or []}
        self.pages: dict[str, Page] = {}
        for document in documents:
            if archive(document["doc_id"]) in cited:
                self.pages[document["doc_id"]] = Page(document["text"], document["pages"])
        self.tokens: dict[str, int] = {}  # of every chunk, and of the passages of a run (shown.py)
        self.members: dict[str, tuple[str, ...]] = {}  # of those passages -> their chunks
        self._pieces: dict[str, _Piece] = {}  # of every chunk
        self.known = self.tokens
        self.partial = False  # whether these are another system's chunks, of which only some are known
        self.places: dict[str, list[Place]] = {}
        self._near: dict[str, list[str]] = {}  # doc_id -> chunks with a place in it
        self._read_chunks(chunks)
        self.lost: dict[str, list[str]] = {}

    def _read_chunks(self, chunks: Iterable[Record]) -> None:
        """Find each chunk's own place, and those of the chunks with the very same text.

        The same text: in one family, or prefix and context included, so that the copy answers as well.
        """
        from ragkit.indexing.survey import (
            indexed_text,
        )  # it brings the analysers, which --help can do without

        groups: dict[tuple[str, bytes], tuple[list[str], list[Place]]] = {}
        for chunk in chunks:
            chunk_id, text = chunk["chunk_id"], chunk["text"]
            self.partial = self.partial or RETRIEVED_ONLY in chunk["meta"].items()
            self.tokens[chunk_id] = tokens.count(text) if chunk["tokens"] is None else chunk["tokens"]
            place, indexed = self._place(chunk), indexed_text(chunk)
            head = indexed[: len(indexed) - len(text)]
            self._pieces[chunk_id] = _Piece(sys.intern(head), place.start, place.end)
            family = chunk["dup_of"] or chunk_id
            for key in ((family, _digest(text)), ("", _digest(indexed))):
                ids, held = groups.setdefault(key, ([], []))
                ids.append(chunk_id)
                if place.doc_id in self.pages:
                    held.append(place)
        for ids, held in groups.values():
            for chunk_id in ids if held else ():
                known = self.places.get(chunk_id, held)
                self.places[chunk_id] = held if known == held else list(dict.fromkeys([*known, *held]))
        for chunk_id, places in self.places.items():
            for doc_id in dict.fromkeys(place.doc_id for place in places):
                self._near.setdefault(doc_id, []).append(chunk_id)

    def _place(self, chunk: Record) -> Place:
        start = chunk["start"] if chunk["overlap_start"] is None else chunk["overlap_start"]
        place = Place(chunk["doc_id"], start, chunk["end"])
        page = self.pages.get(chunk["doc_id"])
        if page and page.text[start : chunk["end"]] != chunk["text"]:
            raise InputError(
                f"chunk {chunk['chunk_id']!r} is not the text of its range in {chunk['doc_id']!r}; "
                f"the chunks were made from other documents: chunk again"
            )
        return place

    def gold(self, label: Record) -> Quotes:
        if not label["evidence"]:
            needs = id_needs(label)
            for name in (name for need in needs for name in need.alternatives if name not in self.known):
                self.lost.setdefault(label["qid"], []).append(f"{name} is not among the chunks")
            return Quotes(tuple(need.alternatives for need in needs), tuple(need.grade for need in needs))
        wanted = evidence_needs(label)
        located = [
            tuple(quote for item in need.alternatives for quote in self._located(label["qid"], item))
            for need in wanted
        ]
        return Quotes(tuple(located), tuple(need.grade for need in wanted))

    def _located(self, qid: str, item: Record) -> list[Quote]:
        """Return the quote's places: one, or each of an ambiguous quote's, or none, which is remembered."""
        found = find(item, self.pages)
        if isinstance(found, Lost):
            why = f"{found.code}: {found.detail}" + (f'; nearest: "{found.nearest}"' if found.nearest else "")
            self.lost.setdefault(qid, []).append(f"{item['doc_id']}: {why}")
        places = found.ranges if isinstance(found, Lost) else (tuple(found),)
        name = holder(item, self.pages)
        return [Quote(name, ranges, tokens.count(item["quote"])) for ranges in places]

    def outcome(self, gold: Quotes, ranking: Ranking) -> Outcome:
        met = []
        for alternatives, grade in zip(gold.needs, gold.grades, strict=True):
            ranks = [rank for quote in alternatives if (rank := self.rank(quote, ranking.ids))]
            if ranks:
                met.append((min(ranks), grade))
        return placed(tuple(met), gold.grades)

    def rank(self, quote: Quote | str, retrieved: Sequence[str]) -> int:
        """Return the smallest k whose top k covers the quote, or holds the id; 0 when none does."""
        if isinstance(quote, str):
            holding = (
                i for i, name in enumerate(retrieved, 1) if quote in (name, *self.members.get(name, ()))
            )
            return next(holding, 0)
        return covered_at(quote, (self.places.get(chunk_id, ()) for chunk_id in retrieved))

    def together(self, ids: Sequence[str]) -> int:
        """Return the tokens of chunks that follow each other: each without the heading path of the one before
        where it has the same, and without the text that it repeats of it."""
        total, head, end = 0.0, "", 0
        for name in ids:
            piece, size = self._pieces[name], self.tokens[name]
            own = tokens.count(piece.head) if piece.head else 0
            length = max(1, piece.end - piece.start)
            new = max(0, piece.end - max(piece.start, end)) / length
            total += (0 if total and piece.head == head else own) + new * max(0, size - own)
            head, end = piece.head, piece.end
        return round(total)

    def holds(self, label: Record) -> Callable[[str], bool]:
        """Return whether a chunk alone holds something that an answerable label needs."""
        wanted = [one for need in self.gold(label).needs for one in need]
        return lambda chunk_id: any(self.rank(one, [chunk_id]) for one in wanted)

    def near(self, quote: Quote) -> Sequence[str]:
        """Return the ids of the chunks that hold some text of the quote's document: no others can hold it."""
        return self._near.get(quote.doc_id, ())

    def shares(self, gold: Quotes, ranking: Ranking, ks: Sequence[int]) -> tuple[float, ...]:
        """Return evidence tokens per context token in the top k, for each k; a repeated chunk counts once."""
        return tuple(self._share(gold, list(dict.fromkeys(ranking.ids[:k]))) for k in ks)

    def _share(self, gold: Quotes, top: Sequence[str]) -> float:
        context = sum(self.tokens.get(chunk_id, 0) for chunk_id in top)
        quotes = {quote for need in gold.needs for quote in need if isinstance(quote, Quote)}
        held = [self.places.get(chunk_id, ()) for chunk_id in top]
        evidence = sum(quote.tokens * (1 - missing(quote, held) / quote.size()) for quote in quotes)
        return min(1.0, evidence / context) if context else 0.0


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8")).digest()


def missing(quote: Quote, held: Iterable[Sequence[Place]]) -> int:
    """Return how many of the quote's characters the chunks do not hold."""
    ranges = list(quote.ranges)
    for place in (place for places in held for place in places if place.doc_id == quote.doc_id):
        ranges = without(ranges, place.start, place.end)
    return sum(end - start for start, end in ranges)


def covered_at(quote: Quote, held: Iterable[Sequence[Place]]) -> int:
    """Return the smallest k for which the first k hold 90% of the quote's characters; 0 when none does."""
    missing = list(quote.ranges)
    may_miss = (1 - COVERED) * quote.size() + 1e-9
    for rank, places in enumerate(held, start=1):
        for place in places:
            if place.doc_id == quote.doc_id:
                missing = without(missing, place.start, place.end)
        if sum(end - start for start, end in missing) <= may_miss:
            return rank
    return 0


def without(ranges: Iterable[Range], start: int, end: int) -> list[Range]:
    """Return the parts of the ranges that lie outside [start, end)."""
    left = [(low, min(high, start)) for low, high in ranges if low < min(high, start)]
    return left + [(max(low, end), high) for low, high in ranges if max(low, end) < high]


def resolver_for(
    labels: Iterable[Record], match: str, documents: Iterable[Record] | None, chunks: Iterable[Record] | None
) -> ById | ByDocument | ByQuote:
    """Return how the labels are bound to a run's ids, by what was given to bind them with.

    labels     read only where there are documents
    match      "chunk": quotes and ids; "doc": a chunk stands for its document
    documents  with chunks, what quotes are located in; InputError without
    chunks     the ids that a run may hold
    """
    if match == "doc":
        return ByDocument(None if chunks is None else {row["chunk_id"]: row["doc_id"] for row in chunks})
    if documents is not None and chunks is None:
        raise InputError("--documents needs --chunks: the chunks that the run's ids come from")
    if documents is not None and chunks is not None:
        return ByQuote(documents, chunks, labels)
    return ById(None if chunks is None else {row["chunk_id"] for row in chunks})
