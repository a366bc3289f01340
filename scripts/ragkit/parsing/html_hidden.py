"""What a page's own attributes hide: taken out before it is read, named where it stood in the content."""

import re
from collections.abc import Iterator
from typing import Any

from ragkit import aimed
from ragkit.parsing.body import Warn, quoted
from ragkit.parsing.html_walk import words

_LIKELY = "[hidden], [style]"
_GONE = re.compile(r"(?:\A|;)\s*display\s*:\s*none", re.I)
_UNSEEN = re.compile(
    r"(?:\A|;)\s*(?:visibility\s*:\s*(?:hidden|collapse)|text-indent\s*:\s*-\s*\d{3,}"
    r"|(?:left|right|top|bottom|margin-left|margin-top)\s*:\s*-\s*(?:\d{4,}px|\d{2,}r?em|\d{3,}(?:vw|vh|%)))",
    re.I,
)
# A parent of size 0 with children of their own size is a way to place boxes, common in mails.
_NO_SIZE = re.compile(
    r"(?:\A|;)\s*font-size\s*:\s*(?:0(?:\.\d+)?|1)\s*(?:px|pt|em|rem|%)?\s*(?:;|!|\Z)", re.I
)
_MARK = "data-left-out"
_WORDS, _LETTERS = 3, 12  # a sort key or a label for screen readers is shorter: taste


def take_out(tree: Any) -> list[str]:
    """Empty the hidden elements and return their texts; each keeps the number of its text as a mark."""
    texts: list[str] = []
    outermost = []
    inside: set[int] = set()
    for node in tree.css(_LIKELY):
        if node.mem_id not in inside and node.tag not in ("html", "body") and _how(node):
            outermost.append(node)
            inside.update(inner.mem_id for inner in node.css(_LIKELY))
    for node in outermost:  # only now: the parser frees what is taken out
        node.attrs[_MARK] = str(len(texts))
        texts.append(words(node))
        for child in list(node.iter(include_text=True)):
            child.decompose(recursive=True)
    return texts


def named(roots: list[Any], texts: list[str], source: str) -> list[Warn]:
    """Return what is said of hidden text in the content, its junk gone, and drop the emptied elements.

    source  the page as it came: a comment is named when it seems to be aimed at a model
    """
    found = []
    for root in roots if texts else ():
        for node in root.css(f"[{_MARK}]"):
            found.append(texts[int(node.attrs[_MARK] or 0)])
            if _how(node) == "gone":
                node.decompose(recursive=True)
    found = [text for text in found if len(text.split()) >= _WORDS or len(text) > _LETTERS * _WORDS]
    comments = [" ".join(text.split()) for text in _comments(source)]
    planted = [text for text in comments if aimed.at_a_model(text)]
    out = []
    for each, what in ((found, "elements"), (planted, "comments")):
        if each:
            out.append(Warn("hidden_text", f"{len(each)} {what} left out: {quoted(' / '.join(each))}"))
    return out


def _comments(source: str) -> Iterator[str]:
    """Yield the texts between <!-- and -->; one that is never closed ends the search, as it ends the page."""
    start = source.find("<!--")
    while start >= 0 and (end := source.find("-->", start + 4)) >= 0:
        yield source[start + 4 : end]
        start = source.find("<!--", end + 3)


def _how(node: Any) -> str:
    """Return "gone", "unseen" (it keeps its place) or "" for what is seen, or what a click shows."""
    attributes = node.attributes
    style = attributes.get("style") or ""
    flagged = "hidden" in attributes and attributes["hidden"] != "until-found"
    if (flagged and attributes.get("role") != "tabpanel") or _GONE.search(style):
        return "gone"
    return "unseen" if _UNSEEN.search(style) or (_NO_SIZE.search(style) and not _sized(node)) else ""


def _sized(node: Any) -> bool:
    """Return whether something below has a size of its own; the nearest 100 are looked at."""
    near = [child for child in node.iter() for child in (child, *child.iter())][:100]
    return any("font-size" in (inner.attributes.get("style") or "") for inner in near)
