"""answers.py as a command, after citation_check.py --pin: shown, and stale after a change."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
OLD = [("a.md#1", "Boil it for 9 minutes."), ("b.md#1", "Serve it hot.")]
NEW = [("b.md#1", "Serve it hot."), ("a.md#2", "Boil it for 8 minutes.")]


def call(script, *argv, cwd):
    return subprocess.run(
        [sys.executable, str(SCRIPTS / script), *map(str, argv)],
        cwd=cwd, capture_output=True, text=True, timeout=60,
    )  # fmt: skip


def write(path, *rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def contexts(folder, sources, sha):
    docs = [
        {"n": n, "chunk_id": name, "doc_id": name[:4], "text": text, "lines": [1, 1]}
        for n, (name, text) in enumerate(sources, start=1)
    ]
    write(
        folder / "contexts.jsonl",
        *({"qid": qid, "question": "How?", "docs": docs, "context_sha": sha} for qid in ("q1", "q2")),
    )


@pytest.fixture
def folder(tmp_path):
    contexts(tmp_path, OLD, "old")
    write(
        tmp_path / "answers.jsonl",
        {"qid": "q1", "answer": "Boil it for 9 minutes [1]."},
        {"qid": "q2", "answer": "Serve it hot [2]."},
    )
    return tmp_path


def test_hand_written_answers_are_shown_with_line_and_words(folder):
    done = call("answers.py", "show", "contexts.jsonl", "answers.jsonl", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "[1] a.md\n> line 1: Boil it for 9 minutes." in done.stdout


def test_the_contexts_of_the_workspace_are_taken_where_none_are_named(folder):
    (folder / ".rag").mkdir()
    (folder / "contexts.jsonl").rename(folder / ".rag/contexts.jsonl")
    checked = call("citation_check.py", "answers.jsonl", "--pin", "answers.jsonl", cwd=folder)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    shown = call("answers.py", "show", "answers.jsonl", "-o", "page.html", "--json", "rows.jsonl", cwd=folder)
    assert (shown.returncode, shown.stdout) == (0, ""), shown.stderr
    assert "Boil it for 9 minutes" in (folder / "page.html").read_text(encoding="utf-8")
    row = json.loads((folder / "rows.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert [one["n"] for one in row["citations"]] == [1]
    assert call("answers.py", "stale", "answers.jsonl", cwd=folder).returncode == 0


def test_the_check_pins_in_place_and_a_new_context_is_then_noticed(folder):
    loose = call("citation_check.py", "contexts.jsonl", "answers.jsonl", cwd=folder)
    assert "2 answers bound to no sources" in loose.stderr
    pinned = call(
        "citation_check.py", "contexts.jsonl", "answers.jsonl", "--pin", "answers.jsonl", cwd=folder
    )
    assert pinned.returncode == 0, pinned.stdout
    contexts(folder, NEW, "new")
    again = call("citation_check.py", "contexts.jsonl", "answers.jsonl", "--pin", "answers.jsonl", cwd=folder)
    assert again.returncode == 1
    assert again.stdout.count("stale_context") == 3  # two answers and the count of findings


def test_stale_keeps_what_holds_with_its_new_number_and_names_the_rest(folder):
    call("citation_check.py", "contexts.jsonl", "answers.jsonl", "--pin", "answers.jsonl", cwd=folder)
    contexts(folder, NEW, "new")
    done = call(
        "answers.py", "stale", "contexts.jsonl", "answers.jsonl", "-o", "answers.jsonl", "--json", "s.jsonl",
        cwd=folder,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stdout.splitlines()[0].startswith("q1 stale: [1] a.md#1")
    assert done.stdout.splitlines()[-1] == "2 answers: 1 hold, 1 stale"
    rows = [json.loads(line) for line in (folder / "s.jsonl").read_text().splitlines()]
    assert [(row["qid"], row["state"]) for row in rows] == [("q1", "stale"), ("q2", "holds")]
    kept = [json.loads(line) for line in (folder / "answers.jsonl").read_text().splitlines()]
    assert [row["answer"] for row in kept] == ["Boil it for 9 minutes [1].", "Serve it hot [1]."]
    shown = call("answers.py", "show", "contexts.jsonl", "answers.jsonl", cwd=folder)
    assert shown.returncode == 1
    assert "shown without: q1" in shown.stderr


def test_what_is_stale_is_written_on_pages_redone_and_put_in_its_place(folder):
    call("citation_check.py", "contexts.jsonl", "answers.jsonl", "--pin", "answers.jsonl", cwd=folder)
    contexts(folder, NEW, "new")
    write(folder / "questions.jsonl", *({"qid": qid, "question": "How?"} for qid in ("q1", "q2")))
    pages = call(
        "answers.py", "stale", "contexts.jsonl", "answers.jsonl", "--sheets", "questions.jsonl", cwd=folder
    )
    assert pages.stderr.endswith("stale-01.md\n")
    page = (folder / "stale-01.md").read_text()
    assert ("# q1\n" in page, "# q2\n" in page, "redone.jsonl" in page) == (True, False, True)
    write(folder / "redone.jsonl", {"qid": "q1", "answer": "Boil it for 8 minutes [2]."})
    done = call(
        "answers.py", "stale", "contexts.jsonl", "answers.jsonl", "--redone", "redone.jsonl",
        "-o", "answers.jsonl", cwd=folder,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "2 answers: 2 hold\n")
    again = call("answers.py", "stale", "contexts.jsonl", "answers.jsonl", cwd=folder)
    assert again.returncode == 0


def test_labels_are_drawn_from_answers_and_lint_says_so(folder):
    call("citation_check.py", "contexts.jsonl", "answers.jsonl", "--pin", "answers.jsonl", cwd=folder)
    write(folder / "questions.jsonl", *({"qid": qid, "question": "How?"} for qid in ("q1", "q2")))
    write(folder / "documents.jsonl", *({"doc_id": name[:4], "text": text} for name, text in OLD))
    done = call(
        "answers.py", "to-labels", "questions.jsonl", "answers.jsonl", "documents.jsonl",
        "-o", "labels.jsonl", cwd=folder,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    linted = call("labels.py", "lint", "labels.jsonl", "--documents", "documents.jsonl", cwd=folder)
    assert "2 of 2 labels come from results: scores on them are upper bounds" in linted.stdout
    assert "ambiguous" not in linted.stdout


def test_a_question_that_gets_no_label_is_named_and_exit_1(folder):
    write(folder / "answers.jsonl", {"qid": "q1", "answer": "I am glad that you asked."})
    call("citation_check.py", "contexts.jsonl", "answers.jsonl", "--pin", "answers.jsonl", cwd=folder)
    write(folder / "questions.jsonl", {"qid": "q1", "question": "How?"})
    write(folder / "documents.jsonl", *({"doc_id": name[:4], "text": text} for name, text in OLD))
    done = call(
        "answers.py", "to-labels", "questions.jsonl", "answers.jsonl", "documents.jsonl",
        "-o", "labels.jsonl", cwd=folder,
    )  # fmt: skip
    assert done.returncode == 1
    assert "no label for q1" in done.stderr


def test_a_file_without_answers_is_refused_and_not_shown_as_nothing(folder):
    (folder / "answers.jsonl").write_text("")
    done = call("answers.py", "show", "contexts.jsonl", "answers.jsonl", cwd=folder)
    assert done.returncode == 2
    assert "no answers to show" in done.stderr


@pytest.mark.parametrize("option", ["--html", "--json"])
def test_a_page_is_not_written_over_the_answers(folder, option):
    before = (folder / "answers.jsonl").read_text()
    done = call("answers.py", "show", "contexts.jsonl", "answers.jsonl", option, "answers.jsonl", cwd=folder)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("answers.jsonl: is both ")
    assert (folder / "answers.jsonl").read_text() == before


def test_nothing_stale_is_exit_0(folder):
    call("citation_check.py", "contexts.jsonl", "answers.jsonl", "--pin", "answers.jsonl", cwd=folder)
    done = call("answers.py", "stale", "contexts.jsonl", "answers.jsonl", cwd=folder)
    assert (done.returncode, done.stdout) == (0, "2 answers: 2 hold\n")


def test_a_page_is_written_whole(folder):
    done = call("answers.py", "show", "contexts.jsonl", "answers.jsonl", "--html", "page.html", cwd=folder)
    assert (done.returncode, done.stdout) == (0, "")
    assert (folder / "page.html").read_text().endswith("</html>\n")


def test_an_answer_to_no_question_is_bad_input(folder):
    write(folder / "answers.jsonl", {"qid": "q9", "answer": "x"})
    assert call("answers.py", "show", "contexts.jsonl", "answers.jsonl", cwd=folder).returncode == 2
