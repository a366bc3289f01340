#!/usr/bin/env python3
r"""nDCG@10 of the analyser, the LSA leg and the default hybrid; the peer is rank_bm25 over \w+ words.

usage: python tests/bench/bench_lexical_quality.py [--data ../shared/data] [--only scifact ...]

p is a paired randomisation test (10,000 flips, seeded) of the default hybrid against the better of its two
legs, and of the hybrid with {"adapt": true}, "adapted", against that leg and against the default; Holm's
correction is over the collections. The form of "adapt" was chosen on scifact, cranfield and every second
question of xquad en, zh and es.
"""

import argparse
import json
import math
import re
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from ragkit.indexing.build import Options as Build
from ragkit.indexing.build import build
from ragkit.indexing.store import open_index
from ragkit.records import check
from ragkit.retrieval.search import Options, search

SETS = ("scifact", "cranfield", *(f"xquad {lang}" for lang in ("en", "zh", "es", "hi", "th", "ru")))


def rows(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def chunks_of(corpus):
    """Return a chunk for each row of a collection, its title in front."""
    return [
        check("chunk", {
            "chunk_id": row["_id"], "doc_id": row["_id"], "text": row["text"],
            "prefix": row.get("title") or "", "title": row.get("title") or "",
        }, "")
        for row in corpus
    ]  # fmt: skip


def load(data, name):
    """Return (corpus rows, [(question, {doc_id: gain})])."""
    if name.startswith("xquad"):
        lang = name[-2:]
        asked = rows(data / "xquad" / f"{lang}.qa.jsonl")
        return rows(data / "xquad" / f"{lang}.corpus.jsonl"), [(q["text"], {q["doc_id"]: 1}) for q in asked]
    gold = defaultdict(dict)
    for row in rows(data / name / "qrels.jsonl"):
        if row["score"] > 0:
            gold[row["query_id"]][row["doc_id"]] = row["score"]
    asked = [(q["text"], gold[q["_id"]]) for q in rows(data / name / "queries.jsonl") if q["_id"] in gold]
    return rows(data / name / "corpus.jsonl"), asked


def ask(index, question, options):
    return search(index, {"qid": "q", "question": question}, None, options)["retrieved"]


def ndcg(ranked, gold, k=10):
    gains = sum(gold.get(doc, 0) / math.log2(rank + 1) for rank, doc in enumerate(ranked[:k], start=1))
    best = sorted(gold.values(), reverse=True)[:k]
    return gains / sum(gain / math.log2(rank + 1) for rank, gain in enumerate(best, start=1))


def peer(corpus, asked):
    """rank_bm25 over lower-cased words, nothing else."""
    from rank_bm25 import BM25Okapi

    def words(text):
        return re.findall(r"\w+", text.lower())

    engine = BM25Okapi([words(f"{row.get('title') or ''}\n{row['text']}") for row in corpus])
    ids = [row["_id"] for row in corpus]
    sample = asked[::3] if len(corpus) > 1000 else asked  # it takes 30 ms a question
    return [
        ndcg([ids[i] for i in np.argsort(-engine.get_scores(words(q)), kind="stable")[:10]], gold)
        for q, gold in sample
    ]


def randomised(first, second):
    """Two-sided p of a paired randomisation test of the means."""
    difference = np.array(first) - np.array(second)
    signs = np.random.default_rng(0).choice([-1.0, 1.0], (10_000, len(difference)))
    return float((np.abs(signs @ difference) >= abs(difference.sum()) - 1e-12).mean())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[3] / "shared" / "data")
    parser.add_argument("--only", nargs="+", default=SETS)
    args = parser.parse_args()
    heads = f"{'collection':10} {'n':>5}  w+ words    bm25     lsa  hybrid adapted  best leg"
    print(f"{heads}; hybrid - best, p; adapted - best, p; adapted - hybrid, p")
    found = {("hybrid", None): [], ("adapted", None): [], ("adapted", "hybrid"): []}
    for name in args.only:
        corpus, asked = load(args.data, name)
        chunks = chunks_of(corpus)
        with tempfile.TemporaryDirectory() as folder:
            build(chunks, folder, Build())
            index = open_index(folder)
            ways = {mode: Options(mode=mode) for mode in ("bm25", "dense", "hybrid")}
            ways["adapted"] = Options(adapt=True)
            scores = {way: [ndcg(ask(index, q, how), gold) for q, gold in asked] for way, how in ways.items()}
        best = max(("bm25", "dense"), key=lambda mode: np.mean(scores[mode]))
        means = [
            np.mean(peer(corpus, asked)),
            *(np.mean(scores[mode]) for mode in ("bm25", "dense", "hybrid", "adapted")),
        ]
        for (way, other), paired in found.items():
            against = other or best
            off = np.mean(scores[way]) - np.mean(scores[against])
            paired.append((randomised(scores[way], scores[against]), name, off, against))
        said = [f"{paired[-1][2]:+.4f}, p = {paired[-1][0]:.4f}" for paired in found.values()]
        print(f"{name:10} {len(asked):5} {means[0]:9.4f}" + "".join(f" {mean:7.4f}" for mean in means[1:]),
              f" {best:5} ", "; ".join(said), flush=True)  # fmt: skip
    for (way, _), paired in found.items():
        holm = 0.0
        for place, (p, name, difference, against) in enumerate(sorted(paired)):
            holm = max(holm, min(1.0, p * (len(paired) - place)))
            if holm < 0.05:
                said = f"{name}, {way} {difference:+.4f} against {against}"
                print(f"significant after Holm: {said} (p = {holm:.4f})")


if __name__ == "__main__":
    main()
