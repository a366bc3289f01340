"""doctor.py, run as a user would."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def doctor(*arguments):
    command = [sys.executable, ROOT / "scripts" / "doctor.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def folder(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "guide.md").write_text("---\nupdated: 2026-01-05\n---\n# Guide\n\nBoil it for 9 minutes.\n")
    (docs / "old.md").write_text(
        "---\nupdated: 2020-01-05\n---\n# Old guide\n\nDeprecated: boil it for 5 minutes.\n"
    )
    (docs / "blob.bin").write_bytes(bytes(range(256)))
    return docs


def test_a_small_open_folder_goes_into_the_prompt_and_its_faults_are_listed(folder):
    done = doctor(folder, "--stale-after", "2025-01-01", "--json")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["verdict"]["mechanism"] == "prompt"
    assert report["size"]["documents"] == 2
    assert report["budget"]["left"] == 167_400  # (200,000 - 2,000 - 8,000 - 4,000) * .9
    faults = {fault["code"]: fault["documents"] for fault in report["faults"]}
    assert faults == {
        "unsupported_type": ["blob.bin"],
        "stale": ["old.md"],
        "not_in_force": ["old.md"],
        "editions": ["guide.md ~ old.md"],
    }


def test_the_text_names_the_verdict_and_each_fault_with_its_fix(folder):
    done = doctor(folder)
    lines = done.stdout.splitlines()
    assert lines[3].startswith("Mechanism: prompt: all ")
    assert lines[4] == "Faults:    3"
    assert "blob.bin" in lines[6]


def test_excluded_files_tracked_changes_and_missing_dates_are_said(folder):
    tracked = ROOT / "tests/fixtures/samples/office/tracked.docx"
    (folder / "terms.docx").write_bytes(tracked.read_bytes())
    done = doctor(folder, "--exclude", "*.bin", "--exclude", "old.md")
    assert "skipped 2: not chosen by --include and --exclude: " in done.stderr
    assert "blob.bin" in done.stderr
    assert "NOTE tracked_changes: 1, " in done.stderr
    assert "NOTE no_date: 1 of 2 documents state no date" in done.stderr
    assert "tracked_changes (1): " in done.stdout
    assert (
        'terms.docx: 1 insertions read as text ("30 days"), 1 deletions left out ("14 days")' in done.stdout
    )
    assert "blob.bin" not in done.stdout
    assert "NOTE no_date" not in doctor(folder, "--include", "guide.md").stderr


def test_an_empty_folder_gets_an_answer(tmp_path):
    done = doctor(tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Mechanism: none" in done.stdout


@pytest.mark.parametrize("arguments", [["--stale-after", "last year"], ["--window", "0"], ["--margin", "2"]])
def test_a_wrong_option_is_exit_2_and_one_line(folder, arguments):
    done = doctor(folder, *arguments)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_choosing_files_of_documents_already_read_is_refused(tmp_path):
    (tmp_path / "documents.jsonl").write_text("")
    done = doctor(tmp_path / "documents.jsonl", "--exclude", "*.bin")
    assert (done.returncode, "give the folder" in done.stderr) == (2, True)


def test_a_folder_that_is_not_there_is_exit_2():
    assert doctor("no-such-folder").returncode == 2


def test_the_access_list_among_the_files_says_who_may_read_them(folder):
    (folder / "who.csv").write_text("path,groups\nguide.md,*\nold.md,staff\n*.bin,staff\n")
    faults = {fault["code"] for fault in json.loads(doctor(folder, "--json").stdout)["faults"]}
    assert "closed" not in faults  # with the list unread nobody's rights are known
    (folder / "loose.md").write_text("# Loose\n\nNobody says who may read this page.\n")
    report = json.loads(doctor(folder, "--json").stdout)
    assert [fault["documents"] for fault in report["faults"] if fault["code"] == "closed"] == [["loose.md"]]
    assert "NOTE no_acl: 1, the access list does not name the file: it is closed to all: loose.md" in (
        doctor(folder).stderr
    )
