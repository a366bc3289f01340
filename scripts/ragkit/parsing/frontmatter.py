"""The metadata block at the head of a Markdown file: YAML between `---`, TOML between `+++`."""

import json
import re
from typing import Any, NamedTuple

from ragkit.parsing.body import Warn

_FENCE = re.compile(r"(---|\+\+\+)[ \t]*\n(.*?\n)??(?:\1|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}.*)?\Z")
_UPDATED = ("updated", "last_updated", "lastupdated", "last_modified", "lastmod", "modified", "date")


class FrontMatter(NamedTuple):
    """The fields DESIGN names; everything else is in meta."""

    end: int = 0  # offset of the first character after the block; 0 when there is none
    title: str = ""
    updated: str | None = None
    url: str | None = None
    lang: str | None = None
    acl: list[str] | None = None
    tenant: str | None = None
    meta: dict[str, Any] = {}  # noqa: RUF012  never changed in place
    warnings: tuple[Warn, ...] = ()


def read(text: str) -> FrontMatter:
    """Return the front matter of a text; one that cannot be read is named and, to be safe, closes the file.

    A text that merely begins with a thematic break (`---` and no `key:` inside) has none.
    """
    match = _FENCE.match(text)
    if not match:
        return FrontMatter()
    raw = match.group(2) or ""
    if raw.strip() and not re.search(r"^[\w\"'-][^\n]*[:=]", raw, re.MULTILINE):
        return FrontMatter()
    try:
        fields = _yaml(raw) if match.group(1) == "---" else _toml(raw)
    except ValueError as err:
        return FrontMatter(
            match.end(), acl=[], warnings=(Warn("front_matter_unread", f"{err}; the file is closed to all"),)
        )
    return _named(fields, match.end())


def _yaml(raw: str) -> dict[str, Any]:
    """Return the mapping with every scalar as the text that was written: no is "no", 1.10 is "1.10"."""
    import yaml

    try:
        loaded = yaml.load(raw, Loader=yaml.BaseLoader)  # noqa: S506  BaseLoader builds text, lists and maps only
    except (yaml.YAMLError, RecursionError) as err:
        raise ValueError(" ".join(str(err).split())[:120]) from err
    if loaded in (None, ""):
        return {}
    if not isinstance(loaded, dict):
        raise ValueError("not a list of `key: value` lines")
    return {str(key): value for key, value in loaded.items()}


def _toml(raw: str) -> dict[str, Any]:
    import tomli

    loaded: dict[str, Any] = json.loads(json.dumps(tomli.loads(raw), default=str))
    return loaded


def _named(fields: dict[str, Any], end: int) -> FrontMatter:
    known = {re.sub(r"[-\s]", "_", key).lower(): value for key, value in reversed(fields.items())}
    tags = known.get("tags") or known.get("categories")
    meta = {key: value for key, value in fields.items() if key.lower() not in {"title", "acl", "tenant"}}
    if tags:
        meta["tags"] = names(tags)
    url = _text(known.get("url") or known.get("canonical_url") or known.get("permalink"))
    warnings = []
    acl = groups(known["acl"]) if "acl" in known else None
    if "acl" in known and not isinstance(known["acl"], (str, list)):
        warnings.append(Warn("front_matter_unread", "acl is neither a name nor a list; the file is closed"))
    return FrontMatter(
        end=end,
        title=_text(known.get("title")),
        updated=next((day for key in _UPDATED if (day := date(known.get(key)))), None),
        url=url if url.startswith(("http://", "https://")) else None,
        lang=language(_text(known.get("lang") or known.get("language"))),
        acl=acl,
        tenant=_text(known.get("tenant")) or None,
        meta=meta,
        warnings=tuple(warnings),
    )


def _text(value: object) -> str:
    return " ".join(str(value).split()) if isinstance(value, (str, int, float)) else ""


def names(value: object) -> list[str]:
    """Return a list of names from a list or from text separated by commas or semicolons."""
    items = value if isinstance(value, list) else re.split(r"[,;]", str(value))
    return [name for item in items if (name := " ".join(str(item).split()))]


def groups(value: object) -> list[str]:
    """Return the groups an acl value names; a value that is neither text nor a list opens nothing."""
    if isinstance(value, str):
        text = value.strip()
        value = text[1:-1] if text.startswith("[") and text.endswith("]") else text
        return [name.strip("\"'") for name in names(value)]
    if not isinstance(value, list):
        return []
    return [name for item in value if isinstance(item, (str, int)) and (name := " ".join(str(item).split()))]


def date(value: object) -> str | None:
    """Return an ISO 8601 date or time as it stands, else None."""
    text = _text(value)
    return text if _DATE.match(text) else None


def language(value: str | None) -> str | None:
    """Return the ISO 639-1 part of a language tag ("en-GB" is "en"), else None."""
    match = re.match(r"([A-Za-z]{2})(?:[-_]|\Z)", value or "")
    return match.group(1).lower() if match else None
