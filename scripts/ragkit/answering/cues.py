"""Bracketed numbers that are no citations, told by what stands around them: indexes, intervals, years.

A plain word glued to a mark (`fell[1]`) is a citation; an index needs a cue that only code gives. A pair of
numbers is an interval only with a cue (a word such as "range", a membership sign, decimals).
"""

import re
from collections.abc import Sequence
from typing import Protocol


class Spot(Protocol):
    @property
    def end(self) -> int: ...
    @property
    def reason(self) -> str: ...


YEARS = re.compile(r"\s*(?:1[89]|20)\d\d[a-z]?(?:\s*[-,;/\u2013\u2014]\s*(?:1[89]|20)\d\d[a-z]?)*\s*")
DECIMALS = re.compile(r"\s*[-+\u2212]?\d+(?:[.,]\d+)?\s*[,;]\s*[-+\u2212]?\d+(?:[.,]\d+)?\s*%?\s*")
DECIMAL = re.compile(r"\d\.\d")
PAIR = re.compile(r"\s*[-+\u2212]?\d+\s*[,;\uff0c]\s*[-+\u2212]?\d+\s*")
NEGATIVE_FIRST = re.compile(r"\s*[-\u2212]\d")
SPAN = re.compile(r"\s*\d+\s*[-\u2013]\s*\d+\s*")

NAME = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|->|::)[A-Za-z_$][\w$]*|\([^()\n]*\))*\Z")
CODE_NAME = re.compile(
    r"[A-Za-z0-9]\w*_\w*[A-Za-z0-9]|[a-z]+(?:[A-Z][a-z0-9]*)+|(?:sys\.)?argv|args?|kwargs|arr(?:ay)?|"
    r"argc|buf|tmp|idx|params|vec|str|lst|"
    r"matrix|tuple|foo|bar|\$[A-Za-z_]\w*|\w+\(.*\)|\w+(?:->|::)\w+"
)
DOTTED = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?:\(.*\))?")
FILE = re.compile(
    r".*\.(?:md|rst|txt|pdf|docx?|xlsx?|pptx?|html?|csv|tsv|ya?ml|json|jsonl|toml|ini|cfg|log|py|js|ts|"
    r"sh|com|org|net|io|dev|example|g|e|S|a|m)",
    re.IGNORECASE,
)
AFTER_INDEX = re.compile(
    r"\s*(?:(?<![<>!=])=(?![=>])|==|\+=|-=|\+\+|!=|<=|>=|:=)|\s[+*<>]\s[\w(]|\.[a-z_]\w*(?:\(|\s*=|"
    r"\.\w)|\[\w*\]\s*="
)
BEFORE_INDEX = re.compile(
    r"(?:(?<!\w)[A-Za-z_]\w*\s*(?:=|\+=|==|:=|!=|<=|>=)\s*|\w(?:[+*<>]|\s[+*<>]\s)|\breturn\s+)\Z"
)
IN_CALL = re.compile(r"[A-Za-z_]\w*\((?:[^()\s]|,\s)*\Z")
LITERAL = re.compile(
    r"(?:(?<!\w)[A-Za-z_][\w.]*\s*:?=|\b(?:array|tuple|vector|matrix)\s|\w\()\s*\Z", re.IGNORECASE
)
NESTED = re.compile(r"[A-Za-z_]\w*\[[^\[\]\n]*[A-Za-z\"'][^\[\]\n]*\]\Z")  # df["a"][1]
SLICE = re.compile(r"\s*-?\d*\s*:\s*-?\d*\s*")

