"""The characters of a PDF page with their boxes and styles, read one by one through PDFium.

Everything later works in reading space: x to the right along the text, y down, whatever the rotation of
the page or of the text on it.
"""

import ctypes
import functools
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from ragkit.parsing import pdf_ligatures
from ragkit.parsing.pdf_shapes import Shape


class Style(NamedTuple):
    """What one run of glyphs shares."""

    height: float  # of the loose box, points: about 1.2 times the font size
    bold: bool
    font: str
    hidden: str  # "" or why nobody sees it: invisible, white, tiny, off-page
    quarter: int  # direction of the text: 0 right, 1 up, 2 left, 3 down
    mono: bool = False


class Glyphs(NamedTuple):
    """The characters of one page in the order of the content stream, as columns; a space is a character.

    boxes     n x 4 array in reading space: x0, top, x1, bottom
    style     n indices into styles
    unmapped  n booleans: the font does not say which character it draws
    """

    text: list[str]
    boxes: Any
    style: Any
    unmapped: Any
    styles: list[Style]
    bounds: tuple[float, float, float, float]  # of the page, unrotated: left, bottom, right, top
    left_out: int = 0  # characters beyond MOST
    written: int = 0  # glyphs in words that their font does not name, written out as ligatures
    unknown: int = 0  # and those that nobody can tell


MOST = 100_000  # characters of a page; the fullest real one measured has 13,000. It bounds the time of a page
_BOLD = ("bold", "black", "heavy")
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
    textpage = page.get_textpage()
    try:
        count = textpage.count_chars()
        glyphs = _read(textpage.raw, min(count, MOST), page.get_bbox(), shapes)
        return glyphs._replace(left_out=max(0, count - MOST))
    finally:
        textpage.close()


def _read(raw: Any, count: int, bounds: tuple[float, float, float, float], shapes: list[Shape]) -> Glyphs:
    import numpy as np

    get_box, get_char, get_object, generated, unmapped, *_ = _functions()
    handle = ctypes.cast(raw, ctypes.c_void_p).value
    codes = [get_char(handle, index) for index in range(count)]
    # PDFium's own guesses at spaces and line ends are left out; ours come from the geometry
    kept = [
        i for i, code in enumerate(codes) if not ((code <= 32 or code == 0xFFFE) and generated(handle, i))
    ]
    floats = (ctypes.c_float * (4 * max(1, len(kept))))()
    address = ctypes.addressof(floats)
    for place, index in enumerate(kept):
        get_box(handle, index, address + 16 * place)
    # FS_RECTF holds left, top, right, bottom
    boxes = (
        np.frombuffer(memoryview(floats), dtype=np.float32)
        .astype(np.float64)
        .reshape(-1, 4)[: len(kept)][:, [0, 3, 2, 1]]
    )
    items = [get_object(handle, index) for index in kept]
    style = np.zeros(len(kept), dtype=np.int64)
    bad = np.zeros(len(kept), dtype=bool)
    styles: list[Style] = []
    known: dict[Style, int] = {}
    starts = [n for n, item in enumerate(items) if n == 0 or item != items[n - 1]]
    look = _Styles(raw, shapes)
    for start, end in zip(starts, [*starts[1:], len(kept)], strict=False):
        style[start:end] = _number(look.at(kept[start], items[start], boxes[start].tolist()), known, styles)
        suspects = [n for n in range(start, end) if not 31 < codes[kept[n]] < 127]
        wrong = [n for n in (start, *suspects) if codes[kept[n]] < 2 or unmapped(handle, kept[n]) == 1]
        if wrong:  # ask for each: this piece's font says of some glyphs not which characters they draw
            bad[start:end] = [codes[kept[n]] < 2 or unmapped(handle, kept[n]) == 1 for n in range(start, end)]
    left, bottom, right, top = bounds
    x, y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    for n in np.flatnonzero((x < left - 1) | (x > right + 1) | (y < bottom - 1) | (y > top + 1)):
        if not styles[style[n]].hidden:
            style[n] = _number(styles[style[n]]._replace(hidden="off-page"), known, styles)
    text = [_character(codes[index]) for index in kept]
    fonts = [styles[each].font for each in style.tolist()] if bad.any() else []
    written, unknown = 0, 0
    if fonts:
        written, unknown = pdf_ligatures.write_out(text, [codes[index] for index in kept], bad, fonts)
    quarters = np.array([each.quarter for each in styles] or [0])[style]
    turned = _turned(boxes, quarters)
    return Glyphs(text, turned, style, bad, styles, bounds, written=written, unknown=unknown)


def _character(code: int) -> str:
    if 32 <= code < 127:
        return chr(code)
    char = chr(code) if code < 0x110000 else "\ufffd"
    return _CONTROL.get(char) or _LIGATURES.get(char) or ("" if "\ud800" <= char <= "\udfff" else char)


