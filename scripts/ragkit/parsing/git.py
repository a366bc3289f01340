"""When a file last changed: by git's history, or by the file system on request."""

import datetime
import os
import subprocess
from collections.abc import Iterable


def days(paths: Iterable[str], mtime: bool = False) -> dict[str, str]:
    """Return {path: day of its last commit}; with `mtime`, the file's own day where git knows none."""
    logs: dict[str, dict[str, str]] = {}
    out: dict[str, str] = {}
    for path in paths:
        real = os.path.realpath(path)
        top = _repository(os.path.dirname(real))
        if top and top not in logs:
            logs[top] = _git_days(top)
        day = logs[top].get(os.path.relpath(real, top)) if top else None
        if day or mtime:
            out[path] = day or _file_day(path)
    return out


def _repository(folder: str) -> str:
    """Return the nearest folder at or above that holds .git, or "" (no process is started to find out)."""
    while not os.path.exists(os.path.join(folder, ".git")):
        parent = os.path.dirname(folder)
        if parent == folder:
            return ""
        folder = parent
    return folder


def _git_days(top: str) -> dict[str, str]:
    """Return {path from the repository's root: day of its last commit}; {} without git or in a shallow clone.

    One `git log` reads the whole history; in a shallow clone every file would seem as old as the clone.
    """
    if os.path.exists(os.path.join(top, ".git", "shallow")):
        return {}
    command = [
        "git",
        "-C",
        top,
        "--no-optional-locks",
        "log",
        "--no-renames",
        "--format=%x01%cs",
        "--name-only",
        "-z",
    ]
    try:
        done = subprocess.run(command, capture_output=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):
        return {}
    days: dict[str, str] = {}
    day = ""
    for raw in done.stdout.split(b"\0"):
        part = raw.decode("utf-8", "surrogateescape").lstrip("\n")
        if part.startswith("\x01"):
            day, _, part = part[1:].partition("\n")
        if part:
            days.setdefault(part, day)
    return days


def _file_day(path: str) -> str:
    stamp = os.stat(path).st_mtime
    return datetime.datetime.fromtimestamp(stamp, datetime.timezone.utc).date().isoformat()
