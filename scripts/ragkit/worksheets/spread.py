"""Which passages of a corpus are asked about: spread over folders and documents, and saying something."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from ragkit.cli import InputError
from ragkit.fingerprint import drawn
from ragkit.labels import similar
from ragkit.records import Record

SIZE = (200, 1200)  # characters of a passage: enough to state a fact, short enough to be read
NO_PROSE = ("fence", "code", "html", "rule", "heading")  # blocks that a reader is not told facts by
_LINK = re.compile(r"\]\([^)]*\)")  # an address tells a reader nothing
_NAVIGATION = (
    re.compile(  # a line of code that loads a page's parts, or an item that is a link and little more
        r"\s*(?:(?:import|export)\s.*|(?:[-*+|>]|\d+[.)])?\W*!?\[[^\]]*\]\([^)]*\)(?P<rest>.*))"
    )
)
SAYS = 4  # words beside a link from which its line says something; taste
COMMON = 0.25  # of the documents: a word in more of them is furniture, such as an inherited option; taste


class Passage(NamedTuple):
    """A stretch of whole blocks of one document."""

    doc_id: str
    text: str
    prose: bool  # whether at least half of it is sentences, items or rows, not code
    worth: int  # different words and numbers that few documents have


class Chosen(NamedTuple):
    """The passages, the first of every document before any second, and a line on how they are spread."""

    passages: list[Passage]
    line: str


def choose(documents: Sequence[Record], count: int, under: str = "", seed: int = 0) -> Chosen:
    """Return `count` passages, or as many as there are; the same ones for the same documents and seed.

    Folders take turns, and in each the documents; a document's richest passage first. What is mostly code
    comes after everything else. No turn depends on the order of the files.
    under   only documents whose id begins with this folder; InputError when there is none
    """
    folder = under.strip("/")
    below = (folder + "/", folder + "!")
    within = [one for one in documents if not folder or one["doc_id"].startswith(below)]
    if not within:
        raise InputError(f"no document lies under {under!r}; there are, e.g., {_some(documents)}")
    common = _common(documents)
    by_document = {one["doc_id"]: _passages(one, common) for one in within}
    chosen: list[Passage] = []
    for prose in (True, False):
        rest = {name: [row for row in rows if row.prose is prose] for name, rows in by_document.items()}
        while len(chosen) < count and any(rest.values()):
            left = [name for name, rows in rest.items() if rows]
            chosen += [rest[name].pop(0) for name in _turns(left, seed)]
    chosen = chosen[:count]
    used = {row.doc_id for row in chosen}
    without = sum(not any(row.prose for row in rows) for rows in by_document.values())
    folders = len({_folder(one["doc_id"]) for one in within})
    line = (
        f"{len(chosen)} passages of {len(used)} of {len(within)} documents, "
        f"in {len(set(map(_folder, used)))} of {folders} folders"
    )
    more = f"; {without} documents have no passage of {SIZE[0]} characters that is mostly prose"
    return Chosen(chosen, line + (more if without else ""))


def _turns(names: Sequence[str], seed: int) -> list[str]:
    """Return the documents in an order in which folders take turns."""
    by_folder: dict[str, list[str]] = {}
    for name in sorted(names, key=lambda name: drawn(name, seed)):
        by_folder.setdefault(_folder(name), []).append(name)
    place = {name: turn for mine in by_folder.values() for turn, name in enumerate(mine)}
    return sorted(names, key=lambda name: (place[name], drawn(_folder(name), seed), name))


def _folder(doc_id: str) -> str:
    return doc_id.rpartition("/")[0]


def _some(documents: Sequence[Record]) -> str:
    folders = sorted({_folder(one["doc_id"]) or one["doc_id"] for one in documents})
    return ", ".join(folders[:3]) or "no documents at all"


def _common(documents: Sequence[Record]) -> frozenset[str]:
    """Return the words that are in so many documents that they tell nothing of any."""
    seen = Counter(word for one in documents for word in similar.content(one["text"]))
    return frozenset(word for word, count in seen.items() if count > max(2, COMMON * len(documents)))


def _passages(document: Record, common: frozenset[str]) -> list[Passage]:
    """Return the document's passages, the one with most to say first."""
    found: list[list[Sequence[Any]]] = [[]]
    for block in document["blocks"]:
        if block[0] == "front_matter":
            continue
        if found[-1] and block[2] - found[-1][0][1] > SIZE[1]:
            found.append([])
        found[-1].append(block)
    rows = [_passage(document, blocks, common) for blocks in found if blocks]
    whole = [row for row in rows if SIZE[0] <= len(row.text) <= 2 * SIZE[1] and not _navigates(row.text)]
    return sorted(whole, key=lambda row: -row.worth)


def _navigates(text: str) -> bool:
    """Return whether at least half of a text is links to other pages and lines that load a page's parts."""
    lines = [line for line in text.splitlines() if line.strip()]
    found = [line for line in lines if (hit := _NAVIGATION.fullmatch(line)) and _bare(hit["rest"] or "")]
    return 2 * sum(map(len, found)) >= sum(map(len, lines))


def _bare(rest: str) -> bool:
    return similar.word_count(_LINK.sub("]", rest)) < SAYS


def _passage(document: Record, blocks: Sequence[Sequence[Any]], common: frozenset[str]) -> Passage:
    said = [
        _LINK.sub("]", document["text"][block[1] : block[2]]) for block in blocks if block[0] not in NO_PROSE
    ]
    text = document["text"][blocks[0][1] : blocks[-1][2]]
    terms = similar.content("\n".join(said)) - common
    worth = len(terms) + 2 * sum(any(char.isdigit() for char in term) for term in terms)
    return Passage(document["doc_id"], text, 2 * sum(map(len, said)) >= len(text), worth)
