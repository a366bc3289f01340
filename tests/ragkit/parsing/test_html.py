"""HTML: seven renderings of one page give the page, and nothing of the site around it."""

import re
from pathlib import Path

import pytest

from ragkit.parsing import html

SAMPLES = Path(__file__).parents[2] / "fixtures/samples/html"
TRUTH = (SAMPLES / "gateway_truth.md").read_text(encoding="utf-8")
PAGES = sorted(SAMPLES.glob("*.html"))
JUNK = [
    "\u00b6",
    "COOKIEBANNER",
    "Accept all",
    "Other page",
    "ACMEFOOT",
    "Edit this page",
    "Next",
    "Copy",
    "Search",
    "Sphinx",
    "MkDocs",
]


def code_of(markdown: str) -> list[str]:
    return re.findall(r"^ *```\w*\n(.*?)^ *```", markdown, re.MULTILINE | re.DOTALL)


@pytest.fixture(params=PAGES, ids=lambda page: page.stem)
def page(request):
    return html.read(request.param.read_text(encoding="utf-8"))


def test_every_heading_is_kept_with_its_level(page):
    headings = [page.text[start:end] for kind, start, end, *_ in page.blocks if kind == "heading"]
    assert headings == re.findall(r"^#.*", TRUTH, re.MULTILINE)
    assert page.title == "Configure the gateway"


def test_code_is_kept_byte_for_byte(page):
    dedented = [
        "pip install acme-gateway\nacme init --region eu-west-1\n",
        code_of(TRUTH)[1],
        "server:\n  port: 8080\n",
    ]
    assert code_of(page.text) == dedented


def test_nothing_of_the_site_is_left(page):
    assert [junk for junk in JUNK if junk in page.text] == []


def test_tables_lists_and_prose_are_kept(page):
    for row in (
        "| Free | 60 | E-1042 |",
        "| Pro | 1,200 | E-2077 |",
        "- alpha item",
        "Open the console.",
        "Yes.",
    ):
        assert row in page.text
    assert "with `inline_code` and a link." in page.text


def read(body, head=""):
    return html.read(f"<html lang='de-AT'><head>{head}</head><body>{body}</body></html>")


def test_the_head_gives_url_language_date_and_groups():
    head = (
        "<title>T - Site</title><link rel=canonical href='https://x.io/a'>"
        "<meta name=acl content='a, b'><meta name=date content=2026-01-02>"
    )
    page = read("<p>x</p>", head)
    assert (page.title, page.url, page.lang, page.updated, page.acl) == (
        "T",
        "https://x.io/a",
        "de",
        "2026-01-02",
        ["a", "b"],
    )


def test_header_cells_reach_every_column_and_row_groups_every_row():
    rows = (
        "<tr><th rowspan=2>Model</th><th colspan=2>Charge</th></tr><tr><th>Factory</th><th>Field</th></tr>"
        "<tr><td rowspan=2>IB</td><td>1</td><td>2</td></tr><tr><td colspan=2>none</td></tr>"
    )
    head = "| Model | Charge / Factory | Charge / Field |\n| --- | --- | --- |\n"
    assert read(f"<table>{rows}</table>").text == head + "| IB | 1 | 2 |\n| IB | none |  |\n"


def test_one_wide_row_makes_a_thousand_rows_no_longer_and_spans_without_end_no_wider():
    rows = "<tr><th>a</th></tr>" + "<tr>" + "<td>1</td>" * 6_000 + "</tr>" + "<tr><td>x</td></tr>" * 1_000
    assert read(f"<table>{rows}</table>").text.endswith("|\n| x |\n| x |\n")
    spans = read("<table><tr><th>a</th></tr><tr>" + "<td colspan=900>y</td>" * 5_000 + "</tr></table>").text
    assert (spans.count("y"), spans.split("\n")[2].count("|")) == (5_000, 2 * 900 + 4_998 + 1)


@pytest.mark.parametrize(
    "hidden",
    [
        "<p hidden>no</p>",
        "<p style='display: none'>no</p>",
        "<!-- no -->",
        "<script>no</script>",
        "<div aria-hidden=true>no</div>",
    ],
)
def test_hidden_text_is_no_content(hidden):
    assert read(f"<p>yes</p>{hidden}").text == "yes\n"


def test_a_page_without_text_is_named():
    assert [warning.code for warning in read("<nav>menu</nav>").warnings] == ["no_text"]


def test_ten_thousand_nested_elements_are_survived():
    assert "deep" in read("<div>" * 10000 + "deep").text


