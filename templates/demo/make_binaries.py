#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = ["reportlab==5.1.0", "python-docx==1.2.0", "pillow==13.0.0"]
# ///
"""Write the PDF and DOCX files of the demo corpus from sources/*.txt, the same bytes each time.

usage: uv run templates/demo/make_binaries.py [--check]

Needed only to change the corpus; the files it writes are committed, and so is binaries.sha256, their hashes.
out:   docs/manuals/*.pdf, docs/contracts/*.docx, docs/training/*.docx, binaries.sha256
exit:  0 done; with --check 1 when a committed file is not what its source gives

The versions above matter, and so does zlib: another one packs the DOCX files and the scan into other bytes.
"""

import argparse
import datetime
import hashlib
import io
import random
import sys
import zipfile
from collections.abc import Iterator
from itertools import takewhile, zip_longest
from pathlib import Path
from typing import NamedTuple

import docx
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import ImageReader, simpleSplit
from reportlab.pdfgen.canvas import Canvas

HERE = Path(__file__).resolve().parent
WIDTH, HEIGHT = A4  # points
LEFT, TOP, BOTTOM = 60, 70, 60  # margins, points
GUTTER = 24  # between two columns
SIZES = {"#": 18, "##": 13, "-": 10.5, "": 10.5}  # block mark -> font size
SCAN_DPI = 110


class Block(NamedTuple):
    """One block of a source: mark is "#", "##", "-", "|", "page", "scan", "end" or "" for a paragraph."""

    mark: str
    text: str = ""
    rows: tuple[list[str], ...] = ()


def blocks(body: str) -> Iterator[Block]:
    """Yield the blocks of a source; a list item or table row needs no blank line before the next one."""
    rows: list[list[str]] = []
    for line in [*body.splitlines(), ""]:
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if set("".join(cells)) != {"-"}:
                rows.append(cells)
            continue
        if rows:
            yield Block("|", rows=tuple(rows))
            rows = []
        if line.startswith("=== "):
            yield Block(line.strip("= "))
        elif line.strip():
            mark, _, rest = line.partition(" ")
            yield Block(mark, rest) if mark in ("#", "##", "-") else Block("", line)


def read(source: Path) -> tuple[dict[str, str], list[Block]]:
    head, _, body = source.read_text(encoding="utf-8").partition("\n---\n")
    return dict(line.split(": ", 1) for line in head.splitlines()), list(blocks(body))


class Pages:
    """A PDF under construction: a running header and a page number on every page, text from the top down."""

    def __init__(self, head: dict[str, str]) -> None:
        self.bytes = io.BytesIO()
        # invariant: no clock and no random id; uncompressed: text that a diff can show
        self.canvas = Canvas(self.bytes, pagesize=A4, invariant=1, pageCompression=0)
        self.canvas.setTitle(head["title"])
        self.canvas.setAuthor("Ostrel Works")
        self.header, self.number, self.y = head.get("header", ""), 0, 0.0
        self.open()

    def open(self) -> None:
        self.number += 1
        self.y = HEIGHT - TOP
        self.canvas.setFont("Helvetica", 8)
        if self.header:
            self.canvas.drawString(LEFT, HEIGHT - 40, self.header)
        self.canvas.drawCentredString(WIDTH / 2, 34, f"Page {self.number}")

    def turn(self, bare: bool = False) -> None:
        self.canvas.showPage()
        if bare:  # a scanned page has no text of ours on it
            self.number += 1
        else:
            self.open()

    def room(self, points: float) -> None:
        if self.y - points < BOTTOM:
            self.turn()

    def text(self, block: Block) -> None:
        font, size, lines = wrap(block, WIDTH - 2 * LEFT)
        self.room(len(lines) * size * 1.3 + (40 if block.mark.startswith("#") else 0))
        for line in lines:
            self.y -= size * 1.3
            self.canvas.setFont(font, size)
            self.canvas.drawString(LEFT, self.y, line)
        self.y -= 3 if block.mark == "-" else 7

    def table(self, rows: tuple[list[str], ...]) -> None:
        """Draw a ruled table with columns of equal width; a cell is one line."""
        step, high = (WIDTH - 2 * LEFT) / len(rows[0]), 17
        self.room(len(rows) * high + 10)
        self.canvas.setLineWidth(0.5)
        for number, row in enumerate(rows):
            self.y -= high
            self.canvas.setFont("Helvetica-Bold" if number == 0 else "Helvetica", 9.5)
            for column, cell in enumerate(row):
                self.canvas.rect(LEFT + column * step, self.y, step, high)
                self.canvas.drawString(LEFT + column * step + 4, self.y + 5, cell)
        self.y -= 12

    def image(self, picture: Image.Image) -> None:
        self.canvas.drawImage(ImageReader(picture), 0, 0, WIDTH, HEIGHT)

    def close(self) -> bytes:
        self.canvas.save()
        return self.bytes.getvalue()


def wrap(block: Block, width: float) -> tuple[str, float, list[str]]:
    """Return the block's font, its size in points and its lines."""
    font = "Helvetica-Bold" if block.mark.startswith("#") else "Helvetica"
    text = f"- {block.text}" if block.mark == "-" else block.text
    return font, SIZES[block.mark], simpleSplit(text, font, SIZES[block.mark], width)


