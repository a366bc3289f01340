"""Answers, partial answers and abstentions written by hand in thirteen languages."""

from pathlib import Path

from ragkit.answering import abstention

ROWS = [
    line.replace("\\n", "\n").split("\t")
    for line in (Path(__file__).parents[2] / "fixtures/answers/abstentions.tsv")
    .read_text(encoding="utf-8")
    .splitlines()
    if not line.startswith("#")
]


def test_at_most_one_answer_in_a_hundred_is_taken_for_an_abstention():
    answers = [answer for state, answer in ROWS if state == "answered"]
    wrong = [answer for answer in answers if abstention.state(answer) == "abstained"]
    assert len(answers) >= 100
    assert len(wrong) <= len(answers) / 100, wrong


def test_each_of_the_three_states_is_told_in_98_of_a_hundred_answers():
    for state in ("answered", "partial", "abstained"):
        mine = [answer for wanted, answer in ROWS if wanted == state]
        wrong = [answer for answer in mine if abstention.state(answer) != state]
        assert len(mine) >= 50
        assert len(wrong) <= 0.02 * len(mine), wrong


def test_a_gap_that_the_same_sentence_fills_leaves_nothing_open():
    assert abstention.state("The lease does not mention pets, but annex C bans them [4].") == "answered"
    assert abstention.state("The sources do not mention pets, but smoking is banned [4].") == "partial"
