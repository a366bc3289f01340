"""CPU and memory of retrieval_metrics.py on many questions, beside another script and pytrec_eval.

usage: python tests/bench/bench_metrics_speed.py --questions 100000 [--peer other_metrics.py]

Every program reads the same two JSONL files of --questions labels (three ids) and rankings of 100 ids, in its
own process, its modules compiled by the run before. `floor` is json.loads of the run alone. pytrec_eval is
skipped where it is not installed.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "retrieval_metrics.py"
FLOOR = "import json, sys\nfor line in open(sys.argv[2], 'rb'): json.loads(line)"
PYTREC = """
import json, sys, pytrec_eval
labels, rows = (map(json.loads, open(path)) for path in sys.argv[1:])
qrels = {row['qid']: dict.fromkeys(row['relevant'], 1) for row in labels}
run = {row['qid']: {d: 1000.0 - i for i, d in enumerate(row['retrieved'])} for row in rows}
measures = {'recall.5,10,20', 'ndcg_cut.5,10,20', 'recip_rank'}
found = pytrec_eval.RelevanceEvaluator(qrels, measures).evaluate(run)
print(sum(row['recall_5'] for row in found.values()) / len(found))
"""


def make(folder: Path, questions: int) -> list[str]:
    rng = random.Random(1)
    ids = [f"doc{i // 8}#{i % 8:012x}" for i in range(20_000)]
    with open(folder / "labels.jsonl", "w") as labels, open(folder / "run.jsonl", "w") as run:
        for number in range(questions):
            top = rng.sample(ids, 100)
            gold = [top[int(rng.random() ** 3 * 100)], top[rng.randrange(100)], rng.choice(ids)]
            print(json.dumps({"qid": f"q{number}", "question": "why?", "relevant": gold}), file=labels)
            print(json.dumps({"qid": f"q{number}", "retrieved": top}), file=run)
    return [str(folder / "labels.jsonl"), str(folder / "run.jsonl")]


def measure(command: list[str], environment: dict[str, str]) -> tuple[float, float, str]:
    """Return (CPU seconds, peak MB, first line with a recall) of a command."""
    child = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    )
    said = child.stdout.read()
    _, _, usage = os.wait4(child.pid, 0)
    recall = next((line for line in said.splitlines() if "recall" in line or line[:2] in ("0.", "1.")), "")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, recall.strip()[:40]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--questions", type=int, default=10_000)
    parser.add_argument("--peer", action="append", default=[], help="a script with the same two arguments")
    args = parser.parse_args()
    programs = {"ours": [sys.executable, str(SCRIPT)], "floor": [sys.executable, "-c", FLOOR]}
    programs |= {Path(peer).name: [sys.executable, peer] for peer in args.peer}
    programs["pytrec_eval"] = [sys.executable, "-c", PYTREC]
    with tempfile.TemporaryDirectory() as folder:
        files = make(Path(folder), args.questions)
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}
        for name, command in programs.items():
            runs = [measure([*command, *files], environment) for _ in range(2)]
            cpu, memory, recall = min(runs)
            print(f"{name:<20} {cpu:7.2f} s CPU {memory:8.0f} MB  {recall}", flush=True)


if __name__ == "__main__":
    main()
