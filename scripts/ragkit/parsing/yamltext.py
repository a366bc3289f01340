"""YAML as the text that was written; what two readers could take for two things is refused."""

from typing import Any

_MOST = 10_000  # values, aliases followed: taste, far above any front matter
_DEEPEST = 50
_LONGEST = 64 << 10  # characters
_MERGE = "<<"


def read(raw: str) -> Any:
    """Return text, lists and mappings: every scalar as it was written, no is "no", 1.10 is "1.10".

    ValueError for what is no YAML, a key given twice, more than 10,000 values with every alias followed, a
    value that holds itself, or a text over 64 KB. A merge key (`<<`) gives what its mapping does not say.
    """
    import yaml

    if len(raw) > _LONGEST:
        raise ValueError(f"{len(raw):,} characters, the limit is {_LONGEST:,}")
    try:
        node = yaml.compose(raw, Loader=yaml.BaseLoader)
        return "" if node is None else _Reader().value(node, 0)
    except (yaml.YAMLError, RecursionError) as err:
        raise ValueError(" ".join(str(err).split())[:120]) from err


class _Reader:
    """Builds values from YAML nodes and counts them, so that aliases of aliases end somewhere."""

    def __init__(self) -> None:
        self._left = _MOST

    def value(self, node: Any, depth: int) -> Any:
        self._left -= 1
        if self._left < 0 or depth > _DEEPEST:
            raise ValueError(f"more than {_MOST:,} values or {_DEEPEST} levels, with every alias followed")
        if node.id == "scalar":
            return node.value
        if node.id == "sequence":
            return [self.value(item, depth + 1) for item in node.value]
        return self._mapping(node, depth)

    def _mapping(self, node: Any, depth: int) -> dict[str, Any]:
        own: dict[str, Any] = {}
        merged: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key, value = str(self.value(key_node, depth + 1)), self.value(value_node, depth + 1)
            if key == _MERGE:
                for each in value if isinstance(value, list) else [value]:
                    if not isinstance(each, dict):
                        raise ValueError("<< names no mapping")
                    merged = {**each, **merged}
            elif key in own:
                raise ValueError(f"the key {key[:40]!r} is given twice")
            else:
                own[key] = value
        return {**merged, **own}
