"""Which chunks a search may return: permissions and filters as one mask, taken before any ranking is cut."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ragkit import access
from ragkit.access import Reader
from ragkit.cli import InputError
from ragkit.indexing import columns
from ragkit.indexing.store import Index
from ragkit.parsing import standing
from ragkit.records import Record

if TYPE_CHECKING:
    import numpy as np


def mask(
    index: Index,
    who: Reader | None,
    filters: Mapping[str, str],
    where: str,
    since: str | None = None,
    until: str | None = None,
) -> "np.ndarray[Any, Any] | None":
    """Return bool[n], True where `who` may read the chunk and every filter holds; None when all may be seen.

    since, until  ISO dates, of the chunk's `updated`; a chunk without one is then not seen
    errors  InputError at `where`: a restricted corpus and no user, or a filter key that no chunk has
    """
    import numpy as np

    seen = None
    stated = frozenset(index.manifest["access"]["stated"])
    if stated and who is None:
        raise InputError(f"{where}: this corpus has permissions; say for whom with --user, or --all")
    if stated and who is not None and not who.everything:
        allowed = [
            access.may_read({"acl": acl, "tenant": tenant}, who, stated)
            for acl, tenant in index.manifest["access"]["table"]
        ]
        seen = np.array(allowed, dtype=bool)[index.arrays["access"]]
    for key, wanted in filters.items():
        holds = _column(index, key, partial(columns.matches, wanted=wanted), where)
        seen = holds if seen is None else seen & holds
    if since or until:
        low, high = since or "", (until or "9999") + "~"  # "~" stands after every character of a date
        holds = _column(index, "updated", lambda value: low <= str(value) <= high, where)
        seen = holds if seen is None else seen & holds
    return seen


def begins(index: Index, field: str, text: str) -> "np.ndarray[Any, Any]":
    """Return bool[n], True where the field, or one item of it, begins with the text."""

    def holds(value: Any) -> bool:
        return any(str(item).startswith(text) for item in (value if isinstance(value, list) else [value]))

    return _column(index, field, holds, "priors")


def not_in_force(index: Index) -> "np.ndarray[Any, Any]":
    """Return bool[n], True where the metadata of the chunk's document says that it does not hold."""
    import numpy as np

    found = np.zeros(len(index), dtype=bool)
    for field in standing.FIELDS:
        if field in index.table("columns")["names"]:
            found |= _column(index, field, partial(_says_old, field), field)
    return found


def _says_old(field: str, value: Any) -> bool:
    return bool(standing.says(field, value))


def _column(index: Index, key: str, holds: Callable[[Any], bool], where: str) -> "np.ndarray[Any, Any]":
    import numpy as np

    fields = index.table("columns")
    if key not in fields["names"]:
        known = ", ".join(fields["names"]) or "none"
        raise InputError(f"{where}: no chunk has a field {key!r} to filter by; there are {known}")
    number = fields["names"].index(key)
    table = np.array([*map(holds, fields["tables"][number]), False], dtype=bool)
    return np.asarray(table[index.arrays[f"column.{number}"]])  # code -1: the chunk has no such field


class Kept(NamedTuple):
    """An outside ranking after the check: what may be seen, what may not, and ids of no known chunk."""

    ranking: list[str]
    leaked: list[str]
    unknown: list[str]


def check_ranking(
    ranking: Sequence[str], chunks: Mapping[str, Record], who: Reader, stated: frozenset[str]
) -> Kept:
    """Return an outside ranking parted into what `who` may see and what not; an unknown id is not shown."""
    kept = Kept([], [], [])
    for chunk_id in ranking:
        chunk = chunks.get(chunk_id)
        if chunk is None:
            kept.unknown.append(chunk_id)
        elif access.may_read(chunk, who, stated):
            kept.ranking.append(chunk_id)
        else:
            kept.leaked.append(chunk_id)
    return kept
