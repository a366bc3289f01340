"""Choosing among cells: the cheapest that cannot be told from the best, and one test on other questions."""

from ragkit.evaluation import choice
from ragkit.evaluation.grid import Cell
from ragkit.evaluation.sweep import Result

QIDS = [f"q{i}" for i in range(40)]


def result(name, recall, mode="bm25", overlap=0):
    cell = Cell(name, {"chunk": {"overlap": overlap}, "index": {}, "search": {"mode": mode}, "question": {}})
    return Result(cell, QIDS, recall, recall, 100.0, 0.001)


def marks(*found):
    return [1.0 if i in found else 0.0 for i in range(40)]


def test_the_cheapest_within_one_error_of_the_best_is_chosen():
    cheap, dear = result("cheap", marks(*range(19))), result("dear", marks(*range(20)), "hybrid")
    made = choice.choose([cheap, dear], QIDS)
    assert (made.best.cell.name, made.chosen.cell.name, made.test) == ("dear", "cheap", None)


def test_a_clear_gain_is_worth_its_cost():
    cheap, dear = result("cheap", marks(*range(9))), result("dear", marks(*range(30)), "hybrid")
    assert choice.choose([cheap, dear], QIDS).chosen.cell.name == "dear"


def test_the_test_is_made_on_the_questions_it_was_not_chosen_on():
    dev = QIDS[:20]
    base = result("base", marks(*range(5), *range(20, 40)))
    lucky = result("lucky", marks(*range(20)), "hybrid")  # best on dev, worst on test
    made = choice.choose([base, lucky], dev)
    assert made.chosen.cell.name == "lucky"
    assert (made.test.mean, made.test.baseline, made.test.verdict) == (0.0, 1.0, "worse")
    text = "\n".join(choice.report(made, 500, 20, 20))
    assert "told apart from the first row: lucky" in text
    assert "1.000 -> 0.000" in text


def test_every_row_is_corrected_for_all_rows():
    rows = [result("base", marks())] + [result(f"c{i}", marks(*range(6)), "hybrid") for i in range(3)]
    made = choice.choose(rows, QIDS)
    assert [round(compared.p, 5) for _, compared in made.rows] == [1.0, 0.03125, 0.03125, 0.03125]
    assert {compared.verdict for _, compared in made.rows} == {"cannot tell"}


def test_the_configuration_holds_the_settings_by_step():
    made = choice.choose([result("only", marks(1))], QIDS)
    assert choice.configuration(made) == {
        "name": "only", "chunk": {"overlap": 0}, "index": {}, "search": {"mode": "bm25"}, "question": {},
    }  # fmt: skip
