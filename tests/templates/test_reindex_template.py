"""The re-index schedule, copied into a repository of its own: build, gate, switch, keep, go back."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
REINDEX = ROOT / "templates" / "reindex"


@pytest.fixture
def repository(tmp_path):
    """A folder with two documents, labels and the script; the skill where --project installs it."""
    shutil.copy(REINDEX / "reindex.sh", tmp_path)
    skill = tmp_path / ".claude" / "skills" / "rag-pipelines"
    skill.mkdir(parents=True)
    for name in ("scripts", "requirements.txt"):
        (skill / name).symlink_to(ROOT / name)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "terms.md").write_text("# Terms\n\nThe warranty is 24 months.\n")
    (tmp_path / "docs" / "reset.md").write_text("# Reset\n\nHold the button for ten seconds.\n")
    (tmp_path / "labels.jsonl").write_text(
        '{"qid": "a", "question": "how long is the warranty?", "evidence": '
        '[{"doc_id": "terms.md", "quote": "The warranty is 24 months."}]}\n'
    )
    return tmp_path


def reindex(folder, **variables):
    environment = {
        **os.environ, "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
        "SKILL": str(folder / ".claude" / "skills" / "rag-pipelines"), **variables,
    }  # fmt: skip
    return subprocess.run(
        ["sh", "reindex.sh"], cwd=folder, env=environment, capture_output=True, text=True, check=False,
        timeout=120,
    )  # fmt: skip


def current(folder):
    return os.readlink(folder / "rag" / "current")


def test_it_builds_gates_and_switches_and_then_finds_nothing_to_do(repository):
    first = reindex(repository)
    assert first.returncode == 0, first.stderr
    assert "PASS" in first.stdout
    was = current(repository)
    again = reindex(repository)
    assert (again.returncode, current(repository)) == (0, was)
    assert "nothing changed" in again.stderr
    assert len(list((repository / "rag" / "versions").iterdir())) == 1


def test_a_change_that_loses_the_answer_does_not_replace_the_index(repository):
    reindex(repository)
    was = current(repository)
    (repository / "docs" / "terms.md").write_text("# Terms\n\nNothing is said here.\n")
    done = reindex(repository)
    assert (done.returncode, current(repository)) == (1, was)
    assert "the old index stays in use" in done.stderr
    assert len(list((repository / "rag" / "versions").iterdir())) == 1


def test_a_document_that_cannot_be_read_stops_it_unless_losses_are_allowed(repository):
    (repository / "docs" / "broken.pdf").write_bytes(b"%PDF-1.4 cut")
    assert reindex(repository).returncode == 1
    assert not (repository / "rag" / "current").exists()
    assert reindex(repository, PARSE="--allow-loss").returncode == 0


def test_only_the_last_versions_are_kept_and_going_back_is_a_link(repository):
    for number in range(4):
        (repository / "docs" / "reset.md").write_text(f"# Reset\n\nHold it for {number} seconds.\n")
        assert reindex(repository, KEEP="2").returncode == 0
    versions = sorted(path.name for path in (repository / "rag" / "versions").iterdir())
    assert len(versions) == 2
    assert current(repository) == f"versions/{versions[-1]}"


def test_what_a_killed_run_left_takes_no_place_of_a_version_to_go_back_to(repository):
    assert reindex(repository).returncode == 0
    was = current(repository)
    versions = repository / "rag" / "versions"
    for name in ("20200101T000000Z.1", "20990101T000000Z.1", "20990102T000000Z.1"):
        (versions / name).mkdir()
        (versions / name / "documents.jsonl").write_text("")
    (repository / "docs" / "reset.md").write_text("# Reset\n\nHold it for 3 seconds.\n")
    assert reindex(repository, KEEP="2").returncode == 0
    assert (repository / "rag" / was / "index" / "CURRENT").exists()
    assert not (versions / "20200101T000000Z.1").exists()


def test_the_crontab_line_runs_the_same_script_under_a_lock(repository):
    line = [row for row in (REINDEX / "crontab").read_text().splitlines() if "reindex.sh" in row]
    command = re.fullmatch(r"(?:\S+ ){5}(.*)", line[0])[1].replace("/srv/assistant", str(repository))
    command = command.replace("/srv/wiki", "docs").replace("$HOME", str(repository))
    variables = {**os.environ, "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"}
    done = subprocess.run(["sh", "-c", command], env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (repository / "rag" / "current" / "index").is_dir()


def test_the_workflow_runs_on_changes_and_nightly_and_its_commands_work(repository):
    workflow = yaml.safe_load((REINDEX / "reindex.yml").read_text())
    triggers = workflow[True]  # YAML 1.1 reads the key `on` as true
    assert set(triggers) == {"push", "schedule", "workflow_dispatch"}
    steps = workflow["jobs"]["reindex"]["steps"]
    build = next(step for step in steps if step.get("run") == "sh reindex.sh")
    done = reindex(repository, **build["env"])
    assert done.returncode == 0, done.stderr
    deps = next(step["run"] for step in steps if "install.sh" in step.get("run", ""))
    assert re.search(r"install\.sh (--[a-z-]+)", deps)[1] in (ROOT / "scripts" / "install.py").read_text()
