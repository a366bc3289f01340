"""What changed between two versions of an index, by chunk and by document."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Version(NamedTuple):
    """What is compared of a version; the lists have one entry a chunk, in the same order.

    documents  doc_id
    records    digest of the whole record
    texts      digest of what is indexed and embedded
    """

    ids: Sequence[str]
    documents: Sequence[str]
    records: Sequence[bytes]
    texts: Sequence[bytes]


class Receipt(NamedTuple):
    """What a build did, in chunks; `changed`: the same text under another id or with other metadata.

    embedded   chunks whose text the version before did not have, so that a vector was needed
    tokens     sent to a provider; 0 for LSA and for what the cache had
    rebuilt    False when the folder was left as it was
    documents  doc_id -> {"status": added, deleted, changed, renamed or metadata, ...}, without untouched ones
    """

    chunks: int
    added: int
    removed: int
    changed: int
    untouched: int
    embedded: int = 0
    tokens: int = 0
    rebuilt: bool = True
    documents: Mapping[str, dict[str, Any]] = {}
    renamed: Mapping[str, str] = {}
    notes: tuple[str, ...] = ()

    def line(self) -> str:
        return (
            f"+{self.added:,} -{self.removed:,} ~{self.changed:,}, {self.untouched:,} untouched, "
            f"{self.tokens:,} tokens"
        )


def compare(old: Version, new: Version) -> Receipt:
    """Return the receipt of going from one version to the other; its tokens and notes are still open."""
    before = dict(zip(old.ids, old.records, strict=True))
    untouched = {i for i, digest in zip(new.ids, new.records, strict=True) if before.get(i) == digest}
    gone = Counter(text for i, text in zip(old.ids, old.texts, strict=True) if i not in untouched)
    come = Counter(text for i, text in zip(new.ids, new.texts, strict=True) if i not in untouched)
    changed = sum((gone & come).values())
    known = set(old.texts)
    renamed = _renamed(old, new)
    return Receipt(
        chunks=len(new.ids),
        added=sum(come.values()) - changed,
        removed=sum(gone.values()) - changed,
        changed=changed,
        untouched=len(untouched),
        embedded=len(set(new.texts) - known),
        documents=_documents(old, new, untouched, renamed),
        renamed=renamed,
    )


def _by_document(version: Version) -> dict[str, list[tuple[str, bytes]]]:
    found: dict[str, list[tuple[str, bytes]]] = defaultdict(list)
    for doc_id, chunk_id, text in zip(version.documents, version.ids, version.texts, strict=True):
        found[doc_id].append((chunk_id, text))
    return found


def _renamed(old: Version, new: Version) -> dict[str, str]:
    """Return old doc_id -> new doc_id where one went and one came with the same texts in the same order."""
    before, after = _by_document(old), _by_document(new)
    came: dict[tuple[bytes, ...], list[str]] = defaultdict(list)
    for doc_id in after:
        if doc_id not in before:
            came[tuple(text for _, text in after[doc_id])].append(doc_id)
    renamed = {}
    for doc_id in before:
        if doc_id not in after:
            same = came.get(tuple(text for _, text in before[doc_id]))
            if same:
                renamed[doc_id] = same.pop(0)
    return renamed


def _documents(
    old: Version, new: Version, untouched: set[str], renamed: Mapping[str, str]
) -> dict[str, dict[str, Any]]:
    before, after = _by_document(old), _by_document(new)
    was = {new_id: old_id for old_id, new_id in renamed.items()}
    report: dict[str, dict[str, Any]] = {}
    for doc_id in sorted(before.keys() | after.keys()):
        gone = Counter(text for _, text in before.get(doc_id, []))
        come = Counter(text for _, text in after.get(doc_id, []))
        kept = sum((gone & come).values())
        counts = {"added": sum(come.values()) - kept, "kept": kept, "removed": sum(gone.values()) - kept}
        if doc_id in was:
            report[doc_id] = {
                "status": "renamed",
                "from": was[doc_id],
                "added": 0,
                "kept": counts["added"],
                "removed": 0,
            }
        elif doc_id not in after:
            if doc_id not in renamed:
                report[doc_id] = {"status": "deleted", **counts}
        elif doc_id not in before:
            report[doc_id] = {"status": "added", **counts}
        elif counts["added"] or counts["removed"]:
            report[doc_id] = {"status": "changed", **counts}
        elif not all(chunk_id in untouched for chunk_id, _ in after[doc_id]):
            report[doc_id] = {"status": "metadata", **counts}
    return report
