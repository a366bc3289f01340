"""A context as a model sees it: tags around each source, so that no text of a document can pose as a tag.

Titles and other metadata are escaped whole. In bodies only our own tags are neutralised (`<` becomes `&lt;`),
however they are spaced, cased or laced with invisible characters; everything else stays as written, and the
context record keeps the original, on which quotations are checked (folding.py reads `&lt;` as `<`).
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ragkit.records import Record

TAGS = (
    "documents", "document", "document_content", "source", "title", "section", "updated", "about", "question",
    "instructions", "system", "user", "assistant", "human", "search_results", "search_result",
    "answer", "context",
)  # fmt: skip
_INVISIBLE = r"[\s\u00ad\u200b-\u200f\u2060-\u2064\ufeff\u202a-\u202e\u2066-\u2069\x00-\x1f/\\]*"


@lru_cache(maxsize=1)
def _ours() -> re.Pattern[str]:
    """Return the pattern of our own tags; compiled when needed, since --help must be quick."""
    names = "|".join(
        _INVISIBLE.join(re.escape(char) for char in tag) for tag in sorted(TAGS, key=len, reverse=True)
    )
    return re.compile(rf"[<\uff1c\ufe64](?={_INVISIBLE}(?:{names})(?![\w-]))", re.IGNORECASE)


def escaped(text: str) -> str:
    """Return metadata with every character that could end it escaped; control characters become spaces."""
    plain = text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)
    return plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def neutral(body: str) -> str:
    """Return a body in which none of our tags can begin."""
    return _ours().sub("&lt;", body)


def source(record: Mapping[str, Any]) -> str:
    """Return one numbered source between its tags."""
    lines = [
        f'<document index="{record["n"]}">',
        f"<source>{escaped(record.get('source') or record['doc_id'] or record['chunk_id'])}</source>",
    ]
    if record.get("title"):
        lines.append(f"<title>{escaped(record['title'])}</title>")
    if record.get("path"):
        lines.append(f"<section>{escaped(' > '.join(record['path']))}</section>")
    if record.get("updated"):
        lines.append(f"<updated>{escaped(record['updated'])}</updated>")
    if record.get("about"):
        lines.append(f"<about>{escaped('; '.join(f'{k}: {v}' for k, v in record['about'].items()))}</about>")
    return "\n".join(
        [*lines, "<document_content>", neutral(record["text"]), "</document_content>", "</document>"]
    )


def sources(records: Sequence[Mapping[str, Any]]) -> str:
    """Return all sources between their tags, in order."""
    return "\n".join(["<documents>", *(source(record) for record in records), "</documents>"])


def prompt(context: Record, template: str) -> str:
    """Return the prompt of a context: {documents} and {question} of
    the template filled, nothing else read."""
    parts = {"{documents}": sources(context["docs"]), "{question}": neutral(context["question"])}
    return re.sub(r"\{documents\}|\{question\}", lambda match: parts[match.group()], template)


def anthropic_documents(context: Record) -> list[Record]:
    """Return Messages API content: one custom-content document a source, citations on, the question last."""
    return [
        {
            "type": "document",
            "source": {"type": "content", "content": [{"type": "text", "text": record["text"]}]},
            "title": (record.get("title") or record["doc_id"])[:250] or None,
            "context": _about(record),
            "citations": {"enabled": True},
        }
        for record in context["docs"]
    ] + [{"type": "text", "text": context["question"]}]


def search_results(context: Record) -> list[Record]:
    """Return Messages API content: one search result a source, citations on, the question last."""
    return [
        {
            "type": "search_result",
            "source": record.get("url") or record.get("source") or record["doc_id"] or record["chunk_id"],
            "title": record.get("title") or record["doc_id"] or record["chunk_id"],
            "content": [{"type": "text", "text": record["text"]}],
            "citations": {"enabled": True},
        }
        for record in context["docs"]
    ] + [{"type": "text", "text": context["question"]}]


def _about(record: Mapping[str, Any]) -> str:
    parts = {
        "source": record.get("source") or record["doc_id"],
        "section": " > ".join(record.get("path") or []),
        "updated": record.get("updated"),
    }
    return "; ".join(f"{name}: {value}" for name, value in parts.items() if value)
