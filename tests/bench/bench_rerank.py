#!/usr/bin/env python3
"""A reranker against the order it is given: nDCG@10, paired, and CPU time a question.

usage: python tests/bench/bench_rerank.py [--with lexical] [--data ../shared/data] [--top 50] [--every 1]

Given: the default hybrid's first --top. p is a paired randomisation test (10,000 flips, seeded); the best a
reranker could do with these candidates is beside it.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from bench_lexical_quality import chunks_of, load, ndcg, randomised

from ragkit.indexing.build import build
from ragkit.indexing.store import open_index
from ragkit.indexing.survey import indexed_text
from ragkit.retrieval.rerank import open_scorer, rerank
from ragkit.retrieval.search import Options, search


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[3] / "shared" / "data")
    parser.add_argument("--with", dest="spec", default="lexical", help="as of rerank.py")
    parser.add_argument("--top", type=int, default=50)
    parser.add_argument("--every", type=int, default=1, help="take every n-th question")
    parser.add_argument("--only", nargs="+", default=("scifact", "cranfield", "xquad en"))
    args = parser.parse_args()
    scorer = open_scorer(args.spec)
    print(f"{args.spec} over the first {args.top}; nDCG@10")
    print("collection     n  given reranked   best   gain wins losses      p  CPU ms  cut")
    for name in args.only:
        corpus, asked = load(args.data, name)
        asked = asked[:: args.every]
        chunks = chunks_of(corpus)
        texts = {chunk["chunk_id"]: indexed_text(chunk) for chunk in chunks}
        before, after, best, spent, cut = [], [], [], 0.0, 0
        with tempfile.TemporaryDirectory() as folder:
            build(chunks, folder)
            index = open_index(folder)
            for question, gold in asked:
                row = search(index, {"qid": "q", "question": question}, None, Options(k=args.top))
                started = time.process_time()
                done = rerank(row, question, texts, scorer, args.top)
                spent += time.process_time() - started
                cut += done.over
                before.append(ndcg(row["retrieved"], gold))
                after.append(ndcg(done.record["retrieved"], gold))
                best.append(ndcg(sorted(row["retrieved"], key=lambda doc: -gold.get(doc, 0)), gold))
        gains = np.array(after) - np.array(before)
        cells = [
            f"{name:10} {len(asked):5} {np.mean(before):6.4f} {np.mean(after):8.4f} {np.mean(best):6.4f}",
            f"{gains.mean():+6.4f} {(gains > 0).sum():4} {(gains < 0).sum():6}",
            f"{randomised(after, before):6.4f} {spent / len(asked) * 1e3:7.1f} {cut:4}",
        ]
        print(" ".join(cells), flush=True)


if __name__ == "__main__":
    main()
