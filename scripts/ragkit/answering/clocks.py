"""Clock times in a text: 17:30, 5.30 pm, 19 h 30, "half past five", "halb sieben", "las tres y media"."""

import re
from collections.abc import Iterator

from ragkit.answering import quantity_words as words

Reading = tuple[int, int]  # hour 0 to 23, minute
CLOCK = re.compile(
    r"(?<![\d:.])(?P<h>[01]?\d|2[0-4])(?::(?P<min>[0-5]\d)(?::[0-5]\d)?|"
    r"(?:(?:\.|\s?h\s?)(?P<dot>[0-5]\d))(?=\s?(?:[-\u2013]\s?[0-2]?\d\.[0-5]\d\s)?(?:uhr|uur|h\b|heures|ore|[ap]\.?m)|\b(?:(?<=h\d\d)|(?<=h\s\d\d))(?!\s?min)))"
    r"\s?(?P<half>[ap]\.?\s?m\b\.?)?|(?<![\d:.])(?P<only>1[0-2]|[1-9])\s?(?P<ampm>[ap]\.?m\b\.?)|"
    r"(?<![\d:.])(?P<part>\u5348\u5f8c|\u5348\u524d|\u4e0b\u5348|\u4e0a\u5348|\u665a\u4e0a|"
    r"\uc624\ud6c4\s?|\uc624\uc804\s?)?(?P<hour>[01]?\d|2[0-4])\s?(?:uhr|uur(?=\s's\s)|o'clock|\u6642(?!\u9593)|"
    r"\u70b9(?:\u949f)?|"
    r"\uc2dc(?!\uac04))(?:\s?(?P<mins>[0-5]?\d)\s?[\u5206\ubd84]|\s?(?P<thirty>[\u534a\ubc18]))?",
    re.IGNORECASE,
)  # fmt: skip
_CJK = "\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341"
CJK_CLOCK = re.compile(
    rf"(?P<part>\u5348\u5f8c|\u5348\u524d|\u4e0b\u5348|\u4e0a\u5348|\u665a\u4e0a)?(?<![{_CJK}])(?P<h>[{_CJK}]{{1,3}})"
    rf"(?:\u6642|\u65f6|\u70b9\u949f?|\u9ede)(?!\u9593|\u95f4)(?:(?P<m>[{_CJK}]{{1,3}})\u5206|(?P<half>\u534a))?"
)
NOON = re.compile(
    r"\b(?:(noon|midday|mediod\u00eda|midi|mittags?|meio-dia|mezzogiorno)|midnight|medianoche|minuit|"
    r"mitternacht|meia-noite|mezzanotte)\b",
    re.IGNORECASE,
)
_H = r"(?P<h>\d{1,2}|[^\W\d_]+)"
_M = r"(?P<m>\d{1,2}|[^\W\d_]+)"
# (pattern, minutes of a named part); "m" is the part, "to" stands when it is taken off the hour
SPOKEN = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:a\s)?{_M}(?:\sminutes)?\s(?:past|(?P<to>to|before))\s{_H}\b",
        rf"\b{_M}\s(?:nach|(?P<to>vor))\s{_H}\b",
        rf"\b(?P<half>halb|dreiviertel)\s{_H}\b",
        rf"\blas?\s{_H}\s(?:y|(?P<to>menos))\s{_M}\b",
        rf"\b{_H}\sheures?\s(?:et\s|(?P<to>moins)\s(?:le\s)?){_M}\b",
        rf"\b(?:alle|all'|le|dalle)\s?{_H}\s(?:e\s|(?P<to>meno)\s)(?:un\s)?{_M}\b",
        rf"\b{_M}\s(?:over|(?P<to>voor))\s{_H}\b",
        rf"\b(?P<full>om|tot|vanaf|um|ab|bis|at|until)\s{_H}\s(?:uur|uhr|o'clock)\b",
        rf"\b(?:\u00e0s|das)\s{_H}(?:\shoras)?\s(?:e|(?P<to>menos))\s{_M}\b",
    )
]
NAMED = {
    "half": 30, "quarter": 15, "viertel": 15, "media": 30, "cuarto": 15, "demie": 30, "demi": 30, "quart": 15,
    "mezza": 30, "mezzo": 30, "quarto": 15, "meia": 30, "kwart": 15,
}  # fmt: skip
LATE = re.compile(
    r"\s(?:in\sthe\s(?:afternoon|evening)|at\snight|p\.?m|de\sla\s(?:tarde|noche)|de\sl'apr|du\ssoir|"
    r"nachmittags|abends|del\spomeriggio|di\ssera|da\s(?:tarde|noite)|'s\s(?:avonds|middags|nachts))",
    re.IGNORECASE,
)
EARLY = re.compile(
    r"\s(?:in\sthe\smorning|a\.?m|de\sla\sma|du\smatin|morgens|vormittags|di\smattina|del\smattino|da\smanh|'s\s(?:ochtends|morgens))",
    re.IGNORECASE,
)
AT = re.compile(r"\b(?:at|om|um)\s\Z", re.IGNORECASE)
AFTERNOON = ("\u5348\u5f8c", "\u4e0b\u5348", "\u665a\u4e0a", "\uc624\ud6c4")


