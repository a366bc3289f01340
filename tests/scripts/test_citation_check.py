"""citation_check.py as a command: report, verdicts, gate."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "citation_check.py"
DEMO = ROOT / "templates" / "demo"
CONTEXT = {
    "qid": "q1",
    "question": "How long?",
    "docs": [{"n": 1, "chunk_id": "a#1", "text": "Boil it for 9 minutes."}],
}


def call(*argv, cwd=None):
    return subprocess.run(
        [sys.executable, str(SCRIPT), *map(str, argv)], cwd=cwd, capture_output=True, text=True, timeout=60
    )


@pytest.fixture
def check(tmp_path):
    def run(answer, *more):
        (tmp_path / "contexts.jsonl").write_text(json.dumps(CONTEXT) + "\n", encoding="utf-8")
        (tmp_path / "answers.jsonl").write_text(json.dumps({"qid": "q1", **answer}) + "\n", encoding="utf-8")
        return call("contexts.jsonl", "answers.jsonl", *more, cwd=tmp_path)

    return run


def test_a_right_answer_is_exit_0_and_says_pass(check):
    done = check({"answer": "Boil it for 9 minutes [1]."})
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].startswith("PASS")


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ({"answer": "Boil it for 8 minutes [1]."}, "number_mismatch"),
        ({"answer": "Boil it for 9 minutes [2]."}, "bad_index"),
        ({"answer": "Boil it for 9 minutes."}, "no_citations"),
        ({"answer": "Boil it for 9 min", "stop_reason": "max_tokens"}, "no_answer"),
        ({"answer": "No.", "stop_reason": "refusal"}, "no_answer"),
        ({"answer": ""}, "no_answer"),
    ],
)
def test_a_fault_is_exit_1_and_named(check, answer, code):
    done = check(answer)
    assert done.returncode == 1
    assert code in done.stdout


def test_a_finding_that_fails_nothing_is_named_with_its_answer(check):
    done = check({"answer": "Boil it for 9 minutes [1]. Elephants roam the northern plains quietly [1]."})
    assert done.returncode == 0
    assert "findings: low_support 1 (q1)" in done.stdout


def test_a_number_that_is_worked_out_fails_nothing_and_is_named_with_its_answer(check):
    done = check({"answer": "Boil it for 9 minutes [1]. To boil two batches takes 18 minutes [1]."})
    assert done.returncode == 0, done.stdout + done.stderr
    assert "worked_out 2 (q1)" in done.stdout


def test_an_abstention_needs_no_citation(check):
    done = check({"answer": "I don't have enough information in the provided sources to answer that."})
    assert done.returncode == 0
    assert "1 abstained" in done.stdout


def test_verdicts_are_one_line_a_sentence_and_one_for_the_answer(check):
    done = check({"answer": "Boil it for 9 minutes [1]. Serve hot."}, "--json", "-", "--min-coverage", "0.5")
    assert done.returncode == 0
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["sentence"] for row in rows] == [1, 2, None]
    assert [problem["code"] for problem in rows[1]["problems"]] == ["uncited"]


def test_the_page_escapes_what_it_shows_and_loads_nothing(check, tmp_path):
    done = check({"answer": "<script>alert(1)</script> Boil it for 8 minutes [1]."}, "--html", "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert done.returncode == 1
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "number_mismatch" in page
    assert "http" not in page


def test_an_answer_with_neither_text_nor_content_is_exit_2(check):
    assert check({"model": "x"}).returncode == 2


def test_an_answer_without_its_context_is_exit_2(check, tmp_path):
    check({"answer": "x"})
    (tmp_path / "answers.jsonl").write_text('{"qid": "other", "answer": "x"}\n', encoding="utf-8")
    done = call("contexts.jsonl", "answers.jsonl", cwd=tmp_path)
    assert done.returncode == 2
    assert "no context" in done.stderr


def test_every_fault_planted_in_the_demo_is_found():
    done = call(DEMO / "contexts.jsonl", DEMO / "answers.jsonl", "--json", "-")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    found = {row["qid"]: set() for row in rows}
    for row in rows:
        found[row["qid"]] |= {problem["code"] for problem in row["problems"]}
    expected = {
        "stitched_quote": "quote_not_contiguous",
        "out_of_range": "bad_index",
        "zero_index": "bad_index",
        "negation_flipped": "negation_flip",
        "swapped_entity": "entity_swap",
        "wrong_unit": "unit_mismatch",
        "misattributed": "misattributed",
        "abstained_with_citations": "abstained_with_citations",
        "contradictory_abstention": "contradictory_abstention",
        "uncited": "uncited",
        "altered_number": "number_mismatch",
    }
    planted = [json.loads(line) for line in (DEMO / "faults.jsonl").read_text(encoding="utf-8").splitlines()]
    missed = [
        (fault["qid"], fault["fault"])
        for fault in planted
        if fault["fault"] in expected and expected[fault["fault"]] not in found[fault["qid"]]
    ]
    assert missed == []


def test_right_answers_of_the_demo_raise_at_most_one_alarm():
    """One is known: 13 euro, worked out from four numbers that no source adds up."""
    done = call(DEMO / "contexts.jsonl", DEMO / "answers.jsonl", "--json", "-")
    planted = {
        json.loads(line)["qid"] for line in (DEMO / "faults.jsonl").read_text(encoding="utf-8").splitlines()
    }
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    failed = {row["qid"] for row in rows if row["sentence"] is None and row["failed"]} - planted
    assert len(failed) <= 1, failed


def test_pinned_answers_are_never_written_over_the_contexts(tmp_path):
    contexts, answers = tmp_path / "contexts.jsonl", tmp_path / "answers.jsonl"
    before = json.dumps(CONTEXT)
    contexts.write_text(before, encoding="utf-8")
    answers.write_text('{"qid": "q1", "answer": "For 9 minutes [1]."}', encoding="utf-8")
    done = call("contexts.jsonl", answers, "--pin", contexts, cwd=tmp_path)
    assert (done.returncode, contexts.read_text(encoding="utf-8")) == (2, before)
    assert "name another file" in done.stderr
