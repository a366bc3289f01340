"""One installer at a time in a folder."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from ragkit import cli


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock, waiting for its holder.

    The lock is on the folder itself, leaves no file behind, and is freed by the kernel when its holder dies.
    Windows cannot open a folder: no lock there.
    """
    if os.name == "nt":
        yield
        return
    import fcntl

    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            cli.say(f"waiting for another install in {folder}")
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
