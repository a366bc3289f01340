"""Find the files to read, and give each its id; nothing on disk is left out without being said."""

import fnmatch
import hashlib
import os
import re
import stat
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ragkit.cli import InputError
from ragkit.doc_ids import doc_id_of, printable
from ragkit.parsing import evalset, git

_NEVER = {
    ".git": "version control", ".hg": "version control", ".svn": "version control", ".rag": "our workspace",
    "__pycache__": "compiled code", "node_modules": "installed packages", ".venv": "installed packages",
}  # fmt: skip
_LITTER = re.compile(r"\.DS_Store\Z|Thumbs\.db\Z|desktop\.ini\Z|~\$|\._|\.~lock\.")


class Source(NamedTuple):
    """One file to parse; all that decides its records besides its bytes and the options."""

    path: str
    doc_id: str
    source: str  # the path as given by the user, printable
    updated: str | None = None  # from git, or file time on request
    acl: tuple[str, ...] | None = None  # from an access list
    listed: bool = True  # False: an access list was given and does not name this file


class Skipped(NamedTuple):
    """A file or folder that is not read, and why."""

    path: str
    reason: str
    code: str = (
        ""  # of losses.LOSSES or NOTES when it should have been read; "" for what is left out on purpose
    )
    doc_id: str = ""  # the id it would have; "" for a folder


def find(
    paths: Sequence[str], include: Sequence[str] = (), exclude: Sequence[str] = (), mtime: bool = False
) -> tuple[list[Source], list[Skipped]]:
    """Return the files under the paths, sorted by doc_id, and what was skipped with its reason.

    paths             files or folders; with more than one root each needs a name: `wiki=/srv/wiki`
    include, exclude  globs on the path relative to its root (`*` also crosses `/`) or on the file name
    mtime             date files that git does not know by their file time
    errors            InputError for a path that is not there, or for several roots without names
    """
    roots = [_root(path) for path in paths]
    if len({root for _, root, _ in roots}) > 1 and not all(name for name, _, _ in roots):
        raise InputError(
            "several roots: ids would clash; name each, e.g. "
            + " ".join(f"docs{n}={p}" for n, p in enumerate(paths, 1))
        )
    found: dict[str, Source] = {}
    skipped: list[Skipped] = []
    for name, root, start in roots:
        for path in _walk(start, skipped):
            relative = os.path.relpath(path, root).replace(os.sep, "/")
            doc_id = doc_id_of(f"{name}/{relative}" if name else relative)
            if not _chosen(relative, include, exclude):
                reason = "not chosen by --include and --exclude"
                skipped.append(Skipped(printable(path), reason, doc_id=doc_id))
                continue
            reason, code = _why_not(path)
            if reason:
                skipped.append(Skipped(printable(path), reason, code, doc_id))
                continue
            doc_id = _free(doc_id, path, found)
            found[doc_id] = Source(path, doc_id, printable(path))
    days, silent = git.days((source.path for source in found.values()), mtime)
    skipped.extend(Skipped(printable(top), why, "no_git_dates") for top, why in silent.items())
    return [found[key]._replace(updated=days.get(found[key].path)) for key in sorted(found)], skipped


def _root(path: str) -> tuple[str, str, str]:
    """Return (name, root folder, where to start) of one argument."""
    name = ""
    if not os.path.lexists(path) and "=" in path:
        name, path = path.split("=", 1)
    if not os.path.lexists(path):
        raise InputError(f"{printable(path)}: no such file or folder; check the path")
    root = path if os.path.isdir(path) else os.path.dirname(path) or "."
    return name, os.path.abspath(root), path


def _walk(start: str, skipped: list[Skipped]) -> Iterator[str]:
    """Yield the files under a path; links are followed, but no folder is entered from inside itself."""
    if not os.path.isdir(start):
        yield start
        return
    stack = [(start, frozenset({os.path.realpath(start)}))]
    while stack:
        folder, above = stack.pop()
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as err:
            skipped.append(
                Skipped(printable(folder), f"folder cannot be read: {err.strerror}", "unreachable")
            )
            continue
        for entry in entries:
            if not os.path.isdir(entry.path):
                yield entry.path
                continue
            real = os.path.realpath(entry.path)
            if entry.name in _NEVER:
                skipped.append(Skipped(printable(entry.path), _NEVER[entry.name]))
            elif real in above:
                skipped.append(Skipped(printable(entry.path), "link back to a folder above it"))
            else:
                stack.append((entry.path, above | {real}))


def _chosen(relative: str, include: Sequence[str], exclude: Sequence[str]) -> bool:
    base = relative.rsplit("/", 1)[-1]

    def matches(globs: Sequence[str]) -> bool:
        return any(fnmatch.fnmatch(relative, glob) or fnmatch.fnmatch(base, glob) for glob in globs)

    return (not include or matches(include)) and not matches(exclude)


def _why_not(path: str) -> tuple[str, str]:
    """Return why a file is no document at all, and its loss code; ("", "") when it should be parsed."""
    if litter(path):
        return "litter of an operating system or office program", ""
    try:
        mode = os.stat(path).st_mode
    except OSError as err:
        return f"cannot be reached: {err.strerror or 'broken link'}", "unreachable"
    if not stat.S_ISREG(mode):
        return "not a regular file (a socket, pipe or device)", "unreachable"
    return evalset.looks_like(path, _head(path)), ""


def litter(name: str) -> bool:
    """Return whether a file is the litter of an operating system or office program, by its name."""
    return bool(_LITTER.match(name.rsplit("/", 1)[-1])) or name.startswith("__MACOSX/")


def _free(doc_id: str, path: str, found: dict[str, Source]) -> str:
    """Return the id, with ~2, ~3 ... when two names on disk differ only in Unicode form."""
    candidate, number = doc_id, 1
    while candidate in found and os.path.realpath(found[candidate].path) != os.path.realpath(path):
        number += 1
        candidate = f"{doc_id}~{number}"
    return candidate


def _head(path: str) -> bytes:
    """Return the first bytes of a file that may be a list of questions; b"" for any other."""
    limit = {".json": 64 << 20, ".jsonl": 1 << 20, ".ndjson": 1 << 20, ".csv": 1 << 16, ".tsv": 1 << 16}
    size = limit.get(os.path.splitext(path)[1].lower(), 0)
    try:
        with open(path, "rb") as file:
            return file.read(size) if size else b""
    except OSError:
        return b""  # the parser will name it


class OnDisk(NamedTuple):
    """A file that is read where it lies, never whole: its path and what it was when its digest was taken."""

    path: str
    sha256: str
    state: tuple[int, ...]

    def changed(self) -> bool:
        """Return whether it is another file by now; OSError when it is gone."""
        return _state(self.path) != self.state


def on_disk(path: str) -> OnDisk:
    """Return the file at this path, read once for its digest; OSError is for the caller."""
    state, digest = _state(path), hashlib.sha256()
    with open(path, "rb") as file:
        while part := file.read(1 << 20):
            digest.update(part)
    return OnDisk(path, digest.hexdigest(), state)


def _state(path: str) -> tuple[int, ...]:
    now = os.stat(path)
    return now.st_dev, now.st_ino, now.st_size, now.st_mtime_ns


def read(path: str, most: int = -1) -> bytes:
    """Return the bytes of a file, or its first `most`; OSError is for the caller, who names the file."""
    with open(path, "rb") as file:
        return file.read(most)
