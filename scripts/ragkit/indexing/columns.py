"""Fields to filter by, as codes: one small number a chunk, and a table of the few distinct values."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

FIELDS = ("doc_id", "source", "title", "url", "lang", "media_type", "tenant", "updated")


class Coder:
    """Gives each distinct JSON value a number, in order of first appearance."""

    def __init__(self) -> None:
        self.table: list[Any] = []
        self._numbers: dict[str, int] = {}

    def code(self, value: Any) -> int:
        key = json.dumps(value, sort_keys=True)
        number = self._numbers.setdefault(key, len(self.table))
        if number == len(self.table):
            self.table.append(value)
        return number


def access_value(chunk: Mapping[str, Any]) -> list[Any]:
    """Return what the permission of a chunk depends on: [acl, tenant]; groups in any order are the same."""
    acl = chunk.get("acl")
    return [None if acl is None else sorted(set(acl)), chunk.get("tenant")]


def filterable(chunk: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    """Yield (field, value) for each field that a filter can name: the table above, and the keys of meta.

    A value is text, a number, true or false, or a list of these; anything else cannot be filtered by.
    """
    for field in FIELDS:
        if chunk.get(field) is not None:
            yield field, chunk[field]
    for field, value in (chunk.get("meta") or {}).items():
        if field not in FIELDS and _plain(value):
            yield field, value


def _plain(value: Any) -> bool:
    if isinstance(value, list):
        return all(isinstance(item, (str, int, float, bool)) for item in value)
    return isinstance(value, (str, int, float, bool))


def matches(value: Any, wanted: str) -> bool:
    """Return whether a field's value, or one item of its list, reads as the text wanted; case matters."""
    return any(_text(item) == wanted for item in (value if isinstance(value, list) else [value]))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
