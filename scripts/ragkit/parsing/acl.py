"""Access lists: a CSV that says which groups may read which files."""

import csv
import fnmatch
import os
import re
import unicodedata
from collections.abc import Iterable, Sequence

from ragkit import records
from ragkit.cli import InputError
from ragkit.doc_ids import doc_id_of
from ragkit.parsing import files
from ragkit.parsing.files import Source

_HEADS = ("path", "file", "doc_id", "document", "name")
_GROUPS = ("groups", "acl", "group", "readers")
_FIRST = re.compile(rf"\W*(?:{'|'.join(_HEADS)})\W+(?:{'|'.join(_GROUPS)})\b", re.I)
AUTO = "auto"  # in place of a list: the one that lies among the documents


def read(path: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return (path or glob, groups) for each row of a CSV; "*" is everyone, an empty cell nobody.

    Columns are separated by `,`, `;`, a tab or `|`, whichever the header uses; groups by `;`, `,` or
    `|`. InputError for a file without the columns path and groups, or a path listed twice differently.
    """
    try:
        text = files.read(path).decode("utf-8-sig")
    except OSError as err:
        raise InputError(f"{path}: {err.strerror}; check --acl-from") from err
    except UnicodeDecodeError as err:
        raise InputError(f"{path}: not UTF-8; convert it, e.g. iconv -t utf-8") from err
    head = text.split("\n", 1)[0]
    delimiter = records.delimiter(head)
    rows = list(csv.reader(text.splitlines(), delimiter=delimiter))
    titles = [cell.strip().lower() for cell in rows[0]] if rows else []
    where = next((titles.index(name) for name in _HEADS if name in titles), None)
    groups = next((titles.index(name) for name in _GROUPS if name in titles), None)
    if where is None or groups is None:
        raise InputError(f"{path}:1: need the columns path and groups, got {head.strip()[:80]!r}")
    out: dict[str, tuple[str, ...]] = {}
    for number, row in enumerate(rows[1:], start=2):
        if not any(cell.strip() for cell in row):
            continue
        if len(row) <= max(where, groups):
            raise InputError(
                f"{path}:{number}: {len(row)} columns, need {len(titles)}; quote cells with {delimiter!r}"
            )
        name = _normal(row[where].strip())
        cells = row[groups:] if groups == len(titles) - 1 else [row[groups]]
        found = tuple(part for cell in cells for part in split(cell))
        if out.setdefault(name, found) != found:
            raise InputError(
                f"{path}:{number}: {name!r} is listed twice with different groups; keep one line"
            )
    return list(out.items())


def lists(sources: Iterable[Source]) -> list[str]:
    """Return the paths of the files that look like an access list: their first line has its two columns."""
    tables = [one.path for one in sources if one.path.lower().endswith((".csv", ".tsv", ".txt"))]
    return [path for path in tables if _FIRST.match(_head(path))]


def _head(path: str) -> str:
    try:
        return files.read(path, 200).decode("utf-8-sig", "ignore")
    except OSError:  # the parser names it
        return ""


def split(cell: str) -> list[str]:
    """Return the group names in a text; they may hold spaces."""
    return [name for part in re.split(r"[;|,]", cell) if (name := " ".join(part.split()))]


def narrower(first: Sequence[str] | None, second: Sequence[str] | None) -> list[str] | None:
    """Return the readers that two statements both allow: None states nothing, "*" is everyone."""
    if first is None or second is None:
        found = second if first is None else first
        return None if found is None else list(found)
    if "*" in first and "*" in second:
        return ["*"]
    if "*" in first or "*" in second:
        return list(second if "*" in first else first)
    return [name for name in first if name in second]


def _normal(path: str) -> str:
    return unicodedata.normalize("NFC", path.replace("\\", "/")).removeprefix("./").lstrip("/")


def with_acl(sources: Sequence[Source], entries: Sequence[tuple[str, tuple[str, ...]]]) -> list[Source]:
    """Return the sources with the groups their entry names; an exact path beats a glob, the last glob wins.

    Paths are relative to the root, as in doc_id (plain or percent-encoded).
    """
    exact = {doc_id_of(path): groups for path, groups in entries} | dict(entries)
    globs = [(path, groups) for path, groups in entries if _is_glob(path)]
    out = []
    for source in sources:
        found = exact.get(source.doc_id)
        for glob, groups in globs if found is None else ():
            if _matches(source.doc_id, glob):
                found = groups
        out.append(source._replace(acl=found, listed=found is not None))
    return out


def unmatched(doc_ids: Iterable[str], entries: Sequence[tuple[str, tuple[str, ...]]]) -> list[str]:
    """Return the paths and globs of the list that are none of the documents: misspelt, moved or gone."""
    ids = set(doc_ids)
    return [
        path
        for path, _ in entries
        if path not in ids
        and doc_id_of(path) not in ids
        and not (_is_glob(path) and any(_matches(doc_id, path) for doc_id in ids))
    ]


def _is_glob(path: str) -> bool:
    return any(mark in path for mark in "*?[")


def _matches(doc_id: str, glob: str) -> bool:
    return fnmatch.fnmatchcase(doc_id, doc_id_of(glob)) or fnmatch.fnmatchcase(doc_id, glob)


def without(sources: Sequence[Source], path: str) -> list[Source]:
    """Return the sources without the access list: it is no content and names what is secret."""
    real = os.path.realpath(path)
    return [source for source in sources if os.path.realpath(source.path) != real]
