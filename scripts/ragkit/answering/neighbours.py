"""A number, name or code that the source has, but gives to something else: the price of the plan beside.

Each stands in the source in a passage, and in a clause of it. It is a neighbour's when another of its kind
stands where the source says what the sentence says, and the sentence's own stands where the source speaks of
something that the sentence does not mention. Nothing is said where a word of the sentence speaks for its own.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ragkit.answering import alignment, quantity_words
from ragkit.answering.phrases import BEFORE_NUMBER, TITLES
from ragkit.answering.wordlists import load
from ragkit.answering.wordlists import words as listed

PASSAGE = re.compile(
    r"(?<=[.!?])(?<!\s[A-Z]\.)\s+(?=[^a-z\s]|[a-z]+[-_]?\d)|(?<=[\u3002\uff01\uff1f])|[;\uff1b]\s?|\n\s*\n"
    r"|\n(?=\s*(?:[-*+|#>\u2022]|\d+[.)]\s|[^\n:\uff1a]{1,40}[:\uff1a]|[^\n]*\s\|\s|\S+\s[-\u2013]\s))"
)
CLAUSE = re.compile(
    r",\s|\uff0c|\u3001|\s(?:and|but|while|whereas|und|aber|w\u00e4hrend|y|pero|mientras|et|mais|tandis|e|ma|mentre|mas|"
    r"enquanto|i|a|ale|en|maar|terwijl|then|instead|or|oder|ou)\s",
    re.IGNORECASE,
)
POINTING = re.compile(
    r"(?:it|its|he|she|they|their|his|her|this|that|these|those|both|er|sie|es|sein\w*|ihr\w*|dies\w*|beide|il|elle|ils|"
    r"elles|son|sa|ses|ce|cette|su|sus|este|esta|\u00e9l|ella|lui|lei|suo|sua|questo|questa|ele|ela|seu|este|hij|zij|ze|"
    r"het|zijn|deze|dit|on|ona|ono|jego|jej|to|the\s(?:latter|former|same))\b|\u5b83|\u4ed6|\u5979|\u672c|\u540c|\u3053|\u305d",
    re.IGNORECASE,
)
SHARED = re.compile(
    r"\b(?:respectively|jeweils|beziehungsweise|bzw|respectivement|respectivamente|rispettivamente|both|beide[nr]?|also|too|"
    r"likewise|same|auch|ebenfalls|ebenso|tambi\u00e9n|aussi|\u00e9galement|anche|tamb\u00e9m|ook|te\u017c|r\u00f3wnie\u017c|all|each|every)\b"
    r"|\u90fd",
    re.IGNORECASE,
)
AFTERWARDS = re.compile(
    r"(?:then|thereafter|afterwards?|later|after\sthat|danach|dann|sp\u00e4ter|daraufhin|ensuite|puis|apr\u00e8s|despu\u00e9s|luego|poi|"
    r"dopo|depois|potem|nast\u0119pnie|p\u00f3\u017aniej|daarna|vervolgens)\b",
    re.IGNORECASE,
)
LABEL = re.compile(r"[^\n:\uff1a.]{1,40}[:\uff1a](?!\d)")
FIELD = re.compile(r"\s*(?P<key>[^\n:\uff1a,.]{2,40}?)(?:[:\uff1a]\s?|\s[-\u2013]\s)(?=\S)")
NAMED = re.compile(r"(?<!\w)([^\W\d_]{3,})\s([A-Z]|[IVX]{1,4}|\d{1,2})(?![\w%\u20ac$\u00b0]|[.,:/-]\d)")
# They tell nothing of what is spoken of.
SMALL = frozenset(alignment.stem(alignment.plain(word)) for word in listed(load("phrases")["small words"]))
# Nor do units: "six times a day" is not "on all days".
UNITS = frozenset(alignment.stem(alignment.plain(name))[:5] for name in quantity_words.UNITS)
STEM = 5  # letters that "directed" and "director" share: taste
SHORT = 2  # words of a clause that takes its verb from the one before: taste
FAR = 500  # characters between neighbours: taste
COVERED = 0.5  # of the words about it must stand with the other one: taste


class Item(NamedTuple):
    """A number, name or code of a text; equal keys are the same, equal kinds may stand for each other."""

    kind: str
    key: object
    start: int
    end: int


class Part(NamedTuple):
    start: int
    end: int
    stems: frozenset[str]


class Asked(NamedTuple):
    """What a sentence says of an item: in its clause, in all of it."""

    about: frozenset[str]
    every: frozenset[str]
    sentence: str


def misplaced(
    sentence: str, source: str, mine: Sequence[Item], theirs: Sequence[Item]
) -> Iterator[tuple[Item, Item]]:
    """Yield (item of the sentence, the item of the source that stands in its place).

    mine    the items of the sentence that the source holds
    theirs  all items of the source
    """
    said = {item.key for item in mine}
    masked = _masked(source, [item for item in theirs if not item.kind.startswith("name ")])
    for item in mine:
        bare = _masked(sentence, [one for one in mine if one is item or not one.kind.startswith("name ")])
        every = words(bare)
        held = [other for other in theirs if other.key == item.key and other.kind == item.kind]
        rivals = [other for other in theirs if other.kind == item.kind and other.key not in said]
        for about in dict.fromkeys((words(alignment.clause(bare, item.start, item.end, CLAUSE)), every)):
            asked = Asked(about, every, sentence)
            if rival := next(
                (r for r in rivals if held and all(_other(h, r, source, masked, asked) for h in held)), None
            ):
                yield item, rival
                break


def _other(place: Item, rival: Item, source: str, masked: str, asked: Asked) -> bool:
    """Return whether the source says what the sentence says of the rival, and of the place something else."""
    whole = _parts(source, masked, PASSAGE)
    here, there = _part(place.start, whole), _part(rival.start, whole)
    if here is None or there is None or " |" in source[here.start : here.end]:
        return False  # rows of a table are read by cells
    if abs(place.start - rival.start) > FAR:
        return False
    if here == there:
        if SHARED.search(source[here.start : here.end]):
            return False
        smaller = _parts(source, masked, CLAUSE, PASSAGE)
        here, there = _part(place.start, smaller), _part(rival.start, smaller)
        if here is None or there is None or here == there or AFTERWARDS.match(source, here.start):
            return False
        passage = _part(place.start, whole)
        assert passage is not None
        if _contrasts(here, there, place, rival, masked, asked):
            return True
        here, there = _elliptic(here, there, place, rival, masked, passage)
    elif place.start > rival.start and POINTING.match(source[here.start : here.end].lstrip("\"'( ")):
        return False  # "It was opened in 1932" speaks of what stands before
    ours = here.stems | _label(source, here, whole) - words(source[place.start : place.end])
    others = there.stems | _label(source, there, whole) - words(source[rival.start : rival.end])
    more, less = asked.about & others - ours - UNITS, asked.every & ours - others
    foreign = ours - asked.every - others - words(source[place.start : place.end])
    if less or not _enough(more, asked.sentence) or not foreign:
        return False
    key, own = _field(source, there), _field(source, here)
    if key and own and key <= asked.about and not own & asked.every:
        return True  # both are fields, and the sentence names the other's
    return len(asked.about & (others | whole[0].stems)) >= COVERED * len(asked.about)


def _contrasts(here: Part, there: Part, place: Item, rival: Item, masked: str, asked: Asked) -> bool:
    """Return whether the rival's clause is a short one of the sentence's own subject, which takes its verb
    from the clause before, and the place's clause has another: "staff may stay 3 days, guests 1 day"."""
    own = {stem for stem in there.stems if " " not in stem}  # no labels: "trainees 4"
    own -= {place.kind.removeprefix("number of ")[:STEM]}
    if not own or len(own) > SHORT or not own <= asked.every or there.start < here.start:
        return False
    if not own & asked.about or own & here.stems:
        return False
    first = bool(words(masked[there.start : rival.start]))
    beside = masked[here.start : place.start] if first else masked[place.end : here.end]
    return bool(words(beside) - asked.every)


