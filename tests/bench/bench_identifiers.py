#!/usr/bin/env python3
"""Identifiers: 3,000 planted in scifact chunks; is the chunk first for "What does X mean?"?

usage: python tests/bench/bench_identifiers.py [--data ../shared/data]

The peer is rank_bm25 over \\w+ words with English stems.
"""

import argparse
import json
import random
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from ragkit.indexing.build import Options as Build
from ragkit.indexing.build import build
from ragkit.indexing.store import open_index
from ragkit.records import check
from ragkit.retrieval.search import Options, search

KINDS = {
    "E-nnnn": lambda rng, i: f"E-{1000 + i}",
    "SKU": lambda rng, i: f"SKU-{rng.randint(10, 99)}-{100 + i}",
    "version": lambda rng, i: f"v{i % 9 + 1}.{i // 9 % 30}.{i // 270}",
    "snake": lambda rng, i: f"get_user_by_id{i}",
    "CVE": lambda rng, i: f"CVE-{2000 + i % 25}-{10000 + i}",
    "IP": lambda rng, i: f"10.{i % 250}.{i // 250}.{rng.randint(1, 250)}",
    "hex": lambda rng, i: f"0x{4096 + i:x}",
    "camel": lambda rng, i: f"maxRetryCount{i}",
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path(__file__).resolve().parents[3] / "shared" / "data")
    args = parser.parse_args()
    rng, planted, rows = random.Random(0), [], []
    lines = (args.data / "scifact" / "corpus.jsonl").read_text(encoding="utf-8").splitlines()
    for i, line in enumerate(lines[:3000]):
        kind = list(KINDS)[i % len(KINDS)]
        name = KINDS[kind](rng, i // len(KINDS))
        words = json.loads(line)["text"].split()
        words.insert(rng.randrange(len(words) + 1), name)
        rows.append(check("chunk", {"chunk_id": f"c{i}", "doc_id": f"c{i}", "text": " ".join(words)}, ""))
        planted.append((kind, name, f"c{i}"))

    def report(who, first):
        hits = {kind: [first(name) == chunk for k, name, chunk in planted if k == kind] for kind in KINDS}
        every = [hit for kind in hits.values() for hit in kind]
        print(f"{who:12} {sum(every) / len(every):.3f}  " + "  ".join(
            f"{kind} {sum(found) / len(found):.3f}" for kind, found in hits.items()
        ), flush=True)  # fmt: skip

    with tempfile.TemporaryDirectory() as folder:
        build(rows, folder, Build())
        index = open_index(folder)
        for mode in ("hybrid", "bm25"):
            options = Options(k=1, mode=mode)
            report(f"ours {mode}", lambda name, options=options: search(
                index, {"qid": "q", "question": f"What does {name} mean?"}, None, options
            )["retrieved"][0])  # fmt: skip

    import numpy as np
    import Stemmer
    from rank_bm25 import BM25Okapi

    stem = Stemmer.Stemmer("english").stemWords
    peer = BM25Okapi([stem(re.findall(r"\w+", row["text"].lower())) for row in rows])
    sample = random.Random(1).sample(planted, 400)  # it takes 30 ms a question
    planted[:] = sample

    def first(name):
        words = re.findall(r"\w+", f"what does {name} mean".lower())
        return f"c{int(np.argmax(peer.get_scores(stem(words))))}"

    report("rank_bm25", first)


if __name__ == "__main__":
    main()
