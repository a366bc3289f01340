"""The thesaurus: other words for a question's words, never the question's own."""

from ragkit.retrieval.related import related


def test_a_word_has_the_other_words_of_its_groups_as_stems():
    assert "outag" in related(["blackout"])["blackout"]
    assert "price" in related(["cost"])["cost"]


def test_words_already_in_the_question_and_words_without_a_group_are_left_out():
    found = related(["price", "cost", "zx90"])
    assert "price" not in found["cost"]
    assert "zx90" not in found
