"""The verdicts as one offline HTML page: answers sentence by
sentence, findings beside them, sources below."""

import html
from collections.abc import Mapping, Sequence

from ragkit.answering.citations import FAILING, Checked
from ragkit.records import Record

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "section{border-top:1px solid #999;padding:1rem 0}.fail{background:#fdd}.note{background:#ffd}"
    ".why{font-size:.85em;color:#444;margin:0 0 .5rem 1rem}details{font-size:.9em}pre{white-space:pre-wrap}"
    "@media(prefers-color-scheme:dark){body{background:#111;color:#eee}.fail{background:#522}.note{background:#440}.why{color:#bbb}}"
)


def page(checked: Sequence[Checked], contexts: Mapping[str, Record], lines: Sequence[str]) -> str:
    """Return the page; every text in it is escaped, nothing is loaded from anywhere."""
    body = "\n".join(_answer(one, contexts[one.qid]) for one in checked)
    summary = "<br>".join(html.escape(line) for line in lines)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Citation check</title>'
        f"<style>{STYLE}</style></head><body><h1>Citation check</h1><p>{summary}</p>\n{body}\n"
        f"</body></html>\n"
    )


def _answer(one: Checked, context: Record) -> str:
    head = f"<h2>{html.escape(one.qid)}: {html.escape(context['question'])}</h2><p>{one.state}</p>"
    rows = [_row(verdict["text"], verdict["problems"]) for verdict in one.verdicts]
    rows += [_row("", one.problems)] if one.problems else []
    sources = "".join(
        f"<h4>[{source['n']}] {html.escape(source.get('title') or source['chunk_id'])}</h4>"
        f"<pre>{html.escape(source['text'])}</pre>"
        for source in context["docs"]
    )
    return f"<section>{head}{''.join(rows)}<details><summary>sources</summary>{sources}</details></section>"


def _row(text: str, problems: Sequence[Record]) -> str:
    failing = any(problem["code"] in FAILING for problem in problems)
    mark = ' class="fail"' if failing else ' class="note"' if problems else ""
    why = "".join(
        f"<li>{html.escape(problem['code'])}: {html.escape(problem['detail'])}</li>" for problem in problems
    )
    return f"<p{mark}>{html.escape(text)}</p>" + (f'<ul class="why">{why}</ul>' if why else "")
