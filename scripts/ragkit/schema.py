"""The schema table of every JSONL record that flows between the steps.

A record kind is a row of SCHEMA: field -> (type, default, meaning). REQUIRED has no default; a null stands
for the default of an optional field; fields not in the table are kept as they are. Types: id (printable text;
a whole number is read as text), text, texts, ids, natural, number, numbers, flag, object, list, legs (name ->
ids), gold (ids, or id -> grade), block, page, any; and "x*", a list of sub-records or of values.
"""

from typing import Any

REQUIRED = object()

_PROVENANCE: dict[str, tuple[str, Any, str]] = {
    "source": ("text", "", "path as given by the user"),
    "title": ("text", "", "from the document, never from the file name"),
    "sha256": ("text", "", "of the file's bytes"),
    "url": ("text", None, "canonical address"),
    "updated": ("text", None, "ISO date: front matter, then git"),
    "lang": ("text", None, "ISO 639-1"),
    "media_type": ("text", "", "e.g. text/markdown"),
    "acl": ("texts", None, 'groups that may read; ["*"] everyone, [] nobody, null not stated'),
    "tenant": ("text", None, "owner in a shared index"),
    "meta": ("object", {}, "front matter and the like"),
}

SCHEMA: dict[str, dict[str, tuple[str, Any, str]]] = {
    "document": {
        "doc_id": ("id", REQUIRED, "path relative to the root, percent-encoded where unsafe"),
        **_PROVENANCE,
        "text": ("text", REQUIRED, "the text every range points into"),
        "blocks": ("block*", [], "leaves [type, start, end, level or depth, page?], sorted, disjoint"),
        "pages": ("page*", [], "[start, end, number from 1, printed label]"),
        "warnings": ("warning*", [], "what was lost or doubtful"),
    },
    "warning": {
        "code": ("text", REQUIRED, "e.g. no_text_layer"),
        "page": ("natural", None, "physical page from 1"),
        "detail": ("text", "", "for a person"),
    },
    "chunk": {
        "chunk_id": ("id", REQUIRED, "doc_id#hash of path and text"),
        "doc_id": ("id", REQUIRED, "its document"),
        "seq": ("natural", 0, "position in the document, from 0"),
        "start": ("natural", 0, "range in the document's text; the ranges of a document tile it"),
        "end": ("natural", 0, "end of the range, exclusive"),
        "overlap_start": ("natural", None, "text begins here when there is an overlap"),
        "path": ("texts", [], "headings above"),
        "anchor": ("text", None, "slug of the last heading"),
        "kinds": ("texts", [], "block types inside"),
        "lines": ("numbers", None, "[first, last], from 1"),
        "pages": ("numbers", None, "[first, last] physical page, from 1"),
        "page_starts": ("list", None, "[page, where it begins in the text] when there are several"),
        "prefix": ("text", "", "title > path and a repeated table header; indexed, not part of the text"),
        "context": ("text", None, "a note that situates the chunk; indexed, not part of the text"),
        "text": ("text", REQUIRED, "document.text[overlap_start or start : end]"),
        "tokens": ("natural", None, "of prefix + context + text"),
        "text_sha": ("text", None, "of the text, for caches"),
        "part": ("text", None, "i/n when one unit was cut"),
        "oversize": ("flag", None, "true when larger than the size: a fence or row that is not cut"),
        "dup_of": ("id", None, "first chunk of the same family"),
        "near_of": ("id", None, "a chunk alike but for its numbers: perhaps another version"),
        **_PROVENANCE,
    },
    "question": {
        "qid": ("id", REQUIRED, "unique"),
        "question": ("text", REQUIRED, "as the user put it"),
        "user": ("object", None, '{"groups": [...], "tenant": ...}'),
        "filters": ("object", None, "field -> value"),
        "history": ("list", None, "earlier turns"),
    },
    "label": {
        "qid": ("id", REQUIRED, "unique"),
        "question": ("text", "", "as the user put it"),
        "user": ("object", None, '{"groups": [...], "tenant": ...}'),
        "filters": ("object", None, "field -> value"),
        "history": ("list", None, "earlier turns"),
        "evidence": ("evidence*", None, "verbatim quotes; wins over relevant"),
        "relevant": ("gold", None, "ids, or id -> grade; [] says the corpus has no answer"),
        "any_of": ("ids*", None, "[[a, b], [c]]: one id of every list is needed; wins over relevant"),
        "answerable": ("flag", None, "false says the corpus has no answer"),
        "answer": ("text", None, "reference answer"),
        "nuggets": ("list", None, "facts a full answer states"),
        "tags": ("texts", None, "slices"),
    },
    "evidence": {
        "doc_id": ("id", REQUIRED, "document that holds the quote"),
        "quote": ("text", REQUIRED, "verbatim"),
        "occurrence": ("natural", None, "which one, from 1, when the quote repeats"),
        "grade": ("number", None, "gain, above 0"),
        "group": ("any", None, "quotes of one group are alternatives; no group is its own"),
    },
    "run": {
        "qid": ("id", REQUIRED, "unique"),
        "retrieved": ("ids", REQUIRED, "chunk ids, best first"),
        "scores": ("numbers", None, "as many as retrieved"),
        "legs": ("legs", None, "each retriever's own list, best first"),
        "flags": ("texts", None, "e.g. no_lexical_match"),
    },
    "context": {
        "qid": ("id", REQUIRED, "unique"),
        "question": ("text", "", "as the user put it"),
        "docs": ("source*", REQUIRED, "numbered sources, in the order the model sees them"),
        "dropped": ("drop*", [], "what did not get in, and why"),
        "budget": ("object", None, "tokens by part"),
        "order": ("text", "relevance", "how the sources were ordered"),
        "context_sha": ("text", None, "of the sources"),
    },
    "source": {
        "n": ("natural", REQUIRED, "the number an answer cites"),
        "chunk_id": ("id", REQUIRED, "anchor chunk"),
        "doc_id": ("id", "", "its document"),
        "members": ("ids", [], "every chunk inside, aliases included"),
        **{field: _PROVENANCE[field] for field in ("title", "source", "url", "updated")},
        "path": ("texts", [], "headings above"),
        "pages": ("numbers", None, "[first, last]"),
        "page_starts": ("list", None, "[page, where it begins in the text] when there are several"),
        "lines": ("numbers", None, "[first, last]"),
        "text": ("text", REQUIRED, "what the model sees, before escaping"),
        "mode": ("text", "chunk", "chunk, neighbours, document or summary"),
    },
    "drop": {"chunk_id": ("id", REQUIRED, "what"), "reason": ("text", REQUIRED, "why")},
    "answer": {
        "qid": ("id", REQUIRED, "unique"),
        "answer": ("text", None, "plain text or Markdown; this or content"),
        "content": ("list", None, "native citation blocks"),
        "model": ("text", None, "who wrote it"),
        "stop_reason": ("text", None, "max_tokens and refusal are no answers"),
        "usage": ("object", None, "tokens"),
        "context_sha": ("text", None, "of the context it was written from"),
        "sources": ("pin*", None, "what it was shown, so that no later run can move its numbers"),
    },
    "pin": {
        "n": ("natural", REQUIRED, "the number it had"),
        "chunk_id": ("id", REQUIRED, "which chunk that was"),
        "doc_id": ("id", "", "its document"),
        "text_sha": ("text", REQUIRED, "of the source's text"),
    },
    "item": {
        "item_id": ("id", REQUIRED, "unique"),
        "sha": ("text", REQUIRED, "of task and inputs"),
        "task": ("text", REQUIRED, "which worksheet"),
        "inputs": ("object", REQUIRED, "what the filler sees"),
        "allowed": ("list", None, "valid outputs, where they are few"),
    },
    "filled": {
        "item_id": ("id", REQUIRED, "the item"),
        "sha": ("text", REQUIRED, "copied from the item"),
        "output": ("any", REQUIRED, "the judgement"),
        "by": ("text", "", "who filled it"),
        "pass": ("natural", 1, "which of several independent passes"),
    },
}

