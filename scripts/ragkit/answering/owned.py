"""The numbers, dates, names and codes of a text as items that may change places with their neighbours."""

import re
from collections.abc import Iterator
from functools import lru_cache

from ragkit.answering import agreement, alignment, dates, derived, names, neighbours, ordinals, quantities
from ragkit.answering.held import holding
from ragkit.answering.neighbours import NAMED, Item
from ragkit.answering.phrases import TITLES
from ragkit.answering.quantities import Quantity

CODE = re.compile(
    r"(?<![\w-])(?=[\w./-]*\d)(?=[\w./-]*[A-Za-z_])[A-Za-z0-9]+(?:[-./_][A-Za-z0-9]+)*(?![\w-])|\b[A-Za-z]+(?:_[A-Za-z0-9]+)+\b"
)
MEASURE = re.compile(r"\d+(?:[.,]\d+)?[a-zA-Z]{1,3}|\d+(?:st|nd|rd|th)|\d+-[a-z]+")
NOUN = re.compile(r"[ \u00a0-]([^\W\d_]{2,})|([\u3040-\u9fff])")
RUN = re.compile(
    r"(?<![\w-])(?:[CDLlJS]['\u2019])?(?P<name>[^\W\d_a-z][\w'\u2019-]+(?: [^\W\d_a-z][\w'\u2019-]+){0,3})"
)
LENGTHS = ("time", "months")
EVERY = re.compile(
    r"\b(?:every|each|alle|jede[nrs]?|tou(?:te)?s\sles|cada|ogni|a\scada|co|elke|iedere)\s\Z", re.IGNORECASE
)
START = re.compile(r"(?<!\b[A-Z])[.!?\n]\s*\Z")
BEFORE = re.compile(r"([^\W\d_]+|\b[A-Z]\.|[:\uff1a]|\s[-\u2013|])\s\Z")
AFTER = re.compile(r"\s([^\W\d_]+)")


def swapped(sentence: str, source: str) -> list[names.Swap]:
    """Return a number, name or code of the sentence that the source gives to a neighbour, and its own."""
    mine, theirs = [], []
    for found in (_numbers, _stamps, _ordinals, _labels, _codes, _names):
        own, other = found(sentence, source)
        mine += own
        theirs += other
    pairs = neighbours.misplaced(sentence, source, mine, theirs)
    return [
        names.Swap(sentence[one.start : one.end].strip(), source[other.start : other.end].strip())
        for one, other in pairs
    ][:1]


def _numbers(sentence: str, source: str) -> tuple[list[Item], list[Item]]:
    own = quantities.find(sentence, tuple((stamp.start, stamp.end) for stamp in dates.find(sentence)))
    stamped = holding(source).stamped
    named = {match.start(2) for match in NAMED.finditer(source)}
    held = tuple(
        other for other in stamped if _kind(other, source) and (other.dimension or other.start not in named)
    )
    theirs = [Item(_kind(other, source), _key(other), other.start, other.end) for other in held]
    mine = []
    labels = {match.start(2) for match in NAMED.finditer(sentence)}  # the 2 of "Phase 2" counts nothing
    for one in own:
        if not one.dimension and one.start in labels:
            continue
        same = [
            other for other in held if agreement.equal(one, other) and one.dimension in ("", other.dimension)
        ]
        limit = any(one.relation == other.relation in ("most", "least", "more", "less") for other in same)
        made = derived.difference(sentence, one, held) or derived.counted(sentence, one)
        if len({_key(other) for other in same}) == 1 and not limit and not made:
            mine.append(Item(_kind(same[0], source), _key(same[0]), one.start, one.end))
    return mine, theirs


def _key(quantity: Quantity) -> tuple[object, ...]:
    return quantity.values, quantity.dimension, quantity.factor


def _kind(quantity: Quantity, source: str) -> str:
    """Return the kind of a number: its unit, or what it counts; "" where neither is told."""
    if quantity.dimension:
        every = quantity.dimension in LENGTHS and EVERY.search(source, quantity.start - 9, quantity.start)
        return f"{'every' if every else quantity.dimension} {quantity.per}"
    if derived.is_year(quantity):
        return "year"
    noun = NOUN.match(source, quantity.end)
    counted = alignment.stems(noun.group().strip(" -")) if noun else ()
    return f"number of {counted[0]}" if counted else ""


