"""One PDF page to its parts in reading order: columns of lines, and tables."""

from typing import Any, NamedTuple

from ragkit.parsing import pdf_chars, pdf_columns, pdf_grid, pdf_order, pdf_shapes, pdf_tables, pdf_words
from ragkit.parsing.body import Warn, quoted
from ragkit.parsing.pdf_grid import Rule, Table
from ragkit.parsing.pdf_lines import Line, lines
from ragkit.parsing.pdf_words import Word


class Part(NamedTuple):
    """A column of lines, or a table (then there are no lines)."""

    lines: list[Line]
    table: Table | None = None


class Page(NamedTuple):
    """What one page holds."""

    number: int  # physical, from 1
    label: str  # printed
    parts: list[Part]
    height: float
    pictures: float  # share of the sheet covered by pictures
    warnings: list[Warn]
    ocr: str = ""  # text read from the page's picture


_UNMAPPED = 0.005  # share of a page's characters; facts: clean pages have none
_UNREADABLE = 0.3  # share of a line's characters from which the line says nothing


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
    shapes = pdf_shapes.shapes(page)
    glyphs = pdf_chars.read(page, shapes)
    left, bottom, right, top = glyphs.bounds
    area = max((right - left) * (top - bottom), 1.0)
    pictures = min(1.0, sum(_area(shape) for shape in shapes if shape.kind == "image") / area)
    scanned = pictures > 0.5 and _mostly_invisible(glyphs)
    turned, hidden, said = pdf_words.words(glyphs, keep_invisible=scanned)
    warnings: list[Warn] = []
    if hidden:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(hidden.items()))
        warnings.append(Warn("hidden_text", f"characters left out: {kinds}: {quoted(said)}", number))
    if glyphs.left_out:
        warnings.append(Warn("too_large", f"{glyphs.left_out} characters beyond {pdf_chars.MOST}", number))
    if scanned:
        warnings.append(Warn("ocr", "a text layer under the page's picture", number))
    found: list[Part] = []
    order = sorted(turned, key=lambda quarter: -len(turned[quarter]))
    for quarter in order:
        found.extend(parts(turned[quarter], shapes, quarter, (top, -left, -bottom, right)[quarter]))
    height = right - left if order and order[0] % 2 else top - bottom
    if not turned and hidden:
        warnings.append(Warn("text_left_out", "its only text is hidden", number))
    if not turned and not shapes and not hidden:
        warnings.append(Warn("blank_page", "nothing is drawn on it", number))
    elif not turned and shapes:
        warnings.append(Warn("no_text_layer", f"pictures cover {pictures:.0%} of the page", number))
    found, garbled = _readable(found)
    if garbled:
        warnings.append(Warn("garbled", garbled, number))
    if glyphs.written:
        told = f"{glyphs.written} written out as the ligatures their words need"
        warnings.append(Warn("ligatures", told, number))
    if glyphs.unknown and not garbled:
        warnings.append(Warn("unknown_glyphs", f"{glyphs.unknown} within words", number))
    main = turned[order[0]] if order else []
    if not any(part.table for part in found) and (share := pdf_order.scattered(main)):
        warnings.append(
            Warn("drawn_scattered", f"{share:.0%} of its lines begin above the one before", number)
        )
    return Page(number, label, found, height, pictures, warnings)


def _area(shape: pdf_shapes.Shape) -> float:
    left, bottom, right, top = shape.box
    return max(0.0, right - left) * max(0.0, top - bottom)


def _mostly_invisible(glyphs: pdf_chars.Glyphs) -> bool:
    hidden = [style.hidden == "invisible" for style in glyphs.styles]
    count: int = sum(hidden[style] for style in glyphs.style)
    return count > 0.8 * len(glyphs.text) > 0


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
    return [part for part in kept if part.lines or part.table], detail


def parts(words: list[Word], shapes: list[pdf_shapes.Shape], quarter: int, drop: float) -> list[Part]:
    """Return the columns and tables of the words that run in one direction, in reading order.

    drop  what to add to y so that it counts from the sheet's upper edge, as the text sees it
    """
    shift = min(word.x0 for word in words)
    moved = [
        Word(text, x0 - shift, top + drop, x1 - shift, bottom + drop, height, bold, mono, unmapped)
        for text, x0, top, x1, bottom, height, bold, mono, unmapped in words
    ]
    lying, standing = _rules(shapes, quarter, shift, drop)
    tables = _ruled(lying, standing, moved)
    for number, table in enumerate(tables):
        moved = [word for word in moved if not _inside(word, table)]
        height = min(12.0, table.bottom - table.top)
        moved.append(Word(f"\x00{number}", table.x0, table.top, table.x1, table.bottom, height, False))
    out: list[Part] = []
    for band in pdf_columns.bands(moved):
        for piece in _around(band.words, tables):
            if isinstance(piece, Table):
                out.append(Part([], piece))
                continue
            for found in pdf_tables.split(pdf_columns.rows_of(piece), lying):
                if isinstance(found, Table):
                    out.append(Part([], found))
                else:
                    out.append(Part(lines([word for row in found for word in row.words])))
    return out


def _around(words: list[Word], tables: list[Table]) -> list[list[Word] | Table]:
    """Return a band's words cut at the ruled tables that stand in it."""
    out: list[list[Word] | Table] = []
    rest = sorted(words, key=lambda word: word.bottom)
    for place in [word for word in rest if word.text.startswith("\x00")]:
        above = [word for word in rest if word.bottom <= place.bottom and word is not place]
        rest = [word for word in rest if word.bottom > place.bottom]
        if above:
            out.append(above)
        out.append(tables[int(place.text[1:])])
    return [*out, rest] if rest else out


def _rules(
    shapes: list[pdf_shapes.Shape], quarter: int, shift: float, drop: float
) -> tuple[list[Rule], list[Rule]]:
    lying, standing = [], []
    for shape in shapes:
        for line in shape.lines:
            x0, top, x1, bottom = pdf_chars.turned(*line, quarter)
            if x1 - x0 >= bottom - top:
                lying.append(Rule(top + drop, x0 - shift, x1 - shift))
            else:
                standing.append(Rule(x0 - shift, top + drop, bottom + drop))
    if len(lying) + len(standing) > 3000:
        return [], []
    return pdf_grid.joined(lying), pdf_grid.joined(standing)


def _ruled(lying: list[Rule], standing: list[Rule], words: list[Word]) -> list[Table]:
    tables = [pdf_grid.table(*group, words) for group in pdf_grid.grids(lying, standing)]
    found = sorted(
        (table for table in tables if table is not None),
        key=lambda each: (each.x1 - each.x0) * (each.bottom - each.top),
    )
    kept: list[Table] = []
    for table in found:  # the smallest first: a frame around a table is no table
        if not any(_overlap(table, other) for other in kept):
            kept.append(table._replace(header=pdf_tables.header_rows(table.rows)))
    return kept


def _overlap(a: Table, b: Table) -> bool:
    return a.x0 < b.x1 and b.x0 < a.x1 and a.top < b.bottom and b.top < a.bottom


def _inside(word: Word, table: Table) -> bool:
    x, y = (word.x0 + word.x1) / 2, (word.top + word.bottom) / 2
    return table.x0 <= x <= table.x1 and table.top <= y <= table.bottom
