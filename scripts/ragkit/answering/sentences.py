"""Sentences of an answer, each with its kind, with the citations that follow a stop kept in its sentence.

Works on the blocks of layout.py: a heading, a table row, a code block and an entry of a reference list are
one span each; paragraphs, quotes and items are split at sentence ends. Spans are code points of the answer,
ordered, disjoint and trimmed; list, quote and heading markers lie outside.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ragkit.answering import gaps, phrases
from ragkit.answering.layout import Block, blocks
from ragkit.answering.marks import CLOSE, OPEN
from ragkit.answering.zones import BACKTICKS, BARE_URL

KINDS = (
    "claim",
    "list_item",
    "table_row",
    "heading",
    "question",
    "meta",
    "code",
    "reference_list",
    "abstention",
)

CITATION = (
    rf"(?:{OPEN}{{1,2}}\s*(?:\^|[^\W\d_]+[\s:#.]*)?[+-]?\d[^\[\]\n]{{0,60}}{CLOSE}{{1,2}}|"
    rf"{OPEN}[^\s\[\]]+#[\w.:-]+{CLOSE})(?:\([^\s()]*[./#][^\s()]*\))?"
)  # fmt: skip
STOP = re.compile(
    r"(?P<stop>[.!?\u2026\uff0e\u061f\u06d4\u0964\u0965]+|"
    r"(?P<wide>[\u3002\uff01\uff1f\uff61]+)(?:[.!?\u2026])*)"
    r"(?P<close>[\"'\u2019\u201d\u00bb\u203a\u300d\u300f\u300b\u3009)\uff09*_]*(?:\s\u00bb)?)"
)
TRAIL = re.compile(
    rf"(?:[\s\u200b\u2060]*[*_(]*(?:<sup>)?{CITATION}(?:</sup>)?[*_)]*)+[.\u3002\u0964]?(?!\w)"
)
MARKS = re.compile(rf"\s*{CITATION}")
MARKED = re.compile(OPEN)
PLACED = re.compile(rf"{OPEN}[^\[\]\n]{{1,60}}\.\s?\d[^\[\]\n]{{0,20}}{CLOSE}")  # [1, S. 4]
ENCLOSING = re.compile('["\u2018\u201c\u201e\u00ab\u300a\u300c\u300e(\uff08]')
TRAIL_WIDE = re.compile(rf"(?:[ \t]*{CITATION})+")
LAST_WORD = re.compile(r"[^\s(\[\"'\u201c\u201e\u00ab*_]+\Z")
NEXT = re.compile(
    r"[\s\u200b\u2060]+[\"'\u201c\u201e\u00ab\u2018\u00bf\u00a1(*_\[`~\u300c\u2013-]*(\w+\W?\w?)?"
)
INITIAL = re.compile(r"[^\W\d_]")
INITIAL_BEFORE = re.compile(
    r"(?:\A|[.!?\]]\s*|[^\W\d_]\.\s?|(?<!\w)(?:by|and|with|of|from|to|for|von|und|et|y|e|de|per|mit|i|"
    r"\u0438|par|por|da|di|"
    r"[A-Z\u00c0-\u00de\u0410-\u042f][\w'-]+)\s)\Z"
)
ORDINAL_BEFORE = re.compile(
    r"(?<!\w)(?:[Aa]m|[Dd](?:er|ie|as|em|en|es)|[Ii]m|[Vv]om|[Zz]um|[Zz]ur|[Bb]eim|[Ss]eit|[Bb]is|"
    r"[Aa]b|[Uu]nd|[Jj]ede[rns]?|"
    r"[Uu]nser[ens]*|[Ii]hr[ens]*|[Ii]n der|[Ss]tep|[Pp]art|[Nn]o|[Cc]hapter|den)\s\d{1,2}\Z"
)
FENCED = re.compile(
    r"\u201c[^\u201c\u201d\u201e]*\u201d|\u201e[^\u201c\u201d\u201e]*[\u201c\u201d]|"
    r"\u00ab[^\u00ab\u00bb]*\u00bb|\u300c[^\u300c\u300d]*\u300d"
                    r"|\u300e[^\u300e\u300f]*\u300f|\u300a[^\u300a\u300b]*\u300b|"
                    r"\u2018[^\u2018\u2019]*\u2019(?!\w)|\"[^\"\n]*\""
                    r"|\([^()]*\)|\uff08[^\uff08\uff09]*\uff09")  # fmt: skip
BOLD_LINE = re.compile(r"(\*\*|__)(?!\s)(?:(?!\1).)+\1:?", re.DOTALL)
CLOCK_MARKS = ("a.m", "p.m")  # "... at 10 p.m. They left."
THAI = re.compile(r"[\u0e00-\u0e7f]")
ASKS = re.compile(
    r"[?\u061f\uff1f]+[!\uff01]*[\"'\u2019\u201d\u00bb\u300d)*_\s]*\Z|[!\uff01]+[?\uff1f][\"'\u201d)*_\s]*\Z"
)
LEAD_IN = re.compile(r"[:\uff1a][*_\s]*\Z")


class Sentence(NamedTuple):
    start: int
    end: int
    kind: str  # one of KINDS


def split(answer: str) -> list[Sentence]:
    """Return the sentences of an answer, in reading order."""
    return [sentence for block in blocks(answer) for sentence in _block(answer, block)]


def _block(text: str, block: Block) -> Iterator[Sentence]:
    if block.kind in ("definition", "reference"):
        yield Sentence(block.start, block.end, "reference_list")
    elif block.kind == "code":
        yield Sentence(block.start, block.end, "code")
    elif block.kind in ("heading", "header"):
        yield Sentence(block.start, block.end, "heading")
    elif block.kind == "row":
        yield Sentence(block.start, block.end, "table_row")
    elif (
        block.kind == "paragraph"
        and len(block.parts) == 1
        and BOLD_LINE.fullmatch(text[block.start : block.end])
    ):
        yield Sentence(block.start, block.end, "heading")
    else:
        for start, end in _spans(text, block):
            yield Sentence(start, end, kind_of(text[start:end], block.kind == "item"))


def kind_of(sentence: str, item: bool = False) -> str:
    """Return the kind of one sentence of running text, or of a list item."""
    if item:
        return "list_item"
    bare = MARKS.sub("", sentence).strip() if MARKED.search(sentence) else sentence.strip()
    cited = bare != sentence.strip()
    if ASKS.search(bare):
        return "question"
    if LEAD_IN.search(bare) and not cited:
        return "meta"
    if gaps.is_gap(sentence):
        return "abstention"
    return "meta" if not cited and phrases.is_about_the_answer(bare) else "claim"


def _spans(text: str, block: Block) -> Iterator[tuple[int, int]]:
    """Yield the trimmed range of each sentence of a paragraph or item."""
    if THAI.search(text, block.start, block.end):
        yield from _thai(text, block)
        return
    start = block.start
    for cut in _cuts(text, block):
        if (span := _trim(text, start, cut))[0] < span[1]:
            yield span
        start = cut
    start = max(start, block.start)
    if (span := _trim(text, start, block.end))[0] < span[1]:
        yield span


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while end > start and text[end - 1] in " \t\r\n\u3000\u200b\u2060\\":
        end -= 1
    while start < end and text[start] in " \t\r\n\u3000\u200b\u2060>":
        start += 1
    return start, end


def _cuts(text: str, block: Block) -> Iterator[int]:
    """Yield where a sentence ends, the end of the block excepted."""
    low, high = block.start, block.end
    shut = _shut(text, low, high)
    begin = low  # of the sentence being read
    at = low
    while match := STOP.search(text, at, high):
        at = match.end()
        if inside := next(((a, z) for a, z in shut if a <= match.start() < z), None):
            match = _closing(text, match, inside[1])
            closes = not text[match.end("stop") : inside[1] - 1].strip() and inside[1] > match.end("stop")
            if not closes or (match.group("wide") and not text[inside[1] : inside[1] + 1].isspace()):
                at = inside[1] if inside[1] > match.start() else at
                continue
            at = max(at, inside[1])
        end = _end(text, begin, match, at, high)
        if end:
            yield end
            begin = at = end


def _closing(text: str, match: re.Match[str], end: int) -> re.Match[str]:
    """Return the last stop before the end of a quotation, where the sentence around it may end as well."""
    while later := STOP.search(text, match.end("stop"), end):
        match = later
    return match


def _shut(text: str, low: int, high: int) -> list[tuple[int, int]]:
    """Return the ranges in which no sentence ends: quotations, brackets, citations, code, addresses."""
    body = text[low:high]
    found: list[tuple[int, int]] = []
    if ENCLOSING.search(body):
        found = [(m.start(), m.end()) for m in FENCED.finditer(text, low, high) if m.end() - m.start() <= 400]
    if "`" in body:
        runs = [(m.start(), m.end()) for m in BACKTICKS.finditer(text, low, high)]
        found += [
            (a[0], z[1]) for a, z in zip(runs[::2], runs[1::2], strict=False) if a[1] - a[0] == z[1] - z[0]
        ]
    if MARKED.search(body):
        found += [(m.start(), m.end()) for m in PLACED.finditer(text, low, high)]
    if "://" in body:
        found += [(m.start(), m.end() - 1) for m in BARE_URL.finditer(text, low, high)]
    return sorted(found)


def _end(text: str, begin: int, stop: re.Match[str], at: int, high: int) -> int:
    """Return where the sentence that may end at this stop ends, its citations included; 0 when it goes on."""
    if stop.group("wide"):
        trail = TRAIL_WIDE.match(text, at, high)
        return trail.end() if trail else at
    trail = TRAIL.match(text, at, high)
    if (
        trail
        and re.match(r"\s+[a-z\u00df-\u00f6](?![A-Z])", text[trail.end() : trail.end() + 4])
        and text[at : at + 1].isspace()
    ):
        trail = None  # "... . [1] says so": the mark is the subject of what follows
    end = trail.end() if trail else at
    follow = NEXT.match(text, end, high)
    if end >= high:
        return 0
    if not follow:
        wide_next = re.match(r"[\u3040-\u9fff\uac00-\ud7af]", text[end : end + 1])
        return end if wide_next and (trail or stop.group("stop")[-1] in "!?") else 0
    word = follow.group(1) or ""
    if trail:
        return end
    if word[:1].islower() and not _odd_case(word):
        return 0
    return 0 if stop.group("stop") == "." and _abbreviated(text, begin, stop.start(), word) else end


def _odd_case(word: str) -> bool:
    """eBikes, pH: a lower-case letter and then a capital."""
    return len(word) > 1 and word[1].isupper()


def _abbreviated(text: str, begin: int, stop: int, word: str) -> bool:
    """Return whether the full stop at `stop` belongs to an abbreviation, an initial or an ordinal."""
    head = text[begin:stop]
    found = LAST_WORD.search(head)
    if not found:
        return False
    last = found.group()
    before = head[: found.start()].lstrip()
    if last.lower().rstrip(".") in phrases.TITLES or f"{last.lower()}." in phrases.TITLES:
        return True
    if word[:1].isdigit() and last.lower() in phrases.BEFORE_NUMBER:
        return True
    if INITIAL.fullmatch(last):
        return last.islower() or (word.split()[:1] != [] and _initial(before, word))
    if last.isdecimal():
        return ORDINAL_BEFORE.search(head[-24:]) is not None or phrases.MONTH.match(word.lower()) is not None
    if re.fullmatch(r"(?:[^\W\d_]\.)+[^\W\d_]", last):  # U.S., e.g.
        ends = last.lower() in CLOCK_MARKS and phrases.STARTER.fullmatch(re.split(r"\W", word)[0])
        return last.islower() and not ends
    return False


def _initial(before: str, word: str) -> bool:
    if phrases.STARTER.fullmatch(re.split(r"\W", word)[0]) and before:
        return False
    return INITIAL_BEFORE.search(before) is not None


def _thai(text: str, block: Block) -> Iterator[tuple[int, int]]:
    """Thai has no sentence stops: cut at citation marks, lines and question marks."""
    for low, high in block.parts:
        start = low
        for match in re.finditer(
            rf"(?:[ \t]*{CITATION})+[.]?|[?\uff1f]+(?:[ \t]*{CITATION})*", text[low:high]
        ):
            if (span := _trim(text, start, low + match.end()))[0] < span[1]:
                yield span
            start = low + match.end()
        if (span := _trim(text, start, high))[0] < span[1]:
            yield span
