"""Grades joined with their key: no way of losing, flipping or garbling them raises a score."""

import random

import pytest

from ragkit import cli
from ragkit.evaluation import answer_report, answer_scores, judged
from ragkit.worksheets import grades, sheet

TEXT = "The pump must be primed for 90 seconds before use."
QUOTE = {"full": "primed for 90 seconds", "partial": "primed for 90 seconds"}


def worksheet(claims=20, canaries=30):
    """Items, key and the true verdicts: two thirds of the claims are full; canaries half and half."""
    pairs, truth = [], {}
    for n in range(claims):
        inputs = grades.support(f"Claim {n}.", [{"n": 1, "text": TEXT}])
        pairs.append(
            (inputs, {"qid": f"q{n}", "kind": "support", "role": "claim", "refs": [1], "sentence": 1})
        )
        truth[sheet.sha("grades", inputs)] = "full" if n % 3 else "none"
    for n in range(2 * canaries):
        inputs = grades.support(f"Canary {n}.", [{"n": 1, "text": TEXT}])
        gold = "full" if n % 2 else "not-full"
        pairs.append((inputs, {"kind": "support", "role": "canary", "canary": "number", "gold": gold}))
        truth[sheet.sha("grades", inputs)] = "full" if n % 2 else "contradicted"
    items = sheet.items("grades", (inputs for inputs, _ in pairs), seed=3)
    ids = {item["sha"]: item["item_id"] for item in items}
    key = [{"item_id": ids[sheet.sha("grades", inputs)], **row} for inputs, row in pairs]
    return items, key, {ids[digest]: verdict for digest, verdict in truth.items()}


def grade(item, verdict, by="g1", number=1):
    output = {"critique": "c", "verdict": verdict, "quote": QUOTE.get(verdict, "")}
    return {"item_id": item["item_id"], "sha": item["sha"], "output": output, "by": by, "pass": number}


ITEMS, KEY, TRUTH = worksheet()
HONEST = [grade(item, TRUTH[item["item_id"]]) for item in ITEMS]


def faithfulness(rows, passes=1):
    found = judged.join(ITEMS, KEY, rows, passes)
    return answer_scores.score(found.rows, [], []).intervals()["faithfulness"].mean


def test_an_honest_judge_gives_the_true_rate_and_may_gate():
    found = judged.join(ITEMS, KEY, HONEST, 1)
    assert faithfulness(HONEST) == 13 / 20
    assert (found.judge.tpr.mean, found.judge.tnr.mean) == (1.0, 1.0)
    assert found.judge.distrust() == ""


@pytest.mark.parametrize("seed", range(25))
def test_a_judge_that_drops_or_garbles_grades_gets_no_score_at_all(seed):
    rng = random.Random(seed)
    rows = [dict(row) for row in HONEST]
    for victim in rng.sample(range(len(rows)), 5):
        ways = [
            None,
            {"verdict": "full"},
            "full",
            None,
            {"critique": "c", "verdict": "FULL", "quote": QUOTE["full"]},
            {"critique": "c", "verdict": "full", "quote": "words that are nowhere"},
            [1],
        ]
        output = rng.choice(ways)
        rows[victim] = {**rows[victim], "output": output} if output is not None else None
    with pytest.raises(cli.IncompleteError, match="missing or invalid"):
        faithfulness([row for row in rows if row])


@pytest.mark.parametrize("seed", range(25))
def test_a_second_judge_that_flips_verdicts_never_raises_a_score(seed):
    rng = random.Random(seed)
    second = []
    for item in ITEMS:
        verdict = (
            TRUTH[item["item_id"]]
            if rng.random() < 0.7
            else rng.choice(["full", "partial", "none", "contradicted"])
        )
        second.append(grade(item, verdict, "g2", 2))
    assert faithfulness(HONEST + second, 2) <= faithfulness(HONEST)


def test_a_judge_that_says_full_to_everything_may_not_gate():
    rows = [grade(item, "full") for item in ITEMS]
    judge = judged.join(ITEMS, KEY, rows, 1).judge
    assert judge.tnr.mean == 0.0
    assert "TNR 0.00" in judge.distrust()


def test_too_few_canaries_are_no_ground_to_gate_on():
    items, key, truth = worksheet(canaries=10)
    judge = judged.join(items, key, [grade(item, truth[item["item_id"]]) for item in items], 1).judge
    assert "10 true and 10 false" in judge.distrust()


def test_canaries_never_enter_the_rate():
    rows = judged.join(ITEMS, KEY, HONEST, 1).rows
    assert len(rows) == 20
    assert all("gold" not in row for row in rows)


def test_two_passes_by_one_grader_are_an_input_error():
    twice = HONEST + [{**row, "pass": 2} for row in HONEST]
    with pytest.raises(cli.InputError, match="different graders"):
        judged.join(ITEMS, KEY, twice, 2)


def test_kappa_is_cohen_s():
    # the textbook table: 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: agreement .70, by chance .50
    pairs = [("y", "y")] * 20 + [("y", "n")] * 5 + [("n", "y")] * 10 + [("n", "n")] * 15
    assert judged.cohen(pairs) == pytest.approx(0.4)


def test_a_person_s_sample_corrects_the_rate_of_the_judge():
    items, key, truth = worksheet(claims=60, canaries=0)
    judge = judged.join(items, key, [grade(item, "full") for item in items], 1)  # calls all 60 full, 40 are
    human = judged.sample(items, key, [grade(item, truth[item["item_id"]], "person") for item in items[:40]])
    raw, corrected = answer_report.calibrated(judge, human)
    assert raw.split()[3] == "1.000"
    true_in_sample = sum(truth[item["item_id"]] == "full" for item in items[:40]) / 40
    assert corrected.split()[2] == f"{true_in_sample:.3f}"
