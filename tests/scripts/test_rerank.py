"""rerank.py from the command line."""

import json
import os
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "rerank.py"


def run(tmp_path, *args):
    (tmp_path / "chunks.jsonl").write_text(
        '{"chunk_id": "a", "doc_id": "a", "text": "paper"}\n'
        '{"chunk_id": "b", "doc_id": "b", "text": "the pump"}\n'
    )
    (tmp_path / "q.jsonl").write_text('{"qid": "1", "question": "pump?"}\n')
    (tmp_path / "run.jsonl").write_text('{"qid": "1", "retrieved": ["a", "b"]}\n')
    return subprocess.run(
        [sys.executable, str(SCRIPT), "run.jsonl", "--chunks", "chunks.jsonl", "--queries", "q.jsonl", *args],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def test_it_reorders_and_says_what_changed(tmp_path):
    done = run(tmp_path, "--explain")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["retrieved"] == ["b", "a"]
    assert "1: 2 moved; first was ['a'], is ['b']" in done.stderr
    assert "1 question reranked by lexical; 1 changed, 0 texts longer" in done.stderr


def test_a_service_that_is_not_there_exits_3_and_an_unknown_one_2(tmp_path):
    assert run(tmp_path, "--with", "command:/does/not/exist").returncode == 3
    assert run(tmp_path, "--with", "best").returncode == 2


FLAKY = """
import json, os, sys
with open("calls", "a") as file:
    file.write("x")
if os.path.getsize("calls") == 2:
    sys.exit(1)
for line in sys.stdin:
    print(json.dumps({"score": len(json.loads(line)["text"])}))
"""


def test_a_run_that_failed_goes_on_where_it_stopped_and_leaves_nothing_when_it_is_whole(tmp_path):
    (tmp_path / "s.py").write_text(FLAKY)
    with_it = ["--with", f"command:{sys.executable} s.py", "-o", "out.jsonl"]
    run(tmp_path, "--help")
    (tmp_path / "q.jsonl").write_text('{"qid": "1", "question": "a?"}\n{"qid": "2", "question": "b?"}\n')
    rows = '{"qid": "1", "retrieved": ["a", "b"]}\n{"qid": "2", "retrieved": ["a", "b"]}\n'
    (tmp_path / "two.jsonl").write_text(rows)
    call = [
        sys.executable,
        str(SCRIPT),
        "two.jsonl",
        "--chunks",
        "chunks.jsonl",
        "--queries",
        "q.jsonl",
        *with_it,
    ]
    codes = [
        subprocess.run(call, cwd=tmp_path, capture_output=True, check=False).returncode for _ in range(2)
    ]
    assert codes == [3, 0]
    assert (tmp_path / "calls").read_text() == "xxx", "question 1 is asked once, question 2 twice"
    assert [json.loads(line)["retrieved"] for line in (tmp_path / "out.jsonl").read_text().splitlines()] == [
        ["b", "a"], ["b", "a"]
    ]  # fmt: skip
    assert not list(tmp_path.glob("out.jsonl.*"))
    assert run(tmp_path, "--with", f"command:{sys.executable} s.py", "-o", os.devnull).returncode == 0
    assert not os.path.exists(f"{os.devnull}.scores")
