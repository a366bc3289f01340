"""The next lever follows from where questions were lost."""

from ragkit.evaluation.lever import CHANGES, Lost, lever


def test_without_labels_the_lever_is_to_write_some():
    assert lever([], 0).startswith("labels: ")


def test_when_nothing_was_lost_retrieval_is_not_the_lever():
    assert lever([], 40).startswith("answers: ")


def test_the_stage_that_lost_most_is_the_lever_and_its_questions_are_the_reason():
    lost = [Lost("a", "one?", "rank"), Lost("b", "two?", "retrieve"), Lost("c", "three?", "retrieve")]
    said = lever(lost, 20)
    assert said.startswith(f"retrieve: {CHANGES['retrieve']}; 2 of 20 questions")
    assert said.endswith("b (two?), c (three?)")


def test_of_two_stages_that_lost_as_many_the_earlier_one_is_mended_first():
    assert lever([Lost("a", "q", "rank"), Lost("b", "q", "parse")], 20).startswith("parse: ")


def test_a_long_question_is_shortened_and_three_are_named():
    lost = [Lost(str(n), "word " * 40, "rank") for n in range(5)]
    said = lever(lost, 20)
    assert said.count("...") == 3
    assert len(said) < 450


def test_few_questions_come_before_any_stage():
    said = lever([Lost("a", "q", "rank")], 19)
    assert said.startswith("labels: 19 questions are too few")
    assert f"Then rank: {CHANGES['rank']}" in said
    assert not lever([Lost("a", "q", "rank")], 20).startswith("labels")
