"""Citations in an answer: every bracket group that cites, what it cites, and every group that does not and
why.

A mark is one bracket group: `[1]`, `[1, 3]`, `[1-3]`, `[[4]]`, full-width brackets, `[^1]`, `[Source 2]`,
`[2+source]` with a dagger, `[guide.md#0a1b]`. `[1][2]` is two marks. Never a mark: anything in code, inline
code or mathematics, escaped brackets, link text, definitions and entries of a list of references, array
indexes, intervals, years. Positions are code points of the answer as written, end exclusive.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from ragkit.answering import cues
from ragkit.answering.layout import blocks
from ragkit.answering.wordlists import either, load
from ragkit.answering.zones import Zones, zones

Ref = int | str
LONGEST_RANGE = 1000  # a range over more numbers is a slip, not a list of sources
LONGEST_NUMBER = 15  # digits; a longer number is kept as text, and cannot be a source
OPEN, CLOSE = r"[\[\u3010\uff3b\u3014]", r"[\]\u3011\uff3d\u3015]"
GROUP = re.compile(rf"{OPEN}{OPEN}([^\[\]\u3010\u3011\uff3b\uff3d\u3014\u3015]*){CLOSE}{CLOSE}"
                   rf"|{OPEN}([^\[\]\u3010\u3011\uff3b\uff3d\u3014\u3015]*){CLOSE}")  # fmt: skip
DASH = (
    r"(?:-|\u2010|\u2011|\u2012|\u2013|\u2014|\u2212|~|\u301c|\uff5e|\uff0d|\.\.\.?|\u2026|(?<=\s)(?:to|"
    r"through|bis|a|\u00e0|al|hasta|at\u00e9)(?=\s))"
)
NUMBER = r"[+\-\u2212]?\d+"
SEE = r"(?:(?:see(?:\salso)?|cf\.?|vgl\.?|siehe|ver|v\u00e9ase|voir|vedi)\s+)"
LABEL = (
    rf"{SEE}?(?:{either(load('phrases')['labels'])})"
    r"[\s.:_#\uff1a-]*(?:n[.\u00b0\u00ba]?\s?|no\.?\s?|nr\.?\s?|#)?"
)
_PAGES = r"(?:pp?|pages?|pgs?|S|Seiten?|p\u00e1gs?|p\u00e1ginas?|pagine?)"
# "page" and "to" are named groups: page_check.py reads them
PAGE = (
    rf"\s*[,:]?\s*\(?\s*\b{_PAGES}\.?\s?"
    r"(?P<page>\d{1,9})(?:\s?[-\u2013]\s?(?P<to>\d{1,9}))?\s*\)?"
)
LOCUS = (
    rf"(?:{re.sub('[?]P<[a-z]+>', '?:', PAGE)}"
    r"|(?:\s*[,:]?\s*(?:lines?|ll?|sec|section|ch|art)\.?\s?|\s*\u00a7\s?)"
    r"\d+(?:\s?[-\u2013]\s?\d+)?)"
)
ITEM = re.compile(
    rf"\s*(?P<foot>\^)?(?:{LABEL}|{SEE}|#)?\s*"
    rf"(?P<first>{NUMBER})(?:\s*{DASH}\s*(?:{LABEL})?(?P<last>[+]?\d+))?"
    rf"(?P<place>{LOCUS})?"
    r"(?:(?<=\d)\^)?(?P<dagger>(?::\d+)?\u2020[^,;\]]*)?\s*",
    re.IGNORECASE,
)  # fmt: skip
SEPARATOR = re.compile(
    r"\s*(?:[,;&+/|\uff0c\uff1b\u3001\u060c\u061b\u00b7]|\b(?:and|und|et|y|e|o|or|i|\u0438)\b|\u548c|"
    r"\u53ca|\u3068|\u0648)\s*"
    r"(?:\b(?:and|und|et|y|e|or)\b\s*)?|\s+(?=(?:\^)?[+-]?\d)",
    re.IGNORECASE,
)
ID_LABEL = re.compile(
    r"\s*(?:chunk[_ ]?id|doc[_ ]?id|source|src|id|ref|chunk|doc)\s*[:=]\s*|\s*", re.IGNORECASE
)
AFTER_ID = re.compile(LOCUS, re.IGNORECASE)
ID_SHAPE = re.compile(r"[^\s\[\]#,;]+#[\w.:-]*\w")


class Mark(NamedTuple):
    """One citation. refs as written, ranges expanded; bad are those that name no source of the context."""

    start: int
    end: int
    refs: tuple[Ref, ...]
    bad: tuple[Ref, ...]
    status: str  # ok, out_of_range or unknown_id

    @property
    def good(self) -> tuple[Ref, ...]:
        return tuple(ref for ref in self.refs if ref not in self.bad)


class Ignored(NamedTuple):
    """A bracket group with a number or a chunk id that is no citation, and why."""

    start: int
    end: int
    reason: str


class Marks(NamedTuple):
    citations: list[Mark]
    ignored: list[Ignored]


def parse(answer: str, sources: Iterable[Mapping[str, Any]], style: str = "auto") -> Marks:
    """Return the citations of an answer and the bracket groups that are none, both in reading order.

    sources  of the context: each with "n", "chunk_id" and, when it has aliases, "members"
    style    "n" reads numbers only, "id" chunk ids only, "auto" both
    """
    numbers: set[int] = set()
    ids: set[str] = set()
    for source in sources:
        numbers.add(source["n"])
        ids.update([source["chunk_id"], *(source.get("members") or [])])
    return read(answer, numbers, ids, style)


def read(answer: str, numbers: set[int], ids: set[str], style: str = "auto") -> Marks:
    """Return the marks of an answer whose sources have these numbers and these chunk ids."""
    kept = zones(answer, blocks(answer))
    citations: list[Mark] = []
    ignored: list[Ignored] = []
    for start, end, body in _groups(answer):
        zone = kept.at(start, end)
        refs = _refs(body, ids, style)
        if refs is None:
            if cues.is_year(body):
                ignored.append(Ignored(start, end, zone.reason if zone else "year"))
            elif cues.is_pair_of_decimals(body):
                ignored.append(Ignored(start, end, zone.reason if zone else "interval"))
            elif zone and zone.reason == "escape" and _refs(body.rstrip("\\"), ids, style):
                ignored.append(Ignored(zone.start, zone.end, "escape"))
            elif cues.SLICE.fullmatch(body) and (zone or cues.is_index(answer, start, end)):
                ignored.append(Ignored(start, end, zone.reason if zone else "array"))
            continue
        reason = zone.reason if zone else cues.reason(answer, start, end, body, refs, numbers, ignored)
        if zone and reason == "escape":
            ignored.append(Ignored(zone.start, zone.end, reason))
        elif reason:
            ignored.append(Ignored(start, end, reason))
        else:
            citations.append(_judged(start, end, refs, numbers, ids))
    ignored.extend(_entities(kept, ids, style, answer, ignored))
    return Marks(citations, sorted(ignored))


def _groups(answer: str) -> Iterator[tuple[int, int, str]]:
    for match in GROUP.finditer(answer):
        body = match.group(1) if match.group(1) is not None else match.group(2)
        if body.strip() and not re.search(r"\n[ \t>]*\r?\n", body) and body.count("\n") <= 1:
            yield match.start(), match.end(), body


def _entities(
    kept: Zones, ids: set[str], style: str, answer: str, ignored: list[Ignored]
) -> Iterator[Ignored]:
    """Yield brackets written as character entities; they hold no literal bracket."""
    known = {(item.start, item.end) for item in ignored}
    for zone in kept.all:
        inner = re.sub(r"&[#\w]+;", "", answer[zone.start : zone.end])
        entity = zone.reason == "escape" and answer[zone.start] == "&"
        if entity and (zone.start, zone.end) not in known and _refs(inner, ids, style):
            yield Ignored(zone.start, zone.end, "escape")


def _refs(body: str, ids: set[str], style: str) -> tuple[Ref, ...] | None:
    """Return what the text between the brackets cites, or None when it is not the text of a citation."""
    if style != "n" and body.strip() in ids:
        return (body.strip(),)
    body = body.rstrip().rstrip(",;\uff0c\u3001")  # "[1,]"
    refs: list[Ref] = []
    at = 0
    while True:
        number = ITEM.match(body, at) if style != "id" else None
        name = None if number and _stops(body, number.end()) else _id_at(body, at, ids, style)
        if name is not None:
            found, at = name
            refs.append(found)
            if locus := AFTER_ID.match(body, at):
                at = locus.end()
        elif number and _stops(body, number.end()):
            refs += _expanded(number.group("first"), number.group("last"))
            at = number.end()
        else:
            return None
        if at >= len(body.rstrip()):
            return tuple(refs)
        separator = SEPARATOR.match(body, at) or SEPARATOR.match(body, max(0, at - 1))
        if not separator or separator.end() <= at - 1:
            return None
        at = max(at, separator.end())


def _stops(body: str, at: int) -> bool:
    return at >= len(body.rstrip()) or SEPARATOR.match(body, at) is not None or body[at - 1].isspace()


def _id_at(body: str, at: int, ids: set[str], style: str) -> tuple[str, int] | None:
    if style == "n":
        return None
    label = ID_LABEL.match(body, at)
    start = label.end() if label else at
    known = body[start:].strip()
    if known in ids:
        return known, len(body)
    shape = ID_SHAPE.match(body, start)
    return (shape.group(), shape.end()) if shape else None


def _expanded(first: str, last: str | None) -> list[Ref]:
    low, high = _number(first), _number(last) if last else None
    if high is None:
        return [low]
    if isinstance(low, int) and isinstance(high, int) and 0 <= high - low < LONGEST_RANGE:
        return list(range(low, high + 1))
    return [low, high]


def _number(digits: str) -> Ref:
    sign = "-" if digits[0] in "-\u2212" else ""
    digits = digits.lstrip("+-\u2212")
    short = digits.lstrip("0") if digits.isascii() else digits
    return int(sign + (short or "0")) if len(short) <= LONGEST_NUMBER else sign + short


def _judged(start: int, end: int, refs: tuple[Ref, ...], numbers: set[int], ids: set[str]) -> Mark:
    bad = tuple(ref for ref in refs if ref not in numbers and ref not in ids)
    named = any(isinstance(ref, str) and not ref.lstrip("-").isdecimal() for ref in bad)
    return Mark(start, end, refs, bad, "ok" if not bad else "unknown_id" if named else "out_of_range")
