"""Table detection and structure on the European half of ICDAR 2013, ours beside pdfplumber.

Measures, as camelot's benchmark defines them (its docs/user/comparison.rst publishes figures for many tools):
detection F1 counts tables a page; structure is the likeness of the cell texts in reading order times that of
the shapes, over tables matched by order. We also report it with missed tables counted as 0.
"""

import difflib
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import NamedTuple

Grid = list[list[str]]


class Score(NamedTuple):
    """Everything is 0 to 1 but the seconds."""

    f1: float
    precision: float
    recall: float
    matched: float
    overall: float
    rows: float
    columns: float
    seconds: float


def truth(path: Path) -> dict[int, list[Grid]]:
    """Return {page: tables} of an ICDAR structure file; a cell's text stands where the cell begins."""
    out: dict[int, list[Grid]] = {}
    for region in ElementTree.parse(path).getroot().iter("region"):
        cells = [
            (
                int(cell.get("start-row")),
                int(cell.get("start-col")),
                " ".join((cell.findtext("content") or "").split()),
            )
            for cell in region.iter("cell")
        ]
        height, width = max(row for row, _, _ in cells) + 1, max(column for _, column, _ in cells) + 1
        grid = [[""] * width for _ in range(height)]
        for row, column, text in cells:
            grid[row][column] = text
        out.setdefault(int(region.get("page")), []).append(grid)
    return out


def likeness(found: Grid, wanted: Grid) -> float:
    texts = [[" ".join(cell.lower().split()) for row in grid for cell in row] for grid in (found, wanted)]
    content = difflib.SequenceMatcher(None, texts[0], texts[1], autojunk=True).ratio()
    (rows, columns), (rows2, columns2) = (
        (len(grid), max(map(len, grid), default=0)) for grid in (found, wanted)
    )
    return content * (
        1 - (abs(rows - rows2) + abs(columns - columns2)) / (rows + columns + rows2 + columns2 + 1)
    )


def ours(path: Path) -> dict[int, list[Grid]]:
    import pypdfium2

    from ragkit.parsing.pdf_page import read_page

    pdf = pypdfium2.PdfDocument(path)
    pages = [read_page(pdf, index) for index in range(len(pdf))]
    pdf.close()
    return {page.number: [part.table.rows for part in page.parts if part.table] for page in pages}


def pdfplumber(path: Path) -> dict[int, list[Grid]]:
    import pdfplumber as plumber

    with plumber.open(path) as pdf:
        return {
            page.page_number: [
                [[cell or "" for cell in row] for row in table] for table in page.extract_tables()
            ]
            for page in pdf.pages
        }


def score(folder: Path, read, verbose: bool = False) -> Score:
    hits = extra = missed = 0
    likes: list[float] = []
    rows = columns = 0
    start = time.process_time()
    for path in sorted(folder.glob("*-str.xml")):
        pdf = path.with_name(path.name.replace("-str.xml", ".pdf"))
        if not pdf.exists():
            continue
        wanted, found = truth(path), read(pdf)
        for page in set(wanted) | set(found):
            gold, mine = wanted.get(page, []), found.get(page, [])
            hits += min(len(gold), len(mine))
            extra += max(0, len(mine) - len(gold))
            missed += max(0, len(gold) - len(mine))
            here = [likeness(a, b) for a, b in zip(mine, gold, strict=False)]
            likes += here
            pairs = list(zip(mine, gold, strict=False))
            rows += sum(len(a) == len(b) for a, b in pairs)
            columns += sum(max(map(len, a)) == max(map(len, b)) for a, b in pairs)
            if verbose and (len(gold) != len(mine) or any(like < 0.8 for like in here)):
                shapes = [
                    [f"{len(g)}x{max(map(len, g), default=0)}" for g in grids] for grids in (gold, mine)
                ]
                rounded = [round(like, 2) for like in here]
                print(f"{pdf.stem} p{page}: wanted {shapes[0]} found {shapes[1]} {rounded}")
    precision, recall = hits / max(1, hits + extra), hits / max(1, hits + missed)
    return Score(
        2 * precision * recall / max(1e-9, precision + recall), precision, recall,
        sum(likes) / max(1, len(likes)), sum(likes) / max(1, hits + missed),
        rows / max(1, hits), columns / max(1, hits), time.process_time() - start,
    )  # fmt: skip


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
    data = Path(__file__).parents[3] / "shared/data/icdar2013/competition-dataset-eu"
    print(score(Path(sys.argv[1]) if len(sys.argv) > 1 else data, ours, verbose=True))
