"""Odd, malformed and hostile labels and runs into retrieval_metrics.py: measures in [0, 1], no traceback.

usage: python tests/bench/fuzz_metrics.py [--inputs 10000] [--seed 1]

Half of the inputs are well-formed throughout, so that they are scored: graded, grouped and quoted labels,
repeats, missing questions, ties, a baseline. In the rest one value in twenty to one in a hundred is junk.
"""

import argparse
import contextlib
import importlib.util
import io
import itertools
import json
import math
import random
import tempfile
from collections import Counter
from pathlib import Path

from ragkit import cli

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "retrieval_metrics.py"
TEXT = "Boil it for 10 minutes. Then cool it down to -5 \u00b0C. \u6771\u4eac Boil it again."
IDS = [
    "a",
    "b",
    "c#1",
    "d e",
    "\u00e9",
    "e\u0301",
    "1",
    1,
    0,
    "01",
    "",
    None,
    1.5,
    True,
    "x\x00",
    "\u2028",
    ["a"],
]
NOTHING = {"means": {}, "rows": [], "comparisons": []}
GRADES = [0, 1, 2, 3, -1, 0.5, 100, 101, 1e-320, 1e308, True, None, "1", 10**30]


def value(rng, *good):
    """Return one of the good values, and now and then something that is not."""
    junk = [None, "", "abc", 5, -1, 1.5, [], {}, [None], {"a": "b"}, True, "\ud800", [[]], 1e999, 10**400]
    return rng.choice(good) if rng.random() >= rng.noise else rng.choice(junk)


def ids(rng, most, least=0):
    """Return ids of this input's world, repeats among them, and now and then one from outside."""
    found = [
        rng.choice(IDS if rng.random() < rng.noise else rng.world) for _ in range(rng.randint(least, most))
    ]
    return [*found, "elsewhere"] if len(found) > 5 and rng.random() < 0.05 else found


def qid(rng, number):
    """Return an id, as text or as a number, that labels and runs agree on."""
    return value(rng, number if number % 3 else f"q{number}")


def label(rng, number):
    row = {
        "qid": qid(rng, number),
        "question": value(rng, "why?", "\u6771\u4eac\u306f\uff1f"),
    }
    kind = rng.randrange(5 if rng.quoted else 3)
    if kind == 0:
        row["relevant"] = value(rng, ids(rng, 5, rng.random() < 0.9))
    elif kind == 1:
        grades = GRADES if rng.random() < rng.noise else GRADES[:6]
        row["relevant"] = value(rng, {str(name): rng.choice(grades) for name in ids(rng, 5, 1) if name})
    elif kind == 2:
        row["any_of"] = value(rng, [ids(rng, 3, 1) for _ in range(rng.randint(1, 3))])
    else:
        row["evidence"] = value(rng, [quote(rng) for _ in range(rng.randint(1, 3))])
    if rng.random() < 0.1:
        row["answerable"] = value(rng, False)
    if rng.random() < 0.2:
        row["tags"] = value(rng, ["x"], ["x", "y"])
    return row


def quote(rng):
    start = rng.randrange(len(TEXT))
    row = {
        "doc_id": value(rng, "d"),
        "quote": value(rng, TEXT[start : start + rng.randint(2, 30)].strip() or "Boil"),
    }
    for field, good in (("occurrence", [1, 2]), ("group", [1, "g", 0]), ("grade", [1, 2, 0.5, 100, 1e-320])):
        if rng.random() < 0.3:
            row[field] = value(rng, *good)
    return row


def run_row(rng, number):
    row = {"qid": qid(rng, number), "retrieved": value(rng, ids(rng, 12), rng.sample(rng.world, 3))}
    if rng.random() < 0.3 and isinstance(row["retrieved"], list):
        row["scores"] = value(rng, [rng.choice([1, 0.5, -3, 1e308]) for _ in row["retrieved"]])
    return row