def _stamps(sentence: str, source: str) -> tuple[list[Item], list[Item]]:
    held = holding(source).stamps
    theirs = [Item(stamp.kind, stamp.readings, stamp.start, stamp.end) for stamp in held]
    mine = []
    for one in dates.find(sentence):
        same = {other.readings for other in held if dates.agrees(one, other)}
        if len(same) == 1:
            mine.append(Item(one.kind, same.pop(), one.start, one.end))
    return mine, theirs


def _ordinals(sentence: str, source: str) -> tuple[list[Item], list[Item]]:
    theirs = [Item("ordinal", other.value, other.start, other.end) for other in ordinals.find(source)]
    keys = {item.key for item in theirs}
    mine = [
        Item("ordinal", one.value, one.start, one.end) for one in ordinals.find(sentence) if one.value in keys
    ]
    return mine, theirs


def _labels(sentence: str, source: str) -> tuple[list[Item], list[Item]]:
    """Return the things named by a letter or a number, "trench A"; like names, they tell others apart."""
    found: list[list[Item]] = []
    for text in (sentence, source):
        found.append(
            [
                Item(
                    f"name by {alignment.plain(match[1])}", match.group().lower(), match.start(), match.end()
                )
                for match in NAMED.finditer(text)
            ]
        )
    keys = {item.key for item in found[1]}
    return [item for item in found[0] if item.key in keys], found[1]


def _codes(sentence: str, source: str) -> tuple[list[Item], list[Item]]:
    def items(text: str) -> Iterator[Item]:
        for match in CODE.finditer(text):
            if not MEASURE.fullmatch(match.group()):
                yield Item(f"code {_shape(match.group())}", match.group().lower(), match.start(), match.end())

    theirs = list(items(source))
    keys = {item.key for item in theirs}
    return [item for item in items(sentence) if item.key in keys], theirs


def _shape(name: str) -> str:
    if "_" in name:
        return "A_" if name.isupper() else "a_"
    return re.sub(r"[a-z]+", "a", re.sub(r"[A-Z]+", "A", re.sub(r"\d+", "0", name)))


def _names(sentence: str, source: str) -> tuple[list[Item], list[Item]]:
    """Return the names of the sentence that the source has, and of each the others that stand as it does:
    behind the same word, before the same word, or as the value of a field."""
    mine: list[Item] = []
    theirs: list[Item] = []
    runs = [run for run in _runs(sentence) if " " in run["name"] or not names.german(sentence)]
    given = [(run, _places(run, source)) for run in _runs(source)] if runs else []
    said = {word for run in runs for word in run["name"].split()}
    for number, run in enumerate(runs):
        kind, last = f"name {number}", run["name"].split()[-1]
        held = [(other, places) for other, places in given if last in other["name"].split()]
        slots = _places(run, sentence) | {slot for _, places in held for slot in places}
        others = [
            (o, places)
            for o, places in given
            if places & slots and not said & set(o["name"].split()) and _alike(o["name"], run["name"])
        ]
        if held and others:
            mine.append(Item(kind, last, run.start("name"), run.end("name")))
            theirs += [Item(kind, last, other.start("name"), other.end("name")) for other, _ in held]
            theirs += [
                Item(kind, other["name"], other.start("name"), other.end("name")) for other, _ in others
            ]
    return mine, theirs


@lru_cache(maxsize=512)
def _runs(text: str) -> tuple[re.Match[str], ...]:
    """Return the names of a text: words with a capital that stand together; two or more where a sentence
    starts."""
    found = []
    for match in RUN.finditer(text):
        at = match.start("name")
        first = at < 2 or START.search(text[max(0, at - 6) : at]) is not None
        if all(names.is_name(word) for word in match["name"].split()) and (not first or " " in match["name"]):
            found.append(match)
    return tuple(found)


def _alike(one: str, other: str) -> bool:
    """Return whether two names have as many words, and are both written in capitals or neither."""
    return one.count(" ") == other.count(" ") and one.isupper() == other.isupper()


def _places(run: re.Match[str], text: str) -> set[str]:
    head = text[max(0, run.start("name") - 24) : run.start("name")]
    title = head.rsplit(None, 1)[-1:]
    if title and title[0].lower().rstrip(".") in TITLES:
        head = head[: head.rindex(title[0])]
    before = BEFORE.search(head)
    after = AFTER.match(text, run.end("name"))
    found = {f"before {after.group(1).lower()}"} if after else set()
    if before:
        found.add("initial" if before.group(1).endswith(".") else f"after {before.group(1).lower()}")
    return found
