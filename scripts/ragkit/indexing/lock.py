"""One writer at a time; the operating system lets go of the lock when its process dies, however it dies."""

import contextlib
import os
from collections.abc import Iterator

from ragkit.cli import IncompleteError


@contextlib.contextmanager
def exclusive(path: str) -> Iterator[None]:
    """Hold the lock file for the block; IncompleteError at once when another process holds it."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        try:
            _lock(handle)
        except OSError as err:
            raise IncompleteError(
                f"{os.path.dirname(path)}: another process is writing here; try again when it is done"
            ) from err
        yield
    finally:
        os.close(handle)


@contextlib.contextmanager
def waiting(path: str) -> Iterator[None]:
    """Hold the lock file for the block, after waiting for whoever holds it; for short work only."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _lock(handle, wait=True)
        yield
    finally:
        os.close(handle)


def _lock(handle: int, wait: bool = False) -> None:
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
