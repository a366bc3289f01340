"""labels.py as a user calls it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "labels.py"
TEXT = "Clean the filter every 60 days. The warranty lasts three years."


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


@pytest.fixture
def files(tmp_path):
    labels = [
        {"qid": "q1", "question": "How often?", "evidence": [{"doc_id": "a.md", "quote": "every 60 days"}]},
        {
            "qid": "q2",
            "question": "How long?",
            "evidence": [{"doc_id": "a.md", "quote": "warranty lasts four years"}],
        },
        {"qid": "q3", "question": "Who?", "answerable": False},
    ]
    return write(tmp_path / "labels.jsonl", labels), write(
        tmp_path / "d.jsonl", [{"doc_id": "a.md", "text": TEXT}]
    )


def call(*words):
    done = subprocess.run([sys.executable, SCRIPT, *words], capture_output=True, text=True, timeout=60)
    assert "Traceback" not in done.stderr, done.stderr
    return done


def test_lint_names_the_faults_first_and_exits_1(files):
    done = call("lint", files[0], "--documents", files[1])
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[0].startswith("3 labels, 2 answerable; 1 faults")
    assert lines[1] == (
        "fault: evidence_changed: a.md: the document does not say this; "
        'nearest: "warranty lasts three years": q2'
    )


def test_lint_without_faults_exits_0_also_with_notes(files):
    done = call("lint", files[0], "--json")
    assert done.returncode == 0
    assert {json.loads(line)["fault"] for line in done.stdout.splitlines()} == {False}


def test_locate_writes_ranges_names_losses_and_exits_1_unless_allowed(files, tmp_path):
    out = tmp_path / "located.jsonl"
    done = call("locate", *files, "-o", str(out))
    assert done.returncode == 1
    assert done.stderr.startswith("q2: a.md: evidence_changed")
    assert done.stderr.endswith("\n1 of 2 quotes located\n")
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [row["qid"] for row in rows] == ["q1", "q2", "q3"]
    ((start, end),) = rows[0]["evidence"][0]["ranges"]
    assert TEXT[start:end] == "every 60 days"
    assert rows[1]["evidence"][0]["lost"] == "evidence_changed"
    assert call("locate", *files, "--allow-loss").returncode == 0


def test_locate_says_that_every_quote_was_located(tmp_path):
    quote = {"doc_id": "a.md", "quote": "every 60 days"}
    labels = write(tmp_path / "l.jsonl", [{"qid": "q1", "question": "How often?", "evidence": [quote]}])
    documents = write(tmp_path / "d.jsonl", [{"doc_id": "a.md", "text": TEXT}])
    done = call("locate", labels, documents, "-o", str(tmp_path / "out.jsonl"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "1 of 1 quotes located\n")


def test_help_shows_the_options_of_every_verb():
    text = call("--help").stdout
    for option in ("--against", "--allow-loss", "--share", "--column"):
        assert option in text


@pytest.mark.parametrize("words", [[], ["lint"], ["mend", "x"], ["lint", "nowhere.jsonl"], ["locate", "x"]])
def test_a_wrong_call_exits_2_in_one_line(words):
    done = call(*words)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_split_writes_both_parts_and_from_logs_questions_with_their_frequency(files, tmp_path):
    dev, test = tmp_path / "dev.jsonl", tmp_path / "test.jsonl"
    done = call("split", files[0], "--dev", str(dev), "--test", str(test))
    assert done.returncode == 0
    parts = [[json.loads(line)["qid"] for line in path.read_text().splitlines()] for path in (dev, test)]
    assert sorted(parts[0] + parts[1]) == ["q1", "q2", "q3"]
    log = tmp_path / "searches.CSV"
    log.write_text("\ufeffquery,n\nhow long is it,1\nHow long is it?,2\n", encoding="utf-8")
    done = call("from-logs", str(log), "-n", "5")
    assert [(row["question"], row["frequency"]) for row in map(json.loads, done.stdout.splitlines())] == [
        ("how long is it", 2)
    ]


def test_an_empty_file_of_labels_passes_no_check(files, tmp_path):
    empty = write(tmp_path / "empty.jsonl", [])
    out = ["--dev", str(tmp_path / "dev"), "--test", str(tmp_path / "test")]
    for words in (
        ["lint", empty],
        ["lint", files[0], "--against", empty],
        ["locate", empty, files[1]],
        ["split", empty, *out],
    ):
        done = call(*words)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"{empty}: no rows in it")


def test_a_split_writes_both_files_or_neither_and_never_over_the_labels(files, tmp_path):
    before = Path(files[0]).read_text()
    (tmp_path / "dev").write_text("old")
    for dev, test in (("dev", "dev"), ("labels.jsonl", "test"), ("dev", "no/folder/test"), ("dev", ".")):
        done = call("split", files[0], "--dev", str(tmp_path / dev), "--test", str(tmp_path / test))
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
        assert ((tmp_path / "dev").read_text(), Path(files[0]).read_text()) == ("old", before)
    assert call("split", files[0], "--dev", str(tmp_path / "dev"), "--test", "/dev/null").returncode == 0


def test_located_labels_are_not_written_over_the_documents(files):
    done = call("locate", *files, "-o", files[1])
    assert (done.returncode, "is both documents and -o" in done.stderr) == (2, True)
    assert json.loads(Path(files[1]).read_text())["text"] == TEXT
