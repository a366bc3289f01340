"""Ordinals of a sentence against those that its source gives the same thing: "the third edition", "2nd"."""

import re
from functools import lru_cache
from typing import NamedTuple

from ragkit.answering.alignment import plain, stem
from ragkit.answering.wordlists import keyed, load

_NAMES: dict[str, int] = {}
for _key, _entry in keyed(load("quantities")["ordinals"]):
    _NAMES |= dict.fromkeys((plain(name) for name in _entry.split()), int(_key))
ORDINAL = re.compile(
    r"(?<![\w.,/-])(?P<digits>\d{1,3})\s?(?:st|nd|rd|th|\u00ba|\u00aa|e|er|\u00e8me|re)\b|"
    r"(?<![\w.,/-])(?P<dot>\d{1,2})\.\s(?=[^\W\d_])|"
    r"(?P<tens>(?:twent|thirt|fort|fift|sixt|sevent|eight|ninet)y)-(?P<one>[a-z]+)|"
    r"(?<![\w-])(?P<roman>[XVI]+)(?P<rsuffix>e|\u00e8me)?(?=\s(?:si[g\u00e8]|sec|s\u00e9c))|"
    r"(?<![\w-])(?P<name>[^\W\d_]+)(?![\w-])|\u7b2c\s?(?P<cjk>\d{1,3})",
    re.IGNORECASE,
)
TENS = {
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
}
LABEL = re.compile(r"(?<![\w-])(?P<noun>[^\W\d_]{3,})\s(?P<n>\d{1,2})(?![\w%]|[.,:/-]\d)")  # "Phase 2"
NOUN = re.compile(r"\s+(?P<noun>[^\W\d_]+)")
BEFORE = re.compile(r"(?P<noun>[^\W\d_]+)\W{1,3}\Z")
CENTURIES = frozenset(
    stem(plain(name)) for name in ["century", "siglo", "si\u00e8cle", "jahrhundert", "secolo", "s\u00e9culo"]
)
YEAR = re.compile(
    r"(?<![\d.,])(?:(1[0-9]\d\d|20\d\d)(?![\d,])|"
    r"(\d{1,3})(?:\s?[-\u2013]\s?\d{1,4})?\s?(?:B\.?C|A\.?D|C\.?E|a\.\s?C|d\.\s?C|v\.\s?Chr|n\.\s?Chr|av\.\s?J|apr\.\s?J))"
)


class Ordinal(NamedTuple):
    value: int
    noun: str  # the stem of the word after it
    before: str  # and of the word before it
    start: int
    end: int


@lru_cache(maxsize=512)
def find(text: str) -> tuple[Ordinal, ...]:
    """Return the ordinals of a text in order."""
    found: list[Ordinal] = []
    for match in ORDINAL.finditer(text):
        if value := _value(match, text):
            after = NOUN.match(text, match.end("dot") + 1 if match.group("dot") else match.end())
            before = BEFORE.search(text[max(0, match.start() - 24) : match.start()])
            nouns = [stem(plain(side.group("noun"))) if side else "" for side in (after, before)]
            found.append(Ordinal(value, nouns[0], nouns[1], match.start(), match.end()))
    return tuple(found)


def _value(match: re.Match[str], text: str) -> int:
    part = match.groupdict()
    if part["digits"] or part["cjk"]:
        return int(part["digits"] or part["cjk"])
    if part["dot"]:  # "2. Stock" is German; elsewhere a list or the end of a sentence
        german = re.search(
            r"\b(?:der|die|das|dem|den|im|am|vom|zum)\s\Z", text[: match.start()], re.IGNORECASE
        )
        return int(part["dot"]) if german else 0
    if part["roman"]:
        return _roman(part["roman"].upper())
    if part["tens"]:
        last = _NAMES.get(part["one"].lower(), 0)
        return TENS[part["tens"].lower()] + last if last < 10 and last else 0
    return _NAMES.get(plain(part["name"]), 0)


def _roman(numeral: str) -> int:
    values = [{"I": 1, "V": 5, "X": 10}[char] for char in numeral]
    return sum(-a if a < b else a for a, b in zip(values, [*values[1:], 0], strict=True))


def wrong(sentence: str, source: str) -> list[tuple[int, int, str]]:
    """Return (start, end, what the source has) for each ordinal that the source gives differently.

    Compared are ordinals that stand beside the same word in both; a century also with the source's years.
    """
    labels = [
        Ordinal(int(match.group("n")), stem(plain(match.group("noun"))), "", match.start(), match.end())
        for match in LABEL.finditer(source)
    ]
    theirs = [*find(source), *labels]
    years = {(int(year or early) - 1) // 100 + 1 for year, early in YEAR.findall(source)}
    found: list[tuple[int, int, str]] = []
    for mine in find(sentence):
        if not mine.noun or re.search(rf"(?<![\d.,]){mine.value}(?![\d]|[.,]\d)", source):
            continue
        same = [other for other in theirs if mine.noun in (other.noun, other.before)]
        if same and all(other.value != mine.value for other in same):
            found.append((mine.start, mine.end, source[same[0].start : same[0].end]))
        elif mine.noun in CENTURIES and not same and years and mine.value not in years:
            found.append((mine.start, mine.end, ""))
    return found
