"""The exact paired test: against full enumeration, and the time of a comparison of 200 questions.

usage: python tests/bench/bench_paired.py [--draws 20]

Differences of hits, recall and nDCG, n = 1 to 15, against all 2^n sign flips. Then seven measures of 200
questions compared and Holm-corrected, in CPU seconds, beside 10,000 random flips of one measure.
"""

import argparse
import itertools
import math
import random
import time

from ragkit.evaluation.paired import compare, randomisation

KINDS = {
    "hit": lambda rng: rng.choice([-1.0, 0.0, 1.0]),
    "recall": lambda rng: rng.randint(0, 4) / 4 - rng.randint(0, 3) / 3,
    "ndcg": lambda rng: rng.random() - rng.random(),
}


def enumerated(differences):
    observed = abs(math.fsum(differences)) - 1e-9
    sums = [0.0]
    for one in differences:
        sums = [total + sign * one for total in sums for sign in (1, -1)]
    return sum(abs(total) >= observed for total in sums) / len(sums)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--draws", type=int, default=20)
    args = parser.parse_args()
    rng = random.Random(3)
    worst, made = 0.0, 0
    for kind, n, _ in itertools.product(KINDS, range(1, 16), range(args.draws)):
        differences = [KINDS[kind](rng) for _ in range(n)]
        worst = max(worst, abs(randomisation(differences) - enumerated(differences)))
        made += 1
    print(f"{made} tests of 1 to 15 differences: largest distance to full enumeration {worst:.1e}")
    pairs = []
    for number, kind in enumerate(["hit", "recall", "recall", "recall", "ndcg", "ndcg", "ndcg"]):
        ours = [rng.random() if kind == "ndcg" else rng.randint(0, 4) / 4 for _ in range(200)]
        theirs = [one if rng.random() < 0.6 else rng.choice(ours) for one in ours]
        pairs.append((f"{kind}{number}", ours, theirs))
    started = time.process_time()
    compare(pairs)
    print(f"200 questions, 7 measures, exact: {time.process_time() - started:.3f} s CPU")
    started = time.process_time()
    differences = [a - b for a, b in zip(*pairs[4][1:], strict=True)]
    for _ in range(10_000):
        sum(one if rng.random() < 0.5 else -one for one in differences)
    print(f"10,000 random flips of one measure: {time.process_time() - started:.3f} s CPU")


if __name__ == "__main__":
    main()