def _elliptic(
    here: Part, there: Part, place: Item, rival: Item, masked: str, passage: Part
) -> tuple[Part, Part]:
    """Return two clauses of a passage with what each leaves unsaid: the opening of the passage where nothing
    stands before its item, what follows the other's item where nothing follows its own."""
    head = words(masked[passage.start : min(place.start, rival.start)])
    tails = [words(masked[item.end : part.end]) for item, part in ((place, here), (rival, there))]
    filled = []
    for item, part, tail, other in ((place, here, tails[0], tails[1]), (rival, there, tails[1], tails[0])):
        more = frozenset() if words(masked[part.start : item.start]) else head
        filled.append(part._replace(stems=part.stems | more | (frozenset() if tail else other)))
    return filled[0], filled[1]


def _enough(more: frozenset[str], sentence: str) -> bool:
    """Return whether words tell two things apart: one, or in scripts without spaces two pairs of characters,
    or the pair that the sentence opens with."""
    if not alignment.WIDE.search(sentence):
        return bool(more)
    return len(more) > 1 or any(sentence.lstrip().startswith(pair) for pair in more)


def _field(source: str, part: Part) -> frozenset[str]:
    """Return the stems of the name of a field, "Director: ..." or "Mother - ..."; none where it has none."""
    match = FIELD.match(source, part.start, part.end)
    return words(match["key"]) if match else frozenset()


