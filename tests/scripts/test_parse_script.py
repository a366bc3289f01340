"""parse.py from the outside: what it writes, what it says, how it exits."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "tests/fixtures"
SHARED = ROOT.parent / "shared"


def run(*args, cwd=None):
    command = [sys.executable, str(ROOT / "scripts/parse.py"), *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", cwd=cwd, timeout=120)


def test_a_loss_is_named_and_exits_1_unless_it_is_allowed(tmp_path):
    done = run(FIXTURES / "cases/09-scanned-pages", "-o", tmp_path / "d.jsonl", "--include", "*.pdf")
    assert done.returncode == 1
    assert "LOSS no_text_layer: 1" in done.stderr
    assert "contract.pdf page 2" in done.stderr
    assert "OCR" in done.stderr
    assert done.stdout == ""
    assert len((tmp_path / "d.jsonl").read_text(encoding="utf-8").splitlines()) == 1
    assert (
        run(FIXTURES / "cases/09-scanned-pages", "-o", tmp_path / "d.jsonl", "--allow-loss").returncode == 0
    )


def test_what_was_not_reached_is_a_loss_and_what_was_guessed_is_said(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/a.txt").write_bytes("Espa\u00f1a".encode("cp1252"))
    (tmp_path / "docs/b.txt").write_text("text", encoding="utf-8")
    (tmp_path / "docs/gone.md").symlink_to(tmp_path / "nothing")
    (tmp_path / "acl.csv").write_text("path,groups\na.txt,Sales Team\nc.txt,hr\n", encoding="utf-8")
    done = run("docs", "--acl-from", "acl.csv", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "NOTE encoding_guessed: 1, the encoding was guessed from the bytes: a.txt",
        "NOTE no_acl: 1, the access list does not name the file: it is closed to all: b.txt",
        "LOSS unreachable: 1, a file or folder was not reached; mend the link or the rights, or leave it out",
        "  docs/gone.md: cannot be reached: No such file or directory",
        "LOSS acl_unmatched: 1, a row of the access list opens nothing; give the path of the file",
        "  c.txt: acl.csv names it, and no such file is here",
        "2 files, 2 documents, 2 losses, 2 skipped",
    ]
    assert json.loads(done.stdout.splitlines()[0])["acl"] == ["Sales Team"]


def test_any_number_of_jobs_gives_the_same_bytes():
    one = run(FIXTURES / "samples/html")
    two = run(FIXTURES / "samples/html", "--jobs", 3)
    assert one.returncode == two.returncode == 0
    assert one.stdout == two.stdout
    assert len(one.stdout.splitlines()) == 8


def test_pages_without_text_are_won_back_by_a_command_and_said(tmp_path):
    reader = tmp_path / "reader.py"
    reader.write_text(
        "import sys\nassert sys.stdin.buffer.read(4) == b'\\x89PNG'\nprint('Seen by a program')\n"
    )
    scans = FIXTURES / "cases/09-scanned-pages"
    done = run(scans, "--include", "*.pdf", "--ocr", f"{sys.executable} {reader}")
    assert done.returncode == 0, done.stderr
    record = json.loads(done.stdout)
    assert record["text"].count("Seen by a program") == 3
    assert [(each["code"], each["page"]) for each in record["warnings"] if each["code"] == "ocr"] == [
        ("ocr", 2), ("ocr", 3), ("ocr", 4)]  # fmt: skip
    assert "NOTE ocr: 1, the text comes from OCR" in done.stderr


def test_the_documents_to_look_at_are_shown_as_text_and_as_a_page(tmp_path):
    docs = ["--include", "*.pdf", "--allow-loss", "-o", tmp_path / "d.jsonl"]
    as_text = run(FIXTURES / "samples/generated", *docs, "--inspect", 2).stderr
    assert "scanned_mixed.pdf" in as_text
    assert "no_text_layer" in as_text
    run(FIXTURES / "cases/09-scanned-pages", *docs, "--html", tmp_path / "look.html")
    page = (tmp_path / "look.html").read_text(encoding="utf-8")
    assert "contract.pdf" in page
    assert "data:image/png;base64," in page
    assert "http" not in page


def test_a_wrong_call_exits_2():
    done = run(ROOT / "nowhere")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no such file" in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(not (SHARED / "data/markdown/otel").exists(), reason="needs ../shared/data")
def test_306_real_files_are_read_without_a_loss():
    done = run(SHARED / "data/markdown/otel")
    assert done.returncode == 0
    assert "306 files, 306 documents, 0 losses" in done.stderr
    for line in done.stdout.splitlines():
        record = json.loads(line)
        assert record["title"]
