"""Quantities in a text: value, unit and relation, whatever words, digits or magnitudes they are written in."""

import re
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ragkit.answering import quantity_words as words

NUMERAL = re.compile(
    r"(?P<sign>(?<![\w)\]])[-\u2212])?(?P<digits>\d{1,3}(?:[.,'\u2019\u00a0\u202f ]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?)"
)
MARKER = re.compile(r"(?:(?<=\n)|\A)\s*(?:\d{1,3}[.)]|[-*+])\s+(?=\S)")
SUFFIX = re.compile(r"(?P<k>[kK])(?![\w])|(?P<m>[M])(?![\w])|(?P<b>bn|B)(?![\w])|\s?(?P<mn>mn|mio|million|[^\W\d_]+)\b", re.UNICODE)
WIDE_MAGNITUDE = re.compile(r"\s?([\u767e\u5343\u4e07\u842c\u4ebf\u5104\ubc31\ucc9c\ub9cc\uc5b5]+)")
WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")
CJK_NUMERAL = re.compile(r"[\u96f6\u3007\u4e00\u4e8c\u4e24\u5169\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341\u767e\u5343\u4e07\u842c\u4ebf\u5104]+")
CJK_COUNTER = re.compile(r"[\u4e2a\u500b\u540d\u4f4d\u4eba\u4ef6\u6b21\u5929\u53f0\u6761\u9875\u5f20\u5f35\u79cd\u672c\u3064\u56de\u5339\u982d\u5ea6\u5e74\u9031\u5468\u6642\u5c0f\u79d2\u5206\u9031\u738b\u7c73\u5428\u5bb6\u5ea7\u68df\u8f86\u53ea\u652f\u7ec4\u90e8\u6b3e\u9879]|\u304b\u6708|\u661f\u671f")
KOREAN_COUNT = re.compile(rf"(?<![\uac00-\ud7af])({'|'.join(words.KOREAN_DIGITS)})\s?(?=\uba85|\uac1c|\uc8fc|\uc2dc\uac04|\ubc88|\ub300|\uad8c|\ub9c8\ub9ac|\uc0ac\ub78c|\uacf3|\ud300|\uac00\uc9c0|\ub2ec|\uc7a5|\ucc44|\uadf8\ub8e8|\uac74)")
ARTICLE_UNIT = re.compile(
    r"\b(?:after|in|within|for|lasts?|lasted|takes?|took|than|of|is|was|only|every|about|tras|en|dentro de|durante|dura|apr\u00e8s|dans|pendant|dure|nach|innerhalb|"
    r"f\u00fcr|dauert|ap\u00f3s|em|dopo|entro|per|de|da)\s(?P<one>an?|one|una?|une?|einer?|einem|einen|ein|uma?|un'|un)\s?(?P<unit>[^\W\d_]+)\b",
    re.IGNORECASE,
)  # fmt: skip
PERCENT_OF = re.compile(r"\u767e\u5206\u4e4b\s?(\d+(?:\.\d+)?)")
SLASH_FRACTION = re.compile(r"(?<![\d/.])([1-9])/([2-9]|10)(?![\d/])")
ENGLISH_FRACTION = re.compile(r"\b(?P<n>an?|one|two|three|four)[- ](?P<d>third|quarter|fifth|eighth|tenth)s?\b(?!\s(?:hour|of an hour))", re.IGNORECASE)
THREE_QUARTERS = re.compile(r"\bdos\stercios\b|\bdeux\stiers\b|\bzwei\sdrittel\b|\bdrei\sviertel\b", re.IGNORECASE)


MINUS = re.compile(r"\b(?:minus|menos|moins|meno)\s\Z", re.IGNORECASE)
DEGREES = re.compile(r"\s?(?:degrees?|grados?|degr\u00e9s?|grad|graus?|gradi)\b", re.IGNORECASE)
DEFINITE = re.compile(r"\b(?:the|these|those|both|los|las|les|ces|die|den|os|as|i|le|gli)\s\Z")


