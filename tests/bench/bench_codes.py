#!/usr/bin/env python3
"""int8, binary and shortened vectors against the full ones: recall@10, nDCG@10, bytes and time.

usage: python tests/bench/bench_codes.py [--data ../shared/data] [--dense lsa] [--rows 100000]

Collection: scifact, every third question. "alone": the share of the 10 nearest by full vectors that the small
form's own 10 have; "40" and "400": that its first so many hold, which are then scored exactly (4 times a pool
of 10, and of the default 100). nDCG@10 is of index.py --compress as it is. Time: CPU ms a question to scan
--rows vectors (scifact's, repeated and slightly moved) and score 400 exactly. The peer is numpy's product of
the full vectors with the question, and a top 10.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from bench_lexical_quality import ask, chunks_of, load, ndcg

from ragkit.indexing import analyse, codes
from ragkit.indexing.build import Options as Build
from ragkit.indexing.build import build
from ragkit.indexing.lsa import unit
from ragkit.indexing.store import open_index
from ragkit.retrieval import asked, legs
from ragkit.retrieval.options import Options

FORMS = (None, "int8", "binary", "first:128", "first:64", "first:32")


def best(scores, k):
    return np.argsort(-scores, kind="stable")[:k]


def timed(work, queries):
    started = time.process_time()
    for query in queries:
        work(query)
    return (time.process_time() - started) / len(queries) * 1e3


def floor(vectors):
    def work(query):
        scores = vectors @ query
        part = np.argpartition(-scores, 10)[:10]
        return part[np.argsort(-scores[part])]

    return work


def rescored(vectors, small, form):
    def work(query):
        rough = codes.scan(small, form, query)
        rows = np.sort(np.argpartition(-rough, 400)[:400])
        return legs.top(vectors[rows] @ query, rows, 10)

    return work


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[3] / "shared" / "data")
    parser.add_argument("--dense", default="lsa", help="as of index.py")
    parser.add_argument("--rows", type=int, default=100_000)
    args = parser.parse_args()
    corpus, questions = load(args.data, "scifact")
    questions = questions[::3]
    chunks = chunks_of(corpus)
    folder = tempfile.mkdtemp()
    print(f"scifact, {len(corpus):,} chunks, {len(questions)} questions, dense {args.dense}; "
          f"time over {args.rows:,} vectors")  # fmt: skip
    print(f"{'form':10} {'bytes':>6} {'alone':>6} {'40':>6} {'400':>6}   dense hybrid  CPU ms xnumpy")
    base = None
    for form in FORMS:
        build(chunks, folder, Build(dense=args.dense, compress=form))  # its folder keeps an embedder's cache
        index = open_index(folder)
        vectors = np.array(index.arrays["dense"])
        asked.prepare(index, [question for question, _ in questions])
        terms = [legs.term_ids(index, analyse.query_terms(question, ["en"])) for question, _ in questions]
        queries = [asked.vector(index, q, ids) for (q, _), ids in zip(questions, terms, strict=True)]
        exact = [set(best(vectors @ query, 10).tolist()) for query in queries]
        reached = [1.0, 1.0, 1.0]
        size = vectors.shape[1] * 4.0
        rng = np.random.default_rng(0)
        many = vectors[rng.integers(0, len(vectors), args.rows)]
        many = unit(many + rng.normal(0, 0.01, many.shape).astype(np.float32))
        if form is None:
            base = spent = timed(floor(many), queries[:50])
        else:
            small = codes.compress(vectors, form)
            size = sum(array.nbytes for name, array in small.items() if name != "means") / len(vectors)
            rough = [best(codes.scan(small, form, query), 400).tolist() for query in queries]
            reached = [np.mean([len(e & set(r[:n])) / 10 for e, r in zip(exact, rough, strict=True)])
                       for n in (10, 40, 400)]  # fmt: skip
            spent = timed(rescored(many, codes.compress(many, form), form), queries[:50])
        quality = [
            np.mean([ndcg(ask(index, q, Options(mode=mode)), gold) for q, gold in questions])
            for mode in ("dense", "hybrid")
        ]
        cells = [
            f"{form or 'full':10} {size:6.0f}", *(f"{share:6.3f}" for share in reached),
            f"{quality[0]:7.4f} {quality[1]:6.4f} {spent:7.2f} {spent / base:6.2f}",
        ]  # fmt: skip
        print(" ".join(cells), flush=True)


if __name__ == "__main__":
    main()
