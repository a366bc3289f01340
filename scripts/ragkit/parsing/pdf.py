"""PDF to normalised Markdown: text in reading order, page by page; what cannot be read is named."""

import io
import re
from collections.abc import Iterator
from typing import Any

from ragkit.parsing import garble, ocr, pdf_furniture, pdf_grid, pdf_headings, pdf_lines
from ragkit.parsing.body import Body, Parsed, Warn, table
from ragkit.parsing.pdf_grid import Table
from ragkit.parsing.pdf_page import Page, Part, read_page

_BATCH = 100  # pages
_FOR_OCR = ("no_text_layer", "watermark_only", "garbled")


def read(data: bytes, ocr_command: str | None = None) -> Parsed:
    """Return the document: pages in order, blocks within pages, a warning for every unread page.

    ocr_command  the picture of a page nothing else can read, see ocr.text_of
    """
    import pypdfium2

    try:
        pdf = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as err:
        if "password" in str(err).lower():
            return Parsed(warnings=(Warn("encrypted", "opens with a password only"),))
        return Parsed(warnings=(Warn("broken", f"no readable PDF: {_reason(err)}"),))
    try:
        return _read(pdf, data, ocr_command)
    finally:
        pdf.close()


def _reason(err: Exception) -> str:
    match = re.search(r"PDFium: (.*?)\)", str(err))
    return match.group(1) if match else str(err)


def _read(pdf: Any, data: bytes, ocr_command: str | None) -> Parsed:
    pages = pdf_furniture.mark_watermarks(list(_pages(data, len(pdf))))
    if ocr_command:
        pages = [_seen(pdf, page, ocr_command) for page in pages]
    pages, removed = pdf_furniture.without(pages)
    headings = pdf_headings.Headings(pages, pdf_headings.outline(pdf))
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
        warnings.extend(page.warnings)
        prose = "\n".join(line.text for part in page.parts for line in part.lines)
        if (wrong := garble.reasons(prose)) and not any(
            warning.code == "garbled" for warning in page.warnings
        ):
            warnings.append(Warn("garbled", "; ".join(wrong), page.number))
    text, blocks, spans = body.finish()
    if not pages:
        warnings.append(Warn("broken", "no pages"))
    return Parsed(text, blocks, spans, title=_title(pdf, text, blocks), warnings=tuple(warnings))


def _pages(data: bytes, count: int) -> Iterator[Page]:
    """Yield the pages; the file is opened anew now and then, for PDFium keeps what it has parsed of it."""
    import pypdfium2

    for start in range(0, count, _BATCH):
        pdf = pypdfium2.PdfDocument(data)
        try:
            for index in range(start, min(count, start + _BATCH)):
                yield read_page(pdf, index)
        finally:
            pdf.close()


def _seen(pdf: Any, page: Page, command: str) -> Page:
    """Return an unread page with the text OCR finds in its picture; such text is marked."""
    lost = [warning for warning in page.warnings if warning.code in _FOR_OCR]
    if not lost:
        return page
    try:
        text = ocr.text_of(picture(pdf, page.number - 1), command)
        found = Warn("ocr", f"{len(text.split())} words read by {command.split()[0]}", page.number)
    except ocr.OcrError as err:
        text, found = "", lost[0]._replace(detail=f"{lost[0].detail}; OCR failed: {err}")
    if not text.strip():
        return page._replace(warnings=[*(each for each in page.warnings if each not in lost[:1]), found])
    kept = [warning for warning in page.warnings if warning.code not in _FOR_OCR]
    return page._replace(parts=[], ocr=text, warnings=[*kept, found])


def picture(pdf: Any, index: int, dots: int = 200) -> bytes:
    """Return the page as a PNG, `dots` to the inch."""
    page = pdf[index]
    out = io.BytesIO()
    page.render(scale=dots / 72).to_pil().save(out, format="PNG")
    page.close()
    return out.getvalue()


def _write(body: Body, part: Part, headings: pdf_headings.Headings, vocabulary: set[str]) -> None:
    for paragraph in pdf_lines.paragraphs(part.lines):
        text = pdf_lines.text_of(paragraph, vocabulary)
        if level := headings.level(paragraph, text):
            body.add("heading", "#" * level + " " + text, level)
        elif pdf_lines.is_item(text):
            body.add("item", text, 1, tight=bool(body.blocks) and body.blocks[-1][0] == "item")
        else:
            body.add("paragraph", text)


def _title(pdf: Any, text: str, blocks: list[Any]) -> str:
    """Return the title: from the metadata, else the first heading."""
    title, _ = pdf_headings.metadata(pdf)
    heading = next((text[start:end].lstrip("# ") for kind, start, end, *_ in blocks if kind == "heading"), "")
    return title or heading
