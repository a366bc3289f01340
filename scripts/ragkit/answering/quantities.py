"""Quantities in a text: value, unit and relation, whatever words,
digits or magnitudes they are written in."""

import re
from fractions import Fraction
from functools import lru_cache
from itertools import chain, pairwise
from math import prod
from typing import NamedTuple

from ragkit.answering import quantity_words as words
from ragkit.answering import spelled, squares

NUMERAL = re.compile(
    r"(?P<sign>(?<![\w)\]])[-\u2212])?"
    r"(?P<digits>(?<=[A-Za-z])\d+(?=,(?!\d{3}(?!\d))\d)"  # "M16,38" is a row of a CSV
    r"|\d{1,3}(?:[.,'\u2019\u00a0\u202f ]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?)"
)
MARKER = re.compile(r"(?:(?<=\n)|\A)\s*(?:\d{1,3}[.)]|[-*+])\s+(?=\S)")
SUFFIX = re.compile(
    r"(?P<k>[kK])(?![A-Za-z\d_])|(?P<m>[M])(?![A-Za-z\d_])|(?P<b>bn|B)(?![A-Za-z\d_])|\s?(?P<mn>mn|mio|million|[^\W\d_]+)\b",
    re.UNICODE,
)
WIDE_MAGNITUDE = re.compile(r"\s?([\u767e\u5343\u4e07\u842c\u4ebf\u5104\ubc31\ucc9c\ub9cc\uc5b5]+)")

MORE_WIDE = re.compile(
    r"\s?(?P<digits>\d[\d,]*)([\u767e\u5343\u4e07\u842c\ubc31\ucc9c\ub9cc]+)?(?!\s?[\u5e74\u6708\u65e5\ub144\uc6d4\uc77c])"
)
CODE_TAIL = re.compile(
    r"(?!(?:[KMGT]i?B|[KMG]bit|MHz|GHz|[KMG]W|USD|EUR|GBP|CHF|JPY|AM|PM)\b)[A-Z]{2,4}\b(?![a-z])"
)  # 1AA
BELOW_ZERO = re.compile(
    r"\s?(?:\u00b0C?|degrees?|grad|grados|degr\u00e9s|gradi|graus)?(?:\sC(?:elsius)?)?\s?(?:below\s(?:zero|freezing)|unter\s(?:null|dem\sgefrier)|"
    r"bajo\scero|(?:au-dessous|sous)\s(?:de\s)?z\u00e9ro|sotto\s(?:lo\s)?zero|abaixo\sde\szero)",
    re.IGNORECASE,
)
LONGEST = 60  # digits of a number; Python refuses to read more than 4,300
GAP = re.compile(r"(?:,?\s(?:(?:and|und|et|y|e)\s)?|)")
PER_CENT = re.compile(r"\s?(?:per|por|pour|pro)\s(?:cent|ciento|cento)\b", re.IGNORECASE)
# What people call two weeks, or one: "quinze jours".
TWO_WEEKS = re.compile(r"(?:quinze\sjours|quince\sd\u00edas|quindici\sgiorni|quinze\sdias)\b", re.IGNORECASE)
ONE_WEEK = re.compile(
    r"(?:huit\sjours|ocho\sd\u00edas|otto\sgiorni|oito\sdias|acht\stagen?)\b", re.IGNORECASE
)

CODE_BEFORE = re.compile(r"\s(?:EUR|USD|GBP|CHF|JPY|INR|PLN|CAD|AUD|SEK|NOK|DKK|CZK)\Z")
MINUS = re.compile(r"\b(?:minus|menos|moins|meno)\s\Z", re.IGNORECASE)
DENIED = {"more": "most", "less": "least"}  # "do not take more than 8"
DENIAL = re.compile(r"\b(?:not|never|cannot|nicht|pas|non|n\u00e3o|niet|nie)\b[^.;,]{0,24}\Z", re.IGNORECASE)
COUNTER = re.compile("[\u4e2a\u500b](?=[\u5c0f\u6708\u661f\u5468])")
AFTER = re.compile(
    r"[ \u00a0\u202f]?-?(?P<name>"
    r"[%\uff05\u2030\u066a\u00b0\u2103\u2109$\u20ac\u00a3\u00a5\u20a9\u20b9]\s?[CF]?(?![a-z])|"
    r"[^\W\d_]+[\u00b2\u00b3]?)"
)
POUNDS = ("pound", "pounds")  # of money, unless something is weighed
WEIGHT = re.compile(
    r"\b(?:weigh\w*|weight|heav(?:y|ier|iest)|light(?:er|est)|mass|lbs?|oz|ounces?|kg|kilos?|kilogram\w*|grams?)\b",
    re.IGNORECASE,
)
DEGREES = re.compile(r"\s?(?:degrees?|grados?|degr\u00e9s?|grad|graus?|gradi)\b", re.IGNORECASE)


