"""Sources grown from what a budget leaves: a whole document where its chunks earned it, or neighbours.

Text is never repeated: pieces of one document are joined by their ranges, and a document that comes whole
replaces its chunks.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ragkit.answering.budgets import Measure
from ragkit.records import Record

ENOUGH_HITS = 2  # chunks of one document that earn it a place as a whole: taste
ENOUGH_COVER = 0.5  # or the share of its text that they cover: taste
LARGEST_SHARE = 0.5  # of the budget that one document may take: taste


class Neighbourhood:
    """The chunks of a corpus by document, and beside each other: made once, used for every question."""

    def __init__(self, chunks: Mapping[str, Record]) -> None:
        self.chunks = chunks
        self._by_document: dict[str, list[Record]] = {}
        self._starting: dict[tuple[str, int], list[Record]] = {}
        self._ending: dict[tuple[str, int], list[Record]] = {}

    def of(self, doc_id: str) -> list[Record]:
        """Return the chunks of a document."""
        self._read()
        return self._by_document.get(doc_id, [])

    def beside(self, source: Record, side: int) -> Record | None:
        """Return the chunk of the same document and section that touches the source on one side."""
        self._read()
        places = self._ending if side < 0 else self._starting
        at = source["start"] if side < 0 else source["end"]
        others = places.get((source["doc_id"], at), [])
        return next((chunk for chunk in others if chunk["chunk_id"] != source["chunk_id"]), None)

    def _read(self) -> None:
        if self._by_document:
            return
        for chunk in sorted(self.chunks.values(), key=lambda chunk: chunk.get("start") or 0):
            doc_id, start, end = chunk["doc_id"], chunk.get("start") or 0, chunk.get("end") or 0
            self._by_document.setdefault(doc_id, []).append(chunk)
            if end > start:
                self._starting.setdefault((doc_id, start), []).append(chunk)
                self._ending.setdefault((doc_id, end), []).append(chunk)


class Growth:
    def __init__(
        self,
        around: Neighbourhood,
        documents: Mapping[str, Record],
        may_read: Callable[[Record], bool],
        measure: Measure,
        limit: int,
    ) -> None:
        self.around, self.documents, self.may_read, self.measure, self.limit = (
            around,
            documents,
            may_read,
            measure,
            limit,
        )

    def whole_documents(
        self, selected: Sequence[Record], cut: Sequence[str]
    ) -> tuple[list[Record], set[str]]:
        """Return the sources with documents in place of their chunks, and the ids cut before that are now
        inside.

        A document earns it by two hits (those cut by the budget count) or by half of its text; it must fit
        what is left once its own chunks are taken out, and take no more than half of the budget.
        """
        result = list(selected)
        absorbed: set[str] = set()
        for doc_id in dict.fromkeys(source["doc_id"] for source in selected):
            document = self.documents.get(doc_id)
            if document is None or not self._may_read_all(doc_id):
                continue
            own = [source for source in result if source["doc_id"] == doc_id]
            inside = [chunk_id for chunk_id in cut if self.around.chunks[chunk_id]["doc_id"] == doc_id]
            covered = sum(source["end"] - source["start"] for source in own)
            if len(own) + len(inside) < ENOUGH_HITS and covered < ENOUGH_COVER * len(document["text"]):
                continue
            members = [member for source in own for member in source["members"]] + inside
            pages = document.get("pages") or []
            whole = {
                **own[0], "members": members, "text": document["text"], "start": 0,
                "end": len(document["text"]), "path": [], "lines": None, "mode": "document",
                "pages": [pages[0][2], pages[-1][2]] if pages else None,
                "page_starts": [[page[2], page[0]] for page in pages] or None,
            }  # fmt: skip
            rest = [source for source in result if source["doc_id"] != doc_id]
            size = self.measure.source(whole)
            if size <= LARGEST_SHARE * self.limit and self._used(rest) + size <= self.limit:
                first = next(index for index, source in enumerate(result) if source["doc_id"] == doc_id)
                result = [
                    *[s for s in result[:first] if s["doc_id"] != doc_id],
                    whole,
                    *[s for s in result[first:] if s["doc_id"] != doc_id],
                ]
                absorbed.update(inside)
        return result, absorbed

    def neighbours(self, selected: Sequence[Record], reach: int) -> list[Record]:
        """Return the sources with up to `reach` chunks before and after
        each, nearest first, best sources first."""
        result = [dict(source) for source in selected]
        taken = {member for source in result for member in source["members"]}
        sizes = [self.measure.source(source) for source in result]
        used = self.measure.frame() + sum(sizes)
        for _ in range(reach):
            for index, source in enumerate(result):
                if source["mode"] == "document":
                    continue
                for side in (-1, 1):
                    chunk = self.around.beside(result[index], side)
                    if chunk is None or chunk["chunk_id"] in taken or not self.may_read(chunk):
                        continue
                    grown = _joined(result[index], chunk, side)
                    size = self.measure.source(grown)
                    if used + size - sizes[index] <= self.limit:
                        used += size - sizes[index]
                        result[index], sizes[index] = grown, size
                        taken.add(chunk["chunk_id"])
        return result

    def summaries(self, selected: Sequence[Record], texts: Mapping[str, str]) -> list[Record]:
        """Return a source for the summary of each document present, best first, as far as they fit."""
        found: list[Record] = []
        used = self._used(selected)
        for doc_id in dict.fromkeys(source["doc_id"] for source in selected):
            if doc_id not in texts or not self._may_read_all(doc_id):
                continue
            first = next(source for source in selected if source["doc_id"] == doc_id)
            summary = {
                **first, "chunk_id": f"{doc_id}#summary", "members": [], "text": texts[doc_id], "path": [],
                "pages": None, "page_starts": None, "lines": None, "mode": "summary",
            }  # fmt: skip
            size = self.measure.source(summary)
            if used + size <= self.limit:
                found.append(summary)
                used += size
        return found

    def _used(self, sources: Sequence[Mapping[str, Any]]) -> int:
        return self.measure.frame() + sum(self.measure.source(source) for source in sources)

    def _may_read_all(self, doc_id: str) -> bool:
        return all(self.may_read(chunk) for chunk in self.around.of(doc_id))


def _joined(source: Record, chunk: Record, side: int) -> Record:
    """Return the source grown by a chunk that touches it; an overlap at the seam is written once."""
    own = chunk["text"][-(chunk["end"] - chunk["start"]) :]
    before = chunk["text"] if side < 0 else ""
    text = before + source["text"][_overlap(source) :] if side < 0 else source["text"] + own
    starts = _starts(source, chunk, side, len(text))
    return {
        **source, "text": text, "mode": "neighbours", "page_starts": starts if len(starts) > 1 else None,
        "members": [*source["members"], chunk["chunk_id"]],
        "start": min(source["start"], chunk["start"]), "end": max(source["end"], chunk["end"]),
        "pages": _span(source["pages"], chunk.get("pages")),
        "lines": _span(source["lines"], chunk.get("lines")),
    }  # fmt: skip


def _starts(source: Record, chunk: Record, side: int, length: int) -> list[list[int]]:
    """Return where each page begins in the joined text, of which the second piece is the end."""
    first, second = (chunk, source) if side < 0 else (source, chunk)
    found: dict[int, int] = {}
    for piece, shift in ((first, 0), (second, length - len(second["text"]))):
        pages = piece.get("page_starts") or [[page, 0] for page in (piece.get("pages") or [])[:1]]
        for page, at in pages:
            found.setdefault(int(page), max(0, at + shift))
    return [[page, at] for page, at in sorted(found.items())]


def _overlap(source: Record) -> int:
    """Return how many characters of the source's text repeat the end of the chunk before it."""
    written: int = source["end"] - source["start"]
    return max(0, len(source["text"]) - written)


def _span(a: Sequence[float] | None, b: Sequence[float] | None) -> list[float] | None:
    return [min(a[0], b[0]), max(a[-1], b[-1])] if a and b else list(a or b or []) or None
