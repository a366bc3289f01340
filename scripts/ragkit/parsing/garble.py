"""Is this text readable? Signals from the text alone, silent on tables, forms and other scripts.

The signals are for running text in the Latin script; a text with fewer than 40 such words is not judged.
"""

import operator
import re
from collections import Counter
from typing import NamedTuple

# The commonest letter pairs of English, Spanish, French, German and Portuguese prose. They make up over 79%
# of the pairs on a clean page, under 45% once letters are exchanged (tests/bench/parsing_garble.py).
_PAIRS = {
    "th", "on", "re", "en", "he", "ti", "in", "at", "me", "er", "nt", "st", "es", "te", "tr", "or", "se",
    "an", "ri", "ed", "io", "et", "co", "is", "ta", "de", "ve", "al", "nd", "it", "le", "ic", "ng", "ns",
    "to", "ne", "li", "tt", "ro", "em", "as", "ar", "ec", "us", "ut", "ra", "ma", "ou", "be", "no", "ue",
    "pr", "oc", "of", "pe", "ca", "do", "ce", "el", "fo", "ab", "va", "ot", "ct", "sp", "am", "ll", "ha",
    "ho", "lo", "ge", "lu", "om", "ex", "ib", "pa", "pl", "ie", "hi", "ty", "ul", "na", "si", "if", "la",
    "ur", "bu", "um", "ev", "di", "op", "il", "ry", "nv", "rt", "ow", "ss", "bl", "ea", "un", "wi", "po",
    "ig", "id", "cs", "mp", "fi", "ac", "ld", "ol", "ch", "ts", "gi", "pt", "nc", "cu", "cl", "rs", "so",
    "cr", "sh", "qu", "ad", "md", "tu", "eg", "rp", "od", "ai", "vi", "ni", "ep", "ru", "ap", "ly", "im",
    "ip", "sc", "rr", "da", "pc", "ir", "pp", "ht", "wh", "eq", "ag", "iv", "mi", "au", "os", "ci", "ia",
    "mo", "su", "sa",
}  # fmt: skip
_WORD = re.compile(r"[A-Za-z\u00c0-\u024f]+")
# Addresses, paths and names in code: long without being glued.
_CODE = re.compile(r"\S*(?:://|www\.|@|`)\S*|(?<!\S)\S{0,25}(?:\w[_=.]\w|/\S+/)\S{0,25}(?!\S)")
_STRANGE = re.compile("\\(cid:\\d+\\)|[\ufffd\ue000-\uf8ff\x00-\x08\x0e-\x1f\u0080-\u009f]")
_LEAST = 40  # words
# Chosen by tests/bench/parsing_garble.py: caught of corrupted pages against alarms on prose.
_PAIR_SHARE = 0.6
_SINGLE_SHARE = 0.45
_LONG_SHARE = 0.08
_LONG = 20  # letters
_MEAN = 11  # letters a word: German compounds stay below
_ALPHABET = 12  # different letters: the labels of a figure are fewer
_STRANGE_SHARE = 0.01


class Signals(NamedTuple):
    """Shares, 0 to 1; None where the text does not allow a judgement."""

    strange: float  # characters without meaning: U+FFFD, private use, control, "(cid:7)"
    pairs: float | None  # letter pairs that are common in European languages
    single: float | None  # words of one letter
    long: float | None  # words of more than 20 letters


def signals(text: str) -> Signals:
    """Return the signals of a text."""
    shown = sum(map(len, text.split()))
    strange = len(_STRANGE.findall(text)) / max(1, shown)
    words = _WORD.findall(_CODE.sub(" ", text))
    letters = sum(map(str.isalpha, text))
    latin = sum(map(len, words))
    if latin < 0.7 * letters or (len(words) < _LEAST and latin < 5 * _LEAST):
        return Signals(strange, None, None, None)
    joined = " ".join([word for word in words if len(word) > 2]).lower()
    found = Counter(map(operator.add, joined, joined[1:]))
    single = [word.lower() for word in words if len(word) == 1]
    plain = {pair: count for pair, count in found.items() if pair.isascii() and " " not in pair}
    pairs = sum(plain.values())
    return Signals(
        strange,
        sum(plain.get(pair, 0) for pair in _PAIRS) / pairs if pairs >= 3 * _LEAST else None,
        sum(map(len, single)) / len(words) if len(set(single)) >= _ALPHABET else 0.0,
        sum(len(word) > _LONG for word in words) / len(words) if latin > _MEAN * len(words) else 0.0,
    )


def reasons(text: str) -> list[str]:
    """Return what is wrong with a text, in words; [] for nothing, also where it cannot be judged."""
    found = signals(text)
    out = []
    if found.strange > _STRANGE_SHARE:
        out.append(f"{found.strange:.0%} of the characters have no meaning")
    if found.pairs is not None and found.pairs < _PAIR_SHARE:
        out.append("its letters are not those of a language: the font maps them wrongly")
    if found.single is not None and found.single > _SINGLE_SHARE:
        out.append("its words are cut into single letters")
    if found.long is not None and found.long > _LONG_SHARE:
        out.append("its words are glued together")
    return out


def score(text: str) -> float:
    """Return how doubtful a text is, 0 (clean) to 4: each signal counts as far as it nears its limit."""
    found = signals(text)
    parts = [found.strange / _STRANGE_SHARE]
    if found.pairs is not None:
        parts.append((1 - found.pairs) / (1 - _PAIR_SHARE) - 0.5)
    parts.extend([(found.single or 0.0) / _SINGLE_SHARE, (found.long or 0.0) / _LONG_SHARE])
    return sum(min(1.0, max(0.0, part)) for part in parts)
