"""Our arithmetic against pytrec_eval, ir_measures and ranx: their values, made once (fixtures/oracle)."""

import json
from pathlib import Path

import pytest

from ragkit.cli import InputError
from ragkit.evaluation import retrieval, trec
from ragkit.records import check

ORACLE = Path(__file__).resolve().parents[2] / "fixtures" / "oracle"
CASES = {path.stem: json.loads(path.read_text()) for path in sorted(ORACLE.glob("*.json"))}
SCORED = [name for name, case in CASES.items() if case.get("expected", {}).get("status") == "scored"]
REFUSED = [name for name, case in CASES.items() if case.get("expected", {}).get("status") == "input_error"]


def scores_of(case):
    labels = [check("label", row, "labels") for row in case["labels"]]
    return retrieval.score(labels, [check("run", row, "run") for row in case["run"]], case["ks"])


def test_there_are_18_cases():
    assert (len(SCORED), len(REFUSED), len(CASES)) == (15, 2, 18)


@pytest.mark.parametrize("name", SCORED)
def test_every_measure_equals_the_oracle_for_every_question_and_in_the_mean(name):
    expected = CASES[name]["expected"]
    scores = scores_of(CASES[name])
    for measure, mean in expected["mean"].items():
        assert scores.mean(measure).mean == pytest.approx(mean, abs=1e-9), measure
    rows = {row["qid"]: row for row in scores.rows(list(expected["mean"]))}
    assert rows.keys() == {qid for qid in expected["per_query"] if qid in rows}
    for qid, row in rows.items():
        assert {**row} == pytest.approx({"qid": qid, **expected["per_query"][qid]}, abs=1e-9)


@pytest.mark.parametrize("name", SCORED)
def test_what_is_left_out_is_counted_and_named(name):
    expected, scores = CASES[name]["expected"], scores_of(CASES[name])
    assert len(scores.qids) == expected["n_answerable"]
    assert len(scores.left_out.unanswerable) == expected["n_unanswerable"]
    assert scores.left_out.missing == expected["missing_from_run"]
    assert scores.left_out.unlabelled == expected["unlabeled_in_run"]
    assert scores.left_out.repeats == expected["duplicate_repeats"]


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_scored_is_an_input_error(name):
    with pytest.raises(InputError):
        scores_of(CASES[name])


@pytest.mark.parametrize("ties", ["rank", "trec"])
def test_score_ties_of_a_trec_run_are_ordered_as_asked(ties):
    case = CASES["18_trec_score_ties"]
    lines = [("run:1", line) for line in case["run"].splitlines()]
    labels = trec.labels([("qrels:1", line) for line in case["qrels"].splitlines()])
    scores = retrieval.score(labels, trec.run(lines, ties), [2])
    wanted = next(value for key, value in case["ours"].items() if f"--ties {ties}" in key)
    assert {row["qid"]: row["mrr"] for row in scores.rows(["mrr"])} == wanted