def write(rng, path, rows):
    data = b"".join(json.dumps(row).encode() + rng.choice([b"\n", b"\n", b"\r\n", b"\n\n"]) for row in rows)
    if rng.random() < rng.noise:
        at = rng.randrange(len(data) + 1)
        data = data[:at] + rng.choice([b"\xff", b"{", b"\xef\xbb\xbf", b"NaN", b"\x00"]) + data[at:]
    path.write_bytes(b"\xef\xbb\xbf" * (rng.random() < 0.1) + data)


def documents(folder):
    cuts = [0, 24, 50, len(TEXT)]
    chunks = [
        {"chunk_id": f"k{i}", "doc_id": "d", "start": low, "end": high, "text": TEXT[low:high]}
        for i, (low, high) in enumerate(itertools.pairwise(cuts))
    ]
    (folder / "d.jsonl").write_text(json.dumps({"doc_id": "d", "text": TEXT}) + "\n")
    (folder / "c.jsonl").write_text("".join(json.dumps(chunk) + "\n" for chunk in chunks))
    return ["--documents", str(folder / "d.jsonl"), "--chunks", str(folder / "c.jsonl")]


def outside(report):
    """Return what in a JSON report is no number from 0 to 1."""
    measures = [mean for row in report["means"].values() for mean in (row["mean"], row["low"], row["high"])]
    measures += [number for row in report["rows"] for name, number in row.items() if name != "qid"]
    measures += [row[name] for row in report["comparisons"] for name in ("p", "adjusted", "mean", "visible")]
    return [number for number in measures if not (math.isfinite(number) and 0 <= number <= 1)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    spec = importlib.util.spec_from_file_location("retrieval_metrics", SCRIPT)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    codes: Counter[int] = Counter()
    faults = found = missed = partly = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = documents(folder)
        for number in range(args.inputs):
            rng = random.Random(f"{args.seed}-{number}")
            rng.noise = rng.choice([0, 0, 0.01, 0.05])  # half of the inputs are well-formed
            mode = rng.choice(["quotes", "quotes", "documents", "ids"])
            rng.quoted, rng.world = mode != "ids", ["k0", "k1", "k2"] if mode == "quotes" else IDS[:8]
            n = rng.randint(1, 6)
            write(rng, folder / "labels", [label(rng, i) for i in range(n)])
            for file in ("run", "base"):
                write(rng, folder / file, [run_row(rng, i) for i in range(n) if i == 0 or rng.random() < 0.9])
            words = [str(folder / "labels"), str(folder / "run"), "--json", "--k", "1", "3"]
            words += {"quotes": files, "documents": ["--match", "doc"], "ids": []}[mode]
            words += ["--baseline", str(folder / "base")] if rng.random() < 0.4 else []
            words += ["--slice", "tags"] if rng.random() < 0.3 else []
            out, err = io.StringIO(), io.StringIO()
            out.reconfigure = lambda **_: None
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = cli.run(script.main, words)
            codes[code] += 1
            report = json.loads(out.getvalue()) if code in (0, 1) else NOTHING
            wrong = outside(report)
            for row in report["rows"]:
                found += row["recall@3"] == 1
                missed += row["recall@3"] == 0
                partly += 0 < row["recall@3"] < 1
            if code not in (0, 1, 2) or wrong or (code == 2 and err.getvalue().rstrip().count("\n") > 60):
                faults += 1
                print(f"seed {args.seed} input {number}: exit {code}, {wrong}\n{err.getvalue()[-1500:]}")
                if faults > 5:
                    break
    scored = codes[0] + codes[1]
    print(f"{sum(codes.values())} inputs: {scored} scored (exit 0 or 1), {codes[2]} refused (exit 2)")
    print(f"recall@3 of the questions scored: {found} times 1, {partly} between, {missed} times 0")
    print(f"faults: {faults}")


if __name__ == "__main__":
    main()
