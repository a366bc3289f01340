"""Cut points below the paragraph: sentences in several scripts, graphemes."""

from itertools import pairwise

import pytest

from ragkit.chunking.sentences import grapheme_break, lines, sentences, words


def pieces(finder, text):
    cuts = [0, *finder(text), len(text)]
    return [text[start:end] for start, end in pairwise(cuts)]


@pytest.mark.parametrize(
    "parts",
    [
        ["One. ", 'He said "no!" ', "Two?"],
        ["See e.g. Smith et al. (2020). ", "Then stop."],
        ["Version 1.2 of node.js is out. ", "Get it."],
        ["\u4eca\u5929\u5f88\u597d\u3002", "\u4f60\u5462\uff1f", "\u597d\u7684"],
        ["\u3053\u308c\u306f\u672c\u3067\u3059\u3002\u300d", "\u305d\u3046\u3067\u3059\u3002"],
        ["\u092f\u0939 \u0939\u0948\u0964 ", "\u0935\u0939 \u0939\u0948\u0964"],
        ["\u0647\u0644 \u0647\u0630\u0627\u061f ", "\u0646\u0639\u0645"],
        ["no stop\n\n", "next paragraph"],
    ],
)
def test_sentences_end_where_a_reader_ends_them(parts):
    assert pieces(sentences, "".join(parts)) == parts


def test_lines_and_words_keep_the_white_space_before_a_cut():
    assert pieces(lines, "a\n\nb\n") == ["a\n", "\n", "b\n"]
    assert pieces(words, "a  b\nc ") == ["a  ", "b\n", "c "]


@pytest.mark.parametrize(
    "cluster",
    [
        "e\u0301", "\r\n", "\U0001f469\u200d\U0001f469\u200d\U0001f466", "\U0001f1e9\U0001f1ea",
        "\U0001f44d\U0001f3fd",
        "\u1112\u1161\u11ab", "\u0915\u094d\u0937\u093f", "\u0e01\u0e33", "\u2764\ufe0f",
        "\U0001f3f4\U000e0067\U000e0062\U000e007f",
    ],
)  # fmt: skip
def test_a_grapheme_is_not_divided_but_the_text_may_be_cut_on_both_sides(cluster):
    text = "x" + cluster + "x"
    breaks = [at for at in range(len(text) + 1) if grapheme_break(text, at)]
    assert breaks == [0, 1, 1 + len(cluster), len(text)]


def test_flags_pair_up_from_the_first_letter():
    text = "\U0001f1e9\U0001f1ea\U0001f1eb\U0001f1f7"
    assert [grapheme_break(text, at) for at in range(5)] == [True, False, True, False, True]
