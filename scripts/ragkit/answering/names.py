"""Names and identifiers of a sentence that its source does not hold, or holds in another role.

A name is a capitalised word inside a sentence; an identifier a word with an underscore, a dot, a digit or in
inline code. A name is only called swapped when the source has another of its kind in its place, so a name the
answer brings along (a speaker, a product both know) raises nothing.
"""

import re
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple

from ragkit.answering import identifiers
from ragkit.answering.alignment import STOP, WIDE, best_passage, passages, plain, stems
from ragkit.answering.attribution import other_owner, other_owner_unspaced
from ragkit.answering.phrases import STARTER, TITLES
from ragkit.answering.polarity import NEGATION, PLACED, WIDE_OPPOSITES, count
from ragkit.answering.quantity_words import FRACTIONS, MONTHS, NUMBERS, UNITS

NAME = re.compile(r"[^\W\d_](?:[\w'\u2019-]*\w)?")
ROMAN = re.compile(r"[IVXLC]+")
HANGUL = re.compile(r"[\uac00-\ud7af]")
ALIKE = 0.7  # of two sentences must be equal before their first words are compared as names
GERMAN = 0.6  # of the words, where every noun has a capital
ENOUGH = 0.5  # of the words must agree before a differing one is called a swap


class Swap(NamedTuple):
    said: str
    instead: str  # what the source has in its place


def swapped(sentence: str, source: str, unspaced: bool = True) -> list[Swap]:
    """Return names and identifiers of the sentence in whose place the source has another.

    unspaced  also compare scripts without capitals, by what differs; not when a number is known to differ
    """
    found = _identifiers(sentence, source)
    if not found:
        found = _names(sentence, source) or _roles(sentence, source)
    if not found and unspaced:
        found = _unspaced(sentence, source)
    return found or _misattributed(sentence, source)


def _misattributed(sentence: str, source: str) -> list[Swap]:
    """Return a name of which the source says something else, and the one it says this of."""
    if pair := other_owner_unspaced(sentence, source):
        return [Swap(*pair)]
    if german(sentence):
        return []
    mine, theirs = _words(sentence), _words(source)
    names = [word for word in mine if is_name(word) and _lower(word) not in theirs]
    pair = other_owner(sentence, source, names, [word for word in theirs if is_name(word)])
    return [Swap(*pair)] if pair else []


def _lower(word: str) -> str:
    return word[:1].lower() + word[1:]


def _identifiers(sentence: str, source: str) -> list[Swap]:
    mine = [match.group(1) or match.group() for match in identifiers.IDENTIFIER.finditer(sentence)]
    theirs = [match.group(1) or match.group() for match in identifiers.IDENTIFIER.finditer(source)]
    found: list[Swap] = []
    for name in mine:
        if identifiers.is_word(name) and "`" not in sentence:
            continue
        others = [
            other
            for other in theirs
            if other not in mine and identifiers.shape(other) == identifiers.shape(name)
        ]
        others = [
            other
            for other in others
            if identifiers.is_word(name) or "-" not in other or not identifiers.is_word(other)
        ]
        if not identifiers.stands(name, source):
            alone = len(set(others)) == 1 and identifiers.alike(name, others[0])
            if others and (alone or _stands_else(sentence, source)):
                found.append(Swap(name, others[0]))
        elif others and (other := identifiers.other_place(name, sentence, source, others)):
            found.append(Swap(name, other))
    return found or _other_row(sentence, source, mine)


def _other_row(sentence: str, source: str, keys: list[str]) -> list[Swap]:
    """Return a name that a table gives to other rows, where the sentence names the row by an identifier."""
    rows = [line for line in source.splitlines() if line.lstrip().startswith("|")]
    mine = [line for line in rows if any(identifiers.stands(key, line) for key in keys)]
    if len(mine) != 1:
        return []
    said, held = _words(sentence), set(_plain_words(mine[0]))
    cells = mine[0].split("|")
    for word in said:
        if not is_name(word) or plain(word) in held or word == said[0]:
            continue
        for column in {
            row.split("|").index(cell) for row in rows for cell in row.split("|") if cell.strip() == word
        }:
            if column < len(cells):
                return [Swap(word, cells[column].strip())]
    return []


def _stands_else(sentence: str, source: str) -> bool:
    return best_passage(sentence, source)[1] >= ENOUGH / 2


def _names(sentence: str, source: str) -> list[Swap]:
    """Compare the sentence with its passage word by word; a capitalised word against another is a swap."""
    passage, shared = best_passage(sentence, source)
    mine, theirs = _words(sentence), _words(passage)
    everything = set(_plain_words(source))
    fresh = [
        word
        for word in mine
        if is_name(word) and _bare(word) not in everything and not abbreviates(word, source)
    ]
    pair = _full_name(mine, theirs)
    if fresh and pair and pair.said.split()[0] in fresh:
        return [pair]
    if not fresh or shared < (GERMAN if german(sentence) else ENOUGH / 2):
        return []
    given = set(_plain_words(sentence))
    unused = [word for word in theirs if is_name(word) and _bare(word) not in given]
    pairs = _facing(mine, theirs)
    alike = SequenceMatcher(None, _plain_words(sentence), _plain_words(passage), autojunk=False).ratio()
    if alike < ENOUGH:
        return []  # said in other words: a name more or less tells nothing
    found: list[Swap] = []
    for word in fresh:
        facing = pairs.get(word, "")
        if word == mine[0] and alike < ALIKE:
            continue  # the first word has a capital whatever it is
        if facing and is_name(facing) and _bare(facing) not in given:
            found.append(Swap(word, facing))
        elif unused and not german(sentence) and mine.index(word) > 0 and alike >= ALIKE:
            found.append(Swap(word, unused[0]))
    return found


