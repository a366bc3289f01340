"""Numbers composed of words: "two hundred and fifty", "quatre-vingt-dix", "zweihundertdrei", "duecento"."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ragkit.answering import quantity_words as words

TOKEN = re.compile(r"[^\W\d_]+")
AND = frozenset(("and", "et", "y", "e"))
_ONES = {"ein": 1, "eine": 1, "zwei": 2, "drei": 3, "vier": 4, "f\u00fcnf": 5, "sechs": 6, "sieben": 7}
_ONES |= {"acht": 8, "neun": 9}
_TEENS = {"zehn": 10, "elf": 11, "zw\u00f6lf": 12, "sechzehn": 16, "siebzehn": 17}
_TEENS |= {f"{name}zehn": 10 + value for name, value in _ONES.items() if name not in ("ein", "eine")}
_TENS = {"zwanzig": 20, "drei\u00dfig": 30, "vierzig": 40, "f\u00fcnfzig": 50, "sechzig": 60}
_TENS |= {"siebzig": 70, "achtzig": 80, "neunzig": 90}
_GERMAN = {"eins": 1, **_ONES, **_TEENS, **_TENS}
_GERMAN |= {f"{one}und{ten}": a + b for one, a in _ONES.items() for ten, b in _TENS.items()}
_ITALIAN = {"uno": 1, "un": 1, "due": 2, "tre": 3, "tr\u00e9": 3, "quattro": 4, "cinque": 5, "sei": 6}
_ITALIAN |= {"sette": 7, "otto": 8, "nove": 9, "dieci": 10, "undici": 11, "dodici": 12, "tredici": 13}
_ITALIAN |= {"quattordici": 14, "quindici": 15, "sedici": 16, "diciassette": 17, "diciotto": 18}
_ITALIAN |= {"diciannove": 19}
for _root, _ten in (("vent", 20), ("trent", 30), ("quarant", 40), ("cinquant", 50), ("sessant", 60),
                    ("settant", 70), ("ottant", 80), ("novant", 90)):  # fmt: skip
    _last = "i" if _root == "vent" else "a"
    _ITALIAN[_root + _last] = _ten
    for _one in ("due", "tre", "tr\u00e9", "quattro", "cinque", "sei", "sette", "nove"):
        _ITALIAN[_root + _last + _one] = _ten + _ITALIAN[_one]
    _ITALIAN |= {_root + "uno": _ten + 1, _root + "un": _ten + 1, _root + "otto": _ten + 8}
LENGTHS = {
    "sek\u00fcndig": ("time", 1), "min\u00fctig": ("time", 60), "st\u00fcndig": ("time", 3600),
    "t\u00e4gig": ("time", 86400), "w\u00f6chig": ("time", 604800), "monatig": ("months", 1),
    "j\u00e4hrig": ("months", 12),
}  # fmt: skip
LASTING = re.compile(
    rf"(?<![\w-])(?P<n>\d{{1,6}}|[^\W\d_]+?)-?(?P<unit>{'|'.join(LENGTHS)})(?:e[mnrs]?)?\b", re.IGNORECASE
)  # "vierw\u00f6chig"


_POLISH = {
    "jedno": 1,
    "dwu": 2,
    "trzy": 3,
    "cztero": 4,
    "pi\u0119cio": 5,
    "sze\u015bcio": 6,
    "siedmio": 7,
    "o\u015bmio": 8,
}
_POLISH |= {
    "dziewi\u0119cio": 9,
    "dziesi\u0119cio": 10,
    "dwunasto": 12,
    "czternasto": 14,
    "pi\u0119tnasto": 15,
}
_POLISH |= {
    "dwudziesto": 20,
    "trzydziesto": 30,
    "pi\u0119\u0107dziesi\u0119cio": 50,
    "sze\u015b\u0107dziesi\u0119cio": 60,
}
POLISH_LENGTHS = {
    "minutow": ("time", 60), "godzinn": ("time", 3600), "dniow": ("time", 86400),
    "tygodniow": ("time", 604800),
    "miesi\u0119czn": ("months", 1), "letni": ("months", 12),
}  # fmt: skip
POLISH_LASTING = re.compile(  # "siedmiodniowy", "30-dniowego"
    rf"(?<![\w-])(?P<n>\d{{1,4}}|{'|'.join(_POLISH)})-?(?P<unit>{'|'.join(POLISH_LENGTHS)})"
    r"(?:y|a|e|ego|ej|ym|\u0105|ych|ymi|i|im|iego|iej|ich|imi|m|go|mu|\u0105)?\b",
    re.IGNORECASE,
)


class Phrase(NamedTuple):
    value: int
    start: int
    end: int
    first: str  # its first word
    parts: int  # words in it


def phrases(lower: str, known: Mapping[str, int]) -> Iterator[Phrase]:
    """Yield the number phrases of a lower-case text, longest first from the left.

    known  word -> value in the languages the text may be in
    """
    tokens = list(TOKEN.finditer(lower))
    index = 0
    while index < len(tokens):
        read = _phrase(lower, tokens, index, known)
        if read is None:
            index += 1
            continue
        value, last = read
        start, end = tokens[index].start(), tokens[last].end()
        yield Phrase(value, start, end, tokens[index].group(), last - index + 1)
        index = last + 1


def _phrase(
    lower: str, tokens: list[re.Match[str]], index: int, known: Mapping[str, int]
) -> tuple[int, int] | None:
    """Return (value, index of the last word) of the phrase that begins at a token, None when none does."""
    first = _value(tokens[index].group(), known)
    if first is None or lower[: tokens[index].start()].endswith(("per ", "pour ", "por ", "pro ")):
        return None  # "per cent"
    total, section, last, at = 0, first, index, index
    while at + 1 < len(tokens):
        gap = lower[tokens[at].end() : tokens[at + 1].start()]
        name = tokens[at + 1].group()
        if gap not in (" ", "-"):
            break
        if name in AND and at == last:
            at += 1
            continue
        value, factor = _value(name, known), words.MAGNITUDES.get(name, 0)
        if factor >= 1000 and factor not in (10_000,) and len(name) > 2 and at == last and section:
            total, section = total + section * factor, 0
        elif factor == 100 and at == last and 0 < section < 100:
            section *= 100
        elif name in ("vingt", "vingts") and section % 100 == 4 and at == last:
            section += 76
        elif value is not None and _joins(section, value, total, at > last, name in ORDINALS, gap):
            section += value
        else:
            break
        at += 1
        last = at
        if name in ORDINALS:
            break
    return total + section, last


ORDINALS = frozenset(
    [
        *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"),
        *("eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth"),
        *("eighteenth", "nineteenth", "twentieth"),
    ]
)


def _joins(section: int, value: int, total: int, linked: bool, ordinal: bool, gap: str) -> bool:
    """Return whether a number word goes on with the phrase: "twenty" and
    "five" do, "twenty" and "thirty" do not."""
    if ordinal and gap != "-":
        return False  # "twenty second intervals"
    rest = section % 100
    if rest >= 20 and rest % 10 == 0:
        return 0 < value < 10 or (rest in (60, 80) and 10 <= value < 20)
    if rest == 10 and gap == "-" and 7 <= value <= 9:
        return True  # dix-huit
    if section and rest == 0:
        return 0 < value < 100
    return total > 0 and section == 0 and 0 < value < 1000 and (not linked or value < 100)


def _value(name: str, known: Mapping[str, int]) -> int | None:
    value = known.get(name)
    if value is not None:
        return value
    if len(name) > 5 and (known.get("zwei") or known.get("due")):
        german = compound(name, _GERMAN, "hundert", "tausend")
        return german or compound(name, _ITALIAN, "cento", "mila") or None
    return None


def compound(name: str, small: Mapping[str, int], hundred: str, thousand: str) -> int:
    """Return the value of a number written as one word, 0 when it is none."""
    name = name.replace("mille", "unmila") if thousand == "mila" else name
    head, mark, tail = name.rpartition(thousand)
    if mark:
        high = _below(head, small, hundred) if head else 1
        low = _below(tail.removeprefix("und"), small, hundred) if tail else 0
        return high * 1000 + low if high and (low or not tail) else 0
    return _below(name, small, hundred)


def _below(name: str, small: Mapping[str, int], hundred: str) -> int:
    head, mark, tail = name.rpartition(hundred)
    if not mark:
        return small.get(name, 0)
    high, low = (small.get(head, 0) if head else 1), small.get(tail.removeprefix("und"), 0)
    return high * 100 + low if 0 < high < 10 and (low or not tail) else 0


def lasting(text: str, known: Mapping[str, int]) -> Iterator[tuple[int, str, int, int, int]]:
    """Yield (value, dimension, factor, start, end) of German and Polish adjectives: "zweij\u00e4hrig"."""
    for match in LASTING.finditer(text):
        name = match.group("n").lower()
        value = int(name) if name.isdecimal() else _value(name, known) or _GERMAN.get(name, 0)
        dimension, factor = LENGTHS[match.group("unit").lower()]
        if value:
            yield value, dimension, factor, match.start(), match.end()
    for match in POLISH_LASTING.finditer(text):
        name = match.group("n").lower()
        dimension, factor = POLISH_LENGTHS[match.group("unit").lower()]
        yield int(name) if name.isdecimal() else _POLISH[name], dimension, factor, match.start(), match.end()
