"""When a page was last changed, from its head or from what its site prints around the content."""

import json
import re
from collections.abc import Iterator
from typing import Any

from ragkit.parsing import dates, frontmatter, html_select

# Stated for machines: in the head, as microdata, or as the datetime of a <time>.
_STATED = (
    ("meta[name=last-modified]", "content"), ("meta[name='last_modified']", "content"),
    ("meta[name=updated]", "content"), ("meta[name=lastmod]", "content"),
    ("meta[name='dcterms.modified']", "content"), ("meta[name='DC.date.modified']", "content"),
    ("meta[property='article:modified_time']", "content"), ("meta[property='og:updated_time']", "content"),
    ("meta[itemprop=dateModified]", "content"), ("time[itemprop=dateModified]", "datetime"),
    (".theme-last-updated time", "datetime"),  # Docusaurus
    (".VPLastUpdated time", "datetime"),  # VitePress
    ("[class*=last-updated] time", "datetime"), ("[class*=last-modified] time", "datetime"),
    ("[class*=lastUpdated] time", "datetime"),
    ("meta[name=date]", "content"),
)  # fmt: skip
# Where sites print it for people: Confluence, Docusaurus, VitePress, MkDocs, Hugo, SharePoint, MediaWiki.
_PRINTED = """
    .page-metadata, .theme-last-updated, .VPLastUpdated, .last-updated, .last-modified, .lastUpdated,
    .git-revision-date-localized-plugin, .md-source-file, .td-page-meta__lastmod, .page-meta, #page-meta,
    #footer-info-lastmod, [data-automation-id=pageHeader], [data-automation-id=lastModified], footer,
    [role=contentinfo], .footer, #footer
"""
_ATTRIBUTES = dict(_STATED)
_STATED_FOUND, _PRINTED_FOUND = html_select.Selectors(_ATTRIBUTES), html_select.group(_PRINTED)
_CHANGED = re.compile(
    r"(?:last|date|page)[\s-]*(?:modified|updated?|edited|changed|revised|modification)"
    r"|\b(?:modified|updated|edited)\s+(?:on|by|at)\b|\bmodified\b\s*:?"
    r"|zuletzt\s+(?:ge\u00e4ndert|aktualisiert|bearbeitet)|letzte\s+(?:\u00c4nderung|Aktualisierung)"
    r"|\u00faltima\s+(?:modificaci\u00f3n|actualizaci\u00f3n|edici\u00f3n)"
    r"|derni\u00e8re\s+(?:modification|mise \u00e0 jour)",
    re.IGNORECASE,
)
_NEAR = 80  # characters between the words and the day: "last modified by Somebody Long on"


def updated(tree: Any, names: set[bytes]) -> str | None:
    """Return the ISO date of the last change that the page states, else None; call it before junk is dropped.

    names  of the page, html_select.names

    What is stated for machines comes first; then a day printed after words such as "last modified on", in the
    places where sites print it, never in the content. "Created" and "generated on" are other days.
    """
    for css in _STATED_FOUND.of(names):
        node = tree.css_first(css)
        stated = node.attributes.get(_ATTRIBUTES[css]) if node is not None else None
        if day := frontmatter.date(stated):
            return day
    return next(iter(_in_data(tree)), None) or next(iter(_printed(tree, names)), None)


def _in_data(tree: Any) -> Iterator[str]:
    """Yield dateModified of the page's JSON-LD."""
    for node in tree.css("script[type='application/ld+json']"):
        try:
            found = json.loads(node.text())
        except (ValueError, RecursionError):
            continue
        for item in found if isinstance(found, list) else [found]:
            if isinstance(item, dict) and (day := frontmatter.date(item.get("dateModified"))):
                yield day


def _printed(tree: Any, names: set[bytes]) -> Iterator[str]:
    for node in tree.css(", ".join(_PRINTED_FOUND.of(names)) or "footer"):
        text = " ".join(node.text(separator=" ").split())
        for said in _CHANGED.finditer(text):
            found = dates.DAY.search(text, said.end(), min(len(text), said.end() + _NEAR))
            if found and (day := dates.day(found)):
                yield day
