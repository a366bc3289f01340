"""The CI template: its gates are readable, and its commands run on the demo as they stand."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from ragkit import records
from ragkit.evaluation import gates

ROOT = Path(__file__).resolve().parents[1]
CI = ROOT / "templates" / "ci"


def test_the_gates_are_bars_for_measures():
    bars = gates.read("gates.json", records.read_object(str(CI / "gates.json")))
    assert [gate.measure for gate in bars] == ["recall@5", "recall@10", "mrr"]


@pytest.mark.slow
def test_the_commands_of_the_workflow_run_and_the_gate_decides(tmp_path):
    steps = yaml.safe_load((CI / "rag-eval.yml").read_text())["jobs"]["retrieval"]["steps"]
    commands = [step["run"] for step in steps if "scripts/" in step.get("run", "")]
    assert [re.search(r"scripts/(\w+)\.py", command)[1] for command in commands] == [
        "labels", "pipeline", "retrieval_metrics", "diagnose",
    ]  # fmt: skip
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "rag-pipelines").symlink_to(ROOT)
    demo = ROOT / "templates" / "demo"
    shutil.copytree(demo / "docs", tmp_path / "docs", ignore=shutil.ignore_patterns("*.pdf"))
    (tmp_path / "eval").mkdir()
    shutil.copy(CI / "gates.json", tmp_path / "eval")
    labels = [
        row for row in (demo / "labels.jsonl").read_text(encoding="utf-8").splitlines() if ".pdf" not in row
    ]
    (tmp_path / "eval" / "labels.jsonl").write_text("\n".join(labels), encoding="utf-8")
    codes = []
    for command in commands:
        words = [sys.executable if word == "python3" else word for word in command.split()]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=300)
        assert "Traceback" not in done.stderr, done.stderr
        codes.append(done.returncode)
    assert codes[0] == codes[1] == codes[3] == 0
    assert codes[2] in (0, 1)
    assert "<testsuite" in (tmp_path / "rag-eval.xml").read_text()
