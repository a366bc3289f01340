"""Our measures against pytrec_eval and ranx on random graded labels and rankings.

usage: python tests/bench/bench_metrics_agreement.py [--runs 1000]     (needs pytrec_eval-terrier and ranx)

Prints the largest difference of any question and measure. The peers get strictly falling scores, so that they
see no ties, and no repeated ids: there they disagree with each other; our rule is in tests/fixtures/oracle.
"""

import argparse
import random

import pytrec_eval
import ranx

from ragkit.evaluation import retrieval
from ragkit.records import check

KS = (1, 3, 5, 10)
PYTREC = {
    "recall": "recall", "precision": "P", "ndcg": "ndcg_cut", "map": "map_cut", "hit": "success",
}  # fmt: skip
RANX = {
    "recall": "recall",
    "precision": "precision",
    "ndcg": "ndcg",
    "ndcg_exp": "ndcg_burges",
    "hit": "hit_rate",
}


def draw(rng: random.Random) -> tuple[dict, dict]:
    ids = [f"d{i}" for i in range(rng.randint(2, 40))]
    labels, run = {}, {}
    for number in range(rng.randint(1, 12)):
        gold = rng.sample(ids, rng.randint(1, min(8, len(ids))))
        labels[f"q{number}"] = {name: rng.choice([1, 1, 2, 3]) for name in gold}
        labels[f"q{number}"] |= {name: 0 for name in rng.sample(ids, 2) if name not in gold}
        run[f"q{number}"] = rng.sample(ids, rng.randint(1, len(ids)))
    return labels, run


def ours(labels: dict, run: dict) -> dict[str, dict[str, float]]:
    golds = [check("label", {"qid": qid, "relevant": gold}, "x") for qid, gold in labels.items()]
    rows = [check("run", {"qid": qid, "retrieved": ids}, "x") for qid, ids in run.items()]
    scores = retrieval.score(golds, rows, KS)
    return {row["qid"]: row for row in scores.rows(scores.all_names())}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1000)
    args = parser.parse_args()
    worst: dict[tuple[str, str], float] = {}
    rng = random.Random(20261130)
    compared = 0
    for _ in range(args.runs):
        labels, run = draw(rng)
        mine = ours(labels, run)
        falling = {qid: {name: 1000.0 - i for i, name in enumerate(ids)} for qid, ids in run.items()}
        cuts = ",".join(map(str, KS))
        wanted = {f"{name}.{cuts}" for name in PYTREC.values()} | {"recip_rank", "map", "Rprec"}
        theirs = pytrec_eval.RelevanceEvaluator(labels, wanted).evaluate(falling)
        names = {f"{our}@{k}": f"{their}_{k}" for our, their in PYTREC.items() for k in KS}
        names |= {"mrr": "recip_rank", "map": "map", "r_precision": "Rprec"}
        for qid, row in theirs.items():
            for our, their in names.items():
                key = ("pytrec_eval", our.partition("@")[0])
                worst[key] = max(worst.get(key, 0.0), abs(mine[qid][our] - row[their]))
                compared += 1
        for our, their in RANX.items():
            for k in KS:
                found = ranx.evaluate(
                    ranx.Qrels(labels), ranx.Run(falling), f"{their}@{k}", return_mean=False
                )
                for qid, value in zip(sorted(labels), found, strict=True):
                    key = ("ranx", our)
                    worst[key] = max(worst.get(key, 0.0), abs(mine[qid][f"{our}@{k}"] - value))
                    compared += 1
    for (peer, name), difference in sorted(worst.items()):
        print(f"{peer:<12} {name:<12} largest difference {difference:.1e}")
    print(f"{args.runs} runs, {compared} values; largest: {max(worst.values()):.1e}")


if __name__ == "__main__":
    main()
