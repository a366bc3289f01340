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
    r"ein|uma?|un'|un)\s?(?P<unit>[^\W\d_]+)\b",
    re.IGNORECASE,
)  # fmt: skip
THREE_QUARTERS = re.compile(
    r"\bdos\stercios\b|\bdeux\stiers\b|\bzwei\sdrittel\b|\bdrei\sviertel\b", re.IGNORECASE
)
BOTTOM = {"third": 3, "quarter": 4, "fifth": 5, "eighth": 8, "tenth": 10}


def shares(text: str) -> Iterator[Written]:
    """Yield the shares of a text as percentages, and "an hour" as one hour."""
    for match in PERCENT_OF.finditer(text):
        yield (Fraction(match.group(1)),), match.start(), match.end(), PERCENT
    for match in THREE_QUARTERS.finditer(text):
        share = Fraction(3, 4) if match.group().lower().endswith("viertel") else Fraction(2, 3)
        yield (share * 100,), match.start(), match.end(), PERCENT
    for match in ENGLISH_FRACTION.finditer(text):
        top = words.NUMBERS.get(match.group("n").lower(), 1)
        yield (Fraction(top * 100, BOTTOM[match.group("d").lower()]),), match.start(), match.end(), PERCENT
    for match in SLASH_FRACTION.finditer(text):
        yield (Fraction(int(match.group(1)) * 100, int(match.group(2))),), match.start(), match.end(), PERCENT
    for match in re.finditer("\u534a\u5206|\u4e00\u534a|\uc808\ubc18", text):
        yield (Fraction(50),), match.start(), match.end(), PERCENT
    for match in ARTICLE_UNIT.finditer(text):
        unit = words.UNITS.get(match.group("unit").lower())
        if unit and unit[0] in ("time", "months"):
            yield (Fraction(1),), match.start("one"), match.end("unit"), unit


def numbers(text: str, source: bool) -> Iterator[Written]:
    """Yield the numbers written in words; `source` reads "one" and "first" too, and "the two plants"."""
    lower = text.lower()
    for match in words.TENS.finditer(lower):
        yield _sum(words.NUMBERS[match.group(1)], words.NUMBERS[match.group(2)], match)
    for match in words.GERMAN_TENS.finditer(lower):
        one = 1 if match.group(1) == "ein" else words.NUMBERS[match.group(1)]
        yield _sum(one, words.NUMBERS[match.group(2)], match)
    for match in words.TENS_AND.finditer(lower):
        if match.group(2) in words.NUMBERS:
            yield _sum(words.NUMBERS[match.group(1)], words.NUMBERS[match.group(2)], match)
    for match in WORD.finditer(lower):
        yield from _word(lower, match, source)
    for match in CJK_NUMERAL.finditer(text):
        if match.group() != "\u4e00" and CJK_COUNTER.match(text, match.end()):
            yield (Fraction(_cjk(match.group())),), match.start(), match.end(), None
    for match in KOREAN_COUNT.finditer(text):
        yield (Fraction(words.KOREAN_DIGITS[match.group(1)]),), match.start(1), match.end(1), None


def _sum(a: int, b: int, match: re.Match[str]) -> Written:
    return (Fraction(a + b),), match.start(), match.end(), None


def _word(lower: str, match: re.Match[str], source: bool) -> Iterator[Written]:
    name = match.group()
    if name in words.FRACTIONS and not lower[match.end() :].startswith((" hour", " an hour", " past")):
        yield (words.FRACTIONS[name] * 100,), match.start(), match.end(), PERCENT
        return
    value = words.NUMBERS.get(name)
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
