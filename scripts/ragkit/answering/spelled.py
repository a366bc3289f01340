"""Numbers written in words, in ten languages, and shares: half, three quarters, 2/3."""

import re
from collections.abc import Iterator
from fractions import Fraction

from ragkit.answering import number_words
from ragkit.answering import quantity_words as words

Written = tuple[
    tuple[Fraction, ...], int, int, words.Unit | None
]  # values, start, end, unit when it is known
PERCENT: words.Unit = ("percent", Fraction(1))
HALF_OF_TIME = re.compile(r"\s(?:(?:an|past|to)\b|hour)")
CJK_NUMERAL = re.compile(
    r"[\u96f6\u3007\u4e00\u4e8c\u4e24\u5169\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341\u767e\u5343\u4e07\u842c\u4ebf\u5104]{1,24}"
)
BOTH_CJK = ("\u4e00", "\u4e24", "\u5169")  # one, and two: "both workshops" counts nothing
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
PERCENT_OF = re.compile(r"\u767e\u5206\u4e4b\s?(\d{1,9}(?:\.\d{1,9})?)")
SLASH_FRACTION = re.compile(r"(?<![\d/.])([1-9])/([2-9]|10)(?![\d/])")
ENGLISH_FRACTION = re.compile(
    r"\b(?P<n>an?|one|two|three|four)[- ](?P<d>third|quarter|fifth|eighth|tenth)s?\b"
    r"(?!\s(?:hour|of an hour))",
    re.IGNORECASE,
)
DEFINITE = re.compile(
    r"\b(?:the|these|those|both|all|los|las|les|ces|des|aux|die|den|der|alle[nr]?|os|as|dos|das|nos|nas|i|le|gli|dei|"
    r"delle|degli|dai|dalle|ai|alle|nei|nelle|sui|sulle|tutt[ei]\se)\s\Z",
    re.IGNORECASE,
)
ARTICLE_UNIT = re.compile(
    r"\b(?:after|in|within|for|lasts?|lasted|takes?|took|than|of|is|was|only|every|about|tras|en|"
    r"dentro de|durante|dura|apr\u00e8s|dans|pendant|dure|nach|innerhalb|"
    r"f\u00fcr|dauert|ap\u00f3s|em|dopo|entro|per|de|da)\s(?P<one>an?|one|una?|une?|einer?|einem|einen|"
    r"ein|uma?|un'|un)(?:\s|(?<='))(?P<unit>[^\W\d_]+)\b",
    re.IGNORECASE,
)  # fmt: skip
FORTNIGHT = re.compile(r"\b(?:an?|one|the)\sfortnight\b", re.IGNORECASE)
NAMED_PARTS = re.compile(
    r"\b(?P<n>\d|[^\W\d_]+)\s(?P<d>tercios?|cuartos|quintos?|tiers|quarts|cinqui\u00e8mes?|drittel|viertel|f\u00fcnftel|"
    r"zehntel|ter\u00e7os?|quartos|terz[oi]|quarti|quint[oi]|d\u00e9cimos?|dixi\u00e8mes?|decimi)\b",
    re.IGNORECASE,
)
PARTS = {
    "te": 3,
    "ti": 3,
    "dr": 3,
    "cu": 4,
    "qua": 4,
    "vi": 4,
    "qui": 5,
    "ci": 5,
    "f\u00fc": 5,
    "ze": 10,
    "d": 10,
}
BOTTOM = {"third": 3, "quarter": 4, "fifth": 5, "eighth": 8, "tenth": 10}


