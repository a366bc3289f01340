"""The metadata block at the head of a text file: YAML between `---`, TOML between `+++`."""

import functools
import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from ragkit.parsing import acl, dates, yamltext
from ragkit.parsing.body import Block, Parsed, Warn

_FENCE = re.compile(
    r"(?P<before>(?:[ \t]*\n)*)(?P<mark>-{3,}|\+{3})(?P<tag>[ \t]*(?:ya?ml|toml))?[ \t]*\n"
    r"(?P<raw>.*?\n)??(?:(?P=mark)|\.\.\.)[ \t]*(?:\n|\Z)",
    re.DOTALL,
)
_KEY = re.compile(r"^[ \t]*(?:\{|[\w\"'<?-])[^\n]*[:=]", re.MULTILINE)
_STATED = re.compile(r"^[^\w\n]*acl(?:[^\w\n]*[:=]|[ \t]*\n[ \t]*:)", re.MULTILINE | re.IGNORECASE)
_HEAD_LINES, _HEAD = 40, 4096  # where readers are stated: taste
# What states the last change, best first; "Last-Updated" and "lastUpdated" are one name here.
_UPDATED = (
    "updated", "lastupdated", "updatedat", "updatedon", "dateupdated", "lastupdate", "lastmodified",
    "lastmod",
    "modified", "modifiedat", "datemodified", "edited", "lastedited", "editedat", "changed", "lastchanged",
    "revised", "lastrevised", "revisiondate", "stand", "aktualisiert", "ge\u00e4ndert",
    "zuletztge\u00e4ndert", "misejour", "actualizado", "date", "datum", "fecha", "effective",
    "effectivedate", "effectivefrom", "validfrom", "g\u00fcltigab",
)  # fmt: skip
_FIELDS = {"title", "tenant"}  # of the record; the rest is meta
_KNOWN = {"title", "tenant", "tags", "lang", "language", "url"}


class FrontMatter(NamedTuple):
    """The fields that the document record has; everything else is in meta."""

    end: int = 0  # offset of the first character after the block; 0 when there is none
    title: str = ""
    updated: str | None = None
    url: str | None = None
    lang: str | None = None
    acl: list[str] | None = None
    tenant: str | None = None
    meta: dict[str, Any] = {}  # noqa: RUF012  never changed in place
    warnings: tuple[Warn, ...] = ()

    def block(self, text: str) -> Block:
        """Return the block it is of a text."""
        shown = text[: self.end]
        return ["front_matter", len(shown) - len(shown.lstrip()), len(shown.rstrip()), 0]


def read(text: str) -> FrontMatter:
    """Return the front matter of a Markdown text; one that cannot be read is named and closes the file.

    A text that merely begins with a thematic break (`---` and no `key:` inside) has none. Other forms of the
    fence (`---yaml`, `----`, empty lines before it) count as in `plainly`.
    """
    match = _FENCE.match(text)
    if not match:
        return FrontMatter()
    if match["before"] or match["tag"] or match["mark"] not in ("---", "+++"):
        return plainly(text)
    raw = match["raw"] or ""
    if raw.strip() and not _KEY.search(raw):
        return FrontMatter()
    try:
        return _named(_fields(match), match.end())
    except ValueError as err:
        return FrontMatter(
            match.end(), acl=[], warnings=(Warn("front_matter_unread", f"{err}; the file is closed to all"),)
        )


def plainly(text: str) -> FrontMatter:
    """Return the front matter of a text that need not have any: a mapping with a key that we know."""
    match = _FENCE.match(text)
    if not match:
        return FrontMatter()
    try:
        fields = _fields(match)
    except ValueError:
        return FrontMatter()
    known = any(_plain(key) in _KNOWN or _one_word(key) in _UPDATED or acl.states(key) for key in fields)
    return _named(fields, match.end()) if known else FrontMatter()


def around(text: str, reader: Callable[[str], Parsed]) -> Parsed:
    """Return what the reader finds below the front matter of a text that need not have any, with its fields.

    A reader that keeps the file's own text keeps the front matter in it, as a block.
    """
    head = plainly(text)
    if not head.end:
        return reader(text)
    parsed = reader(text[head.end :])
    if parsed.text == text[head.end :]:
        moved = [[kind, start + head.end, end + head.end, *rest] for kind, start, end, *rest in parsed.blocks]
        parsed = parsed._replace(text=text, blocks=[head.block(text), *moved])
    return parsed._replace(
        title=head.title or parsed.title,
        updated=head.updated or parsed.updated,
        url=head.url or parsed.url,
        lang=head.lang or parsed.lang,
        acl=acl.narrower(head.acl, parsed.acl),
        tenant=head.tenant or parsed.tenant,
        meta={**parsed.meta, **head.meta},
        warnings=(*head.warnings, *parsed.warnings),
    )


