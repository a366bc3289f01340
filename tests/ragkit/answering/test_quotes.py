"""Quotations: typography never matters, words always do."""

import random

import pytest

from ragkit.answering import quotes
from ragkit.answering.folding import fold

SOURCE = (
    "Keys can be rotated \u2014 without downtime. The team's \u201cold\u201d keys stay valid for a day; "
    "then they expire."
)


@pytest.mark.parametrize(
    ("quote", "status"),
    [
        ("Keys can be rotated \u2014 without downtime.", "verbatim"),
        ("keys can be rotated - without downtime", "normalised"),
        ('The team\u2019s "old" keys', "normalised"),
        ("keys stay **valid** for\na day", "normalised"),
        ("Keys can be rotated ... for a day", "normalised"),
        ("Keys can be rotated [\u2026] for a day", "normalised"),
        ("Keys can be rotated for a day", "stitched"),
        ("Keys can not be rotated", "altered"),
        ("keys stay valid for two days", "altered"),
        ("eys can be rotated", "altered"),
        ("for a day ... Keys can be", "stitched"),
    ],
)
def test_a_quote_is_verbatim_normalised_stitched_or_altered(quote, status):
    assert quotes.check(quote, SOURCE).status == status


def test_the_place_of_a_normalised_quote_is_in_the_original():
    verdict = quotes.check('the team\'s "old" keys', SOURCE)
    assert SOURCE[slice(*verdict.at)] == "The team's \u201cold\u201d keys"


def test_character_entities_control_characters_and_soft_hyphens_fold_away():
    assert quotes.holds("if a < b, self-improvement", "if a &lt; b, self-im\u00adprovement")
    assert quotes.holds("preferences matter", "prefer\u0002ences matter")


VARIANTS = [
    str.upper,
    lambda s: s.replace(" ", "\u00a0"),
    lambda s: s.replace(" ", "\n"),
    lambda s: s.replace("'", "\u2019"),
    lambda s: s.replace("-", "\u2011"),
    lambda s: s.replace(" ", " \u200b"),
    lambda s: f"**{s}**",
]


@pytest.mark.parametrize("seed", range(60))
def test_a_typographic_variant_passes_and_an_edited_word_does_not(seed):
    rng = random.Random(seed)
    words = [
        rng.choice(["pump", "valve", "don't", "re-use", "the", "for", "keys", "old", "drain", "40", "hours"])
        for _ in range(60)
    ]
    source = " ".join(words)
    at = rng.randrange(0, 50)
    quote = words[at : at + rng.randint(4, 9)]
    assert quotes.holds(rng.choice(VARIANTS)(" ".join(quote)), source)
    spoiled = list(quote)
    spoiled[rng.randrange(len(quote))] = "other"
    assert not quotes.holds(" ".join(spoiled), source)


def test_folding_keeps_the_way_back():
    text = "A\u00a0\u00a0\u201cB\u201d &amp; **C**"
    folded = fold(text)
    assert folded.text == 'a "b" & c'
    assert len(folded.origin) == len(folded.text) + 1
    assert text[slice(*folded.span(2, 5))] == "\u201cB\u201d"


def test_only_quotations_of_some_length_are_found():
    assert [
        q.text for q in quotes.find("He said \u201cdo not open\u201d and 'so-called' and 5\" pipes.")
    ] == ["do not open"]
