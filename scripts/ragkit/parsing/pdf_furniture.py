"""Running headers and footers, and stamps on scans: told from text by where and how often they stand."""

import bisect
import itertools
import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable

from ragkit.parsing.body import Warn
from ragkit.parsing.pdf_lines import Line
from ragkit.parsing.pdf_page import Page
from ragkit.parsing.pdf_shelf import Shelf

_MARGIN = 0.12  # share of the sheet's height, at the top and at the bottom
_SAME = 3.0  # points: how far a running line may wander
_FOLIO = re.compile(r"\s*(\d{1,5})\s+([|/\u00b7\u2022\u2013\u2014-]?)\s*([^\W\d_].*?)\s*\Z")
_NUMBERS = 6  # of a line, read in two ways each
_Key = tuple[str, bool, tuple[tuple[bool, int], ...]]  # words, at the top?, (counts with the pages?, number)
_PAGES = 3  # with fewer of many pages, nothing can be told from coincidence


def mark_watermarks(pages: Shelf) -> None:
    """Take the stamps off the pages, each such page named.

    A stamp is the only, short text on a page that a picture fills.
    """
    lone: dict[str, list[int]] = defaultdict(list)
    for at, page in enumerate(pages):
        lines = [line for part in page.parts for line in part.lines]
        if page.pictures > 0.5 and len(lines) <= 2 and not any(part.table for part in page.parts):
            lone[" ".join(_template(line.text) for line in lines)].append(at)
    for text, found in lone.items():
        if text and len(text) < 80 and (len(found) > 1 or len(text) < 30):
            for at in found:
                page = pages[at]
                stamp = " ".join(line.text for part in page.parts for line in part.lines)
                warning = Warn("watermark_only", f"a picture and the stamp {stamp!r}", page.number)
                pages[at] = page._replace(parts=[], warnings=[*page.warnings, warning])


def without(pages: Shelf) -> int:
    """Take the running lines off the pages; return how many went.

    A running line stands in the top or bottom margin of three or more pages, or of both pages of two, at the
    same height, with the same words; a number in it is the same too, or counts with the pages. Nothing but
    running lines stands between it and the sheet's edge: below a line of its own page's, it is text. Where no
    page has anything else, they are text.
    """
    least = min(_PAGES, max(2, len(pages)))
    alike = _alike(pages)
    seen: dict[_Key, array[float]] = defaultdict(lambda: array("d"))  # page, height, page, height
    for page in pages:
        for line in (line for part in page.parts for line in part.lines):
            if alike.get(hash(_template(line.text)), 0) >= least:
                for key in _keys(line, page):
                    seen[key].extend((page.number, line.bottom))
    running = {
        key: _constant(places[1::2], least) for key, places in seen.items() if len(set(places[::2])) >= least
    }
    del alike, seen
    if not any(_has_own(page, running) for page in pages):
        return 0
    removed = 0
    for at, page in enumerate(pages):
        parts = []
        first, last = _own_text(page, running)
        for part in page.parts:
            kept = [
                line
                for line in part.lines
                if not _runs(line, page, running) or first <= line.bottom - _SAME <= last - 2 * _SAME
            ]
            removed += len(part.lines) - len(kept)
            if kept or part.table:
                parts.append(part._replace(lines=kept))
        if page.parts and not parts:
            page = page._replace(warnings=[*page.warnings, _only_running(page)])
        if parts != page.parts:
            pages[at] = page._replace(parts=parts)
    return removed


def _alike(pages: Shelf) -> dict[int, int]:
    """Return {hash of the words of a line in a margin: on how many pages}; most stand on one only."""
    found: Counter[int] = Counter()
    for page in pages:
        lines = [line for part in page.parts for line in part.lines if _margin(line, page) is not None]
        found.update({hash(_template(line.text)) for line in lines})
    return found


def _has_own(page: Page, running: dict[_Key, list[float]]) -> bool:
    return any(
        part.table or any(not _runs(line, page, running) for line in part.lines) for part in page.parts
    )


def _only_running(page: Page) -> Warn:
    """Return what is lost with the running lines of a page that has no other text."""
    if page.pictures:
        return Warn(
            "no_text_layer", f"pictures cover {page.pictures:.0%} of it, under running lines", page.number
        )
    return Warn("text_left_out", "its only text are lines that run over other pages too", page.number)


def _margin(line: Line, page: Page) -> bool | None:
    """Return True for a line in the top margin, False in the bottom margin, None elsewhere."""
    share = line.bottom / max(page.height, 1.0)
    if share < _MARGIN:
        return True
    return False if share > 1 - _MARGIN else None


def _constant(found: Iterable[float], least: int) -> list[float]:
    """Return the heights, each once, at which the line stands on enough pages."""
    heights = sorted(found)

    def near(height: float) -> int:
        return bisect.bisect_right(heights, height + _SAME) - bisect.bisect_left(heights, height - _SAME)

    return [height for height in sorted(set(heights)) if near(height) >= least]


def _keys(line: Line, page: Page) -> list[_Key]:
    """Return all that a line of the margins could have in common with lines of other pages.

    Each number is read in two ways: as itself and as its distance to the page's number. "Page 3 of 9" on page
    3 meets "Page 4 of 9" on page 4; "item 103" on page 1 meets "item 203" on page 2 in neither.
    """
    where = _margin(line, page)
    if where is None:
        return []
    found = [int(digits) for digits in re.findall(r"\d{1,9}", _folio_last(line.text))]
    ways = [((False, value), (True, value - page.number)) for value in found[:_NUMBERS]]
    rest = tuple((False, value) for value in found[_NUMBERS:])
    return [(_template(line.text), where, (*chosen, *rest)) for chosen in itertools.product(*ways)]


def _runs(line: Line, page: Page, running: dict[_Key, list[float]]) -> bool:
    return any(
        abs(height - line.bottom) <= _SAME for key in _keys(line, page) for height in running.get(key, ())
    )


def _own_text(page: Page, running: dict[_Key, list[float]]) -> tuple[float, float]:
    """Return the heights of the first and the last line of the page's own; inverted when it has none."""
    own = [line.bottom for part in page.parts for line in part.lines if not _runs(line, page, running)]
    own.extend(edge for part in page.parts if part.table for edge in (part.table.top, part.table.bottom))
    return (min(own), max(own)) if own else (page.height, 0.0)


def _template(text: str) -> str:
    return re.sub(r"\d+", "#", " ".join(_folio_last(text).lower().split()))


def _folio_last(text: str) -> str:
    """Return the line with a number before its words put after them: even pages mirror odd ones in a book."""
    match = _FOLIO.match(text)
    return " ".join(filter(None, (match[3], match[2], match[1]))) if match else text
