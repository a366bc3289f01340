"""Provider profiles: an address, a body for queries and for documents, and where the answer's numbers are."""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ragkit.cli import IncompleteError, InputError

FOLDER = Path(__file__).resolve().parents[3] / "templates" / "providers"


def load(name: str) -> dict[str, Any]:
    """Return a profile by the name of one that ships, or by the path of a JSON file."""
    path = Path(name) if name.endswith(".json") else FOLDER / f"{name}.json"
    if not path.is_file() or (os.sep in name and not name.endswith(".json")):
        known = ", ".join(sorted(found.stem for found in FOLDER.glob("*.json")))
        raise InputError(f"no provider profile {name!r}; there are {known}, or give the path of a .json file")
    try:
        with open(path, encoding="utf-8") as file:
            return dict(json.load(file))
    except ValueError as err:
        raise InputError(f"{path}: not JSON ({err})") from err


def substitute(template: Any, values: Mapping[str, Any]) -> Any:
    """Return the template with each text that is exactly "${name}" replaced by values[name], of any type."""
    if isinstance(template, dict):
        return {key: substitute(value, values) for key, value in template.items()}
    if isinstance(template, list):
        return [substitute(value, values) for value in template]
    if isinstance(template, str) and template.startswith("${") and template[2:-1] in values:
        return values[template[2:-1]]
    return template


def pick(answer: Any, path: str) -> Any:
    """Return what stands at a path such as "data[].embedding"; [] goes through a list.

    errors  IncompleteError when the answer has another shape
    """
    name, _, rest = path.partition(".")
    key, through = name.removesuffix("[]"), name.endswith("[]")
    try:
        found = answer[key] if key else answer
    except (KeyError, TypeError, IndexError) as err:
        shown = json.dumps(answer)[:120]
        raise IncompleteError(f"the provider's answer has no {path}: {shown}") from err
    if through and not isinstance(found, list):
        raise IncompleteError(f"the provider's answer has no list {path}: {json.dumps(answer)[:120]}")
    if through:
        return [pick(item, rest) if rest else item for item in found]
    return pick(found, rest) if rest else found


def natural(answer: Any, path: str | None) -> int:
    """Return the whole number at a path; 0 where there is none: what it counts was paid for all the same."""
    try:
        found = pick(answer, path) if path else 0
    except IncompleteError:
        return 0
    return found if isinstance(found, int) else 0


def in_order(rows: Sequence[Any], indices: Sequence[int] | None, count: int, what: str) -> list[Any]:
    """Return the rows by the input's order; IncompleteError unless there is exactly one for each input."""
    order = list(range(len(rows))) if indices is None else list(indices)
    if len(rows) != count or any(type(i) is not int for i in order) or sorted(order) != list(range(count)):
        raise IncompleteError(
            f"the provider answered {len(rows)} {what} for {count} inputs; nothing of it is used"
        )
    placed: list[Any] = [None] * count
    for row, index in zip(rows, order, strict=True):
        placed[index] = row
    return placed
