"""rrf.py from the command line, on the case of the leaking leg."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "rrf.py"
CASE = Path(__file__).resolve().parents[1] / "fixtures" / "cases" / "07-acl-hybrid-leak"


def run(*args, cwd):
    done = subprocess.run(
        [sys.executable, "-S", str(SCRIPT), *args],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return done, [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
def folder(tmp_path):
    rows = [json.loads(line) for line in (CASE / "chunks.jsonl").read_text().splitlines()]
    chunks = [{"chunk_id": row["id"], "doc_id": row["id"], **row} for row in rows]
    (tmp_path / "chunks.jsonl").write_text("".join(json.dumps(chunk) + "\n" for chunk in chunks))
    (tmp_path / "lexical.jsonl").write_text('{"qid": "q1", "retrieved": ["p1", "p2"]}\n')
    return tmp_path


def check(*more):
    return [
        "lexical.jsonl", str(CASE / "dense_run.jsonl"), "--chunks", "chunks.jsonl",
        "--queries", str(CASE / "queries.jsonl"), "--top", "3", *more,
    ]  # fmt: skip


def test_case_07_strict_drops_what_leaked_names_the_leg_and_exits_1(folder):
    done, rows = run(*check("--strict"), cwd=folder)
    assert done.returncode == 1
    assert "leg dense_run leaked 20 ids" in done.stderr
    assert "lexical" not in done.stderr
    assert [row["retrieved"] for row in rows] == [["p1", "p2"], ["s0", "s1", "s2"]]


def test_case_07_without_strict_the_leak_is_dropped_and_said_too(folder):
    done, rows = run(*check(), cwd=folder)
    assert done.returncode == 0
    assert "leg dense_run leaked 20 ids" in done.stderr
    assert rows[0]["retrieved"] == ["p1", "p2"]


def test_plain_fusion_needs_nothing_but_the_runs(folder):
    done, rows = run("lexical.jsonl", str(CASE / "dense_run.jsonl"), "--k", "0", "--top", "1", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert rows[0] == {
        "qid": "q1", "retrieved": ["p1"], "scores": [1 + 1 / 21],
        "legs": {"lexical": ["p1", "p2"], "dense_run": [f"s{i}" for i in range(20)] + ["p1"]},
    }  # fmt: skip


def test_permissions_without_a_user_exit_2(folder):
    done, rows = run("lexical.jsonl", "--chunks", "chunks.jsonl", cwd=folder)
    assert (done.returncode, rows) == (2, [])
    assert "nobody says who asks" in done.stderr
    assert run("lexical.jsonl", "--strict", cwd=folder)[0].returncode == 2
