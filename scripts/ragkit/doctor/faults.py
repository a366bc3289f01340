"""What in a corpus would hurt retrieval or its users, found in the document records, ranked by harm."""

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

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
OLD_VERSION = re.compile(
    r"(?i)\b(?:draft|deprecated|superseded|obsolete|archived|legacy|no longer (?:valid|in force))\b"
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
    drafts = [document["doc_id"] for document in documents if OLD_VERSION.search(_head(document))]
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


def _head(document: Record) -> str:
    """Where a document says what it is: its id, title and first lines."""
    words = re.sub(r"[-_/.]", " ", document["doc_id"])
    return f"{words} {document['title']} {document['text'][:400]}"
