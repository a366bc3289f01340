"""answer_metrics.py as a command: scores, gate, refusal to gate, comparison."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ragkit.worksheets import grades, sheet

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "answer_metrics.py"
TEXT = "Boil it for 9 minutes, then serve."


def call(folder, *argv):
    argv = [sys.executable, str(SCRIPT), *argv]
    return subprocess.run(argv, cwd=folder, capture_output=True, text=True, timeout=60)


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def prepare(folder, good=8, canaries=30, liar=False, drop=0, name="filled"):
    """Ten claims, `good` of them full; canaries half true; a liar calls everything full."""
    pairs = []
    for n in range(10):
        meaning = {"qid": f"q{n}", "kind": "support", "role": "claim", "refs": [1], "sentence": 1}
        pairs.append((grades.support(f"Claim {n}.", [{"n": 1, "text": TEXT}]), meaning, n < good))
    for n in range(2 * canaries):
        meaning = {
            "kind": "support",
            "role": "canary",
            "canary": "x",
            "gold": "not-full" if n % 2 else "full",
        }
        pairs.append((grades.support(f"Canary {n}.", [{"n": 1, "text": TEXT}]), meaning, not n % 2))
    items = sheet.items("grades", (inputs for inputs, _, _ in pairs))
    ids = {item["sha"]: item for item in items}
    key, filled = [], []
    for inputs, meaning, full in pairs:
        item = ids[sheet.sha("grades", inputs)]
        verdict = "full" if full or liar else "none"
        output = {"critique": "c", "verdict": verdict, "quote": "for 9 minutes" if verdict == "full" else ""}
        key.append({"item_id": item["item_id"], **meaning})
        filled.append({"item_id": item["item_id"], "sha": item["sha"], "output": output, "by": "g"})
    write(folder / "items.jsonl", items)
    write(folder / "key.jsonl", key)
    write(folder / f"{name}.jsonl", filled[: len(filled) - drop])


FILES = ("items.jsonl", "filled.jsonl", "key.jsonl")


@pytest.mark.parametrize(("bar", "code"), [("faithfulness=0.8", 0), ("faithfulness=0.9", 1)])
def test_a_bar_passes_or_fails(tmp_path, bar, code):
    prepare(tmp_path)
    done = call(tmp_path, "score", *FILES, "--min", bar)
    assert done.returncode == code, done.stderr
    assert "faithfulness           0.800 [0.490, 0.943]  n=10" in done.stdout


def test_a_judge_that_canaries_expose_is_not_let_to_gate(tmp_path):
    prepare(tmp_path, liar=True)
    done = call(tmp_path, "score", *FILES, "--min", "faithfulness=0.9")
    assert done.returncode == 3
    assert "TNR 0.00" in done.stderr
    assert call(tmp_path, "score", *FILES).returncode == 0


def test_missing_grades_are_exit_3_whatever_the_rest_say(tmp_path):
    prepare(tmp_path, drop=1)
    done = call(tmp_path, "score", *FILES)
    assert (done.returncode, done.stdout) == (3, "")
    assert "1 of 70 grades are missing or invalid" in done.stderr


def test_two_systems_are_compared_question_by_question(tmp_path):
    prepare(tmp_path, good=10)
    call(tmp_path, "score", *FILES, "--json", "new.json")
    prepare(tmp_path, good=2)
    call(tmp_path, "score", *FILES, "--json", "old.json")
    done = call(tmp_path, "diff", "new.json", "old.json")
    assert done.returncode == 0, done.stderr
    assert "wins 8, losses 0, ties 2" in done.stdout
    assert "better" in done.stdout


def test_an_unknown_measure_is_a_wrong_call(tmp_path):
    prepare(tmp_path)
    assert call(tmp_path, "score", *FILES, "--min", "truth=1").returncode == 2
