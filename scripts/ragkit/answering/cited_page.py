"""Answers as a reader wants them: under each what it cites, with title, page, lines, address and words."""

import html
from collections.abc import Sequence
from urllib.parse import urlsplit

from ragkit.answering import spots
from ragkit.answering.answers import text_of
from ragkit.answering.places import Cited, Shown
from ragkit.answering.spots import Place
from ragkit.records import Record

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}"
    "section{border-top:1px solid #999;padding:1rem 0}.text{white-space:pre-wrap}"
    "blockquote{margin:.2rem 0 .2rem 1.5rem;padding-left:.6rem;border-left:3px solid #999;color:#444}"
    "@media(prefers-color-scheme:dark){body{background:#111;color:#eee}blockquote{color:#bbb}}"
)

STALE = "(its sources are no longer those it was written from)"


def markdown(shown: Sequence[Shown]) -> str:
    """Return the answers as Markdown; a document's words stand in quotes and cannot open a block."""
    return "\n\n".join(map(_markdown_answer, shown)) + "\n"


def _markdown_answer(shown: Shown) -> str:
    lines = [
        f"## {shown.answer['qid']}: {_line(shown.context['question'])}",
        "",
        text_of(shown.answer).strip(),
    ]
    if shown.cited is None:
        lines += ["", STALE]
    for one in shown.cited or ():
        lines += ["", f"[{one.source['n']}] {_head(one, markdown=True)}"]
        lines += [
            f"> {where(spot, one.source)}{_plain(spots.shown(spot.quote))}".rstrip() for spot in one.places
        ]
    return "\n".join(lines)


def page(shown: Sequence[Shown]) -> str:
    """Return one offline HTML page; every text in it is escaped, nothing is loaded from anywhere."""
    body = "\n".join(map(_html_answer, shown))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Answers</title>'
        f"<style>{STYLE}</style></head><body><h1>Answers</h1>\n{body}\n</body></html>\n"
    )


def _html_answer(shown: Shown) -> str:
    rows = [] if shown.cited is not None else [f"<p>{STALE}</p>"]
    for one in shown.cited or ():
        quotes = "".join(
            f"<blockquote>{html.escape(where(spot, one.source))}{html.escape(spots.shown(spot.quote))}"
            "</blockquote>"
            for spot in one.places
        )
        rows.append(f"<p>[{one.source['n']}] {_head(one, markdown=False)}</p>{quotes}")
    return (
        f"<section><h2>{html.escape(shown.answer['qid'])}: {html.escape(shown.context['question'])}</h2>"
        f'<p class="text">{html.escape(text_of(shown.answer).strip())}</p>{"".join(rows)}</section>'
    )


def _head(one: Cited, markdown: bool) -> str:
    """Return title, file, pages and date of a source; the title is a link where there is an address."""
    source = one.source
    file = source.get("source") or source.get("doc_id") or source["chunk_id"]
    title, url = source.get("title") or file, source.get("url")
    safe = url if url and urlsplit(url).scheme in ("http", "https") else None
    escape = _plain if markdown else html.escape
    name = escape(title)
    if safe and markdown:
        name = f"[{name}](<{safe.replace('<', '%3C').replace('>', '%3E')}>)"
    elif safe:
        name = f'<a href="{html.escape(safe)}">{name}</a>'
    parts = [escape(file)] if title != file else []
    if not one.places and source.get("pages"):
        parts.append(_numbers("page", source["pages"]))
    if source.get("updated"):
        parts.append(escape(f"updated {source['updated']}"))
    return ", ".join([name, *parts])


def where(spot: Place, source: Record) -> str:
    """Return "page 2, lines 3-4: "; a source's own pages where that of the passage is not known."""
    parts = []
    if spot.page is not None:
        parts.append(f"page {spot.page}")
    elif source.get("pages"):
        parts.append(_numbers("page", source["pages"]))
    if spot.lines is not None:
        parts.append(_numbers("line", spot.lines))
    return ", ".join(parts) + ": " if parts else ""


def _numbers(name: str, span: Sequence[float]) -> str:
    first, last = int(span[0]), int(span[-1])
    return f"{name} {first}" if first == last else f"{name}s {first}-{last}"


def _line(text: str) -> str:
    return " ".join(text.split())


def _plain(text: str) -> str:
    """Return text in which Markdown and HTML see no markup."""
    return "".join(f"\\{char}" if char in "\\`*_[]<>#|!&~" else char for char in _line(text))
