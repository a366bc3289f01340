"""worksheet.py as a command: make, run with a stand-in for claude, check, apply; killed and resumed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "worksheet.py"
CONTEXTS = [
    {
        "qid": f"q{n}",
        "question": "How many?",
        "context_sha": "cafe",
        "docs": [{"n": 1, "chunk_id": "d#1", "doc_id": "d", "text": f"It has {n} columns."}],
    }
    for n in range(3)
]
CLAUDE = """#!/bin/sh
cat > /dev/null
echo x >> "$(dirname "$0")/calls"
printf '{"structured_output": {"answer": "It has some columns [1]."}, "usage": {"input_tokens": 5}}'
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "contexts.jsonl").write_text(
        "".join(json.dumps(row) + "\n" for row in CONTEXTS), encoding="utf-8"
    )
    command = tmp_path / "bin" / "claude"
    command.parent.mkdir()
    command.write_text(CLAUDE)
    command.chmod(0o755)
    return tmp_path


def call(folder, *argv):
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        [sys.executable, str(SCRIPT), *argv],
        cwd=folder, capture_output=True, text=True, timeout=60, env={**os.environ, "PATH": path},
    )  # fmt: skip


def calls(folder):
    return len((folder / "bin" / "calls").read_text().splitlines())


def test_a_worksheet_is_made_run_checked_and_applied(folder):
    made = call(folder, "make", "answers", "--contexts", "contexts.jsonl", "-o", "items.jsonl")
    assert made.returncode == 0, made.stderr
    run = call(folder, "run", "answers", "items.jsonl", "--with", "claude", "-o", "filled.jsonl")
    assert run.returncode == 0, run.stderr
    assert "$" in run.stderr.splitlines()[0]
    applied = call(folder, "apply", "answers", "items.jsonl", "filled.jsonl", "-o", "answers.jsonl")
    assert applied.returncode == 0, applied.stderr
    answers = [json.loads(line) for line in (folder / "answers.jsonl").read_text().splitlines()]
    assert [answer["qid"] for answer in answers] == ["q0", "q1", "q2"]
    assert {answer["context_sha"] for answer in answers} == {"cafe"}


def test_a_worksheet_is_shown_filled_by_numbers_checked_and_applied(folder):
    made = call(folder, "make", "answers", "--contexts", "contexts.jsonl", "-o", "items.jsonl")
    assert made.stderr.splitlines()[0] == "3 items"
    (folder / "sheet-02.md").write_text("of an earlier show")
    shown = call(folder, "show", "answers", "items.jsonl", "-o", "sheet.md")
    assert shown.stderr == "3 items on 1 page, sheet-01.md and on: each to a fresh context\n"
    assert sorted(path.name for path in folder.glob("sheet-*")) == ["sheet-01.md"]
    head = (folder / "sheet-01.md").read_text().splitlines()[1]
    answer = {"answer": "It has some columns [1]."}
    rows = [head, *(json.dumps({"item": n, **answer}) for n in (1, 3))]
    (folder / "mine.jsonl").write_text("\n".join(rows))
    checked = call(folder, "check", "answers", "items.jsonl", "mine.jsonl", "--by", "me", "-o", "redo.jsonl")
    assert checked.returncode == 3
    assert "# Item 2\n" in call(folder, "show", "answers", "redo.jsonl").stdout
    (folder / "mine.jsonl").write_text("\n".join([*rows, json.dumps({"item": 2, "output": answer})]))
    applied = call(
        folder, "apply", "answers", "items.jsonl", "mine.jsonl", "--by", "me", "-o", "answers.jsonl"
    )
    assert applied.returncode == 0, applied.stderr
    assert len((folder / "answers.jsonl").read_text().splitlines()) == 3


def test_a_second_run_pays_for_nothing_and_a_torn_file_only_for_what_it_lost(folder):
    call(folder, "make", "answers", "--contexts", "contexts.jsonl", "-o", "items.jsonl")
    call(folder, "run", "answers", "items.jsonl", "-o", "filled.jsonl")
    assert calls(folder) == 3
    call(folder, "run", "answers", "items.jsonl", "-o", "filled.jsonl")
    assert calls(folder) == 3
    lines = (folder / "filled.jsonl").read_text().splitlines(keepends=True)
    (folder / "filled.jsonl").write_text("".join(lines[:2]))
    done = call(folder, "run", "answers", "items.jsonl", "-o", "filled.jsonl")
    assert (done.returncode, calls(folder)) == (0, 4)


