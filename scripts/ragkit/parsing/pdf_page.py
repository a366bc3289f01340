"""One PDF page to its parts in reading order: columns of lines, and tables."""

from typing import Any, NamedTuple

from ragkit.parsing import pdf_chars, pdf_columns, pdf_words
from ragkit.parsing.body import Warn
from ragkit.parsing.pdf_lines import Line, lines

_UNMAPPED = 0.005  # share of a page's characters; facts: clean pages have none
_UNREADABLE = 0.3  # share of a line's characters from which the line says nothing


class Part(NamedTuple):
    """A column of lines, or a table (then `rows` holds its cells and `lines` is empty)."""

    lines: list[Line]
    rows: list[list[str]] = []  # noqa: RUF012  never changed in place
    header: int = 0  # how many leading rows are header
    top: float = 0.0
    bottom: float = 0.0


class Page(NamedTuple):
    """What one page holds; vertical positions are shares of its height, 0 at the top of the sheet."""

    number: int  # physical, from 1
    label: str  # printed
    parts: list[Part]
    height: float
    pictures: float  # share of the sheet covered by pictures
    warnings: list[Warn]


def read_page(pdf: Any, index: int) -> Page:
    """Return the page; one that fails to load has no parts and a `page_failed` warning."""
    import pypdfium2

    number = index + 1
    try:
        label = pdf.get_page_label(index) or str(number)
        page = pdf[index]
    except (pypdfium2.PdfiumError, ValueError) as err:
        return Page(number, str(number), [], 1.0, 0.0, [Warn("page_failed", str(err), number)])
    try:
        return _read(page, number, label)
    except pypdfium2.PdfiumError as err:
        return Page(number, label, [], 1.0, 0.0, [Warn("page_failed", str(err), number)])
    finally:
        page.close()


def _read(page: Any, number: int, label: str) -> Page:
    shapes = pdf_chars.shapes(page)
    glyphs = pdf_chars.read(page, shapes)
    area = max(glyphs.width * glyphs.height, 1.0)
    pictures = min(1.0, sum(_area(shape) for shape in shapes if shape.kind == "image") / area)
    scanned = pictures > 0.5 and _mostly_invisible(glyphs)
    turned, hidden = pdf_words.words(glyphs, keep_invisible=scanned)
    warnings: list[Warn] = []
    if hidden:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(hidden.items()))
        warnings.append(Warn("hidden_text", f"characters left out: {kinds}", number))
    if scanned:
        warnings.append(Warn("ocr", "a text layer under the page's picture", number))
    parts: list[Part] = []
    for _, words in sorted(turned.items(), key=lambda item: -len(item[1])):
        parts.extend(_parts(words))
    if not turned and not shapes:
        warnings.append(Warn("blank_page", "nothing is drawn on it", number))
    elif not turned:
        warnings.append(Warn("no_text_layer", f"pictures cover {pictures:.0%} of the page", number))
    parts, garbled = _readable(parts)
    if garbled:
        warnings.append(Warn("garbled", garbled, number))
    return Page(number, label, parts, glyphs.height, pictures, warnings)


def _area(shape: pdf_chars.Shape) -> float:
    left, bottom, right, top = shape.box
    return max(0.0, right - left) * max(0.0, top - bottom)


def _mostly_invisible(glyphs: pdf_chars.Glyphs) -> bool:
    hidden = sum(glyphs.styles[glyph.style].hidden == "invisible" for glyph in glyphs.glyphs)
    return hidden > 0.8 * len(glyphs.glyphs) > 0


def _readable(parts: list[Part]) -> tuple[list[Part], str]:
    """Return the parts without the lines nobody can read, and what is wrong in words, "" for nothing.

    A glyph whose font does not say which character it draws comes out as U+FFFD or as any character at all.
    """
    lines = [line for part in parts for line in part.lines]
    total = sum(len(line.text) for line in lines)
    unmapped = sum(line.unmapped * len(line.text) for line in lines)
    if unmapped < max(_UNMAPPED * total, 2):
        return parts, ""
    kept = [
        part._replace(lines=[line for line in part.lines if line.unmapped < _UNREADABLE]) for part in parts
    ]
    left_out = len(lines) - sum(len(part.lines) for part in kept)
    detail = f"{unmapped / total:.0%} of the characters are unknown to their fonts; {left_out} lines left out"
    return [part for part in kept if part.lines or part.rows], detail


def _parts(words: list[pdf_words.Word]) -> list[Part]:
    shift = min(word.x0 for word in words)
    moved = [word._replace(x0=word.x0 - shift, x1=word.x1 - shift) for word in words]
    return [Part(lines(band.words), top=0.0, bottom=0.0) for band in pdf_columns.bands(moved)]