def find(text: str) -> Iterator[tuple[tuple[Reading, ...], int, int]]:
    """Yield (readings, start, end) of each time; two readings where the half of the day is not stated."""
    for pattern in SPOKEN:
        for match in pattern.finditer(text):
            if readings := _spoken(match):
                yield _halves(readings, text, match.end()), match.start(), match.end()
    for match in NOON.finditer(text):
        yield ((12 if match.group(1) else 0, 0),), match.start(), match.end()
    for match in CJK_CLOCK.finditer(text):
        hour, minute = _cjk(match["h"]), 30 if match["half"] else _cjk(match["m"] or "")
        if hour <= 24 and minute < 60:
            late = match["part"] in AFTERNOON and hour < 12
            both = not match["part"] and hour <= 12
            first, second = (hour % 24 + 12 * late, minute), ((hour + 12) % 24, minute)
            yield (first, second) if both else (first,), match.start(), match.end()
    for match in CLOCK.finditer(text):
        yield _clock(match), match.start(), match.end()


def _cjk(numeral: str) -> int:
    """Return the value of a numeral below 100, such as \\u4e09\\u5341\\u4e8c (32); 0 for none."""
    tens, ten, ones = numeral.rpartition("\u5341")
    return (_CJK.index(tens) + 1 if tens else 1) * 10 * bool(ten) + (_CJK.index(ones) + 1 if ones else 0)


def _spoken(match: re.Match[str]) -> Reading | None:
    part = match.groupdict()
    hour = _number(part["h"])
    if part.get("half"):
        hour, minute = (hour or 0) - 1, 30 if part["half"].lower() == "halb" else 45
        return (hour % 12, minute) if 0 <= hour <= 11 else None
    if part.get("full"):
        return (hour % 24, 0) if hour is not None and 0 < hour <= 24 else None
    minute = NAMED.get(part["m"].lower(), 0) or _number(part["m"]) or 0
    unnamed = part["m"].lower() not in NAMED
    if hour is None or not 0 < hour <= 24 or not 0 < minute < 60:
        return None
    at = AT.search(match.string[: match.start()]) is not None
    if unnamed and not at and (part["m"].isdecimal() or (part.get("to") and "minute" not in match.group())):
        return None  # "ten to five" may be a range
    return ((hour - 1) % 24, 60 - minute) if part.get("to") else (hour % 24, minute)


def _number(name: str) -> int | None:
    name = name.lower()
    return int(name) if name.isdecimal() else 1 if name in ("una", "une", "eins") else words.NUMBERS.get(name)


def _halves(reading: Reading, text: str, end: int) -> tuple[Reading, ...]:
    hour, minute = reading
    if hour > 12:
        return (reading,)
    if LATE.match(text, end):
        return ((hour % 12 + 12, minute),)
    return ((hour, minute),) if EARLY.match(text, end) else ((hour, minute), ((hour + 12) % 24, minute))


def _clock(match: re.Match[str]) -> tuple[Reading, ...]:
    """Return the time; both halves of the day for a bare hour of twelve, "at 5 o'clock"."""
    part = match.groupdict()
    hour = int(part["h"] or part["only"] or part["hour"])
    minute = 30 if part["thirty"] else int(part["min"] or part["dot"] or part["mins"] or 0)
    half = (part["half"] or part["ampm"] or "").lower()
    half = "p" if (part["part"] or "").strip() in AFTERNOON else half
    if part["hour"] and hour <= 12 and not part["part"]:
        return ((hour % 24, minute), ((hour + 12) % 24, minute))
    if half.startswith("p") and hour < 12:
        hour += 12
    if half.startswith("a") and hour == 12:
        hour = 0
    return ((hour % 24, minute),)
