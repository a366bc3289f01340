"""What of a source an answer rests on, and what of a source it has not read: passage by passage.

A chunk changes when any of its words do; an answer is concerned when those it cites do. So a pin keeps the
passages cited, and a short print of every passage shown; later texts are compared with these.
"""

import hashlib
import re
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from ragkit.answering import places, spots, support
from ragkit.answering.alignment import stems
from ragkit.records import Record

MOST = 0.6  # share of a question's words, by weight, that new text must carry: taste
_DATED = re.compile(r"(?mi)^(?:updated|date|modified|last_modified)\s*:.*$")
_RULE = re.compile(r"\s*\n[ \t]*\|?[ \t]*:?-{2,}[-:| \t]*(?:\n|$)")  # under a table's header


class Passage(NamedTuple):
    """A passage of a text; the header of a table says what its rows are about."""

    text: str
    header: bool

    @property
    def key(self) -> str | None:
        """Return the first cell of a table's row; None for a header and for running text."""
        if self.header or not self.text.startswith("|"):
            return None
        return self.text.strip("|").split("|")[0].strip().casefold()


def passages(text: str) -> list[Passage]:
    """Return the passages of a text, in order."""
    return [
        Passage(text[start:end], text[start] == "|" and _RULE.match(text, end) is not None)
        for start, end in spots.passages(text)
    ]


def print_of(passage: str) -> str:
    """Return six hex digits of a passage, white space and the date in a front matter left out."""
    body = _DATED.sub("", passage) if passage.startswith("---\n") else passage
    return hashlib.sha256(" ".join(body.split()).encode()).hexdigest()[:6]


def prints(text: str) -> str:
    """Return the prints of a text's passages, parted by spaces."""
    return " ".join(print_of(one.text) for one in passages(text))


def quoted(
    context: Record,
    answer: Record,
    known: support.Corpus | None = None,
    verdicts: Iterable[Record] | None = None,
) -> dict[int, list[str]]:
    """Return n -> the passages of that source which the answer's citing sentences rest on (places.cited)."""
    found = places.cited(context, answer, known, verdicts)
    return {one.source["n"]: [spot.quote for spot in one.places] for one in found}


def located(quotes: Iterable[str], source: Record) -> Record:
    """Return {"quotes", "at"}: of the passages quoted those that the source has, and where each begins in the
    document's text; of equals the first."""
    wanted = dict.fromkeys(map(print_of, quotes))
    found: dict[str, tuple[str, int]] = {}
    for start, end in spots.passages(source["text"]):
        passage = source["text"][start:end]
        if print_of(passage) in wanted:
            found.setdefault(print_of(passage), (passage, start + (source.get("start") or 0)))
    kept = [found[one] for one in wanted if one in found]
    return {"quotes": [quote for quote, _ in kept], "at": [at for _, at in kept]}


def stand(quotes: Iterable[str], text: str) -> bool:
    """Return whether every passage quoted is a passage of the text still."""
    return {print_of(quote) for quote in quotes} <= set(prints(text).split())


def unread(text: str, seen: Collection[str]) -> list[Passage]:
    """Return the passages of a text whose prints have not been seen."""
    return [one for one in passages(text) if print_of(one.text) not in seen]


def concern(found: Iterable[Passage], quotes: Iterable[str]) -> list[Passage]:
    """Return the new passages of a cited document that concern an answer: running text and headers do, of a
    table's rows only those that begin as one it cites."""
    keys = {Passage(quote, header=False).key for quote in quotes}
    return [one for one in found if one.key is None or one.key in keys]


def carry(question: str, source: Record, found: Sequence[Passage], known: support.Corpus) -> float | None:
    """Return what share of a question's words, by weight, new passages carry under their title and headings.

    Words that no source has count for nothing; None when none of the question's words is anywhere.
    """
    asked = {stem for stem in stems(question) if known.counts.get(stem)}
    if not asked:
        return None
    text = "\n".join([source.get("title") or "", *(source.get("path") or ()), *(one.text for one in found)])
    held = asked & set(stems(text))
    return sum(map(known.weight, held)) / sum(map(known.weight, asked))