def test_an_incomplete_worksheet_is_exit_3_and_lists_what_to_redo(folder):
    call(folder, "make", "answers", "--contexts", "contexts.jsonl", "-o", "items.jsonl")
    item = json.loads((folder / "items.jsonl").read_text().splitlines()[0])
    row = {"item_id": item["item_id"], "sha": item["sha"], "output": {"answer": "It has 9 [4]."}, "by": "me"}
    (folder / "filled.jsonl").write_text(json.dumps(row) + "\n")
    done = call(folder, "check", "answers", "items.jsonl", "filled.jsonl", "-o", "redo.jsonl")
    assert done.returncode == 3
    reasons = [json.loads(line)["reason"] for line in (folder / "redo.jsonl").read_text().splitlines()]
    assert sorted(reasons) == ["cites 4, which is no source", "not filled", "not filled"]
    assert f"  item 1 ({item['item_id']}): cites 4, which is no source\n" in done.stderr
    applied = call(folder, "apply", "answers", "items.jsonl", "filled.jsonl", "-o", "answers.jsonl")
    assert applied.returncode == 3
    assert "nothing is written before every item is accepted" in applied.stderr
    assert not (folder / "answers.jsonl").exists()


def test_a_run_that_may_cost_too_much_is_refused_before_it_begins(folder):
    call(folder, "make", "answers", "--contexts", "contexts.jsonl", "-o", "items.jsonl")
    done = call(folder, "run", "answers", "items.jsonl", "-o", "filled.jsonl", "--max-usd", "0.001")
    assert done.returncode == 2
    assert "more than --max-usd" in done.stderr
    assert not (folder / "bin" / "calls").exists()


@pytest.mark.parametrize("price", ["1e308,1e308", "nan,nan", "-1,-1", "2", "2,10,3"])
def test_a_price_that_none_can_be_is_refused(folder, price):
    call(folder, "make", "answers", "--contexts", "contexts.jsonl", "-o", "items.jsonl")
    done = call(folder, "run", "answers", "items.jsonl", "-o", "filled.jsonl", f"--price={price}")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("--price is dollars a million tokens")
    assert not (folder / "bin" / "calls").exists()


def test_a_run_stops_asking_when_what_was_reported_reaches_the_cap(folder):
    call(folder, "make", "answers", "--contexts", "contexts.jsonl", "-o", "items.jsonl")
    command = folder / "bin" / "claude"
    command.write_text(CLAUDE.replace('"usage"', '"total_cost_usd": 0.6, "usage"'))
    done = call(folder, "run", "answers", "items.jsonl", "-o", "filled.jsonl", "--max-usd", "1")
    assert (done.returncode, calls(folder)) == (3, 2)
    assert "not asked: $1.20 spent of --max-usd 1" in done.stderr
    more = call(folder, "run", "answers", "items.jsonl", "-o", "filled.jsonl", "--max-usd", "1")
    assert (more.returncode, calls(folder)) == (0, 3)


def test_rows_of_a_pass_that_was_not_asked_for_are_named_and_two_passes_need_both(folder):
    call(folder, "make", "answers", "--contexts", "contexts.jsonl", "-o", "items.jsonl")
    for number in ("1", "2"):
        run = call(
            folder,
            "run",
            "answers",
            "items.jsonl",
            "-o",
            "filled.jsonl",
            "--pass",
            number,
            "--passes",
            number,
        )
        assert run.returncode == 0, run.stderr
    one = call(folder, "check", "answers", "items.jsonl", "filled.jsonl", "-o", "redo.jsonl")
    assert one.returncode == 0
    assert "3 rows are of passes beyond --passes 1" in one.stderr
    lines = (folder / "filled.jsonl").read_text().splitlines(keepends=True)
    (folder / "filled.jsonl").write_text("".join(lines[:5]))
    two = call(folder, "check", "answers", "items.jsonl", "filled.jsonl", "--passes", "2", "-o", "redo.jsonl")
    assert two.returncode == 3
    assert "5 of 6 filled" in two.stderr


