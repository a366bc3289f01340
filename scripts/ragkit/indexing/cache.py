"""Vectors and scores that were paid for: a failing batch loses nothing, an update pays once."""

import contextlib
import hashlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ragkit import lock
from ragkit.cli import IncompleteError, placing

if TYPE_CHECKING:
    import numpy as np

KEY = 32  # bytes of SHA-256


def beside(output: str | None, ending: str) -> str | None:
    """Return where to keep what is paid for while an output is made: beside it; None where it is no file."""
    no_file = output in (None, "-") or (os.path.exists(str(output)) and not os.path.isfile(str(output)))
    return None if no_file else f"{output}{ending}"


class Cache:
    """Vectors by text, for one embedder and one kind, "query" or "document", in an append-only file.

    A row is the text's hash and a float32 vector. What a kill cut off is dropped by the next writer.
    """

    def __init__(self, folder: str, fingerprint: Mapping[str, Any], kind: str) -> None:
        name = hashlib.sha256(json.dumps([fingerprint, kind], sort_keys=True).encode()).hexdigest()[:24]
        self._path = os.path.join(folder, f"{name}.rows")
        self._found: dict[bytes, np.ndarray[Any, Any]] | None = None

    def get(self, texts: Sequence[str]) -> "dict[str, np.ndarray[Any, Any]]":
        """Return text -> vector for those texts that are here."""
        if self._found is None:
            self._found = self._load()
        return {text: self._found[key] for text in texts if (key := _key(text)) in self._found}

    def put(self, texts: Sequence[str], vectors: "np.ndarray[Any, Any]") -> None:
        """Add float32[n, d] for n texts; on disk before this returns.

        errors  IncompleteError when those kept have another d: mixed rows would be unreadable
        """
        import numpy as np

        os.makedirs(os.path.dirname(self._path), exist_ok=True)
        size = KEY + 4 * vectors.shape[1]
        rows = [_key(text) + np.float32(v).tobytes() for text, v in zip(texts, vectors, strict=True)]
        with lock.waiting(self._path + ".lock"), placing(self._path), open(self._path, "a+b") as file:
            file.seek(0)
            known = int.from_bytes(file.read(8), "little") or vectors.shape[1]
            if known != vectors.shape[1]:
                raise IncompleteError(
                    f"the model answered vectors of {vectors.shape[1]:,} numbers; those kept in {self._path} "
                    f"have {known:,}. If it has changed, remove that file and embed all again"
                )
            if file.seek(0, os.SEEK_END) == 0:
                file.write(vectors.shape[1].to_bytes(8, "little"))
            whole = 8 + (file.tell() - 8) // size * size
            if file.tell() != whole:
                file.truncate(whole)
            file.write(b"".join(rows))
            file.flush()
            os.fsync(file.fileno())
        if self._found is not None:
            self._found |= {_key(text): np.float32(v) for text, v in zip(texts, vectors, strict=True)}

    def gone(self, texts: Iterable[str]) -> int:
        """Return how many vectors here belong to none of the texts."""
        if self._found is None:
            self._found = self._load()
        return len(self._found.keys() - set(map(_key, texts)))

    def forget(self, texts: Iterable[str]) -> int:
        """Drop the vectors of all but these texts, and every other file of the folder; return how many files
        and rows went. A kill leaves the old file whole or the new one.
        """
        folder, own = os.path.split(self._path)
        kept, dropped = set(map(_key, texts)), 0
        for name in os.listdir(folder) if os.path.isdir(folder) else ():
            if name not in (own, f"{own}.lock"):
                os.unlink(os.path.join(folder, name))
                dropped += name.endswith(".rows")
        if not os.path.exists(self._path):
            return dropped
        with lock.waiting(self._path + ".lock"):
            found = self._load()
            rows = [key + vector.tobytes() for key, vector in found.items() if key in kept]
            with open(self._path, "rb") as file:
                head = file.read(8)
            with placing(self._path), open(self._path + ".new", "wb") as file:
                file.write(head + b"".join(rows))
                file.flush()
                os.fsync(file.fileno())
            os.replace(self._path + ".new", self._path)
        self._found = None
        return dropped + len(found) - len(rows)

    def _load(self) -> "dict[bytes, np.ndarray[Any, Any]]":
        import numpy as np

        if not os.path.exists(self._path):
            return {}
        with open(self._path, "rb") as file:
            data = file.read()
        size = KEY + 4 * int.from_bytes(data[:8], "little")
        starts = range(8, len(data) - size + 1, size)
        return {data[i : i + KEY]: np.frombuffer(data[i + KEY : i + size], np.float32) for i in starts}


class Scores:
    """Scores that were paid for, by what was asked, in an append-only file of JSON lines.

    A line that a kill cut off is passed over, and the next one begins anew.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._found: dict[str, list[float]] = {}
        if os.path.exists(path):
            with open(path, encoding="utf-8", errors="replace") as file:
                for line in file:
                    with contextlib.suppress(ValueError, KeyError, TypeError):
                        row = json.loads(line)
                        self._found[row["asked"]] = [float(score) for score in row["scores"]]

    def get(self, asked: Any) -> list[float] | None:
        """Return the scores of what was asked, any JSON value; None when they are not here."""
        return self._found.get(_digest(asked))

    def put(self, asked: Any, scores: Sequence[float]) -> None:
        """Add the scores of what was asked; on disk before this returns."""
        key = _digest(asked)
        self._found[key] = list(scores)
        with (
            lock.waiting(self.path + ".lock"),
            placing(self.path),
            open(self.path, "a", encoding="utf-8") as file,
        ):
            file.write("\n" + json.dumps({"asked": key, "scores": self._found[key]}) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def remove(self) -> None:
        """Remove the file: the scores are elsewhere now."""
        for path in (self.path, self.path + ".lock"):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(path)


def _digest(asked: Any) -> str:
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
