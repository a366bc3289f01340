"""The characters of a PDF page with their boxes and styles, read one by one through PDFium.

Everything later works in reading space: x to the right along the text, y down, whatever the rotation of
the page or of the text on it.
"""

import ctypes
import math
from typing import Any, NamedTuple


class Style(NamedTuple):
    """What one run of glyphs shares."""

    height: float  # of the loose box, points: about 1.2 times the font size
    bold: bool
    font: str
    hidden: str  # "" or why nobody sees it: invisible, white, tiny, off-page
    quarter: int  # direction of the text: 0 right, 1 up, 2 left, 3 down
    mono: bool = False


class Glyph(NamedTuple):
    """One character in reading space."""

    text: str
    x0: float
    top: float
    x1: float
    bottom: float
    style: int  # index into Glyphs.styles
    unmapped: bool  # the font does not say which character this is


class Glyphs(NamedTuple):
    """The characters of one page, in the order of the content stream; spaces are glyphs with text " "."""

    glyphs: list[Glyph]
    styles: list[Style]
    width: float  # of the page, unrotated
    height: float


class Shape(NamedTuple):
    """A drawn path or picture, in page space (y up)."""

    kind: str  # "path" or "image"
    box: tuple[float, float, float, float]  # left, bottom, right, top
    fill: tuple[int, int, int] | None  # None: not filled
    stroke: bool
    segments: int


_MOST_SHAPES = 20_000  # taste: a page with more is a map or a plot, not a table
_TINY = 2.0  # points of box height; the smallest print meant for eyes is above 3
_CONTROL = {"\x02": "-", "\x00": "\ufffd", "\x01": "\ufffd", "\u00ad": "-"}
_LIGATURES = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
}


def read(page: Any, shapes: list[Shape]) -> Glyphs:
    """Return the page's glyphs; `page` is a pypdfium2 PdfPage, `shapes` what is drawn on it."""
    import pypdfium2.raw as pdfium

    textpage = page.get_textpage()
    try:
        return _read(pdfium, textpage.raw, textpage.count_chars(), page.get_bbox(), shapes)
    finally:
        textpage.close()


def _read(
    pdfium: Any, raw: Any, count: int, bounds: tuple[float, float, float, float], shapes: list[Shape]
) -> Glyphs:
    get_box, get_char = pdfium.FPDFText_GetLooseCharBox, pdfium.FPDFText_GetUnicode
    get_object, generated = pdfium.FPDFText_GetTextObject, pdfium.FPDFText_IsGenerated
    unmapped = pdfium.FPDFText_HasUnicodeMapError
    box = pdfium.FS_RECTF()
    pointer = ctypes.byref(box)
    left, bottom, right, top = bounds
    glyphs: list[Glyph] = []
    styles: list[Style] = []
    known: dict[Style, int] = {}
    last_object, style, quarter = -1, 0, 0
    for index in range(count):
        code = get_char(raw, index)
        if (code <= 32 or code == 0xFFFE) and generated(raw, index):
            continue  # PDFium's own guess at spaces and line ends; ours come from the geometry
        get_box(raw, index, pointer)
        x0, y0, x1, y1 = box.left, box.bottom, box.right, box.top
        handle = ctypes.cast(get_object(raw, index), ctypes.c_void_p).value or 0
        if handle != last_object:
            last_object = handle
            found = _style(pdfium, raw, index, (x0, y0, x1, y1), shapes)
            quarter = found.quarter
            style = known.setdefault(found, len(known))
            if style == len(styles):
                styles.append(found)
        if not styles[style].hidden and not (
            left - 1 < (x0 + x1) / 2 < right + 1 and bottom - 1 < (y0 + y1) / 2 < top + 1
        ):
            off = styles[style]._replace(hidden="off-page")
            style = known.setdefault(off, len(known))
            if style == len(styles):
                styles.append(off)
            last_object = -1
        char = chr(code) if code < 0x110000 else "\ufffd"
        text = _CONTROL.get(char) or _LIGATURES.get(char) or ("" if "\ud800" <= char <= "\udfff" else char)
        glyphs.append(
            Glyph(text, *turned(x0, y0, x1, y1, quarter), style, code < 2 or unmapped(raw, index) == 1)
        )
    return Glyphs(glyphs, styles, right - left, top - bottom)


def turned(x0: float, y0: float, x1: float, y1: float, quarter: int) -> tuple[float, float, float, float]:
    """Return (x0, top, x1, bottom) in reading space of a box in page space, for text running that way."""
    if quarter == 0:
        return x0, -y1, x1, -y0
    if quarter == 1:
        return y0, x0, y1, x1
    if quarter == 2:
        return -x1, y0, -x0, y1
    return -y1, -x1, -y0, -x0


