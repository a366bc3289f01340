"""How often the 95% interval of retrieval_metrics.py holds the true mean, near the ceiling where gates live.

usage: python tests/bench/bench_intervals.py [--simulations 20000]     (needs numpy)

72 cells: scores of 0 or 1, and thirds (three needs a question, beta-binomial with concentration 5), n of 30,
50, 100 and 200 questions, nine true means from .80 to .97; the seed is fixed. Beside ours the percentile
bootstrap (500 resamples, a twentieth of the simulations), which is what other tools print.
"""

import argparse

import numpy as np

from ragkit.evaluation.intervals import wilson

SEED = 20261130
NS = (30, 50, 100, 200)
PS = (0.80, 0.82, 0.85, 0.88, 0.90, 0.92, 0.94, 0.95, 0.97)


def draw(rng, family, p, size):
    if family == "0 or 1":
        return rng.binomial(1, p, size).astype(float)
    return rng.binomial(3, rng.beta(5 * p, 5 * (1 - p), size)) / 3


def ours(scores):
    return np.array([wilson(mean, scores.shape[1]) for mean in scores.mean(axis=1)])


def bootstrap(rng, scores):
    ends = []
    for row in scores:
        means = rng.choice(row, (500, len(row))).mean(axis=1)
        ends.append(np.quantile(means, (0.025, 0.975)))
    return np.array(ends)


def coverage(ends, p):
    inside = (ends[:, 0] <= p + 1e-12) & (p - 1e-12 <= ends[:, 1])
    return inside.mean(), (ends[:, 1] - ends[:, 0]).mean()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--simulations", type=int, default=20_000)
    args = parser.parse_args()
    rng = np.random.default_rng(SEED)
    rows = []
    for family in ("0 or 1", "thirds"):
        for n in NS:
            for p in PS:
                scores = draw(rng, family, p, (args.simulations, n))
                mine, width = coverage(ours(scores), p)
                theirs, _ = coverage(bootstrap(rng, scores[: args.simulations // 20]), p)
                rows.append((mine, theirs, width, family, n, p))
    for mine, theirs, width, family, n, p in sorted(rows)[:8]:
        print(f"{family:<7} n {n:<4} p {p:.2f}  ours {mine:.3f} (width {width:.3f})  bootstrap {theirs:.3f}")
    print(
        f"worst of {len(rows)} cells, {args.simulations} simulations each: ours {min(rows)[0]:.3f}, "
        f"bootstrap {min(row[1] for row in rows):.3f}; mean ours {np.mean([row[0] for row in rows]):.3f}"
    )


if __name__ == "__main__":
    main()
