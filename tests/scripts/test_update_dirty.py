"""index.py --update over two states of a company folder, a week apart (not part of the repository)."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DIRTY = ROOT.parent / "shared" / "dirty"
pytestmark = pytest.mark.skipif(not DIRTY.exists(), reason="the folder ../shared/dirty is not here")
# Every changed file is among these; the rest of the folder is slow to read and does not change.
TAKEN = ("_access", "wiki", "help-site", "finance/price_list_2026.xlsx", "contracts", "legacy",
         "manuals/FJ-200_quickstart_revB.pdf", "manuals/FJ-200_quickstart_revC.pdf")  # fmt: skip


def rows(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def script(name, *args, cwd):
    command = [sys.executable, str(ROOT / "scripts" / name), *args]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return done.stderr


def indexed(folder, state):
    """Make docs/ of a state and bring the index to it; return the receipt's report."""
    shutil.rmtree(folder / "docs", ignore_errors=True)
    for name in TAKEN:
        if (state / name).is_dir():
            shutil.copytree(state / name, folder / "docs" / name)
        elif (state / name).exists():
            (folder / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(state / name, folder / "docs" / name)
    acl = ("--acl-from", "docs/_access/acl.csv")
    script("parse.py", "docs", "-o", "documents.jsonl", "--allow-loss", *acl, cwd=folder)
    script("chunk.py", "documents.jsonl", "-o", "chunks.jsonl", cwd=folder)
    args = ("chunks.jsonl", "-o", "index", "--update", "--report", "delta.json")
    script("index.py", *args, cwd=folder)
    return json.loads((folder / "delta.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def updated(tmp_path_factory):
    folder = tmp_path_factory.mktemp("week")
    indexed(folder, DIRTY / "docs")
    subprocess.run([sys.executable, DIRTY / "apply_update.py", folder / "after"], check=True, timeout=60)
    report = indexed(folder, folder / "after")
    labels = DIRTY / "updates" / "labels_after.jsonl"
    script("search.py", "index", "--queries", str(labels), "--k", "20", "-o", "run.jsonl", cwd=folder)
    texts = {chunk["chunk_id"]: chunk for chunk in rows(folder / "chunks.jsonl")}
    found = {row["qid"]: [texts[one] for one in row["retrieved"]] for row in rows(folder / "run.jsonl")}
    return folder, report, found


def test_the_report_names_each_change_as_the_folder_s_own_list_does(updated):
    _, report, _ = updated
    changes = rows(DIRTY / "updates" / "changes.jsonl")

    def paths(*kinds):
        return {change["path"] for change in changes if change["op"] in kinds}

    said = {name: one["status"] for name, one in report["documents"].items()}
    came_from = {name: one["from"] for name, one in report["documents"].items() if "from" in one}
    assert {name for name, status in said.items() if status == "added"} == paths("new")
    assert {name for name, status in said.items() if status == "deleted"} == paths("delete")
    assert came_from == {change["to"]: change["path"] for change in changes if change["op"] == "rename"}
    assert {name for name, status in said.items() if status in ("changed", "metadata")} == paths(
        "edit", "shrink"
    )


def test_what_the_update_took_away_answers_no_question_and_what_it_brought_does(updated):
    _, _, found = updated
    for label in rows(DIRTY / "updates" / "labels_after.jsonl"):
        shown = found[label["qid"]]
        for evidence in label["evidence_after"]:
            words = " ".join(evidence["quote"].split()[:4])
            assert any(
                chunk["doc_id"] == evidence["doc_id"] and words in " ".join(chunk["text"].split())
                for chunk in shown
            ), label["qid"]
        if not label["answerable_after"]:
            for wrong in label["answer_must_not_match"]:
                assert not any(re.search(wrong, chunk["text"]) for chunk in shown), label["qid"]
    gone = {change["path"] for change in rows(DIRTY / "updates" / "changes.jsonl")
            if change["op"] in ("delete", "rename")}  # fmt: skip
    assert not gone & {chunk["doc_id"] for shown in found.values() for chunk in shown}


def test_a_page_whose_readers_alone_changed_is_shown_to_the_new_ones_only(updated):
    _, _, found = updated
    assert "wiki/service/on-call.md" not in {chunk["doc_id"] for chunk in found["du10"]}


def test_a_second_update_is_all_zeros(updated):
    folder, _, _ = updated
    said = script("index.py", "chunks.jsonl", "-o", "index", "--update", cwd=folder)
    assert "+0 -0 ~0" in said
