#!/usr/bin/env python3
"""Time of a hybrid search beside the floor of its dense leg: numpy's product and a top-k, nothing else.

usage: python tests/bench/bench_floor.py [--chunks 100000] [--terms 120] [--questions 200]

ours   the default search with every right, from the question's text to ten ids: analyser, the question's LSA
       vector, dense leg, BM25 leg, related words, fusion, copies collapsed, record
floor  the same vectors float32[n, 256] times the same question's vector of length 1, then argpartition and a
       sort of the first ten
Chunks are bench_scale.py's, the index index.py's with LSA. Each question is timed once in each way, in turns;
the ratio is the median over questions of ours / floor, by wall time and by CPU time, in one process with the
same threads. The legs alone are measured in the same turns.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from bench_scale import Corpus

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from ragkit.access import EVERYTHING
from ragkit.indexing import analyse
from ragkit.indexing.build import Options as Build
from ragkit.indexing.build import build
from ragkit.indexing.store import open_index
from ragkit.retrieval import legs
from ragkit.retrieval.search import Options, search

K, WARM = 10, 10


def floor(vectors, vector):
    scores = vectors @ vector
    best = np.argpartition(-scores, K)[:K]
    return best[np.argsort(-scores[best])]


def timed(work):
    """(wall, CPU) seconds of a call."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - cpu


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chunks", type=int, default=100_000)
    parser.add_argument("--terms", type=int, default=120)
    parser.add_argument("--questions", type=int, default=200)
    args = parser.parse_args()
    corpus = Corpus(args.chunks, args.terms)
    with tempfile.TemporaryDirectory() as folder:
        build(corpus, folder, Build(dense="lsa"))
        index = open_index(folder)
        vectors = index.arrays["dense"]
        modes = {"hybrid": Options(), "bm25": Options(mode="bm25"), "dense": Options(mode="dense")}
        names = ["floor", *modes]
        took = {name: [] for name in names}
        for number, question in enumerate(corpus.questions(args.questions + WARM)):
            ids = legs.term_ids(index, analyse.query_terms(question, ["en"]))
            vector = legs.lsa_query(index, ids)
            asked = {"qid": "q", "question": question}
            work = {"floor": lambda vector=vector: floor(vectors, vector)} | {
                name: lambda asked=asked, how=how: search(index, asked, EVERYTHING, how)
                for name, how in modes.items()
            }
            turn = number % len(names)
            once = {name: timed(work[name]) for name in names[turn:] + names[:turn]}
            if number >= WARM:
                for name in names:
                    took[name].append(once[name])
    found = {name: np.array(times) * 1e3 for name, times in took.items()}  # [question, wall or CPU], ms
    print(f"{args.chunks:,} chunks x {vectors.shape[1]}, {args.questions} questions, {os.cpu_count()} cores")
    print(f"{'':8} {'wall ms':>8} {'CPU ms':>8}  / floor, wall  / floor, CPU   (medians)")
    for name, times in found.items():
        ratio = np.median(times / found["floor"], axis=0)
        wall, cpu = np.median(times, axis=0)
        print(f"{name:8} {wall:8.2f} {cpu:8.2f}  {ratio[0]:13.2f}  {ratio[1]:12.2f}")


if __name__ == "__main__":
    main()
