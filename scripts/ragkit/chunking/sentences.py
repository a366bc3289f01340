"""Where a text may be cut below the paragraph: after lines, sentences, words, graphemes."""

import re
import unicodedata
from collections.abc import Iterator

# A sentence ends at . ! ? ... and their kin, closing marks included, before white space; in scripts that
# write without spaces the mark alone ends it. A blank line always ends one.
_END = re.compile(
    "[.!?\u2026\u0964\u0965\u061f\u06d4\u1362\u17d4]+[\"')\\]\u2019\u201d\u00bb*_`]*\\s+"
    "|[\u3002\uff01\uff1f\uff1b\uff0e\u2026]+[\"')\\]\u2019\u201d\u00bb\u300d\u300f\uff09\u3011*_`]*\\s*"
    "|[^\\S\n]*\n\\s*\n\\s*"
)
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\[])(?:[A-Za-z]|e\.g|i\.e|cf|vs|etc|al|No|Nr|Fig|Tab|Eq|Sec|St|Dr|Mr|Mrs|Ms|Prof|Inc|Ltd|Co|Jr|Sr"
    r"|approx|ca|pp?|vol|ed|resp|z\.B|d\.h|bzw|\d{1,3})\.\s+$"
)


def lines(text: str) -> Iterator[int]:
    """Yield the offsets after each newline, the end of the text left out."""
    at = text.find("\n") + 1
    while 0 < at < len(text):
        yield at
        at = text.find("\n", at) + 1


def sentences(text: str) -> Iterator[int]:
    """Yield the offsets where a new sentence starts, white space going with the sentence before it.

    A full stop after an abbreviation, an initial or a list number, or before a small letter, ends nothing.
    """
    for match in _END.finditer(text):
        at = match.end()
        if at == len(text):
            return
        doubtful = text[match.start()] == "." and match.group().count("\n") < 2
        if not doubtful or not (text[at].islower() or _ABBREVIATION.search(text[max(0, at - 12) : at])):
            yield at


def words(text: str) -> Iterator[int]:
    """Yield the offsets where a word starts after white space."""
    for match in re.finditer(r"\s(?=\S)", text):
        yield match.end()


def grapheme_break(text: str, at: int, floor: int = 0) -> bool:
    """Return whether the text may be cut at this offset without dividing a user-perceived character.

    Unicode TR29, extended grapheme clusters, from what the standard library knows of characters: combining
    and spacing marks, joiners, variation selectors, emoji modifiers and tags, flags, Hangul syllables, CR LF,
    and a consonant after a virama. Nothing before `floor`, an offset known to be a break, is looked at.
    """
    if at <= floor or at >= len(text):
        return True
    before, after = text[at - 1], text[at]
    if before < "\u0300" and after < "\u0300":
        return not (before == "\r" and after == "\n")
    if before in "\r\n" or after in "\r\n":
        return True
    if _extends(after) or before == "\u200d":
        return False
    if unicodedata.combining(before) == 9 and unicodedata.category(after) == "Lo":  # virama
        return False
    if _flag(before) and _flag(after):
        first = at - 1
        while first > floor and _flag(text[first - 1]):
            first -= 1
        return (at - first) % 2 == 0
    return not _one_syllable(before, after)


def _extends(char: str) -> bool:
    return (
        char in "\u200c\u200d"
        or unicodedata.category(char) in ("Mn", "Me", "Mc")
        or "\U0001f3fb" <= char <= "\U0001f3ff"  # skin tones
        or "\U000e0020" <= char <= "\U000e007f"  # tags of regional flags
        or char in "\u0e33\u0eb3\uff9e\uff9f"  # Thai and Lao AM, half-width voiced marks
    )


def _flag(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _one_syllable(before: str, after: str) -> bool:
    left, right = _jamo(before), _jamo(after)
    return (left, right) in {
        ("L", "L"), ("L", "V"), ("L", "LV"), ("L", "LVT"), ("V", "V"), ("LV", "V"), ("V", "T"), ("LV", "T"),
        ("LVT", "T"), ("T", "T"),
    }  # fmt: skip


def _jamo(char: str) -> str:
    code = ord(char)
    if 0x1100 <= code <= 0x115F or 0xA960 <= code <= 0xA97C:
        return "L"
    if 0x1160 <= code <= 0x11A7 or 0xD7B0 <= code <= 0xD7C6:
        return "V"
    if 0x11A8 <= code <= 0x11FF or 0xD7CB <= code <= 0xD7FB:
        return "T"
    if 0xAC00 <= code <= 0xD7A3:
        return "LV" if (code - 0xAC00) % 28 == 0 else "LVT"
    return ""
