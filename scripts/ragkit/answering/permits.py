"""Whether a sentence allows what its source forbids, or the reverse, or waives what is a condition there.

polarity.py compares a sentence with the passage that shares most of its words. Rules about several things
share words ("may connect from managed laptops", "must not connect from personal laptops"): here the passage
is the one that speaks of the sentence's own subject.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from ragkit.answering import polarity
from ragkit.answering.alignment import WIDE
from ragkit.answering.neighbours import FIELD, passages, words
from ragkit.answering.wordlists import either, load

_LISTS = load("permits")
PERMITS = re.compile(either(_LISTS["permits"]), re.IGNORECASE)
FORBIDS = re.compile(either(_LISTS["forbids"]), re.IGNORECASE)
LIMITS = re.compile(either(_LISTS["limits"]), re.IGNORECASE)
CONDITIONS = re.compile(either(_LISTS["conditions"]), re.IGNORECASE)
WAIVES = re.compile(either(_LISTS["waives"]), re.IGNORECASE)
CLAUSE = re.compile(
    r"[,;]\s|\uff0c|\s(?:and|but|und|aber|y|pero|et|mais|e|ma|mas|en|maar|i|ale)\s", re.IGNORECASE
)
NONE = re.compile(
    r"\s*(?:no|kein\w*|sin|sans|senza|sem|geen|bez|brak|aucune?|nessun\w*|nenhum\w*)\s", re.IGNORECASE
)
COPULA = re.compile(
    r"\s(?:is|are|was|were|ist|sind|war|waren|es|son|est|sont|\u00e8|sono|\u00e9|s\u00e3o|jest|s\u0105|zijn)\s",
    re.IGNORECASE,
)
DENIED = re.compile(
    r"\b(?:not|never|nicht|no\s(?:es|son|est\u00e1n?)|pas|non\s(?:\u00e8|sono)|n\u00e3o\s(?:\u00e9|s\u00e3o)|nie\s(?:jest|s\u0105)|niet)\s"
    r"(?P<word>[^\W\d_]+)",
    re.IGNORECASE,
)
LEAST = 0.4  # of the sentence's words must stand in the rule: taste
SUBJECT = 0.25  # where the rule opens with the sentence's own subject: taste


class Rule(NamedTuple):
    text: str
    verdict: int  # 1 allows, -1 forbids, 0 neither or on a condition
    stems: frozenset[str]
    subject: frozenset[str]  # those before the verdict


def flipped(sentence: str, source: str) -> str:
    """Return the passage of the source that the sentence contradicts, "" for none."""
    sentence, source = sentence.replace("\u2019", "'"), source.replace("\u2019", "'")
    if passage := _waived(sentence, source) or _denied(sentence, source):
        return passage
    if LIMITS.search(sentence):
        return ""
    verdict = _verdict(sentence)
    if not verdict:
        return _absent(sentence, source)
    own = _rule(sentence)
    found = _against(own.stems, own.subject, verdict, source, whole=False)
    for clause in CLAUSE.split(sentence) if not found else []:
        stems = words(_bare(clause))
        if clause and _verdict(clause) in (0, verdict) and len(stems) >= 2 and stems != own.stems:
            found = found or _against(stems, frozenset(), verdict, source, whole=True)
    return found


def _against(stems: frozenset[str], subject: frozenset[str], verdict: int, source: str, whole: bool) -> str:
    rules = _rules(source)
    against = [rule for rule in rules if rule.verdict == -verdict]
    best = max(against, key=lambda rule: len(stems & rule.stems), default=None)
    if best is None:
        return ""
    shared = stems & best.stems
    others = [stems & rule.stems for rule in rules if rule.verdict == verdict]
    limit = LIMITS.search(best.text)
    if limit and subject & words(best.text[limit.end() :]):
        return ""  # "except assistance dogs" is not said of them
    if any(len(other) >= len(shared) or subject & other - shared for other in others):
        return ""
    least = 2 + bool(WIDE.search(best.text))
    opens = bool(subject) and subject <= best.subject
    if whole:
        return best.text if len(shared) >= least and shared == stems else ""
    if len(shared) < least - opens:
        return ""
    return best.text if len(shared) >= (SUBJECT if opens else LEAST) * len(stems) else ""


def _waived(sentence: str, source: str) -> str:
    """Return the passage that makes a condition of what the sentence does without."""
    waiver = WAIVES.search(sentence)
    if not waiver or polarity.count(sentence) > 1 or CONDITIONS.search(sentence):
        return ""
    without, stems = words(sentence[waiver.start() :]), words(sentence)
    for passage in passages(source):
        condition = CONDITIONS.search(passage)
        if not condition or WAIVES.search(passage):
            continue
        asked, every = words(passage[condition.start() :]), words(passage)
        if without & asked and len(stems & every) >= max(2, LEAST * len(stems)) and stems & every - asked:
            return passage
    return ""


def _denied(sentence: str, source: str) -> str:
    """Return the passage that denies of the sentence's subject what the sentence says of it: "sale tickets
    are not refundable", where other passages say "refundable" of others."""
    copula = COPULA.search(sentence)
    if not copula or polarity.count(sentence) or LIMITS.search(sentence):
        return ""
    subject, said = words(sentence[: copula.start()]), words(sentence[copula.end() :])
    about = [passage for passage in passages(source) if subject and subject <= words(passage)]
    if len(about) != 1 or LIMITS.search(about[0]):
        return ""
    match = DENIED.search(about[0])
    return about[0] if match and said & words(match["word"]) else ""


def _absent(sentence: str, source: str) -> str:
    """Return the field or record that says "no ..." of what the sentence gives to it."""
    stems = words(sentence)
    if polarity.count(sentence):
        return ""
    for passage in passages(source):
        field = FIELD.match(passage)
        if not field or not words(field["key"]) or not words(field["key"]) <= stems:
            continue
        for clause in CLAUSE.split(passage[field.end() :]):
            if clause and NONE.match(clause) and words(clause) & stems:
                return passage
    return ""


@lru_cache(maxsize=256)
def _rules(source: str) -> tuple[Rule, ...]:
    """Return the rules of a source; a sentence that both allows and forbids is several, of one subject."""
    found: list[Rule] = []
    for passage in passages(source):
        whole = _rule(passage)
        if not (PERMITS.search(FORBIDS.sub(" ", passage)) and FORBIDS.search(passage)):
            found.append(whole)
            continue
        for clause in filter(None, CLAUSE.split(passage)):
            one = _rule(clause)
            subject = one.subject or whole.subject
            found.append(one._replace(text=passage, stems=one.stems | subject, subject=subject))
    return tuple(found)


def _rule(text: str) -> Rule:
    spots = [match.start() for pattern in (FORBIDS, PERMITS) if (match := pattern.search(text))]
    subject = words(_bare(text[: min(spots, default=0)]))
    field = FIELD.match(text)
    verdict = _verdict(text)
    if field and words(field["key"]):
        subject = words(field["key"])
    limited = LIMITS.search(text) is not None
    return Rule(text, 0 if limited and verdict > 0 else verdict, words(_bare(text)), subject)


def _verdict(text: str) -> int:
    if FORBIDS.search(text):
        return -1 if not PERMITS.search(FORBIDS.sub(" ", text)) else 0
    return 1 if PERMITS.search(text) else 0


def _bare(text: str) -> str:
    return PERMITS.sub(" ", FORBIDS.sub(" ", text))
