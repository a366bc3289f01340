"""The review sheet: copied alone into a folder, filled as a person would, applied."""

import csv
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REVIEW = Path(__file__).resolve().parents[2] / "templates" / "review" / "review.py"
TEXT = "# A\n\nfirst line\nIt takes 5 days.\nlast line\nfar away\n"
LABELS = [
    {"qid": "q1", "question": "how long?", "evidence": [{"doc_id": "a.md", "quote": "It takes 5 days."}]},
    {"qid": "q2", "question": "how far?", "evidence": [{"doc_id": "a.md", "quote": "far away"}]},
    {"qid": "q3", "question": "which one?", "evidence": [{"doc_id": "b.md", "quote": "gone"}]},
    {"qid": "q4", "question": "why?", "answerable": False},
]


@pytest.fixture
def folder(tmp_path):
    shutil.copy(REVIEW, tmp_path)
    (tmp_path / "labels.jsonl").write_text("".join(json.dumps(label) + "\n" for label in LABELS))
    (tmp_path / "documents.jsonl").write_text(json.dumps({"doc_id": "a.md", "text": TEXT}) + "\n")
    return tmp_path


def review(folder, *args):
    command = [sys.executable, "-S", "review.py", *args]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def rows_of(folder):
    with open(folder / "sheet.csv", encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def fill(folder, **choices):
    rows = rows_of(folder)
    for row in rows:
        row["choice"], row["new question"] = choices[row["qid"]]
    with open(folder / "sheet.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)


def test_the_sheet_takes_documents_in_turn_and_shows_quotes_in_their_lines(folder):
    review(folder, "sheet", "labels.jsonl", "documents.jsonl", "-o", "sheet.csv", "--number", "3")
    rows = rows_of(folder)
    assert [row["qid"] for row in rows] == ["q1", "q3", "q4"]
    assert rows[0]["quote in its lines"] == "first line\n>>> It takes 5 days. <<<\nlast line"
    assert rows[1]["quote in its lines"] == "[not found as it is] gone"
    assert rows[2]["document"] == "(none: not in the corpus)"


def test_choices_are_applied_and_what_was_not_on_the_sheet_stays(folder):
    review(folder, "sheet", "labels.jsonl", "documents.jsonl", "-o", "sheet.csv", "--number", "3")
    fill(folder, q1=("fix", "how many days?"), q3=("Drop", ""), q4=("keep", ""))
    done = review(folder, "apply", "labels.jsonl", "sheet.csv", "-o", "out.jsonl")
    assert done.returncode == 0, done.stderr
    kept = [json.loads(line) for line in (folder / "out.jsonl").read_text().splitlines()]
    assert [(label["qid"], label["question"]) for label in kept] == [
        ("q1", "how many days?"), ("q2", "how far?"), ("q4", "why?")
    ]  # fmt: skip
    assert done.stderr == "keep 1, drop 1, fix 1; 3 of 4 labels written\n"


@pytest.mark.parametrize("choice", [("", ""), ("maybe", ""), ("fix", " ")])
def test_a_missing_choice_stops_it_and_writes_nothing(folder, choice):
    review(folder, "sheet", "labels.jsonl", "documents.jsonl", "-o", "sheet.csv")
    fill(folder, q1=("keep", ""), q2=choice, q3=("keep", ""), q4=("keep", ""))
    done = review(folder, "apply", "labels.jsonl", "sheet.csv", "-o", "out.jsonl")
    assert (done.returncode, (folder / "out.jsonl").exists()) == (3, False)
    assert "q2" in done.stderr


def test_a_sheet_of_other_labels_is_refused(folder):
    review(folder, "sheet", "labels.jsonl", "documents.jsonl", "-o", "sheet.csv", "--number", "1")
    fill(folder, q1=("keep", ""))
    (folder / "other.jsonl").write_text('{"qid": "x", "question": "?"}\n')
    done = review(folder, "apply", "other.jsonl", "sheet.csv", "-o", "out.jsonl")
    assert (done.returncode, "q1" in done.stderr) == (2, True)
