"""Locating quotes: through the noise of extraction, never to an altered fact."""

import pytest

from ragkit.labels.locate import Lost, Page, find, holder, locate
from ragkit.labels.stream import stream

CLEAN = "Filters of the first office must be cleaned every 60 days, at -5 \u00b0C or colder (see 1.5)."


def place(text, quote, occurrence=None, pages=()):
    return locate(text, {"quote": quote, "occurrence": occurrence}, pages)


def found_text(text, quote, **more):
    ranges = place(text, quote, **more)
    assert isinstance(ranges, list), ranges
    return "".join(text[start:end] for start, end in ranges)


def test_a_verbatim_quote_is_its_own_range():
    assert place("Say: boil it.", "boil it.") == [(5, 13)]


NOISE = {
    "ligatures": CLEAN.replace("first office", "\ufb01rst o\ufb03ce"),
    "line wraps": CLEAN.replace("must be ", "must\nbe ").replace("days, at", "days,\n  at"),
    "hyphenation": CLEAN.replace("cleaned", "clean-\ned").replace("Filters", "Fil-\r\nters"),
    "soft hyphens": CLEAN.replace("cleaned", "clean\u00aded"),
    "no-break and thin spaces": CLEAN.replace(" be ", "\u00a0be\u2009").replace("5 ", "5\u202f"),
    "collapsed spaces": CLEAN.replace("must be cleaned", "mustbecleaned"),
    "spread spaces": CLEAN.replace("must be", "m u s t  b e"),
    "zero width": CLEAN.replace("cleaned", "cle\u200baned\ufeff"),
    "decomposed": CLEAN.replace("first", "f\u0131\u0301rst").replace("\u0131\u0301", "i\u0301"),
    "unicode minus": CLEAN.replace("-5", "\u22125"),
    "capitals": CLEAN.upper(),
    "full width": CLEAN.replace("60", "\uff16\uff10").replace("must", "\uff4d\uff55\uff53\uff54"),
    "bold and code": CLEAN.replace("must be cleaned", "**must be** `cleaned`"),
    "a link": CLEAN.replace("first office", "[first office](../offices/first.md#hours)"),
    "html": CLEAN.replace("must be", "<b>must</b>&nbsp;be"),
    "table cells": CLEAN.replace("must be cleaned every", "| must be cleaned | every"),
    "degree letters": CLEAN.replace("\u00b0C", "\u00baC"),
    "a footnote mark": CLEAN.replace("days", "days\u00b9"),
    "list marks": CLEAN.replace("must be", "must be\n\u2022 ").replace("every", "\n- every"),
}


@pytest.mark.parametrize("noisy", NOISE.values(), ids=NOISE.keys())
def test_a_quote_is_found_through_extraction_noise(noisy):
    text = f"Before it. {noisy} After it."
    assert found_text(text, CLEAN) in (noisy, noisy.rstrip(").").rstrip())


ALTERED = [
    CLEAN.replace("60", "90"),
    CLEAN.replace("60", "600"),
    CLEAN.replace("60", "6 0"),
    CLEAN.replace("60", "6.0"),
    CLEAN.replace("60", "-60"),
    CLEAN.replace("60", "<60"),
    CLEAN.replace("60", "60%"),
    CLEAN.replace("-5", "5"),
    CLEAN.replace("-5", "+5"),
    CLEAN.replace("1.5", "15"),
    CLEAN.replace("1.5", "1,5"),
    CLEAN.replace("1.5", "1-5"),
    CLEAN.replace("1.5", "2.5"),
    CLEAN.replace("must", "must not"),
    CLEAN.replace("must", "mustn't"),
    CLEAN.replace("must be", "must\nnot\nbe"),
    CLEAN.replace("days", "weeks"),
    CLEAN.replace("\u00b0C", "\u00b0F"),
    CLEAN.replace("or colder", "or warmer"),
    CLEAN.replace("every 60", "every\f60 or 90\f"),
]


@pytest.mark.parametrize("altered", ALTERED)
def test_an_altered_fact_is_evidence_changed_both_ways(altered):
    for text, quote in ((altered, CLEAN), (CLEAN, altered)):
        found = place(f"Before it. {text} After it.", quote)
        assert isinstance(found, Lost), f"{quote} was found as {found}"
        assert found.code == "evidence_changed"
        assert "of the first office must" in found.nearest


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("It takes 15 minutes.", "5 minutes"),
        ("It takes 1.5 minutes.", "5 minutes"),
        ("It takes -5 minutes.", "5 minutes"),
        ("It takes 5 minutes.", "It takes 5 min"),
        ("It is unable to run.", "able to run"),
        ("It is un-\nable to run.", "able to run"),
        ("It is non-flammable.", "flammable"),
        ("A load of 10.5 kg", "a load of 10"),
        ("A load of 10% is", "a load of 10"),
        ("Set 10\u00b2 here", "Set 102 here"),
        ("Set 10\u00bd here", "Set 101/2 here"),
        ("Give 5 mW power", "Give 5 MW power"),
        ("if a != b then", "if a = b then"),
        ("if !ready then", "if ready then"),
        ("List<String> x", "List<Integer> x"),
        ("\u2717 has it", "\u2713 has it"),
        ("cost $5 each", "cost \u20ac5 each"),
        ("as observed, complete or not.", "as observed, complete or."),
    ],
)
def test_a_match_may_not_cut_a_word_or_number_nor_change_a_sign(text, quote):
    assert isinstance(place(text, quote), Lost)