KEYS = {
    "document": ("doc_id",), "chunk": ("chunk_id",), "question": ("qid",), "label": ("qid",), "run": ("qid",),
    "context": ("qid",), "answer": ("qid",), "item": ("item_id",), "filled": ("item_id", "pass"),
}  # fmt: skip

EXAMPLES: dict[str, str] = {
    "document": """{"doc_id": "guide.md", "source": "docs/guide.md", "title": "Guide", "sha256": "9f2c",
        "updated": "2026-03-01", "media_type": "text/markdown", "acl": ["*"],
        "text": "# Guide\\n\\nBoil it.\\n", "blocks": [["heading", 0, 7, 1], ["paragraph", 9, 17, 0]],
        "pages": [], "warnings": [{"code": "no_text_layer", "page": 2, "detail": "image only"}]}""",
    "chunk": """{"chunk_id": "guide.md#0a1b2c3d4e5f", "doc_id": "guide.md", "seq": 0, "start": 0, "end": 18,
        "path": ["Guide"], "kinds": ["heading", "paragraph"], "lines": [1, 3], "prefix": "Guide",
        "text": "# Guide\\n\\nBoil it.\\n", "tokens": 8, "title": "Guide", "acl": ["*"]}""",
    "question": """{"qid": "q1", "question": "How long do I boil it?", "user": {"groups": ["staff"]}}""",
    "label": """{"qid": "q1", "question": "How long do I boil it?", "tags": ["howto"],
        "evidence": [{"doc_id": "guide.md", "quote": "Boil it.", "occurrence": 1}]}""",
    "run": """{"qid": "q1", "retrieved": ["guide.md#0a1b2c3d4e5f"], "scores": [3.2],
        "legs": {"bm25": ["guide.md#0a1b2c3d4e5f"]}}""",
    "context": """{"qid": "q1", "question": "How long do I boil it?", "docs": [{"n": 1, "chunk_id":
        "guide.md#0a1b2c3d4e5f", "doc_id": "guide.md", "members": ["guide.md#0a1b2c3d4e5f"], "title": "Guide",
        "text": "# Guide\\n\\nBoil it.\\n"}], "dropped": [{"chunk_id": "b.md#1", "reason": "budget"}]}""",
    "answer": """{"qid": "q1", "answer": "Until soft [1].", "model": "hand", "stop_reason": "end_turn"}""",
    "item": """{"item_id": "i1", "sha": "77ab", "task": "grades", "inputs": {"claim": "Boil it."},
        "allowed": ["full", "none"]}""",
    "filled": """{"item_id": "i1", "sha": "77ab", "output": "full", "by": "grader-1", "pass": 1}""",
}
