"""Answers bound to the sources they were written from, so that a later run cannot move their numbers.

`[2]` means something only beside its context, and contexts are made anew: a file added, left out or edited
moves the sources. A pinned answer carries the number, id and text digest of every source it was shown, and so
says itself what `[2]` was, what has changed since, and what is new.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ragkit.answering import abstention, layout, library, marks, spans, spots, support
from ragkit.answering.answers import need_contexts, text_of
from ragkit.answering.library import Library
from ragkit.answering.marks import Mark, Ref
from ragkit.fingerprint import text_sha
from ragkit.records import Record

NEW = 3  # new evidence for an abstention stands among the first so many sources: taste
HOLDS, STALE, UNPINNED = "holds", "stale", "unpinned"


class Standing(NamedTuple):
    """What has become of an answer: holds, stale or unpinned (nobody can tell); why; the answer to keep."""

    state: str
    why: list[str]
    answer: Record


def pinned(answer: Record, context: Record, quotes: Mapping[int, Sequence[str]] | None = None) -> Record:
    """Return the answer with the sources of its context; one that is pinned to another context unchanged.

    quotes  n -> the passages it rests on (spans.quoted), when the caller has them
    """
    if answer.get("context_sha") not in (None, context["context_sha"]):
        return answer
    if quotes is None:
        quotes = spans.quoted(context, answer)
    seen = [
        {
            "n": source["n"], "chunk_id": source["chunk_id"], "doc_id": source["doc_id"],
            "text_sha": text_sha(source["text"]), "passages": spans.prints(source["text"]),
            **(spans.located(quotes[source["n"]], source) if source["n"] in quotes else {}),
        }
        for source in context["docs"]
    ]  # fmt: skip
    return {**answer, "context_sha": context["context_sha"], "sources": seen}


def pin(
    answers: Sequence[Record],
    contexts: Mapping[str, Record],
    verdicts: Mapping[str, Sequence[Record]] | None = None,
) -> Iterator[Record]:
    """Yield every answer pinned; one without a context is an InputError.

    verdicts  qid -> those of citations.examine, when the caller has them
    """
    need_contexts(answers, contexts)
    known = corpus(contexts)
    for answer in answers:
        context = contexts[answer["qid"]]
        quotes = spans.quoted(context, answer, known, (verdicts or {}).get(answer["qid"]))
        bound = pinned(answer, context, quotes)
        yield {name: value for name, value in bound.items() if value is not None}


def corpus(contexts: Mapping[str, Record]) -> support.Corpus:
    """Return how often words occur over the sources of all contexts."""
    return support.corpus({source["text"] for context in contexts.values() for source in context["docs"]})


def standing(
    answer: Record,
    context: Record | None,
    known: support.Corpus | None = None,
    now: Library | None = None,
) -> Standing:
    """Return whether an answer still holds beside the context that its question has now.

    Stale: a passage it cites has changed or is no longer shown; a document it cites shows text that it has
    not seen, rows of a table about something else aside; or, where it abstained at least in part, new text
    carries most of the question's words. A source whose text came back under another id, as after a rename,
    is the same source. An answer that holds comes back with the numbers of the new context, pinned to it.

    known  how often words occur over the sources of all contexts (corpus)
    now    the corpus, to tell changed, gone, moved and outranked sources apart
    """
    if context is None:
        return Standing(STALE, ["its question is no longer asked"], answer)
    known = known or corpus({answer["qid"]: context})
    if answer.get("context_sha") == context["context_sha"]:
        return Standing(HOLDS, [], answer if answer.get("sources") else pinned(answer, context))
    if answer.get("sources") is None:
        return Standing(UNPINNED, ["nothing says which sources it was written from"], answer)
    found = _cited(answer)
    by_n = {source["n"]: source for source in answer["sources"]}
    cited = [by_n[n] for n in dict.fromkeys(_number(ref, answer) for mark in found for ref in mark.good) if n]
    moved, lost = _followed(cited, context)
    why = [f"[{old['n']}] {library.fate(old, answer['qid'], now, known)}" for old in lost]
    why += _news(answer, [old for old, _ in moved], context, known)
    if why:
        return Standing(STALE, why, answer)
    if all(old["n"] == new["n"] and old["chunk_id"] == new["chunk_id"] for old, new in moved):
        kept = answer
    elif answer["answer"] is None or _lists_sources(text_of(answer)):
        return Standing(STALE, ["its sources have other numbers now, and it lists them itself"], answer)
    else:
        kept = {**answer, "answer": _renumbered(answer["answer"], found, moved)}
    quotes = {new["n"]: old.get("quotes") or () for old, new in moved}
    return Standing(HOLDS, [], pinned({**kept, "context_sha": None}, context, quotes))


def _cited(answer: Record) -> list[Mark]:
    """Return the marks of an answer, read beside its pinned sources; native blocks cite by document_index."""
    if answer["answer"] is None:
        blocks = [block for block in answer["content"] or [] if isinstance(block, dict)]
        indexes = [
            citation.get("document_index", citation.get("search_result_index"))
            for block in blocks
            for citation in block.get("citations") or []
        ]
        known = {source["n"] for source in answer["sources"]}
        refs = tuple(at + 1 for at in indexes if isinstance(at, int) and at + 1 in known)
        return [Mark(0, 0, refs, (), "ok")]
    return marks.parse(answer["answer"], answer["sources"]).citations


def _number(ref: Ref, answer: Record) -> int | None:
    if isinstance(ref, int):
        return ref
    return next((source["n"] for source in answer["sources"] if source["chunk_id"] == ref), None)


def _followed(cited: Iterable[Record], context: Record) -> tuple[list[tuple[Record, Record]], list[Record]]:
    """Return (source pinned, source now) of those that are still shown, and the others."""
    by_sha = {text_sha(source["text"]): source for source in reversed(context["docs"])}
    moved, lost = [], []
    for old in cited:
        same = [s for s in context["docs"] if s["chunk_id"] == old["chunk_id"]]
        same = [s for s in same if text_sha(s["text"]) == old["text_sha"]]
        now = same[0] if same else by_sha.get(old["text_sha"]) or _still(old, context)
        if now is None:
            lost.append(old)
        else:
            moved.append((old, now))
    return moved, lost


def _still(old: Record, context: Record) -> Record | None:
    """Return the source of the same document that has every passage cited, word for word; None without."""
    mine = [source for source in context["docs"] if source["doc_id"] == old["doc_id"]]
    return next((s for s in mine if old.get("quotes") and spans.stand(old["quotes"], s["text"])), None)


def _news(answer: Record, cited: Sequence[Record], context: Record, known: support.Corpus) -> list[str]:
    """Return what the answer has not seen and should have."""
    shown = {source["text_sha"] for source in answer["sources"]}
    seen = {one for source in answer["sources"] for one in (source.get("passages") or "").split()}
    documents = {source["doc_id"] for source in cited}
    quotes = [quote for source in cited for quote in source.get("quotes") or ()]
    why = []
    for source in context["docs"]:
        found = spans.unread(source["text"], seen)
        if text_sha(source["text"]) in shown or not found:
            continue
        if abstention.state(text_of(answer)) != "answered":
            share = spans.carry(context["question"], source, found, known)
            if source["n"] <= NEW and (share is None or share >= spans.MOST):
                why.append(f"new evidence: [{source['n']}] {source['chunk_id']}")
        elif source["doc_id"] in documents and (told := spans.concern(found, quotes)):
            why.append(f'new text of a cited document: {source["chunk_id"]}: "{spots.shown(told[0].text)}"')
    return why


def _lists_sources(text: str) -> bool:
    return any(block.kind in ("definition", "reference") for block in layout.blocks(text))


def _renumbered(text: str, found: Iterable[Mark], moved: Iterable[tuple[Record, Record]]) -> str:
    """Return the text with every mark naming the sources by their numbers now, places such as "p. 4" gone."""
    now: dict[Ref, Ref] = {}
    for old, new in moved:
        now |= {old["n"]: new["n"], old["chunk_id"]: new["chunk_id"]}
    for mark in sorted(found, reverse=True):
        body = text[mark.start : mark.end]
        opening = body[: len(body) - len(body.lstrip("[\u3010\uff3b\u3014"))]
        closing = body[len(body.rstrip("]\u3011\uff3d\u3015")) :]
        refs = ", ".join(str(now.get(ref, ref)) for ref in mark.refs)
        text = f"{text[: mark.start]}{opening}{refs}{closing}{text[mark.end :]}"
    return text
