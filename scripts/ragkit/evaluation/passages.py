"""Find where a passage of another system stands in the documents: exactly, or through extraction noise."""

import re
import unicodedata
import urllib.parse
from array import array
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ragkit.labels.stream import stream
from ragkit.records import Record

SEED = 24  # kept characters that an agreement begins with; shorter ones are often chance: taste
PLACES = 5  # a passage too short for a seed stands there by chance where it has more of them: taste
GAP = 240  # kept characters of a running header or of markup, inside a passage, that no document has: taste
RETRIEVED_ONLY = ("passages", "retrieved only")  # in a chunk's meta: there are more than the records show


class Place(NamedTuple):
    """A range of a document's text, and the share of the passage that it accounts for."""

    doc_id: str
    start: int
    end: int
    share: float = 1.0


class Facts(NamedTuple):
    """A document's text as labels.stream sees it, in little memory."""

    chars: str
    starts: Sequence[int]
    ends: Sequence[int]


_NUMBERED = re.compile(r"^[ \t]*\d{1,3}[.)](?=[ \t])", re.M)  # an item's number, which many readers leave out


def facts(text: str) -> Facts:
    """Return what labels.stream keeps of a text, without the numbers of list items."""
    made = stream(text)
    numbers = {at for found in _NUMBERED.finditer(text) for at in range(*found.span())}
    kept = [i for i, at in enumerate(made.starts) if at not in numbers]
    chars = "".join(made.chars[i] for i in kept) if numbers else made.chars
    return Facts(chars, array("L", (made.starts[i] for i in kept)), array("L", (made.ends[i] for i in kept)))


class Library:
    """The documents that passages are looked for in."""

    def __init__(self, documents: Iterable[Record]) -> None:
        self.texts: dict[str, str] = {}
        self._named: dict[
            str, list[tuple[tuple[str, ...], str]]
        ] = {}  # last part of a path -> (parts, doc_id)
        self._urls: dict[str, str] = {}
        self._facts: dict[str, Facts] = {}
        self._seeds: dict[str, list[tuple[str, int]]] | None = None
        for document in documents:
            doc_id = document["doc_id"]
            self.texts[doc_id] = document["text"]
            for name in dict.fromkeys([doc_id, doc_id.partition("!")[0], document["source"]]):
                if parts := _parts(name):
                    self._named.setdefault(parts[-1], []).append((parts, doc_id))
            if document["url"]:
                self._urls[document["url"]] = doc_id

    def named(self, name: str) -> list[str]:
        """Return the documents that a name means: by address, or by the longest common end of the path.

        "docs/a/faq.md" is a/faq.md, and faq.md where there is no a/faq.md; "faq.md" alone may be any of them.
        """
        if name in self._urls:
            return [self._urls[name]]
        wanted = _parts(name.partition("#")[0])
        agreeing = [
            (min(len(parts), len(wanted)), parts == wanted, doc_id)
            for parts, doc_id in self._named.get(wanted[-1] if wanted else "", ())
            if parts[-len(wanted) :] == wanted or wanted[-len(parts) :] == parts
        ]
        most = max((length for length, *_ in agreeing), default=0)
        best = sorted((row for row in agreeing if row[0] == most), key=lambda row: not row[1])
        return list(dict.fromkeys(doc_id for *_, doc_id in best))

    def find(self, passage: str, within: Sequence[str] | None = None) -> list[Place]:
        """Return the places where a passage stands; none when no document has 47 kept characters of it.

        All places of its very words; else all those of the same facts (labels.stream); else the longest part
        of it that one document has, whose share is below 1. What stands between never counts as found.
        A passage shorter than SEED that has more than PLACES is found nowhere, as it says nothing about
        where it is from; nor is a part of a word.
        within  doc ids to look in; None is all
        """
        text = passage.replace("\r\n", "\n").strip()
        wanted = facts(text).chars
        ids = self._sharing(wanted) if within is None else within
        exact = [Place(doc_id, at, at + len(text)) for doc_id in ids for at in _all(self.texts[doc_id], text)]
        if exact or not text:
            return self._telling(exact, text) if len(wanted) < SEED else exact
        if len(wanted) < 2 * SEED:
            same = [(doc_id, at) for doc_id in ids for at in _all(self._of(doc_id).chars, wanted)]
            found = [self._place(doc_id, at, at + len(wanted), 1.0) for doc_id, at in same]
            return self._telling(found, text) if len(wanted) < SEED else found
        return self._longest(wanted, set(ids))

    def _telling(self, places: list[Place], passage: str) -> list[Place]:
        """Return those of a short passage's places that say where it is from, as find has it."""
        if passage.isascii() and len(passage.split()) == 1:  # elsewhere words have no spaces around them
            places = [place for place in places if _is_word(self.texts[place.doc_id], place)]
        return places if len(places) <= PLACES else []

    def _sharing(self, wanted: str) -> list[str]:
        """Return the documents that may hold a passage of these kept characters: all, where it is short."""
        if len(wanted) < 2 * SEED:
            return list(self.texts)
        seeds = (self._seeded(wanted[at : at + SEED]) for at in range(len(wanted) - SEED + 1))
        sharing = {doc_id for found in seeds for doc_id, _ in found}
        return [doc_id for doc_id in self.texts if doc_id in sharing] if sharing else []

    def _longest(self, wanted: str, ids: set[str]) -> list[Place]:
        found: dict[tuple[str, int, int], int] = {}
        best = 0
        for at in range(len(wanted) - SEED + 1):
            for doc_id, to in self._seeded(wanted[at : at + SEED]):
                inside = any(doc == doc_id and start <= to < stop for doc, start, stop in found)
                if doc_id in ids and not inside:
                    start, stop, length = _grown(self._of(doc_id).chars, wanted, to, at)
                    found[doc_id, start, stop] = length
                    best = max(best, length)
        return [
            self._place(doc_id, start, stop, length / len(wanted))
            for (doc_id, start, stop), length in found.items()
            if length == best
        ]

    def _seeded(self, seed: str) -> Sequence[tuple[str, int]]:
        """Return (doc_id, position) of a seed, of those at each SEEDth position of every document."""
        if self._seeds is None:
            self._seeds = {}
            for doc_id in self.texts:
                chars = self._of(doc_id).chars
                for at in range(0, len(chars) - SEED + 1, SEED):
                    self._seeds.setdefault(chars[at : at + SEED], []).append((doc_id, at))
        return self._seeds.get(seed, ())

    def _place(self, doc_id: str, begin: int, end: int, share: float) -> Place:
        facts = self._of(doc_id)
        return Place(doc_id, facts.starts[begin], facts.ends[end - 1], share)

    def _of(self, doc_id: str) -> Facts:
        if doc_id not in self._facts:
            self._facts[doc_id] = facts(self.texts[doc_id])
        return self._facts[doc_id]


