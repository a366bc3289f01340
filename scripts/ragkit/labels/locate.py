"""Find a label's quote in a document: through the noise of extraction, never to an altered fact."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from ragkit.labels.marks import unmarked
from ragkit.labels.stream import RAISED, Stream, stream
from ragkit.records import Record

Range = tuple[int, int]


class Lost(NamedTuple):
    """Why a quote was not located.

    code  document_missing, evidence_changed (the page has something like it, `nearest`), quote_missing,
          ambiguous (it stands in several places and the label does not say which), occurrence_missing
    """

    code: str
    detail: str
    nearest: str = ""
    ranges: tuple[tuple[Range, ...], ...] = ()  # of an ambiguous quote, each place's own ranges


def locate(text: str, evidence: Mapping[str, Any], pages: Sequence[Sequence[Any]] = ()) -> list[Range] | Lost:
    """Return the ranges of the text that the quote covers, or why there are none.

    Usually one range; two where a page break with its running lines falls inside the quote.
    text      the document's text
    evidence  {"quote", "occurrence"?}; occurrences count from 1
    pages     the document's pages, [start, end, ...]; a form feed in the text ends a page too
    """
    return Page(text, pages).locate(evidence["quote"], evidence.get("occurrence"))


class Page:
    """A document's text prepared for locating several quotes."""

    def __init__(self, text: str, pages: Sequence[Sequence[Any]] = ()) -> None:
        self.text = text
        self.breaks = sorted(
            {page[0] for page in pages if page[0]} | {m.start() for m in re.finditer("\f", text)}
        )
        self._stream: Stream | None = None
        self._bare: Stream | None = None  # of the text without the marks at the start of its lines

    @property
    def stream(self) -> Stream:
        if self._stream is None:
            self._stream = stream(self.text)
        return self._stream

    def locate(self, quote: str, occurrence: int | None = None) -> list[Range] | Lost:
        """Return the quote's ranges, or why there are none (see `locate`)."""
        places = _verbatim(self.text, quote.strip())
        if not places:
            wanted = stream(quote).chars
            places = self._through_noise(wanted) or self._past_marks(wanted)
            if quote.rstrip().endswith((".", "!", "?")):
                places = [place for place in places if not _RUNS_ON.match(self.text, place[-1][1])]
        if not places:
            near = self.nearest(quote)
            if near:
                return Lost("evidence_changed", "the document does not say this", near)
            return Lost("quote_missing", "nothing like it is in the document")
        if occurrence is not None and occurrence > len(places):
            return Lost("occurrence_missing", f"occurrence {occurrence} of {len(places)}")
        if occurrence is None and len(places) > 1:
            return Lost(
                "ambiguous",
                f"it stands in {len(places)} places; say which occurrence",
                "",
                tuple(map(tuple, places)),
            )
        return places[(occurrence or 1) - 1]

    def _through_noise(self, wanted: str) -> list[list[Range]]:
        if not wanted:
            return []
        whole = [[found] for found in _matches(self.stream, wanted)]
        return whole or self._across_pages(wanted)

    def _past_marks(self, wanted: str) -> list[list[Range]]:
        """Match a quote of the text without the marks at the start of its lines."""
        if not wanted or (bare := unmarked(self.text)) == self.text:
            return []
        if self._bare is None:
            self._bare = stream(bare)
        return [[found] for found in _matches(self._bare, wanted)]

    def _across_pages(self, wanted: str) -> list[list[Range]]:
        """Match a quote that a page break cuts, leaving out the running lines around the break."""
        places: list[list[Range]] = []
        reach = 3 * len(wanted) + LONGEST_GAP
        begins, ends = self._stands(wanted[:8]), self._stands(wanted[-8:])
        for gap in _gaps(self.text, self.breaks):
            starts_near = any(gap[0] - reach < begin < gap[0] for begin in begins)
            if not starts_near and not any(gap[1] <= end < gap[1] + reach for end in ends):
                continue
            before, after = max(0, gap[0] - reach), min(len(self.text), gap[1] + reach)
            cut = stream(self.text[before : gap[0]] + "\n" + self.text[gap[1] : after])
            seam = gap[0] - before
            for start, end in _matches(cut, wanted):
                if start < seam < end:
                    places.append([(before + start, gap[0]), (gap[1], gap[1] + end - seam - 1)])
        return places[:1]

    def _stands(self, part: str) -> list[int]:
        """Return where in the text a part of a stream begins."""
        found, at = [], self.stream.chars.find(part)
        while at >= 0:
            found.append(self.stream.starts[at])
            at = self.stream.chars.find(part, at + 1)
        return found

    def nearest(self, quote: str) -> str:
        """Return the passage most like the quote, at least 60% alike by words; empty when there is none."""
        words = [match.span() for match in re.finditer(r"\w+", self.text)]
        wanted = re.findall(r"\w+", quote.casefold())
        found = [self.text[start:end].casefold() for start, end in words]
        if not words or not wanted:
            return ""
        start = _densest(found, set(wanted), len(wanted))
        alike = SequenceMatcher(None, found[start : start + len(wanted)], wanted, autojunk=False).ratio()
        last = min(start + len(wanted), len(words)) - 1
        return self.text[words[start][0] : words[last][1]] if alike >= 0.6 else ""


