"""When a file last changed: by git's history, or by the file system on request."""

import datetime
import os
import subprocess
from collections.abc import Iterable

_SECONDS = 60  # for the history of a repository: taste


def days(paths: Iterable[str], mtime: bool = False) -> tuple[dict[str, str], dict[str, str]]:
    """Return ({path: day of its last commit}, {repository: why it gives no days}).

    mtime  give the file's own day where git knows none
    """
    logs: dict[str, dict[str, str]] = {}
    silent: dict[str, str] = {}
    out: dict[str, str] = {}
    for path in paths:
        real = os.path.realpath(path)
        top = _repository(os.path.dirname(real))
        if top and top not in logs:
            logs[top], why = _git_days(top)
            if why:
                silent[top] = why
        day = logs[top].get(os.path.relpath(real, top)) if top else None
        if day or mtime:
            out[path] = day or _file_day(path)
    return out, silent


def _repository(folder: str) -> str:
    """Return the nearest folder at or above that holds .git, or "" (no process is started to find out)."""
    while not os.path.exists(os.path.join(folder, ".git")):
        parent = os.path.dirname(folder)
        if parent == folder:
            return ""
        folder = parent
    return folder


def _git(top: str, *words: str) -> bytes:
    """Return what git says in this repository, whichever one the environment names."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command = ["git", "-C", top, "--no-optional-locks", *words]
    return subprocess.run(command, capture_output=True, timeout=_SECONDS, check=True, env=own).stdout


def _git_days(top: str) -> tuple[dict[str, str], str]:
    """Return ({path from the repository's root: day of its last commit}, why there are none, or "").

    One `git log` reads the whole history; in a shallow clone every file would seem as old as the clone.
    """
    try:
        if _git(top, "rev-parse", "--is-shallow-repository").strip() == b"true":
            return {}, "a shallow clone knows no older dates; git fetch --unshallow"
        log = _git(top, "log", "--no-renames", "--format=%x01%cs", "--name-only", "-z")
    except FileNotFoundError:
        return {}, "git is not installed"
    except subprocess.TimeoutExpired:
        return {}, f"git log took longer than {_SECONDS} seconds"
    except subprocess.CalledProcessError as err:
        said = err.stderr.decode("utf-8", "replace").strip().split("\n")[0]
        return ({}, "") if "does not have any commits" in said else ({}, f"git says: {said[:120]}")
    except OSError as err:
        return {}, f"git cannot be run: {err.strerror}"
    days: dict[str, str] = {}
    day = ""
    for raw in log.split(b"\0"):
        part = raw.decode("utf-8", "surrogateescape").lstrip("\n")
        if part.startswith("\x01"):
            day, _, part = part[1:].partition("\n")
        if part:
            days.setdefault(part, day)
    return days, ""


def _file_day(path: str) -> str:
    stamp = os.stat(path).st_mtime
    return datetime.datetime.fromtimestamp(stamp, datetime.timezone.utc).date().isoformat()
