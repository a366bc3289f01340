"""Benchmarks where their peers are not installed: a sentence and exit 2, no traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize(
    ("part", "missing"), [("layouts", "reportlab"), ("html", "trafilatura"), ("speed", "pdfplumber")]
)
def test_a_benchmark_without_its_peers_says_how_to_get_them(part, missing):
    command = [sys.executable, "-S", str(ROOT / "tests/bench/bench_parsing.py"), part]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert missing in done.stderr
    assert "make .venv-bench/.ready" in done.stderr
    assert done.stderr.count("\n") == 1
