"""Who may read what: names of groups, what two statements both allow, and what an access list opens."""

import fnmatch
import os
import re
from collections.abc import Iterable, Sequence

from ragkit.doc_ids import doc_id_of
from ragkit.parsing.files import Source

# Under which names front matter and <meta> state readers, as one word in small letters. Others that may mean
# it (groups, audience, roles, visibility) mostly mean something else there.
KEYS = (
    "acl", "readers", "readableby", "readaccess", "readgroups", "readergroups", "viewers", "visibleto",
    "restrictedto", "accessgroups", "allowedgroups", "allowedreaders",
)  # fmt: skip
Entries = list[tuple[str, tuple[str, ...]]]  # (path or glob, groups), as an access list gives them


def states(key: str) -> bool:
    """Return whether a field of this name says who may read: `acl`, `allowed-groups`, `readableBy`."""
    return re.sub(r"[\W_]", "", key).casefold() in KEYS


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


def with_acl(sources: Sequence[Source], entries: Sequence[tuple[str, tuple[str, ...]]]) -> list[Source]:
    """Return the sources with the groups their entry names; an exact path beats a glob.

    Of the globs that fit, lists mean the last or the longest, mostly the same one; where not, only those may
    read whom both name. `*` crosses `/` unless the list has a `**`. Paths are relative to the root, as in
    doc_id (plain or percent-encoded).
    """
    exact = {doc_id_of(path): groups for path, groups in entries} | dict(entries)
    patterns = _patterns(entries)
    globs = [(patterns[path], len(path), groups) for path, groups in entries if path in patterns]
    out = []
    for source in sources:
        found = exact.get(source.doc_id)
        fitting = [one for one in globs if found is None and one[0].match(source.doc_id)]
        if fitting:
            last, longest = fitting[-1], max(fitting, key=lambda one: one[1])
            longest = last if last[1] == longest[1] else longest
            found = last[2] if last is longest else tuple(narrower(last[2], longest[2]) or ())
        out.append(source._replace(acl=found, listed=found is not None))
    return out


def unmatched(doc_ids: Iterable[str], entries: Sequence[tuple[str, tuple[str, ...]]]) -> list[str]:
    """Return the paths and globs of the list that are none of the documents: misspelt, moved or gone."""
    ids, patterns = set(doc_ids), _patterns(entries)
    return [
        path
        for path, _ in entries
        if path not in ids
        and doc_id_of(path) not in ids
        and not (path in patterns and any(map(patterns[path].match, ids)))
    ]


def _patterns(entries: Sequence[tuple[str, tuple[str, ...]]]) -> dict[str, re.Pattern[str]]:
    """Return glob -> a pattern of doc_ids for a list; in one with `**`, `*` stays inside one folder."""
    deep = any("**" in path for path, _ in entries)
    return {path: _pattern(path, deep) for path, _ in entries if any(mark in path for mark in "*?[")}


def _pattern(glob: str, deep: bool) -> re.Pattern[str]:
    if not deep:
        return re.compile(f"{fnmatch.translate(doc_id_of(glob))}|{fnmatch.translate(glob)}")
    marks = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    forms = [
        "".join(marks.get(part, re.escape(part)) for part in re.split(r"(\*\*/|\*\*|\*|\?)", form))
        for form in (doc_id_of(glob), glob)
    ]
    return re.compile(f"(?s:{'|'.join(forms)})\\Z")


def without(sources: Sequence[Source], path: str) -> list[Source]:
    """Return the sources without the access list: it is no content and names what is secret."""
    real = os.path.realpath(path)
    return [source for source in sources if os.path.realpath(source.path) != real]
