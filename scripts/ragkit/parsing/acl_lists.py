"""Access lists as files: CSV, or YAML and JSON, that say which groups may read which files."""

import io
import json
import os
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from ragkit import records
from ragkit.cli import InputError
from ragkit.parsing import acl, files, frontmatter, yamltext
from ragkit.parsing.files import Source

AUTO = "auto"  # in place of a list: the one that lies among the documents
_HEADS = ("path", "file", "doc_id", "document", "name", "match", "pattern", "glob")
_GROUPS = ("groups", "acl", "group", "readers", "allow", "allowed", "access")
_FIRST = re.compile(rf"(?:\W*sep=.\W*\n)?\W*(?:{'|'.join(_HEADS)})\W+(?:{'|'.join(_GROUPS)})\b", re.I)
_SAID = {"comment", "note", "notes", "description", "owner", "reason", "title"}  # nobody's rights
_ELSE = {"default", "fallback", "otherwise"}  # for what no entry names
_NOBODY = {"", "none", "nobody", "deny", "closed", "~", "null", "[]"}
_LIKELY = re.compile(r"acl|access|permission|reader|rights", re.I)  # in the doc_id of a mapping of paths
_LARGEST = 64 << 10  # bytes of a YAML or JSON list that is looked at


def read(path: str) -> acl.Entries:
    """Return (path or glob, groups) for each entry of a list; "*" is everyone, an empty cell nobody.

    CSV: the columns path and groups; separated by `,`, `;`, a tab or `|`, whichever the header uses; groups
    by `;`, `,` or `|`. YAML and JSON: a list of {path, groups}, or a mapping of paths to groups, also below
    one key of the file. InputError for a file that is neither, and for a path listed twice differently.
    """
    try:
        text = files.read(path).decode("utf-8-sig")
    except OSError as err:
        raise InputError(f"{path}: {err.strerror}; check --acl-from") from err
    except UnicodeDecodeError as err:
        raise InputError(f"{path}: not UTF-8; convert it, e.g. iconv -t utf-8") from err
    rows = _nested(path, text) if _is_nested(path) else _table(path, text)
    out: dict[str, tuple[str, ...]] = {}
    for where, name, groups in rows:
        if out.setdefault(_normal(name), groups) != groups:
            raise InputError(f"{where}: {name!r} is listed twice with different groups; keep one line")
    return list(out.items())


def lists(sources: Iterable[Source]) -> list[str]:
    """Return the paths of the files that look like an access list, by their first line or their shape."""
    return [source.path for source in sources if _looks_like(source)]


def _looks_like(source: Source) -> bool:
    path = source.path
    ending = os.path.splitext(path)[1].lower()
    try:
        if ending in (".csv", ".tsv", ".txt"):
            return bool(_FIRST.match(files.read(path, 200).decode("utf-8-sig", "ignore")))
        if not _is_nested(path) or os.path.getsize(path) > _LARGEST:
            return False
        loaded = _loaded(path, files.read(path).decode("utf-8-sig", "ignore"))
    except (OSError, ValueError, RecursionError):  # the parser names it
        return False
    found = _entries(loaded)
    return isinstance(found, list) or (isinstance(found, dict) and bool(_LIKELY.search(source.doc_id)))


def _is_nested(path: str) -> bool:
    return path.lower().endswith((".yaml", ".yml", ".json"))


def _loaded(path: str, text: str) -> Any:
    return json.loads(text) if path.lower().endswith(".json") else yamltext.read(text)


def _table(path: str, text: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return (where, path, groups) for each row of a CSV."""
    lines = io.StringIO(text, newline="").readlines() or [""]  # splitlines would cut cells at form feeds
    told = 1 if records.told(lines[0]) else 0  # Excel's own first line, before the header
    rows = list(records.cells(lines, path))
    titles = [cell.strip().lower() for cell in rows[0]] if rows else []
    at = next((titles.index(name) for name in _HEADS if name in titles), None)
    groups = next((titles.index(name) for name in _GROUPS if name in titles), None)
    if at is None or groups is None:
        head = " ".join(lines[told : told + 1]).strip()[:80]
        raise InputError(f"{path}:{1 + told}: need the columns path and groups, got {head!r}")
    out = []
    for number, row in enumerate(rows[1:], start=2 + told):
        if not any(cell.strip() for cell in row):
            continue
        if len(row) <= max(at, groups):
            raise InputError(
                f"{path}:{number}: {len(row)} columns, need {len(titles)}; quote what parts cells"
            )
        cells = row[groups:] if groups == len(titles) - 1 else [row[groups]]
        names = tuple(part for cell in cells for part in acl.split(cell))
        out.append((f"{path}:{number}", row[at].strip(), names))
    return out


def _nested(path: str, text: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """Return (where, path, groups) for each entry of a YAML or JSON list; what no entry names comes first."""
    try:
        loaded = _loaded(path, text)
    except (ValueError, RecursionError) as err:
        raise InputError(f"{path}: no YAML or JSON that can be read: {str(err)[:100]}") from err
    found = _entries(loaded)
    if found is None:
        raise InputError(f"{path}: need a list of {{path, groups}}, or a mapping of paths to groups")
    stated = {**(loaded if isinstance(loaded, dict) else {}), **(found if isinstance(found, dict) else {})}
    rest = [
        value for key, value in stated.items() if key.lower() in _ELSE and str(value).lower() not in _NOBODY
    ]
    if isinstance(found, dict):
        pairs = [(name, value) for name, value in found.items() if name.lower() not in _ELSE]
    else:
        pairs = [_pair(f"{path}: entry {number}", row) for number, row in enumerate(found, 1)]
    every = "**" if any("**" in name for name, _ in pairs) else "*"  # a `**` would change what each `*` means
    pairs = [(every, value) for value in rest] + pairs
    if wrong := next((name for name, value in pairs if not frontmatter.is_groups(value)), None):
        raise InputError(f"{path}: {wrong!r}: groups must be a name or a list of names")
    return [(f"{path}: {name}", name, tuple(frontmatter.groups(value))) for name, value in pairs]


def _entries(loaded: Any) -> list[Any] | dict[str, Any] | None:
    """Return the list of entries, or the mapping of paths, in a file; None without one, or with two."""
    inside = [*loaded.values()] if isinstance(loaded, dict) else [loaded]
    rows = [one for one in inside if isinstance(one, list) and one and all(map(_is_entry, one))]
    if len(rows) == 1:
        return rows[0]
    mappings = [one for one in [loaded, *inside] if isinstance(one, dict) and one and all(map(_is_path, one))]
    return mappings[0] if len(mappings) == 1 and not rows else None


def _is_entry(row: Any) -> bool:
    return isinstance(row, dict) and bool(_key(row, _HEADS)) and bool(_key(row, _GROUPS))


def _is_path(key: str) -> bool:
    return any(mark in key for mark in "/.*") or key.lower() in _ELSE


def _key(row: dict[str, Any], names: Sequence[str]) -> str | None:
    return next((key for name in names for key in row if key.lower() == name), None)


def _pair(where: str, row: dict[str, Any]) -> tuple[str, Any]:
    name, groups = _key(row, _HEADS), _key(row, _GROUPS)
    assert name
    assert groups
    if unknown := [key for key in row if key not in (name, groups) and key.lower() not in _SAID]:
        raise InputError(
            f"{where}: {unknown[0]!r} is not understood; a list has {name} and {groups}, no more"
        )
    return str(row[name]).strip(), row[groups]


def _normal(path: str) -> str:
    return unicodedata.normalize("NFC", path.replace("\\", "/")).removeprefix("./").lstrip("/")
