"""The scoreboard: what each splitter breaks, and how fast it is, in multiples of a markdown-it-py parse.

usage: python tests/bench/splitters [corpus ...]    rustbook, fastapi_en, fastapi_cjk, otel

Without a corpus, one table each for English (rustbook, fastapi_en), for otel, which is mostly tables, and for
fastapi_cjk (zh, ja, ko, ru); with corpora, one table for them together.

fence   code fences of at most 1,800 characters that are whole in no chunk
orphan  chunks that end in a heading whose text is elsewhere
row     table rows whole in no chunk
table   tables of at most 1,800 characters and 400 tokens whole in no chunk
lost    chunks that are no part of the source
speed   seconds of CPU: a full markdown-it-py parse over the splitter's; 2 is twice as fast as parsing
"""

import gc
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import peers
from markdown_it import MarkdownIt

SHARED = Path(__file__).resolve().parents[4] / "shared" / "data" / "markdown"
SMALL_CHARACTERS, SMALL_TOKENS = 1800, 400
COLUMNS = ("chunks", "fence", "orphan", "row", "table", "lost")


GROUPS = [["rustbook", "fastapi_en"], ["otel"], ["fastapi_cjk"]]


def main() -> None:
    for names in [sys.argv[1:]] if len(sys.argv) > 1 else GROUPS:
        board(names)


def board(names: list[str]) -> None:
    """Print the table of these corpora."""
    from ragkit import tokens

    texts = [text(path) for name in names for path in sorted((SHARED / name).glob("**/*.md"))]
    if not texts:
        raise SystemExit(f"nothing in {SHARED}: see its README for the sources")
    parser = MarkdownIt("commonmark").enable("table")
    blocks = [found(each, parser.parse(each), tokens.count) for each in texts]
    full = timed(parser.parse, texts)[0]
    totals = {kind: sum(len(each[kind]) for each in blocks) for kind in ("fence", "heading", "row", "table")}
    print(f"{' '.join(names)}: {len(texts)} files, {sum(map(len, texts)) / 1e6:.2f} M characters, {totals}")
    print(f"{'':26}" + "".join(f"{column:>8}" for column in (*COLUMNS, "sum", "speed")))
    for name, make in peers.SPLITTERS.items():
        took, chunked = timed(make(), texts)
        counts = [0] * len(COLUMNS)
        for each, chunks, wanted in zip(texts, chunked, blocks, strict=True):
            counts = [sum(pair) for pair in zip(counts, defects(each, chunks, wanted), strict=True)]
        cells = [*counts, sum(counts[1:])]
        print(f"{name:26}" + "".join(f"{cell:>8}" for cell in cells) + f"{full / took:>8.2f}", flush=True)


def timed(split: Callable[[str], list], texts: list[str]) -> tuple[float, list[list]]:
    """Return seconds of CPU and what came out, kept as text only, for old objects slow down new ones."""
    gc.collect()
    gc.freeze()
    took, out = 0.0, []
    for each in texts:
        started = time.process_time()
        result = split(each)
        took += time.process_time() - started
        out.append([part for part in result if isinstance(part, str)])
    return took, out


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8-sig").replace("\r\n", "\n")


def found(source: str, parse: list, count) -> dict[str, list]:
    """Return the text of fences, rows and small tables, and of the headings that have text below them."""
    lines = source.split("\n")
    blocks: dict[str, list] = {"fence": [], "row": [], "table": [], "heading": []}
    top = [token for token in parse if token.map and token.level == 0 and token.type != "inline"]
    for token in parse:
        if not token.map:
            continue
        first, last = token.map
        body = "\n".join(lines[first:last]).strip()
        if token.type == "fence" and len(body) <= SMALL_CHARACTERS:
            blocks["fence"].append(body)
        elif token.type == "tr_open":
            blocks["row"].append(lines[first].strip())
        elif token.type == "table_open" and len(body) <= SMALL_CHARACTERS and count(body) <= SMALL_TOKENS:
            blocks["table"].append(body)
    for token, following in pairwise(top):
        if token.type == "heading_open" and (following.type != "heading_open" or following.tag > token.tag):
            blocks["heading"].append("\n".join(lines[token.map[0] : token.map[1]]).strip())
    return blocks


def defects(source: str, chunks: list[str], blocks: dict[str, list]) -> list[int]:
    headings = set(blocks["heading"])
    return [
        len(chunks),
        sum(not any(fence in chunk for chunk in chunks) for fence in blocks["fence"]),
        sum(chunk.rstrip().rsplit("\n", 1)[-1].strip() in headings for chunk in chunks[:-1]),
        sum(not any(row in chunk for chunk in chunks) for row in blocks["row"]),
        sum(not any(table in chunk for chunk in chunks) for table in blocks["table"]),
        sum(chunk.strip() not in source for chunk in chunks),
    ]


if __name__ == "__main__":
    main()
