#!/usr/bin/env python3
"""Parsing, ours beside its peers in one run: speed, memory, tables, columns, a three-column page, HTML.

usage: python3 tests/bench/bench_parsing.py [speed memory tables layouts register html coverage]

Reads ../shared/data and ../shared/samples. CPU seconds, interleaved file by file.
"""

import importlib.util
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
sys.path[:0] = [str(ROOT / "scripts"), str(Path(__file__).parent)]

import parsing_garble  # noqa: E402
import parsing_html  # noqa: E402
import parsing_layouts  # noqa: E402
import parsing_tables  # noqa: E402

PAGES = 8  # of one file: a long one must not decide the speed


def speed() -> None:
    """Pages a CPU second: ours gives text, columns, tables and headings; pdfplumber text and tables."""
    import pdfplumber
    import pypdfium2

    from ragkit.parsing import pdf

    files = [*(SHARED / "data/pdf").glob("*.pdf"), *(SHARED / "samples").rglob("*.pdf"),
             *(SHARED / "data/icdar2013").rglob("*.pdf")]  # fmt: skip
    mine = peer = 0.0
    pages = 0
    for path in sorted(files):
        try:
            whole = pypdfium2.PdfDocument(path)
        except pypdfium2.PdfiumError:
            continue
        count = min(PAGES, len(whole))
        part = pypdfium2.PdfDocument.new()
        part.import_pages(whole, list(range(count)))
        temporary = Path("/tmp/bench_parsing.pdf")
        part.save(temporary)
        start = time.process_time()
        pdf.read(temporary.read_bytes())
        middle = time.process_time()
        with pdfplumber.open(temporary) as document:
            for page in document.pages:
                page.extract_text()
                page.extract_tables()
                page.close()
        peer += time.process_time() - middle
        mine += middle - start
        pages += count
    print(f"speed, {pages} pages: ours {pages / mine:.1f} pages a CPU second, pdfplumber {pages / peer:.1f}:"
          f" {peer / mine:.1f} times")  # fmt: skip


MEASURED = """
import sys
sys.path.insert(0, sys.argv[1])
from ragkit.parsing import files, parse, pdf_worker

def peak(process):
    with open(f"/proc/{process}/status") as status:
        return next(line for line in status if line.startswith("VmHWM")).split()[1]

[record] = parse.parse_file(files.Source(sys.argv[2], "a.pdf", "a.pdf"), parse.Options())
print(peak("self"), peak(pdf_worker._idle[0].process.pid), len(record["text"]))
"""


def memory() -> None:
    """The most that was resident of a file of 200 pages and one of 2,000, in both processes; Linux only.

    The pages are the first ones of every PDF, over and over.
    """
    import pypdfium2

    for pages in (200, 2000):
        long = pypdfium2.PdfDocument.new()
        while len(long) < pages:
            for path in sorted((SHARED / "data/pdf").glob("*.pdf")):
                try:
                    part = pypdfium2.PdfDocument(path)
                except pypdfium2.PdfiumError:
                    continue
                long.import_pages(part, list(range(min(PAGES, len(part), pages - len(long)))))
        with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
            long.save(file.name)
            size = Path(file.name).stat().st_size
            command = [sys.executable, "-c", MEASURED, str(ROOT / "scripts"), file.name]
            said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        ours, reader, text = (int(number) for number in said.split())
        print(f"memory, {pages} pages, {size / 1e6:.0f} MB, {text / 1e6:.1f} million characters:"
              f" {ours / 1024:.0f} MB, the process that reads {reader / 1024:.0f} MB")  # fmt: skip


def tables() -> None:
    folder = SHARED / "data/icdar2013/competition-dataset-eu"
    print(
        "ICDAR-2013, European half    F1    prec  rec   structure: matched  missed as 0  rows  cols   CPU s"
    )
    for name, read in (("ours", parsing_tables.ours), ("pdfplumber", parsing_tables.pdfplumber)):
        got = parsing_tables.score(folder, read)
        print(f"  {name:24} {got.f1:8.3f} {got.precision:6.3f} {got.recall:5.3f} {got.matched:19.3f}"
              f" {got.overall:12.3f} {got.rows:5.3f} {got.columns:5.3f} {got.seconds:7.1f}")  # fmt: skip
    print("  camelot combined, published     .778 (both halves)           .789")