def closed_if_unread(text: str, parsed: Parsed) -> Parsed:
    """Return the parsed file, closed and named when its head seems to state readers and none were read."""
    head = "\n".join(text[:_HEAD].split("\n")[:_HEAD_LINES])
    if parsed.acl is not None or not _STATED.search(head):
        return parsed
    said = "its head seems to say who may read it, but not as front matter; the file is closed to all"
    return parsed._replace(acl=[], warnings=(*parsed.warnings, Warn("front_matter_unread", said)))


def _fields(match: re.Match[str]) -> dict[str, Any]:
    """Return the fields between the fences; ValueError for no list of them, or readers stated twice."""
    raw = match["raw"] or ""
    fields = _toml(raw) if match["mark"][0] == "+" else _yaml(raw)
    plain = [_plain(key) for key in fields]
    for name in ("acl", "tenant"):
        if plain.count(name) > 1:
            raise ValueError(f"{name} is given twice")
    return fields


def _plain(key: str) -> str:
    return re.sub(r"[-\s]", "_", key).lower()


def _one_word(key: str) -> str:
    return _plain(key).replace("_", "")


def _yaml(raw: str) -> dict[str, Any]:
    loaded = yamltext.read(raw)
    if loaded == "":
        return {}
    if not isinstance(loaded, dict):
        raise ValueError("not a list of `key: value` lines")
    return loaded


def _toml(raw: str) -> dict[str, Any]:
    import tomli

    try:
        loaded: dict[str, Any] = json.loads(json.dumps(tomli.loads(raw), default=str))
    except RecursionError as err:
        raise ValueError("nested too deep") from err
    return loaded


def _named(fields: dict[str, Any], end: int) -> FrontMatter:
    known = {_plain(key): value for key, value in reversed(fields.items())}
    tags = known.get("tags") or known.get("categories")
    stated = {key: value for key, value in fields.items() if acl.states(key)}
    meta = {key: value for key, value in fields.items() if key not in stated and key.lower() not in _FIELDS}
    if tags:
        meta["tags"] = names(tags)
    url = _text(known.get("url") or known.get("canonical_url") or known.get("permalink"))
    warnings = []
    readers = functools.reduce(acl.narrower, map(groups, stated.values()), None)
    for key in [key for key, value in stated.items() if not is_groups(value)][:1]:
        readers = []
        said = f"{key} is neither a name nor a plain list of names; the file is closed to all"
        warnings.append(Warn("front_matter_unread", said))
    updated, unclear = _updated(fields)
    warnings.extend(unclear)
    return FrontMatter(
        end=end,
        title=_text(known.get("title")),
        updated=updated,
        url=url if url.startswith(("http://", "https://")) else None,
        lang=language(_text(known.get("lang") or known.get("language"))),
        acl=readers,
        tenant=_text(known.get("tenant")) or None,
        meta=meta,
        warnings=tuple(warnings),
    )


def _updated(fields: dict[str, Any]) -> tuple[str | None, list[Warn]]:
    """Return the day of the last change, or notes of what is stated and is no day, or may be two."""
    stated = {_one_word(key): (key, _text(value)) for key, value in reversed(fields.items())}
    unread = []
    for name in _UPDATED:
        key, text = stated.get(name, ("", ""))
        if day := date(text):
            return day, []
        if text:
            unread.append(Warn("date_unclear", f"{key}: {text[:40]!r}"))
    return None, unread


def _text(value: object) -> str:
    return " ".join(str(value).split()) if isinstance(value, (str, int, float)) else ""


def names(value: object) -> list[str]:
    """Return a list of names from a list or from text separated by commas or semicolons."""
    items = value if isinstance(value, list) else re.split(r"[,;]", str(value))
    return [name for item in items if (name := " ".join(str(item).split()))]


def is_groups(value: object) -> bool:
    """Return whether an acl value is a text or a list of texts and whole numbers: nothing nested, no flag."""
    items = value if isinstance(value, list) else [value]
    plain = all(isinstance(item, (str, int)) and not isinstance(item, bool) for item in items)
    return plain and isinstance(value, (str, list))


def groups(value: object) -> list[str]:
    """Return the groups an acl value names; a value that is neither text nor a list opens nothing."""
    if isinstance(value, str):
        text = value.strip()
        value = text[1:-1] if text.startswith("[") and text.endswith("]") else text
        return [name.strip("\"'") for name in acl.split(value)]
    if not isinstance(value, list):
        return []
    return [name for item in value if isinstance(item, (str, int)) and (name := " ".join(str(item).split()))]


def date(value: object) -> str | None:
    """Return the ISO 8601 date that is meant, an ISO date and time as it stands, else None: see dates.iso."""
    return dates.iso(_text(value))


def language(value: str | None) -> str | None:
    """Return the ISO 639-1 part of a language tag ("en-GB" is "en"), else None."""
    match = re.match(r"([A-Za-z]{2})(?:[-_]|\Z)", value or "")
    return match.group(1).lower() if match else None
