"""Whether a sentence affirms what its source denies, or the reverse: negations and opposites, counted.

The sentence is compared with the passage of the source that shares most of its words; both must speak of the
same thing before their polarity is compared, so silence is the usual answer. Antonyms count as a negation.
"""

import re
import unicodedata
from difflib import SequenceMatcher

from ragkit.answering import cuts, superlatives
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
HANGUL = re.compile(r"[\uac00-\ud7af]")
SLACK = 0.2  # two Korean sentences are alike when 80% of their characters are: particles glue to the words
PREFIXES = ("un", "in", "im", "dis", "non", "ir", "il")
PREPOSITION = re.compile(
    r"\b(?:in|on|at|under|for|by|with|from|during|within|en|por|con|para|dans|sur|pour|avec|sous|im|"
    r"auf|mit|f\u00fcr|bei|"
    r"von|unter|em|na|com|nel|nella|per|da|su)\b",
    re.IGNORECASE,
)
CONCORD = re.compile(
    r"\b(?:ne|n'|no|n\u00e3o|non)\b.{1,60}?\b(?:aucune?|jamais|rien|ning[u\u00fa]n\w*|nada|nadie|nunca|"
    r"nenhum\w*|"
    r"ningu\u00e9m|nessun\w*|mai|n\u00e9|ni)\b",
    re.IGNORECASE,
)
DENYING = frozenset(words(_LISTS["denying"]))
AUXILIARY = frozenset(["is", "are", "was", "were", "be", "been", "do", "does", "did", "has", "have"])
SUBJECT = re.compile(  # a subject of one word
    rf"(?:{ARTICLE}\s)?([^\W\d_]{{4,}})\s(?:{'|'.join(AUXILIARY)}|must|may|can|cannot|will|shall|should|ist|sind|"
    r"darf|d\u00fcrfen|muss|m\u00fcssen|wird|werden|es|son|no|se|puede|pueden|debe|deben|est|sont|ne|peut|peuvent|doit)\b",
    re.IGNORECASE,
)
COVERED = 0.5  # of a clause's words must stand in the other text before its negation is compared: taste
LONG_CLAUSE = 3  # content words
NEARLY = 0.9  # of them: the two texts say the same of the same
SHARED = 0.6  # of the sentence's content words must stand in the passage: below, polarity is not compared


def flipped(sentence: str, source: str) -> str:
    """Return the passage whose polarity the sentence, or one of its
    longer clauses, reverses; "" when none does."""
    parts = [part for part in re.split(r"[,;:]\s", sentence) if len(stems(part)) >= LONG_CLAUSE]
    found = (_flipped(part, source) for part in ([sentence, *parts] if len(parts) > 1 else [sentence]))
    return next(filter(None, found), "")


def _flipped(sentence: str, source: str) -> str:
    """Return the passage whose polarity the sentence reverses, or "" when none is found.

    Counted are the negations of either side that bear on words of the other, and one for a word that stands
    there as its opposite; an odd number is a reversal. A word that denies by itself ("omits") and has no
    counterpart leaves it open. In unspaced scripts the negations of two nearly equal texts are counted.
    """
    if (cell := cuts.row(sentence, source)) is not None:
        return "" if cell.affirms == (count(sentence) % 2 == 0) else cell.text
    wanted = set(stems(sentence)) - {stem(word) for word in _marks(sentence)}
    best, score, opposed = "", 0.0, set[str]()
    for passage in passages(source):
        turned = _opposed(sentence, passage)
        shared = (len(wanted & set(stems(passage))) + len(turned)) / max(len(wanted), 1)
        if HANGUL.search(sentence) and len(passage) < 2 * len(sentence):
            shared = max(shared, SequenceMatcher(None, sentence, passage, autojunk=False).ratio() - SLACK)
        if shared > score:
            best, score, opposed = passage, shared, turned
    if score < SHARED or _of_another(sentence, best, source):
        return ""
    if cuts.answers(best):
        return ""  # another column's "no" is none of its business
    if UNSPACED.search(sentence):
        return best if (count(sentence) + min(len(opposed), 1) - count(best)) % 2 else ""
    if superlatives.same(sentence, best):
        return ""  # "no river is longer" and "the longest river"
    return best if _reverses(sentence, cuts.clause(sentence, best), opposed, score) else ""


def _reverses(sentence: str, best: str, opposed: set[str], score: float) -> bool:
    """Return whether the negations and opposites of two texts, of which `score` is shared, come to an odd
    number.

    opposed  words of the sentence that stand as their opposite in the passage that `best` is, or is cut from
    """
    opposed = opposed & _opposed(sentence, best)
    covered = _covered(sentence, best)
    sentence, best = cuts.limited(sentence, best)
    if opposed:
        sentence, best = cuts.without_shared(sentence, best, NEGATION)
    mine, theirs = _bare_words(sentence), _bare_words(best)
    turned = opposed | {word for other in opposed for word in OPPOSITES.get(other, ())}
    if (mine ^ theirs) & DENYING - turned and not covered:
        return False
    if count(sentence) and count(best):
        return False  # both deny: too little to tell whether the same thing
    if count(best) >= 2 and not count(best) % 2:
        return False  # "nobody may enter without": two denials affirm
    counted = {word for word in opposed if not _denied(word, theirs) and not NEGATION.fullmatch(word)}
    if score >= NEARLY:
        theirs, mine = theirs | set(stems(best)), mine | set(stems(sentence))  # "thread-safe" is one stem
    number = min(len(counted), 1) + _bearing(sentence, theirs) + _bearing(best, mine)
    return number % 2 == 1