class Quantity(NamedTuple):
    values: tuple[Fraction, ...]  # more than one when "3.500" may be read in two ways
    dimension: str  # "" when no unit is written
    factor: Fraction  # to the base unit of the dimension
    per: str  # "", second, minute, hour, day, week, month or year
    relation: str  # "", about, more, less, least or most
    start: int
    end: int


@lru_cache(maxsize=4096)
def find(text: str, skip: tuple[tuple[int, int], ...] = (), source: bool = False) -> tuple[Quantity, ...]:
    """Return the quantities of a text in order; `skip` are ranges already read, as dates are.

    A source is read generously: "one" and "first" count as numbers there, in a sentence they do not; nor does
    "the two plants", which counts what was named before.
    """
    taken = bytearray(len(text) + 1)
    for start, end in skip:
        taken[start:end] = b"\x01" * (end - start)
    for match in MARKER.finditer(text):
        taken[match.start() : match.end()] = b"\x01" * (match.end() - match.start())
    found: list[Quantity] = []

    def add(values: tuple[Fraction, ...], start: int, end: int, unit: tuple[str, Fraction] | None = None) -> None:
        if any(taken[start:end]):
            return
        if unit is None:
            unit, end = _unit(text, start, end)
        taken[start:end] = b"\x01" * (end - start)
        found.append(Quantity(values, unit[0], unit[1], _per(text, end), _relation(text, start, end), start, end))

    percent = ("percent", Fraction(1))
    for match in PERCENT_OF.finditer(text):
        add((Fraction(match.group(1)),), match.start(), match.end(), percent)
    for match in THREE_QUARTERS.finditer(text):
        share = Fraction(3, 4) if re.search(r"quarter|viertel", match.group(), re.IGNORECASE) else Fraction(2, 3)
        add((share * 100,), match.start(), match.end(), percent)
    for match in ENGLISH_FRACTION.finditer(text):
        top = words.NUMBERS.get(match.group("n").lower(), 1)
        bottom = {"third": 3, "quarter": 4, "fifth": 5, "eighth": 8, "tenth": 10}[match.group("d").lower()]
        add((Fraction(top * 100, bottom),), match.start(), match.end(), percent)
    for match in SLASH_FRACTION.finditer(text):
        add((Fraction(int(match.group(1)), int(match.group(2))) * 100,), match.start(), match.end(), percent)
    for match in NUMERAL.finditer(text):
        if not _inside_word(text, match.start(), match.end()):
            values, end = _magnified(text, match)
            add(values, match.start(), end)
    for match in ARTICLE_UNIT.finditer(text):
        unit = words.UNITS.get(match.group("unit").lower())
        if unit and unit[0] in ("time", "months"):
            add((Fraction(1),), match.start("one"), match.end("unit"), unit)
    _spelled(text, add, source)
    return tuple(sorted(found, key=lambda quantity: quantity.start))


def _inside_word(text: str, start: int, end: int) -> bool:
    """Return whether the digits are part of a name: F2, B12, x86_64 (but not 40Hz, 100k or CJK text)."""
    before = text[start - 1 : start]
    return (before.isascii() and (before.isalpha() or before == "_")) or (before and before in "-/#" and text[start - 2 : start - 1].isalpha())


def _readings(digits: str) -> tuple[Fraction, ...]:
    """Return the values a numeral may have: "1,034" 1034; "3.5" 3.5; "100.000" 100000 or 100."""
    plain = re.sub(r"['\u2019\u00a0\u202f ]", "", digits)
    marks = [c for c in plain if c in ".,"]
    if not marks:
        return (Fraction(int(plain)),)
    last = marks[-1]
    if len(set(marks)) == 2:
        whole, _, part = plain.rpartition(last)
        return (Fraction(re.sub(r"[.,]", "", whole) + "." + part),)
    if len(marks) > 1:
        return (Fraction(re.sub(r"[.,]", "", plain)),)
    whole, _, part = plain.partition(last)
    if len(part) == 3 and whole != "0" and len(whole) <= 3:
        grouped, decimal = Fraction(whole + part), Fraction(f"{whole}.{part}")
        return (grouped, decimal)
    return (Fraction(f"{whole}.{part}"),)