def test_line_numbers_in_a_cell_of_their_own_are_no_code():
    """As Hugo's chroma writes them; a table of two listings keeps both."""
    numbers, code = "<pre><code>1\n2\n</code></pre>", "<pre><code>a\n  b\n</code></pre>"
    numbered = f"<table><tr><td>{numbers}</td><td>{code}</td></tr></table>"
    assert html.read(f"<main>{numbered}</main>").text == "```\na\n  b\n```\n"
    two = "<table><tr><td><pre>10\n20</pre></td><td><pre>a\nb</pre></td></tr></table>"
    assert html.read(f"<main>{two}</main>").text == "```\n10\n20\n```\n\n```\na\nb\n```\n"


def test_the_label_of_a_code_block_is_its_language_and_no_text():
    label = '<button class="copy"></button><span class="lang">yaml</span>'
    block = f'<div class="language-yaml">{label}<pre>a: 1</pre></div>'
    assert html.read(f"<main><p>Paste:</p>{block}</main>").text == "Paste:\n\n```yaml\na: 1\n```\n"


def sharepoint(canvas):
    """A modern page as saved from the browser: the names are those that SharePoint writes."""
    return html.read(
        "<html><head><title>Travel policy - Contoso</title></head><body><div id=SuiteNavWrapper>Suite</div>"
        "<div id=spSiteHeader><h1>Contoso Intranet</h1></div><div id=spLeftNav><ul><li>Home</ul></div>"
        "<div data-automation-id=contentScrollRegion><div data-automation-id=pageHeader>"
        "<div id=title_text role=heading aria-level=1>Travel policy</div><div>Published 3/2/2026</div></div>"
        f"{canvas}<div id=CommentsWrapper><h2>Comments</h2><p>Nice page</p></div></div>"
        "<div>Contoso, all rights reserved, since 1985 and for many more years to come</div></body></html>"
    )


def zone(heading, text):
    inner = f"<div data-automation-id=textBox><h2>{heading}</h2><p>{text}</p></div>"
    control = f'<div class="ControlZone" data-automation-id=CanvasControl>{inner}</div>'
    return (
        '<div class="CanvasZoneContainer"><div class="CanvasZone ms-Grid-row" data-automation-id=CanvasZone>'
        f'<div class="CanvasSection ms-Grid-col">{control}</div></div></div>'
    )


@pytest.mark.parametrize("canvas", ["{}", "<div id=spPageCanvasContent><div>{}</div></div>"])
def test_all_zones_of_a_sharepoint_page_are_its_content_and_nothing_around_them_is(canvas):
    page = sharepoint(canvas.format(zone("Trains", "Second class.") + zone("Planes", "Economy.")))
    assert page.text == "# Travel policy\n\n## Trains\n\nSecond class.\n\n## Planes\n\nEconomy.\n"
    assert page.title == "Travel policy"


def test_the_stored_form_of_a_sharepoint_page_gives_its_texts_and_no_ids():
    part = "<div data-sp-webpart><div data-sp-componentid>f92bf067-bc19</div><div>A caption.</div></div>"
    texts = [f"<div data-sp-canvascontrol>{each}</div>" for each in ("<div data-sp-rte>One.</div>", part)]
    assert html.read(f"<div>{''.join(texts)}</div>").text == "One.\n\nA caption.\n"


def test_a_button_that_folds_a_section_is_its_heading_and_other_buttons_are_not():
    faq = "<h2><button>Can I return it?</button></h2><p>Yes.</p>"
    page = read(
        f"{faq}<h2>Fees<button>Copy link</button></h2><button><h3>How?</h3></button><button>No</button>"
    )
    assert page.text == "## Can I return it?\n\nYes.\n\n## Fees\n\n### How?\n"


@pytest.mark.parametrize("name", ["vitepress", "honkit", "hugo_book", "docusaurus"])
def test_a_page_of_each_generator_holds_what_its_source_says_and_nothing_else(name):
    """Built by VitePress 1.6, HonKit 6.1 (GitBook's successor), Hugo 0.168 (book) and Docusaurus 3.10."""
    built = Path(__file__).parents[2] / "fixtures/samples/built" / f"{name}.html"
    source = (built.parents[1] / "html/gateway_truth.md").read_text(encoding="utf-8")

    def words(text):
        return re.findall(r"\w+", re.sub(r"\]\([^)]*\)|```\w*", "", text))

    text = html.read(built.read_text(encoding="utf-8")).text
    assert words(text) == words(source)
    assert [line for line in text.split("\n") if line.startswith("#")] == re.findall(r"(?m)^#+ .*", source)
    assert "        except TimeoutError:\n            if i == n - 1:\n                raise\n" in text
