"""Packed strings behave as a list of them."""

import random

import numpy as np
import pytest

from ragkit.indexing.strings import Strings, pack

TEXTS = ["", "a", "zebra", "\u00e9", "\U0001f600", "a/b#0"]


def test_they_read_like_the_list_they_were_packed_from():
    packed = Strings(*pack(TEXTS))
    assert list(packed) == TEXTS
    assert [packed[i] for i in range(len(packed))] == TEXTS
    assert packed[-1] == "a/b#0"
    assert packed[1:3] == ["a", "zebra"]
    with pytest.raises(IndexError):
        packed[len(TEXTS)]


@pytest.mark.parametrize("seed", range(20))
def test_find_agrees_with_a_list(seed):
    rng = random.Random(seed)
    words = sorted(
        {"".join(rng.choices("ab\u00e9\u4e00", k=rng.randint(0, 4))) for _ in range(30)}, key=str.encode
    )
    packed = Strings(*pack(words))
    for word in [*words, "c", "ab", "\u4e00\u4e00\u4e00\u4e00\u4e00"]:
        assert packed.find(word) == (words.index(word) if word in words else -1)


def test_none_are_found_in_an_empty_one():
    empty = Strings(*pack([]))
    assert (len(empty), list(empty), empty.find("a")) == (0, [], -1)
    assert Strings(np.empty(0, np.uint8), np.empty(0, np.int64)).find("") == -1


@pytest.mark.parametrize("seed", range(20))
def test_places_in_any_order_agree_with_a_list(seed):
    rng = random.Random(seed)
    words = list(
        dict.fromkeys("".join(rng.choices("ab\u00e9\u4e00", k=rng.randint(0, 4))) for _ in range(30))
    )
    rng.shuffle(words)
    asked = ["a", "ab", "aab", "\u4e00", "\u00e9a", "c", "\u4e00\u4e00\u4e00\u4e00\u4e00"]
    assert Strings(*pack(words)).places(asked) == {w: words.index(w) for w in asked if w in words}
