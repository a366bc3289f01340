"""Error and speed of the token estimate against tiktoken's cl100k, on windows held out of the fit.

usage: python tests/bench/bench_tokens.py [clone of github.com/fastapi/fastapi]
"""

import sys
import time
from pathlib import Path

import cl100k
import numpy
from token_corpora import classes

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from ragkit import tokens

NOISE = ("base64", "hex")
RULES = {
    "ours": tokens.count,
    "chars/4": lambda text: len(text) / 4,
    "bytes/4": lambda text: len(text.encode()) / 4,
}


def main() -> None:
    encoding = cl100k.encoding()
    held_out = {
        name: [text for held, text in windows if held] for name, windows in classes(*sys.argv[1:2]).items()
    }
    print(f"{'error in %: mean, p95, worst':30}" + "".join(f"{rule:>22}" for rule in RULES))
    pooled: dict[str, list[float]] = {rule: [] for rule in RULES}
    for name, texts in held_out.items():
        exact = numpy.array([len(encoding.encode(text, disallowed_special=())) for text in texts])
        cells = []
        for rule, count in RULES.items():
            error = 100 * (numpy.array([count(text) for text in texts]) / exact - 1)
            cells.append(f"{error.mean():+7.1f} {p95(error):5.1f} {error[abs(error).argmax()]:+7.1f}")
            pooled[rule] += list(error) if name not in NOISE else []
        print(f"{name + ' (' + str(len(texts)) + ')':30}" + "".join(f"{cell:>22}" for cell in cells))
    count = len(pooled["ours"])
    print(
        f"{f'real text, pooled ({count})':30}"
        + "".join(f"{p95(numpy.array(e)):>22.1f}" for e in pooled.values())
    )

    texts = [text for name, kept in held_out.items() if name not in NOISE for text in kept]
    size = sum(len(text.encode()) for text in texts) / 1e6
    for name, count_one in (
        ("ours", tokens.weigh),
        ("tiktoken", lambda t: encoding.encode(t, disallowed_special=())),
    ):
        started = time.process_time()
        for text in texts:
            count_one(text)
        print(f"{name}: {size / (time.process_time() - started):.1f} MB/s of UTF-8 ({size:.1f} MB)")
    tokens._weights.clear()
    started = time.process_time()
    for text in texts:
        tokens.weigh(text)
    print(f"ours from cold: {size / (time.process_time() - started):.1f} MB/s")


def p95(error: numpy.ndarray) -> float:
    return float(numpy.quantile(abs(error), 0.95))


if __name__ == "__main__":
    main()
