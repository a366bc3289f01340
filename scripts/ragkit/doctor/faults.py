"""What in a corpus would hurt retrieval or its users, found in the document records, ranked by harm."""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from ragkit import access
from ragkit.doctor import contents, validity
from ragkit.doctor import versions as versioned
from ragkit.doctor.mechanism import LARGE_TABLE
from ragkit.parsing import standing
from ragkit.parsing.losses import LOSSES, Loss, losses
from ragkit.records import Record


class Fault(NamedTuple):
    """One kind of fault, the documents that have it, and what to do."""

    code: str
    harm: int  # 1 is the worst
    documents: list[str]
    detail: str
    fix: str


NAMED = 5  # names of a family shown; taste
_OLD = r"(?:drafts?|deprecated|superseded|obsolete|archived?|legacy|outdated|withdrawn)"
# In a path: a folder, or the first or last word of a name. In a title: alone, before a mark or at the end; a
# page called "Superseded part numbers" is about them.
OLD_PATH = re.compile(rf"(?i)(?:^|/)(?:{_OLD}(?=[/_. -]|$)|[^/]*[_ -]{_OLD}(?=\.\w+$|/|$))")
OLD_TITLE = re.compile(rf"(?i)^\W*(?:draft\b|{_OLD}\s*(?:[^\w\s]|$))|\W{_OLD}\W*$")
OLD_TEXT = re.compile(
    rf"(?im)^\W*(?:status|state)\W*[:=]\W*(?:{_OLD}|experimental)\b"  # elsewhere it is a feature's
    rf"|^\W*{_OLD}\b(?=\W*(?:$|[:.,;(-]|this\b|do not\b|not\b|by\b|since\b|in favou?r\b|replaced\b))"
    rf"|\[{_OLD}\]|^#.*\[experimental\]"
    rf"|\b(?:this|the) (?:page|document|version|policy|list|guide|article|specification|file)\b.{{0,40}}"
    r"\b(?:is|was|been|are)\b.{0,20}\b(?:superseded|deprecated|obsolete|outdated|a draft|archived|replaced by"
    r"|not (?:yet )?in force)\b"
    r"|^\W*(?:(?:superseded|replaced) by|not (?:yet )?in force)\b"
    r"|\bno longer (?:valid|in force|maintained)\b"
)


def find(
    documents: Sequence[Record],
    stale_before: str | None,
    oversize: int,
    tokens: Sequence[int],
    skipped: Sequence[Loss] = (),
    today: date | None = None,
) -> list[Fault]:
    """Return the faults, worst first.

    stale_before  ISO date; documents updated earlier are named; null skips the check
    oversize      tokens from which a document is called oversize
    tokens        of each document
    skipped       what could not be reached at all, losses.of_skipped
    today         the day by which "in force" is judged; None is the day of the run
    """
    found = [
        *worst(documents, skipped),
        *_duplicates(documents),
        *_old(documents, stale_before, today or date.today()),
        _closed(documents),
        *_large(documents, oversize, tokens),
    ]
    return ranked(found)


def ranked(found: Sequence[Fault]) -> list[Fault]:
    """Return the faults that some document has, worst first."""
    return sorted((fault for fault in found if fault.documents), key=lambda fault: (fault.harm, fault.code))


def worst(documents: Sequence[Record], skipped: Sequence[Loss] = ()) -> list[Fault]:
    """Return what is lost, unreadable, secret or hidden, told from each document alone; in no order."""
    return [*_losses(documents, skipped), *_matches(documents)]


def _losses(documents: Sequence[Record], skipped: Sequence[Loss]) -> list[Fault]:
    by_code: dict[str, list[str]] = defaultdict(list)
    for loss in [*skipped, *losses(documents)]:
        by_code[loss.code].append(loss.doc_id if loss.page is None else f"{loss.doc_id} page {loss.page}")
    return [
        Fault(code, 1, sorted(where), LOSSES[code][0], LOSSES[code][1]) for code, where in by_code.items()
    ]


def _matches(documents: Sequence[Record]) -> list[Fault]:
    unreadable: dict[str, list[str]] = defaultdict(list)
    for document in documents:
        unreadable[contents.unreadable(document)].append(document["doc_id"])

    def having(test: Callable[[Record], bool]) -> list[str]:
        return [each["doc_id"] for each in documents if test(each)]

    def noted(code: str) -> list[str]:
        return [
            each["doc_id"]
            + (f" page {note['page']}" if note["page"] is not None else "")
            + (f": {note['detail']}" if note["detail"] else "")
            for each in documents
            for note in each["warnings"]
            if note["code"] == code
        ]

    return [
        Fault(
            "garbled_text", 1, unreadable["garbled_text"],
            "its letters are not those of a language", "make the file again, or run OCR on it",
        ),
        Fault(
            "glued_words", 1, unreadable["glued_words"],
            "its words stand without spaces: no search finds one", "make the text again from its source",
        ),
        Fault(
            "secret", 2,
            [f"{one['doc_id']} {lines}" for one in documents if (lines := contents.secrets(one))],
            "looks like a key or a password", "remove it from the corpus and revoke it",
        ),
        Fault(
            "aimed_at_a_model", 2, having(contents.instructs_a_model),
            "text that instructs a model", "read it; leave it out if planted",
        ),
        Fault(
            "unsupported_script", 3, having(contents.uncut),
            "a script without spaces that search does not cut into words", "search it with an embedder only",
        ),
        Fault(
            "hidden_text", 3, noted("hidden_text"),
            "text nobody sees was left out: a way to smuggle instructions in",
            "look at the page; what is quoted here is nobody's order",
        ),
        Fault(
            "tracked_changes", 5, noted("tracked_changes"),
            "changes nobody accepted: insertions are read, deletions are not",
            "accept or reject them in the file",
        ),
    ]  # fmt: skip


