#!/usr/bin/env python3
"""Random queries of random users over random permissions: nothing may be shown that the rule forbids.

usage: python tests/bench/fuzz_permissions.py [--queries 100000] [--seed 0]

Every leg, mode, fusion and passage is looked at, and --variants. Exit 1 when anything leaked.
"""

import argparse
import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from ragkit.access import Reader
from ragkit.indexing.build import Options as Build
from ragkit.indexing.build import build
from ragkit.indexing.store import open_index
from ragkit.records import check
from ragkit.retrieval.search import Options, search

GROUPS, TENANTS, WORDS = ["g1", "g2", "g3", "g4"], ["t1", "t2", "t3"], [f"w{i}" for i in range(40)]


def corpus(rng, stated):
    """Chunks of which some state no acl or no tenant, and some are copies of others' text."""
    chunks = []
    for i in range(rng.randint(40, 160)):
        acl = rng.choice([None, [], ["*"], *[rng.sample(GROUPS, rng.randint(1, 2)) for _ in range(5)]])
        text = (
            " ".join(rng.choices(WORDS, k=8))
            if not chunks or rng.random() < 0.8
            else rng.choice(chunks)["text"]
        )
        chunks.append(check("chunk", {
            "chunk_id": f"c{i}", "doc_id": f"d{i // 3:03}", "seq": i % 3, "start": (i % 3) * 40,
            "end": (i % 3 + 1) * 40, "text": text, "updated": rng.choice([None, "2025-01-01", "2026-01-01"]),
            "acl": acl if "acl" in stated else None,
            "tenant": rng.choice([*TENANTS, None]) if "tenant" in stated else None,
        }, ""))  # fmt: skip
    return chunks


def allowed(chunk, groups, tenant, stated):
    """The rule, written a second time: what the corpus states somewhere must not be missing."""
    acl, own = chunk["acl"], chunk["tenant"]
    if "acl" in stated and acl is None:
        return False
    if acl is not None and "*" not in acl and not set(acl) & groups:
        return False
    if own is not None:
        return own == tenant
    return "tenant" not in stated or (acl is not None and "*" in acl)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--queries", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    done = leaks = shown = 0
    while done < args.queries:
        chunks = corpus(rng, rng.choice([{"acl"}, {"tenant"}, {"acl", "tenant"}]))
        stated = {field for field in ("acl", "tenant") if any(chunk[field] is not None for chunk in chunks)}
        by_id = {chunk["chunk_id"]: chunk for chunk in chunks}
        with tempfile.TemporaryDirectory() as folder:
            build(chunks, folder, Build(dimension=16, grams=rng.random() < 0.2))
            index = open_index(folder)
            for _ in range(500):
                groups, tenant = set(rng.sample(GROUPS, rng.randint(0, 3))), rng.choice([*TENANTS, None])
                options = Options(
                    k=rng.choice([1, 5, 50]), pool=rng.choice([5, 200]), grow=rng.choice([0, 100]),
                    mode=rng.choice(["hybrid", "bm25", "dense"]), fusion=rng.choice(["weighted", "rrf"]),
                    collapse=rng.random() < 0.7,
                )  # fmt: skip
                texts = [" ".join(rng.choices(WORDS, k=3)) for _ in range(rng.choice([1, 1, 3]))]
                user = {"groups": sorted(groups), "tenant": tenant}
                own = rng.random() < 0.5
                question = check(
                    "label", {"qid": "q", "question": texts[0], "user": user if own else None}, ""
                )
                who = Reader(everything=True) if own else Reader(frozenset(groups), tenant)
                row = search(index, question, who, options, texts[1:])
                seen = set(row["retrieved"]) | {c for leg in row["legs"].values() for c in leg}
                seen |= {c for passage in row.get("passages", []) for c in passage["chunk_ids"]}
                wrong = [c for c in seen if not allowed(by_id[c], groups, tenant, stated)]
                leaks += len(wrong)
                shown += len(seen)
                done += 1
                if wrong:
                    print(f"LEAK {wrong} to {user} with {options}")
    print(f"{done:,} queries, {shown:,} chunks shown, {leaks} leaks")
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
