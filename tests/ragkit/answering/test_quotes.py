"""Quotations: typography never matters, words always do."""

import random
import re
from pathlib import Path

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


# The contract of references/citations.md; daimon#629: a page said "character for character", the check
# folded. What is folded, by the page's own words -> a quotation and a source that differ in nothing else.
CONTRACT = {
    "Unicode compatibility forms": ("press \uff2f\uff2b twice", "then press OK twice"),
    "case": ("KEYS STAY valid", "keys stay valid"),
    "curly quotes": ('the team\'s "old" keys', "the team\u2019s \u201cold\u201d keys"),
    "dashes": ("ten - or more", "ten \u2014 or more"),
    "ellipses": ("wait... then go", "wait\u2026 then go"),
    "soft hyphens": ("self-improvement pays", "self-im\u00adprovement pays"),
    "control and invisible characters": ("preferences matter", "prefer\u0002en\u200bces matter"),
    "character entities": ("if a < b stop", "if a &lt; b stop"),
    "Markdown marks": ("keys **stay** valid", "keys stay _valid_"),
    "links to their words": ("see the manual first", "see [the manual](m.md) first"),
    "punctuation at either end": ("keys stay valid,", "keys stay valid; then"),
    "white space": ("keys  stay\nvalid", "keys stay\u00a0valid"),
}


def test_the_page_names_every_folding_that_is_tested_here_and_no_other():
    page = (Path(__file__).parents[3] / "references/citations.md").read_text(encoding="utf-8")
    listed = re.search(r"both sides are folded:\s(.*?)\.\s", page, re.DOTALL)
    assert {" ".join(name.split()) for name in listed.group(1).split(",")} == set(CONTRACT)


@pytest.mark.parametrize("folding", CONTRACT)
def test_a_quotation_that_differs_by_a_folding_of_the_page_passes_and_is_not_called_verbatim(folding):
    quote, source = CONTRACT[folding]
    assert quotes.holds(quote, source)
    if folding != "punctuation at either end":
        assert quotes.check(quote, source).status == "normalised"


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        ("keys stay valid", "keys stayed valid"),  # another form of a word
        ("keys stay valid", "the keys remain valid"),  # another word
        ("keys stay valid", "keys stay quite valid"),  # one missing
        ("keys, stay valid", "keys stay valid"),  # a comma inside
        ("resume work", "r\u00e9sum\u00e9 work"),  # an accent
        ("eys stay valid", "keys stay valid"),  # a word cut
        ("stay valid ... keys", "keys stay valid"),  # pieces out of order
    ],
)
def test_what_the_page_does_not_name_is_not_folded(quote, source):
    assert not quotes.holds(quote, source)
