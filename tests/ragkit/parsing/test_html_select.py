"""Selectors left unasked: only those that match nothing."""

from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from ragkit.parsing import html_dates, html_select, html_sites

SAMPLES = Path(__file__).parents[2] / "fixtures/samples"
PAGES = [*SAMPLES.glob("html/*.html"), *SAMPLES.glob("built/*.html")]
ALL = [css.strip() for css in html_sites.DROP.split(",")] + [*html_sites.ROOTS, *dict(html_dates._STATED)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_selector_that_matches_something_in_a_page_is_asked(page):
    source = page.read_text(encoding="utf-8")
    tree = LexborHTMLParser(source)
    matching = [css for css in ALL if tree.css_first(css) is not None]
    asked = html_select.Selectors(ALL).of(html_select.names(source))
    assert len(matching) > 5
    assert set(matching) <= set(asked)
    assert len(asked) < len(ALL) / 2


@pytest.mark.parametrize(
    ("css", "source"),
    [
        (".toc-drawer", '<DIV CLASS="Toc-Drawer wide">'),
        ("[class*=last-updated] time", '<p class="page-last-updated-at"><time>'),
        ("[aria-hidden=true]:not(.katex-html)", "<i aria-hidden=true>"),
        ("#mw-content-text", "<div id='mw-content-text'>"),
        ("meta[name='dcterms.modified']", '<meta name="dcterms.modified">'),
    ],
)
def test_the_name_of_a_selector_is_one_that_its_page_must_have(css, source):
    selectors = html_select.Selectors([css])
    assert selectors.of(html_select.names(source)) == [css]
    assert selectors.of(html_select.names("<p>words</p>")) == []
