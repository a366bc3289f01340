"""Answers bound to the sources they were written from, so that a later run cannot move their numbers.

`[2]` means something only beside its context, and contexts are made anew: a file added, left out or edited
moves the sources. A pinned answer carries the number, id and text digest of every source it was shown, and so
says itself what `[2]` was, what has changed since, and what is new.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ragkit.answering import abstention, layout, marks
from ragkit.answering.answers import need_contexts, text_of
from ragkit.answering.marks import Mark, Ref
from ragkit.records import Record

NEW = 3  # a source not seen before counts as new evidence for an abstention among the first so many: taste
HOLDS, STALE, UNPINNED = "holds", "stale", "unpinned"


class Standing(NamedTuple):
    """What has become of an answer: holds, stale or unpinned (nobody can tell); why; the answer to keep."""

    state: str
    why: list[str]
    answer: Record


def digest(text: str) -> str:
    """Return 16 hex digits of the text's SHA-256."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def pinned(answer: Record, context: Record) -> Record:
    """Return the answer with the sources of its context; one that is pinned to another context unchanged."""
    if answer.get("context_sha") not in (None, context["context_sha"]):
        return answer
    seen = [
        {
            "n": source["n"], "chunk_id": source["chunk_id"], "doc_id": source["doc_id"],
            "text_sha": digest(source["text"]),
        }
        for source in context["docs"]
    ]  # fmt: skip
    return {**answer, "context_sha": context["context_sha"], "sources": seen}


def pin(answers: Sequence[Record], contexts: Mapping[str, Record]) -> Iterator[Record]:
    """Yield every answer pinned; one without a context is an InputError."""
    need_contexts(answers, contexts)
    for answer in answers:
        bound = pinned(answer, contexts[answer["qid"]])
        yield {name: value for name, value in bound.items() if value is not None}


def standing(answer: Record, context: Record | None) -> Standing:
    """Return whether an answer still holds beside the context that its question has now.

    Stale: a source it cites has changed or is no longer shown, a document it cites shows text that it has
    not seen, or, where it abstained at least in part, one of the first NEW sources is new. A source whose
    text came back under another id, as after a rename, is the same source. An answer that holds comes back
    with the numbers of the new context, pinned to it.
    """
    if context is None:
        return Standing(STALE, ["its question is no longer asked"], answer)
    if answer.get("context_sha") == context["context_sha"]:
        return Standing(HOLDS, [], pinned(answer, context))
    if answer.get("sources") is None:
        return Standing(UNPINNED, ["nothing says which sources it was written from"], answer)
    found = _cited(answer)
    by_n = {source["n"]: source for source in answer["sources"]}
    cited = [by_n[n] for n in dict.fromkeys(_number(ref, answer) for mark in found for ref in mark.good) if n]
    moved, why = _followed(cited, context)
    why += _news(answer, cited, context)
    if why:
        return Standing(STALE, why, answer)
    if all(old["n"] == new["n"] and old["chunk_id"] == new["chunk_id"] for old, new in moved):
        kept = answer
    elif answer["answer"] is None or _lists_sources(text_of(answer)):
        return Standing(STALE, ["its sources have other numbers now, and it lists them itself"], answer)
    else:
        kept = {**answer, "answer": _renumbered(answer["answer"], found, moved)}
    return Standing(HOLDS, [], pinned({**kept, "context_sha": None}, context))


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


def _followed(cited: Iterable[Record], context: Record) -> tuple[list[tuple[Record, Record]], list[str]]:
    """Return (source pinned, source now) of those that are still shown, and why the others are not."""
    by_sha = {digest(source["text"]): source for source in reversed(context["docs"])}
    ids = {name for source in context["docs"] for name in [source["chunk_id"], *source["members"]]}
    moved, why = [], []
    for old in cited:
        same = [s for s in context["docs"] if s["chunk_id"] == old["chunk_id"]]
        same = [s for s in same if digest(s["text"]) == old["text_sha"]]
        now = same[0] if same else by_sha.get(old["text_sha"])
        if now is not None:
            moved.append((old, now))
        elif old["chunk_id"] in ids:
            why.append(f"[{old['n']}] {old['chunk_id']} has another text now")
        else:
            why.append(f"[{old['n']}] {old['chunk_id']} is changed, gone, or outranked")
    return moved, why


def _news(answer: Record, cited: Iterable[Record], context: Record) -> list[str]:
    """Return what the answer has not seen and should have."""
    seen = {source["text_sha"] for source in answer["sources"]}
    fresh = [source for source in context["docs"] if digest(source["text"]) not in seen]
    documents = {source["doc_id"] for source in cited}
    if abstention.state(text_of(answer)) != "answered":
        return [f"new evidence: [{s['n']}] {s['chunk_id']}" for s in fresh if s["n"] <= NEW]
    return [f"new text of a cited document: {s['chunk_id']}" for s in fresh if s["doc_id"] in documents]


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
