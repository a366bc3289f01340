"""Dates, decades, clock times, quarters and versions in a text, as comparable values."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ragkit.answering import clocks
from ragkit.answering import quantity_words as words

_NAME = "|".join(sorted((re.escape(name) for name in words.MONTHS), key=len, reverse=True))
_OF = r"(?:\s?\b(?:de|del|of|di|do|d')\b)?"
_YEAR = r"(?P<y>[12]\d{3})"
_DAY = r"(?P<d>[0-3]?\d)(?:st|nd|rd|th|er|\u00ba|\u00aa|\.)?"
_ORDERS: tuple[tuple[str, str], ...] = (
    ("iso", rf"(?<![\d-]){_YEAR}[-/.](?P<m>0?[1-9]|1[0-2])[-/.](?P<d>[0-3]?\d)(?![\d-])"),
    (
        "cjk",
        rf"{_YEAR}\s?[\u5e74\ub144](?:\s?(?P<m>1[0-2]|0?[1-9])\s?[\u6708\uc6d4](?:\s?(?P<d>[0-3]?\d)\s"
        rf"?[\u65e5\u53f7\u865f\uc77c])?)?",
    ),
    (
        "cjk_short",
        r"(?<!\d)(?P<m>1[0-2]|0?[1-9])\s?[\u6708\uc6d4](?:\s?(?P<d>[0-3]?\d)\s?[\u65e5\u53f7\u865f\uc77c])",
    ),
    ("slash", rf"(?<![\d/.])(?P<a>[0-3]?\d)[/.](?P<b>[0-3]?\d)[/.]{_YEAR}(?![\d/])"),
    (
        "ranged",  # the first day of "3 and 21 June 2022"
        rf"(?<![\d.,:/-]){_DAY}\s?(?:[-\u2013]|and|to|until|bis(?:\szum)?|und|y|al|au|et|e|a)\s?"
        rf"(?=[0-3]?\d(?:st|nd|rd|th|er|\.)?{_OF}\s?(?P<name>{_NAME})\b(?:{_OF},?\s{_YEAR})?)",
    ),
    ("named", rf"(?<!\d){_DAY}{_OF}\s?-?(?P<name>{_NAME})\b\.?(?:{_OF},?\s?-?{_YEAR})?"),
    ("american", rf"\b(?P<name>{_NAME})\.?\s{_DAY}(?!\d)(?:,?\s{_YEAR})?"),
    ("month", rf"\b(?P<name>{_NAME})\.?{_OF},?\s{_YEAR}"),
)
DATES = [(name, re.compile(pattern, re.IGNORECASE)) for name, pattern in _ORDERS]
QUARTER = re.compile(
    r"\bQ(?P<q>[1-4])\b|\b(?P<word>first|second|third|fourth|1st|2nd|3rd|4th)\squarter\b|"
    r"\u7b2c?\s?(?P<cjk>[1-4\u4e00\u4e8c\u4e09\u56db])\s?(?:\u5b63\u5ea6|\u56db\u534a\u671f|\ubd84\uae30)",
    re.IGNORECASE,
)
VERSION = re.compile(
    r"(?<![A-Za-z\d_.])v?(?P<v>\d+(?:\.\d+){2,}(?:-[\w.]+)?)(?![A-Za-z\d_])|\b(?:version|versi\u00f3n|vers\u00e3o|"
    r"versione|release|v|\u30d0\u30fc\u30b8\u30e7\u30f3|\u7248\u672c|\ubc84\uc804|"
    r"\u0627\u0644\u0625\u0635\u062f\u0627\u0631)\s?\.?(?P<w>\d+(?:\.\d+)*)(?![A-Za-z\d_])",
    re.IGNORECASE,
)  # fmt: skip
DECADE = re.compile(
    r"\b(?P<e>(?:1[5-9]|20)\d0)(?:s|er)\b|\b(?:ann\u00e9es|a\u00f1os|anni|anos|d\u00e9cada\sde)\s"
    r"(?P<f>(?:1[5-9]|20)[1-9]0)\b",
    re.IGNORECASE,
)
_ORDINAL = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "1": 1,
    "2": 2,
    "3": 3,
    "4": 4,
    "\u4e00": 1,
    "\u4e8c": 2,
    "\u4e09": 3,
    "\u56db": 4,
}

LISTED = re.compile(  # "October 9, 10 and 11"
    rf"\b(?P<name>{_NAME})\.?\s(?P<days>[0-3]?\d(?:(?:,\s?|,?\s(?:and|or|to)\s|\s?[-\u2013]\s?)[0-3]?\d\b(?!:|\.\d))+)"
    rf"(?:,?\s(?P<y>[12]\d{{3}}))?",
    re.IGNORECASE,
)


class Stamp(NamedTuple):
    """One date, decade, time, quarter or version.

    `readings` holds more than one value when the order of day and month, or the half of the day, is open.
    """

    kind: str  # date, decade, clock, quarter or version
    readings: tuple[tuple[object, ...], ...]  # date: (year, month, day), None where not stated
    start: int
    end: int


@lru_cache(maxsize=2048)
def find(text: str) -> tuple[Stamp, ...]:
    """Return the stamps of a text, in order, disjoint."""
    found: list[Stamp] = []
    taken = bytearray(len(text))
    for stamp in _all(text):
        if not any(taken[stamp.start : stamp.end]):
            taken[stamp.start : stamp.end] = b"\x01" * (stamp.end - stamp.start)
            found.append(stamp)
    return tuple(sorted(found, key=lambda stamp: stamp.start))


def _all(text: str) -> Iterator[Stamp]:
    for name, pattern in DATES:
        for match in pattern.finditer(text):
            if readings := _readings(name, match, text):
                yield Stamp("date", readings, match.start(), match.end())
    for match in VERSION.finditer(text):
        number = match.group("v") or match.group("w")
        if match.group("w") or number.count(".") >= 2:
            yield Stamp("version", ((number,),), match.start(), match.end())
    for match in QUARTER.finditer(text):
        value = match.group("q") or match.group("cjk") or match.group("word")[:6].rstrip("stndrh") or ""
        value = (
            match.group("word").lower() if match.group("word") and match.group("word")[0].isalpha() else value
        )
        yield Stamp("quarter", ((_ORDINAL[value],),), match.start(), match.end())
    for match in DECADE.finditer(text):
        yield Stamp("decade", ((int(match.group("e") or match.group("f")),),), match.start(), match.end())
    for readings, start, end in clocks.find(text):
        yield Stamp("clock", readings, start, end)


def _readings(name: str, match: re.Match[str], text: str) -> tuple[tuple[object, ...], ...]:
    part = match.groupdict()
    year = int(part["y"]) if part.get("y") else None
    if year is None and part.get("name") in ("may", "march", "mar"):
        return ()  # "18 may enter"
    if name == "slash":
        a, b = int(part["a"]), int(part["b"])
        orders = [(year, b, a), (year, a, b)]
        if words.DAY_FIRST.search(text) or "." in match.group():
            orders = orders[:1]
        elif words.MONTH_FIRST.search(text):
            orders = orders[1:]
        return tuple(order for order in orders if 1 <= (order[1] or 0) <= 12 and 1 <= (order[2] or 0) <= 31)
    month = (
        words.MONTHS[part["name"].lower().rstrip(".")]
        if part.get("name")
        else int(part["m"])
        if part.get("m")
        else None
    )
    day = int(part["d"]) if part.get("d") else None
    return ((year, month, day),)


def seconds(reading: tuple[object, ...]) -> int:
    """Return the seconds from midnight of a reading of a clock time."""
    hour, minute = reading
    assert isinstance(hour, int)
    assert isinstance(minute, int)
    return hour * 3600 + minute * 60


def listed(stamp: Stamp, source: str) -> bool:
    """Return whether the source names the day of a date in a list behind one month."""
    for match in LISTED.finditer(source):
        month = words.MONTHS[match["name"].lower().rstrip(".")]
        days = {int(day) for day in re.findall(r"\d+", match["days"])}
        year = int(match["y"]) if match["y"] else None
        for mine in stamp.readings if stamp.kind == "date" else ():
            if mine[1] == month and mine[2] in days and (mine[0] is None or mine[0] == year):
                return True
    return False


def agrees(mine: Stamp, theirs: Stamp) -> bool:
    """Return whether some reading of mine says nothing that contradicts some reading of theirs.

    A date may be less precise than the source's; a part that the source does not state does not agree.
    """
    if mine.kind != theirs.kind:
        return False
    return any(
        all(a is None or a == b for a, b in zip(one, other, strict=True))
        for one in mine.readings
        for other in theirs.readings
        if len(one) == len(other)
    )
