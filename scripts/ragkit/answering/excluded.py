"""What a source takes out, asks for or does without, against a sentence that has it the other way about.

Lists of what is not covered, "in A but not in B", "every one except C", "X is required", "without X",
"unless". Each is compared only with a sentence, or a clause of it, that names the same things.
"""

import re
from collections.abc import Iterator

from ragkit.answering import polarity
from ragkit.answering.alignment import stems
from ragkit.answering.names import Swap
from ragkit.answering.neighbours import FIELD, passages, words
from ragkit.answering.permits import CLAUSE, FORBIDS
from ragkit.answering.wordlists import either, load

_LISTS = load("excluded")


def _pattern(section: str) -> re.Pattern[str]:
    return re.compile(either(_LISTS[section]), re.IGNORECASE)


LIST = re.compile(rf"\s*(?:[-*#>]\s*)?(?:{either(_LISTS['lists'])})\s?[:\uff1a]\s?", re.IGNORECASE)
BUT_NOT, EXCEPT, EVERY = _pattern("but not"), _pattern("except"), _pattern("every")
REQUIRED = [re.compile(entry, re.IGNORECASE) for entry in _LISTS["required"]]
WAIVED, ASKS, WITHOUT = _pattern("waived"), _pattern("asks"), _pattern("without")
EVEN, UNLESS, STILL = _pattern("even"), _pattern("unless"), _pattern("still")
ITEM = re.compile(r"[,;]\s|\s(?:and|or|und|oder|y|o|et|ou|e|i|en)\s")
ENDS = re.compile(r"\s*(?:[.;,)]|\Z|\s(?:and|und|y|et|e|i)\s)")
HALF = 0.5  # of the words of what is asked for: taste
MOST = 0.5  # of the words of a denied clause that the sentence has: taste


def flipped(sentence: str, source: str) -> str:
    """Return the passage of the source that the sentence turns round, "" for none."""
    sentence, source = sentence.replace("\u2019", "'"), source.replace("\u2019", "'")
    checks = [check for cue, check in CHECKS if cue is None or cue.search(sentence)]
    found = (check(sentence, passage) for passage in passages(source) for check in checks)
    return next(filter(None, found), "")


def swapped(sentence: str, source: str) -> list[Swap]:
    """Return the exception of a sentence where the source makes another: "any but A", "all except B"."""
    mine = _exception(sentence)
    if not mine or not words(mine[1]):
        return []
    about, named = mine
    for passage in passages(source):
        theirs = _exception(passage)
        if not theirs or len(words(about) & words(theirs[0])) < 2 or not words(theirs[1]):
            continue
        if not words(named) & words(theirs[1]) and words(named) <= words(source):
            return [Swap(named.strip(), theirs[1].strip())]
    return []


def _exception(text: str) -> tuple[str, str] | None:
    """Return what is said of every one, and the exceptions to it."""
    match = EXCEPT.search(text)
    if not match or not EVERY.search(text[: match.start()]):
        return None
    return text[: match.start()], re.split(r"[.;,]", text[match.end() :])[0]


def _affirms(text: str) -> bool:
    denying = polarity.DENYING & set(re.findall(r"[^\W\d_]+", text.lower()))
    return not polarity.count(text) and not denying


def _listed(sentence: str, passage: str) -> str:
    """Return a list of what is not covered, one item of which the sentence says without a denial."""
    head = LIST.match(passage)
    if not head or not _affirms(sentence):
        return ""
    items = (words(item) for item in ITEM.split(passage[head.end() :]))
    said = words(sentence)
    return passage if any(len(item) >= 2 and item <= said for item in items) else ""


def _but_not(sentence: str, passage: str) -> str:
    """Return "X is in A and B but not in C" where a clause gives X to C."""
    passage = passage.rstrip().rsplit("\n", 1)[-1]
    match = BUT_NOT.search(passage)
    if not match:
        return ""
    first = stems(passage[: match.start()])[:1]
    without = set(stems(re.split(r"[.;,]", passage[match.end() :])[0]))
    for clause in CLAUSE.split(sentence):
        said = set(stems(clause))
        if first and without and first[0] in said and without <= said and _affirms(clause):
            return passage
    return ""


def _needed(sentence: str, passage: str) -> str:
    """Return a passage that asks for what the sentence says is not asked for."""
    waiver = WAIVED.search(sentence)
    if not waiver or ASKS.search(sentence[: waiver.start()]):
        return ""
    after = words(sentence[waiver.end() :])
    for match in _matches(REQUIRED, passage):
        asked = words(match["x"])
        if not ENDS.match(passage, match.end()) or polarity.count(match.group()):
            continue  # "required for all expenses of 25 or more"
        if asked and len(asked & after) >= HALF * len(asked):
            return passage if len(asked & after) >= min(2, len(asked)) or "s\u00ed" in match.group() else ""
    return ""


def _matches(patterns: list[re.Pattern[str]], text: str) -> Iterator[re.Match[str]]:
    for pattern in patterns:
        yield from pattern.finditer(text)


def _not_needed(sentence: str, passage: str) -> str:
    """Return a field that does without what the sentence asks for: "Meal allowance: 45 euros, without
    receipts"."""
    field, match = FIELD.match(passage), WITHOUT.search(passage)
    if not field or not match or not ASKS.search(sentence) or not _affirms(sentence):
        return ""
    key, thing = words(field["key"]), words(match["x"])
    said = words(sentence)
    return passage if key and thing and key <= said and thing <= said and match.start() > field.end() else ""


def _even(sentence: str, passage: str) -> str:
    """Return "may ... unless C" where the sentence says "must not ... even if not C", and the reverse."""
    even, unless = EVEN.search(sentence), UNLESS.search(passage)
    if not even or not unless:
        return ""
    mine, theirs = sentence[: even.start()], passage[: unless.start()]
    denies = [polarity.count(text) % 2 == 1 or FORBIDS.search(text) is not None for text in (mine, theirs)]
    alike = words(mine) & words(theirs)
    condition = words(sentence[even.end() :]) & words(passage[unless.end() :])
    enough = bool(alike and condition) and len(alike | condition) >= 3
    return passage if denies[0] != denies[1] and enough else ""


def _still(sentence: str, passage: str) -> str:
    """Return the clause that denies what the sentence says to hold "still"."""
    if not STILL.search(sentence) or not _affirms(sentence):
        return ""
    said = words(sentence)
    for clause in CLAUSE.split(passage):
        own = words(clause)
        if polarity.count(clause) == 1 and len(own & said) >= max(3, MOST * len(own)):
            return passage
    return ""


# A check, and what a sentence must hold for it
CHECKS = (
    (None, _listed),
    (None, _but_not),
    (WAIVED, _needed),
    (ASKS, _not_needed),
    (EVEN, _even),
    (STILL, _still),
)
