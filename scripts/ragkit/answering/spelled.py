"""Numbers written in words, in ten languages, and shares: half, three quarters, 2/3."""

import re
from collections.abc import Iterator
from fractions import Fraction

from ragkit.answering import quantity_words as words

Written = tuple[
    tuple[Fraction, ...], int, int, words.Unit | None
]  # values, start, end, unit when it is known
PERCENT: words.Unit = ("percent", Fraction(1))
WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")
CJK_NUMERAL = re.compile(
    r"[\u96f6\u3007\u4e00\u4e8c\u4e24\u5169\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341\u767e\u5343\u4e07\u842c\u4ebf\u5104]+"
)
CJK_COUNTER = re.compile(
    r"[\u4e2a\u500b\u540d\u4f4d\u4eba\u4ef6\u6b21\u5929\u53f0\u6761\u9875\u5f20\u5f35\u79cd\u672c\u3064\u56de\u5339\u982d\u5ea6\u5e74\u9031\u5468\u6642\u5c0f\u79d2\u5206\u9031\u738b\u7c73\u5428\u5bb6\u5ea7\u68df\u8f86\u53ea\u652f\u7ec4\u90e8\u6b3e\u9879]|\u304b\u6708|\u661f\u671f"
)
# "One" by itself is an article; with a length of time it is a number.
ONE_CJK = re.compile(
    "[\u9031\u5468\u6642\u5c0f\u5e74\u5929]|\u304b\u6708|\u4e2a(?:\u5c0f\u65f6|\u6708|\u661f\u671f)|\u65e5\u9593|\u661f\u671f|\u5206\u949f|\u5206\u9593"
)
KOREAN_COUNT = re.compile(
    rf"(?<![\uac00-\ud7af])({'|'.join(words.KOREAN_DIGITS)})\s?(?=\uba85|\uac1c|\uc8fc|\uc2dc\uac04|"
    rf"\ubc88|\ub300|\uad8c|\ub9c8\ub9ac|\uc0ac\ub78c|\uacf3|\ud300|\uac00\uc9c0|\ub2ec|\uc7a5|\ucc44|"
    rf"\uadf8\ub8e8|\uac74)"
)
PERCENT_OF = re.compile(r"\u767e\u5206\u4e4b\s?(\d+(?:\.\d+)?)")
SLASH_FRACTION = re.compile(r"(?<![\d/.])([1-9])/([2-9]|10)(?![\d/])")
ENGLISH_FRACTION = re.compile(
    r"\b(?P<n>an?|one|two|three|four)[- ](?P<d>third|quarter|fifth|eighth|tenth)s?\b"
    r"(?!\s(?:hour|of an hour))",
    re.IGNORECASE,
)
DEFINITE = re.compile(r"\b(?:the|these|those|both|los|las|les|ces|die|den|os|as|i|le|gli)\s\Z")
ARTICLE_UNIT = re.compile(
    r"\b(?:after|in|within|for|lasts?|lasted|takes?|took|than|of|is|was|only|every|about|tras|en|"
    r"dentro de|durante|dura|apr\u00e8s|dans|pendant|dure|nach|innerhalb|"
    r"f\u00fcr|dauert|ap\u00f3s|em|dopo|entro|per|de|da)\s(?P<one>an?|one|una?|une?|einer?|einem|einen|"
    r"ein|uma?|un'|un)(?:\s|(?<='))(?P<unit>[^\W\d_]+)\b",
    re.IGNORECASE,
)  # fmt: skip
THREE_QUARTERS = re.compile(
    r"\bdos\stercios\b|\bdeux\stiers\b|\bzwei\sdrittel\b|\bdrei\sviertel\b", re.IGNORECASE
)
BOTTOM = {"third": 3, "quarter": 4, "fifth": 5, "eighth": 8, "tenth": 10}


AND_A_HALF = re.compile(
    r"(?<![\d.,])(?P<n>\d+|an?|one|two|three|four|five|una?|une?|eine?|uma?|un')\s?(?P<u>[^\W\d_]+)?\s"
    r"(?:and\sa\shalf|y\smedi[ao]|et\sdemie?|e\smeia?|e\smezz[ao])(?:\s(?P<v>[^\W\d_]+))?",
    re.IGNORECASE,
)
HALF_A = re.compile(
    r"\b(?:half\s(?:an?|of\san?)\s|half-|media\s|medio\s|demi-|une\sdemi-|halbe[rns]?\s|meia\s|meio\s|"
    r"mezz[ao]\s|mezz'|\u0646\u0635\u0641\s|\u534a(?!\u5206(?![\u949f\u9418])))(?P<u>[^\W\d_]+)",
    re.IGNORECASE,
)
PARTS_OF = re.compile(
    r"(?P<d>[\d\u4e00\u4e8c\u4e24\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341]+)\s?(?:\u5206\u306e|"
    r"\u5206\u4e4b|\ubd84\uc758)\s?(?P<n>[\d\u4e00\u4e8c\u4e24\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d]+)"
)
ONE_IN = re.compile(
    r"\b(?:one|1|una?|uno|une|ein(?:er|e)?|um|uma)\s(?:in|out\sof|de\scada|sur|von|em\scada|"
    r"su)\s(?P<d>\d{1,3}|[^\W\d_]+)\b",
    re.IGNORECASE,
)
CENTURY = re.compile(r"(?<!\d)(?P<c>1\d)00s\b")