AND_A_PART = re.compile(
    r"(?<![\d.,])(?P<n>\d{1,9}|\b(?:"
    + "|".join(sorted(words.NUMBERS, key=len, reverse=True))
    + r"|an?|una?|une?|eine?|uma?|een)(?!\w)|\bun')"
    r"\s?(?P<u>[^\W\d_]+)?\s(?:and|y|et|und|e|en)\s"
    r"(?P<f>three\squarters|tres\scuartos|trois\squarts|drei\sviertel|dreiviertel|tre\squarti|tr\u00eas\squartos|"
    r"a\squarter|(?:un\s)?cuarto|(?:un\s)?quart|(?:ein(?:e|en)?\s)?viertel|(?:um|un)\squarto|een\skwart|"
    r"a\shalf|medi[ao]|demie?|ein(?:e|en)?\shalbe?s?|mei[ao]|mezz[ao]|een\shal(?:f|ve))(?![^\W\d_])"
    r"(?:\s(?P<v>[^\W\d_]+))?",
    re.IGNORECASE,
)
HALF_A = re.compile(
    r"\b(?:half\s(?:an?|of\san?)\s|half-|media\s|medio\s|demi-|une\sdemi-|halbe[rns]?\s|meia\s|meio\s|"
    r"mezz[ao]\s|mezz'|\u0646\u0635\u0641\s|\u534a(?!\u5206(?![\u949f\u9418])))(?P<u>[^\W\d_]+)",
    re.IGNORECASE,
)
PARTS_OF = re.compile(
    r"(?P<d>[\d\u4e00\u4e8c\u4e24\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341]{1,12})\s?(?:\u5206\u306e|"
    r"\u5206\u4e4b|\ubd84\uc758)\s?(?P<n>[\d\u4e00\u4e8c\u4e24\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d]{1,12})"
)
ONE_IN = re.compile(
    r"\b(?P<n>[^\W\d_]+|\d{1,2})\s(?:(?P<in>in|em|su)|out\sof|de\scada|sur|von|em\scada|ogni)\s"
    r"(?P<d>\d{1,3}|[^\W\d_]+)\b",
    re.IGNORECASE,
)
GERMAN_HALF = re.compile(
    r"\b(?:andert|(?P<n>ein|zwei|drei|vier|f\u00fcnf|sechs|sieben|acht|neun)(?:und)?ein)halb\s(?P<u>[^\W\d_]+)",
    re.IGNORECASE,
)
QUARTERS = re.compile(  # of an hour
    r"\b(?:(?P<three>three|trois|tres|tre|tr\u00eas|drei|trzy)[\s-]?|(?:an?|the|un|una|uno|um|eine[r]?|een)\s)?"
    r"(?:quarters?[\s-](?:of\san\s)?hour|quarts?\sd'heure|cuartos?\sde\shora|quart[oi]\sd'ora|quartos?\sde\shora|"
    r"viertelstunden?|kwartier|kwadrans\w*)(?![^\W\d_]|\s(?:po|przed|do|over|voor)\s)",
    re.IGNORECASE,
)
HALF_AFTER = re.compile(
    rf"(?P<n>(?<!\d)\d{{1,6}}|{'|'.join(words.KOREAN_DIGITS)}|[\u4e00\u4e8c\u4e24\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341]{{1,12}})\s?(?:\u4e2a(?P<x>\u534a))?"
    r"(?P<u>\u6642\u9593|\u5c0f\u65f6|\u5c0f\u6642|\u5e74|\u304b\u6708|\u30f6\u6708|\u4e2a\u6708|\u6708|\u9031\u9593|\u661f\u671f|\u5468|\u65e5|\u5929|\uc2dc\uac04|\ub144|\uac1c\uc6d4)"
    r"(?P<y>\s?[\u534a\ubc18])?"
)
HALF_DOZEN = re.compile(
    r"\b(?:half\s(?:an?\s)?dozen|ein\shalbes\sdutzend|media\sdocena|une\sdemi-douzaine|mezza\sdozzina|"
    r"meia\sd\u00fazia)\b",
    re.IGNORECASE,
)
LASTED = re.compile(r"(?<![\d:.T])([0-9]{1,3}):([0-5]\d):([0-5]\d)(?![\d:])")
CENTURY = re.compile(r"(?<!\d)(?P<c>1\d)00s\b")


def shares(text: str) -> Iterator[Written]:
    """Yield the shares of a text as percentages, halves of a unit or dozen, and "an hour" as one hour."""
    for match in HALF_DOZEN.finditer(text):
        yield (Fraction(6),), match.start(), match.end(), ("", Fraction(1))
    yield from _halves(text)  # first: "three quarters" of "an hour and three quarters" is no share
    for top, bottom, match in _parts(text):
        if bottom:
            yield (Fraction(top * 100, bottom),), match.start(), match.end(), PERCENT
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
    for match in FORTNIGHT.finditer(text):
        yield (Fraction(1),), match.start(), match.end(), words.UNITS["fortnight"]


def _parts(text: str) -> Iterator[tuple[int, int, re.Match[str]]]:
    """Yield (top, bottom, match) for each fraction: two thirds, 2/3, one in three, in ten languages."""
    for match in PARTS_OF.finditer(text):
        yield _whole(match.group("n")), _whole(match.group("d")), match
    for match in ONE_IN.finditer(text):
        top, bottom = _small(match.group("n")), _small(match.group("d"))
        if 0 < top < bottom <= 100 and (top == 1 or not match.group("in") or _spoken(match)):
            yield top, bottom, match
    for match in NAMED_PARTS.finditer(text):
        name = match.group("d").lower()
        top, bottom = _small(match.group("n")), next(n for head, n in PARTS.items() if name.startswith(head))
        if 0 < top < bottom:
            yield top, bottom, match
    for match in ENGLISH_FRACTION.finditer(text):
        top = words.NUMBERS.get(match.group("n").lower(), 1)
        yield top, BOTTOM[match.group("d").lower()], match
    for match in SLASH_FRACTION.finditer(text):
        yield int(match.group(1)), int(match.group(2)), match


