"""Units of length and exact tokenizers."""

import pytest

from ragkit.chunking.measure import measure
from ragkit.cli import IncompleteError, InputError


@pytest.mark.parametrize(
    ("unit", "text", "length"),
    [
        ("chars", "na\u00efve \U0001f600", 7),
        ("words", "don't stop-gap, _x_ 3.5", 9),
        ("words", "\u4eca\u5929 ok", 3),
        ("tokens", "", 0),
    ],
)
def test_a_length_is_counted_in_its_unit(unit, text, length):
    assert measure(unit).length(text) == length


@pytest.mark.parametrize(
    ("unit", "tokenizer"),
    [("lines", "estimate"), ("tokens", "gpt"), ("tokens", "tiktoken:"), ("tokens", "hf:/no/such.json")],
)
def test_what_cannot_be_measured_is_said(unit, tokenizer):
    with pytest.raises((InputError, IncompleteError), match=r"use|give|install"):
        measure(unit, tokenizer)


def test_tiktoken_counts_exactly():
    tiktoken = pytest.importorskip("tiktoken", reason="an optional package")
    try:
        exact = tiktoken.get_encoding("cl100k_base")
    except OSError:
        pytest.skip("the vocabulary is not cached here")
    assert measure("tokens", "tiktoken:cl100k_base").length("<|endoftext|> a") == len(
        exact.encode("<|endoftext|> a", disallowed_special=())
    )
