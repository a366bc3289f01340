#!/usr/bin/env python3
"""Random sequences of updates: every array but LSA's equals a fresh build, and cached vectors do too.

usage: python tests/bench/fuzz_updates.py [--sequences 1000] [--seed 0]

The embedder stands in for a command, in this process: a hash of the text, so that a mix-up is seen. Exit 1 on
a difference.
"""

import argparse
import hashlib
import random
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from ragkit import cli
from ragkit.indexing import embedders
from ragkit.indexing.build import Options, build
from ragkit.indexing.store import open_index
from ragkit.records import check

WORDS = [f"word{i}" for i in range(40)]


def hashed(texts, kind):
    rows = [np.frombuffer(hashlib.sha256((kind + text).encode()).digest(), np.uint8) for text in texts]
    return [(row.astype(float) + 1).tolist() for row in rows], len(texts)


def chunks_of(corpus):
    made = []
    for doc_id, texts in corpus.items():
        for seq, text in enumerate(texts):
            digest = hashlib.sha256(text.encode()).hexdigest()[:12]
            made.append(check("chunk", {
                "chunk_id": f"{doc_id}#{digest}.{seq}", "doc_id": doc_id, "seq": seq, "text": text,
                "acl": [doc_id[:1]],
            }, ""))  # fmt: skip
    return made


def edit(rng, corpus):
    """Change a corpus as people do: edit, delete, add, shrink, rename, nothing."""
    corpus = {name: list(texts) for name, texts in corpus.items()}
    name, kind = rng.choice(sorted(corpus)), rng.choice(["edit", "delete", "add", "shrink", "rename", "none"])
    if kind == "edit":
        corpus[name][rng.randrange(len(corpus[name]))] = " ".join(rng.choices(WORDS, k=5))
    elif kind == "shrink":
        corpus[name] = corpus[name][:1]
    elif kind == "add":
        corpus[f"d{rng.randint(10, 99)}"] = [" ".join(rng.choices(WORDS, k=6))]
    elif kind == "rename":
        corpus[f"r{rng.randint(10, 99)}"] = corpus.pop(name)
    elif kind == "delete" and len(corpus) > 1:
        del corpus[name]
    return corpus


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sequences", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    embedders._command = lambda line: hashed  # the wire is tested in test_embedders.py
    cli.say = lambda message: None  # what would be spent
    rng, wrong, paid = random.Random(args.seed), 0, 0
    for number in range(args.sequences):
        with tempfile.TemporaryDirectory() as folder:
            corpus = {
                f"d{i}": [
                    " ".join(rng.choices(WORDS, k=rng.randint(1, 12))) for _ in range(rng.randint(1, 4))
                ]
                for i in range(rng.randint(1, 6))
            }
            dense = rng.choice(["command:x", "lsa", "none"])
            build(chunks_of(corpus), f"{folder}/updated", Options(dense=dense))
            for _ in range(rng.randint(1, 4)):
                before = {text for texts in corpus.values() for text in texts}
                corpus = edit(rng, corpus)
                receipt = build(chunks_of(corpus), f"{folder}/updated", Options(dense=dense, update=True))
                new = {text for texts in corpus.values() for text in texts} - before
                paid += receipt.tokens
                if receipt.tokens > len(new):
                    wrong += 1
                    print(f"sequence {number}: {receipt.tokens} texts embedded, {len(new)} are new")
            build(chunks_of(corpus), f"{folder}/fresh", Options(dense=dense))
            updated, fresh = open_index(f"{folder}/updated"), open_index(f"{folder}/fresh")
            for name, array in fresh.arrays.items():
                if dense == "lsa" and name.startswith(("lsa.", "dense")):
                    continue
                if not np.array_equal(updated.arrays[name], array):
                    wrong += 1
                    print(f"sequence {number}: {name} differs from a fresh build")
    print(f"{args.sequences:,} sequences, {paid:,} texts embedded by updates, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