def pages(documents: Iterable[Record]) -> dict[str, Page]:
    """Return doc_id -> Page."""
    return {document["doc_id"]: Page(document["text"], document["pages"]) for document in documents}


def holder(item: Mapping[str, Any], within: Mapping[str, Page]) -> str:
    """Return the id of the document that a quote means: its own, or the member "file!n" of an archive.

    A label may name the archive or the mail alone, or a member that has another number since one was added.
    """
    name: str = item["doc_id"]
    if name in within and "!" not in name and f"{name}!1" not in within:
        return name  # nearly always: it holds nothing else
    members = [member for member in within if member != name and archive(member) == archive(name)]
    candidates = [name, *members] if name in within else members
    held = (member for member in candidates if isinstance(within[member].locate(item["quote"], 1), list))
    return next(held, candidates[0] if candidates else name)


def archive(doc_id: str) -> str:
    """Return the id of the archive or mail that a document is a member of; its own where it is none."""
    return doc_id.partition("!")[0]


def find(item: Mapping[str, Any], within: Mapping[str, Page]) -> list[Range] | Lost:
    """Return the ranges of a label's quote in its document (`holder`), or why there are none.

    A quote whose document is gone is looked for in the others, as a renamed page keeps its words.
    """
    name = holder(item, within)
    if name in within:
        return within[name].locate(item["quote"], item["occurrence"])
    moved = [name for name, page in within.items() if _verbatim(page.text, item["quote"].strip())]
    where = f"; the quote stands in {', '.join(moved[:3])}" if moved else ""
    return Lost("document_missing", f"no document {item['doc_id']!r}{where}")


def annotate(labels: Iterable[Record], within: Mapping[str, Page]) -> tuple[list[Record], list[str]]:
    """Return the labels with "ranges" or "lost" and "nearest" in every quote, and a line for every loss."""
    rows, losses = [], []
    for label in labels:
        evidence = [{**item, **_findings(find(item, within))} for item in label["evidence"] or []]
        rows.append({**label, "evidence": evidence} if evidence else label)
        losses += [
            f"{label['qid']}: {item['doc_id']}: {item['lost']}: {item['detail']}"
            + (f'; nearest: "{item["nearest"]}"' if item["nearest"] else "")
            for item in evidence
            if "lost" in item
        ]
    return rows, losses


def count(annotated: Iterable[Record]) -> str:
    """Return "9 of 10 quotes located", of labels from `annotate`."""
    found = ["lost" not in item for label in annotated for item in label["evidence"] or []]
    return f"{sum(found)} of {len(found)} quotes located"


def _findings(found: list[Range] | Lost) -> Record:
    if isinstance(found, Lost):
        return {"lost": found.code, "detail": found.detail, "nearest": found.nearest}
    return {"ranges": found}


def _densest(words: list[str], wanted: set[str], width: int) -> int:
    """Return where the window of `width` words that holds the most wanted ones begins."""
    hits = [word in wanted for word in words]
    inside = sum(hits[:width])
    best, best_start = inside, 0
    for start in range(1, len(words) - width + 1):
        inside += hits[start + width - 1] - hits[start - 1]
        if inside > best:
            best, best_start = inside, start
    return best_start


def _verbatim(text: str, quote: str) -> list[list[Range]]:
    places: list[list[Range]] = []
    start = text.find(quote) if quote else -1
    while start >= 0:
        if _whole(text, start, start + len(quote)):
            places.append([(start, start + len(quote))])
        start = text.find(quote, start + 1)
    return places


