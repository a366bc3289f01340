"""How often the corrected rate's 95% interval holds the truth, on a simulated grid: run by hand.

usage: .venv/bin/python tests/bench/bench_correction.py

For each judge (TPR, TNR), true rate, N judged and n compared: 1,000 worlds are drawn, the judge grades N
items, a person n of them. Beside it, the interval of a public snippet that holds the judged rate fixed and
resamples only the comparison (Rogan-Gladen with a bootstrap of the calibration alone).
"""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from ragkit.evaluation.correction import corrected

WORLDS, DRAWS = 1000, 60


def world(rng, total, n, theta, tpr, tnr):
    truth = [float(rng.random() < theta) for _ in range(total)]
    judged = [float(rng.random() < (tpr if y else 1 - tnr)) for y in truth]
    sample = rng.sample(range(total), n)
    return judged, [(judged[i], truth[i]) for i in sample]


def snippet(rng, judged, compared):
    """Return the interval that resamples the compared items only."""
    rate, found = sum(judged) / len(judged), []
    for _ in range(DRAWS):
        draw = rng.choices(compared, k=len(compared))
        good = [f for f, y in draw if y]
        bad = [1 - f for f, y in draw if not y]
        if not good or not bad:
            continue
        tpr, tnr = sum(good) / len(good), sum(bad) / len(bad)
        if tpr + tnr > 1.01:
            found.append(min(1.0, max(0.0, (rate + tnr - 1) / (tpr + tnr - 1))))
    found.sort()
    return (
        (found[int(0.025 * len(found))], found[int(0.975 * len(found)) - 1])
        if len(found) > 20
        else (0.0, 1.0)
    )


def main():
    rng = random.Random(11)
    worst = (1.0, "")
    print(f"{'N':>5} {'n':>4} {'theta':>6} {'TPR':>5} {'TNR':>5}   ours  width   snippet")
    for total in (100, 200, 1000):
        for n in (50, 100):
            for theta in (0.5, 0.7, 0.85, 0.95, 0.99):
                for tpr, tnr in ((0.92, 0.88), (0.8, 0.7), (0.99, 0.98), (0.95, 0.5)):
                    held = fixed = 0
                    width = 0.0
                    for number in range(WORLDS):
                        judged, compared = world(rng, total, n, theta, tpr, tnr)
                        value = corrected(judged, compared)
                        held += value.low <= theta <= value.high
                        width += value.high - value.low
                        if number % 5 == 0:
                            low, high = snippet(rng, judged, compared)
                            fixed += low <= theta <= high
                    line = (
                        f"{total:>5} {n:>4} {theta:>6} {tpr:>5} {tnr:>5}   {held / WORLDS:.3f} "
                        f"{width / WORLDS:.3f}   {5 * fixed / WORLDS:.3f}"
                    )
                    print(line, flush=True)
                    worst = min(worst, (held / WORLDS, line))
    print(f"lowest coverage {worst[0]:.3f}: {worst[1]}")


if __name__ == "__main__":
    main()
