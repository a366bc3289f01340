"""The token estimate: bounds against counts made by tiktoken, additivity, edges."""

import random

import pytest

from ragkit import token_table, tokens

# Counts by tiktoken 0.14.0, cl100k_base.
KNOWN = [
    ("The quick brown fox jumps over the lazy dog. " * 8, 81),
    ("def add(first, second):\n    return first + second\n" * 8, 96),
    ("\u8fd9\u4e2a\u51fd\u6570\u8fd4\u56de\u4e00\u4e2a\u5217\u8868\u3002" * 20, 140),
]


@pytest.mark.parametrize(("text", "exact"), KNOWN)
def test_the_estimate_is_close_to_tiktoken(text, exact):
    assert tokens.count(text) == pytest.approx(exact, rel=0.15)


def test_an_empty_text_has_no_tokens_and_any_other_has_one():
    assert tokens.count("") == 0
    assert tokens.count("a") == 1
    assert tokens.count("\u0301") >= 1


def test_weights_add_up_over_parts_cut_at_the_start_of_a_line_or_a_word():
    text = "One two. Three, it's\n| a | b |\n|---|---|\n    code_here = 1\r\n\u4eca\u5929\n last words "
    cuts = [
        at
        for at in range(1, len(text))
        if text[at - 1] == "\n" or (text[at - 1] == " " and text[at].isalpha())
    ]
    for cut in cuts:
        assert tokens.weigh(text[:cut]) + tokens.weigh(text[cut:]) == tokens.weigh(text)


@pytest.mark.parametrize("parts", [("One.  ", "Two."), ("One.\n", "\nTwo."), ("One \n  ", "two")])
def test_parts_cut_in_a_run_of_white_space_weigh_no_less_than_the_whole(parts):
    assert sum(map(tokens.weigh, parts)) >= tokens.weigh("".join(parts))


@pytest.mark.parametrize("text", ["<|endoftext|>", "\U0001f600" * 3, "\ud83d", "a" * 10_000, "\t\n" * 50])
def test_every_text_has_an_estimate_below_its_bytes(text):
    assert 0 < tokens.count(text) <= len(text.encode("utf-8", "surrogatepass"))


PARTS = (
    [" ", "  ", "    ", "\n", "\n\n", "\t", "\r\n", "\u3000", "\xa0", "\x0b", " \n", "\n ", "\0", "\2", "a"]
    + ["Word", "two words", "'s", "'", "'the", ","]
    + [".", "-", "|", "12", "1234", "_", "(x", "\u65e5", "e\u0301"]
)  # fmt: skip


def by_pieces(text):
    """Return the definition of weigh: every piece of the text by its table places, no word remembered."""
    pieces = [tokens.bare(piece) for piece in tokens.PIECE.findall(text) if piece != " "]
    return sum(
        max(1000, token_table.BASE + sum(tokens._TABLE[at] for at in tokens.buckets(p))) for p in pieces
    )


@pytest.mark.parametrize("seed", range(20))
def test_a_text_weighs_as_its_pieces_do_whatever_white_space_it_holds(seed):
    rng = random.Random(seed)
    for _ in range(300):
        text = "".join(rng.choices(PARTS, k=rng.randint(1, 14))) + " x" * rng.choice([0, 4])
        assert tokens.weigh(text) == by_pieces(text)
