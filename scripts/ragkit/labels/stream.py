"""A text as the facts it states: what extraction changes is dropped, what changes the meaning is kept.

Dropped: white space, hyphenation, case, quotation marks, ligatures, Markdown marks, invisible characters.
Kept: every letter, digit, sign, symbol and unit, and what stands between two digits (1.5, 10-20, 1 000).
"""

import re
import unicodedata
from functools import lru_cache
from html import unescape
from typing import NamedTuple


class Stream(NamedTuple):
    """The kept characters of a text, each with the range of the text it came from."""

    chars: str
    starts: list[int]
    ends: list[int]
    text: str


_HTML = (
    "abbr|a|br|b|code|del|div|em|h[1-6]|hr|img|ins|i|kbd|li|mark|ol|pre|p|small|span|strong|sub|sup|s|"
    "table|tbody|td|thead|th|tr|ul|u"
)
# In this order: what is dropped whole, then words at the speed of C, then one character at a time.
_TOKEN = re.compile(
    rf"""
      (?P<entity> &\#?\w{{1,31}}; )
    | (?P<tag>    </?(?:{_HTML})\b[^<>\n]{{0,200}}> | <!--.{{0,200}}?--> )
    | (?P<target> (?<=\]) \( [^()\s]{{0,300}} (?: [ ]"[^"\n]{{0,200}}" )? \) )
    | (?P<note>   \[\^\w{{1,20}}\] )
    | (?P<rule>   ={{3,}} | -{{3,}} | \u00ac(?=\s) )
    | (?P<bullet> (?<![^\n]) [ \t|]* (?: [*\-\u2013] [ \t]+ | [+>] [ \t]+ (?!\d) )+ )
    | (?P<word>   [A-Za-z]+ )
    | (?P<char>   . )
    """,
    re.X | re.S,
)
_UNIT = re.compile(r"[mM](?:W|Wh|Pa|Hz|V|A|J|N|g|l|s|b|B)|[kGT]b")
_DASHES = "\u2212\u2010\u2011\u2012\u2013\ufe63\uff0d-"
_RANGE = re.compile(r"[^\S\n]*[-\u2010-\u2014\u2212]\s*")
_BETWEEN_DIGITS = ".,:/-'\u2019\u066b\u066c"
# A set: "" is in every string, and so what follows the end of a text was a raised digit.
RAISED = frozenset("\u00b9\u00b2\u00b3\u2070\u2074\u2075\u2076\u2077\u2078\u2079")
_BLANK = "\0"  # stands between two numbers that white space or dropped marks keep apart


def stream(text: str) -> Stream:
    """Return the stream of a text; equal streams state the same facts in the same order."""
    builder = _Builder(text)
    for match in _TOKEN.finditer(text):
        kind, start, end = match.lastgroup or "", match.start(), match.end()
        if kind == "word":
            builder.word(match[0], start)
        elif kind == "char":
            builder.char(match[0], start, end)
        elif kind == "entity":
            plain = unescape(match[0])
            for offset, char in enumerate(plain):
                at = (start + offset, start + offset + 1) if plain == match[0] else (start, end)
                builder.char(char, *at)
    return Stream("".join(builder.chars), builder.starts, builder.ends, text)


class _Builder:
    def __init__(self, text: str) -> None:
        self.text = text
        self.chars: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []

    def put(self, chars: str, start: int, end: int) -> None:
        if chars[0].isdigit() and self.after_digit() and self.ends[-1] != start:
            self._between_digits(start)
        self.chars.extend(chars)
        self.starts.extend([start] * len(chars))
        self.ends.extend([end] * len(chars))

    def after_digit(self) -> bool:
        return bool(self.chars) and self.chars[-1].isdigit()

    def _between_digits(self, start: int) -> None:
        """Keep what stands between two digits: a single mark as itself, anything else as one blank."""
        gap = self.text[self.ends[-1] : start]
        mark = "-" if _RANGE.fullmatch(gap) else "'" if gap == "\u2019" else gap
        self.chars.append(mark if len(mark) == 1 and mark in _BETWEEN_DIGITS else _BLANK)
        self.starts.append(self.ends[-1])
        self.ends.append(start)

    def word(self, word: str, start: int) -> None:
        unit = self.after_digit() and _UNIT.fullmatch(word)  # 5 mW is not 5 MW
        self.chars.extend(word if unit else word.lower())
        self.starts.extend(range(start, start + len(word)))
        self.ends.extend(range(start + 1, start + len(word) + 1))

    def char(self, char: str, start: int, end: int) -> None:
        kept = _fold(char)
        if char in RAISED:
            kept = self._raised(kept)
        elif kept in _CONDITIONAL and not self._means(kept, start, end):
            kept = ""
        elif len(kept) > 1 and "/" in kept and self.after_digit():  # 10\u00bd is 10 1/2
            kept = _BLANK + kept
        if kept:
            self.put(kept, start, end)

    def _raised(self, digit: str) -> str:
        """10\u00b2 is not 102; m\u00b2 is m2; a raised number after a whole word is a footnote mark."""
        if self.after_digit():
            return "^" + digit
        return "" if len(self.chars) > 3 and all(char.isalpha() for char in self.chars[-4:]) else digit

    def _means(self, sign: str, start: int, end: int) -> bool:
        """Return whether a mark that may be mere punctuation is a sign here."""
        before, after = self.text[start - 1 : start] if start else "", self.text[end : end + 1]
        if sign == "-":  # a number follows, and no letter, digit, bracket or dash stands before
            return after.isdigit() and not (before and (before.isalnum() or before in ")]" + _DASHES))
        if sign == "!":  # != and !x
            return (after == "=" or after == "(" or after.isalnum()) and not before.isalnum()
        if sign == "~":  # ~5
            return self.text[end : end + 2].lstrip()[:1].isdigit()
        return before.isalnum()  # C#


_CONDITIONAL = ("-", "!", "~", "#")


@lru_cache(maxsize=1 << 16)
def _fold(char: str) -> str:
    """Return what is kept of one character, context apart; empty for what is dropped."""
    if char in _DASHES:
        return "-"
    if char in "\u00ba\u02da":  # the ordinal mark and the ring that stand for a degree sign
        return "\u00b0"
    if char == "\u00d7":
        return "x"
    return "".join("/" if part == "\u2044" else part for part in _decomposed(char) if _states(part))


def _decomposed(char: str) -> str:
    return unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", char).casefold())


def _states(char: str) -> bool:
    category = unicodedata.category(char)
    if category[0] == "M":
        return not "\u0300" <= char <= "\u036f"  # accents come and go in extraction, vowel signs do not
    if category == "So":
        return not "\u25a0" <= char <= "\u25ff"  # squares and circles are bullets; a check mark is a fact
    return (
        category[0] in "LN"
        or category == "Sc"
        or (category == "Sm" and char != "|")
        or char in "%&^#@!\u2030"
    )
