"""Glyphs to words: spaces from the gaps between boxes, letter-spaced words joined, rotations apart."""

import itertools
from collections.abc import Iterator
from statistics import median
from typing import Any, NamedTuple

from ragkit.parsing import pdf_glued
from ragkit.parsing.pdf_chars import Glyphs

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


def words(page: Glyphs, keep_invisible: bool = False) -> tuple[dict[int, list[Word]], dict[str, int], str]:
    """Return ({quarter turn: words in stream order}, {kind of hiding: characters left out}, what those say).

    keep_invisible  text in render mode 3 is an OCR layer under a page image: keep it
    """
    out: dict[int, list[Word]] = {}
    hidden: dict[str, int] = {}
    said: list[str] = []
    if not page.text:
        return out, hidden, ""
    some = bool(page.unmapped.any())
    numbers = page.style.tolist()
    for start, end, x0, top, x1, bottom in _extents(page):
        style = page.styles[numbers[start]]
        if style.hidden and not (keep_invisible and style.hidden == "invisible"):
            hidden[style.hidden] = hidden.get(style.hidden, 0) + end - start
            said.append("".join(page.text[start:end]))
            continue
        text = "".join(page.text[start:end])
        unmapped = sum(page.unmapped[start:end].tolist()) if some else 0
        word = Word(text, x0, top, x1, bottom, style.height, style.bold, style.mono, unmapped)
        out.setdefault(style.quarter, []).append(word)
    return {quarter: _unspaced(found) for quarter, found in out.items()}, hidden, " ".join(said)


def _extents(page: Glyphs) -> Iterator[tuple[int, int, float, float, float, float]]:
    """Yield (first glyph, glyph after the last, box) of each word.

    A word ends at a space, at a gap, at a jump back or to another line; a change of style within a line does
    not end it (bold initials); of two letters drawn as one glyph ("fi") the second has the first one's box.
    """
    import numpy as np

    known = set(page.text)
    space = _among(page.text, {char for char in known if not char or char.isspace()})
    x0, top, x1, bottom = page.boxes.T
    height = np.maximum(bottom - top, 0.1)
    gap = x0[1:] - x1[:-1]
    if leftward := {char for char in known if right_to_left(char)}:
        gap = np.where(_among(page.text, leftward)[1:], x0[:-1] - x1[1:], gap)
    breaks = (gap > _GAP * height[:-1]) | (gap < -0.6 * height[:-1])
    changed = page.style[1:] != page.style[:-1]
    overlap = np.minimum(bottom[1:], bottom[:-1]) - np.maximum(top[1:], top[:-1])
    elsewhere = overlap < 0.5 * np.minimum(height[1:], height[:-1])
    breaks |= np.where(changed, elsewhere, np.abs(top[1:] - top[:-1]) > 0.3 * height[:-1])
    breaks &= ~((x0[1:] == x0[:-1]) & (top[1:] == top[:-1]))
    seen = np.array([not style.hidden for style in page.styles])[page.style]
    breaks |= space[1:] | space[:-1] | (seen[1:] != seen[:-1])
    if len(breaks):
        breaks |= pdf_glued.breaks(page.text, gap / height[:-1], page.style, breaks)
    starts = np.concatenate([[0], np.flatnonzero(breaks) + 1])
    sides = (np.minimum, x0), (np.minimum, top), (np.maximum, x1), (np.maximum, bottom)
    columns = [side.reduceat(values, starts).tolist() for side, values in sides]
    ends = [*starts[1:].tolist(), len(page.text)]
    for start, end, *box in zip(starts.tolist(), ends, *columns, strict=True):
        if not space[start]:
            yield (start, end, *box)


def _among(text: list[str], chars: set[str]) -> Any:
    """Return for each character whether it is one of these, as an array."""
    import numpy as np

    return np.fromiter(map(chars.__contains__, text), dtype=bool, count=len(text))


def right_to_left(text: str) -> bool:
    """Return whether the text begins with a Hebrew, Arabic or other right-to-left letter."""
    return "\u0590" <= text[:1] <= "\u08ff" or "\ufb1d" <= text[:1] <= "\ufefc"


def _unspaced(found: list[Word]) -> list[Word]:
    """Return the words with runs of single letters at even gaps joined: "W A R R A N T Y" is one word."""
    out: list[Word] = []
    at = 0
    while at < len(found):
        if len(found[at].text) != 1:
            out.append(found[at])
            at += 1
            continue
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
