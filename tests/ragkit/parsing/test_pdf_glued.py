"""Glued words: split only where the gaps of a font's letters fall into two kinds."""

import numpy as np
import pytest

from ragkit.parsing import pdf_glued


def split(text, gaps, styles=None):
    """The text with a space at every break found; `gaps` has one number for each pair of letters."""
    style = np.array(styles or [0] * len(text))
    known = np.zeros(len(text) - 1, dtype=bool)
    found = pdf_glued.breaks(list(text), np.array(gaps), style, known)
    return "".join(char + " " * bool(at) for char, at in zip(text, [*found, False], strict=True))


def gaps(words, between, inside=0.0):
    """One number for each pair of letters of the words written together."""
    out = []
    for word in words.split():
        out += [inside] * (len(word) - 1) + [between]
    return out[:-1]


SAID = "we keep the old pump as a spare"


@pytest.mark.parametrize(("between", "inside"), [(0.12, 0.0), (0.06, 0.0), (0.1, 0.04), (0.1, -0.05)])
def test_two_kinds_of_gaps_are_letters_and_words(between, inside):
    assert split(SAID.replace(" ", ""), gaps(SAID, between, inside)) == SAID


@pytest.mark.parametrize(
    ("word", "where"),
    [
        ("donaudampfschifffahrt", {}),  # even: one word
        ("donaudampfschifffahrt", {5: 0.08}),  # one wide pair is kerning
        ("donaudampfschifffahrt", {5: 0.03, 10: 0.03}),  # no empty stretch
        ("donaudampfschifffahrt", dict.fromkeys(range(0, 20, 2), 0.1)),  # pieces of two letters are no words
        ("kafka.consumer_group_id_name", {5: 0.1, 14: 0.1, 20: 0.1}),  # an identifier
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", {5: 0.1, 10: 0.1}),  # no running text
        ("wekeeptheoldpump", {1: 0.1, 5: 0.1, 8: 0.1}),  # no longer than words are
    ],
)
def test_what_may_be_one_word_is_left_whole(word, where):
    assert split(word, [where.get(n, 0.0) for n in range(len(word) - 1)]) == word


def test_short_words_of_a_font_follow_its_long_ones_and_those_of_another_do_not():
    long, short = SAID, "see there"
    text = long.replace(" ", "") + short.replace(" ", "") * 2
    known = np.zeros(len(text) - 1, dtype=bool)
    ends = [len(long.replace(" ", "")) - 1, len(text) - 1 - len("seethere")]
    known[ends] = True
    wide = [*gaps(long, 0.1), 1.0, *gaps(short, 0.1), 1.0, *gaps(short, 0.1)]
    style = np.array([0] * (ends[1] + 1) + [1] * len("seethere"))
    found = pdf_glued.breaks(list(text), np.array(wide), style, known) | known
    shown = "".join(char + " " * bool(at) for char, at in zip(text, [*found, False], strict=True))
    assert shown == "we keep the old pump as a spare see there seethere"