def _large(documents: Sequence[Record], oversize: int, tokens: Sequence[int]) -> list[Fault]:
    large = [
        document["doc_id"] for document, count in zip(documents, tokens, strict=True) if count > oversize
    ]
    tables = [
        f"{document['doc_id']}: {table.rows:,} rows, {table.tokens:,} tokens"
        for document in documents
        for table in contents.tables(document)
    ]
    return [
        Fault("oversize", 7, large, f"over {oversize:,} tokens", "retrieve its chunks; never load it whole"),
        Fault(
            "oversize_table", 6, tables, f"a table over {LARGE_TABLE:,} tokens: no model reads it reliably",
            "answer questions over it with a query tool (references/mechanism.md)",
        ),
    ]  # fmt: skip


def _duplicates(documents: Sequence[Record]) -> list[Fault]:
    by_text: dict[str, list[str]] = defaultdict(list)
    for document in documents:
        if words := " ".join(document["text"].split()):
            by_text[words].append(document["doc_id"])
    groups = sorted(" = ".join(sorted(ids)) for ids in by_text.values() if len(ids) > 1)
    versions = versioned.families(documents)
    return [
        Fault(
            "duplicate", 5, groups, "the same text under several names",
            "keep one, or let the index answer for the family",
        ),
        Fault(
            "versions", 4, [_family(ids) for ids in versions],
            "mostly the same words, oldest first: an answer may quote the wrong one",
            "keep the one in force, or date them (`updated`) and say which holds",
        ),
        Fault(
            "editions", 5, [" ~ ".join(ids) for ids in versioned.editions(documents, versions)],
            "one title but for a year or version, and other words",
            "if one replaces the other, say so there (`superseded_by`), or leave it out",
        ),
    ]  # fmt: skip


def _family(ids: Sequence[str]) -> str:
    """Return the names of a family, oldest first: of a large one the two ends, which are what matters."""
    if len(ids) <= NAMED:
        return " ~ ".join(ids)
    return f"{' ~ '.join(ids[: NAMED - 1])} ~ and {len(ids) - NAMED} more ~ {ids[-1]}"


def _old(documents: Sequence[Record], stale_before: str | None, today: date) -> list[Fault]:
    """Find what is old or calls itself so; a missing date is a fault only where dates were asked for."""
    read = [document for document in documents if document["text"].strip()]
    stale = [each["doc_id"] for each in read if stale_before and (each["updated"] or "9") < stale_before]
    undated = [each["doc_id"] for each in read if stale_before and not each["updated"]]
    drafts = [document["doc_id"] for document in documents if _calls_itself_old(document)]
    later = [
        f'{each["doc_id"]}: "{said}"' for each in documents if (said := validity.holds_later(each, today))
    ]
    return [
        Fault(
            "stale", 4, stale, f"last updated before {stale_before}",
            "review it, or rank it below current pages",
        ),
        Fault(
            "not_in_force", 4, drafts, "calls itself a draft, legacy or superseded",
            "rank it below current pages",
        ),
        Fault(
            "from_later", 4, later, "names a day to come from which it holds",
            "until then the page before it holds; say both in an answer",
        ),
        Fault(
            "undated", 9, undated, "no date: whether it is stale cannot be told",
            "add `updated` to the front matter, parse inside a git checkout, or --mtime",
        ),
    ]  # fmt: skip


def _calls_itself_old(document: Record) -> bool:
    """Look where a document says what it is: its path, its title, and its first lines."""
    return bool(
        standing.not_in_force(document.get("meta") or {})
        or OLD_PATH.search(document["doc_id"])
        or OLD_TITLE.search(document["title"])
        or OLD_TEXT.search(document["text"][:600])
    )


def _closed(documents: Sequence[Record]) -> Fault:
    """Find the documents that state no reader in a corpus where others do."""
    corpus = access.stated(documents)
    closed = [one["doc_id"] for one in documents if access.closed(one, corpus)]
    fix = "state who may read it (front matter, meta tag or --acl-from)"
    return Fault("closed", 3, closed, "others state their readers and it does not: nobody finds it", fix)
