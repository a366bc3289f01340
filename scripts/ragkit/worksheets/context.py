"""Task "context": a note that situates a chunk in its document, indexed with it, never part of its text."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ragkit import tokens
from ragkit.answering.folding import fold
from ragkit.cli import InputError
from ragkit.records import Record
from ragkit.worksheets.sheet import Task, schema, sha, wants

# A document that fills more than this is cut around the chunk: prices and windows step at 100,000 tokens.
LARGEST = 60_000
NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
NAME = re.compile(r"(?<![.!?]\s)(?<!^)(?<![\w])[A-Z][\w'-]+|\b\w*[a-z]\w*[A-Z_]\w*\b|\b[A-Z]{2,}\w*\b")


def make(chunks: Iterable[Record], documents: Mapping[str, Record], reserve: int) -> Iterator[Record]:
    """Yield the inputs of each chunk whose note is not of its present text; `reserve` is the note's token
    budget.

    A chunk that has a note made from the same passage and document is left alone: only changed chunks cost.
    """
    for chunk in chunks:
        document = documents.get(chunk["doc_id"])
        if document is None:
            raise InputError(
                f"chunk {chunk['chunk_id']!r}: no document {chunk['doc_id']!r}; give the file it was "
                f"made from"
            )
        if chunk.get("context") and chunk.get("context_key") == key(chunk, document, reserve):
            continue
        yield {
            "chunk_id": chunk["chunk_id"],
            "passage": chunk["text"],
            "document": _around(document["text"], chunk),
            "budget": reserve,
            "key": key(chunk, document, reserve),
        }


def key(chunk: Record, document: Record, reserve: int) -> str:
    """Return what a note was made from: the passage, the document's bytes and the budget."""
    return sha(
        "context",
        {"text": chunk["text"], "document": document.get("sha256") or document["text"], "reserve": reserve},
    )


def _around(text: str, chunk: Record) -> str:
    """Return the document, or so much of it around the chunk that it stays below LARGEST tokens."""
    if tokens.count(text) <= LARGEST:
        return text
    half = LARGEST * 2  # characters on either side: at least one token holds one character of any script
    while tokens.count(text[max(0, chunk["start"] - half) : chunk["end"] + half]) > LARGEST:
        half //= 2
    return text[max(0, chunk["start"] - half) : chunk["end"] + half]


def check(item: Record, output: Any) -> str:
    """Return what is wrong: too long for its budget, or with a name or
    number that the document does not hold."""
    if wrong := wants(output, {"note": str}):
        return wrong
    note, inputs = output["note"], item["inputs"]
    if not note.strip() or "\n" in note.strip():
        return "need one paragraph"
    if (size := tokens.count(note)) > inputs["budget"]:
        return f"{size} tokens, the budget is {inputs['budget']}"
    known = fold(inputs["document"] + "\n" + inputs["passage"]).text
    numbers = [
        number
        for number in NUMBER.findall(note)
        if not re.search(rf"(?<!\d){re.escape(number)}(?!\d)", known)
    ]
    if numbers:
        return f"number not in the document: {numbers[0]}"
    names = [name for name in NAME.findall(note) if fold(name).text not in known]
    return f"name not in the document: {names[0]}" if names else ""


def apply(items: Sequence[Record], outputs: Mapping[str, Any], chunks: Iterable[Record]) -> Iterator[Record]:
    """Yield every chunk, those of the worksheet with their note; `text` and `chunk_id` stay as they were."""
    notes = {item["inputs"]["chunk_id"]: item for item in items}
    for chunk in chunks:
        item = notes.get(chunk["chunk_id"])
        if item is None:
            yield chunk
            continue
        note = outputs[item["item_id"]]["note"].strip()
        size = tokens.count("\n".join(filter(None, (chunk.get("prefix"), note, chunk["text"]))))
        yield {**chunk, "context": note, "context_key": item["inputs"]["key"], "tokens": size}


TASK = Task("context", "note.en", schema({"note": {"type": "string"}}), check)
