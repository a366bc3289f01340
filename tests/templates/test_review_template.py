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
    assert (rows[2]["document"], rows[2]["quote in its lines"]) == ("(none: not in the corpus)", "")


def test_labels_marked_for_review_come_first_and_lose_the_mark_when_they_are_kept(folder):
    marked = [
        {**label, "review": "keep or drop?"} if label["qid"] in ("q2", "q4") else label for label in LABELS
    ]
    (folder / "labels.jsonl").write_text("".join(json.dumps(label) + "\n" for label in marked))
    review(folder, "sheet", "labels.jsonl", "documents.jsonl", "-o", "sheet.csv", "--number", "3")
    assert [row["qid"] for row in rows_of(folder)] == ["q2", "q4", "q1"]
    review(folder, "sheet", "labels.jsonl", "documents.jsonl", "-o", "sheet.csv", "--number", "1")
    fill(folder, q2=("keep", ""))
    assert review(folder, "apply", "labels.jsonl", "sheet.csv", "-o", "out.jsonl").returncode == 0
    kept = [json.loads(line) for line in (folder / "out.jsonl").read_text().splitlines()]
    assert [label["qid"] for label in kept if "review" in label] == ["q4"]


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


@pytest.mark.parametrize(
    ("delimiter", "encoding"), [(";", "utf-8-sig"), (";", "cp1252"), ("\t", "utf-16"), (",", "utf-8")]
)
def test_a_sheet_is_read_as_spreadsheet_programs_save_it(folder, delimiter, encoding):
    lines = [
        ["choice", "qid", "new question"],
        ["fix", "q1", "wie fr\xfch?"],
        ["drop", "q2", ""],
        ["", "", ""],
    ]
    text = "".join(delimiter.join(line) + "\r\n" for line in lines)
    (folder / "sheet.csv").write_bytes(text.encode(encoding))
    done = review(folder, "apply", "labels.jsonl", "sheet.csv", "-o", "out.jsonl")
    assert done.returncode == 0, done.stderr
    kept = [json.loads(line) for line in (folder / "out.jsonl").read_text("utf-8").splitlines()]
    assert [(label["qid"], label["question"]) for label in kept] == [
        ("q1", "wie fr\xfch?"), ("q3", "which one?"), ("q4", "why?")
    ]  # fmt: skip


def test_what_a_document_says_is_no_formula_of_the_sheet(folder):
    text = '=HYPERLINK("http://x.example")\n@SUM(A1)\n'
    (folder / "documents.jsonl").write_text(json.dumps({"doc_id": "=d.md", "text": text}) + "\n")
    label = {"qid": "q1", "question": "-1+1?", "evidence": [{"doc_id": "=d.md", "quote": "@SUM(A1)"}]}
    (folder / "labels.jsonl").write_text(json.dumps(label) + "\n")
    review(folder, "sheet", "labels.jsonl", "documents.jsonl", "-o", "sheet.csv")
    (row,) = rows_of(folder)
    assert [row[name][0] for name in ("question", "document", "quote in its lines")] == ["'", "'", "'"]
    fill(folder, q1=("keep", ""))
    assert review(folder, "apply", "labels.jsonl", "sheet.csv", "-o", "out.jsonl").returncode == 0
    assert json.loads((folder / "out.jsonl").read_text()) == label


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("labels.jsonl", b"", "labels.jsonl: nothing in it"),
        ("labels.jsonl", b"[1]\n", "labels.jsonl:1: need an object"),
        ("labels.jsonl", b'{"question": "x"}\n', "labels.jsonl:1: 'qid' is missing"),
        ("labels.jsonl", b'{"qid": "a"}\n{"qid": "a"}\n', "labels.jsonl: a appears twice"),
        ("labels.jsonl", b'{"qid": "a"}\n{"qid": "\\ud800"}\n', "labels.jsonl:2: "),
        ("labels.jsonl", b'{"qid": "a", "evidence": [{}]}\n', "'doc_id' is missing"),
        ("labels.jsonl", b"[" * 50_000, "labels.jsonl:1: "),
        ("labels.jsonl", b"\xff\xfe", "labels.jsonl:1: not JSON, or not UTF-8"),
        ("documents.jsonl", b'{"doc_id": "a"}\n', "documents.jsonl:1: 'text' is missing"),
        ("sheet.csv", b"keep,q1\n", "sheet.csv: no rows of a sheet"),
        ("sheet.csv", b"a,b\nkeep,q1\n", "sheet.csv: need the columns"),
        ("sheet.csv", b"choice,qid,new question\nkeep,q1,\ndrop,q1,\n", "sheet.csv:3: q1 has two rows"),
        ("sheet.csv", b'choice,qid,new question\nkeep,q1,"' + b"x" * 200_000, "sheet.csv: no CSV"),
    ],
)
def test_a_wrong_file_is_named_in_one_line_and_nothing_is_written(folder, name, data, said):
    (folder / "sheet.csv").write_text("choice,qid,new question\nkeep,q1,\n")
    (folder / name).write_bytes(data)
    made = (
        ["sheet", "labels.jsonl", "documents.jsonl"]
        if "json" in name
        else ["apply", "labels.jsonl", "sheet.csv"]
    )
    done = review(folder, *made, "-o", "out")
    assert (done.returncode, done.stderr.count("\n"), (folder / "out").exists()) == (2, 1, False), done.stderr
    assert said in done.stderr
