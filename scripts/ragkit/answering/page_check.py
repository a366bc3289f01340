"""The page that a citation names, `[1, p. 4]` or `[1 (page 4)]`, against the page its statement stands on.

Pages are physical, from 1, as parse.py counts them. The statement stands where the passage does that shares
most of its words; a passage that carries nearly as much is taken as well, so that a rule stated twice may be
cited from either page. A finding is for a person to look at: words decide it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ragkit.answering import spots, support
from ragkit.answering.alignment import stems
from ragkit.answering.marks import PAGE, Mark
from ragkit.records import Record

NAMED = re.compile(rf"(?P<ref>[^\s\[\]\u3010\u3011;,()]+?)(?:{PAGE})", re.IGNORECASE)
ENDED = re.compile(r"[.!?:;|\u3002\uff01\uff1f][\"')\]\u201d\u2019]*\Z")
BEGINS = re.compile(r"[#|>*+-]|\d+[.)]\s")  # a heading, a row or an item begins anew
NEARLY = 0.8  # of the words that the best passage carries, by weight: taste


class Named(NamedTuple):
    """A page, or a range of pages, that an answer names for a source."""

    n: int
    first: int
    last: int


def named(text: str, here: Iterable[Mark], numbers: Mapping[str, int]) -> Iterator[Named]:
    """Yield the pages named inside the marks; numbers: what a source is cited by, as text -> its number."""
    for mark in here:
        for match in NAMED.finditer(text, mark.start, mark.end):
            ref = re.sub(r"\D*(\d+)\Z", r"\1", match["ref"]) if match["ref"] not in numbers else match["ref"]
            if ref in numbers:
                first = int(match["page"])
                yield Named(numbers[ref], first, max(first, int(match["to"] or first)))


def problems(
    text: str, here: Sequence[Mark], said: str, sources: Sequence[Record], known: support.Corpus
) -> Iterator[Record]:
    """Yield a finding for every named page on which the statement does not stand, or cannot be looked for.

    page_off_by_one  the passage stands on the page before or after
    wrong_page       it stands further off, or the source has no such page
    page_unknown     the source has no pages, or does not say where in it each begins
    """
    by_number = {source["n"]: source for source in sources}
    numbers = {
        name: source["n"]
        for source in sources
        for name in (str(source["n"]), source["chunk_id"], *(source.get("members") or []))
    }
    for page in dict.fromkeys(named(text, here, numbers)):
        code, detail = _verdict(page, said, by_number[page.n], known)
        if code:
            yield {"code": code, "detail": detail}


def _verdict(page: Named, said: str, source: Record, known: support.Corpus) -> tuple[str, str]:
    called = f"page {page.first}" + (f" to {page.last}" if page.last > page.first else "")
    held = source.get("pages")
    if not held:
        return "page_unknown", f"{called} of source {page.n}, which has no pages"
    ranges = list(_ranges(said, source, known))
    if not ranges and len(source.get("page_starts") or []) < 2 and held[0] != held[-1]:
        ranges = [(int(held[0]), int(held[-1]))]  # somewhere on these
        if _off(page, ranges) == 0:
            return "page_unknown", f"{called}: source {page.n} does not say where each of its pages begins"
    if not ranges:
        ranges = [(int(held[0]), int(held[-1]))]  # nothing shared: whatever page it has will do
    off = _off(page, ranges)
    first, last = ranges[0]
    where = f"page {first}" + (f" to {last}" if last > first else "")
    if off == 0:
        return "", ""
    return (
        "page_off_by_one" if off == 1 else "wrong_page"
    ), f"{called}, but source {page.n} has it on {where}"


def _off(page: Named, ranges: Iterable[tuple[int, int]]) -> int:
    return min(max(0, first - page.last, page.first - last) for first, last in ranges)


def _ranges(said: str, source: Mapping[str, Any], known: support.Corpus) -> Iterator[tuple[int, int]]:
    """Yield first and last page of the passages that carry most of the words, the best first."""
    wanted, text = set(stems(said)), source["text"]
    scored = []
    for start, end in _joined(source):
        shared = spots.shared_weight(wanted, text[start:end], known)
        pages = spots.page_at(source, start), spots.page_at(source, end - 1)
        if shared > 0 and pages[0] is not None and pages[1] is not None:
            scored.append((-shared, end - start, (pages[0], pages[1])))
    scored.sort()
    for weight, _, pages in scored:
        if weight <= NEARLY * scored[0][0]:
            yield pages


def _joined(source: Mapping[str, Any]) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the passages; a sentence that a page break cuts in two is one."""
    text = source["text"]
    pending: tuple[int, int] | None = None
    for start, end in spots.passages(text):
        if pending:
            broken = spots.page_at(source, pending[1] - 1) != spots.page_at(source, start)
            if broken and not ENDED.search(text[pending[0] : pending[1]]) and not BEGINS.match(text, start):
                pending = (pending[0], end)
                continue
            yield pending
        pending = (start, end)
    if pending:
        yield pending
