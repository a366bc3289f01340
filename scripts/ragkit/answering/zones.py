"""Where a bracket cannot be a citation: code, inline code, mathematics, escapes, links."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ragkit.answering.layout import Block

BACKTICKS = re.compile(r"(?<!\\)`+")
COMMENT = re.compile(
    r"<!--.*?-->|<(code|pre|script|style|kbd|samp)\b[^>]*>.*?</\1\s*>", re.DOTALL | re.IGNORECASE
)
AUTOLINK = re.compile(r"<[A-Za-z][A-Za-z0-9+.-]{1,31}:[^<>\s]*>")
MATH = re.compile(
    r"\$\$[^$]{1,4000}\$\$|(?<!\\)\\\((?:[^\\]|\\(?!\))){1,4000}\\\)|(?<!\\)\\\[(?:[^\\]|"
    r"\\(?!\])){1,4000}\\\]"
    r"|\\begin\{(\w+\*?)\}.{1,4000}?\\end\{\1\}",
    re.DOTALL,
)
DOLLAR = re.compile(r"(?<![\\$\w])\$(?=[^\s$])([^$\n]{0,400}?[^\s$\\])\$(?![\d$])")
PROSE = re.compile(r"(?<![\\\w])[^\W\d_]{3,} [^\W\d_]{3,}")
ESCAPED = re.compile(r"(?<!\\)(?:\\\\)*\\\[([^\[\]\n]{0,200}?)\\?\]")
ENTITY = re.compile(r"&(?:#91|#[xX]5[bB]|lbrack|lsqb);([^&\[\]\n]{0,200}?)&(?:#93|#[xX]5[dD]|rbrack|rsqb);")
LINK = re.compile(
    r"(!?)\[((?:[^\[\]\n]|\[[^\[\]\n]*\])*)\](\(\s*(?:<[^<>\n]*>|(?:[^\s()]|"
    r"\([^\s()]*\))*)(?:\s+[\"'(][^\n]*?[\"')])?\s*\))"
)
ADDRESS = re.compile(r"\(\s*(?:<|[A-Za-z][A-Za-z0-9+.-]*:|[./#?]|[^\s()]*[./#])")
REFERENCE_LINK = re.compile(r"(!?)\[([^\[\]\n]+)\]\[([^\[\]\n]*)\]")
NO_LINK = re.compile(r"\s*|[xX]|sic|\.{3}|\u2026|\^?[\d\s,;\u2013-]+|[^\s\[\]]+#[^\s\[\]]+")
BARE_URL = re.compile(r"\b(?:https?|ftp)://[^\s<>()\u3000-\u303f]+")


class Zone(NamedTuple):
    start: int
    end: int
    reason: str


class Zones:
    """Ranges that hold no citation, sorted; at(start, end) is the reason for a bracket group, or ""."""

    def __init__(self, found: Iterable[Zone]) -> None:
        self.all = sorted(found)
        self._starts = [zone.start for zone in self.all]
        self._reach: list[int] = []
        for zone in self.all:
            self._reach.append(max(zone.end, self._reach[-1] if self._reach else 0))

    def at(self, start: int, end: int) -> Zone | None:
        """Return the first zone that holds [start, end) whole, or None."""
        index = bisect_right(self._starts, start) - 1
        best = None
        while index >= 0 and self._reach[index] >= end:
            if self.all[index].end >= end:
                best = self.all[index]
            index -= 1
        return best


def zones(text: str, found: Iterable[Block]) -> Zones:
    """Return the zones of an answer whose blocks are `found`; reasons: code,
    inline_code, math, escape, link_text, footnote_def."""
    return Zones(_all(text, list(found)))


def _all(text: str, found: list[Block]) -> Iterator[Zone]:
    code: list[Zone] = []
    for block in found:
        if block.kind == "code":
            code.append(Zone(block.start, block.end, "code"))
        else:
            if block.kind in ("definition", "reference"):
                yield Zone(block.start, block.end, "footnote_def")
            code.extend(_inline_code(text, block))
    yield from code
    masked = _masked(text, code)
    for match in COMMENT.finditer(masked):
        yield Zone(match.start(), match.end(), "inline_code" if match.group(1) else "code")
    yield from _mathematics(masked)
    for pattern in (ESCAPED, ENTITY):
        for match in pattern.finditer(masked):
            start = (
                match.end() - len(match.group(0).lstrip("\\")) - 1 if pattern is ESCAPED else match.start()
            )
            yield Zone(start, match.end(), "escape")
    yield from _links(masked)


def _masked(text: str, code: list[Zone]) -> str:
    """Return the text with code blanked out, same length."""
    pieces: list[str] = []
    at = 0
    for zone in sorted(code):
        pieces += [text[at : zone.start], "\x00" * (zone.end - max(at, zone.start))]
        at = max(at, zone.end)
    return "".join([*pieces, text[at:]])


def _inline_code(text: str, block: Block) -> Iterator[Zone]:
    runs = [(match.start(), match.end()) for match in BACKTICKS.finditer(text, block.start, block.end)]
    if len(runs) < 2:
        return
    later: dict[int, list[int]] = {}
    for index, (start, end) in enumerate(runs):
        later.setdefault(end - start, []).append(index)
    index = 0
    while index < len(runs):
        start, end = runs[index]
        same = later[end - start]
        after = bisect_right(same, index)
        if after < len(same):
            yield Zone(start, runs[same[after]][1], "inline_code")
            index = same[after]
        index += 1


def _mathematics(text: str) -> Iterator[Zone]:
    for match in MATH.finditer(text):
        if not re.fullmatch(r"\\\[[\s\d,;\u2013-]*\\\]", match.group()):  # \[1\] is an escaped bracket
            yield Zone(match.start(), match.end(), "math")
    for match in DOLLAR.finditer(text):
        if not PROSE.search(match.group(1)):  # `$20 [1] and 30$` are prices
            yield Zone(match.start(), match.end(), "math")


def _links(text: str) -> Iterator[Zone]:
    for match in LINK.finditer(text):
        image, label, target = match.groups()
        address = match.start(3)
        if image or ADDRESS.match(target):
            if image or not re.fullmatch(
                r"\[[^\[\]]+\]", label
            ):  # [[1]](https://...) is a citation with a link
                yield Zone(match.start(1), address, "link_text")
            yield Zone(address, match.end(3), "link_text")
    for match in REFERENCE_LINK.finditer(text):
        if not NO_LINK.fullmatch(match.group(2)):
            yield Zone(match.start(), match.end(), "link_text")
    for match in AUTOLINK.finditer(text):
        yield Zone(match.start(), match.end(), "link_text")
    for match in BARE_URL.finditer(text):
        glued = re.search(r"(?:\[[^\[\]]*\])+[.,;:!?'\"*_]*$", match.group())  # a mark at its very end
        yield Zone(match.start(), match.start() + glued.start() if glued else match.end(), "link_text")
