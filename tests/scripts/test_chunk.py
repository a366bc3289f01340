"""chunk.py from the outside: the three cases, its exit codes, what it says."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "fixtures" / "cases"


def run(*args, cwd=None):
    command = [sys.executable, str(ROOT / "scripts" / "chunk.py"), *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", cwd=cwd, timeout=60)


def chunks_of(path, *args):
    done = run(path, *args)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_case_03_keeps_fences_balanced_and_comments_out_of_the_paths():
    guide = CASES / "03-fence-balance" / "guide.md"
    done = run(guide, "--max-tokens", 120)
    chunks = [json.loads(line) for line in done.stdout.splitlines()]
    for chunk in chunks:
        lines = [line.lstrip("> ") for line in chunk["text"].splitlines()]
        for mark in ("````", "~~~", "```p"):
            opened = sum(line.startswith(mark) for line in lines)
            assert opened in ((0, 2) if mark != "```p" else (0, 1))
        assert sum(line.startswith("```") for line in lines) % 2 == 0
    assert {tuple(chunk["path"]) for chunk in chunks} == {("Deploy",), ("Deploy", "After")}
    assert "".join(chunk["text"] for chunk in chunks) == guide.read_text(encoding="utf-8")
    assert [chunk["seq"] for chunk in chunks if chunk.get("oversize")] == [1]
    assert "WARNING larger than the size" in done.stderr


def test_case_04_cuts_between_rows_and_repeats_the_header():
    chunks = chunks_of(CASES / "04-table-header-repeat" / "knobs.md", "--max-tokens", 300)
    header = "| name | type | default | meaning |\n|---|---|---|---|"
    rows = [line for chunk in chunks for line in chunk["text"].splitlines() if line.startswith("| knob_")]
    assert [row.split()[1] for row in rows] == [f"knob_{number:02}" for number in range(60)]
    for chunk in chunks:
        assert chunk["prefix"].startswith("Pump > Knobs")
        assert chunk["text"].startswith(("# Pump", "| knob_"))
        assert chunk["tokens"] <= 300
        assert header in chunk["prefix"] + chunk["text"]
    assert [chunk["part"] for chunk in chunks] == [f"{n}/{len(chunks)}" for n in range(1, len(chunks) + 1)]
    assert len(chunks) > 1


def test_case_05_keeps_a_legal_overlap_within_the_size():
    words = CASES / "05-overlap-config" / "words.txt"
    done = run(words, "--unit", "chars", "--max-tokens", 12, "--overlap", 8)
    chunks = [json.loads(line) for line in done.stdout.splitlines()]
    assert all(len(chunk["text"]) <= 12 for chunk in chunks)
    found = {word for chunk in chunks for word in chunk["text"].split()}
    assert found == {letter * 4 for letter in "abcdefgh"}
    assert "overlap: mean 5.0, largest 5 of 8 characters" in done.stderr


@pytest.mark.parametrize(
    ("size", "overlap", "said"),
    [(100, 150, "overlap 150 is not below size 100"), (100, 100, "overlap 100 is not below size 100"),
     (0, 0, "size 0"), (-3, 0, "size -3"), (100, -1, "overlap -1")],
)  # fmt: skip
def test_a_size_and_overlap_that_cannot_be_kept_exit_2_and_write_nothing(tmp_path, size, overlap, said):
    words = CASES / "05-overlap-config" / "words.txt"
    out = tmp_path / "chunks.jsonl"
    done = run(words, "--max-tokens", size, "--overlap", overlap, "-o", out)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert not out.exists()


def test_an_empty_file_has_no_chunk_and_is_named(tmp_path):
    empty = tmp_path / "empty.md"
    empty.write_text("\n \n")
    done = run(empty)
    assert (done.returncode, done.stdout) == (0, "")
    assert "no text, so no chunk: empty.md" in done.stderr


def test_a_file_of_headings_alone_has_one_chunk(tmp_path):
    path = tmp_path / "toc.md"
    path.write_text("# One\n\n## Two\n")
    (chunk,) = chunks_of(path)
    assert (chunk["text"], chunk["path"]) == ("# One\n\n## Two\n", ["One", "Two"])


def test_documents_and_raw_files_give_the_same_chunks(tmp_path):
    guide = CASES / "03-fence-balance" / "guide.md"
    parsed = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "parse.py"), str(guide)], capture_output=True, timeout=60
    )
    documents = tmp_path / "documents.jsonl"
    documents.write_bytes(parsed.stdout)
    assert chunks_of(documents) == chunks_of(guide)


KINDS = ["html/sphinx_rtd.html", "generated/tables.pdf", "office/tracked.docx", "books/cold.epub",
         "books/terms.odt", "books/rows.ods"]  # fmt: skip
WRITTEN = {
    "notes.txt": "First line.\n\nSecond line.\n",
    "parts.csv": "part,price\nvalve,3\npump,40\n",
    "rows.jsonl": '{"part": "valve", "price": 3}\n',
    "tool.py": "def f():\n    return 1\n",
    "book.ipynb": '{"cells": [{"cell_type": "markdown", "source": ["# Run"]},'
    ' {"cell_type": "code", "source": ["x = 1"], "outputs": []}], "metadata": {}}',
    "mail.eml": "From: a@b.c\nSubject: Valves\n\nThe valve is open.\n",
    "data.yaml": "valve: open\n",
    "empty.md": "",
}


def test_raw_files_of_every_kind_give_the_chunks_of_their_documents(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    for kind in KINDS:
        (docs / Path(kind).name).write_bytes((ROOT / "tests/fixtures/samples" / kind).read_bytes())
    for name, text in WRITTEN.items():
        (docs / name).write_text(text, encoding="utf-8")
    documents = tmp_path / "documents.jsonl"
    parse = [sys.executable, str(ROOT / "scripts" / "parse.py"), "docs", "-o", str(documents), "--allow-loss"]
    subprocess.run(parse, check=True, capture_output=True, cwd=tmp_path, timeout=60)
    done = run("docs", "--max-tokens", 60, "--allow-loss", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == run(documents, "--max-tokens", 60).stdout
    rows = map(json.loads, documents.read_text(encoding="utf-8").splitlines())
    texts = {row["doc_id"]: row["text"] for row in rows}
    assert len(texts) >= len(KINDS) + len(WRITTEN)
    joined = dict.fromkeys(texts, "")
    for chunk in map(json.loads, done.stdout.splitlines()):
        joined[chunk["doc_id"]] += chunk["text"]
    assert joined == texts
    assert "no text, so no chunk: empty.md" in done.stderr


def test_documents_and_raw_files_together_give_the_chunks_of_both(tmp_path):
    (tmp_path / "documents.jsonl").write_text('{"doc_id": "a.md", "text": "Parsed before."}\n')
    (tmp_path / "b.md").write_text("Raw.\n")
    done = run("documents.jsonl", "b.md", "documents.jsonl", cwd=tmp_path)
    assert [json.loads(line)["text"] for line in done.stdout.splitlines()] == ["Parsed before.", "Raw.\n"]


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        (["documents.jsonl", "a.md"], "document 'a.md' is in documents.jsonl too"),
        (["documents.jsonl", "copy.jsonl"], "document 'a.md' is in documents.jsonl too"),
        (["chunks.jsonl"], "holds chunks, not documents"),
        (["wrong.jsonl"], 'wrong.jsonl:1: "text" must be text'),
        (["cut.jsonl"], "cut.jsonl:1: not JSON"),
        (["missing.md"], "missing.md: no such file"),
    ],
)
def test_inputs_that_cannot_be_meant_exit_2_and_write_nothing(tmp_path, inputs, said):
    (tmp_path / "a.md").write_text("Raw.\n")
    for name in ("documents.jsonl", "copy.jsonl"):
        (tmp_path / name).write_text('{"doc_id": "a.md", "text": "Parsed before."}\n')
    (tmp_path / "chunks.jsonl").write_text('{"chunk_id": "a.md#1", "doc_id": "a.md", "text": "A chunk."}\n')
    (tmp_path / "wrong.jsonl").write_text('{"doc_id": "a.md", "text": 5}\n')
    (tmp_path / "cut.jsonl").write_text('{"doc_id": "a.md", "text": "hi"\n')
    done = run(*inputs, "-o", "out.jsonl", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert not (tmp_path / "out.jsonl").exists()


def test_a_file_that_cannot_be_read_is_a_loss_to_be_allowed(tmp_path):
    (tmp_path / "good.md").write_text("Words.\n")
    (tmp_path / "scan.pdf").write_bytes(b"%PDF-1.4 broken")
    done = run(tmp_path)
    assert done.returncode == 1
    assert "LOSS broken" in done.stderr
    assert json.loads(done.stdout)["text"] == "Words.\n"
    assert run(tmp_path, "--allow-loss").returncode == 0


def test_chunks_do_not_depend_on_jobs_or_the_order_of_files(tmp_path):
    for number in range(12):
        (tmp_path / f"{number}.md").write_text(f"# T{number}\n\n" + f"Sentence {number}. " * 200)
    one = run(tmp_path, "--max-tokens", 100).stdout
    assert run(tmp_path, "--max-tokens", 100, "--jobs", 2).stdout == one
    files = sorted(tmp_path.glob("*.md"), reverse=True)
    assert sorted(run(*files, "--max-tokens", 100).stdout.splitlines()) == sorted(one.splitlines())


def test_diff_tells_what_to_embed(tmp_path):
    page = tmp_path / "a.md"
    page.write_text("# A\n\nOne.\n\n# B\n\nTwo.\n")
    run(page, "--strategy", "paragraph", "-o", tmp_path / "old.jsonl")
    page.write_text("# A\n\nOne.\n\n# B\n\nTwo and more.\n")
    run(page, "--strategy", "paragraph", "-o", tmp_path / "new.jsonl")
    done = run("diff", tmp_path / "old.jsonl", tmp_path / "new.jsonl")
    assert "1 added, 1 removed, 0 moved, 1 unchanged" in done.stderr
    assert [json.loads(line)["action"] for line in done.stdout.splitlines()] == ["add", "remove"]
