"""Locks between processes; the operating system lets go of one when its process dies, however it dies."""

import contextlib
import os
from collections.abc import Iterator

from ragkit import cli
from ragkit.cli import IncompleteError


@contextlib.contextmanager
def exclusive(path: str) -> Iterator[None]:
    """Hold the lock file, made if need be, for the block; IncompleteError at once when another holds it."""
    with _opened(path) as handle:
        if not _lock(handle):
            folder = os.path.dirname(path)
            raise IncompleteError(f"{folder}: another process is writing here; try again when it is done")
        yield


@contextlib.contextmanager
def waiting(path: str, said: str = "") -> Iterator[None]:
    """Hold the lock file, or the folder itself, for the block, after waiting for whoever holds it.

    said  to be said on stderr before a wait; nothing is said without it
    A folder's lock leaves no file behind. Windows cannot open a folder: no lock there.
    """
    if os.name == "nt" and os.path.isdir(path):
        yield
        return
    with _opened(path) as handle:
        if not _lock(handle):
            if said:
                cli.say(said)
            _lock(handle, wait=True)
        yield


@contextlib.contextmanager
def _opened(path: str) -> Iterator[int]:
    handle = os.open(path, os.O_RDONLY if os.path.isdir(path) else os.O_RDWR | os.O_CREAT, 0o666)
    try:
        yield handle
    finally:
        os.close(handle)


def _lock(handle: int, wait: bool = False) -> bool:
    """Return whether the lock was taken; with wait it always is, in the end."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        if wait:
            raise
        return False
    return True
