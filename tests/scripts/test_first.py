"""first.py, run as a user would: a folder, and questions or labels as they come, to a number."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    "guide/filter.md": "# Filter\n\nRinse the filter every 14 days. A red lamp says that it is blocked.\n",
    "guide/pump.md": "# Pump\n\nThe pump holds 6 bar. Above 8 bar its relief valve opens, water runs out.\n",
    "hr/leave.md": "# Leave\n\nStaff may carry five days of leave into March of the next year, never more.\n",
}
ASKED = [
    ("how often to rinse the filter", "filter.md", "Rinse the filter every 14 days."),
    ("at which pressure does the relief valve open", "pump.md", "Above 8 bar its relief valve opens"),
]


@pytest.fixture
def folder(tmp_path):
    for name, text in PAGES.items():
        (tmp_path / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "docs" / name).write_text(text, encoding="utf-8")
    return tmp_path


def first(*arguments, cwd):
    command = [sys.executable, ROOT / "scripts" / "first.py", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300, check=False)


SHAPES = {
    "labels.csv": "Question;Source file;Quote\n" + "".join(f"{q};{f};{e}\n" for q, f, e in ASKED),
    "labels.jsonl": "".join(
        json.dumps({"user_input": q, "document": f"docs/guide/{f}", "reference_contexts": [e]}) + "\n"
        for q, f, e in ASKED
    ),
    "labels.json": json.dumps({"data": [{"query": q, "file": f, "evidence": e} for q, f, e in ASKED]}),
}


@pytest.mark.parametrize("name", SHAPES)
def test_labels_of_any_usual_shape_give_recall_at_1_and_5_with_their_intervals(folder, name):
    (folder / name).write_text(SHAPES[name], encoding="utf-8")
    done = first("docs", name, cwd=folder)
    assert done.returncode == 0, done.stderr
    # two of two found at rank 1: Wilson's interval for 2 of 2 is [0.342, 1]
    assert done.stdout.startswith("recall@1 1.000 [0.342, 1.000], recall@5 1.000 [0.342, 1.000], n=2:")
    assert "lost: 0 of 2 questions" in done.stdout
    assert "upper bound" not in done.stdout


def test_labels_that_name_only_a_file_are_called_an_upper_bound_and_the_strange_file_is_named(folder):
    rows = "question,answer,source\n" + "".join(f"{q},a,{f}\n" for q, f, _ in ASKED) + "who pays,a,gone.md\n"
    (folder / "labels.csv").write_text(rows, encoding="utf-8")
    done = first("docs", "labels.csv", cwd=folder)
    assert "n=2" in done.stdout
    assert "upper bound: 2 of 2 labels name a file, no quote" in done.stdout
    assert "not scored: 1 row" in done.stdout
    assert "gone.md (no such file)" in done.stderr


def test_without_labels_the_number_says_what_it_is_and_what_is_needed(folder):
    (folder / "bare").mkdir()
    (folder / "bare" / "moved.md").write_text("# Valves\n\nSee there.\n", encoding="utf-8")
    done = first("bare", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "no number" in done.stdout
    long = " ".join(f"Rule {n} of the pump house says that valve {n} stays shut at night." for n in range(20))
    (folder / "docs" / "long.md").write_text(f"# Valves\n\n{long}\n", encoding="utf-8")
    done = first("docs", cwd=folder)
    assert "known-item recall@1" in done.stdout
    assert "upper bound" in done.stdout
    assert "first.py docs FILE" in done.stdout


def test_questions_without_labels_get_sheets_and_no_claim_about_their_answers(folder):
    (folder / "questions.txt").write_text("1. how often to rinse the filter\n2. who pays\n", encoding="utf-8")
    done = first("docs", "questions.txt", cwd=folder)
    assert "sheet-01.md" in done.stderr
    assert "a number on these questions needs" in done.stdout
    assert "how often to rinse the filter" in (folder / ".rag" / "sheet-01.md").read_text(encoding="utf-8")


def test_the_route_is_the_same_command_with_variants_and_one_check_that_pins_and_shows(folder):
    row = {"qid": "q1", "question": "how often to rinse the filter"}
    (folder / "docs" / "guide" / "draft-pump.md").write_text(
        "---\nstatus: draft\n---\n# Pump\n\nIt holds 9 bar.\n"
    )
    (folder / "questions.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    (folder / "docs" / "notes.md").write_text("# Pump\n\nThe login: password = 'Xk29!bVq81pLz'\n")
    done = first("docs", "questions.jsonl", cwd=folder)
    assert "then the same command with --variants variants.jsonl" in done.stdout
    assert "tell the user: secret (1), looks like a key or a password: notes.md line 3" in done.stdout
    assert "not_in_force" not in done.stdout  # a first look is short
    wording = {"qid": "q1", "variants": ["rinse interval of the filter"]}
    (folder / "variants.jsonl").write_text(json.dumps(wording) + "\n", encoding="utf-8")
    done = first(
        "docs", "questions.jsonl", "--variants", "variants.jsonl", "--today", "2026-11-16", cwd=folder
    )
    assert "Today is 2026-11-16" in (folder / ".rag" / "sheet-01.md").read_text(encoding="utf-8")
    assert "tell the user: not_in_force (1)" in done.stdout
    assert "guide/draft-pump.md" in done.stdout
    said = done.stdout.rpartition("then: ")[2].split()
    assert said[0] == "citation_check.py"
    shown = json.loads((folder / ".rag" / "contexts.jsonl").read_text(encoding="utf-8"))["docs"]
    n = next(source["n"] for source in shown if "14 days" in source["text"])
    answer = {"qid": "q1", "answer": f"Rinse the filter every 14 days [{n}]."}
    (folder / "answers.jsonl").write_text(json.dumps(answer) + "\n", encoding="utf-8")
    command = [sys.executable, ROOT / "scripts" / said[0], *said[1:]]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads((folder / "answers.jsonl").read_text(encoding="utf-8"))["context_sha"]
    page = (folder / "answers.html").read_text(encoding="utf-8")
    assert "Rinse the filter every 14 days" in page
    assert "guide/filter.md" in page


def test_labels_with_variants_get_sheets_too_which_say_nothing_of_the_labels(folder):
    row = {"qid": "q1", "question": "how often to rinse the filter", "file": "filter.md", "quote": "14 days"}
    (folder / "labels.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    assert "sheet" not in first("docs", "labels.jsonl", cwd=folder).stderr
    wording = {"qid": "q1", "variants": ["rinse interval of the filter"]}
    (folder / "variants.jsonl").write_text(json.dumps(wording) + "\n", encoding="utf-8")
    done = first("docs", "labels.jsonl", "--variants", "variants.jsonl", cwd=folder)
    assert "sheet-01.md" in done.stderr
    assert "recall@5 1.000" in done.stdout
    assert "how often to rinse the filter" in (folder / ".rag" / "sheet-01.md").read_text(encoding="utf-8")
    kept = json.loads((folder / ".rag" / "given_questions.jsonl").read_text(encoding="utf-8"))
    assert kept == {"qid": "q1", "question": "how often to rinse the filter"}


def test_questions_of_nobody_in_a_corpus_with_readers_are_said_to_be_asked_with_every_right(folder):
    (folder / "docs" / "acl.csv").write_text("path,groups\n*,hr\n", encoding="utf-8")
    (folder / "questions.txt").write_text("how often to rinse the filter\n", encoding="utf-8")
    assert "asked with every right: 1 question" in first("docs", "questions.txt", cwd=folder).stdout
    done = first("docs", "questions.txt", "--user", '{"groups": ["staff"]}', cwd=folder)
    assert "asked with every right" not in done.stdout
    sheet = (folder / ".rag" / "sheet-01.md").read_text(encoding="utf-8")
    assert "14 days" not in sheet


def test_an_access_list_in_the_folder_is_used_and_the_questions_rights_hold(folder):
    (folder / "docs" / "acl.csv").write_text("path,groups\nguide/*,all\nhr/*,hr\n", encoding="utf-8")
    row = {
        "question": "how many days of leave",
        "groups": "all",
        "file": "leave.md",
        "quote": "five days of leave",
    }
    (folder / "labels.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    done = first("docs", "labels.jsonl", cwd=folder)
    assert "recall@5 0.000" in done.stdout
    assert "filter 1" in done.stdout
    assert "0 outside the asker's groups" in done.stderr


def test_questions_that_say_who_asks_are_told_where_no_document_says_who_may_read_it(folder):
    row = {"question": "how many days of leave", "groups": "all", "file": "leave.md"}
    (folder / "labels.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    done = first("docs", "labels.jsonl", cwd=folder)
    assert "rights: NOT KNOWN: questions come from all, and no document says who may read it" in done.stdout
    (folder / "docs" / "rights.yaml").write_text("- {path: '**', groups: all}\n", encoding="utf-8")
    done = first("docs", "labels.jsonl", cwd=folder)
    assert "NOT KNOWN" not in done.stdout + done.stderr
    assert "0 outside the asker's groups" in done.stderr


def test_a_file_without_a_question_field_is_refused_with_the_fields_it_has(folder):
    (folder / "labels.csv").write_text("thema,datei\nfilter,filter.md\n", encoding="utf-8")
    done = first("docs", "labels.csv", cwd=folder)
    assert done.returncode == 2
    assert "datei, thema" in done.stderr


def test_an_empty_file_of_an_option_is_named(folder):
    (folder / "none.jsonl").write_text("\n", encoding="utf-8")
    done = first(
        "docs", "--variants", "none.jsonl", "--readings", "none.jsonl", "--results", "none.jsonl", cwd=folder
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[:3] == ["warning: none.jsonl: nothing in it"] * 3