def _full_name(mine: list[str], theirs: list[str]) -> Swap | None:
    """Return the swap when two sentences are equal but for two or three capitalised words in a row."""
    a, b = [plain(word) for word in mine], [plain(word) for word in theirs]
    ops = [op for op in SequenceMatcher(None, a, b, autojunk=False).get_opcodes() if op[0] != "equal"]
    if len(ops) != 1 or ops[0][0] != "replace":
        return None
    _, i1, i2, j1, j2 = ops[0]
    runs = (mine[i1:i2], theirs[j1:j2])
    capital = all(is_name(word) for run in runs for word in run)
    if not capital or not all(2 <= len(run) <= 3 for run in runs) or len(mine) - (i2 - i1) < 2:
        return None
    return Swap(" ".join(runs[0]), " ".join(runs[1]))


def abbreviates(word: str, source: str) -> bool:
    """Return whether a word of capitals is made of the initials of words that stand together in the source,
    or the source has the word cut short: "Fri" for Friday."""
    theirs = _words(source)
    if any(
        3 <= len(other) <= 4 < len(word) and other[0].isupper() and word.startswith(other) for other in theirs
    ):
        return True
    if not word.isupper() or not 2 <= len(word) <= 6:
        return False
    return word in "".join(other[0] for other in theirs if other[0].isupper())


def _words(text: str) -> list[str]:
    return NAME.findall(text)


def _plain_words(text: str) -> list[str]:
    return [_bare(word) for word in _words(text)]


def _bare(word: str) -> str:
    """Return the word folded, without a possessive ending."""
    return plain(word).removesuffix("'s")


def is_name(word: str) -> bool:
    if not word[:1].isupper() or WIDE.search(word) or len(word) < 2:
        return False
    low = word.lower()
    if (
        low in TITLES
        or ROMAN.fullmatch(word)
        or NEGATION.fullmatch(low)
        or low in PLACED
        or STARTER.fullmatch(word)
    ):
        return False
    return not (
        low in STOP
        or plain(word) in STOP
        or low in UNITS
        or low in MONTHS
        or low in NUMBERS
        or low in FRACTIONS
    )


def german(text: str) -> bool:
    """German writes every noun with a capital: a capital alone tells nothing."""
    return re.search(r"\b(?:der|die|das|und|ist|nicht|ein|eine|im|den|dem|wird)\b", text, re.I) is not None


def _facing(mine: list[str], theirs: list[str]) -> dict[str, str]:
    """Return word -> the word in its place, where single words or pairs of the two texts face each other."""
    a, b = [plain(word) for word in mine], [plain(word) for word in theirs]
    pairs: dict[str, str] = {}
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag == "replace" and i2 - i1 == j2 - j1 <= 2:
            pairs.update(zip(mine[i1:i2], theirs[j1:j2], strict=True))
    return pairs


def _roles(sentence: str, source: str) -> list[Swap]:
    """Return a swap when two names of the sentence stand in the passage
    in reverse, the words between being the same."""
    passage, shared = best_passage(sentence, source)
    if shared < 0.8:
        return []
    mine, theirs = _words(sentence), _words(passage)
    a, b = [plain(word) for word in mine], [plain(word) for word in theirs]
    if sorted(stems(sentence)) != sorted(stems(passage)) and len(set(a) ^ set(b)) > 2:
        return []
    names = [word for word in mine if is_name(word) and plain(word) in b and a.count(plain(word)) == 1]
    for first, second in pairwise(names):
        one, two = plain(first), plain(second)
        between = a[a.index(one) + 1 : a.index(two)]
        if between and b.index(two) < b.index(one) and b[b.index(two) + 1 : b.index(one)] == between:
            return [Swap(first, second)]
    return []


def _unspaced(sentence: str, source: str) -> list[Swap]:
    """Compare texts without capitals character by character: one short run against another is a swap."""
    if not (WIDE.search(sentence) or HANGUL.search(sentence) or re.search(r"[\u0600-\u06ff]", sentence)):
        return []
    spaced = HANGUL.search(sentence) or not WIDE.search(sentence)
    for passage in passages(source):
        a: list[str] = sentence.strip(" .\u3002").split() if spaced else list(sentence.strip("\u3002. "))
        b: list[str] = passage.strip(" .\u3002").split() if spaced else list(passage.strip("\u3002. "))
        changes = [op for op in SequenceMatcher(None, a, b, autojunk=False).get_opcodes() if op[0] != "equal"]
        if not changes:
            continue
        i1, i2, j1, j2 = changes[0][1], changes[-1][2], changes[0][3], changes[-1][4]
        kept = (len(a) - (i2 - i1)) / max(len(a), 1)
        glue = "" if not spaced else " "
        said, instead = glue.join(a[i1:i2]), glue.join(b[j1:j2])
        small = (
            i2 - i1 == 1 == j2 - j1 if spaced else min(i2 - i1, j2 - j1) > 0 and max(i2 - i1, j2 - j1) <= 8
        )
        if 2 * len(set(said) & set(instead)) > min(len(set(said)), len(set(instead))):
            continue  # the same words with other particles
        turned = count(said) or count(instead) or any(set(pair) & {said, instead} for pair in WIDE_OPPOSITES)
        if kept >= ENOUGH and small and not turned and not re.search(r"\d", said + instead):
            return [Swap(said, instead)]
    return []