def _grown(hay: str, wanted: str, to: int, at: int) -> tuple[int, int, int]:
    """Return (start, stop) in `hay` and how many characters of `wanted` stand there, from a common seed on.

    Over what `wanted` has besides (a running header, a title), never over what only the document has.
    """
    start, begin, stop, end = to, at, to + SEED, at + SEED
    length = SEED
    while True:
        while end < len(wanted) and stop < len(hay) and wanted[end] == hay[stop]:
            end, stop, length = end + 1, stop + 1, length + 1
        following = hay[stop : stop + SEED]
        again = wanted.find(following, end, end + GAP + SEED) if len(following) == SEED else -1
        if again < 0:
            break
        end = again
    while True:
        while begin and start and wanted[begin - 1] == hay[start - 1]:
            begin, start, length = begin - 1, start - 1, length + 1
        before = hay[max(0, start - SEED) : start]
        again = wanted.rfind(before, max(0, begin - GAP - SEED), begin) if len(before) == SEED else -1
        if again < 0:
            return start, stop, length
        begin = again + SEED


def _is_word(text: str, place: Place) -> bool:
    before = text[max(0, place.start - 1) : place.start]
    return not (before.isalnum() or text[place.end : place.end + 1].isalnum())


def _all(hay: str, needle: str) -> list[int]:
    found: list[int] = []
    at = hay.find(needle) if needle else -1
    while at >= 0:
        found.append(at)
        at = hay.find(needle, at + 1)
    return found


def _parts(name: str) -> tuple[str, ...]:
    """Return a path's parts, percent-decoded; of an address those after the host."""
    plain = unicodedata.normalize("NFC", urllib.parse.unquote(name.replace("\\", "/")))
    plain = re.sub(r"^[a-z]+://[^/]*/?", "", plain)
    return tuple(part for part in plain.split("/") if part not in ("", ".", ".."))