def _magnified(text: str, match: re.Match[str]) -> tuple[tuple[Fraction, ...], int]:
    """Return the values of a numeral with the magnitude after it, and where it ends."""
    values = _readings(_ascii(match.group("digits")))
    if match.group("sign") or MINUS.search(text[max(0, match.start() - 7) : match.start()]):
        values = tuple(-value for value in values)
    end = match.end()
    if wide := WIDE_MAGNITUDE.match(text, end):
        factor = 1
        for char in wide.group(1):
            factor *= words.MAGNITUDES[char]
        return tuple(value * factor for value in values[:1]), wide.end()
    suffix = SUFFIX.match(text, end)
    if not suffix:
        return values, end
    name = suffix.group().strip()
    money = words.PREFIXED_CURRENCY.search(text[max(0, match.start() - 4) : match.start()])
    factor = {"k": 1000, "K": 1000, "M": 10**6, "B": 10**9, "bn": 10**9}.get(name, 0)
    if not factor and (len(name) > 1 or (money and name == "m")):
        counted = name.lower() not in words.UNITS or text[suffix.end() :].startswith(" de ")  # 12 miles, 12 miles de
        factor = words.MAGNITUDES.get(name.lower(), 0) if counted else 0
    return (tuple(value * factor for value in values), suffix.end()) if factor else (values, end)


def _ascii(digits: str) -> str:
    return "".join(str(int(c)) if c.isdecimal() else c for c in digits)


def _unit(text: str, start: int, end: int) -> tuple[tuple[str, Fraction], int]:
    """Return the unit before (currency) or after the number, and where number and unit end."""
    if words.POINTS.match(text, end + (text[end : end + 1] == " ")) and (point := words.POINTS.search(text, end)):
        return ("points", Fraction(1)), point.end()
    if degrees := DEGREES.match(text, end):
        end = degrees.end()
    after = re.compile(r"[ \u00a0\u202f]?-?(?P<name>[%\uff05\u2030\u066a\u00b0\u2103\u2109$\u20ac\u00a3\u00a5\u20a9\u20b9]\s?[CF]?(?![a-z])|[^\W\d_]+[\u00b2\u00b3]?)").match(text, end)
    if after:
        name = after.group("name")
        found = words.EXACT_CASE.get(name) or _known(name)
        if found and found[0]:
            return found, after.end()
        if not name.isascii() and (prefix := _longest(name)):
            return words.UNITS[prefix], after.start("name") + len(prefix)
    if (money := words.PREFIXED_CURRENCY.search(text[max(0, start - 4) : start])) and money.end() == min(start, 4):
        return words.UNITS[money.group()[-1]], end
    return ("", Fraction(1)), end


def _known(name: str) -> tuple[str, Fraction] | None:
    name = name.replace(" ", "")
    if len(name) == 1 and name.isupper() and name.isascii():
        return words.UNITS.get(name.lower()) if name in "VWA" else None
    return words.UNITS.get(name.lower())


def _longest(name: str) -> str:
    return next((name[:size] for size in range(min(len(name), 8), 0, -1) if name[:size] in words.UNITS), "")


def _per(text: str, end: int) -> str:
    """Return the time base within the next few words of the clause: `500 requests per minute` is minute."""
    clause = re.split(r"[.;!?\u3002](?:\s|$)", text[max(0, end) : end + 60])[0]
    found = [(match.start(), name) for name, pattern in words.BASES if (match := pattern.search(clause))]
    return min(found)[1] if found else ""


