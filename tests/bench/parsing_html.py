"""HTML: one page from many generators; headings, exact code, junk, time; ours beside trafilatura.

The samples were looked at while the walker was written. The held-out pages are made here, by generators
that were not: Sphinx with the pydata, book, classic, nature and bizstyle themes, MkDocs with readthedocs,
pdoc. The built pages (tests/fixtures/samples/built) are the same document through generators that need Node
or Hugo: headings, code and junk were counted before any of them was looked at; what the words too many
showed then (line numbers, a language label) was mended after.
"""

import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "tests/fixtures/samples/html"
BUILT = ROOT / "tests/fixtures/samples/built"
THEMES = ("pydata_sphinx_theme", "sphinx_book_theme", "classic", "nature", "bizstyle")
JUNK = ("\u00b6", "COOKIEBANNER", "Accept all", "Other page", "ACMEFOOT", "Edit this page", "Edit on",
        "Skip to",
        "Powered by", "Built with", "View Source", "Previous", "Copyright")  # fmt: skip


def held_out(folder: Path) -> list[Path]:
    """Return the pages the generators of this environment make of the truth document."""
    truth = (SAMPLES / "gateway_truth.md").read_text(encoding="utf-8")
    docs = folder / "docs"
    docs.mkdir()
    (docs / "index.md").write_text(truth, encoding="utf-8")
    (docs / "other.md").write_text("# Other\n\nOther page\n", encoding="utf-8")
    (folder / "acme.py").write_text(f'r"""{truth}"""\n', encoding="utf-8")
    (folder / "mkdocs.yml").write_text(
        "site_name: ACME\ntheme: readthedocs\ncopyright: 2026 ACMEFOOT\nrepo_url: https://x.io/r\n"
        "edit_uri: edit/\n"
        "markdown_extensions: [tables, fenced_code]\n"
    )
    found = []
    for theme in THEMES:
        (docs / "conf.py").write_text(
            f"extensions = ['myst_parser']\nhtml_theme = {theme!r}\nproject = 'ACME'\n"
            "copyright = '2026 ACMEFOOT'\n"
        )
        run("sphinx", "-q", "-b", "html", str(docs), str(folder / theme))
        found.append(folder / theme / "index.html")
    (docs / "conf.py").unlink()
    # Python-Markdown wants four spaces inside a list
    deeper = re.sub(r"(?m)^ {3}(?=```|server|  port)", " " * 4, truth)
    (docs / "index.md").write_text(deeper, encoding="utf-8")
    run("mkdocs", "build", "-q", "-f", str(folder / "mkdocs.yml"), "-d", str(folder / "mkdocs"))
    run("pdoc", "--docformat", "markdown", "-o", str(folder / "pdoc"), str(folder / "acme.py"))
    return [*found, folder / "mkdocs/index.html", folder / "pdoc/acme.html"]


def run(module: str, *args: str) -> None:
    subprocess.run([sys.executable, "-m", module, *args], check=True, capture_output=True)


def ours(text: str) -> str:
    from ragkit.parsing import html

    return html.read(text).text


def trafilatura(text: str) -> str:
    import trafilatura as peer

    return peer.extract(text, output_format="markdown", include_tables=True, include_formatting=True) or ""


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", re.sub(r"\]\([^)]*\)|```\w*", "", text)))


def score(pages: list[Path], read: Callable[[str], str]) -> tuple[int, int, int, int, int, int, float]:
    """Return headings kept and all, code lines exact and all, junk strings, words too many, ms a page."""
    truth = (SAMPLES / "gateway_truth.md").read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)", truth, re.MULTILINE)
    fences = re.findall(r"^ *```\w*\n(.*?)^ *```", truth, re.MULTILINE | re.DOTALL)
    blocks = [re.sub(r"(?m)^   (?=server|  port)", "", fence).rstrip("\n") for fence in fences]
    lines = [line for block in blocks for line in block.split("\n") if line.strip()]
    kept = code = junk = extra = 0
    read(pages[0].read_text(encoding="utf-8"))  # imports are no part of a page
    start = time.process_time()
    sources = [page.read_text(encoding="utf-8") for page in pages]
    for _ in range(5):
        texts = [read(source) for source in sources]
    seconds = (time.process_time() - start) / 5
    for text in texts:
        found = [line.lstrip("# ") for line in text.split("\n") if line.startswith("#")]
        kept += sum(heading in found for heading in headings)
        whole = text.split("\n")
        code += sum(line in whole for line in lines)
        junk += sum(word in text for word in JUNK)
        extra += (words(text) - words(truth)).total()
    each = 1000 * seconds / len(pages)
    return kept, len(headings) * len(pages), code, len(lines) * len(pages), junk, extra, each


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        samples = sorted(SAMPLES.glob("*.html"))
        kinds = (
            ("samples", samples),
            ("held out", held_out(Path(folder))),
            ("built", sorted(BUILT.glob("*.html"))),
        )
        for kind, pages in kinds:
            for name, read in (("ours", ours), ("trafilatura", trafilatura)):
                kept, headings, code, lines, junk, extra, each = score(pages, read)
                print(
                    f"HTML {kind}, {len(pages)} pages, {name}: headings {kept}/{headings}, exact code lines"
                    f" {code}/{lines}, junk {junk}, words too many {extra}, {each:.2f} ms a page"
                )


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "scripts"))
    main()
