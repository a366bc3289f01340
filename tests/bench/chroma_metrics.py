"""Chroma's chunking metrics over ranges of characters: as upstream computes them, and corrected.

Four defects (chunking_evaluation, commit d451fc4): (1) a chunk's place is the first occurrence of its text
without a final full stop, so repeated text lies elsewhere and the end is one short; (2) a chunk that only
touches an excerpt counts as one that holds it; (3) a fixed k favours large chunks, for it brings more text;
(4) nothing retrieved divides by zero.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

Span = tuple[str, int, int]  # corpus, start, end
Range = tuple[int, int]


class Scores(NamedTuple):
    """Shares of characters, 0 to 1."""

    recall: float
    precision: float
    iou: float


def scores(retrieved: Sequence[Span], corpus: str, references: Sequence[Range]) -> Scores:
    """Return recall, precision and intersection over union; all 0 when nothing was retrieved (defect 4).

    As upstream, every retrieved chunk counts in full below the line, those of other corpora and what two of
    them share included.
    """
    wanted = _characters(references)
    hit = len(wanted & _characters([(start, end) for name, start, end in retrieved if name == corpus]))
    size = sum(end - start for _, start, end in retrieved)
    if not size:
        return Scores(0.0, 0.0, 0.0)
    return Scores(hit / len(wanted), hit / size, hit / (size + len(wanted) - hit))


def omega(chunks: Sequence[Span], corpus: str, references: Sequence[Range], touching: bool = False) -> float:
    """Return the precision of all chunks that hold some of an excerpt; `touching` as upstream (defect 2)."""
    slack = int(touching)
    near = [
        (start, end)
        for name, start, end in chunks
        if name == corpus and any(start < last + slack and first < end + slack for first, last in references)
    ]
    wanted, held = _characters(references), _characters(near)
    return len(wanted & held) / len(wanted | held)


def within(ranked: Sequence[Span], sizes: Sequence[int], budget: int) -> list[Span]:
    """Return the chunks by rank until the next does not fit the budget: as much text for all (defect 3)."""
    got = []
    for span, size in zip(ranked, sizes, strict=True):
        if size > budget:
            break
        budget -= size
        got.append(span)
    return got


def as_upstream(texts: Mapping[str, str], chunks: Sequence[Span]) -> list[Span]:
    """Return where upstream takes the chunks to be (defect 1)."""
    placed = []
    for name, start, end in chunks:
        text = texts[name][start:end].removesuffix(".")
        at = texts[name].find(text)
        placed.append((name, at, at + len(text)))
    return placed


def _characters(ranges: Sequence[Range]) -> set[int]:
    return {at for start, end in ranges for at in range(start, end)}
