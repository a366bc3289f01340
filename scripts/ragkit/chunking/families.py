"""Families of chunks that say the same: exact copies, and texts that share nearly all of their words."""

import re
import zlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

Record = dict[str, Any]

NEAR = 0.85  # least share of common word triples (Jaccard); below it, two texts differ in more than a detail
_SHINGLE = 3
_SKETCH = 8  # smallest hashes compared to find candidates: near texts share one of them all but surely
_FEWEST = 20  # words; shorter texts are families only when they are equal
_CROWD = 200  # candidates looked at for one hash; more share it only in boilerplate
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")


class Family(NamedTuple):
    """Chunks of one family, the first first, and the numbers that not all of them hold."""

    members: list[str]
    numbers: list[str]


def mark(chunks: Sequence[Record]) -> list[Record]:
    """Return the chunks with dup_of set on every later member of a family to its first.

    Equal after folding of white space, or at least NEAR alike; always with the same acl and tenant, so that a
    family never tells a reader of a chunk that he may not see. A copy keeps no stale dup_of.
    """
    first_of_text: dict[tuple[str, str], str] = {}
    near = _Near()
    marked = []
    for chunk in chunks:
        rights, words = _rights(chunk), chunk["text"].split()
        key = (rights, " ".join(words))
        first = first_of_text.get(key) or near.first_like(rights, words)
        kept = {field: value for field, value in chunk.items() if field != "dup_of"}
        if first:
            kept["dup_of"] = first
        else:
            near.add(rights, words, chunk["chunk_id"])
        first_of_text.setdefault(key, first or chunk["chunk_id"])
        marked.append(kept)
    return marked


def families(chunks: Sequence[Record]) -> list[Family]:
    """Return the families of marked chunks, largest first."""
    members: dict[str, list[Record]] = defaultdict(list)
    for chunk in chunks:
        members[chunk.get("dup_of") or chunk["chunk_id"]].append(chunk)
    found = []
    for group in members.values():
        if len(group) > 1:
            numbers = [set(_NUMBER.findall(chunk["text"])) for chunk in group]
            differing = set.union(*numbers) - set.intersection(*numbers)
            found.append(Family([chunk["chunk_id"] for chunk in group], sorted(differing)))
    return sorted(found, key=lambda family: (-len(family.members), family.members))


def lines(found: Sequence[Family], limit: int = 10) -> Iterator[str]:
    """Yield the families for a person: those that differ in numbers first: one may be out of date."""
    if found:
        copies = sum(len(family.members) - 1 for family in found)
        yield f"{len(found)} families of equal or nearly equal chunks, {copies} copies"
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


class _Near:
    """Finds an earlier text like a given one, by the smallest hashes of their word triples (Broder 1997)."""

    def __init__(self) -> None:
        self.shingles: list[tuple[str, frozenset[int]]] = []
        self.holders: dict[tuple[str, int], list[int]] = defaultdict(list)

    def first_like(self, rights: str, words: Sequence[str]) -> str | None:
        mine = _hashes(words)
        seen = {
            at for least in sorted(mine)[:_SKETCH] for at in self.holders.get((rights, least), [])[:_CROWD]
        }
        for at in sorted(seen):
            chunk_id, theirs = self.shingles[at]
            if len(mine & theirs) >= NEAR * len(mine | theirs):
                return chunk_id
        return None

    def add(self, rights: str, words: Sequence[str], chunk_id: str) -> None:
        mine = _hashes(words)
        for least in sorted(mine)[:_SKETCH]:
            self.holders[rights, least].append(len(self.shingles))
        self.shingles.append((chunk_id, mine))


def _hashes(words: Sequence[str]) -> frozenset[int]:
    if len(words) < _FEWEST:
        return frozenset()
    folded = [word.lower() for word in words]
    triples = zip(*(folded[at:] for at in range(_SHINGLE)), strict=False)
    return frozenset(zlib.crc32(" ".join(triple).encode()) for triple in triples)
