#!/usr/bin/env python3
"""Recall of questions searched with their variants, by the constant of the rank fusion that joins them.

usage: python tests/bench/bench_variants.py [WORKSPACE LABELS VARIANTS]

Without arguments: the demo corpus with templates/demo/variants.jsonl, which were written from the questions
alone, before any document or result was seen. Each label is searched with its own user, or with every right.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from ragkit import access, records
from ragkit.evaluation import evidence, retrieval
from ragkit.indexing import store
from ragkit.labels import read
from ragkit.retrieval import call, search

ROOT = Path(__file__).resolve().parents[2]
MEASURES = ("recall@1", "recall@5", "recall@10", "mrr")


def main(arguments):
    if arguments:
        measure(*arguments)
        return
    demo = ROOT / "templates" / "demo"
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable, ROOT / "scripts" / "pipeline.py", demo / "docs", "--acl-from", demo / "acl.csv",
            "--allow-loss", "--workspace", f"{folder}/w",
        ]  # fmt: skip
        subprocess.run(command, check=True, capture_output=True)
        measure(f"{folder}/w", str(demo / "labels.jsonl"), str(demo / "variants.jsonl"))


def measure(workspace, labels_path, variants_path):
    index, labels, variants = (
        store.open_index(f"{workspace}/index"), read.read(labels_path), call.variants(variants_path)
    )  # fmt: skip
    resolver = evidence.resolver_for(
        labels,
        "chunk",
        records.read("document", f"{workspace}/documents.jsonl"),
        records.read("chunk", f"{workspace}/chunks.jsonl"),
    )
    asked = {label["qid"]: label for label in labels}

    def scores(name, texts):
        run = {
            qid: search.search(
                index, label, access.EVERYTHING, search.Options(k=20), *texts.get(qid, ((), ()))
            )
            for qid, label in asked.items()
        }
        found = retrieval.score(labels, run, [1, 5, 10], resolver)
        print(f"{name:<14}", *(f"{one} {found.mean(one).mean:.3f}" for one in MEASURES), sep="  ", flush=True)

    scores("no variants", {})
    for constant in (60, 20, 10, 5, 2):
        search.VARIANTS_K = constant
        scores(f"rrf k {constant}", variants)


if __name__ == "__main__":
    main(sys.argv[1:])
