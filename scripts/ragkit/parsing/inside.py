"""Files inside other files, found again by their digest: members of archives, attachments of mails."""

import hashlib
from collections.abc import Collection, Iterator

from ragkit.parsing import archive, mail, sniff
from ragkit.parsing.archive import Member

ARCHIVES = frozenset({"zip", "tar", "gzip", "bzip2", "xz"})


def members(data: bytes, name: str, budget: archive.Budget) -> Iterator[Member]:
    """Yield what a file holds, one level down; nothing for a file that holds no others."""
    kind = sniff.kind(data, name)
    if kind in ARCHIVES:
        yield from archive.members(data, kind, name, budget)
    elif kind == "mbox":
        yield from mail.messages(data)
    elif kind == "eml":
        yield from mail.read(data)[1]


def found(data: bytes, name: str, wanted: Collection[str]) -> dict[str, bytes]:
    """Return {SHA-256: bytes} of the files wanted that are inside this one, as deep as parsing goes."""
    out: dict[str, bytes] = {}
    budget = archive.Budget()

    def look(data: bytes, name: str, depth: int) -> None:
        for member in members(data, name, budget):
            digest = hashlib.sha256(member.data).hexdigest()
            if digest in wanted:
                out[digest] = member.data
            elif depth < archive.DEEPEST:
                look(member.data, member.name, depth + 1)

    look(data, name, 1)
    return out