def _halves(text: str) -> Iterator[Written]:
    """Yield "an hour and a half" and "one and a half hours" as 1.5 hours, "half a litre" as 0.5; and
    "2:07:04", the time of a race."""
    for match in LASTED.finditer(text):
        hours, minutes, seconds = (int(part) for part in match.group(1, 2, 3))
        yield (Fraction(hours * 3600 + minutes * 60 + seconds),), match.start(), match.end(), words.UNITS["s"]
    for match in QUARTERS.finditer(text):
        yield (Fraction(3 if match["three"] else 1, 4),), match.start(), match.end(), words.UNITS["h"]
    for match in AND_A_PART.finditer(text):
        name = match.group("n").lower()
        whole = _small(name.removesuffix("'"))
        unit = words.UNITS.get((match.group("u") or match.group("v") or "").lower())
        if unit and whole:
            end = match.end() if not match.group("u") else match.end() - len(match.group("v") or "")
            yield (whole + _share(match.group("f").lower()),), match.start(), end, unit
    for match in GERMAN_HALF.finditer(text):
        number = _small(match.group("n") or "ein") + Fraction(1, 2)
        if unit := words.UNITS.get(match.group("u").lower()):
            yield (number,), match.start(), match.end(), unit
    for match in HALF_AFTER.finditer(text):
        if match.group("x") or match.group("y"):
            name = match.group("u")
            name = {"\u6708": "\u4e2a\u6708", "\u5e74": "\u5e74\u9593", "\ub144": "\uc138\uc6d4"}.get(
                name, name
            )
            count = words.KOREAN_DIGITS.get(match.group("n")) or _whole(match.group("n"))
            yield (count + Fraction(1, 2),), match.start(), match.end(), words.UNITS[name]
    for match in HALF_A.finditer(text):
        name = match.group("u").lower()
        known = next((name[:size] for size in range(len(name), 0, -1) if name[:size] in words.UNITS), "")
        if len(name) > 1 and words.MAGNITUDES.get(name, 0) >= 1000:
            yield (Fraction(words.MAGNITUDES[name], 2),), match.start(), match.end(), ("", Fraction(1))
        elif known and (known == name or not name.isascii()):
            yield (Fraction(1, 2),), match.start(), match.start("u") + len(known), words.UNITS[known]


def _share(name: str) -> Fraction:
    """Return the value of "a half", "a quarter" or "three quarters" by what the languages share of them."""
    if not re.search("qu?art|kwart|cuart|viertel", name):
        return Fraction(1, 2)
    return Fraction(3 if re.match("t[hr]|drei", name) else 1, 4)


def _spoken(match: re.Match[str]) -> bool:
    """Return whether "two in three" is a share: both in words, nothing measured."""
    digits = any(char.isdecimal() for char in match.group())
    following = number_words.TOKEN.match(match.string, match.end() + 1)
    return not digits and (following is None or following.group().lower() not in words.UNITS)


def parts(text: str) -> Iterator[tuple[Fraction, int, int]]:
    """Yield the two numbers of "nine out of ten": in a source they may be meant one by one."""
    for match in ONE_IN.finditer(text):
        if not 0 < _small(match.group("n")) < _small(match.group("d")):
            continue
        for name in ("n", "d"):
            if value := _small(match.group(name)):
                yield Fraction(value), match.start(name), match.end(name)


def _small(name: str) -> int:
    name = name.lower()
    if name in ("a", "an", "un", "una", "une", "uno", "ein", "eine", "einer", "um", "uma"):
        return 1
    return int(name) if name.isdecimal() else words.NUMBERS.get(name, 0)


def _whole(numeral: str) -> int:
    return int(numeral) if numeral.isdecimal() else _cjk(numeral)


def numbers(text: str, source: bool) -> Iterator[Written]:
    """Yield the numbers written in words; `source` reads "one" and "first" too, and "the two plants"."""
    lower = text.lower()
    known = words.spoken(lower)
    for value, dimension, factor, start, end in number_words.lasting(lower, known):
        yield (Fraction(value),), start, end, (dimension, Fraction(factor))
    for match in number_words.TOKEN.finditer(lower):
        if match.group() in words.FRACTIONS and not HALF_OF_TIME.match(lower, match.end()):
            yield (words.FRACTIONS[match.group()] * 100,), match.start(), match.end(), PERCENT
    for phrase in number_words.phrases(lower, known):
        yield from _phrase(lower, phrase, source)
    for match in CJK_NUMERAL.finditer(text):
        lone = match.group() in BOTH_CJK and not ONE_CJK.match(text, match.end())
        if not lone and CJK_COUNTER.match(text, match.end()):
            yield (Fraction(_cjk(match.group())),), match.start(), match.end(), None
    for match in KOREAN_COUNT.finditer(text):
        yield (Fraction(words.KOREAN_DIGITS[match.group(1)]),), match.start(1), match.end(1), None


def _phrase(lower: str, phrase: number_words.Phrase, source: bool) -> Iterator[Written]:
    """Yield a number phrase that counts something: "one of them" and "two-factor" count nothing."""
    following = number_words.TOKEN.match(lower, phrase.end + 1)
    after = following.group() if following and len(following.group()) > 1 else ""
    found = (Fraction(phrase.value),), phrase.start, phrase.end, None
    if source or phrase.parts > 1:
        yield found
        return
    glued = lower[phrase.end : phrase.end + 1] == "-" and bool(after)
    counts = after in words.UNITS or (phrase.first not in words.WEAK and not glued)
    if counts and not DEFINITE.search(lower[: phrase.start]):
        yield found


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
