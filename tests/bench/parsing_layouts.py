"""Forty generated page layouts with known reading order: two and three columns, narrow gutters, rotations.

A layout is right when every marked word comes out, once, in the order of the columns: title, each column from
top to bottom, footnote. Needs reportlab (tests/bench/requirements.txt).
"""

import io
import itertools
import random
import re
from typing import Any, NamedTuple

WORDS = [
    "the", "committee", "reviewed", "annual", "budget", "and", "approved", "parts", "for",
    "labour", "cabinet", "freezer", "delivery", "warranty", "manual", "in", "a", "report",
    "office", "final", "number", "of", "condition", "with", "service", "meeting", "was",
    "not", "held", "because", "several", "members", "were", "absent",
]  # fmt: skip


class Layout(NamedTuple):
    """One page."""

    name: str
    pdf: bytes
    order: list[str]  # marked words in reading order


def layouts(count: int = 40) -> list[Layout]:
    shapes = list(
        itertools.product((2, 3), (8, 14, 24, 40), (0, 90, 180, 270))
    )  # 32 of them, then more of the hardest
    shapes += [(columns, gutter, 0) for columns in (2, 3) for gutter in (8, 10, 12, 18)]
    return [_layout(seed, *shape) for seed, shape in enumerate(shapes[:count])]


def _layout(seed: int, columns: int, gutter: int, rotation: int) -> Layout:
    from reportlab.pdfbase.pdfmetrics import stringWidth
    from reportlab.pdfgen.canvas import Canvas

    rng = random.Random(seed)
    out = io.BytesIO()
    turn = rotation if rng.random() < 0.5 else 0  # else the text lies on its side for the reader
    canvas = Canvas(out, pagesize=(792, 612) if turn in (90, 270) else (612, 792))
    size = rng.choice([8, 9, 10, 11]) if columns == 2 else rng.choice([7, 8, 9])
    font = rng.choice(["Helvetica", "Times-Roman"])
    width = (612 - 2 * 54 - (columns - 1) * gutter) / columns
    justified = rng.random() < 0.5
    by_row = rng.random() < 0.5
    shift = 0 if by_row else rng.choice([0, size * 0.4])
    order: list[str] = []
    pieces: list[tuple[float, float, str, float]] = []  # x, y, text, word space
    if rng.random() < 0.8:
        order.append("TITLE0")
        pieces.append((54, 740, _spanning("TITLE0", font, size), 0))
    lines = rng.randint(18, 46)
    for column in range(columns):
        x = 54 + column * (width + gutter)
        count = lines if column < columns - 1 else rng.randint(max(8, lines - 12), lines)
        for line in range(count):
            mark = f"C{column}L{line:02d}"
            text = mark
            while stringWidth(f"{text} x", font, size) < width - 14:
                word = rng.choice(WORDS)
                if stringWidth(f"{text} {word}", font, size) > width:
                    break
                text += f" {word}"
            last = line == count - 1 or rng.random() < 0.1
            if last:
                text = " ".join(text.split()[: max(2, len(text.split()) // 2)])
            slack = (
                0.0
                if last or not justified
                else (width - stringWidth(text, font, size)) / max(1, text.count(" "))
            )
            order.append(mark)
            pieces.append((x, 715 - line * size * 1.2 - column * shift, text, max(0.0, slack)))
    if rng.random() < 0.6:
        order.append("FOOT0")
        pieces.append((54, 60, _spanning("FOOT0", font, size), 0))
    if by_row:
        pieces.sort(key=lambda piece: (-piece[1], piece[0]))
    if turn:  # drawn so that the page's own rotation sets it upright
        canvas.translate(*{90: (792, 0), 180: (612, 792), 270: (0, 612)}[turn])
        canvas.rotate(turn)
    canvas.setFont(font, size)
    for x, y, text, space in pieces:
        canvas.drawString(x, y, text, wordSpace=space)
    canvas.save()
    setting = f"{font} {size}{', justified' if justified else ''}"
    name = f"{columns} columns, gutter {gutter}, rotate {rotation}, {setting}"
    return Layout(name, _rotated(out.getvalue(), rotation), order)


def _spanning(mark: str, font: str, size: int) -> str:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    text = mark
    while stringWidth(text, font, size) < 480:
        text += f" {WORDS[len(text) % len(WORDS)]}"
    return text


def _rotated(data: bytes, rotation: int) -> bytes:
    """Set the page's rotation; reportlab's own call would swap the sheet's sides and push the text off it."""
    import pypdfium2

    pdf = pypdfium2.PdfDocument(data)
    pdf[0].set_rotation(rotation)
    out = io.BytesIO()
    pdf.save(out)
    return out.getvalue()


def marked(text: str) -> list[str]:
    return re.findall(r"TITLE0|FOOT0|C\dL\d\d", text)


def count_right(read: Any, verbose: bool = False, count: int = 40) -> tuple[int, int]:
    """Return (layouts read in order, layouts) for a function from PDF bytes to text."""
    right = 0
    every = layouts(count)
    for layout in every:
        found = marked(read(layout.pdf))
        right += found == layout.order
        if verbose and found != layout.order:
            at = next(
                (n for n, (a, b) in enumerate(zip(found, layout.order, strict=False)) if a != b), len(found)
            )
            print(f"wrong: {layout.name}: after {layout.order[:at][-1:]} came {found[at : at + 4]}")
    return right, len(every)


if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
    from ragkit.parsing import pdf

    print(count_right(lambda data: pdf.read(data).text, verbose=True))
