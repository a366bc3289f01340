#!/usr/bin/env python3
"""Parse mutated files: cut, bit-flipped, renamed, zipped; nothing may hang, crash or leave a bad record.

One in ten is made of nothing but the marks of its format (parsing_soup.py).

usage: python3 tests/bench/fuzz_parsing.py [--count 10000] [--seed 1] [--jobs 2]

Every mutation has a seed, so a failure is repeated with --seed N --count 1. Exit 1 on an exception, a process
that died, a record that is not one, or a file slower than --seconds of CPU time, its reader process included.
The slowest page is by the clock.
"""

import argparse
import concurrent.futures
import functools
import gzip
import io
import json
import multiprocessing
import os
import random
import sys
import time
import traceback
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
sys.path[:0] = [str(ROOT / "scripts"), str(Path(__file__).parent)]

import parsing_soup  # noqa: E402

NAMES = ["a.pdf", "a.docx", "a.xlsx", "a.pptx", "a.html", "a.md", "a.txt", "a.eml", "a.csv", "a.jsonl",
         "a.zip",
         "a.epub", "a.odt", "a.ods", "a.ipynb", "a.rst", "a.adoc", "a.json", "a.mbox", "a", "a.gz",
         "a.py"]  # fmt: skip


@functools.cache
def pool() -> list[Path]:
    folders = [ROOT / "tests/fixtures/samples", SHARED / "samples", SHARED / "dirty/docs", SHARED / "cases"]
    found = [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
    return [path for path in found if 0 < path.stat().st_size < 300_000]


def mutated(seed: int, files: list[Path]) -> tuple[str, bytes, str]:
    """Return (name, bytes, what was done) of one mutation."""
    rng = random.Random(seed)
    if seed % 10 == 0:
        name, made = parsing_soup.soup(rng)
        return name, made, f"{name} of marks alone"
    path = rng.choice(files)
    name, data = path.name, bytearray(path.read_bytes())
    done = [path.name]
    for _ in range(rng.randint(1, 3)):
        what = rng.choice(["cut", "flip", "zero", "double", "rename", "zip", "gzip", "insert"])
        at = rng.randrange(len(data)) if data else 0
        if what == "cut":
            data = data[:at]
        elif what == "flip":
            for _ in range(rng.choice([1, 5, 50, 500])):
                if data:
                    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        elif what == "zero":
            data[at : at + 200] = bytes(len(data[at : at + 200]))
        elif what == "double":
            data[at:at] = data[: rng.choice([10, 1000, 20000])]
        elif what == "insert":
            data[at:at] = rng.choice(
                [b"<", b"(" * 500, b"\xff" * 9, b"<div>" * 300, b"[" * 2000, b"\r", b"> " * 99]
            )
        elif what == "rename":
            name = rng.choice(NAMES)
        elif what == "zip":
            out = io.BytesIO()
            with zipfile.ZipFile(out, "w") as archive:
                archive.writestr(name, bytes(data))
            name, data = "a.zip", bytearray(out.getvalue())
        else:
            name, data = f"{name}.gz", bytearray(gzip.compress(bytes(data), mtime=0))
        done.append(what)
    return name, bytes(data), " ".join(done)


class Timed:
    """Wraps a PDF in its reader process: what that spends on a file, and the slowest page by the clock."""

    cpu = 0.0
    page = 0.0

    def __init__(self, data: bytes, seconds: float) -> None:
        from ragkit.parsing import pdf_worker

        self._remote = pdf_worker.Remote(data, seconds)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._remote, name)

    def pages(self) -> Iterator[Any]:
        pages = self._remote.pages()
        while True:
            start = time.monotonic()
            page = next(pages, None)
            Timed.page = max(Timed.page, time.monotonic() - start)
            if page is None:
                return
            yield page

    def close(self) -> None:
        pid = self._remote._child.process.pid
        stat = Path(f"/proc/{pid}/stat")
        if stat.exists():
            ticks = sum(map(int, stat.read_text().rsplit(")", 1)[1].split()[11:13]))
            Timed.cpu = ticks / os.sysconf("SC_CLK_TCK")
        self._remote.close()


def one(seed: int) -> tuple[int, float, float, str]:
    """Return (seed, CPU seconds, slowest page in seconds, what failed or "")."""
    from ragkit import records
    from ragkit.parsing import files, parse, pdf

    name, data, done = mutated(seed, pool())
    Timed.page = 0.0
    reader = Timed.cpu
    original, wrong = pdf.read, ""
    parse.pdf.read = lambda data, ocr, opened: original(data, ocr, lambda each: Timed(each, 20.0))
    start = time.process_time()
    try:
        found = parse.parse_bytes(files.Source(name, name, name), data, parse.Options())
        assert found, "no record"
        for record in found:
            records.check("document", json.loads(records.dump(record)), "fuzz")
            at = 0
            for _, begin, end, *_ in record["blocks"]:
                assert at <= begin < end <= len(record["text"]), f"block {begin}-{end} after {at}"
                at = end
            assert record["text"].strip() or record["warnings"], "nothing, and nothing said"
    except BaseException:  # noqa: BLE001  whatever it is, it is what we look for
        wrong = f"{done}\n{traceback.format_exc(limit=-4)}"
    parse.pdf.read = original
    return seed, time.process_time() - start + max(0.0, Timed.cpu - reader), Timed.page, wrong


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=10.0)
    args = parser.parse_args()
    seeds = range(args.seed, args.seed + args.count)
    slowest, page, failed = (0.0, 0), (0.0, 0), []
    with concurrent.futures.ProcessPoolExecutor(args.jobs, multiprocessing.get_context("spawn")) as workers:
        for seed, seconds, clock, wrong in workers.map(one, seeds, chunksize=20):
            slowest, page = max(slowest, (seconds, seed)), max(page, (clock, seed))
            if seconds > args.seconds:
                wrong = wrong or f"took {seconds:.1f} s"
            if wrong:
                failed.append(seed)
                print(f"seed {seed}: {wrong}")
    print(f"{args.count} files: {len(failed)} failed; slowest {slowest[0]:.2f} s (seed {slowest[1]}), "
          f"slowest page {page[0]:.2f} s by the clock (seed {page[1]})")  # fmt: skip
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