def _of_another(sentence: str, best: str, source: str) -> bool:
    """Return whether the sentence opens with a word that only other passages have: it is said of that."""
    opening = stems(sentence)[:1]
    subject = SUBJECT.match(sentence.strip())
    if not subject or stems(subject.group(1)) != opening or opening[0] in stems(best):
        return False
    turned = {stem(word) for word in _opposed(sentence, best)}
    others = (passage for passage in passages(source) if passage != best)
    return opening[0] not in turned and any(opening[0] in stems(other) for other in others)


def _covered(sentence: str, passage: str) -> bool:
    """Return whether the sentence is words of the passage and a denial, but for forms of "be" and "do":
    then "only" leaves nothing open ("allowed on deck only" and "not allowed on deck")."""
    if not count(sentence) or count(passage):
        return False
    mine = _bare_words(NEGATION.sub(" ", sentence)) - AUXILIARY
    return len(mine) >= LONG_CLAUSE and mine <= _bare_words(passage)


def _denied(word: str, theirs: set[str]) -> bool:
    """Return whether a word's opposite in the other text is a negation itself, counted as one: "banned"."""
    return any(NEGATION.fullmatch(other) for other in OPPOSITES.get(word, set()) & theirs)


def _bearing(text: str, others: set[str]) -> int:
    """Return how many negations of a text bear on words of the other text, or on their opposites."""
    reached = {stem(plain(word)) for word in others}
    reached |= {stem(plain(word)) for other in others for word in OPPOSITES.get(other, set())}
    reached |= {stem(plain(word.removeprefix(prefix))) for word in others for prefix in PREFIXES}
    reached |= {stem(plain(prefix + word)) for word in others for prefix in PREFIXES}
    return sum(bool(held & reached) for held in scopes(text, reached))


def scopes(text: str, known: set[str]) -> list[set[str]]:
    """Return for each negation the stems it bears on: those after it, up to a preposition, three at most,
    or else the last before it in its clause. Negations that agree ("no ... nadie") are one.

    known  stems of the other text: a clause of which it does not have half speaks of something else
    """
    found: list[set[str]] = []
    text = NEUTRAL.sub(" ", unicodedata.normalize("NFC", text.replace("\u2019", "'")))
    pattern = next((negation for script, negation in SCRIPTS if script.search(text)), NEGATION)
    for clause in CLAUSE.split(text):
        words_in = set(stems(NEGATION.sub(" ", clause)))
        if len(words_in & known) < COVERED * len(words_in):
            continue
        held: list[set[str]] = []
        for match in pattern.finditer(clause):
            after = clause[match.end() :]
            near = stems(PREPOSITION.split(after)[0])[:3] or stems(after)[:3]
            held.append(set(near or stems(clause[: match.start()])[-3:]))
        found += [set().union(*held)] if len(held) > 1 and CONCORD.search(clause) else held
    return found


def denies(text: str) -> bool:
    """Return whether a text holds any negation."""
    return count(text) > 0


def count(text: str) -> int:
    """Return how many negations a text holds, pairs such as `ne ... pas` once."""
    text = NEUTRAL.sub(" ", unicodedata.normalize("NFC", text.replace("\u2019", "'")))
    for script, negation in SCRIPTS:
        if script.search(text):
            return len(negation.findall(text))
    return len(NEGATION.findall(text)) - len(CONCORD.findall(text))


def _marks(sentence: str) -> set[str]:
    return {word for word in re.findall(r"[^\W\d_]+", sentence.lower()) if NEGATION.fullmatch(word)}


def _opposed(sentence: str, passage: str) -> set[str]:
    """Return the words of the sentence that stand in the passage only as their opposite."""
    words, given = _bare_words(sentence), _bare_words(passage)
    found: set[str] = set()
    for word in words - given:
        others = OPPOSITES.get(word, set()) & given
        if (
            others
            and not OPPOSITES[word] & words
            and (
                word not in PLACED
                or (_predicate(word, sentence) and any(_predicate(other, passage) for other in others))
                or any(_next(word, sentence) & _next(other, passage) for other in others)
            )
        ):
            found.add(word)
        for prefix in PREFIXES:
            bare = word.removeprefix(prefix)
            if (bare != word and len(bare) > 3 and bare in given) or prefix + word in given - words:
                found.add(word)
    for left, right in WIDE_OPPOSITES:
        if count(left) + count(right):
            continue  # counted as a negation
        for a, b in ((left, right), (right, left)):
            one, other = sentence.replace(b, " ") if a in b else sentence, passage
            other = passage.replace(a, " ") if b in a else passage
            if (
                a in one
                and b in other
                and a not in passage.replace(b, " ")
                and b not in sentence.replace(a, " ")
            ):
                found.add(a)
    return found


def _predicate(word: str, text: str) -> bool:
    """Return whether the word is said of something: "sales are down"."""
    return re.search(rf"\b(?:is|are|was|were|went|goes|go)\s{re.escape(word)}\b", text, re.I) is not None


def _next(word: str, text: str) -> set[str]:
    """Return the stem after each use of a word, articles aside: "after
    the upgrade" and "before the upgrade" agree."""
    places = re.finditer(rf"\b{re.escape(word)}\s+(?:{ARTICLE}\s+)?(\w+)", text, re.IGNORECASE)
    return {stem(plain(place.group(1))) for place in places} - POINTERS


def _bare_words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", text.lower()))
