"""What in a corpus would hurt retrieval or its users, found in the document records, ranked by harm."""

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from ragkit import access
from ragkit.parsing.losses import LOSSES, losses
from ragkit.records import Record


class Fault(NamedTuple):
    """One kind of fault, the documents that have it, and what to do."""

    code: str
    harm: int  # 1 is the worst
    documents: list[str]
    detail: str
    fix: str


SECRETS = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----"
    r"|\bAKIA[0-9A-Z]{16}\b"  # AWS access key
    r"|\bgh[pousr]_[A-Za-z0-9]{36,}\b"  # GitHub token
    r"|\bxox[abprs]-[A-Za-z0-9-]{10,}"  # Slack token
    r"|\bsk-[A-Za-z0-9_-]{20,}"  # OpenAI and Anthropic keys
    r"|\b(?i:password|passwd|secret|api[_-]?key|token)\b\s*[=:]\s*[\"']?(?=[^\s\"'<>{}$]*\d)[^\s\"'<>{}$]{8,}"
)
AIMED_AT_A_MODEL = re.compile(
    r"(?i)\b(?:ignore|disregard|forget)\b.{0,30}\b(?:previous|prior|above|earlier|all)\b.{0,30}"
    r"\b(?:instructions?|prompts?|rules|messages?)"
    r"|\byou are (?:now )?(?:an? )?(?:ai|assistant|language model|chatbot)\b"
    r"|\b(?:system prompt|as an ai (?:assistant|model))\b"
    r"|<\|?(?:system|im_start|endoftext)\|?>"
    r"|\b(?:ai assistants?|language models?|llms?|chatbots?|ai (?:agents?|models?))\b.{0,40}"
    r"\b(?:must|should|shall|are to)\b.{0,60}\b(?:answer|reply|say|state|tell|ignore|recommend)\b"
)
_OLD = r"(?:drafts?|deprecated|superseded|obsolete|archived?|legacy|outdated|withdrawn|experimental)"
OLD_NAME = re.compile(rf"(?i)\b{_OLD}\b")
OLD_TEXT = re.compile(
    rf"(?im)^\W*(?:status|state)\W*[:=]\W*{_OLD}\b"
    rf"|^\W*{_OLD}\b(?=\W*(?:$|[:.,;(-]|this\b|do not\b|not\b|by\b|since\b|in favou?r\b|replaced\b))"
    rf"|\[{_OLD}\]"
    rf"|\b(?:this|the) (?:page|document|version|policy|list|guide|article|specification|file)\b.{{0,40}}"
    r"\b(?:is|was|been|are)\b.{0,20}\b(?:superseded|deprecated|obsolete|outdated|a draft|archived)\b"
    r"|\b(?:superseded|replaced) by\b|\bnot (?:yet )?in force\b|\bno longer (?:valid|in force|maintained)\b"
)


def find(
    documents: Sequence[Record], stale_before: str | None, oversize: int, tokens: Sequence[int]
) -> list[Fault]:
    """Return the faults, worst first.

    stale_before  ISO date; documents updated earlier are named; null skips the check
    oversize      tokens from which a document is called oversize
    tokens        of each document
    """
    found = [
        *_losses(documents),
        *_matches(documents),
        *_duplicates(documents),
        *_old(documents, stale_before),
        _closed(documents),
    ]
    large = [
        document["doc_id"] for document, count in zip(documents, tokens, strict=True) if count > oversize
    ]
    if large:
        fix = "retrieve chunks of it; never load it whole"
        found.append(Fault("oversize", 7, large, f"over {oversize:,} tokens", fix))
    undated = [document["doc_id"] for document in documents if document["text"] and not document["updated"]]
    if undated:
        fix = "add `updated` to the front matter, or parse inside a git checkout"
        found.append(Fault("undated", 9, undated, "no date: old and new cannot be told apart", fix))
    return sorted((fault for fault in found if fault.documents), key=lambda fault: (fault.harm, fault.code))


def _losses(documents: Sequence[Record]) -> list[Fault]:
    by_code: dict[str, list[str]] = defaultdict(list)
    for loss in losses(documents):
        by_code[loss.code].append(loss.doc_id if loss.page is None else f"{loss.doc_id} page {loss.page}")
    return [
        Fault(code, 1, sorted(where), LOSSES[code][0], LOSSES[code][1]) for code, where in by_code.items()
    ]


def _matches(documents: Sequence[Record]) -> list[Fault]:
    kinds = [
        ("secret", 2, SECRETS, "looks like a key or a password", "remove it from the corpus and revoke it"),
        (
            "aimed_at_a_model",
            2,
            AIMED_AT_A_MODEL,
            "text that instructs a model",
            "read it; leave it out if planted",
        ),
    ]
    found = []
    for code, harm, pattern, detail, fix in kinds:
        where = [document["doc_id"] for document in documents if pattern.search(document["text"])]
        found.append(Fault(code, harm, where, detail, fix))
    return found


def _duplicates(documents: Sequence[Record]) -> list[Fault]:
    by_text: dict[str, list[str]] = defaultdict(list)
    for document in documents:
        if words := " ".join(document["text"].split()):
            by_text[words].append(document["doc_id"])
    groups = sorted(" = ".join(sorted(ids)) for ids in by_text.values() if len(ids) > 1)
    fix = "keep one, or let the index answer for the family"
    return [Fault("duplicate", 5, groups, "the same text under several names", fix)]


def _old(documents: Sequence[Record], stale_before: str | None) -> list[Fault]:
    stale = [
        document["doc_id"]
        for document in documents
        if stale_before and document["updated"] and document["updated"] < stale_before
    ]
    drafts = [document["doc_id"] for document in documents if _calls_itself_old(document)]
    return [
        Fault(
            "stale",
            4,
            stale,
            f"last updated before {stale_before}",
            "review it, or rank it below current pages",
        ),
        Fault(
            "not_in_force",
            4,
            drafts,
            "calls itself a draft, legacy or superseded",
            "rank it below current pages",
        ),
    ]


def _calls_itself_old(document: Record) -> bool:
    """Look where a document says what it is: its path, its title, and its first lines."""
    name = re.sub(r"[-_/.]", " ", document["doc_id"]) + " " + document["title"]
    return bool(OLD_NAME.search(name) or OLD_TEXT.search(document["text"][:600]))


def _closed(documents: Sequence[Record]) -> Fault:
    """Find the documents that state no reader in a corpus where others do."""
    corpus = access.stated(documents)
    closed = [one["doc_id"] for one in documents if access.closed(one, corpus)]
    fix = "state who may read it (front matter, meta tag or --acl-from)"
    return Fault("closed", 3, closed, "others state their readers and it does not: nobody finds it", fix)