GLUED = {"k": 10**3, "K": 10**3, "M": 10**6, "B": 10**9, "bn": 10**9}


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
    written = (
        (*_magnified(text, match), None) for match in NUMERAL.finditer(text) if not _in_word(text, match)
    )
    for values, start, end, unit in chain(spelled.shares(text), written, spelled.numbers(text, source)):
        if any(taken[start:end]):
            continue
        if unit is None:
            unit, end = _unit(text, start, end)
        taken[start:end] = b"\x01" * (end - start)
        if unit[0] != "percent" and text[start].isalpha() and (below := BELOW_ZERO.match(text, end)):
            values, end = tuple(-value for value in values), below.end()  # "forty degrees below zero"
        if TWO_WEEKS.match(text, start) or ONE_WEEK.match(text, start):
            values = (*values, values[0] - 1)
        found.append(Quantity(values, *unit, _per(text, start, end), _relation(text, start, end), start, end))
    if source:
        found += [
            Quantity((value,), "", Fraction(1), "", "", start, end)
            for value, start, end in spelled.parts(text)
        ]
    return tuple(sorted(found, key=lambda quantity: quantity.start))


def whole(text: str, found: tuple[Quantity, ...]) -> list[tuple[Quantity, tuple[Quantity, Quantity]]]:
    """Return (sum, its parts) where a smaller unit of one dimension
    follows a larger: "1 hour 30 minutes", "1 h 30"."""
    sums: list[tuple[Quantity, tuple[Quantity, Quantity]]] = []
    for a, b in pairwise(found):
        gap = text[a.end : b.start]
        minutes = a.factor == 3600 and not b.dimension and gap in ("", " ") and b.values[0] < 60
        smaller = a.dimension == b.dimension != "" and a.factor > b.factor and len(a.values) == 1
        if GAP.fullmatch(gap) and (minutes or smaller):
            unit = Fraction(60) if minutes else b.factor
            total = a.values[0] * a.factor + b.values[0] * unit
            sums.append((a._replace(values=(total,), factor=Fraction(1), end=b.end), (a, b)))
    return sums


def _in_word(text: str, match: re.Match[str]) -> bool:
    """Return whether the digits are part of a name: F2, B12, x86_64 (but not 40Hz, 100k or CJK text)."""
    before, further = text[match.start() - 1 : match.start()], text[match.start() - 2 : match.start() - 1]
    if CODE_TAIL.match(text, match.end()) or len(match.group("digits")) > LONGEST:
        return True
    if not match.start():
        return False
    return (before.isascii() and (before.isalpha() or before == "_")) or (
        before in "-/#" and further.isalpha()
    )


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


def _magnified(text: str, match: re.Match[str]) -> tuple[tuple[Fraction, ...], int, int]:
    """Return the values of a numeral with the magnitude after it, and where it begins and ends."""
    values = _readings(_ascii(match.group("digits")))
    below = BELOW_ZERO.match(text, match.end())
    if match.group("sign") or below or MINUS.search(text[max(0, match.start() - 7) : match.start()]):
        values = tuple(-value for value in values)
    if wide := WIDE_MAGNITUDE.match(text, match.end()):
        return _wide(text, match.start(), values[0], wide)
    suffix = SUFFIX.match(text, match.end())
    factor = _factor(text, match, suffix) if suffix else 0
    if not suffix or not factor:
        return values, match.start(), match.end()
    return tuple(value * factor for value in values), match.start(), suffix.end()


def _wide(
    text: str, start: int, value: Fraction, wide: re.Match[str]
) -> tuple[tuple[Fraction, ...], int, int]:
    """Return the value of digits and wide magnitudes in turn: 1\u4e072000 is 12,000."""
    total, last, end = value * _product(wide), _product(wide), wide.end()
    while more := MORE_WIDE.match(text, end):
        factor = _product(more) if more.group(2) else 1
        part = Fraction(_ascii(more.group("digits")).replace(",", "")) * factor
        if part >= last or factor >= last:
            break
        total, last, end = total + part, factor, more.end()
    return (total,), start, end


