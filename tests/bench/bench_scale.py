#!/usr/bin/env python3
"""Time and memory of index.py's build and of searching, by number of chunks.

usage: python tests/bench/bench_scale.py [--chunks 10000 100000 1000000] [--terms 120] [--dense lsa]

Generated chunks, eight a document: no collection of that size is at hand. Words are drawn from a million by
Zipf's law with the steeper tail that Gerlach and Altmann (Physical Review X, 2013) found in English. Each
size is built and searched in processes of its own. Times are CPU seconds, without those that made the chunks.
Memory is the most that was resident; "own" is without pages of the index's files, which processes share and
the kernel may drop.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from ragkit.indexing.build import Options as Build
from ragkit.indexing.build import build
from ragkit.indexing.store import open_index
from ragkit.retrieval.search import Options, search

VOCABULARY, A_DOCUMENT, BLOCK = 1_000_000, 8, 4_000
MODES = ("bm25", "dense", "hybrid")
SYLLABLES = [a + b for a in "bcdfghjklmnprstvwz" for b in "aeiou"]


def words():
    """A million distinct words of three and four syllables."""
    n = len(SYLLABLES)
    return [
        SYLLABLES[i % n]
        + SYLLABLES[i // n % n]
        + SYLLABLES[i // n**2 % n]
        + (SYLLABLES[i // n**3] if i >= n**3 else "")
        for i in range(VOCABULARY)
    ]


class Corpus:
    """Chunks as records; `seconds` is what making them took, to be taken off."""

    def __init__(self, chunks, terms):
        self.chunks, self.terms, self.seconds = chunks, terms, 0.0
        ranks = np.arange(1, VOCABULARY + 1)
        weights = np.where(ranks <= 7873, 1 / ranks, 7873**0.77 / ranks**1.77)
        self.steps = np.cumsum(weights / weights.sum())

    def draw(self, rng, shape):
        return np.minimum(np.searchsorted(self.steps, rng.random(shape)), VOCABULARY - 1)

    def __iter__(self):
        rng, vocabulary = np.random.default_rng(0), words()
        for first in range(0, self.chunks, BLOCK):
            started = time.process_time()
            drawn = self.draw(rng, (min(BLOCK, self.chunks - first), self.terms)).tolist()
            made = []
            for i, row in enumerate(drawn, start=first):
                text, doc_id, seq = (
                    " ".join([vocabulary[word] for word in row]),
                    f"d{i // A_DOCUMENT:07}",
                    i % A_DOCUMENT,
                )
                made.append({
                    "chunk_id": f"{doc_id}#{seq}", "doc_id": doc_id, "seq": seq, "text": text, "lang": "en",
                    "start": 1000 * seq, "end": 1000 * seq + len(text),
                })  # fmt: skip
            self.seconds += time.process_time() - started
            yield from made

    def questions(self, count):
        """Six words each, none of the 100 most frequent: what is left when question words are dropped."""
        rng, vocabulary = np.random.default_rng(1), words()
        drawn = self.draw(rng, (count, 40))
        return [" ".join([vocabulary[word] for word in row if word >= 100][:6]) for row in drawn.tolist()]


def resident():
    """(most that was resident, of it what is not a page of a file now), in GB."""
    own = next(
        line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("RssAnon")
    )
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6, int(own.split()[1]) / 1e6


def built(folder, chunks, terms, dense):
    corpus = Corpus(chunks, terms)
    started = time.process_time()
    build(corpus, folder, Build(dense=dense))
    index = open_index(folder)
    size = sum(path.stat().st_size for path in Path(index.path).iterdir())
    return {"seconds": time.process_time() - started - corpus.seconds, "gb": resident()[0],
            "terms": len(index.terms["bm25"]), "disk": size / 1e9}  # fmt: skip


def searched(folder, chunks, terms, count):
    started = time.process_time()
    index = open_index(folder)
    found = {"open": (time.process_time() - started) * 1e3}
    questions = Corpus(chunks, terms).questions(count)
    for mode in MODES:
        if mode != "bm25" and index.manifest["dense"] is None:
            continue
        times, empty = [], 0
        for question in questions:
            started = time.process_time()
            row = search(index, {"qid": "q", "question": question}, None, Options(mode=mode))
            times.append((time.process_time() - started) * 1e3)
            empty += not row["retrieved"]
        found[mode] = [*np.percentile(times[3:], [50, 95]).tolist(), empty]
    found["gb"], found["own"] = resident()
    return found


def child(*args):
    done = subprocess.run(
        [sys.executable, __file__, "--child", json.dumps(args)], capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"{args}: exit {done.returncode}: {done.stderr[-2000:]}")
    return json.loads(done.stdout.splitlines()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chunks", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--terms", type=int, default=120)
    parser.add_argument("--dense", default="lsa")
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--child", type=json.loads, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        what, *rest = args.child
        print(json.dumps({"build": built, "search": searched}[what](*rest)))
        return
    print(f"{args.terms} terms a chunk, dense {args.dense}, {args.questions} questions; p50/p95 in CPU ms; "
          "open: the first of a process that has loaded numpy")  # fmt: skip
    heads = (
        "chunks",
        "terms",
        "index s",
        "chunks/s",
        "most GB",
        "disk GB",
        "open ms",
        *MODES,
        "most GB",
        "own GB",
    )
    print(" ".join(f"{head:>10}" for head in heads))
    for chunks in args.chunks:
        with tempfile.TemporaryDirectory() as folder:
            made = child("build", folder, chunks, args.terms, args.dense)
            asked = child("search", folder, chunks, args.terms, args.questions)
        times = ["{:.1f}/{:.1f}".format(*asked[mode]) if mode in asked else "-" for mode in MODES]
        cells = [
            f"{chunks:,}", f"{made['terms']:,}", f"{made['seconds']:.1f}", f"{chunks / made['seconds']:,.0f}",
            f"{made['gb']:.2f}", f"{made['disk']:.2f}", f"{asked['open']:.1f}", *times, f"{asked['gb']:.2f}",
            f"{asked['own']:.2f}",
        ]  # fmt: skip
        print(" ".join(f"{cell:>10}" for cell in cells), flush=True)
        for mode in MODES:
            if mode in asked and asked[mode][2]:
                print(f"{asked[mode][2]} questions without a result by {mode}")


if __name__ == "__main__":
    main()
