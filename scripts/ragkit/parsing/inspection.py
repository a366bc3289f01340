"""The documents that most need a look: the worst first, beside the picture of their page."""

import base64
import html
import io
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ragkit.parsing import files, garble
from ragkit.parsing.losses import LOSSES, losses

Record = dict[str, Any]
_SHOWN = 3000  # characters of a document's text


class Doubt(NamedTuple):
    """One document, how doubtful it is (0 is clean), the page to look at, and why, in words."""

    score: float
    record: Record
    page: int | None
    why: list[str]


def worst(documents: Iterable[Record], count: int) -> list[Doubt]:
    """Return the documents with the highest scores, best reason to look first; ties by doc_id.

    The score adds 2 for each kind of loss (4 when nothing is left of the document) to what garble.score says.
    """
    doubts = []
    for record in documents:
        lost = losses([record])
        kinds = {loss.code for loss in lost}
        score = (
            2.0 * len(kinds)
            + (2.0 if lost and not record["text"].strip() else 0.0)
            + garble.score(record["text"])
        )
        page = next((loss.page for loss in lost if loss.page), None)
        why = [f"{loss.code}: {loss.detail or LOSSES[loss.code][0]}" for loss in lost[:5]]
        doubts.append(Doubt(score, record, page, why + garble.reasons(record["text"])))
    doubts.sort(key=lambda doubt: (-doubt.score, doubt.record["doc_id"]))
    return doubts[:count]


def excerpt(doubt: Doubt) -> str:
    """Return the text of the page to look at, or of the document's beginning."""
    record = doubt.record
    for start, end, number, _ in record["pages"]:
        if number == (doubt.page or 1):
            return str(record["text"][start:end][:_SHOWN])
    return str(record["text"][:_SHOWN])


def as_text(doubts: Sequence[Doubt]) -> str:
    """Return the report as plain text, for a terminal or for a model to read."""
    parts = []
    for doubt in doubts:
        page = f", page {doubt.page}" if doubt.page else ""
        head = f"== {doubt.record['doc_id']}{page}, doubt {doubt.score:.1f}"
        parts.append(
            "\n".join([head, *(f"   {why}" for why in doubt.why), "", excerpt(doubt).strip() or "(no text)"])
        )
    return "\n\n".join(parts) + "\n"


def as_html(doubts: Sequence[Doubt], paths: dict[str, str]) -> str:
    """Return one offline HTML page: each document's text beside the picture of its page.

    paths  doc_id -> file; a PDF's page is drawn with the words and tables a second program (pdfplumber) sees
    """
    rows = []
    for doubt in doubts:
        record = doubt.record
        picture = b""
        if record["media_type"] == "application/pdf" and record["doc_id"] in paths:
            picture = page_picture(files.read(paths[record["doc_id"]]), doubt.page or 1)
        shown = (
            f'<img src="data:image/png;base64,{base64.b64encode(picture).decode()}">'
            if picture
            else "<i>no picture</i>"
        )
        page = f", page {doubt.page or 1}" if picture else ""
        why = (
            "".join(f"<li>{html.escape(reason)}</li>" for reason in doubt.why)
            or "<li>nothing found wrong</li>"
        )
        rows.append(
            f"<h2>{html.escape(record['doc_id'])}{page}: doubt {doubt.score:.1f}</h2><ul>{why}</ul>"
            f"<div><pre>{html.escape(excerpt(doubt)) or '(no text)'}</pre>{shown}</div>"
        )
    style = (
        "body{font:15px sans-serif;margin:2em}div{display:flex;gap:1em}"
        "pre,img{width:48%;white-space:pre-wrap;border:1px solid #ccc;align-self:start}"
    )
    title = "Documents that most need a look"
    return (
        f'<!doctype html><meta charset="utf-8"><title>{title}</title><style>{style}</style><h1>{title}</h1>'
        + "\n".join(rows)
        + "\n"
    )


def page_picture(data: bytes, number: int) -> bytes:
    """Return a PNG of a PDF page with words in blue and tables in red, b"" for a page nobody can draw."""
    import pdfplumber
    from pdfminer.pdfexceptions import PDFException
    from pdfplumber.utils.exceptions import PdfminerException

    try:
        with pdfplumber.open(io.BytesIO(data)) as pdf:
            page = pdf.pages[number - 1]
            image = page.to_image(resolution=90)
            image.draw_rects(page.extract_words(x_tolerance=1.5)[:3000], stroke="blue", fill=(0, 0, 255, 20))
            image.draw_rects(
                [table.bbox for table in page.find_tables()[:20]], stroke="red", fill=(255, 0, 0, 10)
            )
            out = io.BytesIO()
            image.save(out, format="PNG")
            return out.getvalue()
    except (PdfminerException, PDFException, ValueError, IndexError, KeyError, TypeError):
        return b""