def _style(
    pdfium: Any, raw: Any, index: int, box: tuple[float, float, float, float], shapes: list[Shape]
) -> Style:
    angle = pdfium.FPDFText_GetCharAngle(raw, index)
    quarter = -round(angle / (math.pi / 2)) % 4 if angle >= 0 else 0  # PDFium measures clockwise
    height = box[3] - box[1] if quarter in (0, 2) else box[2] - box[0]
    buffer, flags = ctypes.create_string_buffer(128), ctypes.c_int()
    pdfium.FPDFText_GetFontInfo(raw, index, buffer, 128, ctypes.byref(flags))
    font = buffer.value.decode("utf-8", "replace")
    weight = pdfium.FPDFText_GetFontWeight(raw, index)
    lowered = font.lower()
    bold = (
        weight >= 600
        or "bold" in lowered
        or "black" in lowered
        or "heavy" in lowered
        or bool(flags.value & 0x40000)
    )
    mono = bool(flags.value & 1) or "courier" in lowered or "mono" in lowered
    return Style(
        round(height, 1), bold, font, _hidden(pdfium, raw, index, box, height, shapes), quarter, mono
    )


def _hidden(
    pdfium: Any,
    raw: Any,
    index: int,
    box: tuple[float, float, float, float],
    height: float,
    shapes: list[Shape],
) -> str:
    mode = pdfium.FPDFTextObj_GetTextRenderMode(pdfium.FPDFText_GetTextObject(raw, index))
    if mode in (3, 7):
        return "invisible"
    if 0 < height < _TINY:
        return "tiny"
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    known = pdfium.FPDFText_GetFillColor(raw, index, red, green, blue, alpha)
    if known and alpha.value < 8:
        return "invisible"
    if (
        known
        and mode in (0, 4)
        and min(red.value, green.value, blue.value) >= 250
        and not _on_colour(box, shapes)
    ):
        return "white"
    return ""


def _on_colour(box: tuple[float, float, float, float], shapes: list[Shape]) -> bool:
    """Return whether the topmost fill or picture under the box is anything but white."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    for shape in reversed(shapes):
        left, bottom, right, top = shape.box
        if left <= x <= right and bottom <= y <= top and (shape.kind == "image" or shape.fill):
            return shape.kind == "image" or min(shape.fill or (255,)) < 250
    return False


def shapes(page: Any) -> list[Shape]:
    """Return the page's paths and pictures in drawing order, those inside forms too, at most 20,000."""
    import pypdfium2.raw as pdfium

    out: list[Shape] = []
    _collect(
        pdfium, page.raw, pdfium.FPDFPage_CountObjects, pdfium.FPDFPage_GetObject, (1, 0, 0, 1, 0, 0), out, 0
    )
    return out


def _collect(
    pdfium: Any, holder: Any, count: Any, get: Any, matrix: tuple[float, ...], out: list[Shape], depth: int
) -> None:
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    for index in range(count(holder)):
        if len(out) >= _MOST_SHAPES:
            return
        item = get(holder, index)
        kind = pdfium.FPDFPageObj_GetType(item)
        if kind == pdfium.FPDF_PAGEOBJ_FORM and depth < 4:
            inner = pdfium.FS_MATRIX()
            pdfium.FPDFPageObj_GetMatrix(item, inner)
            chained = _chain((inner.a, inner.b, inner.c, inner.d, inner.e, inner.f), matrix)
            _collect(
                pdfium,
                item,
                pdfium.FPDFFormObj_CountObjects,
                pdfium.FPDFFormObj_GetObject,
                chained,
                out,
                depth + 1,
            )
        elif kind in (pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_IMAGE):
            if not pdfium.FPDFPageObj_GetBounds(item, left, bottom, right, top):
                continue
            box = _moved((left.value, bottom.value, right.value, top.value), matrix)
            if kind == pdfium.FPDF_PAGEOBJ_IMAGE:
                out.append(Shape("image", box, None, False, 0))
            else:
                out.append(_path(pdfium, item, box))


def _path(pdfium: Any, item: Any, box: tuple[float, float, float, float]) -> Shape:
    mode, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(item, mode, stroke)
    fill = None
    if mode.value:
        red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
        pdfium.FPDFPageObj_GetFillColor(item, red, green, blue, alpha)
        fill = (red.value, green.value, blue.value) if alpha.value > 8 else None
    return Shape("path", box, fill, bool(stroke.value), pdfium.FPDFPath_CountSegments(item))


def _chain(inner: tuple[float, ...], outer: tuple[float, ...]) -> tuple[float, ...]:
    a, b, c, d, e, f = inner
    ao, bo, co, do, eo, fo = outer
    return (
        a * ao + b * co, a * bo + b * do, c * ao + d * co, c * bo + d * do,
        e * ao + f * co + eo, e * bo + f * do + fo,
    )  # fmt: skip


def _moved(
    box: tuple[float, float, float, float], matrix: tuple[float, ...]
) -> tuple[float, float, float, float]:
    a, b, c, d, e, f = matrix
    corners = [(x * a + y * c + e, x * b + y * d + f) for x in (box[0], box[2]) for y in (box[1], box[3])]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)
