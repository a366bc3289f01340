"""Readers stated row by row: a file has one list, so it opens to those whom every row allows."""

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ragkit.parsing import acl, frontmatter
from ragkit.parsing.body import Warn

_KEYS = ("acl", "groups", "readers")
_FILES = {"path", "file", "doc_id"}  # columns that make a table a list of other files' readers


def of_objects(rows: Iterable[Any]) -> tuple[list[str] | None, tuple[Warn, ...]]:
    """Return what the objects' own `acl`, `groups` or `readers` say together (see `together`)."""
    return together([_stated(row) if isinstance(row, dict) else None for row in rows])


def of_cells(
    header: Sequence[str], rows: Iterable[Sequence[str]]
) -> tuple[list[str] | None, tuple[Warn, ...]]:
    """Return what a column of that name says together; an empty cell opens its row to nobody.

    A table that names files beside the readers is an access list (--acl-from): it states nothing of itself.
    """
    names = [cell.strip().lower() for cell in header]
    at = next((names.index(key) for key in _KEYS if key in names), None)
    if at is None or not _FILES.isdisjoint(names):
        return None, ()
    return together([acl.split(row[at]) if at < len(row) else [] for row in rows if any(row)])


def together(stated: Sequence[Sequence[str] | None]) -> tuple[list[str] | None, tuple[Warn, ...]]:
    """Return (groups that every row allows, a warning where rows differ); None when no row states readers.

    A row that states none, where others do, is closed: nobody knows whom it was meant for.
    """
    said = [groups for groups in stated if groups is not None]
    if not said:
        return None, ()
    narrow = functools.reduce(acl.narrower, said, None) if len(said) == len(stated) else []
    lists = {tuple(sorted(set(groups))) for groups in said}
    if len(lists) == 1 and len(said) == len(stated):
        return narrow, ()
    open_to = ", ".join(narrow) if narrow else "nobody"
    detail = (
        f"{len(said)} of {len(stated)} rows state readers, {len(lists)} different lists: open to {open_to}"
    )
    return narrow, (Warn("row_acl", detail),)


def _stated(row: Mapping[Any, Any]) -> list[str] | None:
    lowered = {str(key).lower(): key for key in row}
    value = next((row[lowered[key]] for key in _KEYS if key in lowered), None)
    return None if value is None else frontmatter.groups(value)
