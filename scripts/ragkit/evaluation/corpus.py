"""What the stages of a pipeline hold of the evidence: documents, chunks, index, and who may see them."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from ragkit import access
from ragkit.access import Reader
from ragkit.evaluation.evidence import ByQuote, Quote, covered_at
from ragkit.indexing import columns
from ragkit.labels.locate import Lost, Page, archive, find, holder
from ragkit.labels.read import id_needs
from ragkit.parsing import losses
from ragkit.records import Record


class Corpus(NamedTuple):
    """The records before any question is asked; None where one is missing."""

    documents: Mapping[str, Record]  # without their texts, which are in `quotes.pages`
    quotes: ByQuote  # the chunks, bound to the documents
    chunks: Mapping[str, Record]  # of the documents that hold evidence, and their copies
    stated: frozenset[str]  # access.stated of all chunks
    indexed: Container[str] | None = None  # chunk ids
    sources: Mapping[str, str] | None = None  # doc_id -> what the file says
    damaged: frozenset[str] = frozenset()  # doc ids of which something was not read
    who: Reader = access.EVERYTHING  # who asks where a label names no user


def corpus(
    labels: Sequence[Record],
    documents: Iterable[Record],
    chunks: Iterable[Record],
    indexed: Container[str] | None = None,
    sources: Iterable[Record] | None = None,
    who: Reader = access.EVERYTHING,
) -> Corpus:
    """Return the corpus of the labels; InputError when chunks were made from other documents.

    sources  the same files read another way: document records, as far as they are known
    who      asks where a label names no user
    """
    cited = {archive(item["doc_id"]) for label in labels for item in label["evidence"] or []}
    ids = {name for label in labels for need in id_needs(label) for name in need.alternatives}
    pages: list[Record] = []
    known: dict[str, Record] = {}
    for document in documents:
        known[document["doc_id"]] = {"warnings": document["warnings"], "updated": document["updated"]}
        if archive(document["doc_id"]) in cited:
            pages.append(document)
    kept: list[Record] = []
    stated: set[str] = set()

    def passing() -> Iterable[Record]:
        for chunk in chunks:
            stated.update(access.stated([chunk]))
            kept.append(chunk)  # any may turn out to say what a cited one says
            yield chunk

    quotes = ByQuote(pages, passing(), labels)
    by_id = {
        chunk["chunk_id"]: chunk
        for chunk in kept
        if chunk["chunk_id"] in quotes.places or chunk["chunk_id"] in ids
    }
    said = None if sources is None else {row["doc_id"]: row["text"] for row in sources}
    unread = {name for name, row in known.items() if losses.losses([{"doc_id": name, **row}])}
    return Corpus(known, quotes, by_id, frozenset(stated), indexed, said, frozenset(unread), who)


class Target(Protocol):
    """What a need is met by, wherever it stands: a quote, or the chunk of an id."""

    @property
    def holders(self) -> Sequence[str]:
        """The ids of the chunks that hold any of it."""
        ...

    def rank(self, ids: Sequence[str]) -> int:
        """Return the smallest k whose first k chunks hold it; 0 when all of them do not."""
        ...

    def in_context(self, docs: Iterable[Mapping[str, Any]]) -> bool:
        """Return whether sources of a context hold it."""
        ...


class Quoted(NamedTuple):
    """A quote in its document."""

    item: Record
    quote: Quote
    holders: Sequence[str]
    within: "Corpus"

    def rank(self, ids: Sequence[str]) -> int:
        return covers(self.quote, ids, self.within)

    def in_context(self, docs: Iterable[Mapping[str, Any]]) -> bool:
        return in_context(self.item, self.quote, docs, self.within)


class Named(NamedTuple):
    """A chunk that a label names by its id."""

    name: str
    holders: Sequence[str]

    def rank(self, ids: Sequence[str]) -> int:
        return ids.index(self.name) + 1 if self.name in ids else 0

    def in_context(self, docs: Iterable[Mapping[str, Any]]) -> bool:
        return any(self.name in (doc["chunk_id"], *doc["members"]) for doc in docs)


class Located(NamedTuple):
    """A need in the documents: where, or why not, and whether its file says it (None: not known)."""

    target: Target | None
    parsed: bool | None
    in_source: bool | None
    detail: str
    doc_id: str


def wanted(item: Record, within: Corpus) -> Located:
    """Return where the chunk of an id is; an id that is none of the chunks' is not known to any document."""
    name = item["chunk_id"]
    if name not in within.quotes.known:
        return Located(None, False, None, "no chunk has this id", "")
    doc_id = within.chunks[name]["doc_id"] if name in within.chunks else ""
    return Located(Named(name, [name]), True, True, "", doc_id)