def _label(source: str, here: Part, whole: Sequence[Part]) -> frozenset[str]:
    """Return the stems of the label that a passage without its own stands under, "Adults: ..."."""
    if LABEL.match(source, here.start):
        return frozenset()
    block = source.rfind("\n\n", 0, here.start) + 1
    labels = (LABEL.match(source, part.start) for part in reversed(whole) if block <= part.start < here.start)
    return next((words(label.group()) for label in labels if label), frozenset())


def _masked(text: str, items: Sequence[Item]) -> str:
    """Return the text with its items blanked out, of the same length."""
    pieces, at = [], 0
    for item in sorted(items, key=lambda one: one.start):
        if item.start >= at:
            body = text[item.start : item.end]
            pieces += [
                text[at : item.start],
                re.sub(r"[^\n]", " ", body[:-1]),
                " " if body[-1:].isalnum() else body[-1:],
            ]
            at = item.end
    return "".join([*pieces, text[at:]])


@lru_cache(maxsize=256)
def passages(source: str) -> tuple[str, ...]:
    """Return the passages of a source that are not blank."""
    return tuple(passage for passage in PASSAGE.split(source) if passage.strip())


@lru_cache(maxsize=2048)
def words(text: str) -> frozenset[str]:
    """Return the stems of a text, cut so that "directed" and "director" meet; no small words, no numbers but
    those that name something: "plan M", "track 7"."""
    named = (f"{alignment.plain(match[1])[:STEM]} {match[2].lower()}" for match in NAMED.finditer(text))
    return frozenset(named) | frozenset(
        word if alignment.WIDE.match(word) else word[:STEM]
        for word in alignment.stems(text)
        if word not in SMALL and not word[0].isdigit() and (len(word) > 1 or alignment.WIDE.match(word))
    )


@lru_cache(maxsize=512)
def _parts(source: str, masked: str, *cuts: re.Pattern[str]) -> tuple[Part, ...]:
    """Return the parts of a source between the cuts of any pattern, with the stems of its masked text."""
    ends = sorted({match.span() for cut in cuts for match in cut.finditer(source)})
    found, at = [], 0
    for start, end in [*ends, (len(source), len(source))]:
        if start < at or (end < len(source) and _short(source[at:start])):
            continue
        if source[at:start].strip():
            found.append(Part(at, start, words(masked[at:start])))
        at = end
    return tuple(found)


def _short(text: str) -> bool:
    """Return whether a text ends in what no sentence ends in: "Dr.", "no."."""
    last = text[-20:].rsplit(None, 1)[-1:]
    return bool(last) and last[0].endswith(".") and last[0].lower().rstrip(".") in TITLES | BEFORE_NUMBER


def _part(at: int, parts: Sequence[Part]) -> Part | None:
    return next((part for part in parts if part.start <= at < part.end), None)
