"""rerank.py from the command line."""

import json
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
