"""What a new chunking costs: which chunks an index must add, move or drop, and what must be embedded."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ragkit import tokens
from ragkit.chunking.embedded import embedded_text

Record = dict[str, Any]


class Plan(NamedTuple):
    """Chunk ids by what to do with them."""

    unchanged: list[str]
    moved: list[tuple[str, str]]  # (old id, new id): the vector of the one serves the other
    added: list[str]
    removed: list[str]
    tokens: int  # to embed, of the added

    def rows(self) -> Iterator[Record]:
        """Yield one row a chunk that is not unchanged."""
        for old, new in self.moved:
            yield {"action": "move", "chunk_id": new, "from": old}
        for chunk_id in self.added:
            yield {"action": "add", "chunk_id": chunk_id}
        for chunk_id in self.removed:
            yield {"action": "remove", "chunk_id": chunk_id}

    def summary(self) -> str:
        """Return the plan in a line."""
        counts = f"{len(self.added)} added, {len(self.removed)} removed, {len(self.moved)} moved"
        return f"{counts}, {len(self.unchanged)} unchanged; {self.tokens:,} tokens to embed"


def plan(old: Iterable[Record], new: Iterable[Record]) -> Plan:
    """Return how to turn an index of the old chunks into one of the new.

    A chunk is unchanged when its id and what is embedded of it are; moved when only its id differs (a renamed
    file, another twin); all else is added, or removed.
    """
    before = {chunk["chunk_id"]: embedded_text(chunk) for chunk in old}
    after = {chunk["chunk_id"]: embedded_text(chunk) for chunk in new}
    unchanged = [chunk_id for chunk_id, text in after.items() if before.get(chunk_id) == text]
    left, kept = defaultdict(list), set(unchanged)
    for chunk_id, text in before.items():
        if chunk_id not in kept:
            left[text].append(chunk_id)
    moved, added = [], []
    for chunk_id, text in after.items():
        if chunk_id in kept:
            continue
        if left[text]:
            moved.append((left[text].pop(0), chunk_id))
        else:
            added.append(chunk_id)
    removed = [chunk_id for ids in left.values() for chunk_id in ids]
    return Plan(unchanged, moved, added, removed, sum(tokens.count(after[chunk_id]) for chunk_id in added))
