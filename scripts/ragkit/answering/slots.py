"""Names and identifiers set into words of the source in which another one stands.

"Based in Pune" against "based in Uppsala", "Lindqvist founded" against "Raman founded", "from A to B" against
"from B to A", `0x4B` where the clause that says it has `0x48`. The words around the name must be the source's
own, and must nowhere hold the name; a name beside the other ("Priya Raman") is the same one.
"""

import re
from collections.abc import Iterator, Sequence

from ragkit.answering import identifiers, names
from ragkit.answering.alignment import STOP, plain, stem, stems
from ragkit.answering.names import Swap

TOKEN = re.compile(r"[^\W\d_](?:[\w'\u2019-]*\w)?|[.,;:!?|()\n]|\d[\d.,:]*")
JOINED = re.compile(
    r"\b(?:from|von|vom|de|du|desde|da|dal)\s(?P<a>[^\W\d_][\w-]*)\s"
    r"(?P<to>to|nach|\u00e0|a|al|au|hasta|zu|para|vers|into)\s(?P<b>[^\W\d_][\w-]*)"
)
CLAUSE = re.compile(r"[.;:\n]\s|,\s|\s(?:and|or|but|while|whereas|und|oder|y|o|et|ou|mais|pero|aber)\s")
EXAMPLES = frozenset(
    ["like", "as", "including", "wie", "como", "comme", "come", "and", "und", "y", "et", "e", "or"]
)  # one of several
BESIDE = 2  # words between two names of one thing, at most
LEAST = 2  # words that a clause must share before its identifier is compared


def swapped(sentence: str, source: str) -> list[Swap]:
    """Return each name or identifier in whose place, between the same words, the source has another."""
    found = [*_reversed(sentence, source), *_identifiers(sentence, source)]
    if not found:
        found = list(_slots(_tokens(sentence), _tokens(source), source))
    return found[:1]


def _tokens(text: str) -> list[str]:
    return TOKEN.findall(text)


def _reversed(sentence: str, source: str) -> Iterator[Swap]:
    """Yield "from A to B" of which the source has the reverse only."""
    theirs = {(plain(match["a"]), plain(match["b"])) for match in JOINED.finditer(source)}
    for match in JOINED.finditer(sentence):
        pair = plain(match["a"]), plain(match["b"])
        if pair[::-1] in theirs and pair not in theirs:
            yield Swap(f"{match['a']} {match['to']} {match['b']}", f"{match['b']} {match['to']} {match['a']}")


def _identifiers(sentence: str, source: str) -> Iterator[Swap]:
    """Yield an identifier that the clause which says the sentence does not have, but another of its kind."""
    pattern = identifiers.IDENTIFIER
    mine = [match.group(1) or match.group() for match in pattern.finditer(sentence)]
    mine += re.findall(r"\b0x[0-9A-Fa-f]+\b", sentence)
    if len(mine) != 1:
        return
    (name,) = mine
    said = set(stems(sentence.replace(name, " ")))
    saying = (
        [clause for clause in CLAUSE.split(source) if said <= set(stems(clause))]
        if len(said) >= LEAST
        else []
    )
    if not saying or name not in source or any(name in clause for clause in saying):
        return
    for clause in saying:
        others = [match.group(1) or match.group() for match in pattern.finditer(clause)]
        others += re.findall(r"\b0x[0-9A-Fa-f]+\b", clause)
        alike = [other for other in others if _kind(other) == _kind(name)]
        if alike:
            yield Swap(name, alike[0])


def _kind(name: str) -> tuple[bool, ...]:
    marks = [mark in name for mark in "._-/@"]
    return (*marks, name.startswith("0x"), name[:1].isupper(), any(char.isdigit() for char in name))


def _slots(mine: Sequence[str], theirs: Sequence[str], source: str) -> Iterator[Swap]:
    low = [_low(word) for word in theirs]
    german = names.german(" ".join(mine))
    for at, word in enumerate(mine):
        if not _named(word, mine, at) or names.abbreviates(word, source):
            continue
        before, after = [_low(other) for other in mine[max(0, at - 2) : at]], mine[at + 1 : at + 2]
        places = []
        if len(before) == 2 and _telling(before, german):
            places = [j for j in range(2, len(theirs)) if low[j - 2 : j] == before]
        elif at > 0 and after and not german and _verb(after[0]):
            key = stem(plain(after[0]))
            places = [
                j for j in range(len(theirs) - 1)
                if not _punctuation(theirs[j + 1]) and stem(plain(theirs[j + 1])) == key
            ]  # fmt: skip
        if not places or any(low[j] == _low(word) or _near(_low(word), low, j) for j in places):
            continue
        others = [
            theirs[j]
            for j in places
            if _named(theirs[j], theirs, j) and _low(theirs[j]) not in map(_low, mine)
        ]
        if len(others) == len(places) and stem(_low(others[0])) != stem(_low(word)):
            yield Swap(word, others[0])


def _low(word: str) -> str:
    return plain(word).removesuffix("'s")


def _punctuation(word: str) -> bool:
    return not word[0].isalnum()


def _named(word: str, words: Sequence[str], at: int) -> bool:
    """Return whether a word is a name by its capital; a single capital is one after a word: "button A"."""
    if len(word) == 1:
        return word.isupper() and at > 0 and words[at - 1].islower() and words[at - 1].isalpha()
    if at == 0 or _punctuation(words[at - 1]):
        following = words[at + 1 : at + 2]
        return bool(following) and names.is_name(word) and following[0][:1].isupper()
    return names.is_name(word)


def _telling(before: Sequence[str], german: bool) -> bool:
    """Return whether two words before a name fix what stands there: a content word among them, no stop."""
    if any(_punctuation(word) or word[0].isdigit() for word in before):
        return False
    if german and before[1] in STOP and before[1] not in ("in", "aus", "nach", "bei", "von"):
        return False
    if before[1] in EXAMPLES:
        return False
    return any(word not in STOP and len(word) > 3 for word in before)


def _verb(word: str) -> bool:
    return word.isalpha() and word.islower() and len(word) > 4 and plain(word) not in STOP


def _near(word: str, low: Sequence[str], at: int) -> bool:
    return word in low[max(0, at - BESIDE - 1) : at + BESIDE + 2]