def located(item: Record, within: Corpus) -> Located:
    """Return where the quote of a label is; an ambiguous one counts at its first place."""
    found, name = find(item, within.quotes.pages), holder(item, within.quotes.pages)
    if not isinstance(found, Lost) or found.ranges:
        ranges = found.ranges[0] if isinstance(found, Lost) else tuple(found)
        quote = Quote(name, ranges)
        detail = f"{found.code}: {found.detail}" if isinstance(found, Lost) else ""
        return Located(Quoted(item, quote, holders(quote, within), within), True, True, detail, name)
    in_source: bool | None = None
    if within.sources is not None:
        text = within.sources.get(item["doc_id"])
        in_source = text is not None and not isinstance(
            Page(text).locate(item["quote"], item["occurrence"]), Lost
        )
    known = within.documents.get(item["doc_id"])
    rows = losses.losses([{"doc_id": name, **(known or {"warnings": []})}])
    unread = ", ".join(sorted({row.code for row in rows}))
    near = f'; nearest: "{found.nearest}"' if found.nearest else ""
    detail = f"{found.code}: {found.detail}{near}" + (f"; not all of it was read: {unread}" if unread else "")
    return Located(None, False, in_source, detail, name)


def covers(quote: Quote, ids: Iterable[str], within: Corpus) -> int:
    """Return the smallest k whose first k chunks hold the quote; 0 when all of them do not."""
    return covered_at(quote, (within.quotes.places.get(name, ()) for name in ids))


def holders(quote: Quote, within: Corpus) -> list[str]:
    """Return the ids of the chunks that hold any of the quote."""
    return [
        name
        for name in within.quotes.near(quote)
        if any(
            place.doc_id == quote.doc_id and place.start < end and start < place.end
            for place in within.quotes.places[name]
            for start, end in quote.ranges
        )
    ]


def readable(label: Record, within: Corpus) -> Callable[[str], bool]:
    """Return whether the label's user (or who asks, without one) may see a chunk, and its filters hold."""
    who = access.reader(label["user"], f"label {label['qid']}") if label["user"] else within.who

    def may(name: str) -> bool:
        chunk = within.chunks.get(name)
        if chunk is None:
            return True
        allowed = access.may_read(chunk, who, within.stated)
        return allowed and all(
            columns.matches(chunk.get(field, chunk["meta"].get(field)), str(wanted))
            for field, wanted in (label["filters"] or {}).items()
        )

    return may


def says(source: Mapping[str, Any], item: Mapping[str, Any]) -> bool:
    """Return whether a source of a context is of a quote's document, or a copy of it, and says the quote."""
    names = {source["doc_id"], *(name.rpartition("#")[0] for name in source["members"])}
    mine = archive(item["doc_id"]) in map(archive, names)
    return mine and not isinstance(Page(source["text"]).locate(item["quote"], 1), Lost)


def in_context(item: Record, quote: Quote, docs: Iterable[Mapping[str, Any]], within: Corpus) -> bool:
    """Return whether sources of a context hold the quote: one says it, or together their members do, whole.

    A member counts only where its text is still there, as a source may have been cut to the budget.
    """
    docs = list(docs)
    if any(says(doc, item) for doc in docs):
        return True
    whole = [
        name
        for doc in docs
        for name in {doc["chunk_id"], *doc["members"]}
        if name in within.chunks and within.chunks[name]["text"].strip() in doc["text"]
    ]
    return covers(quote, whole, within) > 0
