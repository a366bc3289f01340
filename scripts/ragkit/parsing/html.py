"""HTML pages: the head's metadata, and the main content as normalised Markdown."""

import functools
import re
from typing import Any

from ragkit.parsing import acl, frontmatter, html_dates, html_hidden, html_select, html_sites
from ragkit.parsing.body import Body, Parsed, Warn
from ragkit.parsing.html_walk import Walker, words

_BLOCKS = re.compile(
    r"<(/?)(?:div|ul|ol|dl|section|article|main|aside|nav|header|footer|blockquote|table|form|fieldset|details|"
    r"center|figure|address)(?=[\s>/])",
    re.IGNORECASE,
)
_DROP, _ROOTS = html_select.group(html_sites.DROP), html_select.Selectors(html_sites.ROOTS)
_DEEPEST = 10_000  # the parser takes 0.3 s for as many blocks in each other, 30 s for ten times as many


def read(text: str) -> Parsed:
    """Return the page's main content; title from its h1, else <title> without the site's name.

    A page without text has a `no_text` warning; hidden elements, comments, navigation, cookie banners,
    pilcrows and line numbers are not content. Hidden sentences where content stands are named.
    """
    from selectolax.lexbor import LexborHTMLParser

    if (depth := _nesting(text)) > _DEEPEST:
        return Parsed(
            warnings=(Warn("too_large", f"elements nested {depth:,} deep, the limit is {_DEEPEST:,}"),)
        )
    tree = LexborHTMLParser(text)
    if tree.body is None:
        return Parsed(warnings=(Warn("no_text", "no <body>"),))
    readers, warnings = _readers(tree)
    names = html_select.names(text)
    updated = html_dates.updated(tree, names)
    head_title = words(tree.css_first("head title, title"))
    for node in tree.css(", ".join(_DROP.of(names)) or "script"):
        tag = node.tag
        if tag not in ("body", "html", "main", "article") and not (tag == "button" and _heads(node)):
            node.decompose(recursive=True)
    left_out = [] if names.isdisjoint((b"hidden", b"style")) else html_hidden.take_out(tree)
    roots = _roots(tree, names)
    outer_h1 = next((top for css in html_sites.TITLES if (top := tree.css_first(css)) is not None), None)
    body = Body()
    if (
        outer_h1 is not None
        and all(root.css_first("h1") is None for root in roots)
        and (found := _page_title(words(outer_h1), head_title))
    ):
        body.add("heading", f"# {found}", 1)
    walker = Walker(body)
    for root in roots:
        _drop_junk(root)
    warnings += tuple(html_hidden.named(roots, left_out, text))
    for root in roots:
        walker.walk(root)
    content, blocks, _ = body.finish()
    heading = next(
        (content[start:end].lstrip("# ") for kind, start, end, *_ in blocks if kind == "heading"), ""
    )
    first = next((content[b[1] : b[2]].lstrip("# ") for b in blocks if b[0] == "heading" and b[3] == 1), "")
    return Parsed(
        text=content,
        blocks=blocks,
        title=first or _without_site(head_title) or heading,
        updated=updated,
        url=_canonical(tree),
        lang=frontmatter.language(_attribute(tree.css_first("html"), "lang")),
        acl=readers,
        tenant=_meta(tree, "head meta[name=tenant]"),
        warnings=warnings if blocks else (*warnings, Warn("no_text", "the page has no text of its own")),
    )


def _nesting(text: str) -> int:
    """Return how deep the page's blocks are nested, told from their tags alone; 0 where too few open."""
    if text.count("<") - text.count("</") <= _DEEPEST:
        return 0
    depth = deepest = 0
    for tag in _BLOCKS.finditer(text):
        depth = max(0, depth - 1) if tag[1] else depth + 1
        deepest = max(deepest, depth)
    return deepest


def _readers(tree: Any) -> tuple[list[str] | None, tuple[Warn, ...]]:
    """Return the groups the page states; a <meta> in <body>, where a comment may stand, only narrows them."""
    stated = {
        place: [
            frontmatter.groups(_attribute(node, "content") or "")
            for node in tree.css(f"{place} meta")
            if acl.states(_attribute(node, "name") or "")
        ]
        for place in ("head", "body")
    }
    narrowed = functools.reduce(acl.narrower, [*stated["head"], *stated["body"]], None)
    if stated["head"] or narrowed in (None, ["*"]):
        return (narrowed if stated["head"] else None), ()
    return [], (Warn("front_matter_unread", "acl is stated in <body>, which opens nothing: closed to all"),)


def _heads(node: Any) -> bool:
    """Return whether a button is all there is of a heading, or holds one: it folds a section, as in a FAQ."""
    up = node.parent
    while up is not None and up.tag in ("span", "div", "strong"):
        up = up.parent
    inside = up is not None and re.fullmatch("h[1-6]", up.tag) and words(up) == words(node)
    return bool(inside) or node.css_first("h1, h2, h3, h4, h5, h6") is not None


def _roots(tree: Any, names: set[bytes]) -> list[Any]:
    """Return the content's element, or elements in order.

    They are those of the first selector whose match holds a fair share of the page's words.
    """
    whole = len(words(tree.body)) or 1
    for css in _ROOTS.of(names):
        nodes: list[Any] = tree.css(css)
        if len(nodes) > 1 and css in html_sites.PARTS:
            nodes = _outermost(nodes)
        elif len(nodes) != 1:
            continue
        named = css[0] in ".#[" and "role" not in css  # names that only this site's content has
        if sum(len(words(node)) for node in nodes) > (0.05 if named else 0.3) * whole:
            return nodes
    return [tree.body]


def _outermost(nodes: list[Any]) -> list[Any]:
    """Return the nodes that stand in no other one of them."""
    known = {node.mem_id for node in nodes}

    def inner(node: Any) -> bool:
        up = node.parent
        while up is not None and up.mem_id not in known:
            up = up.parent
        return up is not None

    return [node for node in nodes if not inner(node)]


def _drop_junk(root: Any) -> None:
    whole = len(words(root)) or 1
    for node in root.css("div, section, aside, header, footer, ul, p"):
        names = f"{node.attributes.get('id') or ''} {node.attributes.get('class') or ''}"
        junk = html_sites.JUNK.search(names) and not html_sites.KEEP.search(names)
        if (junk or node.tag == "footer") and node.css_first("h1") is None and len(words(node)) < 0.5 * whole:
            node.decompose(recursive=True)


def _page_title(heading: str, head_title: str) -> str:
    """Return the page's own title; Confluence puts `Space : ` in front of it, in both places."""
    if " : " in heading and heading == head_title:
        return heading.split(" : ", 1)[1].strip()
    return heading


def _without_site(title: str) -> str:
    parts = html_sites.TITLE_SEPARATORS.split(title)
    return parts[1] if len(parts) == 2 and " : " in title else parts[0]


def _meta(tree: Any, css: str) -> str | None:
    return _attribute(tree.css_first(css), "content")


def _attribute(node: Any, name: str) -> str | None:
    value = node.attributes.get(name) if node is not None else None
    return value.strip() if isinstance(value, str) else None


def _canonical(tree: Any) -> str | None:
    url = _attribute(tree.css_first("link[rel=canonical]"), "href") or _meta(tree, "meta[property='og:url']")
    return url if url and url.startswith(("http://", "https://")) else None
