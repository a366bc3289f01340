"""The index folder: versions beside each other, a CURRENT file that names one, and what a reader sees of it.

INDEX/CURRENT names INDEX/<key>/, which holds manifest.json, chunks.jsonl and memory-mapped .npy arrays. A
writer builds a folder of its own, then replaces CURRENT; a reader never waits, a kill leaves the old version.
"""

import contextlib
import json
import math
import mmap
import os
import re
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ragkit import lock, records
from ragkit.cli import InputError, placing
from ragkit.indexing import analyse
from ragkit.indexing.strings import Strings

if TYPE_CHECKING:
    import numpy as np

VERSION = "3"  # of the folder's layout
BUILDING = ".building"
CURRENT = "CURRENT"
VECTORS = "vectors"  # the cache of an embedder's vectors, kept over versions
_VERSION_NAME = re.compile("[0-9a-f]{16}")

# what a reader takes from a manifest of this layout
CLAIMS = ("files", "arrays", "fields", "chunks", "documents", "languages", "access", "dense")


class Index:
    """One version of an index, open for reading; arrays are memory-mapped and read-only.

    terms      field -> its sorted vocabulary; "bm25" is the whole text
    manifest   what was built, how, and which files it claims
    asked      question -> its vector, for those embedded in this process (retrieval/asked.py)
    chunk_ids  in (doc_id, seq) order: the position of a chunk is its number everywhere else
    """

    def __init__(self, folder: str, version: str) -> None:
        self.folder, self.path = folder, os.path.join(folder, version)
        self._tables: dict[str, Any] = {}
        self.asked: dict[str, np.ndarray[Any, Any]] = {}
        self.manifest = _manifest(folder, self.path)
        made = (self.manifest.get("layout"), self.manifest.get("analyser"))
        if made != (VERSION, analyse.VERSION):
            raise InputError(
                f"{folder}: made by another version of this tool (layout {made[0]}, analyser {made[1]}; "
                f"this is {VERSION}, {analyse.VERSION}); run index.py again over the same chunks"
            )
        if cut := [key for key in CLAIMS if key not in self.manifest]:
            raise _damaged(folder, f"lacks {', '.join(cut)}")
        mapped = {name: _map(os.path.join(self.path, name)) for name in self.manifest["files"]}
        lost = [name for name, size in self.manifest["files"].items() if len(mapped[name] or b"") != size]
        if lost and current(folder) != version:
            raise FileNotFoundError(self.path)  # a writer has replaced and removed it
        if lost:
            raise InputError(
                f"{folder}: {', '.join(lost)} of {version} missing or cut short, against its manifest; "
                f"run index.py again over the same chunks to repair it"
            )
        self.arrays = {
            name: _array(mapped[f"{name}.npy"], dtype, shape)
            for name, (dtype, shape) in self.manifest["arrays"].items()
        }
        self.chunk_ids, self.doc_ids = self.strings("ids"), self.strings("doc_ids")
        self.terms = {field: self.strings(f"{field}.terms") for field in self.manifest["fields"]}
        self._chunks = mapped["chunks.jsonl"] or b""

    def strings(self, name: str) -> Strings:
        return Strings(self.arrays[f"{name}.bytes"], self.arrays[f"{name}.starts"])

    def __len__(self) -> int:
        return len(self.chunk_ids)

    def chunk(self, position: int) -> records.Record:
        """Return the chunk record at a position, as it was given to the build."""
        start, end = self.arrays["chunks.starts"][position : position + 2]
        return dict(json.loads(self._chunks[start:end]))

    def updated(self, position: int) -> str:
        """Return the ISO date of a chunk's document, or "" when it has none."""
        fields = self.table("columns")
        if "updated" not in fields["names"]:
            return ""
        number = fields["names"].index("updated")
        code = int(self.arrays[f"column.{number}"][position])
        return str(fields["tables"][number][code]) if code >= 0 else ""

    def table(self, name: str) -> Any:
        """Return a JSON file of the version, e.g. "columns"."""
        if name not in self._tables:
            with open(os.path.join(self.path, f"{name}.json"), encoding="utf-8") as file:
                self._tables[name] = json.load(file)
        return self._tables[name]