INTERVAL_WORD = (
    r"(?:\u2208|\bin(?:ter)?vals?\b|\branges?\b|\branging\b|\bC\.?I\.?(?=\W|$)|\bIC\b|\bKI\b|\blies? "
    r"(?:in|on|within)\b"
    r"|\bbounds?\b|\bbounded\b|\bdomain\b|\buniform(?:ly)?\b|\bclipped\b|\bscaled?\b|\bnormali[sz]ed\b|"
    r"\bclosed\b|\bfrom the set\b"
    r"|\bintervall[oei]?\b|\bintervalos?\b|\bintervalles?\b|\brangos?\b|\bplages?\b|\bfaixas?\b|"
    r"\bbereichs?\b|\bgamma\b"
    r"|\u533a\u95f4|\u5340\u9593|\u533a\u9593|\u8303\u56f4|\u7bc4\u56f2|\uad6c\uac04|\ubc94\uc704|"
    r"\u0641\u062a\u0631\u0629|\u0627\u0644\u0641\u062a\u0631\u0629|\u043e\u0442\u0440\u0435\u0437\w*|"
    r"\u0438\u043d\u0442\u0435\u0440\u0432\u0430\u043b\w*)"
)  # fmt: skip
_LINKING = (
    r"(?:of|from|is|was|are|be|in|to|the|values?|over|within|between|de|del|di|von|da|do|du|d|es|est|ist|"
    r"\u00e8|\u00e9|95|99|90)"
)
NEAR_INTERVAL = re.compile(rf"{INTERVAL_WORD}(?:\W+{_LINKING}\b){{0,3}}[^\w]*\Z", re.IGNORECASE)
ANY_INTERVAL = re.compile(INTERVAL_WORD, re.IGNORECASE)
AFTER_INTERVAL = re.compile(rf"\W{{0,2}}(?:{INTERVAL_WORD})", re.IGNORECASE)
VARIABLE_IN = re.compile(r"(?<!\w)(?:[A-Za-z]|[\u03b1-\u03c9])\s+in\s+\Z")
PATTERN_WORD = re.compile(
    r"(?:\bregex(?:p|es)?|\bregular expression|\bcharacter class|\bpattern|\bexpresi\u00f3n regular|"
    r"\bclass)\W*(?:\w+\W+){0,3}\Z", re.I)  # fmt: skip
PATTERN_TAIL = re.compile(r"[+*?{](?!\s*\[)|\[[a-zA-Z0-9-]+\]|\\[dws]")


def is_year(body: str) -> bool:
    """Return whether the text between the brackets is a year, a list or a span of years: 1800 to 2099."""
    return YEARS.fullmatch(body) is not None


def is_pair_of_decimals(body: str) -> bool:
    return DECIMALS.fullmatch(body) is not None and DECIMAL.search(body) is not None


def reason(
    text: str,
    start: int,
    end: int,
    body: str,
    refs: Sequence[object],
    numbers: set[int],
    before: Sequence[Spot],
) -> str:
    """Return "year", "array" or "interval" when the group is one of these, else "".

    refs     what the group would cite; numbers, those of the sources; before, the groups already ignored
    """
    if is_year(body) and not any(ref in numbers for ref in refs):
        return "year"
    if any(spot.reason == "array" and spot.end == start for spot in before[-1:]) or is_index(
        text, start, end
    ):
        return "array"
    return _interval(text, start, end, body, refs, numbers)


def is_index(text: str, start: int, end: int) -> bool:
    """Return whether code, not prose, stands around the group: `row_ids[0]`, `x[1] = 3`, `len(x[1])`."""
    head, tail = text[max(0, start - 80) : start], text[end : end + 20]
    name = NAME.search(head)
    if not name:
        if NESTED.search(head):
            return True
        return LITERAL.search(head) is not None and "," in text[start:end]
    word = name.group()
    if not any(letter.isalnum() for letter in word):
        return False  # the underscore of emphasis
    before = head[: name.start()]
    if CODE_NAME.fullmatch(word) or (DOTTED.fullmatch(word) and not FILE.fullmatch(word)):
        return True
    if len(word) == 1 and word.islower() and text[start:end].strip("[] ") == "0":
        return True
    return bool(AFTER_INDEX.match(tail) or BEFORE_INDEX.search(before) or IN_CALL.search(before))


def _interval(text: str, start: int, end: int, body: str, refs: Sequence[object], numbers: set[int]) -> str:
    clause = re.split(r"[.;!?\u3002]\s|[\[\]\n]", text[max(0, start - 120) : start])[-1]
    if SPAN.fullmatch(body) and (PATTERN_WORD.search(clause) or PATTERN_TAIL.match(text, end)):
        return "interval"
    if not PAIR.fullmatch(body):
        return ""
    if NEGATIVE_FIRST.match(body):
        return "interval"  # no source has a negative number, and nobody lists one before a positive
    outside = any(ref not in numbers for ref in refs)
    if NEAR_INTERVAL.search(clause) or VARIABLE_IN.search(clause) or AFTER_INTERVAL.match(text, end):
        return "interval"
    return "interval" if outside and ANY_INTERVAL.search(clause) else ""