def shares(text: str) -> Iterator[Written]:
    """Yield the shares of a text as percentages, halves of a unit, and "an hour" as one hour."""
    for top, bottom, match in _parts(text):
        if bottom:
            yield (Fraction(top * 100, bottom),), match.start(), match.end(), PERCENT
    yield from _halves(text)
    for match in CENTURY.finditer(text):
        yield (Fraction(int(match.group("c")) + 1),), match.start(), match.end(), ("", Fraction(1))
    for match in PERCENT_OF.finditer(text):
        yield (Fraction(match.group(1)),), match.start(), match.end(), PERCENT
    for match in re.finditer("\u534a\u5206|\u4e00\u534a|\uc808\ubc18", text):
        yield (Fraction(50),), match.start(), match.end(), PERCENT
    for match in ARTICLE_UNIT.finditer(text):
        unit = words.UNITS.get(match.group("unit").lower())
        if unit and unit[0] in ("time", "months"):
            yield (Fraction(1),), match.start("one"), match.end("unit"), unit


def _parts(text: str) -> Iterator[tuple[int, int, re.Match[str]]]:
    """Yield (top, bottom, match) for each fraction: two thirds, 2/3, one in three, in ten languages."""
    for match in PARTS_OF.finditer(text):
        yield _whole(match.group("n")), _whole(match.group("d")), match
    for match in ONE_IN.finditer(text):
        name = match.group("d").lower()
        yield 1, int(name) if name.isdecimal() else words.NUMBERS.get(name, 0), match
    for match in THREE_QUARTERS.finditer(text):
        yield (3, 4, match) if match.group().lower().endswith("viertel") else (2, 3, match)
    for match in ENGLISH_FRACTION.finditer(text):
        top = words.NUMBERS.get(match.group("n").lower(), 1)
        yield top, BOTTOM[match.group("d").lower()], match
    for match in SLASH_FRACTION.finditer(text):
        yield int(match.group(1)), int(match.group(2)), match


def _halves(text: str) -> Iterator[Written]:
    """Yield "an hour and a half" and "one and a half hours" as 1.5 hours, "half a litre" as 0.5."""
    for match in AND_A_HALF.finditer(text):
        name = match.group("n").lower()
        whole = int(name) if name.isdecimal() else words.NUMBERS.get(name, 1)
        unit = words.UNITS.get((match.group("u") or match.group("v") or "").lower())
        if unit:
            end = match.end() if not match.group("u") else match.end() - len(match.group("v") or "")
            yield (Fraction(2 * whole + 1, 2),), match.start(), end, unit
    for match in HALF_A.finditer(text):
        name = match.group("u").lower()
        known = next((name[:size] for size in range(len(name), 0, -1) if name[:size] in words.UNITS), "")
        if len(name) > 1 and words.MAGNITUDES.get(name, 0) >= 1000:
            yield (Fraction(words.MAGNITUDES[name], 2),), match.start(), match.end(), ("", Fraction(1))
        elif known and (known == name or not name.isascii()):
            yield (Fraction(1, 2),), match.start(), match.start("u") + len(known), words.UNITS[known]


def _whole(numeral: str) -> int:
    return int(numeral) if numeral.isdecimal() else _cjk(numeral)


def numbers(text: str, source: bool) -> Iterator[Written]:
    """Yield the numbers written in words; `source` reads "one" and "first" too, and "the two plants"."""
    lower = text.lower()
    known = words.spoken(lower)
    for match in words.TENS.finditer(lower):
        yield _sum(words.NUMBERS[match.group(1)], words.NUMBERS[match.group(2)], match)
    for match in words.GERMAN_TENS.finditer(lower):
        one = 1 if match.group(1) == "ein" else words.NUMBERS[match.group(1)]
        yield _sum(one, words.NUMBERS[match.group(2)], match)
    for match in words.TENS_AND.finditer(lower):
        if match.group(2) in words.NUMBERS:
            yield _sum(words.NUMBERS[match.group(1)], words.NUMBERS[match.group(2)], match)
    for match in WORD.finditer(lower):
        yield from _word(lower, match, source, known)
    for match in CJK_NUMERAL.finditer(text):
        lone = match.group() == "\u4e00" and not ONE_CJK.match(text, match.end())
        if not lone and CJK_COUNTER.match(text, match.end()):
            yield (Fraction(_cjk(match.group())),), match.start(), match.end(), None
    for match in KOREAN_COUNT.finditer(text):
        yield (Fraction(words.KOREAN_DIGITS[match.group(1)]),), match.start(1), match.end(1), None


def _sum(a: int, b: int, match: re.Match[str]) -> Written:
    return (Fraction(a + b),), match.start(), match.end(), None


def _word(lower: str, match: re.Match[str], source: bool, known: dict[str, int]) -> Iterator[Written]:
    name = match.group()
    if name in words.FRACTIONS and not lower[match.end() :].startswith((" hour", " an hour", " past")):
        yield (words.FRACTIONS[name] * 100,), match.start(), match.end(), PERCENT
        return
    value = known.get(name)
    if value is None or (not source and DEFINITE.search(lower[: match.start()])):
        return
    following = WORD.match(lower, match.end() + 1)
    after = following.group() if following and len(following.group()) > 1 else ""
    if following and after in words.MAGNITUDES:
        yield (Fraction(value * words.MAGNITUDES[after]),), match.start(), following.end(), None
    elif source or name not in words.WEAK or after in words.UNITS:
        yield (Fraction(value),), match.start(), match.end(), None


def _cjk(numeral: str) -> int:
    """Return the value of a numeral such as \\u4e09\\u5341\\u4e8c (32)."""
    total = section = digit = 0
    for char in numeral:
        if char == "\u5341":
            section, digit = section + (digit or 1) * 10, 0
        elif char in words.CJK_DIGITS:
            digit = digit * 10 + words.CJK_DIGITS[char]
        elif words.MAGNITUDES[char] < 10_000:
            section, digit = section + (digit or 1) * words.MAGNITUDES[char], 0
        else:
            total += (section + digit or 1) * words.MAGNITUDES[char]
            section = digit = 0
    return total + section + digit
