"""Documents that are versions of each other: most of the same words, or one name with another date on it."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

from ragkit.chunking.families import triples
from ragkit.records import Record

_ALIKE = 0.5  # share of common word triples (Jaccard) from which two documents are versions: taste
_SKETCH = 16  # smallest hashes compared to find candidates: taste
_FORM = 3  # documents from which a word triple that they share is a form's, not what one of them says: taste
_CROWD = 50  # documents that share one hash; more share a boilerplate: taste
_MARK = re.compile(
    r"(?i)(?:^|[-_. ])(?:v|ver|version|rev|revision|r)?[-_. ]?(?:\d+(?:[-_.]\d+)*[a-z]?|[a-z])(?=$|[-_. ])"
    r"|[-_. ](?:draft|final|old|new|copy|legacy|latest|updated|archived?)(?=$|[-_. ])"
    r"|(?<=[a-z])(?:v|rev)[-_. ]?[a-z0-9]{1,3}(?=$|[-_. ])"
)
_EDITION = re.compile(  # a bare number is part of a name: FJ-200 and FJ-400 are two products
    r"(?i)\b(?:(?:19|20)\d\d|v\d+|v?\d+(?:\.\d+)+|(?:edition|version|rev(?:ision)?|ausgabe|fassung|stand"
    r"|\u00e9dition|edici\u00f3n|edizione|edi\u00e7\u00e3o|wydanie)(?:\s\d+)?"
    r"|draft|final|old|new|copy|legacy|latest|updated|archived?|alt|neu)\b"
    r"|\d+\s?[\u5e74\u7248]|\W+"
)
_SERIES = 3  # documents of one name; more are a series, such as minutes or release notes: taste


def families(documents: Sequence[Record]) -> list[list[str]]:
    """Return the groups of doc_ids that are versions of each other, each oldest first, larger groups first.

    Equal texts are no versions (they are duplicates); documents whose names differ only in a version or a
    date are versions when their words are alike once numbers are left out. Documents that have other names
    and other titles are pages of one form, such as a command's reference, unless they are as alike in what
    only a few documents say.
    """
    groups: dict[int, int] = {}

    def root(at: int) -> int:
        while groups.get(at, at) != at:
            at = groups[at]
        return at

    exact = [triples(document["text"].split()) for document in documents]
    seen = Counter(triple for found in exact for triple in found)
    form = frozenset(triple for triple, count in seen.items() if count >= _FORM)
    folded: dict[int, frozenset[int]] = {}
    for one, other in _candidates(exact) | _same_names(documents):
        if not exact[one] or not exact[other] or documents[one]["text"] == documents[other]["text"]:
            continue
        alike = _jaccard(exact[one], exact[other])
        if alike >= _ALIKE and _other_things(documents[one], documents[other]):
            alike = min(alike, _jaccard(exact[one] - form, exact[other] - form))
        if alike < _ALIKE and _stem(documents[one]["doc_id"]) == _stem(documents[other]["doc_id"]):
            for at in {one, other} - set(folded):
                folded[at] = triples(re.sub(r"\d+", "0", documents[at]["text"]).split())
            alike = _jaccard(folded[one], folded[other])
        if alike >= _ALIKE:
            groups[root(one)] = root(other)
    members: dict[int, list[int]] = defaultdict(list)
    for at in range(len(documents)):
        members[root(at)].append(at)
    found = []
    for group in members.values():
        if len({documents[at]["text"] for at in group}) > 1:
            order = sorted(group, key=lambda at: (documents[at]["updated"] or "", documents[at]["doc_id"]))
            found.append([documents[at]["doc_id"] for at in order])
    return sorted(found, key=lambda ids: (-len(ids), ids))


def editions(documents: Sequence[Record], related: Sequence[Collection[str]]) -> list[list[str]]:
    """Return groups of doc_ids whose titles are one but for a year or a version, with other words in them.

    One may replace the other, or both hold: only their readers know.
    related  what families() found: those are no mere editions
    """
    by_name: dict[str, list[Record]] = defaultdict(list)
    for document in documents:
        name = _EDITION.sub(" ", document["title"]).casefold().strip()
        if len(name) >= 5 and document["text"].strip():
            by_name[name].append(document)
    groups = [
        sorted(each["doc_id"] for each in group)
        for group in by_name.values()
        if 1 < len({each["title"].casefold() for each in group}) == len(group) <= _SERIES
    ]
    return sorted(ids for ids in groups if not any(set(ids) <= set(family) for family in related))


def _other_things(one: Record, other: Record) -> bool:
    """Return whether both the names and the titles of two documents say that they are about two things."""
    titles = [_MARK.sub("", each["title"]).casefold().split() for each in (one, other)]
    return _stem(one["doc_id"]) != _stem(other["doc_id"]) and all(titles) and titles[0] != titles[1]


def _jaccard(one: frozenset[int], other: frozenset[int]) -> float:
    return len(one & other) / max(1, len(one | other))


def _candidates(found_in: Sequence[frozenset[int]]) -> set[tuple[int, int]]:
    holders: dict[int, list[int]] = defaultdict(list)
    for at, found in enumerate(found_in):
        for one in sorted(found)[:_SKETCH]:
            holders[one].append(at)
    crowds = (holding for holding in holders.values() if 1 < len(holding) <= _CROWD)
    return {(one, other) for holding in crowds for n, one in enumerate(holding) for other in holding[n + 1 :]}


def _same_names(documents: Sequence[Record]) -> set[tuple[int, int]]:
    by_stem: dict[str, list[int]] = defaultdict(list)
    for at, document in enumerate(documents):
        by_stem[_stem(document["doc_id"])].append(at)
    groups = (group for stem, group in by_stem.items() if stem and 1 < len(group) <= _CROWD)
    return {(group[n], other) for group in groups for n in range(len(group)) for other in group[n + 1 :]}


def _stem(doc_id: str) -> str:
    """Return a file's name without version marks, dates and ending: "" when nothing is left.

    >>> _stem("a/FJ-200_quickstart_revB.pdf"), _stem("price_list_2026.xlsx")
    ('FJ-200_quickstart', 'price_list')
    """
    name = doc_id.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return re.sub(r"[-_. ]+$", "", _MARK.sub("", name)) if not doc_id.count("!") else ""
