"""The characters of a PDF page with their boxes and styles, read one by one through PDFium.

Everything later works in reading space: x to the right along the text, y down, whatever the rotation of
the page or of the text on it.
"""

import functools
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from ragkit.parsing import pdf_ligatures
from ragkit.parsing.pdf_calls import TextPage
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
# What characters are shown as: a hyphen at a line's end, none at all, ligatures.
_SHOWN = {
    "\x02": "-",
    "\x00": "\ufffd",
    "\x01": "\ufffd",
    "\u00ad": "-",
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
        glyphs = _read(TextPage(textpage.raw), min(count, MOST), page.get_bbox(), shapes)
        return glyphs._replace(left_out=max(0, count - MOST))
    finally:
        textpage.close()


def _read(
    page: TextPage, count: int, bounds: tuple[float, float, float, float], shapes: list[Shape]
) -> Glyphs:
    import numpy as np

    codes = page.codes(count)
    # PDFium's own guesses at spaces and line ends are left out; ours come from the geometry
    guesses = [n for n in np.flatnonzero((codes <= 32) | (codes == 0xFFFE)).tolist() if page.generated(n)]
    at = np.delete(np.arange(count), guesses)
    codes = codes[at]
    kept = at.tolist()
    boxes = page.boxes(kept)
    items = page.objects(kept)
    bad = np.zeros(len(kept), dtype=bool)
    starts = np.flatnonzero(np.concatenate([[True], items[1:] != items[:-1]])) if kept else at
    ends = np.append(starts[1:], len(kept))
    look = _Styles(page, shapes)
    firsts = starts.tolist()
    found = [
        look.at(kept[n], item, box)
        for n, item, box in zip(firsts, items[starts].tolist(), boxes[starts].tolist(), strict=True)
    ]
    style = np.repeat(np.array(found, dtype=np.int64), ends - starts)
    suspects = np.union1d(starts, np.flatnonzero((codes <= 31) | (codes >= 127)))
    wrong = [n for n in suspects.tolist() if codes[n] < 2 or page.unmapped(kept[n])]
    # ask for each of a piece's glyphs: its font says of some not which characters they draw
    for piece in np.unique(np.searchsorted(starts, wrong, side="right") - 1).tolist() if wrong else ():
        for n in range(starts[piece], ends[piece]):
            bad[n] = codes[n] < 2 or page.unmapped(kept[n])
    left, bottom, right, top = bounds
    x, y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    for n in np.flatnonzero((x < left - 1) | (x > right + 1) | (y < bottom - 1) | (y > top + 1)).tolist():
        style[n] = look.off_page(int(style[n]))
    styles = look.styles
    plain = codes.tolist()
    text = list(map(_character, plain))
    fonts = [styles[each].font for each in style.tolist()] if bad.any() else []
    written, unknown = 0, 0
    if fonts:
        written, unknown = pdf_ligatures.write_out(text, plain, bad, fonts)
    quarters = np.array([each.quarter for each in styles] or [0])[style]
    turned = _turned(boxes, quarters)
    return Glyphs(text, turned, style, bad, styles, bounds, written=written, unknown=unknown)


@functools.lru_cache(maxsize=4096)
def _character(code: int) -> str:
    char = chr(code) if code < 0x110000 else "\ufffd"
    return _SHOWN.get(char) or ("" if "\ud800" <= char <= "\udfff" else char)


def _turned(boxes: Any, quarters: Any) -> Any:
    import numpy as np

    x0, y0, x1, y1 = boxes.T
    out = np.stack([x0, -y1, x1, -y0], axis=1)
    for quarter in set(quarters.tolist()) - {0}:
        here = quarters == quarter
        out[here] = np.stack(turned(x0[here], y0[here], x1[here], y1[here], quarter), axis=1)
    return out


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
    """Numbers the styles of text objects; what a font says is asked once."""

    def __init__(self, page: TextPage, shapes: list[Shape]) -> None:
        self.styles: list[Style] = []
        self._page, self._shapes = page, shapes
        self._fonts: dict[int, tuple[str, bool, bool]] = {}
        self._numbers: dict[Style, int] = {}
        self._seen: dict[tuple[float, int, int, str], int] = {}  # the same without making a Style

    def at(self, index: int, item: int, box: list[float]) -> int:
        """Return the number in `styles` of the glyph with this index, text object and box."""
        angle, mode, handle, (red, green, blue, alpha) = self._page.look(index, item)
        quarter = -round(max(0.0, angle) / (math.pi / 2)) % 4 if angle > 0 else 0  # measured clockwise
        height = box[2] - box[0] if quarter % 2 else box[3] - box[1]
        hidden = ""
        if mode in (3, 7) or alpha < 8:
            hidden = "invisible"
        elif 0 < height < _TINY:
            hidden = "tiny"
        elif red >= 250 and min(green, blue) >= 250 and mode in (0, 4) and not _on_colour(box, self._shapes):
            hidden = "white"
        key = (round(height, 1), handle, quarter, hidden)
        number = self._seen.get(key)
        if number is None:
            font, bold, mono = self._font(handle, index)
            number = self._seen[key] = self._number(Style(key[0], bold, font, hidden, quarter, mono))
        return number

    def off_page(self, number: int) -> int:
        """Return the number of the same style off the page, of a style that is hidden anyway its own."""
        style = self.styles[number]
        return number if style.hidden else self._number(style._replace(hidden="off-page"))

    def _number(self, style: Style) -> int:
        number = self._numbers.setdefault(style, len(self.styles))
        if number == len(self.styles):
            self.styles.append(style)
        return number

    def _font(self, font: int, index: int) -> tuple[str, bool, bool]:
        if font not in self._fonts:
            name, flags, weight = self._page.font(index)
            heavy = weight >= 600 or bool(flags & 0x40000)
            lowered = name.lower()
            mono = bool(flags & 1) or "courier" in lowered or "mono" in lowered
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
