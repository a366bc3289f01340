"""What is drawn on a PDF page besides text: pictures, fills, and the straight lines of tables."""

import ctypes
from collections.abc import Iterator
from typing import Any, NamedTuple

Box = tuple[float, float, float, float]  # left, bottom, right, top in page space (y up)
Matrix = tuple[float, float, float, float, float, float]


class Shape(NamedTuple):
    """A drawn path or picture, in page space."""

    kind: str  # "path" or "image"
    box: Box
    fill: tuple[int, int, int] | None  # None: not filled
    stroke: bool
    lines: tuple[Box, ...] = ()  # its straight horizontal and vertical strokes, as boxes without area


_MOST_SHAPES = 20_000  # taste: a page with more is a map or a plot, not a table
_MOST_SEGMENTS = 400  # of one path; a longer one is a drawing
_THIN = 3.0  # points: a filled box this thin is a line
_UNIT: Matrix = (1, 0, 0, 1, 0, 0)


def shapes(page: Any) -> list[Shape]:
    """Return the page's paths and pictures in drawing order, those inside forms too, at most 20,000."""
    import pypdfium2.raw as pdfium

    out: list[Shape] = []
    _collect(pdfium, page.raw, pdfium.FPDFPage_CountObjects, pdfium.FPDFPage_GetObject, _UNIT, out, 0)
    return out


def _collect(
    pdfium: Any, holder: Any, count: Any, get: Any, matrix: Matrix, out: list[Shape], depth: int
) -> None:
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    for index in range(count(holder)):
        if len(out) >= _MOST_SHAPES:
            return
        item = get(holder, index)
        kind = pdfium.FPDFPageObj_GetType(item)
        if kind == pdfium.FPDF_PAGEOBJ_FORM and depth < 4:
            inner = _chained(_matrix(pdfium, item), matrix)
            count_inner, get_inner = pdfium.FPDFFormObj_CountObjects, pdfium.FPDFFormObj_GetObject
            _collect(pdfium, item, count_inner, get_inner, inner, out, depth + 1)
        elif kind in (pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_IMAGE):
            if not pdfium.FPDFPageObj_GetBounds(item, left, bottom, right, top):
                continue
            box = _moved((left.value, bottom.value, right.value, top.value), matrix)
            if kind == pdfium.FPDF_PAGEOBJ_IMAGE:
                out.append(Shape("image", box, None, False))
            else:
                out.append(_path(pdfium, item, box, matrix))


def _path(pdfium: Any, item: Any, box: Box, matrix: Matrix) -> Shape:
    mode, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(item, mode, stroke)
    fill = None
    if mode.value:
        red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
        pdfium.FPDFPageObj_GetFillColor(item, red, green, blue, alpha)
        fill = (red.value, green.value, blue.value) if alpha.value > 8 else None
    width, height = box[2] - box[0], box[3] - box[1]
    lines: tuple[Box, ...] = ()
    if (fill is not None or stroke.value) and min(width, height) <= _THIN:
        lines = (_flat(box),)
    elif stroke.value:
        count = pdfium.FPDFPath_CountSegments(item)
        if count <= _MOST_SEGMENTS:
            lines = tuple(_strokes(pdfium, item, count, _chained(_matrix(pdfium, item), matrix)))
    return Shape("path", box, fill, bool(stroke.value), lines)


def _flat(box: Box) -> Box:
    """Return the box's middle line along its longer side."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return (box[0], y, box[2], y) if box[2] - box[0] >= box[3] - box[1] else (x, box[1], x, box[3])


def _strokes(pdfium: Any, item: Any, count: int, matrix: Matrix) -> Iterator[Box]:
    """Yield the horizontal and vertical pieces of a stroked path."""
    x, y = ctypes.c_float(), ctypes.c_float()
    start = last = (0.0, 0.0)
    for index in range(count):
        segment = pdfium.FPDFPath_GetPathSegment(item, index)
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        kind = pdfium.FPDFPathSegment_GetType(segment)
        here = (
            x.value * matrix[0] + y.value * matrix[2] + matrix[4],
            x.value * matrix[1] + y.value * matrix[3] + matrix[5],
        )
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            start = here
        elif kind == pdfium.FPDF_SEGMENT_LINETO:
            yield from _straight(last, here)
        last = here
        if pdfium.FPDFPathSegment_GetClose(segment):
            yield from _straight(here, start)
            last = start


def _straight(a: tuple[float, float], b: tuple[float, float]) -> Iterator[Box]:
    if abs(a[0] - b[0]) < 1 or abs(a[1] - b[1]) < 1:
        yield _flat((min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])))


def _matrix(pdfium: Any, item: Any) -> Matrix:
    found = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(item, found)
    return found.a, found.b, found.c, found.d, found.e, found.f


def _chained(inner: Matrix, outer: Matrix) -> Matrix:
    a, b, c, d, e, f = inner
    ao, bo, co, do, eo, fo = outer
    return (
        a * ao + b * co, a * bo + b * do, c * ao + d * co, c * bo + d * do,
        e * ao + f * co + eo, e * bo + f * do + fo,
    )  # fmt: skip


def _moved(box: Box, matrix: Matrix) -> Box:
    a, b, c, d, e, f = matrix
    corners = [(x * a + y * c + e, x * b + y * d + f) for x in (box[0], box[2]) for y in (box[1], box[3])]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)
