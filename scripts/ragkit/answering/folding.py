"""Text folded for comparison, with a way back: which character of the original each folded one came from.

Folded away, on both sides alike: Unicode compatibility forms (NFKC), case, curly quotes, dashes, ellipses,
soft hyphens, zero-width and control characters, character entities, Markdown marks, runs of white space. A
changed, added or missing word is never folded away.
"""

import html
import re
import unicodedata
from typing import NamedTuple

_QUOTES = dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc\u2039\u203a`\u00b4", "'") | dict.fromkeys(
    "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u300c\u300d\u300e\u300f\u301d\u301e\u301f", '"'
)
_DASHES = dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-")
_GONE = frozenset(
    "\u00ad\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069*`"
)
_SPECIAL = {**_QUOTES, **_DASHES}
TOKEN = re.compile(
    r"(?P<entity>&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
    r"|(?P<link>!?\[(?P<text>[^\[\]\n]*)\]\([^()\s]*\))"
    r"|(?P<mark>(?:(?<=\n)|\A)[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+(?=\S))|(?<!\w)_+(?=\w)|"
    r"(?<=\w)_+(?!\w)|\\(?=[!-/:-@\[-`{-~]))"
    r"|(?P<cluster>[\s\S][\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f]*)"
)


class Folded(NamedTuple):
    text: str
    origin: list[int]  # origin[i] is where in the original folded character i began; one more, for the end

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the range of the original that folded[start:end] came from."""
        return self.origin[start], self.origin[end - 1] + 1 if end > start else self.origin[start]


def fold(text: str) -> Folded:
    """Return the folded text and its origins."""
    out: list[str] = []
    origin: list[int] = []

    def put(piece: str, at: int) -> None:
        for char in piece:
            if char.isspace():
                if not out or out[-1] == " ":
                    continue
                char = " "
            out.append(char)
            origin.append(at)

    def walk(part: str, base: int) -> None:
        for match in TOKEN.finditer(part):
            at = base + match.start()
            if match.group("cluster"):
                put(_folded(match.group()), at)
            elif match.group("link"):
                walk(match.group("text"), base + match.start("text"))
            elif match.group("entity"):
                put("".join(_folded(char) for char in html.unescape(match.group())), at)

    walk(text, 0)
    if out and out[-1] == " ":
        out.pop()
        origin.pop()
    return Folded("".join(out), [*origin, len(text)])


def _folded(cluster: str) -> str:
    if cluster in _GONE:
        return ""
    if cluster in _SPECIAL:
        return _SPECIAL[cluster]
    if cluster.isascii():
        return cluster.lower() if cluster.isprintable() or cluster.isspace() else ""
    plain = unicodedata.normalize("NFKC", cluster).casefold()
    return "".join(
        _SPECIAL.get(c, c) for c in plain if c not in _GONE and not unicodedata.category(c).startswith("C")
    )
