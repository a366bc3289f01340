"""Choosing among cells: the cheapest that cannot be told from the best, and one test on other questions."""

from ragkit.evaluation import choice, grid
from ragkit.evaluation.grid import Cell
from ragkit.evaluation.sweep import Result

QIDS = [f"q{i}" for i in range(40)]


def result(name, recall, mode="bm25", overlap=0):
    steps = {"chunk": {"overlap": overlap}, "index": {"k1": 1.4}, "search": {"mode": mode}, "question": {}}
    return Result(Cell(name, {**steps, "rerank": {}}), QIDS, recall, recall, recall, 100.0, 0.001)


def shipped(recall):
    cell = grid.with_default([])[0]
    return Result(cell, QIDS, recall, recall, recall, 200.0, 0.002)


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
    text = "\n".join(choice.report(made, [500], 20, 20))
    assert "told apart from the first row on dev: lucky" in text
    assert "1.000 -> 0.000" in text


def test_every_row_is_corrected_for_all_rows():
    rows = [result("base", marks())] + [result(f"c{i}", marks(*range(6)), "hybrid") for i in range(3)]
    made = choice.choose(rows, QIDS)
    assert [round(compared.p, 5) for _, compared in made.rows] == [1.0, 0.03125, 0.03125, 0.03125]
    assert {compared.verdict for _, compared in made.rows} == {"cannot tell"}


def test_the_configuration_holds_the_settings_by_step():
    made = choice.choose([result("only", marks(1))], QIDS)
    assert choice.configuration(made, 7) == {
        "name": "only", "chunk": {"overlap": 0}, "index": {"k1": 1.4}, "search": {"mode": "bm25", "k": 7},
        "question": {}, "rerank": {},
    }  # fmt: skip


def test_the_shipped_default_is_kept_where_no_row_can_be_told_to_be_better():
    cheap, lucky = result("cheap", marks(*range(19))), result("lucky", marks(*range(22)), "hybrid")
    made = choice.choose([cheap, lucky, shipped(marks(*range(20)))], QIDS)
    assert (made.best.cell.name, made.chosen.cell.name, made.kept) == ("lucky", "defaults", True)
    text = "\n".join(choice.report(made, [500], 40, 0))
    assert "cannot tell any row to be better than the shipped default: keep the default" in text
    assert "  defaults*" in text


def test_the_default_is_left_for_the_cheapest_of_what_is_told_to_be_better():
    far, near = result("far", marks(*range(30)), "hybrid"), result("near", marks(*range(30)))
    made = choice.choose([far, near, shipped(marks(*range(10)))], QIDS)
    assert (made.chosen.cell.name, made.kept) == ("near", False)


def test_of_equals_in_cost_that_which_changes_least_is_chosen():
    def varied(name, recall, **chunked):
        steps = {"chunk": chunked, "index": {}, "search": {}, "question": {"variants": True}, "rerank": {}}
        return Result(Cell(name, steps), QIDS, recall, recall, recall, 100.0, 0.001)

    small = varied("small and variants", marks(*range(31)), max_tokens=250)
    plain = varied("variants", marks(*range(30)), max_tokens=500)  # 500 is the shipped size
    made = choice.choose([small, plain, shipped(marks(*range(10)))], QIDS)
    assert (made.best.cell.name, made.chosen.cell.name) == ("small and variants", "variants")


def test_the_shipped_default_is_what_every_row_is_tested_against_wherever_it_stands():
    worse = result("worse", marks(*range(10)), "hybrid")
    made = choice.choose([worse, shipped(marks(*range(30)))], QIDS[::2])
    assert [row.verdict for _, row in made.rows] == ["worse", "cannot tell"]
    assert (made.test.mean, made.test.baseline) == (0.25, 0.75)  # 5 and 15 of the 20 odd questions
    text = "\n".join(choice.report(made, [500], 20, 20))
    assert "on 20 test questions, the runner-up, worse, against the shipped default:\n  worse" in text
    assert "told apart from the shipped default on dev: worse" in text


def test_several_budgets_have_a_column_each_and_their_mean_decides():
    budgets = {500: marks(*range(10)), 900: marks(*range(20))}
    mean = [(a + b) / 2 for a, b in zip(*budgets.values(), strict=True)]
    one = result("one", mean)._replace(budgets=budgets, short=2)
    made = choice.choose([one], QIDS)
    text = choice.report(made, [500, 900], 40, 0)
    assert "within 2 budgets" in text[0]
    assert "  one  0.375  0.250 0.500  100 tokens" in text[2]
    assert choice.short([one, result("two", mean)], 900) == [
        "warning: one: 2 of 40 rankings end within 900 tokens; its recall there is a lower bound"
    ]


def test_cost_and_routing_are_shown_beside_quality():
    made = choice.choose([result("one", marks(*range(20)))], QIDS)
    text = choice.report(made, [500], 40, 0, routing=True, price=5.0)[2]
    assert "100 tokens, 1.0 ms, $0.50 for 1,000, routed 0.500 [0.352, 0.648]" in text  # 100 * 5 / 1e6 * 1,000


def test_a_default_that_is_kept_is_compared_with_the_runner_up_on_the_test_half():
    # dev: 10 and 9 of 20; test: the other 20, where the runner-up finds 15 and the default none
    second = result("second", marks(*range(10), *range(20, 35)), "hybrid")
    third = result("third", marks(*range(8)), "hybrid")
    made = choice.choose([third, second, shipped(marks(*range(9)))], QIDS[:20])
    assert (made.kept, made.tried.cell.name) == (True, "second")
    assert (made.test.measure, made.test.mean, made.test.baseline) == ("second", 0.75, 0.0)
    text = choice.report(made, [500], 20, 20)
    assert text[-1].startswith("the dev half did not show that: another --seed may choose otherwise")
    assert "on 20 test questions, the runner-up, second, against the shipped default:" in text
    assert sum("dev Holm p" in line for line in text) == 2


def test_a_choice_that_the_test_half_does_not_confirm_is_said_to_be_so():
    lucky = result("lucky", marks(*range(10)), "hybrid")
    text = choice.report(choice.choose([lucky, shipped(marks())], QIDS[:20]), [500], 20, 20)
    assert text[-1].startswith("the test half does not confirm the choice")


def test_a_row_that_finds_the_very_same_gets_no_verdict():
    same, other = result("same", marks(1, 2)), result("other", marks(1, 3))
    base = result("base", marks(1, 2))
    lines = choice.report(choice.choose([base, same, other], QIDS), [500], 40, 0)
    said = {line.split()[0]: line for line in lines}
    assert said["same"].endswith("the same on every question: nothing that it changes was found or lost")
    assert "cannot tell" not in said["same"]
    assert said["other"].endswith("cannot tell")


def test_the_unit_of_the_tokens_is_said():
    lines = choice.report(choice.choose([result("one", marks(1))], QIDS), [500], 40, 0)
    assert lines[1].startswith(
        "tokens: cl100k tokens, estimated, of passages as indexed, without a prompt's frame"
    )