def _turned(boxes: Any, quarters: Any) -> Any:
    import numpy as np

    x0, y0, x1, y1 = boxes.T
    out = np.stack([x0, -y1, x1, -y0], axis=1)
    for quarter in set(quarters.tolist()) - {0}:
        here = quarters == quarter
        out[here] = np.stack(turned(x0[here], y0[here], x1[here], y1[here], quarter), axis=1)
    return out


def _number(style: Style, known: dict[Style, int], styles: list[Style]) -> int:
    number = known.setdefault(style, len(known))
    if number == len(styles):
        styles.append(style)
    return number


@functools.cache
def _functions() -> tuple[Any, ...]:
    """Return the PDFium calls a character needs, with plain addresses for handles: twice the speed.

    The calls do not release the interpreter's lock, which is right: PDFium allows one thread at a time.
    """
    import pypdfium2.raw as pdfium

    handle, number, integer = ctypes.c_void_p, ctypes.c_uint, ctypes.c_int
    kinds = (
        (pdfium.FPDFText_GetLooseCharBox, (integer, handle, integer, handle)),
        (pdfium.FPDFText_GetUnicode, (number, handle, integer)),
        (pdfium.FPDFText_GetTextObject, (handle, handle, integer)),
        (pdfium.FPDFText_IsGenerated, (integer, handle, integer)),
        (pdfium.FPDFText_HasUnicodeMapError, (integer, handle, integer)),
        (pdfium.FPDFText_GetCharAngle, (ctypes.c_float, handle, integer)),
        (pdfium.FPDFTextObj_GetTextRenderMode, (integer, handle)),
        (pdfium.FPDFTextObj_GetFont, (handle, handle)),
        (pdfium.FPDFText_GetFillColor, (integer, handle, integer, handle, handle, handle, handle)),
    )
    return tuple(
        ctypes.PYFUNCTYPE(*types)(ctypes.cast(function, ctypes.c_void_p).value or 0)
        for function, types in kinds
    )


def turned(x0: Any, y0: Any, x1: Any, y1: Any, quarter: int) -> tuple[Any, Any, Any, Any]:
    """Return (x0, top, x1, bottom) in reading space of a box in page space, for text running that way."""
    if quarter == 0:
        return x0, -y1, x1, -y0
    if quarter == 1:
        return y0, x0, y1, x1
    if quarter == 2:
        return -x1, y0, -x0, y1
    return -y1, -x1, -y0, -x0


class _Styles:
    """Looks up the style of a text object; what a font says is asked once."""

    def __init__(self, raw: Any, shapes: list[Shape]) -> None:
        self._raw, self._shapes = raw, shapes
        self._handle = ctypes.cast(raw, ctypes.c_void_p).value
        self._fonts: dict[int, tuple[str, bool, bool]] = {}
        self._colour = (ctypes.c_uint * 4)()
        first = ctypes.addressof(self._colour)
        self._addresses = [first, first + 4, first + 8, first + 12]

    def at(self, index: int, item: int, box: list[float]) -> Style:
        """Return the style of the glyph with this index, text object and box."""
        *_, get_angle, get_mode, get_font, get_fill = _functions()
        quarter = -round(max(0.0, get_angle(self._handle, index)) / (math.pi / 2)) % 4  # measured clockwise
        height = box[3] - box[1] if quarter in (0, 2) else box[2] - box[0]
        font, bold, mono = self._font(get_font(item) or 0, index)
        mode = get_mode(item)
        red, green, blue, alpha = (
            self._colour if get_fill(self._handle, index, *self._addresses) else (0, 0, 0, 255)
        )
        hidden = ""
        if mode in (3, 7) or alpha < 8:
            hidden = "invisible"
        elif 0 < height < _TINY:
            hidden = "tiny"
        elif min(red, green, blue) >= 250 and mode in (0, 4) and not _on_colour(box, self._shapes):
            hidden = "white"
        return Style(round(height, 1), bold, font, hidden, quarter, mono)

    def _font(self, font: int, index: int) -> tuple[str, bool, bool]:
        if font not in self._fonts:
            import pypdfium2.raw as pdfium

            buffer, flags = ctypes.create_string_buffer(128), ctypes.c_int()
            pdfium.FPDFText_GetFontInfo(self._raw, index, buffer, 128, ctypes.byref(flags))
            name = buffer.value.decode("utf-8", "replace")
            heavy = pdfium.FPDFText_GetFontWeight(self._raw, index) >= 600 or bool(flags.value & 0x40000)
            lowered = name.lower()
            mono = bool(flags.value & 1) or "courier" in lowered or "mono" in lowered
            self._fonts[font] = name, heavy or any(word in lowered for word in _BOLD), mono
        return self._fonts[font]


def _on_colour(box: Sequence[float], shapes: list[Shape]) -> bool:
    """Return whether the topmost fill or picture under the box is anything but white."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    for shape in reversed(shapes):
        left, bottom, right, top = shape.box
        if left <= x <= right and bottom <= y <= top and (shape.kind == "image" or shape.fill):
            return shape.kind == "image" or min(shape.fill or (255,)) < 250
    return False
