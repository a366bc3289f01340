"""Near-duplicates among retrieved chunks: the same words, but for those that decide nothing.

Two versions of a rule are not duplicates. Texts that differ in a number, a unit, a negation, an opposite, a
word such as "may" or "must", a name, an identifier, or in a script without spaces, stay apart, however much
they share: one source too many costs tokens, one too few may cost the answer.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from ragkit.answering import polarity
from ragkit.answering import quantity_words as quantities
from ragkit.answering.alignment import WIDE
from ragkit.answering.wordlists import load, words

NEAR = 0.9  # containment of word triples: facts page of the field's tools, Broder 1997
WORD = re.compile(r"\w+(?:[.,'\u2019/:_-]\w+)*|[%\u2030\u00b0$\u20ac\u00a3\u00a5<>=\u2264\u2265+\u2212]")
DECIDING = frozenset(words(load("polarity")["deciding"]))


class Shingles:
    """A text's word triples, and the words of it that decide what it says, in order."""

    def __init__(self, text: str) -> None:
        found = WORD.findall(text)
        lower = [word.lower() for word in found]
        self.triples = {tuple(lower[i : i + 3]) for i in range(max(1, len(lower) - 2))}
        self.deciding = [word for word in found if _decides(word)]

    def says_the_same(self, other: "Shingles") -> bool:
        """Return whether nine in ten triples are shared and every word that decides anything is equal."""
        if self.deciding != other.deciding:
            return False
        small = min(len(self.triples), len(other.triples))
        large = max(len(self.triples), len(other.triples))
        return small >= NEAR * large and len(self.triples & other.triples) >= NEAR * small


@lru_cache(maxsize=65_536)
def _decides(word: str) -> bool:
    """Return whether a text with this word may mean another thing than one without it."""
    low = word.lower()
    return (
        not word.isalpha()  # numbers, identifiers, signs
        or word != low  # names; in German every noun
        or low in DECIDING
        or low in quantities.NUMBERS
        or low in quantities.MAGNITUDES
        or low in quantities.FRACTIONS
        or low in quantities.UNITS
        or low in quantities.MONTHS
        or low in polarity.OPPOSITES
        or low in polarity.DENYING
        or low.startswith(("un", "in", "im", "dis", "non", "ir", "il"))
        or polarity.NEGATION.fullmatch(low) is not None
        or WIDE.search(word) is not None
        or (not word.isascii() and _other_script(word))
    )


def _other_script(word: str) -> bool:
    """Return whether the word is in a script whose names and negations are not told by a capital."""
    return any(ord(char) > 0x24F for char in word)


def aliases(texts: Sequence[str]) -> list[int]:
    """Return for each text the index of the first text that says the same: its own when it is the first."""
    seen: list[tuple[int, Shingles]] = []
    found: list[int] = []
    exact: dict[str, int] = {}
    for index, text in enumerate(texts):
        if text in exact:
            found.append(exact[text])
            continue
        mine = Shingles(text)
        first = next((other for other, shingles in seen if mine.says_the_same(shingles)), index)
        if first == index:
            seen.append((index, mine))
        exact[text] = first
        found.append(first)
    return found