def scan(parts: list[Block]) -> Image.Image:
    """Return a page as a scanner gives it: one bit a pixel, a little askew, with specks."""
    size = int(WIDTH * SCAN_DPI / 72), int(HEIGHT * SCAN_DPI / 72)
    page = Image.new("L", size, 255)
    draw, y = ImageDraw.Draw(page), 150
    for part in parts:
        draw.text((110, y), part.text, fill=20, font=ImageFont.load_default(30 if part.mark == "#" else 21))
        y += 90 if part.mark == "#" else 58
    draw.line((110, y + 60, 330, y + 40, 400, y + 75, 520, y + 35), fill=30, width=3)  # a signature
    page = page.rotate(0.6, fillcolor=255, resample=Image.Resampling.BILINEAR)
    dots = random.Random(2291)
    for _ in range(160):
        page.putpixel((dots.randrange(size[0]), dots.randrange(size[1])), 0)
    return page.point(lambda value: 255 if value > 150 else 0).convert("1")


def pdf(head: dict[str, str], body: list[Block]) -> bytes:
    pages = Pages(head)
    if head.get("columns") == "2":
        two_columns(pages, body)
        return pages.close()
    parts = iter(body)
    for block in parts:
        if block.mark == "page":
            pages.turn()
        elif block.mark == "scan":
            pages.turn(bare=True)
            pages.image(scan(list(takewhile(lambda part: part.mark != "end", parts))))
        elif block.mark == "|":
            pages.table(block.rows)
        else:
            pages.text(block)
    return pages.close()


def two_columns(pages: Pages, body: list[Block]) -> None:
    """Draw the first block over the full width, the rest in two columns of one page, row by row.

    Row by row is how some layout programs write: whoever reads the file in its own order mixes the columns.
    """
    pages.text(body[0])
    width = (WIDTH - 2 * LEFT - GUTTER) / 2
    lines: list[tuple[str, float, str]] = []
    for block in body[1:]:
        font, size, wrapped = wrap(block, width)
        if block.mark != "-" and lines:
            lines.append((font, size, ""))
        lines += [(font, size, line) for line in wrapped]
    half = (len(lines) + 1) // 2
    for left, right in zip_longest(lines[:half], lines[half:], fillvalue=("Helvetica", 10.5, "")):
        pages.y -= 14
        for x, (font, size, line) in ((LEFT, left), (LEFT + width + GUTTER, right)):
            if line:
                pages.canvas.setFont(font, size)
                pages.canvas.drawString(x, pages.y, line)


def office(head: dict[str, str], body: list[Block]) -> bytes:
    document = docx.Document()
    day = datetime.datetime.fromisoformat(head["updated"])
    properties = document.core_properties
    properties.title, properties.author, properties.comments = head["title"], "Ostrel Works", ""
    properties.created = properties.modified = day
    properties.last_modified_by, properties.revision = "Ostrel Works", 1
    for block in body:
        if block.mark.startswith("#"):
            document.add_heading(block.text, len(block.mark))
        elif block.mark == "|":
            table = document.add_table(len(block.rows), len(block.rows[0]), style="Table Grid")
            for cells, row in zip(table.rows, block.rows):
                for cell, text in zip(cells.cells, row):
                    cell.text = text
        else:
            document.add_paragraph(block.text, style="List Bullet" if block.mark == "-" else None)
    raw = io.BytesIO()
    document.save(raw)
    return repack(raw)


def repack(raw: io.BytesIO) -> bytes:
    """Return the same archive with its members in a fixed order and with one fixed time."""
    out = io.BytesIO()
    with zipfile.ZipFile(raw) as old, zipfile.ZipFile(out, "w") as new:
        names = sorted(old.namelist(), key=lambda name: (name != "[Content_Types].xml", name))
        for name in names:
            member = zipfile.ZipInfo(name, date_time=(2026, 1, 1, 0, 0, 0))
            member.compress_type = zipfile.ZIP_DEFLATED
            member.external_attr = 0o644 << 16
            member.create_system = 3
            new.writestr(member, old.read(name))
    return out.getvalue()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; compare with what is there")
    args = parser.parse_args()

    made = {}
    for source in sorted((HERE / "sources").glob("*.txt")):
        head, body = read(source)
        made["docs/" + head["to"]] = (pdf if head["to"].endswith(".pdf") else office)(head, body)
    made["binaries.sha256"] = "".join(
        f"{hashlib.sha256(made[name]).hexdigest()}  {name}\n" for name in sorted(made)
    ).encode()
    if args.check:
        wrong = [name for name in made if (HERE / name).read_bytes() != made[name]]
        print("\n".join(f"{name}: differs from its source" for name in wrong) or f"{len(made)} files agree")
        return 1 if wrong else 0
    for name, data in made.items():
        (HERE / name).parent.mkdir(parents=True, exist_ok=True)
        (HERE / name).write_bytes(data)
        print(f"{name}: {len(data)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
