"""The token estimate: bounds against counts made by tiktoken, additivity, edges."""

import pytest

from ragkit import tokens

# Counts by tiktoken 0.14.0, cl100k_base.
KNOWN = [
    ("The quick brown fox jumps over the lazy dog. " * 8, 81),
    ("def add(first, second):\n    return first + second\n" * 8, 96),
    ("\u4eca\u5929\u5929\u6c14\u5f88\u597d\u3002" * 20, 180),
]


@pytest.mark.parametrize(("text", "exact"), KNOWN)
def test_the_estimate_is_within_a_quarter_of_tiktoken(text, exact):
    assert tokens.count(text) == pytest.approx(exact, rel=0.25)


def test_an_empty_text_has_no_tokens_and_any_other_has_one():
    assert tokens.count("") == 0
    assert tokens.count("a") == 1
    assert tokens.count("\u0301") >= 1


def test_weights_add_up_over_parts_cut_after_white_space():
    text = "One two.  Three\n\n| a | b |\n|---|---|\n    code_here = 1\nlast words "
    cuts = [i for i in range(1, len(text)) if text[i - 1].isspace() and not text[i].isspace()]
    for cut in cuts:
        assert tokens.weigh(text[:cut]) + tokens.weigh(text[cut:]) == tokens.weigh(text)
