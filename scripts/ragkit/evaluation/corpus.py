"""What the stages of a pipeline hold of the evidence: documents, chunks, index, and who may see them."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ragkit import access
from ragkit.evaluation.evidence import ByQuote, Quote, covered_at
from ragkit.indexing import columns
from ragkit.labels.locate import Lost, Page, find, holder
from ragkit.records import Record


class Corpus(NamedTuple):
    """The records before any question is asked; None where one is missing."""

    documents: Mapping[str, Record]  # without their texts, which are in `quotes.pages`
    quotes: ByQuote  # the chunks, bound to the documents
    chunks: Mapping[str, Record]  # of the documents that hold evidence, and their copies
    stated: frozenset[str]  # access.stated of all chunks
    indexed: Container[str] | None = None  # chunk ids
    sources: Mapping[str, str] | None = None  # doc_id -> what the file says


def corpus(
    labels: Sequence[Record],
    documents: Iterable[Record],
    chunks: Iterable[Record],
    indexed: Container[str] | None = None,
    sources: Iterable[Record] | None = None,
) -> Corpus:
    """Return the corpus of the labels; InputError when chunks were made from other documents.

    sources  the same files read another way: document records, as far as they are known
    """
    cited = {item["doc_id"] for label in labels for item in label["evidence"] or []}
    pages: list[Record] = []
    known: dict[str, Record] = {}
    for document in documents:
        known[document["doc_id"]] = {"warnings": document["warnings"], "updated": document["updated"]}
        if {document["doc_id"], document["doc_id"].partition("!")[0]} & cited:
            pages.append(document)
    kept: list[Record] = []
    stated: set[str] = set()

    def passing() -> Iterable[Record]:
        for chunk in chunks:
            stated.update(access.stated([chunk]))
            kept.append(chunk)  # any may turn out to say what a cited one says
            yield chunk

    quotes = ByQuote(pages, passing(), labels)
    by_id = {chunk["chunk_id"]: chunk for chunk in kept if chunk["chunk_id"] in quotes.places}
    said = None if sources is None else {row["doc_id"]: row["text"] for row in sources}
    return Corpus(known, quotes, by_id, frozenset(stated), indexed, said)


class Located(NamedTuple):
    """A quote in its document: where, or why not, and whether its file says it (None: not known)."""

    quote: Quote | None
    parsed: bool
    in_source: bool | None
    detail: str


def located(item: Record, within: Corpus) -> Located:
    """Return where the quote of a label is; an ambiguous one counts at its first place."""
    found, name = find(item, within.quotes.pages), holder(item, within.quotes.pages)
    if not isinstance(found, Lost):
        return Located(Quote(name, tuple(found)), True, True, "")
    if found.ranges:
        return Located(Quote(name, found.ranges[0]), True, True, f"{found.code}: {found.detail}")
    in_source: bool | None = None
    if within.sources is not None:
        text = within.sources.get(item["doc_id"])
        in_source = text is not None and not isinstance(
            Page(text).locate(item["quote"], item["occurrence"]), Lost
        )
    known = within.documents.get(item["doc_id"])
    warned = ", ".join(sorted({warning["code"] for warning in (known or {"warnings": []})["warnings"]}))
    near = f'; nearest: "{found.nearest}"' if found.nearest else ""
    detail = f"{found.code}: {found.detail}{near}" + (
        f"; the document has warnings: {warned}" if warned else ""
    )
    return Located(None, False, in_source, detail)


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
    """Return whether the label's user may see a chunk and its filters hold; without a user, everyone may."""
    who = access.reader(label["user"], f"label {label['qid']}") if label["user"] else access.EVERYTHING

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


def in_context(item: Record, quote: Quote, docs: Iterable[Mapping[str, Any]], within: Corpus) -> bool:
    """Return whether sources of a context hold the quote: one says it, or together their members do, whole.

    A member counts only where its text is still there, as a source may have been cut to the budget.
    """
    docs = list(docs)
    if any(not isinstance(Page(doc["text"]).locate(item["quote"], 1), Lost) for doc in docs):
        return True
    whole = [
        name
        for doc in docs
        for name in {doc["chunk_id"], *doc["members"]}
        if name in within.chunks and within.chunks[name]["text"].strip() in doc["text"]
    ]
    return covers(quote, whole, within) > 0
