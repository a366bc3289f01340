"""diagnose.py as a user calls it, on a workspace."""

import json
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from ragkit import cli

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "diagnose.py"
spec = spec_from_file_location("diagnose", SCRIPT)
script = module_from_spec(spec)
spec.loader.exec_module(script)
TEXT = "Boil it for ten minutes. Then cool it down.\n"


def write(path, *rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


@pytest.fixture
def space(tmp_path):
    """A workspace in which q1 is found and q2 is not."""

    def make(name, text=TEXT, retrieved=("a#1",), updated=None):
        folder = tmp_path / name
        folder.mkdir()
        write(folder / "documents.jsonl", {"doc_id": "a", "text": text, "updated": updated})
        chunks = [("a#1", 0, 25), ("a#2", 25, len(text))]
        rows = [{"chunk_id": i, "doc_id": "a", "start": s, "end": e, "text": text[s:e]} for i, s, e in chunks]
        write(folder / "chunks.jsonl", *rows)
        runs = [
            {"qid": qid, "retrieved": list(retrieved), "legs": {"bm25": list(retrieved)}}
            for qid in ("q1", "q2")
        ]
        write(folder / "run.jsonl", *runs)
        return str(folder)

    return make


@pytest.fixture
def labels(tmp_path):
    quotes = {"q1": "Boil it for ten minutes.", "q2": "Then cool it down."}
    rows = [
        {"qid": qid, "question": f"about {quote}", "evidence": [{"doc_id": "a", "quote": quote}]}
        for qid, quote in quotes.items()
    ]
    return write(tmp_path / "labels.jsonl", *rows)


def call(capsys, *words):
    code = cli.run(script.main, list(words))
    out, err = capsys.readouterr()
    assert "Traceback" not in err, err
    return code, out, err


def test_the_report_counts_survivors_and_names_the_next_lever(capsys, space, labels):
    code, out, _ = call(capsys, labels, space("rag"))
    assert code == 0
    assert "  retrieve     1 left, 1 lost here" in out
    assert "q2: lost at index..retrieve; a: 'Then cool it down.'; bm25 - -> fused -" in out
    assert "next lever: labels: 2 questions tell no two systems apart" in out


def test_json_is_one_object_a_piece_of_evidence(capsys, space, labels):
    _, out, _ = call(capsys, labels, space("rag"), "--json")
    assert [(row["qid"], row["stage"]) for row in map(json.loads, out.splitlines())] == [
        ("q1", ""),
        ("q2", "index..retrieve"),
    ]


def test_explain_finds_the_question_by_its_words(capsys, space, labels):
    code, out, _ = call(capsys, labels, space("rag"), "--explain", "how do I cool it")
    assert code == 0
    assert out.startswith("q2: ")
    assert call(capsys, labels, space("other"), "--explain", "unrelated")[0] == 2


def test_drift_names_lost_quotes_changed_documents_and_moved_scores_and_exits_1(capsys, space, labels):
    old, new = space("old"), space("new", TEXT.replace("ten", "six"), ["a#2"], "2020-01-01")
    code, out, _ = call(capsys, labels, new, "--drift", old, "--max-age", "365")
    assert code == 1
    assert "1 quotes no longer resolve" in out
    assert (
        'q1: a: evidence_changed: the document does not say this; nearest: "Boil it for six minutes"' in out
    )
    assert "1 documents changed: a" in out
    assert "1 documents past their age: a" in out
    assert "recall@5             0.500 -> 0.500" in out


def test_the_same_state_has_not_drifted(capsys, space, labels):
    code, out, _ = call(capsys, labels, space("new"), "--drift", space("old"))
    assert (code, out.splitlines()[0]) == (0, "0 quotes no longer resolve")


def test_help_does_not_wait_for_what_only_the_work_needs():
    words = [sys.executable, "-S", "-X", "importtime", SCRIPT, "--help"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert not [line for line in done.stderr.splitlines() if "ragkit.evaluation" in line]


@pytest.mark.parametrize("words", [["nowhere.jsonl", "x"], ["LABELS", "nowhere"], ["LABELS"]])
def test_a_wrong_call_exits_2(capsys, labels, words):
    code, out, err = call(capsys, *[labels if word == "LABELS" else word for word in words])
    assert (code, out, err.count("\n")) == (2, "", 1)
