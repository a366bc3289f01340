"""Answers made of native citation blocks: checked block by block, and turned into plain text with marks.

Four kinds of location, all with exclusive ends: char_location (from 0), page_location (from 1),
content_block_location and search_result_location (blocks from 0). Text blocks are joined with nothing between
them; the citations of a block belong to its own range. A document is one source of the context, in order;
search results are counted apart from documents.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ragkit.answering import quotes
from ragkit.answering.marks import Mark

INDEXES = {
    "char_location": ("document_index", "start_char_index", "end_char_index", 0),
    "page_location": ("document_index", "start_page_number", "end_page_number", 1),
    "content_block_location": ("document_index", "start_block_index", "end_block_index", 0),
    "search_result_location": ("search_result_index", "start_block_index", "end_block_index", 0),
}


class Native(NamedTuple):
    text: str
    marks: list[Mark]  # start and end are the range of the block that carries the citation
    problems: list[tuple[str, str]]  # (code, detail)


def read(content: Sequence[Any], sources: Sequence[Mapping[str, Any]]) -> Native:
    """Return the answer's text, its marks, and what is wrong with its blocks.

    sources  of the context; one with "blocks" (texts) was sent as custom content or as a search result; one
             with "page_starts" as a PDF
    """
    text = ""
    marks: list[Mark] = []
    problems: list[tuple[str, str]] = []
    for number, block in enumerate(content):
        where = f"content[{number}]"
        if not isinstance(block, dict) or "type" not in block:
            problems.append(("bad_block", f"{where} is not a content block"))
            continue
        if block["type"] != "text":
            continue
        if not isinstance(block.get("text"), str):
            problems.append(("bad_block", f'{where} has no "text"'))
            continue
        start, text = len(text), text + block["text"]
        cited = block.get("citations")
        if cited is not None and not isinstance(cited, list):
            problems.append(("bad_block", f"{where}.citations is not a list"))
            continue
        refs: list[int] = []
        for index, citation in enumerate(cited or []):
            place = f"{where}.citations[{index}]"
            fault = _fault(citation, sources)
            if fault:
                problems.append((fault[0], f"{place}: {fault[1]}"))
            elif isinstance(citation, dict):
                refs.append(sources[citation[INDEXES[citation["type"]][0]]]["n"])
        if refs:
            marks.append(Mark(start, len(text), tuple(refs), (), "ok"))
    return Native(text, marks, problems)


def _fault(citation: Any, sources: Sequence[Mapping[str, Any]]) -> tuple[str, str] | None:
    """Return (code, detail) of the first thing wrong with a citation, or None."""
    if not isinstance(citation, dict) or citation.get("type") not in INDEXES:
        kind = citation.get("type") if isinstance(citation, dict) else citation
        return "bad_citation", f"unknown location {kind!r}"
    index_field, start_field, end_field, origin = INDEXES[citation["type"]]
    for field in (index_field, start_field, end_field):
        if isinstance(citation.get(field), bool) or not isinstance(citation.get(field), int):
            return "bad_citation", f'"{field}" must be a whole number, got {citation.get(field)!r}'
    if not isinstance(citation.get("cited_text"), str) or not citation["cited_text"].strip():
        return "bad_citation", 'no "cited_text"'
    at, start, end = citation[index_field], citation[start_field], citation[end_field]
    if not 0 <= at < len(sources):
        return "bad_index", f"{index_field} {at} of {len(sources)} sources"
    if not origin <= start < end:
        return "bad_range", f"{start_field} {start}, {end_field} {end}: need {origin} <= start < end"
    source = sources[at]
    title = citation.get("document_title", citation.get("title"))
    if title is not None and title != (source.get("title") or None):
        return "wrong_title", f"title {title!r}, but source {at} is {source.get('title')!r}"
    if citation["type"] == "search_result_location" and citation.get("source") not in _addresses(source):
        return "wrong_source", f"source {citation.get('source')!r} is not that of result {at}"
    return _text_fault(citation, source, start, end)


def _addresses(source: Mapping[str, Any]) -> set[Any]:
    return {source.get("url"), source.get("source"), source.get("doc_id"), source.get("chunk_id")} - {
        None,
        "",
    }


def _text_fault(
    citation: Mapping[str, Any], source: Mapping[str, Any], start: int, end: int
) -> tuple[str, str] | None:
    """Return a fault when the cited text is not what stands at the place it names."""
    cited, text = citation["cited_text"], source["text"]
    if citation["type"] == "char_location":
        if end > len(text):
            return "bad_range", f"ends at {end}, the source has {len(text)} characters"
        return None if text[start:end] == cited else ("wrong_text", "cited_text is not the text of its range")
    if citation["type"] == "page_location":
        return _page_fault(cited, source, start, end - 1)
    blocks = source.get("blocks") or [text]
    if end > len(blocks):
        return "bad_range", f"block {end} of {len(blocks)}"
    return (
        None if "".join(blocks[start:end]) == cited else ("wrong_text", "cited_text is not its blocks joined")
    )


def _page_fault(cited: str, source: Mapping[str, Any], first: int, last: int) -> tuple[str, str] | None:
    """Return a fault when the text is not in the source, or not on just the pages named.

    A source of several pages says where each begins in "page_starts": [[number, offset], ...].
    """
    held = source.get("pages") or [first, last]
    if not (held[0] <= first and last <= held[-1]):
        return "bad_range", f"pages {first} to {last}, the source has {held[0]:g} to {held[-1]:g}"
    place = quotes.check(cited, source["text"]).at
    if place is None:
        return "wrong_text", "cited_text is not in the source"
    starts = source.get("page_starts") or []
    at = [
        max((page for page, offset in starts if offset <= spot), default=0)
        for spot in (place[0], place[1] - 1)
    ]
    if starts and at != [first, last]:
        return "bad_range", f"pages {first} to {last}, the text stands on {at[0]} to {at[1]}"
    return None
