"""PDF to normalised Markdown: text in reading order, page by page; what cannot be read is named."""

import re
from collections.abc import Callable
from typing import Any

from ragkit.parsing import (
    garble,
    ocr,
    pdf_doubts,
    pdf_furniture,
    pdf_grid,
    pdf_headings,
    pdf_lines,
    pdf_second,
)
from ragkit.parsing.body import Body, Parsed, Warn, table
from ragkit.parsing.pdf_file import Opened, UnopenedError
from ragkit.parsing.pdf_grid import Table
from ragkit.parsing.pdf_page import Page, Part
from ragkit.parsing.pdf_shelf import Shelf

_FOR_OCR = ("no_text_layer", "watermark_only", "garbled", "page_timeout", "page_failed")


def read(source: Any, ocr_command: str | None = None, opened: Callable[[Any], Any] = Opened) -> Parsed:
    """Return the document: pages in order, blocks within pages, a warning for every unread page.

    source       the bytes of a PDF, or what else `opened` takes: see there
    ocr_command  reads the picture of a page nothing else can read, see ocr.text_of
    opened       how to open it: pdf_file.Opened here, pdf_worker.Remote in a process that can be killed
    """
    try:
        pdf = opened(source)
    except UnopenedError as err:
        return Parsed(warnings=(err.warning,))
    try:
        return _read(pdf, ocr_command)
    finally:
        pdf.close()


def _read(pdf: Any, ocr_command: str | None) -> Parsed:
    pages = Shelf(pdf.pages())
    pdf_furniture.mark_watermarks(pages)
    for at, page in enumerate(pages):
        judged = _judged(pdf, page)
        seen = _seen(pdf, judged, ocr_command) if ocr_command else judged
        if seen is not page:
            pages[at] = seen
    removed = pdf_furniture.without(pages)
    headings = pdf_headings.Headings(pages, pdf.outline)
    vocabulary = pdf_lines.vocabulary(line for page in pages for part in page.parts for line in part.lines)
    warnings = [Warn("furniture", f"{removed} header and footer lines left out")] if removed else []
    body = Body()
    last: Table | None = None
    for page in pages:
        body.start_page(page.number, page.label)
        for part in page.parts:
            if part.table is not None:
                last = part.table if last is None else pdf_grid.continued(last, part.table)
                table(body, *pdf_grid.filled(last))
            elif last is not None and part.lines:
                last = last._replace(bottom=0.0)  # text came between: a table below it is another one
            _write(body, part, headings, vocabulary)
        for paragraph in re.split(r"\n\s*\n", page.ocr):
            body.add("paragraph", " ".join(paragraph.split()))
        warnings.extend([*page.warnings, *pdf_doubts.of_page(page)])
    text, blocks, spans = body.finish()
    if not len(pages):
        warnings.append(Warn("broken", "no pages"))
    return Parsed(text, blocks, spans, title=_title(pdf.title, text, blocks), warnings=tuple(warnings))


def _judged(pdf: Any, page: Page) -> Page:
    """Return the page, named when it is garbled; with a second program's words where those read well."""
    wrong = garble.reasons(pdf_second.prose(page))
    named = {warning.code for warning in page.warnings}
    if wrong and "garbled" not in named:
        others = [warning for warning in page.warnings if warning.code != "unknown_glyphs"]
        page = page._replace(warnings=[*others, Warn("garbled", "; ".join(wrong), page.number)])
    return pdf_second.better(page, pdf.second(page.number)) or page if pdf_second.wanted(page) else page


def _seen(pdf: Any, page: Page, command: str) -> Page:
    """Return an unread page with the text OCR finds in its picture; such text is marked."""
    lost = [warning for warning in page.warnings if warning.code in _FOR_OCR]
    if not lost:
        return page
    text, said = "", "OCR finds no text"
    try:
        picture = pdf.picture(page.number)
        text = ocr.text_of(picture, command) if picture else ""
    except ocr.OcrError as err:
        said = f"OCR failed: {err}"
    if not text.strip():
        told = lost[0]._replace(detail=f"{lost[0].detail}; {said}")
        return page._replace(warnings=[told if each is lost[0] else each for each in page.warnings])
    found = Warn("ocr", f"{len(text.split())} words read by {command.split()[0]}", page.number)
    kept = [warning for warning in page.warnings if warning.code not in _FOR_OCR]
    return page._replace(parts=[], ocr=text, warnings=[*kept, found])


def _write(body: Body, part: Part, headings: pdf_headings.Headings, vocabulary: set[str]) -> None:
    for paragraph in pdf_lines.paragraphs(part.lines):
        text = pdf_lines.text_of(paragraph, vocabulary)
        if level := headings.level(paragraph, text):
            body.add("heading", "#" * level + " " + text, level)
        elif pdf_lines.is_item(text):
            body.add("item", text, 1, tight=bool(body.blocks) and body.blocks[-1][0] == "item")
        else:
            body.add("paragraph", text)


def _title(title: str, text: str, blocks: list[Any]) -> str:
    """Return the title: from the metadata, else the first heading."""
    heading = next((text[start:end].lstrip("# ") for kind, start, end, *_ in blocks if kind == "heading"), "")
    return title or heading
