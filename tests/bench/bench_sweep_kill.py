"""A sweep of 48 configurations on the demo corpus, whole and killed again and again: the same bytes?

usage: python tests/bench/bench_sweep_kill.py [--kills 6]

The demo is parsed once. One sweep runs through; another is killed (SIGKILL) after a random time, started
again, and so on, then left to finish. Compared: every cell, chosen.json, and the questions in every cell.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "templates" / "demo"
GRID = {
    "chunk": {"max_tokens": [150, 300, 500, 800], "overlap": [0, 50], "prefix": [True, False]},
    "index": {"dense": ["lsa"]},
    "search": {"mode": ["bm25", "hybrid"], "fusion": ["weighted", "rrf"]},
}  # 4 x 2 x 2 x (1 + 2) = 48


def run(command, **more):
    return subprocess.run([sys.executable, *map(str, command)], capture_output=True, text=True, **more)


def held(folder: Path):
    files = [*sorted((folder / "cells").iterdir()), folder / "chosen.json"]
    return {path.name: path.read_bytes() for path in files}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--kills", type=int, default=6)
    args = parser.parse_args()
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        documents, grid = folder / "documents.jsonl", folder / "grid.json"
        run([ROOT / "scripts" / "parse.py", DEMO / "docs", "-o", documents, "--allow-loss"], check=True)
        grid.write_text(json.dumps(GRID))
        sweep = [ROOT / "scripts" / "sweep.py", documents, DEMO / "labels.jsonl", "--grid", grid, "--all",
                 "--budget", "1000", "-o"]  # fmt: skip
        started = time.perf_counter()
        first = run([*sweep, folder / "whole"], check=True)
        seconds = time.perf_counter() - started
        kills = 0
        for _ in range(args.kills):
            child = subprocess.Popen(
                [sys.executable, *map(str, sweep), str(folder / "killed")],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip
            try:
                child.wait(timeout=rng.uniform(0.5, max(1.0, seconds / args.kills)))
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
                kills += 1
        run([*sweep, folder / "killed"], check=True)
        whole, killed = held(folder / "whole"), held(folder / "killed")
        counts = {len(content.splitlines()) for name, content in whole.items() if name != "chosen.json"}
        print(f"{len(whole) - 1} cells, the defaults among them; questions in every cell: {sorted(counts)}")
        print(f"killed {kills} times: {'the same bytes' if whole == killed else 'DIFFERENT BYTES'}")
        print("\n".join(first.stdout.splitlines()[-5:]))
        raise SystemExit(whole != killed or len(counts) != 1)


if __name__ == "__main__":
    main()
