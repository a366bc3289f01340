"""Quotations in a sentence, and whether the source says exactly that.

verbatim    a substring of the source, as written (without a final full stop or comma)
normalised  equal after folding.py: typography, case, marks and white space; "..." or "[...]" may join pieces
stitched    pieces of the source that do not stand together, joined with no sign
altered     a word changed, added or missing
Only the first two pass; nearness never does.
"""

import re
from typing import NamedTuple

from ragkit.answering.folding import fold

QUOTATION = re.compile(
    r"\u201c(?P<a>[^\u201c\u201d\u201e]{2,}?)\u201d|\u201e"
    r"(?P<b>[^\u201c\u201d\u201e]{2,}?)[\u201c\u201d]|\u00ab\s?(?P<c>[^\u00ab\u00bb]{2,}?)\s?\u00bb"
    r"|\u300c(?P<d>[^\u300c\u300d]{2,}?)\u300d|\u300e(?P<e>[^\u300e\u300f]{2,}?)\u300f|"
    r"(?<![\w\"])\"(?P<f>[^\"]{2,}?)\"(?![A-Za-z0-9\u00c0-\u024f])"
    r"|(?<!\w)'(?P<g>[^'\n]{2,}?(?:\w'\w[^'\n]*?)*)'(?!\w)|(?<!\w)\u2018(?P<h>[^\u2018\n]{2,}?)\u2019"
    r"(?!\w)|\u00bb(?P<i>[^\u00ab\u00bb]{2,}?)\u00ab"
)  # fmt: skip
# The name of a song or a book, not words that somebody said: every longer word has a capital.
TITLE = re.compile(
    r"(?:(?:[A-Z][\w'\u2019]*|a|an|and|at|by|for|from|in|is|it|of|on|or|the|to|with|\W)[\s,:-]*){2,10}[.!?,]?"
)
ELISION = re.compile(r"\s*(?:\[\s*(?:\.{3}|\u2026)\s*\]|\(\s*(?:\.{3}|\u2026)\s*\)|\.{3}|\u2026)\s*")
WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")
_SPACED = r"(?:(?![\u3040-\u30ff\u3400-\u9fff])[^\W_])+"
WORDS = re.compile(rf"{_SPACED}(?:['.-]{_SPACED})*|[\u3040-\u30ff\u3400-\u9fff]")
CLOSING = " .,;:!?\u3002\u3001\uff0c\uff0e"


class Quotation(NamedTuple):
    start: int  # of the quoted text, in the sentence
    end: int
    text: str


class Verdict(NamedTuple):
    status: str  # verbatim, normalised, stitched or altered
    at: tuple[int, int] | None  # where in the source, when it stands there


def find(sentence: str) -> list[Quotation]:
    """Return the quotations of a sentence: at least two words, or three characters of an
    unspaced script. The name of a work, with a capital to each word, is none."""
    found: list[Quotation] = []
    for match in QUOTATION.finditer(sentence):
        name = match.lastgroup or "a"
        text = match.group(name)
        if (len(text.split()) >= 2 and not TITLE.fullmatch(text)) or len(WIDE.findall(text)) >= 3:
            found.append(Quotation(match.start(name), match.end(name), text))
    return found


def check(quote: str, source: str) -> Verdict:
    """Return whether the source holds the quote, and where."""
    bare = quote.strip(CLOSING)
    at = _whole(source, bare)
    if at >= 0:
        return Verdict("verbatim", (at, at + len(bare)))
    folded = fold(source)
    wanted = fold(bare).text.strip(CLOSING + " ")
    if (start := _whole(folded.text, wanted)) >= 0:
        return Verdict("normalised", folded.span(start, start + len(wanted)))
    pieces = [piece for raw in ELISION.split(bare) if (piece := fold(raw).text.strip(CLOSING + " "))]
    if len(pieces) > 1 and (span := _in_order(folded.text, pieces)):
        return Verdict("normalised", folded.span(*span))
    return Verdict("stitched" if _stitched(wanted, folded.text) else "altered", None)


def holds(quote: str, source: str) -> bool:
    """Return whether the source holds the quote verbatim or normalised."""
    return check(quote, source).at is not None


def _whole(text: str, wanted: str, start: int = 0) -> int:
    """Return where `wanted` stands in `text` without cutting a word at either end, or -1."""
    at = text.find(wanted, start) if wanted else -1
    while at >= 0:
        end = at + len(wanted)
        if not (_joined(text, at) or _joined(text, end)):
            return at
        at = text.find(wanted, at + 1)
    return -1


def _joined(text: str, at: int) -> bool:
    """Return whether a word of a spaced script runs across position `at`."""
    if not 0 < at < len(text):
        return False
    pair = text[at - 1 : at + 1]
    return pair.isalnum() and not WIDE.search(pair)


def _in_order(text: str, pieces: list[str]) -> tuple[int, int] | None:
    first = at = -1
    for piece in pieces:
        found = _whole(text, piece, max(at, 0))
        if found < 0:
            return None
        first = found if first < 0 else first
        at = found + len(piece)
    return first, at


def _stitched(quote: str, source: str) -> bool:
    """Return whether every word is the source's, in two to four runs of two words or more each.

    In an unspaced script a word is a character, and one of the runs may be a single one.
    """
    wanted, given = WORDS.findall(quote), WORDS.findall(source)
    places: dict[str, list[int]] = {}
    for index, word in enumerate(given):
        places.setdefault(word, []).append(index)
    runs: list[int] = []
    while (at := sum(runs)) < len(wanted):
        longest = max((_run(wanted, at, given, place) for place in places.get(wanted[at], [])), default=0)
        if not longest:
            return False
        runs.append(longest)
    single = runs.count(1)
    return 2 <= len(runs) - single <= 4 and single <= (1 if WIDE.search(quote) else 0)


def _run(wanted: list[str], at: int, given: list[str], place: int) -> int:
    """Return how many words from `at` on are the same as those of the other list from `place` on."""
    length = 0
    while (
        at + length < len(wanted)
        and place + length < len(given)
        and wanted[at + length] == given[place + length]
    ):
        length += 1
    return length
