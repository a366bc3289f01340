"""Which passages of a corpus are asked about: spread over folders and documents, and saying something."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from ragkit.cli import InputError, plural
from ragkit.fingerprint import drawn
from ragkit.labels import similar
from ragkit.records import Record
from ragkit.worksheets import saying

SIZE = 1200  # characters of a passage, about: short enough to be read
LEAST = 200  # characters of one with few words of its own: enough to state a fact
# Words that few documents have, outside code, from which a passage has something to ask about, however short
# it is: pages that say "moved to ..." have 6, a command's list of options 2 to 5, short release notes 7.
OWN = 7
NO_PROSE = ("fence", "code", "html", "rule", "heading")  # blocks that a reader is not told facts by
NAMED = 5  # documents with nothing to ask about that are named before "and n more"; taste
COMMON = 0.25  # of the documents: a word in more of them is furniture, such as an inherited option; taste
SAYING, LITTLE, NAMES = range(3)  # whose turn comes first


class Passage(NamedTuple):
    """A stretch of whole blocks of one document."""

    doc_id: str
    text: str
    turn: int  # SAYING; mostly code, LITTLE; packages or variables, NAMES
    worth: int  # different words and numbers that few documents have


class Chosen(NamedTuple):
    """The passages, the first of every document before any second, and a line on how they are spread."""

    passages: list[Passage]
    line: str


def choose(documents: Sequence[Record], count: int, under: str = "", seed: int = 0) -> Chosen:
    """Return `count` passages, or as many as there are; the same ones for the same documents and seed.

    Folders take turns, and in each the documents; a document's richest passage first. What says little beside
    its code comes after everything else, then lists of packages or variables. No turn depends on the order of
    the files.
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
    for turn in (SAYING, LITTLE, NAMES):
        rest = {name: [row for row in rows if row.turn == turn] for name, rows in by_document.items()}
        while len(chosen) < count and any(rest.values()):
            left = [name for name, rows in rest.items() if rows]
            chosen += [rest[name].pop(0) for name in _turns(left, seed)]
    chosen = chosen[:count]
    used = {row.doc_id for row in chosen}
    folders = len({_folder(one["doc_id"]) for one in within})
    line = (
        f"{len(chosen)} passages of {len(used)} of {len(within)} documents, "
        f"in {len(set(map(_folder, used)))} of {folders} folders"
    )
    silent = sorted(name for name, rows in by_document.items() if all(row.turn != SAYING for row in rows))
    return Chosen(chosen, line + _little(silent))


def _little(names: Sequence[str]) -> str:
    """Return the end of a line that names the documents with next to nothing to ask about."""
    if not names:
        return ""
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return (
        f"; {plural(len(names), 'document')} with little but code, links or names to ask about come last or "
        f"not at all: {', '.join(names[:NAMED])}{more}"
    )


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


def stretches(document: Record) -> list[list[Sequence[Any]]]:
    """Return the document's blocks in runs of about SIZE characters; a longer block is a run of its own."""
    found: list[list[Sequence[Any]]] = [[]]
    for block in document["blocks"]:
        if block[0] == "front_matter":
            continue
        if found[-1] and block[2] - found[-1][0][1] > SIZE:
            found.append([])
        found[-1].append(block)
    return [blocks for blocks in found if blocks]


def _passages(document: Record, common: frozenset[str]) -> list[Passage]:
    """Return the document's passages, the one with most to say first."""
    rows = [_passage(document, blocks, common) for blocks in stretches(document)]
    whole = [
        row
        for row in rows
        if (row.turn == SAYING or len(row.text) >= LEAST)
        and len(row.text) <= 2 * SIZE
        and not saying.navigates(row.text)
    ]
    return sorted(whole, key=lambda row: -row.worth)


def _passage(document: Record, blocks: Sequence[Sequence[Any]], common: frozenset[str]) -> Passage:
    said = "\n".join(
        saying.LINK.sub("]", document["text"][block[1] : block[2]])
        for block in blocks
        if block[0] not in NO_PROSE
    )
    text = document["text"][blocks[0][1] : blocks[-1][2]]
    terms = similar.content(said) - common
    worth = len(terms) + 2 * sum(any(char.isdigit() for char in term) for term in terms)
    says = len(terms) >= OWN or (len(text) >= LEAST and 2 * len(said) >= len(text))
    turn = NAMES if saying.lists_names(text) else SAYING if says else LITTLE
    return Passage(document["doc_id"], text, turn, worth)