def _relation(text: str, start: int, end: int) -> str:
    head, tail = text[max(0, start - 30) : start].rstrip("$\u20ac\u00a3\u00a5 "), text[end : end + 12]
    head = head + " " if head else head
    for name, pattern in (("least", words.LEAST), ("most", words.MOST), ("more", words.MORE), ("less", words.LESS), ("about", words.ABOUT)):
        if pattern.search(head):
            return name
    if words.ABOUT_AFTER.match(tail):
        return "about"
    return "least" if words.MORE_AFTER.match(tail) else "most" if words.LESS_AFTER.match(tail) else ""


def _spelled(text: str, add: "Adder", source: bool) -> None:
    """Find numbers written in words, in the scripts of quantity_words."""
    lower = text.lower()
    for match in words.TENS.finditer(lower):
        add((Fraction(words.NUMBERS[match.group(1)] + words.NUMBERS[match.group(2)]),), match.start(), match.end())
    for match in words.GERMAN_TENS.finditer(lower):
        one = 1 if match.group(1) == "ein" else words.NUMBERS[match.group(1)]
        add((Fraction(one + words.NUMBERS[match.group(2)]),), match.start(), match.end())
    for match in words.TENS_AND.finditer(lower):
        if match.group(2) in words.NUMBERS:
            add((Fraction(words.NUMBERS[match.group(1)] + words.NUMBERS[match.group(2)]),), match.start(), match.end())
    for match in WORD.finditer(lower):
        _word(lower, match, add, source)
    for match in CJK_NUMERAL.finditer(text):
        follows = CJK_COUNTER.match(text, match.end())
        if match.group() != "\u4e00" and follows and (value := _cjk(match.group())) is not None:
            add((Fraction(value),), match.start(), match.end())
    for match in re.finditer("\u534a\u5206|\u4e00\u534a|\uc808\ubc18", text):
        add((Fraction(50),), match.start(), match.end(), ("percent", Fraction(1)))
    for match in KOREAN_COUNT.finditer(text):
        add((Fraction(words.KOREAN_DIGITS[match.group(1)]),), match.start(1), match.end(1))


def _word(lower: str, match: re.Match[str], add: "Adder", source: bool) -> None:
    name = match.group()
    if name in words.FRACTIONS and not lower[match.end() :].startswith((" hour", " an hour", " past")):
        add((words.FRACTIONS[name] * 100,), match.start(), match.end(), ("percent", Fraction(1)))
        return
    value = words.NUMBERS.get(name)
    if value is None or (not source and DEFINITE.search(lower[: match.start()])):
        return
    following = WORD.match(lower, match.end() + 1)
    factor = words.MAGNITUDES.get(following.group(), 0) if following and len(following.group()) > 1 else 0
    if factor and following:
        add((Fraction(value * factor),), match.start(), following.end())
    elif source or name not in words.WEAK or (following and following.group() in words.UNITS and len(following.group()) > 1):
        add((Fraction(value),), match.start(), match.end())


def _cjk(numeral: str) -> int | None:
    """Return the value of a numeral such as \\u4e09\\u5341\\u4e8c (32); None when it is not well formed."""
    total = section = digit = 0
    for char in numeral:
        if char == "\u5341":
            section += (digit or 1) * 10
            digit = 0
        elif char in words.CJK_DIGITS:
            digit = digit * 10 + words.CJK_DIGITS[char]
        elif words.MAGNITUDES[char] < 10_000:
            section += (digit or 1) * words.MAGNITUDES[char]
            digit = 0
        else:
            total += (section + digit or 1) * words.MAGNITUDES[char]
            section = digit = 0
    return total + section + digit


class Adder:  # pragma: no cover  (typing only)
    def __call__(
        self, values: tuple[Fraction, ...], start: int, end: int, unit: tuple[str, Fraction] | None = None
    ) -> None: ...