def _map(path: str) -> "mmap.mmap | bytes | None":
    """Return the file as read-only memory, unread; None when it is not there."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    except FileNotFoundError:
        return None
    try:
        return mmap.mmap(handle, 0, access=mmap.ACCESS_READ)
    except ValueError:  # an empty file cannot be mapped
        return b""
    finally:
        os.close(handle)


def _array(mapped: "mmap.mmap | bytes | None", dtype: str, shape: list[int]) -> "np.ndarray[Any, Any]":
    """Return the array of an .npy file, whose data stands at its end; np.load takes 20 times as long."""
    import numpy as np

    kind, count = np.dtype(dtype), math.prod(shape)
    if not count or mapped is None:
        return np.empty(shape, dtype=kind)
    return np.frombuffer(mapped, kind, count, len(mapped) - count * kind.itemsize).reshape(shape)


def _manifest(folder: str, path: str) -> dict[str, Any]:
    with open(os.path.join(path, "manifest.json"), encoding="utf-8") as file:
        try:
            found = json.load(file)
        except ValueError as err:
            raise _damaged(folder, f"is not JSON ({err})") from err
    if not isinstance(found, dict):
        raise _damaged(folder, "is no object")
    return found


def _damaged(folder: str, how: str) -> InputError:
    return InputError(f"{folder}: its manifest {how}; run index.py again over the same chunks to repair it")


def open_index(folder: str) -> Index:
    """Return the current version of an index; InputError when there is none, or it is of another layout."""
    for attempt in range(5):
        version = current(folder)
        if version is None:
            raise InputError(
                f"{folder}: no index here; make one: python3 scripts/index.py chunks.jsonl -o {folder}"
            )
        try:
            return Index(folder, version)
        except FileNotFoundError:
            if attempt < 4 and current(folder) != version:
                continue  # a writer replaced the version between our two reads
            raise InputError(
                f"{folder}: {version} is missing; run index.py again over the same chunks"
            ) from None
    raise AssertionError("the loop returns or raises")


def current(folder: str) -> str | None:
    """Return the name of the current version, or None."""
    try:
        with open(os.path.join(folder, CURRENT), encoding="ascii") as file:
            return file.read().strip()
    except FileNotFoundError:
        return None


class Writer:
    """A version being built, in a folder that no reader sees."""

    def __init__(self, folder: str) -> None:
        self.folder, self.path = folder, os.path.join(folder, BUILDING)
        self.arrays: dict[str, tuple[str, tuple[int, ...]]] = {}  # name -> (dtype, shape), in C order

    def file(self, name: str) -> str:
        return os.path.join(self.path, name)

    def save(self, name: str, array: "np.ndarray[Any, Any]") -> None:
        import numpy as np

        np.save(self.file(f"{name}.npy"), np.ascontiguousarray(array), allow_pickle=False)
        self.arrays[name] = (array.dtype.str, array.shape)

    def save_json(self, name: str, value: Any) -> None:
        with open(self.file(f"{name}.json"), "w", encoding="utf-8") as file:
            json.dump(value, file, ensure_ascii=False, sort_keys=True)
            file.write("\n")

    def commit(self, key: str, manifest: dict[str, Any]) -> None:
        """Give the version its name, make it current, and remove the others."""
        files = {entry.name: entry.stat().st_size for entry in os.scandir(self.path)}
        self.save_json(
            "manifest", {**manifest, "layout": VERSION, "key": key, "files": files, "arrays": self.arrays}
        )
        for name in [*files, "manifest.json"]:
            _sync(self.file(name))
        target = os.path.join(self.folder, key)
        shutil.rmtree(target, ignore_errors=True)  # never the whole current one: an intact one is not rebuilt
        os.rename(self.path, target)
        with records.atomic(os.path.join(self.folder, CURRENT)) as file:
            file.write(key + "\n")
        _sync(self.folder)
        remove_all_but(self.folder, key)


def _sync(path: str) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def remove_all_but(folder: str, key: str | None) -> None:
    """Remove other versions and what killed writers left; a reader that has one open keeps it."""
    for entry in os.scandir(folder):
        if entry.is_dir() and entry.name != key and _VERSION_NAME.fullmatch(entry.name):
            shutil.rmtree(entry.path)
        elif entry.name.startswith(".tmp-"):
            os.unlink(entry.path)


@contextlib.contextmanager
def writing(folder: str) -> Iterator[Writer]:
    """Lock the folder, made if need be, and yield a Writer; what is not committed is removed."""
    if os.path.isfile(folder):
        raise InputError(f"{folder}: is a file; name a folder for the index")
    if os.path.isdir(folder) and current(folder) is None and not _only_ours(folder):
        raise InputError(f"{folder}: is not empty and holds no index; name another folder")
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as err:
        raise InputError(f"{folder}: cannot make this folder: {err.strerror}") from err
    with lock.exclusive(os.path.join(folder, "LOCK")):
        writer = Writer(folder)
        shutil.rmtree(writer.path, ignore_errors=True)
        os.mkdir(writer.path)
        try:
            with placing(folder):
                yield writer
        finally:
            shutil.rmtree(writer.path, ignore_errors=True)


def _only_ours(folder: str) -> bool:
    """Whether all that is here, if anything, was left by a writer killed in its first build."""
    return all(
        name in ("LOCK", BUILDING, VECTORS) or name.startswith(".tmp-") or _VERSION_NAME.fullmatch(name)
        for name in os.listdir(folder)
    )
