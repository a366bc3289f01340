"""index.py from the command line."""

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "index.py"
CHUNKS = '{"chunk_id": "a#1", "doc_id": "a", "text": "Error E-4012: pump off"}\n'


def run(*args, cwd):
    return subprocess.run(
        [sys.executable, str(SCRIPT), *args], cwd=cwd, capture_output=True, text=True, check=False, timeout=60
    )


def test_it_writes_an_index_says_so_and_leaves_it_alone_the_second_time(tmp_path):
    (tmp_path / "chunks.jsonl").write_text(CHUNKS)
    first, second = (run("chunks.jsonl", "-o", "index", cwd=tmp_path) for _ in range(2))
    assert (first.returncode, first.stdout) == (0, "")
    assert "index: 1 chunk: +1 -0 ~0, 0 untouched, 0 tokens\n" in first.stderr
    assert "+0 -0 ~0, 1 untouched, 0 tokens; nothing to do, left as it was" in second.stderr


def test_bad_input_exits_2_with_the_line_and_leaves_no_index(tmp_path):
    (tmp_path / "chunks.jsonl").write_text(CHUNKS + '{"chunk_id": "a#2"}\n')
    done = run("chunks.jsonl", "-o", "index", cwd=tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith('chunks.jsonl:2: "doc_id" of this chunk is missing')
    assert not (tmp_path / "index" / "CURRENT").exists()


def test_an_option_that_makes_no_sense_exits_2(tmp_path):
    (tmp_path / "chunks.jsonl").write_text(CHUNKS)
    assert run("chunks.jsonl", "-o", "index", "--idf", "best", cwd=tmp_path).returncode == 2
    assert run("chunks.jsonl", "-o", "index", "--b", "2", cwd=tmp_path).returncode == 2


def test_an_update_reports_what_changed_by_document(tmp_path):
    import json

    (tmp_path / "chunks.jsonl").write_text(CHUNKS)
    run("chunks.jsonl", "-o", "index", cwd=tmp_path)
    (tmp_path / "chunks.jsonl").write_text(CHUNKS.replace("off", "on"))
    done = run("chunks.jsonl", "-o", "index", "--update", "--report", "delta.json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    delta = json.loads((tmp_path / "delta.json").read_text())
    assert delta["documents"] == {"a": {"status": "changed", "added": 1, "kept": 0, "removed": 1}}


def test_an_embedder_s_vectors_are_not_given_up_for_lsa_without_a_word(tmp_path):
    (tmp_path / "chunks.jsonl").write_text(CHUNKS)
    (tmp_path / "e.py").write_text("import sys\nfor line in sys.stdin: print('{\"vector\": [1.0, 2.0]}')\n")
    spec = f"command:{sys.executable} e.py"
    call = ["chunks.jsonl", "-o", "index", "--update"]
    assert run(*call, "--dense", spec, cwd=tmp_path).returncode == 0
    done = run(*call, cwd=tmp_path)
    assert done.returncode == 2
    assert f"to keep them, give --dense '{spec}'; to give them up, --dense lsa" in done.stderr
    assert "nothing to do" in run(*call, "--dense", spec, cwd=tmp_path).stderr
    assert run(*call, "--dense", "lsa", cwd=tmp_path).returncode == 0
    assert "nothing to do" in run(*call, cwd=tmp_path).stderr


FULL = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
"""


def test_a_full_disk_names_the_index_and_leaves_the_old_version(tmp_path):
    (tmp_path / "chunks.jsonl").write_text(CHUNKS)
    run("chunks.jsonl", "-o", "index", cwd=tmp_path)
    before = (tmp_path / "index" / "CURRENT").read_text()
    many = "".join(CHUNKS.replace("a#1", f"a#{n}").replace("4012", f"{n} " * 9) for n in range(1000))
    (tmp_path / "chunks.jsonl").write_text(many)
    for size in (1_000, 200_000, 300_000):  # in the chunks, and in an array
        (tmp_path / "sitecustomize.py").write_text(FULL.replace("size, size", f"{size}, {size}"))
        done = subprocess.run(
            [sys.executable, SCRIPT, "chunks.jsonl", "-o", "index"],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
        assert done.stderr.startswith("index: "), done.stderr
        assert (tmp_path / "index" / "CURRENT").read_text() == before
