"""Presentations: a slide is a page and a section, notes are kept; hidden slides are left out and named."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

from ragkit.parsing import archive
from ragkit.parsing.body import DAMAGED, Body, Parsed, Warn, quoted, table

_LONGEST_PART = 32 << 20  # bytes of XML of one slide: taste


def read(data: bytes) -> Parsed:
    """Return the visible slides, shapes from top to bottom, tables as tables, notes under "Notes"."""
    from pptx.exc import PythonPptxError

    errors: tuple[type[Exception], ...] = (*DAMAGED, PythonPptxError)
    try:
        if large := archive.oversize(data, _LONGEST_PART):
            return Parsed(warnings=(Warn("too_large", large),))
        return _read(data)
    except errors as err:
        said = " ".join(str(err).split())[:100] or type(err).__name__
        return Parsed(warnings=(Warn("broken", f"no readable presentation: {said}"),))


def _read(data: bytes) -> Parsed:
    import pptx

    body = Body()
    warnings: list[Warn] = []
    title = ""
    for number, slide in enumerate(pptx.Presentation(BytesIO(data)).slides, start=1):
        if slide.element.get("show") == "0":
            texts = [shape.text_frame.text for shape in slide.shapes if shape.has_text_frame]
            warnings.append(Warn("hidden_slide", f"a hidden slide: {quoted(' / '.join(texts))}", number))
            continue
        body.start_page(number, str(number))
        heading = _slide(slide, number, body, warnings)
        title = title or heading
    text, blocks, pages = body.finish()
    if not blocks and not warnings:
        warnings.append(Warn("no_text", "no slide holds text"))
    return Parsed(text, blocks, pages, title=title, warnings=tuple(warnings))


def _slide(slide: Any, number: int, body: Body, warnings: list[Warn]) -> str:
    title = slide.shapes.title
    heading = " ".join(title.text_frame.text.split()) if title is not None and title.has_text_frame else ""
    before = len(body.blocks)
    body.add("slide", f"## {heading or f'Slide {number}'}", 2)
    for shape in _shapes(slide.shapes):
        if title is not None and shape.shape_id == title.shape_id:
            continue
        _shape(shape, number, body, warnings)
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        notes = slide.notes_slide.notes_text_frame.text.strip()
        if notes:
            body.add("heading", "### Notes", 3)
            for paragraph in notes.splitlines():
                body.add("paragraph", " ".join(paragraph.split()))
    if len(body.blocks) == before + 1 and not heading and _pictures(slide):
        warnings.append(Warn("no_text_layer", "the slide is a picture", number))
    return heading


def _shapes(shapes: Any) -> Iterator[Any]:
    """Yield the shapes from top to bottom, groups opened."""
    for shape in sorted(shapes, key=lambda each: ((each.top or 0) // 90_000, each.left or 0)):
        if shape.shape_type is not None and shape.shape_type == 6:  # a group
            yield from _shapes(shape.shapes)
        else:
            yield shape


def _shape(shape: Any, number: int, body: Body, warnings: list[Warn]) -> None:
    if getattr(shape, "has_table", False) and shape.has_table:
        rows = [[_cell(cell) for cell in row.cells] for row in shape.table.rows]
        table(body, rows, 1)
    elif getattr(shape, "has_chart", False) and shape.has_chart:
        _chart(shape.chart, body)
    elif shape.has_text_frame:
        for paragraph in shape.text_frame.paragraphs:
            text = " ".join("".join(run.text for run in paragraph.runs).split())
            kind = "item" if paragraph.level or len(shape.text_frame.paragraphs) > 1 else "paragraph"
            indent = "  " * paragraph.level + "- " if kind == "item" else ""
            if text:
                body.add(
                    kind,
                    indent + text,
                    paragraph.level + 1 if kind == "item" else 0,
                    tight=kind == "item" and body.blocks[-1][0] == "item",
                )
    elif "diagram" in (shape.element.xml if hasattr(shape.element, "xml") else ""):
        warnings.append(Warn("dropped_content", "a SmartArt diagram", number))


def _cell(cell: Any) -> str:
    return "" if cell.is_spanned else " ".join(cell.text_frame.text.split())


def _chart(chart: Any, body: Body) -> None:
    if chart.has_title and chart.chart_title.has_text_frame:
        body.add("paragraph", chart.chart_title.text_frame.text)
    for plot in chart.plots:
        names = [str(name) for name in plot.categories]
        rows = [
            [series.name, *("" if value is None else f"{value:g}" for value in series.values)]
            for series in plot.series
        ]
        table(body, [["", *names], *rows], 1)


def _pictures(slide: Any) -> bool:
    return any(shape.shape_type == 13 for shape in slide.shapes)
