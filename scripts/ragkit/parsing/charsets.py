"""Which charset of another script a text is in, told from what its letters would be in each."""

import re
from collections.abc import Callable
from typing import NamedTuple

_ENOUGH = 0.55  # the right guess of a sentence scores above 0.65, Latin text in another script below 0.47


class _Alphabet(NamedTuple):
    """A script of letters, one byte each."""

    letters: str
    common: str  # its commonest letters
    wrong: str  # what no word of it holds


_CYRILLIC = _Alphabet(
    "\u0400-\u045f",
    "\u043e\u0435\u0430\u0438\u043d\u0442\u0441\u0440\u0432\u043b\u043a\u043c\u0434\u043f\u0443\u044f\u0456",
    "[\u0430-\u045f](?=[\u0400-\u042f])",  # a small letter before a capital
)
_ALPHABETS = {
    "cp1251": _CYRILLIC,
    "koi8_r": _CYRILLIC,
    "cp1253": _Alphabet(
        "\u0386-\u03ce",
        "\u03b1\u03bf\u03b9\u03b5\u03c4\u03c3\u03bd\u03b7\u03c1\u03ba\u03c0\u03c5\u03bb\u03bc\u03c2\u03af\u03cc\u03ac\u03ad\u03ae\u03cd",
        "[\u03ac-\u03ce](?=[\u0386-\u03ab])|\u03c2(?=[\u0386-\u03ce])|\u03c3(?![\u0386-\u03ce])",
    ),
    "cp1255": _Alphabet(
        "\u05d0-\u05ea",
        "\u05d9\u05d5\u05d4\u05dc\u05d0\u05ea\u05d1\u05de\u05e8\u05e9\u05e0\u05dd",
        "[\u05da\u05dd\u05df\u05e3\u05e5](?=[\u05d0-\u05ea])",  # a final form that is not final
    ),
    "cp1256": _Alphabet(
        "\u0621-\u064a",
        "\u0627\u0644\u064a\u0645\u0648\u0646\u062a\u0631\u0639\u0628\u062f\u0629\u0647\u0633\u0641",
        "[\u0629\u0649](?=[\u0621-\u064a])",
    ),
    "cp874": _Alphabet(
        "\u0e01-\u0e4e",
        "\u0e32\u0e19\u0e23\u0e2d\u0e01\u0e40\u0e07\u0e21\u0e22\u0e25\u0e27\u0e14\u0e17\u0e2a\u0e15\u0e48\u0e49\u0e31\u0e35\u0e34",
        "(?<![\u0e01-\u0e2e\u0e31-\u0e3a\u0e47-\u0e4e])[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]"  # on nothing
        "|[\u0e40-\u0e44](?![\u0e01-\u0e2e])",  # a vowel that stands before its consonant
    ),
}
# charset -> is this lead byte one of its common characters, those of its first level?
_LEVELS: dict[str, Callable[[int], bool]] = {
    "euc_kr": lambda lead: 0xB0 <= lead <= 0xC8,
    "gb18030": lambda lead: 0xB0 <= lead <= 0xD7,
    "big5": lambda lead: 0xA4 <= lead <= 0xC6,
    "cp932": lambda lead: 0x82 <= lead <= 0x98,
    "euc_jp": lambda lead: 0xA4 <= lead <= 0xCF,
}
_SIGNS = re.compile("[\u3000-\u303f\uff01-\uff5e\u2010-\u2026]")
_IDEOGRAPHS = re.compile("[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
_KANA = re.compile("[\u3040-\u30ff]")


def other_script(sample: bytes) -> str | None:
    """Return the charset in which the bytes make the likeliest text of a script other than Latin, else None.

    An alphabet is likely by its common letters, capitals a little less, and by what its words cannot hold (a
    capital after a small letter, a Thai mark on nothing, letters of two scripts in one word); ideographs by
    how many are of the first level of their charset, which nearly all of a real text is. A title of a few
    words is often guessed wrong; a sentence rarely.
    """
    scores = {name: _letters(sample, name, alphabet) for name, alphabet in _ALPHABETS.items()}
    scores |= {name: _ideographs(sample, name, first) for name, first in _LEVELS.items()}
    best = max(scores, key=lambda name: scores[name])
    return best if scores[best] > _ENOUGH else None


def _letters(sample: bytes, name: str, alphabet: _Alphabet) -> float:
    text = sample.decode(name, "replace")
    other = [char for char in text if char > "\x7f" and not _SIGNS.match(char) and char not in "\xa0\xab\xbb"]
    letters = re.findall(f"[{alphabet.letters}]", text)
    common = sum(
        1.0 if char in alphabet.common else 0.95 * (char.lower() in alphabet.common) for char in letters
    )
    mixed = len(re.findall(f"[A-Za-z](?=[{alphabet.letters}])|[{alphabet.letters}](?=[A-Za-z])", text))
    wrong = len(re.findall(alphabet.wrong, text))
    strange = len(other) - len(letters)
    return (common + 0.3 * (len(letters) - common) - mixed - wrong - strange) / max(1, len(other))


def _ideographs(sample: bytes, name: str, first_level: Callable[[int], bool]) -> float:
    text = sample.decode(name, "replace")
    other = [char for char in text if char > "\x7f"]
    shown = [char for char in other if _IDEOGRAPHS.match(char)]
    kana = len(_KANA.findall(text))
    if name in ("cp932", "euc_jp") and kana * 7 < len(other):  # without them it is no Japanese
        return 0.0
    if name not in ("cp932", "euc_jp") and kana:
        return 0.0
    common = sum(first_level(char.encode(name)[0]) for char in shown)
    signs = sum(bool(_SIGNS.match(char)) for char in other)
    strange = len(other) - len(shown) - signs
    return (common + signs + 0.2 * (len(shown) - common) - strange) / max(1, len(other))
