"""A second opinion on a page that came out glued or garbled: the words as pdfplumber reads them.

Its words, not its text, which splices columns: they go through the same layout as ours.
"""

import io
from io import BufferedReader
from typing import Any

from ragkit.parsing import garble, pdf_page, pdf_shapes
from ragkit.parsing.body import Warn
from ragkit.parsing.pdf_page import Page
from ragkit.parsing.pdf_words import Word

_GAP = 1.5  # points between words; pdfplumber's own 3 glues them
DOUBTED = ("garbled", "unknown_glyphs")  # warnings that ask for a second opinion
_UNNAMED = 0.1  # share of glyphs it cannot name either; from 0.01 the detectors reject the page
_KEPT = 0.8  # share of our letters it must have: a page half unread may look clean


def read_page(pdf: Any, source: bytes | BufferedReader, number: int) -> Page | None:
    """Return the page from pdfplumber's words; None where it fails or cannot place them beside ours.

    pdf  the same source in pypdfium2; `number` counts from 1. Turned pages are ours alone.
    """
    import pdfplumber
    from pdfminer.pdfexceptions import PDFException
    from pdfplumber.utils.exceptions import PdfminerException

    page = pdf[number - 1]
    try:
        if page.get_rotation():
            return None
        stream = io.BytesIO(source) if isinstance(source, bytes) else source
        with pdfplumber.open(stream, pages=[number]) as plumbed:
            found = plumbed.pages[0]
            unnamed = sum(char["text"].startswith("(cid:") for char in found.chars)
            if unnamed > _UNNAMED * len(found.chars) or not all(char["upright"] for char in found.chars):
                return None
            raw = found.extract_words(x_tolerance=_GAP, extra_attrs=["fontname", "size"])
            top = float(found.mediabox[3])
        bounds = page.get_bbox()
        words = [_word(each, top) for each in raw]
        if not words:
            return None
        parts = pdf_page.parts(words, pdf_shapes.shapes(page), 0, bounds[3])
        return Page(number, "", parts, bounds[3] - bounds[1], 0.0, [])
    except (PdfminerException, PDFException, ValueError, IndexError, KeyError, TypeError, AssertionError):
        return None  # an opinion, not a duty: the page keeps its warning
    finally:
        page.close()


def _word(each: dict[str, Any], top: float) -> Word:
    name = str(each["fontname"]).lower()
    bold = any(mark in name for mark in ("bold", "black", "heavy"))
    mono = "courier" in name or "mono" in name
    return Word(
        each["text"], each["x0"], each["top"] - top, each["x1"], each["bottom"] - top,
        round(1.2 * each["size"], 1), bold, mono,
    )  # fmt: skip


def wanted(ours: Page) -> bool:
    """Return whether a page is doubted and may have a second opinion.

    One on which we left hidden text out may not: pdfplumber would bring it back.
    """
    named = {warning.code for warning in ours.warnings}
    return bool(named & set(DOUBTED)) and "hidden_text" not in named


def better(ours: Page, other: Page | None) -> Page | None:
    """Return our page with the other's words when our own detectors find nothing wrong with them, else None.

    See `wanted` for pages that must have none.
    """
    if other is None or not wanted(ours):
        return None
    mine, theirs = prose(ours), prose(other)
    if garble.reasons(theirs) or garble.signals(theirs).strange or _letters(theirs) < _KEPT * _letters(mine):
        return None
    score, now = garble.score(mine), garble.score(theirs)
    if any(warning.code in DOUBTED for warning in ours.warnings):
        score += 1.0
    if now >= score:
        return None
    kept = [warning for warning in ours.warnings if warning.code not in DOUBTED]
    said = f"pdfplumber's words are taken: doubt {now:.1f}, ours {score:.1f}"
    return ours._replace(parts=other.parts, warnings=[*kept, Warn("second_opinion", said, ours.number)])


def prose(page: Page) -> str:
    """Return the lines of a page, tables left out."""
    return "\n".join(line.text for part in page.parts for line in part.lines)


def _letters(text: str) -> int:
    return sum(char.isalpha() for char in text)
