"""Whether a sentence affirms what its source denies, or the reverse: negations and opposites, counted.

The sentence is compared with the passage of the source that shares most of its words; both must speak of the
same thing before their polarity is compared, so silence is the usual answer. Antonyms count as a negation.
"""

import re
import unicodedata

from ragkit.answering.alignment import passages, plain, stem, stems
from ragkit.answering.wordlists import either, load, words

_LISTS = load("polarity")
NEGATION = re.compile(either(_LISTS["negation"]), re.IGNORECASE)
NEUTRAL = re.compile(either(_LISTS["neutral"]), re.IGNORECASE)
SCRIPTS = [tuple(re.compile(part) for part in entry.split(" ", 1)) for entry in _LISTS["scripts"]]
PLACED = frozenset(words(_LISTS["placed"]))
OPPOSITES: dict[str, set[str]] = {}
for _entry in _LISTS["opposites"]:
    _left, _right = (side.split() for side in _entry.split(" / "))
    for _word, _others in [*((word, _right) for word in _left), *((word, _left) for word in _right)]:
        OPPOSITES.setdefault(_word, set()).update(_others)
WIDE_OPPOSITES = [tuple(entry.split(" / ")) for entry in _LISTS["wide opposites"]]
CLAUSE = re.compile(
    r"[,;:()\n]|\s[-\u2013\u2014]\s|\b(?:and|or|but|unless|because|while|y|o|pero|et|ou|mais|und|oder|"
    r"aber|e|mas|ma)\b",
    re.IGNORECASE,
)
ARTICLE = r"(?:the|an?|el|la|los|las|le|les|der|die|das|dem|den|einem?r?|os?|as?|il|lo|gli)"
POINTERS = frozenset(
    stem(word) for word in ("that", "this", "it", "which", "eso", "esto", "cela", "das", "isso", "questo")
)
UNSPACED = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
LONG_CLAUSE = 3  # content words
SHARED = 0.6  # of the sentence's content words must stand in the passage: below, polarity is not compared


def flipped(sentence: str, source: str) -> str:
    """Return the passage whose polarity the sentence, or one of its longer clauses, reverses; "" when none
    does."""
    parts = [part for part in re.split(r"[,;:]\s", sentence) if len(stems(part)) >= LONG_CLAUSE]
    found = (_flipped(part, source) for part in ([sentence, *parts] if len(parts) > 1 else [sentence]))
    return next(filter(None, found), "")


def _flipped(sentence: str, source: str) -> str:
    """Return the passage whose polarity the sentence reverses, or "" when none is found.

    In spaced scripts a negation has a scope: the content words that follow it in its clause, or precede it
    at the clause's end; it counts when the other text has those words outside any negation. Elsewhere the
    negations of two nearly equal texts are counted.
    """
    wanted = set(stems(sentence)) - {stem(word) for word in _marks(sentence)}
    best, score, opposed = "", 0.0, set[str]()
    for passage in passages(source):
        turned = _opposed(sentence, passage)
        shared = (len(wanted & set(stems(passage))) + len(turned)) / max(len(wanted), 1)
        if shared > score:
            best, score, opposed = passage, shared, turned
    if score < SHARED:
        return ""
    if UNSPACED.search(sentence):
        return best if (count(sentence) + min(len(opposed), 1) - count(best)) % 2 else ""
    mine, theirs = scope(sentence), scope(best)
    turned_stems = {stem(plain(word)) for word in opposed}
    if turned_stems - mine and not theirs & _opposites_of(opposed):
        return best
    lone = _loose(mine, theirs, set(stems(best)), turned_stems) or _loose(
        theirs, mine, set(stems(sentence)), set()
    )
    return best if lone and not (turned_stems & mine or _opposites_of(opposed) & theirs) else ""


def _loose(mine: set[str], theirs: set[str], other: set[str], turned: set[str]) -> bool:
    """Return whether words negated here stand there, none of them negated there nor as their opposite."""
    return bool(mine & other) and not mine & theirs and not mine & turned


def _opposites_of(words: set[str]) -> set[str]:
    return {stem(plain(other)) for word in words for other in OPPOSITES.get(word, set())}


def scope(text: str) -> set[str]:
    """Return the stems that the negations of a text bear on: up to three after each within its clause, else
    before."""
    found: set[str] = set()
    text = NEUTRAL.sub(" ", unicodedata.normalize("NFC", text.replace("\u2019", "'")))
    pattern = next((negation for script, negation in SCRIPTS if script.search(text)), NEGATION)
    for clause in CLAUSE.split(text):
        for match in pattern.finditer(clause):
            after = stems(clause[match.end() :])[:3]
            found.update(after or stems(clause[: match.start()])[-3:])
    return found


def count(text: str) -> int:
    """Return how many negations a text holds, pairs such as `ne ... pas` once."""
    text = NEUTRAL.sub(" ", unicodedata.normalize("NFC", text.replace("\u2019", "'")))
    for script, negation in SCRIPTS:
        if script.search(text):
            return len(negation.findall(text))
    found = len(NEGATION.findall(text))
    if re.search(r"\bne\b|\bn'", text, re.IGNORECASE):  # ne ... aucun, n'a jamais: one
        found -= min(len(re.findall(r"\b(?:aucune?|jamais)\b", text, re.IGNORECASE)), 1)
    if re.search(
        r"\b(?:no|n\u00e3o|non)\b.*\b(?:ning[u\u00fa]n\w*|nada|nadie|nunca|nenhum\w*|ningu\u00e9m|"
        r"nessun\w*|mai|n\u00e9|ni)\b",
        text,
        re.IGNORECASE,
    ):
        found -= 1
    return found


def _marks(sentence: str) -> set[str]:
    return {word for word in re.findall(r"[^\W\d_]+", sentence.lower()) if NEGATION.fullmatch(word)}


def _opposed(sentence: str, passage: str) -> set[str]:
    """Return the words of the sentence that stand in the passage only as their opposite."""
    words, given = _bare_words(sentence), _bare_words(passage)
    found: set[str] = set()
    for word in words - given:
        others = OPPOSITES.get(word, set()) & given - words
        if others and (
            word not in PLACED or any(_next(word, sentence) & _next(other, passage) for other in others)
        ):
            found.add(word)
        for prefix in ("un", "in", "im", "dis", "non", "ir", "il"):
            bare = word.removeprefix(prefix)
            if (bare != word and len(bare) > 3 and bare in given) or prefix + word in given - words:
                found.add(word)
    for left, right in WIDE_OPPOSITES:
        for a, b in ((left, right), (right, left)):
            if a in sentence and b in passage and a not in passage and b not in sentence:
                found.add(a)
    return found


def _next(word: str, text: str) -> set[str]:
    """Return the stem after each use of a word, articles aside: "after the upgrade" and "before the upgrade"
    agree."""
    places = re.finditer(rf"\b{re.escape(word)}\s+(?:{ARTICLE}\s+)?(\w+)", text, re.IGNORECASE)
    return {stem(plain(place.group(1))) for place in places} - POINTERS


def _bare_words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", text.lower()))
