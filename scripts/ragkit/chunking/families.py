"""Families of chunks that say the same: exact copies, and texts that share nearly all of their words."""

import re
import zlib
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ragkit.fingerprint import text_sha

Record = dict[str, Any]

NEAR = 0.85  # least share of common word triples (Jaccard); below it, two texts differ in more than a detail
_SHINGLE = 3
_SKETCH = 8  # smallest hashes compared to find candidates
_SHARED = 3  # of them are shared by near texts all but surely: at NEAR, some seven are
_FEWEST = 20  # words; shorter texts are families only when they are equal
_CROWD = 200  # candidates looked at for one hash; more share it only in boilerplate
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")


class Family(NamedTuple):
    """Chunks of one family, the first first, and the numbers that not all of them hold."""

    members: list[str]
    numbers: list[str]


def mark(chunks: Sequence[Record]) -> list[Record]:
    """Return the chunks with dup_of set on every later member of a family to its first.

    Equal after folding of white space, or at least NEAR alike and with the same numbers. Alike but for a
    number is no copy (it may be the version that holds): such a chunk gets near_of instead. Always with the
    same acl and tenant: a family never tells a reader of a chunk he may not see. Old marks are forgotten.
    """
    first_of_text: dict[tuple[str, str], str] = {}
    near = _Near()
    marked = []
    for chunk in chunks:
        rights, words = _rights(chunk), chunk["text"].split()
        key = (rights, " ".join(words))
        kept = {field: value for field, value in chunk.items() if field not in ("dup_of", "near_of")}
        if first := first_of_text.get(key):
            kept["dup_of"] = first
        else:
            mine = _Seen(chunk["chunk_id"], array("I", sorted(triples(words))), _digest(chunk["text"]))
            like = near.first_like(rights, mine)
            if like and like.numbers == mine.numbers:
                kept["dup_of"] = like.chunk_id
            else:
                if like:
                    kept["near_of"] = like.chunk_id
                near.add(rights, mine)
        first_of_text.setdefault(key, kept.get("dup_of") or chunk["chunk_id"])
        marked.append(kept)
    return marked


def families(chunks: Sequence[Record]) -> list[Family]:
    """Return the families of marked chunks, largest first."""
    members: dict[str, list[Record]] = defaultdict(list)
    for chunk in chunks:
        members[chunk.get("near_of") or chunk.get("dup_of") or chunk["chunk_id"]].append(chunk)
    found = []
    for group in members.values():
        if len(group) > 1:
            numbers = [_numbers(chunk["text"]) for chunk in group]
            differing = frozenset.union(*numbers) - frozenset.intersection(*numbers)
            found.append(Family([chunk["chunk_id"] for chunk in group], sorted(differing)))
    return sorted(found, key=lambda family: (-len(family.members), family.members))


def lines(found: Sequence[Family], limit: int = 10) -> Iterator[str]:
    """Yield the families for a person: those that differ in numbers first: one may be out of date."""
    if found:
        later = sum(len(family.members) - 1 for family in found)
        yield f"{len(found)} families of equal or nearly equal chunks, {later} chunks beside their first"
    risky = [family for family in found if family.numbers]
    for family in risky[:limit]:
        differ = ", ".join(family.numbers[:8]) + (" ..." if len(family.numbers) > 8 else "")
        names = ", ".join(family.members[:4]) + (" ..." if len(family.members) > 4 else "")
        yield f"  nearly equal, but the numbers differ ({differ}): {names}"
    if len(risky) > limit:
        yield f"  and {len(risky) - limit} more that differ in numbers"


def _rights(chunk: Record) -> str:
    acl = chunk.get("acl")
    return repr((None if acl is None else sorted(acl), chunk.get("tenant")))


def _numbers(text: str) -> frozenset[str]:
    return frozenset(_NUMBER.findall(text))


def _digest(text: str) -> str:
    return text_sha(" ".join(sorted(_numbers(text))))


class _Seen(NamedTuple):
    """What is kept of a chunk: a tenth of the memory that sets of its triples and numbers would take."""

    chunk_id: str
    shingles: "array[int]"  # ascending, each once
    numbers: str  # a hash of them all


class _Near:
    """Finds an earlier text like a given one, by the smallest hashes of their word triples (Broder 1997)."""

    def __init__(self) -> None:
        self.seen: list[_Seen] = []
        self.holders: dict[tuple[str, int], list[int]] = defaultdict(list)

    def first_like(self, rights: str, mine: _Seen) -> _Seen | None:
        own, least = frozenset(mine.shingles), mine.shingles[:_SKETCH]
        hits = Counter(at for one in least for at in self.holders.get((rights, one), [])[:_CROWD])
        for at in sorted(at for at, count in hits.items() if count >= min(_SHARED, len(least))):
            theirs = self.seen[at].shingles
            shared = len(own.intersection(theirs))
            if shared >= NEAR * (len(own) + len(theirs) - shared):
                return self.seen[at]
        return None

    def add(self, rights: str, mine: _Seen) -> None:
        for one in mine.shingles[:_SKETCH]:
            self.holders[rights, one].append(len(self.seen))
        self.seen.append(mine)


def triples(words: Sequence[str]) -> frozenset[int]:
    """Return a hash of every three words in a row, whatever their case; none of a text too short to tell."""
    if len(words) < _FEWEST:
        return frozenset()
    folded = [word.lower() for word in words]
    runs = zip(*(folded[at:] for at in range(_SHINGLE)), strict=False)
    return frozenset(zlib.crc32(" ".join(triple).encode()) for triple in runs)
