"""Which chunks a search may return: permissions and filters as one mask, taken before any ranking is cut."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ragkit import access
from ragkit.access import Reader
from ragkit.cli import InputError
from ragkit.indexing import columns
from ragkit.indexing.store import Index
from ragkit.records import Record

if TYPE_CHECKING:
    import numpy as np


def mask(
    index: Index, who: Reader | None, filters: Mapping[str, str], where: str
) -> "np.ndarray[Any, Any] | None":
    """Return bool[n], True where `who` may read the chunk and every filter holds; None when all may be seen.

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
        holds = _column(index, key, wanted, where)
        seen = holds if seen is None else seen & holds
    return seen


def _column(index: Index, key: str, wanted: str, where: str) -> "np.ndarray[Any, Any]":
    import numpy as np

    fields = index.table("columns")
    if key not in fields["names"]:
        raise InputError(
            f"{where}: no chunk has a field {key!r} to filter by; there are {', '.join(fields['names'])}"
        )
    number = fields["names"].index(key)
    holds = [columns.matches(value, wanted) for value in fields["tables"][number]]
    codes = index.arrays[f"column.{number}"]
    return np.asarray(np.array([*holds, False], dtype=bool)[codes])  # code -1: no such field


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
        elif not stated or access.may_read(chunk, who, stated):
            kept.ranking.append(chunk_id)
        else:
            kept.leaked.append(chunk_id)
    return kept