def test_the_end_of_a_sentence_may_lose_its_full_stop():
    assert found_text("It boils\n\nNext page", "It boils.") == "It boils"
    assert found_text("It boils  90  \nMB.", "It boils 90 MB.") == "It boils  90  \nMB"


def test_an_ambiguous_quote_wants_an_occurrence():
    text = "Boil it. Stir. Boil it. Done."
    lost = place(text, "Boil it.")
    assert isinstance(lost, Lost)
    assert (lost.code, lost.ranges) == ("ambiguous", (((0, 8),), ((15, 23),)))
    assert place(text, "Boil it.", occurrence=2) == [(15, 23)]
    assert place(text, "Boil it.", occurrence=3).code == "occurrence_missing"


def test_a_verbatim_place_wins_over_one_that_only_reads_the_same():
    assert place("BOIL IT. Then: Boil it.", "Boil it.") == [(15, 23)]


PAGED = "Clean the filter every 60\nNorrglace FJ-900\nPage 2 of 3\n\fNorrglace FJ-900\ndays and not less."


def test_a_page_break_with_its_running_lines_may_fall_inside_a_quote():
    ranges = place(PAGED, "Clean the filter every 60 days and not less.")
    assert [PAGED[start:end] for start, end in ranges] == [
        "Clean the filter every 60\n",
        "days and not less",
    ]


def test_a_page_may_break_after_the_first_word():
    text = "If\nNorrglace\n2\n\fyou clean the filter every month."
    assert len(place(text, "If you clean the filter every month.")) == 2


def test_the_pages_of_a_document_say_where_a_break_is():
    text = "Clean the filter every 60\nNorrglace\ndays and not less."
    quote = "Clean the filter every 60 days and not less."
    assert isinstance(place(text, quote), Lost)
    assert len(place(text, quote, pages=[[0, 36, 1, "1"], [36, 54, 2, "2"]])) == 2


def test_a_page_number_alone_between_blank_lines_is_a_break_and_a_number_in_the_text_is_not():
    assert len(place("Clean it every\n\n- 3 -\n\nsixty days.", "Clean it every sixty days.")) == 2
    for text in ("Clean it every\n60\n\ndays.", "Clean it every\n\n60\ndays.", "Clean it every\n60\ndays."):
        assert isinstance(place(text, "Clean it every days."), Lost)


def test_what_negates_is_never_left_out_at_a_page_break():
    assert isinstance(place("It must\nnot\n\fbe opened.", "It must be opened."), Lost)
    assert isinstance(place("It must\n\fnever\nbe opened.", "It must be opened."), Lost)


def test_a_quote_of_an_archive_is_found_in_the_member_that_holds_it():
    within = {"kit.zip!1": Page("Boil it."), "kit.zip!2": Page("Cool it."), "kit.zipped": Page("Cool it.")}
    item = {"doc_id": "kit.zip", "quote": "Cool it.", "occurrence": None}
    assert (holder(item, within), find(item, within)) == ("kit.zip!2", [(0, 8)])
    assert find({**item, "doc_id": "old.md"}, within).detail.endswith(
        "the quote stands in kit.zip!2, kit.zipped"
    )


def test_a_quote_of_a_mail_is_found_in_what_is_attached_to_it():
    within = {"a.eml": Page("See the list."), "a.eml!1": Page("| 44 | otter |"), "a.eml!2": Page("Cool it.")}
    item = {"doc_id": "a.eml", "quote": "44 | otter", "occurrence": None}
    assert (holder(item, within), find(item, within)) == ("a.eml!1", [(2, 12)])
    assert holder({**item, "quote": "See the list."}, within) == "a.eml"
    assert find({**item, "quote": "Wrap it."}, within).code == "quote_missing"


def test_a_member_is_found_after_another_was_added_to_its_archive():
    within = {"kit.zip!1": Page("New."), "kit.zip!2": Page("Boil it."), "kit.zip!3": Page("Cool it.")}
    item = {"doc_id": "kit.zip!2", "quote": "Cool it.", "occurrence": None}
    assert (holder(item, within), find(item, within)) == ("kit.zip!3", [(0, 8)])
    assert holder({**item, "doc_id": "kit.zip!steps/cool.txt"}, within) == "kit.zip!3"
    assert find({**item, "quote": "Wrap it."}, within).code == "quote_missing"
    assert find(item, {"wow!.md": Page("Cool it.")}).code == "document_missing"


