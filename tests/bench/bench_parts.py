#!/usr/bin/env python3
"""Questions that need several facts: recall of all, without parts, with parts fused, with parts in turn.

usage: python tests/bench/bench_parts.py

Seven questions of the demo corpus and six of ../shared/dirty. The parts (parts_*.jsonl) were written from the
questions alone. "fused" searches them as other wordings of the question, by rrf; "in turn" gives each a place
in turn, the whole question first.
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

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DEMO, DIRTY = ROOT / "templates" / "demo", ROOT.parent / "shared" / "dirty"


def main():
    ways = {"no parts": ([], []), "fused": ([], []), "in turn": ([], [])}
    for docs, acl, labels, parts in (
        (DEMO / "docs", DEMO / "acl.csv", DEMO / "labels.jsonl", HERE / "parts_demo.jsonl"),
        (
            DIRTY / "docs",
            DIRTY / "docs" / "_access" / "acl.csv",
            DIRTY / "labels.jsonl",
            HERE / "parts_dirty.jsonl",
        ),
    ):
        if docs.exists():
            measure(docs, acl, labels, call.variants(str(parts)), ways)
    for way, (five, ten) in ways.items():
        print(
            f"{way:<9} n {len(five)}  recall@5 {sum(five) / len(five):.3f}  all facts within 5: "
            f"{sum(one == 1 for one in five)}  recall@10 {sum(ten) / len(ten):.3f}"
        )


def measure(docs, acl, labels_path, given, ways):
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable, ROOT / "scripts" / "pipeline.py", docs, "--acl-from", acl, "--allow-loss",
            "--workspace", f"{folder}/w",
        ]  # fmt: skip
        subprocess.run(command, check=True, capture_output=True)
        index = store.open_index(f"{folder}/w/index")
        labels = [label for label in read.read(str(labels_path)) if label["qid"] in given]
        resolver = evidence.resolver_for(
            labels,
            "chunk",
            records.read("document", f"{folder}/w/documents.jsonl"),
            records.read("chunk", f"{folder}/w/chunks.jsonl"),
        )
        for way, (five, ten) in ways.items():
            run = {label["qid"]: found(index, label, way, given[label["qid"]].parts) for label in labels}
            scores = retrieval.score(labels, run, [5, 10], resolver)
            five += scores.values("recall@5")
            ten += scores.values("recall@10")


def found(index, label, way, parts):
    wordings = {"no parts": ((), ()), "fused": (parts, ()), "in turn": ((), parts)}[way]
    return search.search(index, label, access.EVERYTHING, search.Options(k=20), *wordings)


if __name__ == "__main__":
    main()