def test_answers_come_in_the_order_of_the_contexts(folder):
    order = ["q10", "q2", "q1"]
    rows = [{**CONTEXTS[0], "qid": qid} for qid in order]
    (folder / "contexts.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    call(folder, "make", "answers", "--contexts", "contexts.jsonl", "-o", "items.jsonl")
    call(folder, "run", "answers", "items.jsonl", "-o", "filled.jsonl")
    call(folder, "apply", "answers", "items.jsonl", "filled.jsonl", "-o", "answers.jsonl")
    answers = [json.loads(line) for line in (folder / "answers.jsonl").read_text().splitlines()]
    assert [answer["qid"] for answer in answers] == order


def test_grades_keep_their_key_apart(folder):
    (folder / "answers.jsonl").write_text('{"qid": "q1", "answer": "It has 1 columns [1]."}\n')
    argv = (
        "make",
        "grades",
        "--contexts",
        "contexts.jsonl",
        "--answers",
        "answers.jsonl",
        "-o",
        "items.jsonl",
    )
    assert call(folder, *argv).returncode == 2
    done = call(folder, *argv, "--key", "key.jsonl")
    assert done.returncode == 0, done.stderr
    assert "fewer than 30 canaries" in done.stderr
    assert (folder / "key.jsonl").exists()


def test_items_are_not_written_over_what_they_are_made_of_nor_their_key_into_them(folder):
    before = (folder / "contexts.jsonl").read_text()
    done = call(folder, "make", "answers", "--contexts", "contexts.jsonl", "-o", "contexts.jsonl")
    assert (done.returncode, (folder / "contexts.jsonl").read_text()) == (2, before)
    grades = ["make", "grades", "--contexts", "contexts.jsonl", "--answers", "a.jsonl"]
    done = call(folder, *grades, "-o", "items.jsonl", "--key", "items.jsonl")
    assert (done.returncode, "is both -o and --key" in done.stderr) == (2, True)


def test_items_left_out_are_counted_and_named_and_the_labels_with_what_is_next(folder):
    facts = [
        "The amber crane lifts ninety tonnes of timber and is greased on Mondays.",
        "Brown ferries carry sixty lorries, two buses and no horses in winter.",
        "Coral lanterns burn whale oil, last eleven nights and hang below bells.",
    ]
    documents = [
        {"doc_id": f"d{n}.md", "text": fact, "blocks": [["paragraph", 0, len(fact), 0]]}
        for n, fact in enumerate(facts, start=1)
    ]
    (folder / "documents.jsonl").write_text("".join(json.dumps(row) + "\n" for row in documents))
    made = call(folder, "make", "questions", "--documents", "documents.jsonl", "-o", "items.jsonl")
    assert made.returncode == 0, made.stderr
    items = [json.loads(line) for line in (folder / "items.jsonl").read_text().splitlines()]
    rows = []
    for item in items:
        asked = [{"question": "What should I know?", "quotes": [item["inputs"]["passage"]], "history": []}]
        asked = [] if item["inputs"]["doc_id"] == "d2.md" else asked
        rows.append({"item_id": item["item_id"], "sha": item["sha"], "output": {"questions": asked}})
    (folder / "filled.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    place = [item["inputs"]["doc_id"] for item in items].index("d2.md") + 1
    left = f"  1 item of those left out, for no user would ask: {place} (d2.md)\n"
    checked = call(folder, "check", "questions", "items.jsonl", "filled.jsonl", "-o", "redo.jsonl")
    assert (checked.returncode, left in checked.stderr) == (0, True)
    applied = call(
        folder, "apply", "questions", "items.jsonl", "filled.jsonl", "--documents", "documents.jsonl",
        "-o", "labels.jsonl",
    )  # fmt: skip
    assert applied.returncode == 0, applied.stderr
    assert applied.stderr.startswith(
        f"3 of 3 filled and accepted\n{left}2 labels: 2 with an answer, 0 without\n"
    )
    assert applied.stderr.endswith("then labels.py lint labels.jsonl --documents documents.jsonl\n")
    assert len((folder / "labels.jsonl").read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("words", "own", "strange"),
    [
        ("make questions", "--documents --seed --passages --under", "--canaries --chunks --by --model"),
        (
            "make grades",
            "--contexts --answers --labels --key --kinds --canaries --seed",
            "--passages --price",
        ),
        ("make rerank", "--run --chunks --labels", "--documents --seed --key"),
        ("show", "--output", "--by --seed --documents --passes"),
        ("run", "--with --model --max-usd --price --batch --pass --passes", "--by --documents --seed"),
        ("check", "--by --pass --passes", "--model --documents --seed"),
        ("apply questions", "--by --documents", "--chunks --run --seed"),
        ("apply context", "--by --chunks", "--documents --run --under"),
    ],
)
def test_the_help_of_a_step_or_task_names_its_options_and_no_others(folder, words, own, strange):
    told = call(folder, *words.split(), "--help")
    assert (told.returncode, told.stderr) == (0, "")
    listed = {word.strip("[],") for word in told.stdout.split() if word.startswith(("--", "[--"))}
    assert set(own.split()) <= listed
    assert not set(strange.split()) & listed
    assert f"usage: python3 scripts/worksheet.py {words}" in told.stdout


def test_the_help_of_make_has_a_line_for_each_task_and_the_general_one_for_each_step(folder):
    make = call(folder, "make", "--help").stdout
    assert "worksheet.py make questions --documents documents.jsonl [-o FILE]" in make
    assert "worksheet.py check" not in make
    general = call(folder, "--help").stdout
    assert general.startswith("Work for a model")
    assert all(f"  worksheet.py {step} " in general for step in ("make", "show", "run", "check", "apply"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("make questions --documents d.jsonl --chunks c.jsonl", "unrecognized arguments: --chunks c.jsonl"),
        ("make questions", "worksheet.py make questions: the following arguments are required: --documents"),
        ("show questions", "the following arguments are required: items.jsonl"),
        ("run answers items.jsonl -o f.jsonl --batch", "--batch is for --with anthropic"),
        ("mend answers", "invalid choice: 'mend'"),
    ],
)
def test_an_option_of_another_task_or_a_missing_one_is_refused_in_one_line(folder, words, said):
    done = call(folder, *words.split())
    assert (done.returncode, done.stderr.count("\n"), said in done.stderr) == (2, 1, True)
