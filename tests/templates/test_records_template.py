"""The example records and the output contract: they run, and score as the page beside them says by hand."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RECORDS = ROOT / "templates" / "records"


def run(script, *args, cwd):
    command = [sys.executable, ROOT / "scripts" / script, *args]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=120)


def test_the_quotes_of_the_example_labels_stand_in_the_demo_documents(tmp_path):
    docs = ROOT / "templates" / "demo" / "docs"
    assert run("parse.py", docs, "-o", "documents.jsonl", "--allow-loss", cwd=tmp_path).returncode == 0
    done = run("labels.py", "locate", RECORDS / "labels.jsonl", "documents.jsonl", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_example_run_scores_as_worked_out_by_hand(tmp_path):
    files = (RECORDS / "labels_by_id.jsonl", RECORDS / "run.jsonl")
    done = run("retrieval_metrics.py", *files, "--k", "2", "4", "--min-recall", "0.5", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.search(r"recall@2\s+0\.500", done.stdout), done.stdout
    assert re.search(r"MRR\s+0\.56[23]", done.stdout), done.stdout  # 0.5625


def test_the_written_contract_has_the_lines_of_the_printed_one():
    """README shows what the demo prints, and another test holds it to that."""
    written, printed = [
        re.findall(r"^\*\*(.+?):\*\*", (ROOT / page).read_text(encoding="utf-8"), re.M)
        for page in ("templates/output_contract.md", "README.md")
    ]
    assert written == printed != []


def test_the_list_of_templates_names_what_exists():
    folder = ROOT / "templates"
    rows = re.findall(r"^\| `([^`]+)` \|", (folder / "README.md").read_text(encoding="utf-8"), re.M)
    assert rows
    assert [row for row in rows if not (folder / row).exists()] == []
