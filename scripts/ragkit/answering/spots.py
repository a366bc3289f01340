"""Where a cited statement stands: the passage of the source that carries it best, its page and its lines.

A source spans pages and many lines; a reader who checks a citation wants the one that matters. The passage is
chosen by shared words, rare ones first, as support.py does; it is a pointer for a reader, not a proof.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple

from ragkit.answering import support
from ragkit.answering.alignment import stems

# Where a passage ends: as alignment.py cuts, but a semicolon joins what a reader reads together.
PASSAGE = re.compile(r"(?<=[.!?])\s+|(?<=[\u3002\uff01\uff1f])|\n\s*\n|\n(?=\s*(?:[-*+|#>]|\d+[.)]\s))")
LONGEST = 240  # characters of a passage that are shown: taste


class Place(NamedTuple):
    """A passage of a source: its range in the source's text, where that is in the document, and its words."""

    start: int
    end: int
    page: int | None  # physical, from 1
    lines: tuple[int, int] | None  # of the document's text, from 1
    quote: str


def place(
    sentence: str, source: Mapping[str, Any], known: support.Corpus, question: str = ""
) -> Place | None:
    """Return the passage that shares most with a sentence, by the weight of its words; None if nothing.

    Of equals that which shares most with the question ("Sunday" stands in many rows), then the shortest, then
    the first.
    """
    wanted, asked = set(stems(sentence)), set(stems(question))
    text = source["text"]
    best: tuple[float, float, int, int, int] | None = None
    for start, end in passages(text):
        shared = shared_weight(wanted, text[start:end], known)
        if shared > 0 and (best is None or -shared <= best[0]):
            also = shared_weight(asked, text[start:end], known)
            best = min(best or (0.0, 0.0, 0, 0, 0), (-shared, -also, end - start, start, end))
    if best is None:
        return None
    start, end = best[3:]
    return Place(start, end, page_at(source, start), lines_at(source, start, end), text[start:end])


def rests_on(sentence: str, question: str, source: Mapping[str, Any], known: support.Corpus) -> list[Place]:
    """Return the passage that shares most with a sentence, then those that have the numbers it lacks.

    Of several passages with a number, that which shares most with question and sentence: "690 NGC by the
    list of 2026" is nearest to the list's title, and rests on a row.
    """
    best = place(sentence, source, known, question)
    if best is None:
        return []
    found = [best]
    missing = _numbers(sentence) - _numbers(best.quote)
    wanted = set(stems(sentence)) | set(stems(question))
    text = source["text"]
    while missing:
        ranked = [
            (
                len(missing & _numbers(text[start:end])),
                shared_weight(wanted, text[start:end], known),
                -start,
                end,
            )
            for start, end in passages(text)
        ]
        most, _, start, end = max(ranked)
        if not most:
            break
        quote = text[-start:end]
        found.append(Place(-start, end, page_at(source, -start), lines_at(source, -start, end), quote))
        missing -= _numbers(quote)
    return found


def shared_weight(wanted: Set[str], passage: str, known: support.Corpus) -> float:
    """Return the weight of the wanted stems that a passage has."""
    return sum(known.weight(stem) for stem in wanted & set(stems(passage)))


def _numbers(text: str) -> set[str]:
    return {found.replace(",", "") for found in re.findall(r"\d+(?:[.,]\d+)*", text)}


def passages(text: str) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the text's passages, cut at sentence ends and before list items and rows."""
    at = 0
    for cut in [*((match.start(), match.end()) for match in PASSAGE.finditer(text)), (len(text), len(text))]:
        piece = text[at : cut[0]]
        if piece.strip():
            start = at + len(piece) - len(piece.lstrip())
            yield start, start + len(piece.strip())
        at = cut[1]


def page_at(source: Mapping[str, Any], at: int) -> int | None:
    """Return the physical page of an offset in the source's text; None when it has none, or is not known."""
    starts: Sequence[Sequence[int]] = source.get("page_starts") or []
    if starts:
        return max((page for page, begins in starts if begins <= at), default=starts[0][0])
    pages = source.get("pages")
    return int(pages[0]) if pages and pages[0] == pages[-1] else None


def lines_at(source: Mapping[str, Any], start: int, end: int) -> tuple[int, int] | None:
    """Return the first and last line of a range of the source's text; None for a source without lines.

    The last line of a source is that of its last character that is no white space: counted back from there.
    """
    lines = source.get("lines")
    if not lines:
        return None
    body = source["text"].rstrip()
    return (
        int(lines[-1]) - body.count("\n", start),
        int(lines[-1]) - body.count("\n", max(start, end - 1)),
    )


def shown(quote: str) -> str:
    """Return a passage on one line, at most LONGEST characters, cut at a word."""
    line = " ".join(quote.split())
    if len(line) <= LONGEST:
        return line
    head = line[:LONGEST]
    return (head[: head.rfind(" ")] if " " in head else head) + " ..."
