"""assemble.py as a command: files in, contexts out, exit codes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "assemble.py"
CHUNKS = [
    {"chunk_id": "a.md#1", "doc_id": "a.md", "text": "Boil it until soft.", "title": "Guide", "acl": ["*"]},
    {"chunk_id": "b.md#2", "doc_id": "b.md", "text": "Pay by card.", "acl": ["staff"]},
]
RUN = [{"qid": "q1", "retrieved": ["a.md#1", "b.md#2"]}]
LABELS = [{"qid": "q1", "question": "How long?", "evidence": [{"doc_id": "b.md", "quote": "Pay by card"}]}]


@pytest.fixture
def files(tmp_path):
    for name, rows in (("run", RUN), ("chunks", CHUNKS), ("labels", LABELS)):
        (tmp_path / f"{name}.jsonl").write_text(
            "".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8"
        )
    return tmp_path


def call(folder, *more):
    argv = [sys.executable, str(SCRIPT), "run.jsonl", "chunks.jsonl", "--queries", "labels.jsonl", *more]
    return subprocess.run(argv, cwd=folder, capture_output=True, text=True, timeout=60)


def test_a_user_gets_what_the_user_may_read_and_the_lost_evidence_is_named(files):
    done = call(files, "--user", '{"groups": ["guests"]}', "--labels", "labels.jsonl")
    assert done.returncode == 0, done.stderr
    (context,) = map(json.loads, done.stdout.splitlines())
    assert [source["chunk_id"] for source in context["docs"]] == ["a.md#1"]
    assert context["dropped"] == [{"chunk_id": "b.md#2", "reason": "permission", "evidence": True}]
    assert "1 drops held labelled evidence" in done.stderr


def test_permissions_without_a_user_are_exit_2(files):
    done = call(files)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--user JSON or --all" in done.stderr


def test_a_budget_below_the_smallest_chunk_is_exit_2(files):
    done = call(files, "--all", "--window", "5200", "--margin", "0.03")
    assert done.returncode == 2
    assert "smallest needs" in done.stderr


def test_the_prompt_holds_the_sources_and_the_question_once(files):
    done = call(files, "--all", "--emit", "prompt")
    prompt = json.loads(done.stdout)["prompt"]
    assert prompt.count("Boil it until soft.") == 1
    assert prompt.rstrip().endswith("<question>\nHow long?\n</question>")


def test_native_forms_are_content_blocks(files):
    for form, kind in (("anthropic-documents", "document"), ("search-results", "search_result")):
        content = json.loads(call(files, "--all", "--emit", form).stdout)["content"]
        assert [block["type"] for block in content] == [kind, kind, "text"]


def test_full_docs_without_documents_is_a_wrong_call(files):
    done = call(files, "--all", "--full-docs")
    assert done.returncode == 2
    assert "--documents" in done.stderr


def test_the_contexts_can_be_read_as_text_with_drops_and_reasons(files):
    done = call(files, "--user", '{"groups": ["guests"]}', "--labels", "labels.jsonl", "--show", "read.md")
    assert done.returncode == 0, done.stderr
    lines = (files / "read.md").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "# q1: How long?"
    assert [line for line in lines if line and "tokens for sources" not in line][1:] == [
        "## [1] Guide",
        "a.md#1",
        "Boil it until soft.",
        "- dropped b.md#2: permission, held labelled evidence",
    ]
