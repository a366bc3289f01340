"""What one pass over a workspace's documents tells: how many, what was lost, who may read them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ragkit import access
from ragkit.access import Reader
from ragkit.parsing import losses
from ragkit.parsing.losses import Loss
from ragkit.records import Record


class Census(NamedTuple):
    """The documents without their texts."""

    documents: int
    unread: int  # of them, those without any text
    losses: list[Loss]
    notes: Mapping[str, Sequence[str]]  # losses.note: code -> doc_ids
    rights: Mapping[str, Record]  # doc_id -> {"acl", "tenant"}
    stated: frozenset[str]  # access.stated of the corpus

    def silent(self) -> int:
        """Return how many documents nobody finds because others state their readers and they do not."""
        return sum(access.closed(record, self.stated) for record in self.rights.values())

    def unknown_rights(self, asked: Iterable[Mapping[str, Any]]) -> list[str]:
        """Return a line where questions say who asks, and no document says who may read it."""
        named = {group for row in asked for group in (row.get("user") or {}).get("groups") or ()}
        if not named or self.stated:
            return []
        return [
            f"rights: NOT KNOWN: questions come from {', '.join(sorted(named)[:4])}, and no document says "
            f"who may read it, so everybody is shown everything; state it (`acl` in front matter, --acl-from)"
        ]

    def may_read(self, doc_id: str, who: Reader) -> bool:
        """Return whether the reader may open the document; a document that is not here, nobody."""
        if doc_id not in self.rights:
            return False
        return access.may_read(self.rights[doc_id], who, self.stated)

    def damaged(self) -> frozenset[str]:
        """Return the ids of the documents of which something was not read."""
        return frozenset(loss.doc_id for loss in self.losses)

    def lost(self) -> dict[str, list[str]]:
        """Return reason -> where, such as "contract.pdf page 2"."""
        where: dict[str, list[str]] = defaultdict(list)
        for loss in self.losses:
            where[loss.code].append(loss.doc_id if loss.page is None else f"{loss.doc_id} page {loss.page}")
        return dict(where)


def take(documents: Iterable[Record]) -> Census:
    """Return the census of the documents, read once."""
    unread = 0
    found: list[Loss] = []
    notes: dict[str, list[str]] = {}
    rights: dict[str, Record] = {}
    for document in documents:
        unread += not document["text"].strip()
        found.extend(losses.losses([document]))
        losses.note([document], notes)
        rights[document["doc_id"]] = {"acl": document["acl"], "tenant": document["tenant"]}
    return Census(len(rights), unread, found, notes, rights, access.stated(rights.values()))
