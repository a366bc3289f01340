"""Archives: every member is a file of its own; what is too large, too deep or locked is named."""

import bz2
import gzip
import lzma
import tarfile
import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import NamedTuple

from ragkit.parsing.body import DAMAGED, Warn

_LARGEST = 256 << 20  # bytes unpacked, over all members of members: taste, far above any document
_MOST = 10_000  # members
LARGEST_OFFICE = 400 << 20  # bytes of all parts of an Office file, most of them pictures: taste
DEEPEST = 3  # archives in archives


class Member(NamedTuple):
    """One file inside another; with a warning, data is empty."""

    number: int  # its place, from 1
    name: str
    data: bytes
    warning: Warn | None = None


class Budget:
    """What one file may still unpack, all archives inside it together."""

    def __init__(self) -> None:
        self.bytes = _LARGEST
        self.members = _MOST

    def allows(self, size: int) -> bool:
        return self.members > 0 and size <= self.bytes

    def spend(self, size: int) -> None:
        self.members -= 1
        self.bytes -= size


def members(data: bytes, kind: str, name: str, budget: Budget) -> Iterator[Member]:
    """Yield the files of a zip, gzip, bzip2, xz or tar in their order; folders have no number.

    A damaged archive yields the members before the damage, then one with a `broken` warning.
    """
    readers = {"zip": _zip, "tar": _tar}
    try:
        yield from readers[kind](data, budget) if kind in readers else _packed(data, kind, name, budget)
    except DAMAGED as err:
        yield Member(0, name, b"", Warn("broken", f"damaged archive: {' '.join(str(err).split())[:100]}"))


def oversize(data: bytes, longest: int) -> str:
    """Return why an Office file is too large to read, "" when it is not.

    longest  bytes of one part of XML
    """
    with zipfile.ZipFile(BytesIO(data)) as archive:
        infos = archive.infolist()
    if sum(info.file_size for info in infos) > LARGEST_OFFICE:
        return f"its parts unpack to more than {LARGEST_OFFICE >> 20} MB"
    long = [info.filename for info in infos if info.file_size > longest and info.filename.endswith(".xml")]
    return f"{long[0]} unpacks to more than {longest >> 20} MB" if long else ""


def _zip(data: bytes, budget: Budget) -> Iterator[Member]:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        infos = [info for info in archive.infolist() if not info.is_dir()]
        for number, info in enumerate(infos, start=1):
            if not budget.allows(info.file_size):
                yield Member(
                    number, info.filename, b"", Warn("too_large", f"{len(infos) - number + 1} members left")
                )
                return
            try:
                content = archive.read(info)
            except RuntimeError as err:  # NotImplementedError is one
                code = "encrypted" if "password" in str(err) or "encrypted" in str(err) else "member_unread"
                yield Member(number, info.filename, b"", Warn(code, f"{info.filename}: {err}"[:120]))
                continue
            except DAMAGED as err:
                yield Member(number, info.filename, b"", Warn("broken", f"{info.filename}: {err}"[:120]))
                continue
            budget.spend(len(content))
            yield Member(number, info.filename, content)


def _tar(data: bytes, budget: Budget) -> Iterator[Member]:
    number = 0
    with tarfile.open(fileobj=BytesIO(data)) as archive:
        for info in archive:
            if not info.isfile():
                continue
            number += 1
            if not budget.allows(info.size):
                yield Member(number, info.name, b"", Warn("too_large", "the rest of the archive"))
                return
            file = archive.extractfile(info)
            content = file.read() if file else b""
            budget.spend(len(content))
            yield Member(number, info.name, content)


def _packed(data: bytes, kind: str, name: str, budget: Budget) -> Iterator[Member]:
    """Yield the one file a .gz, .bz2 or .xz holds, under its name without that ending; number 0."""
    content = _unpacked(data, kind, budget.bytes + 1)
    inner = name.rsplit(".", 1)[0] + (".tar" if name.lower().endswith((".tgz", ".tbz2", ".txz")) else "")
    if not budget.allows(len(content)):
        yield Member(
            0, inner, b"", Warn("too_large", f"all that is packed in the file exceeds {_LARGEST >> 20} MB")
        )
    else:
        budget.spend(len(content))
        yield Member(0, inner, content)


def _unpacked(data: bytes, kind: str, most: int) -> bytes:
    """Return the content, at most `most` bytes of it."""
    if kind == "gzip":
        with gzip.GzipFile(fileobj=BytesIO(data)) as file:
            return file.read(most)
    if kind == "bzip2":
        with bz2.BZ2File(BytesIO(data)) as file:
            return file.read(most)
    with lzma.LZMAFile(BytesIO(data)) as file:
        return file.read(most)