LINES = [
    ("> Rinse it\n> every week. A red\n> lamp says so.\n", "Rinse it every week. A red lamp says so."),
    ("> Rinse it\n> 14 days later.\n", "Rinse it 14 days later."),
    ("> 14 days later\n> rinse it.\n", "14 days later rinse it."),
    ("> > Rinse it\n> > 14 days later.\n", "Rinse it 14 days later."),
    (">Rinse it\n>14 days later.\n", "Rinse it 14 days later."),
    ("- Wash it.\n- Dry it.\n", "Wash it. Dry it."),
    ("* Wash it.\n+ Dry it.\n", "Wash it. Dry it."),
    ("1. Wash it.\n2. Dry it.\n", "Wash it. Dry it."),
    ("1) Wash it.\n   Well.\n2) Dry it.\n", "Wash it. Well. Dry it."),
    ("> 1. Wash it.\n> 2. Dry it.\n", "Wash it. Dry it."),
    ("- [ ] Wash it.\n- [x] Dry it.\n", "Wash it. Dry it."),
    ("Run this:\n\n```bash\nmake it\n```\n\nThen wait.\n", "Run this: make it Then wait."),
    ("| pump | 5 |\n|:---|---:|\n| fan | 6 |\n", "pump 5 fan 6"),
    ("# Care\n\nWash it.\n", "Care Wash it."),
    ("Care\n====\n\nWash it.\n", "Care Wash it."),
]


@pytest.mark.parametrize(("text", "quote"), LINES)
def test_marks_at_the_start_of_a_line_are_no_part_of_the_quote(text, quote):
    (found,) = place(f"Before.\n\n{text}\nAfter.\n", quote)
    read = stream("".join(f"Before.\n\n{text}\nAfter.\n"[slice(*found)])).chars
    assert read.startswith(stream(quote).chars[:4])
    assert read.endswith(stream(quote).chars[-4:])


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("The load is\n> 5 kg here.\n", "The load is 5 kg here."),
        ("The load is > 5 kg here.\n", "The load is 5 kg here."),
        ("Limits:\n> 5\n> 10\n", "Limits: 5 10"),
        ("2. Dry it.\n3. Wrap it.\n", "3. Dry it."),
        ("1. Wash it.\n2. Dry it.\n", "1. Wash it. 3. Dry it."),
        ("It was sold in\n12. It was not mended.\n", "It was sold in It was not mended."),
        ("Wait for\n7) minutes.\n", "Wait for minutes."),
        ("- [ ] Wash it.\n", "[x] Wash it."),
        ("Use\n- 5 kg.\n", "Use > 5 kg."),
    ],
)
def test_what_may_be_a_fact_at_the_start_of_a_line_is_kept(text, quote):
    assert isinstance(place(f"Before.\n\n{text}", quote), Lost)


def test_nothing_like_it_is_quote_missing():
    assert place("Boil it.", "The warranty lasts three years.").code == "quote_missing"
    assert place("", "Boil it.").code == "quote_missing"
    assert place("Boil it.", "...").code == "quote_missing"


def test_the_stream_maps_every_kept_character_to_its_source():
    kept = stream("A \ufb01ne-\ntune: 5\u00bd&amp;")
    assert kept.chars == "afinetune5\x001/2&"
    assert [kept.text[start:end] for start, end in zip(kept.starts, kept.ends, strict=True)][1:3] == [
        "\ufb01",
        "\ufb01",
    ]
    assert kept.text[kept.starts[-1] : kept.ends[-1]] == "&amp;"


@pytest.mark.parametrize("quote", ["use 3600", "USE  3600", "use **3600**", "3600"])
@pytest.mark.parametrize(
    "text", ["use 3600", "# T\n\nuse 3600", "3600 or 4\n\nuse 3600", "use 3600\nand more"]
)
def test_a_quote_that_ends_in_a_number_is_found_at_the_end_of_a_text(text, quote):
    occurrence = 2 if quote == "3600" and text.startswith("3") else 1
    at = text.index("use 3600") + (4 if quote == "3600" else 0)
    assert place(text, quote, occurrence) == [(at, text.index("use 3600") + 8)]


@pytest.mark.parametrize("text", ["3600 seconds", "3600", "-5", "3600\n"])
def test_a_quote_that_begins_with_a_number_is_found_at_the_start_of_a_text(text):
    quote = text.split()[0]
    assert place(text, quote) == [(0, len(quote))]


def test_part_of_one_character_is_no_quote():
    assert isinstance(place("Boil it for \u00bd hour.", "Boil it for 1"), Lost)  # a half is 1/2 in the stream
    assert found_text("Boil it for \u00bd hour.", "Boil it for 1/2 hour.") == "Boil it for \u00bd hour"
