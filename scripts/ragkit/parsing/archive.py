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

_LARGEST = 256 << 20  # bytes unpacked, over all members: taste, far above any document
_MOST = 10_000  # members
DEEPEST = 3  # archives in archives


class Member(NamedTuple):
    """One file inside another; with a warning, data is empty."""

    number: int  # its place, from 1
    name: str
    data: bytes
    warning: Warn | None = None


def members(data: bytes, kind: str, name: str) -> Iterator[Member]:
    """Yield the files of a zip, gzip, bzip2, xz or tar in their order; folders have no number.

    A damaged archive yields the members before the damage, then one with a `broken` warning.
    """
    readers = {"zip": _zip, "tar": _tar}
    try:
        yield from readers[kind](data) if kind in readers else _packed(data, kind, name)
    except DAMAGED as err:
        yield Member(0, name, b"", Warn("broken", f"damaged archive: {' '.join(str(err).split())[:100]}"))


def _zip(data: bytes) -> Iterator[Member]:
    left = _LARGEST
    with zipfile.ZipFile(BytesIO(data)) as archive:
        infos = [info for info in archive.infolist() if not info.is_dir()]
        for number, info in enumerate(infos, start=1):
            if number > _MOST or info.file_size > left:
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
            left -= len(content)
            yield Member(number, info.filename, content)


def _tar(data: bytes) -> Iterator[Member]:
    left, number = _LARGEST, 0
    with tarfile.open(fileobj=BytesIO(data)) as archive:
        for info in archive:
            if not info.isfile():
                continue
            number += 1
            if number > _MOST or info.size > left:
                yield Member(number, info.name, b"", Warn("too_large", "the rest of the archive"))
                return
            file = archive.extractfile(info)
            content = file.read() if file else b""
            left -= len(content)
            yield Member(number, info.name, content)


def _packed(data: bytes, kind: str, name: str) -> Iterator[Member]:
    """Yield the one file a .gz, .bz2 or .xz holds, under its name without that ending; number 0."""
    content = _unpacked(data, kind)
    inner = name.rsplit(".", 1)[0] + (".tar" if name.lower().endswith((".tgz", ".tbz2", ".txz")) else "")
    if len(content) > _LARGEST:
        yield Member(0, inner, b"", Warn("too_large", "it unpacks to more than 256 MB"))
    else:
        yield Member(0, inner, content)


def _unpacked(data: bytes, kind: str) -> bytes:
    """Return the content, at most one byte more than the limit."""
    if kind == "gzip":
        with gzip.GzipFile(fileobj=BytesIO(data)) as file:
            return file.read(_LARGEST + 1)
    if kind == "bzip2":
        with bz2.BZ2File(BytesIO(data)) as file:
            return file.read(_LARGEST + 1)
    with lzma.LZMAFile(BytesIO(data)) as file:
        return file.read(_LARGEST + 1)