def _product(wide: re.Match[str]) -> int:
    return prod(words.MAGNITUDES[char] for char in wide.group(wide.lastindex or 1))


def _factor(text: str, match: re.Match[str], suffix: re.Match[str]) -> int:
    """Return the magnitude that a suffix stands for, 0 when it is none:
    k, M, bn, million; "$5m", but not "5 m"."""
    name = suffix.group().strip()
    if name in GLUED and (len(name) > 1 or not suffix.group()[0].isspace()):
        return GLUED[name]
    if len(name) == 1:
        money = words.PREFIXED_CURRENCY.search(text[max(0, match.start() - 4) : match.start()])
        return 10**6 if money and name == "m" else 0
    if name.lower() in words.UNITS and not text[suffix.end() :].startswith(" de "):  # 12 miles; 12 miles de
        return 0
    return words.MAGNITUDES.get(name.lower(), 0)


def _ascii(digits: str) -> str:
    return "".join(str(int(c)) if c.isdecimal() else c for c in digits)


def _unit(text: str, start: int, end: int) -> tuple[tuple[str, Fraction], int]:
    """Return the unit before (currency) or after the number, and where number and unit end."""
    if words.POINTS.match(text, end + (text[end : end + 1] == " ")) and (
        point := words.POINTS.search(text, end)
    ):
        return ("points", Fraction(1)), point.end()
    if percent := PER_CENT.match(text, end):
        return spelled.PERCENT, percent.end()
    if skipped := DEGREES.match(text, end) or COUNTER.match(text, end):
        end = skipped.end()
    if squared := squares.after(text, end):
        return squared
    if after := AFTER.match(text, end):
        name = after.group("name")
        found = words.EXACT_CASE.get(name) or _known(name)
        if name.lower() in POUNDS and WEIGHT.search(text):
            found = words.UNITS["lb"]
        if found and found[0]:
            return found, after.end()
        if not name.isascii() and (prefix := _longest(name)):
            return words.UNITS[prefix], after.start("name") + len(prefix)
    if money := words.PREFIXED_CURRENCY.search(text[max(0, start - 5) : start]):
        return words.UNITS[money.group().strip().lower()], end
    return ("", Fraction(1)), end


def _known(name: str) -> tuple[str, Fraction] | None:
    name = name.replace(" ", "")
    if len(name) == 1 and name.isupper() and name.isascii():
        return words.UNITS.get(name.lower()) if name in "VWA" else None
    return words.UNITS.get(name.lower())


def _longest(name: str) -> str:
    heads = (name[:size] for size in range(min(len(name), 8), 0, -1))
    return next((head for head in heads if head in words.UNITS and not head.isascii()), "")


def _per(text: str, start: int, end: int) -> str:
    """Return the time base in the words after the number, else before
    it, in its clause: `500 calls per minute`."""
    clause = re.split(r"[.;!?](?:\s|$)|[\u3002\uff0c]", text[max(0, end) : end + 60])[0]
    found = [(match.start(), name) for name, pattern in words.BASES if (match := pattern.search(clause))]
    if not found:
        before = re.split(r"[.;!?](?:\s|$)|[\u3002\uff0c\n]", text[max(0, start - 40) : start])[-1]
        found = [(-match.start(), name) for name, pattern in words.BASES if (match := pattern.search(before))]
    return min(found)[1] if found else ""


def _relation(text: str, start: int, end: int) -> str:
    head, tail = text[max(0, start - 30) : start].rstrip("$\u20ac\u00a3\u00a5 "), text[end : end + 12]
    head = CODE_BEFORE.sub("", head)
    head = head + " " if head else head
    for name, pattern in (
        ("least", words.LEAST),
        ("most", words.MOST),
        ("more", words.MORE),
        ("less", words.LESS),
        ("about", words.ABOUT),
    ):
        if match := pattern.search(head):
            return DENIED.get(name, name) if DENIAL.search(head[: match.start()]) else name
    if words.ABOUT_AFTER.match(tail):
        return "about"
    return "least" if words.LEAST_AFTER.match(tail) else "most" if words.MOST_AFTER.match(tail) else ""
