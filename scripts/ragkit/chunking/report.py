"""What a run of chunk.py did, in a few lines for a person."""

from collections.abc import Iterator, Sequence
from typing import Any

from ragkit.chunking.embedded import embedded_text
from ragkit.chunking.measure import measure
from ragkit.chunking.options import Options
from ragkit.parsing import losses

Record = dict[str, Any]
_NAMED = 10  # documents or chunks listed by name before "and n more"


class Report:
    """Counts documents and chunks as they pass."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.measure = measure(options.unit, options.tokenizer)
        self.documents = 0
        self.lost: list[losses.Loss] = []
        self.empty: list[str] = []
        self.oversize: list[str] = []
        self.lengths: list[int] = []
        self.overlaps: list[int] = []

    def counted(self, document: Record, chunks: list[Record]) -> list[Record]:
        """Return the chunks of a document, noted."""
        self.documents += 1
        length = self.measure.length
        if not chunks:
            self.empty.append(document["doc_id"])
        for chunk in chunks:
            self.lengths.append(length(embedded_text(chunk)))
            if chunk.get("oversize"):
                self.oversize.append(f"{chunk['chunk_id']} ({self.lengths[-1]})")
            if chunk["seq"]:
                repeated = chunk["start"] - chunk.get("overlap_start", chunk["start"])
                self.overlaps.append(length(chunk["text"][:repeated]))
        return chunks

    def lines(self) -> Iterator[str]:
        """Yield the summary, one line a matter."""
        options, unit = self.options, self.measure.name
        yield from losses.lines(self.lost)
        yield f"{len(self.lengths)} chunks of {self.documents} documents"
        if self.lengths:
            ordered = sorted(self.lengths)
            middle, most = ordered[len(ordered) // 2], ordered[-1]
            yield f"size: median {middle}, largest {most} of {options.max_tokens} {unit}"
        if options.overlap and self.overlaps:
            mean = sum(self.overlaps) / len(self.overlaps)
            yield f"overlap: mean {mean:.1f}, largest {max(self.overlaps)} of {options.overlap} {unit}"
        if self.oversize:
            yield f"WARNING larger than the size, as they cannot be cut: {_named(self.oversize)}"
        if self.empty:
            yield f"no text, so no chunk: {_named(self.empty)}"


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