def _matches(hay: Stream, wanted: str) -> list[Range]:
    found: list[Range] = []
    at = hay.chars.find(wanted)
    while at >= 0:
        last = at + len(wanted) - 1
        start, end = hay.starts[at], hay.ends[last]
        cut = (at and hay.starts[at - 1] == start) or hay.starts[last] in hay.starts[last + 1 : last + 2]
        if not cut and _whole(hay.text, start, end):  # cut: a part of one character, as 1 of a half is
            found.append((start, end))
        at = hay.chars.find(wanted, at + 1)
    return found


_RUNS_ON = re.compile(
    r"[ \t]*\n?[ \t]*[a-z]"
)  # the sentence that a quote ends goes on: "complete or" + " not."
_HYPHENATED = re.compile(r"\w[-\u2010-\u2013\u00ad\u00ac]\s*\Z")
_JOINED = re.compile(r"[-\u2010-\u2013\u00ad\u00ac]\s*\w")
_NUMBER_BEFORE = re.compile(r"(?:\d[.,:/'\u2019]|[-\u2212+~<>=\u2264\u2265\u00b1$\u20ac\u00a3.,])\Z")
_NUMBER_AFTER = re.compile(r"[.,:/'\u2019]\d|[%\u2030\u00b0]|-\d")


def _whole(text: str, start: int, end: int) -> bool:
    """Return whether text[start:end] cuts no word and no number: no "able" of "unable", no 5 of 15 or -5."""
    before, after = text[max(0, start - 8) : start], text[end : end + 8]
    first, last = text[start], text[end - 1]
    if first.isalnum() and (_continues(before[-1:], first) or _HYPHENATED.search(before)):
        return False
    if last.isalnum() and (_continues(last, after[:1]) or _JOINED.match(after)):
        return False
    if first.isdigit() and _NUMBER_BEFORE.search(before):
        return False
    return not (last.isdigit() and _NUMBER_AFTER.match(after))


def _continues(left: str, right: str) -> bool:
    """Return whether two neighbouring characters belong to one word; scripts without spaces have none."""
    if right in RAISED:
        return left.isdigit()
    return left.isalnum() and right.isalnum() and left < "\u0e00" and right < "\u0e00"


_PAGE = r"(?:page|pag\.?|seite|p\u00e1gina|p\.)"
_OF = r"\d{1,4}(?:\s*(?:of|/|von|de|sur|\|)\s*\d{1,4})?"
_NUMBERED = re.compile(rf"\W*{_PAGE}\s*{_OF}\W*|.{{0,80}}\b{_PAGE}\s+\d{{1,4}}\b.{{0,40}}", re.I)
_BARE_NUMBER = re.compile(rf"\W*{_OF}\W*", re.I)
_NEGATES = re.compile(r"\b(?:not?|never|without|except|unless|nor|neither|cannot|only)\b|n't\b", re.I)
RUNNING = 2  # lines of a header or a footer
LONGEST_GAP = 240  # characters of both together


def _gaps(text: str, breaks: Sequence[int]) -> list[Range]:
    """Return what may be left out of a quote: running lines around a page break or beside a page number.

    At most RUNNING short lines on each side; never one that negates.
    """
    lines = [(m.start(), m.end()) for m in re.finditer(r"[^\n\f]*[\n\f]*", text) if m.end() > m.start()]
    marks = set(breaks)
    gaps: list[Range] = []
    for number, (start, end) in enumerate(lines):
        numbered = _is_page_number(text, start, end)
        if not (numbered or "\f" in text[start:end] or end in marks):
            continue
        least = number if numbered else number + 1  # a page number goes, the last line of a page may stay
        for first in range(max(0, number + 1 - RUNNING - numbered), least + 1):
            for last in range(least, min(len(lines), number + RUNNING + 1) + 1):
                gap = (lines[first][0] if first < len(lines) else len(text), lines[last - 1][1])
                skipped = text[gap[0] : gap[1]]
                if gap[0] < gap[1] <= gap[0] + LONGEST_GAP and not _NEGATES.search(skipped):
                    gaps.append(gap)
    return gaps


def _is_page_number(text: str, start: int, end: int) -> bool:
    """Return whether a line says which page it is; a bare number does where blank lines stand around it."""
    line = text[start:end]
    if _NUMBERED.fullmatch(line.strip()):
        return True
    alone = text[:start].endswith("\n\n") and line.endswith("\n\n")
    return alone and bool(_BARE_NUMBER.fullmatch(line.strip()))