def layouts() -> None:
    from ragkit.parsing import pdf

    print(
        "column layouts in order:",
        *parsing_layouts.count_right(lambda data: pdf.read(data).text, True),
        sep=" ",
    )
    print("  pdfplumber:", *parsing_layouts.count_right(_plumbed))


def _plumbed(data: bytes) -> str:
    import io

    import pdfplumber

    with pdfplumber.open(io.BytesIO(data)) as document:
        return "\n".join(page.extract_text() for page in document.pages)


def register() -> None:
    """Share of the word trigrams of the page's true order that come out.

    The order was read by eye from the page's picture: a masthead, then three columns.
    """
    from pdfminer.high_level import extract_text

    from ragkit.parsing import pdf

    path = SHARED / "data/pdf/pdfplumber__federal-register-2020-17221.pdf"
    truth = (Path(__file__).parent / "federal_register.txt").read_text(encoding="utf-8")
    wanted = _trigrams(truth.split("\n", 1)[1])
    read = pdf.read(path.read_bytes())
    first = read.text[read.pages[0][0] : read.pages[0][1]]
    for name, text in (
        ("ours", first),
        ("pdfminer", extract_text(path, page_numbers=[0])),
        ("pdfplumber", _first(path)),
    ):
        share = len(wanted & _trigrams(text)) / len(wanted)
        print(f"three-column page, {name}: {share:.3f} of {len(wanted)} trigrams")


def _first(path: Path) -> str:
    import pdfplumber

    with pdfplumber.open(path) as document:
        return document.pages[0].extract_text()


def _trigrams(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", re.sub(r"-\s*\n\s*", "", text).lower())
    return set(zip(words, words[1:], words[2:], strict=False))


def coverage() -> None:
    """Pages that come out with text or a named warning, over every PDF there is; then garble."""
    from ragkit.parsing import files, parse

    pages = told = 0
    doubts = Counter({"near_empty": 0, "ragged_table": 0, "drawn_scattered": 0})
    for path in sorted(SHARED.rglob("*.pdf")):
        [record] = parse.parse_file(files.Source(str(path), path.name, path.name), parse.Options())
        if not record["pages"]:
            pages, told = pages + 1, told + bool(record["warnings"])
        doubts.update(warning["code"] for warning in record["warnings"] if warning["code"] in doubts)
        warned = {warning["page"] for warning in record["warnings"]}
        for start, end, number, _ in record["pages"]:
            pages += 1
            told += bool(record["text"][start:end].strip()) or number in warned
    print(f"pages with text or a named warning: {told} of {pages}")
    print("pages with a doubt:", *(f"{code} {count}" for code, count in sorted(doubts.items())))
    parsing_garble.main()


PARTS = {
    "speed": speed,
    "memory": memory,
    "tables": tables,
    "layouts": layouts,
    "register": register,
    "html": parsing_html.main,
    "coverage": coverage,
}

# Beyond what parsing itself needs: peers, and what makes the pages.
NEEDS = {
    "speed": ("pdfplumber",),
    "tables": ("pdfplumber",),
    "layouts": ("pdfplumber", "reportlab"),
    "register": ("pdfminer", "pdfplumber"),
    "html": ("mkdocs", "myst_parser", "pdoc", "sphinx", *parsing_html.THEMES[:2], "trafilatura"),
}


def main(parts: list[str]) -> int:
    if unknown := [part for part in parts if part not in PARTS]:
        print(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    wanted = {"pypdfium2", "selectolax"}.union(*(NEEDS.get(part, ()) for part in parts))
    if missing := sorted(name for name in wanted if importlib.util.find_spec(name) is None):
        print(f"the packages {', '.join(missing)} are missing here; make .venv-bench/.ready, then run"
              " this with .venv-bench/bin/python", file=sys.stderr)  # fmt: skip
        return 2
    if not SHARED.exists():
        print("needs ../shared (data and samples)", file=sys.stderr)
        return 2
    for part in parts:
        PARTS[part]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(PARTS)))
