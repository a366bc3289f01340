"""Task "transcribe": a page image without a text layer, read by a
model, written into its document as text."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ragkit.parsing import garble
from ragkit.records import Record
from ragkit.worksheets.sheet import Task, schema, wants

# Warnings of parse.py that mean: what this page says is to be had from its picture only.
UNREAD = frozenset({"no_text_layer", "watermark_only", "garbled", "page_timeout", "page_failed"})
NOTHING = "a model read its image and found no text: look whether the page is blank"
_SHORT = 20  # letters up to which a text can stand in another's words by chance: taste
LONGEST = 60_000  # characters of one page: more is a model that ran on


def make(documents: Iterable[Record], images: Mapping[tuple[str, int], str]) -> Iterator[Record]:
    """Yield the inputs of each unread page that has an image; images: (doc_id, page) -> path."""
    for document in documents:
        for page in unread(document):
            if (document["doc_id"], page) in images:
                yield {
                    "doc_id": document["doc_id"],
                    "page": page,
                    "image": images[document["doc_id"], page],
                    "sha256": document["sha256"],
                }


def unread(document: Record) -> list[int]:
    """Return the physical numbers of the pages that could not be read."""
    return sorted({w["page"] for w in document["warnings"] if w["code"] in UNREAD and w.get("page")})


def check(item: Record, output: Any) -> str:
    if wrong := wants(output, {"text": str}):
        return wrong
    if len(output["text"]) > LONGEST:
        return f"{len(output['text'])} characters on one page"
    return "control characters" if any(ord(c) < 32 and c not in "\n\t" for c in output["text"]) else ""


def apply(
    items: Sequence[Record], outputs: Mapping[str, Any], documents: Iterable[Record]
) -> Iterator[Record]:
    """Yield every document, read pages put in their place; ranges of blocks and pages move with the text.

    A page read so is one block of type "ocr", and its warning becomes "transcribed": text that a model read
    is never mistaken for text that was printed as such. A page on which nothing was read keeps its warning:
    it may be blank, or it may not have been read.
    """
    read: dict[str, dict[int, str]] = {}
    for item in items:
        inputs = item["inputs"]
        read.setdefault(inputs["doc_id"], {})[inputs["page"]] = outputs[item["item_id"]]["text"].strip()
    for document in documents:
        pages = read.get(document["doc_id"])
        yield filled(document, pages) if pages else document


def filled(document: Record, read: Mapping[int, str]) -> Record:
    """Return the document with the texts of these pages in place; an empty one adds nothing, stays unread.

    What a garbled page gave already and the reading says again, or says right, goes: it would be there twice.
    """
    text, blocks, pages = (
        document["text"],
        list(document["blocks"]),
        [list(page) for page in document["pages"]],
    )
    if not pages:
        pages = [[0, len(text), 1, "1"]]
    for number, words in sorted(read.items(), reverse=True):
        if not words:
            continue
        index = next((index for index, page in enumerate(pages) if page[2] == number), len(pages) - 1)
        start, end = pages[index][:2]
        inside = [block for block in blocks if start <= block[1] < end]
        lead = "" if not text[:start] or text[:start].endswith("\n") else "\n"
        page, moved = _page(text[start:end], start, lead, inside, (words, number))
        text = text[:start] + page + text[end:]
        by = len(page) - (end - start)
        blocks = (
            [block for block in blocks if block[1] < start]
            + moved
            + [_moved(block, by) for block in blocks if block[1] >= end]
        )
        pages[index][1] += by
        for later in pages[index + 1 :]:
            later[0] += by
            later[1] += by
    blocks.sort(key=lambda block: (block[1], block[2]))
    warnings = [
        {"code": "transcribed", "page": w["page"], "detail": "read from the page image by a model"}
        if w["code"] in UNREAD and read.get(w.get("page"))
        else {**w, "detail": NOTHING}
        if w["code"] in UNREAD and w.get("page") in read
        else w
        for w in document["warnings"]
    ]
    return {
        **document,
        "text": text,
        "blocks": blocks,
        "pages": pages if document["pages"] else [],
        "warnings": warnings,
    }


def _page(
    text: str, start: int, lead: str, blocks: list[Any], reading: tuple[str, int]
) -> tuple[str, list[Any]]:
    """Return the text of a page with its reading at the end, and the page's blocks where they now stand.

    text     what the page gave; its blocks' ranges begin at `start` of the document
    reading  the words and the number of the page
    """
    words, number = reading
    kept: list[Any] = []
    page, last = lead, start
    for block in blocks:
        own = text[block[1] - start : block[2] - start]
        gap, last = text[last - start : block[1] - start], block[2]
        if _says(words, own) or garble.reasons(own):
            continue
        page += gap if kept else ""
        kept.append([block[0], start + len(page), start + len(page) + len(own), *block[3:]])
        page += own
    page += "\n\n" if kept else ""
    kept.append(["ocr", start + len(page), start + len(page) + len(words), 0, number])
    return page + words + (text[last - start :] or "\n"), kept


def _says(reading: str, own: str) -> bool:
    """Return whether a reading holds a text: its words in a row, or a longer one's letters in a row."""
    there, here = re.findall(r"\w+", reading.casefold()), re.findall(r"\w+", own.casefold())
    if len(letters := "".join(here)) > _SHORT:
        return letters in "".join(there)
    return f" {' '.join(here)} " in f" {' '.join(there)} "


def _moved(block: list[Any], by: int) -> list[Any]:
    return [block[0], block[1] + by, block[2] + by, *block[3:]]


TASK = Task("transcribe", "transcribe.en", schema({"text": {"type": "string"}}), check)
