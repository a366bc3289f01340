"""PDF to normalised Markdown: text in reading order, page by page; what cannot be read is named."""

import re
from typing import Any

from ragkit.parsing import garble, pdf_furniture, pdf_grid, pdf_headings, pdf_lines
from ragkit.parsing.body import Body, Parsed, Warn, table
from ragkit.parsing.pdf_grid import Table
from ragkit.parsing.pdf_page import Part, read_page


def read(data: bytes) -> Parsed:
    """Return the document: pages in order, blocks within pages, a warning for every unread page."""
    import pypdfium2

    try:
        pdf = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as err:
        if "password" in str(err).lower():
            return Parsed(warnings=(Warn("encrypted", "opens with a password only"),))
        return Parsed(warnings=(Warn("broken", f"no readable PDF: {_reason(err)}"),))
    try:
        return _read(pdf)
    finally:
        pdf.close()


def _reason(err: Exception) -> str:
    match = re.search(r"PDFium: (.*?)\)", str(err))
    return match.group(1) if match else str(err)


def _read(pdf: Any) -> Parsed:
    pages = pdf_furniture.mark_watermarks([read_page(pdf, index) for index in range(len(pdf))])
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
