"""Glyphs to words: spaces from the gaps between boxes, letter-spaced words joined, rotations apart."""

import itertools
from collections.abc import Iterator
from statistics import median
from typing import NamedTuple

from ragkit.parsing.pdf_chars import Glyph, Glyphs

_GAP = 0.13  # of the box height: kerning stays below 0.08, the narrowest word spaces are above 0.17


class Word(NamedTuple):
    """One word in reading space (y down)."""

    text: str
    x0: float
    top: float
    x1: float
    bottom: float
    height: float
    bold: bool
    mono: bool = False
    unmapped: int = 0  # how many of its glyphs no one can read


def words(page: Glyphs, keep_invisible: bool = False) -> tuple[dict[int, list[Word]], dict[str, int]]:
    """Return ({quarter turn: words in stream order}, {kind of hiding: characters left out}).

    keep_invisible  text in render mode 3 is an OCR layer under a page image: keep it
    """
    out: dict[int, list[Word]] = {}
    hidden: dict[str, int] = {}
    for run in _runs(page.glyphs):
        style = page.styles[run[0].style]
        if style.hidden and not (keep_invisible and style.hidden == "invisible"):
            hidden[style.hidden] = hidden.get(style.hidden, 0) + len(run)
            continue
        text = "".join(glyph.text for glyph in run)
        word = Word(
            text,
            min(glyph.x0 for glyph in run),
            min(glyph.top for glyph in run),
            max(glyph.x1 for glyph in run),
            max(glyph.bottom for glyph in run),
            style.height,
            style.bold,
            style.mono,
            sum(glyph.unmapped for glyph in run),
        )
        out.setdefault(style.quarter, []).append(word)
    return {quarter: _unspaced(found) for quarter, found in out.items()}, hidden


def _runs(glyphs: list[Glyph]) -> Iterator[list[Glyph]]:
    """Yield the glyphs of each word; a change of style does not end a word (bold initials), hiding does."""
    run: list[Glyph] = []
    for glyph in glyphs:
        if not glyph.text or glyph.text.isspace():
            if run:
                yield run
                run = []
            continue
        if run and _breaks(run[-1], glyph):
            yield run
            run = []
        run.append(glyph)
    if run:
        yield run


def _breaks(last: Glyph, glyph: Glyph) -> bool:
    height = max(last.bottom - last.top, 0.1)
    if glyph.x0 == last.x0 and glyph.top == last.top:
        return False  # one glyph that stands for two letters, e.g. "fi"
    gap = last.x0 - glyph.x1 if right_to_left(glyph.text) else glyph.x0 - last.x1
    if gap > _GAP * height or gap < -0.6 * height:
        return True
    if glyph.style != last.style:
        overlap = min(last.bottom, glyph.bottom) - max(last.top, glyph.top)
        return overlap < 0.5 * min(height, glyph.bottom - glyph.top)
    return abs(glyph.top - last.top) > 0.3 * height


def right_to_left(text: str) -> bool:
    """Return whether the text begins with a Hebrew, Arabic or other right-to-left letter."""
    return "\u0590" <= text[:1] <= "\u08ff" or "\ufb1d" <= text[:1] <= "\ufefc"


def _unspaced(found: list[Word]) -> list[Word]:
    """Return the words with runs of single letters at even gaps joined: "W A R R A N T Y" is one word."""
    out: list[Word] = []
    at = 0
    while at < len(found):
        end = at
        while (
            end < len(found)
            and len(found[end].text) == 1
            and (end == at or _follows(found[end - 1], found[end]))
        ):
            end += 1
        if end - at >= 5 and sum(word.text.isalpha() for word in found[at:end]) >= 0.8 * (end - at):
            out.extend(_joined(found[at:end]))
        else:
            end = max(end, at + 1)
            out.extend(found[at:end])
        at = end
    return out


def _follows(last: Word, word: Word) -> bool:
    return abs(last.bottom - word.bottom) < 0.2 * last.height and 0 <= word.x0 - last.x1 < 2.5 * last.height


def _joined(letters: list[Word]) -> list[Word]:
    gaps = [word.x0 - last.x1 for last, word in itertools.pairwise(letters)]
    limit = 1.6 * median(gaps)
    out: list[list[Word]] = [[letters[0]]]
    for gap, letter in zip(gaps, letters[1:], strict=True):
        if gap > limit:
            out.append([letter])
        else:
            out[-1].append(letter)
    return [merged(group) for group in out]


def merged(group: list[Word]) -> Word:
    """Return one word from pieces that stand in a row."""
    return group[0]._replace(
        text="".join(word.text for word in group),
        top=min(word.top for word in group),
        x1=max(word.x1 for word in group),
        bottom=max(word.bottom for word in group),
        height=max(word.height for word in group),
        unmapped=sum(word.unmapped for word in group),
    )
