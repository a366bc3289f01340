"""What has become of a source that an answer cites: changed, gone, moved, or outranked."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ragkit.answering import spans, spots, support
from ragkit.fingerprint import text_sha
from ragkit.records import Record


class Library(NamedTuple):
    """The corpus of today, and where each question finds what."""

    readers: Mapping[str, object]  # chunk_id, doc_id -> the groups that may read it, None where none stated
    by_text: Mapping[str, list[str]]  # text_sha -> the chunks that have it
    texts: Mapping[str, str]  # doc_id -> the text of its chunks
    ranks: Mapping[str, Mapping[str, int]]  # qid -> chunk_id -> rank from 1


def library(chunks: Iterable[Record], run: Iterable[Record]) -> Library:
    """Return the library of these chunks and this run."""
    readers: dict[str, object] = {}
    by_text, texts = defaultdict(list), defaultdict(list)
    for chunk in chunks:
        readers[chunk["chunk_id"]] = readers[chunk["doc_id"]] = chunk["acl"]
        by_text[text_sha(chunk["text"])].append(chunk["chunk_id"])
        texts[chunk["doc_id"]].append(chunk["text"])
    ranks = {row["qid"]: {name: at for at, name in enumerate(row["retrieved"], 1)} for row in run}
    return Library(readers, by_text, {name: "\n\n".join(parts) for name, parts in texts.items()}, ranks)


def fate(old: Record, qid: str, now: Library | None, known: support.Corpus) -> str:
    """Return what has become of a pinned source that the question is no longer shown as it was.

    now  None when only the contexts are at hand: then it cannot be told
    """
    name = old["chunk_id"]
    if now is None:
        return f"{name} is changed, gone, or outranked"
    if name in now.readers:
        return f"{name} is outranked: {_rank(name, qid, now)}"
    if moved := now.by_text.get(old["text_sha"]):
        return f"{name} moved to {moved[0]}, {_rank(moved[0], qid, now)}"
    text = now.texts.get(old["doc_id"])
    if text is None:
        return f"{name} is gone: {old['doc_id']} is no longer there"
    changed = [quote for quote in old.get("quotes") or () if not spans.stand([quote], text)]
    if not changed:
        return f"{name} changed around the words cited, and is not shown{_open_to(old['doc_id'], now)}"
    spot = spots.place(changed[0], {"text": text}, known)
    after = f' -> "{spots.shown(spot.quote)}"' if spot else ""
    return f'{name} changed: "{spots.shown(changed[0])}"{after}'


def _rank(name: str, qid: str, now: Library) -> str:
    found = now.ranks.get(qid, {})
    if name in found:
        return f"now rank {found[name]}"
    return f"not among the first {len(found)} now{_open_to(name, now)}"


def _open_to(name: str, now: Library) -> str:
    acl = now.readers[name]
    return f"; its readers are {', '.join(acl) or 'nobody'}" if isinstance(acl, list) else ""
