"""The passage, page and line of a citation, counted by hand; and the pages that show them."""

from ragkit import records
from ragkit.answering import cited_page, places, support
from ragkit.answering.spots import page_at, place, shown

# Line 1 is a heading of the document's tenth line; page 2 begins with "The motor".
TEXT = "## Belts\n\nTighten the belt to 40 N. Check it yearly.\nThe motor has a\nguarantee of 24 months.\n\n"
SOURCE = {
    "n": 1, "chunk_id": "m.pdf#1", "doc_id": "m.pdf", "source": "docs/m.pdf", "title": "Manual", "text": TEXT,
    "pages": [1, 2], "page_starts": [[1, 0], [2, 53]], "lines": [10, 14],
}  # fmt: skip
ROWS = {
    "n": 2, "chunk_id": "w.md#1", "doc_id": "w.md", "source": "docs/w.md", "title": "War<ranty>",
    "url": "https://example.org/w?a=1", "updated": "2026-03-01", "lines": [4, 6],
    "text": "| part | months |\n| belt | 12 |\n| motor | 24 |\n",
}  # fmt: skip


def context(*sources):
    row = {"qid": "q1", "question": "How long?", "docs": list(sources), "context_sha": "s"}
    return records.check("context", row, "test")


def answer(text, **more):
    return records.check("answer", {"qid": "q1", "answer": text, **more}, "test")


def spots(text, *sources):
    return [
        (one.source["n"], spot.page, spot.lines, spot.quote)
        for one in places.cited(context(*sources), answer(text))
        for spot in one.places
    ]


def test_page_2_begins_where_the_constant_says():
    assert TEXT.index("The motor") == 53


def test_each_sentence_has_its_own_page_and_lines():
    assert spots("The belt wants 40 N [1]. The motor's guarantee is 24 months [1].", SOURCE) == [
        (1, 1, (12, 12), "Tighten the belt to 40 N."),
        (1, 2, (13, 14), "The motor has a\nguarantee of 24 months."),
    ]


def test_a_table_row_is_a_passage_of_its_own():
    assert spots("The motor has 24 months [2].", SOURCE, ROWS) == [(2, None, (6, 6), "| motor | 24 |")]


def test_two_sentences_on_one_passage_show_it_once():
    assert spots("Tighten the belt [1]. To 40 N the belt [1].", SOURCE) == [
        (1, 1, (12, 12), "Tighten the belt to 40 N.")
    ]


def test_a_source_that_shares_no_word_is_shown_without_a_passage():
    [one] = places.cited(context(SOURCE), answer("Zebras gallop southwards [1]."))
    assert (one.source["n"], one.places) == (1, [])


def test_unspaced_text_is_cut_at_its_own_stops():
    first, second = (
        "\u6249\u3092\u9589\u3081\u308b\u3002",
        "\u6e29\u5ea6\u306f\u4fdd\u305f\u308c\u308b\u3002",
    )
    source = {**SOURCE, "text": first + second, "lines": [3, 3]}
    assert spots(f"{second[:-1]} [1]\u3002", source)[0][3] == second


def test_a_source_on_one_page_needs_no_starts_and_one_on_several_is_not_guessed():
    assert page_at({"pages": [3, 3]}, 5) == 3
    assert page_at({"pages": [3, 4]}, 5) is None
    assert page_at({"pages": [3, 4], "page_starts": [[3, 0], [4, 5]]}, 4) == 3
    assert page_at({"pages": [3, 4], "page_starts": [[3, 0], [4, 5]]}, 5) == 4


def test_markdown_names_title_file_page_line_and_date_and_lets_no_document_write_markup():
    shown = places.show({"q1": context(SOURCE, ROWS)}, [answer("It has 40 N [1]. The motor: 24 months [2].")])
    assert cited_page.markdown(shown).splitlines() == [
        "## q1: How long?",
        "",
        "It has 40 N [1]. The motor: 24 months [2].",
        "",
        "[1] Manual, docs/m.pdf",
        "> page 1, line 12: Tighten the belt to 40 N.",
        "",
        "[2] [War\\<ranty\\>](<https://example.org/w?a=1>), docs/w.md, updated 2026-03-01",
        "> line 6: \\| motor \\| 24 \\|",
    ]


def test_the_page_escapes_and_links_only_web_addresses():
    bad = {**ROWS, "url": "javascript:alert(1)", "title": "<script>"}
    page = cited_page.page(
        places.show({"q1": context(SOURCE, bad)}, [answer("Motor 24 [2]. <b>40</b> N [1].")])
    )
    assert "<script" not in page
    assert "javascript" not in page
    assert "<b>" not in page
    good = cited_page.page(places.show({"q1": context(SOURCE, ROWS)}, [answer("The motor: 24 months [2].")]))
    assert '<a href="https://example.org/w?a=1">War&lt;ranty&gt;</a>' in good


def test_an_answer_from_other_sources_is_shown_without_any():
    shown = places.show({"q1": context(SOURCE)}, [answer("It has 40 N [1].", context_sha="older")])
    assert shown[0].cited is None
    assert "[1] Manual" not in cited_page.markdown(shown)
    assert cited_page.STALE in cited_page.markdown(shown)
    assert next(places.rows(shown))["citations"] is None


def test_rows_for_a_program_hold_the_exact_range():
    [row] = places.rows(places.show({"q1": context(SOURCE)}, [answer("It has 40 N [1].")]))
    [spot] = row["citations"][0]["places"]
    assert TEXT[spot["start"] : spot["end"]] == spot["quote"] == "Tighten the belt to 40 N."
    assert (spot["page"], spot["lines"]) == (1, (12, 12))


def test_a_long_passage_is_cut_at_a_word():
    known = support.corpus([])
    spot = place("word", {"text": "word " * 100}, known)
    assert shown(spot.quote) == ("word " * 48).strip() + " ..."  # 48 words and their spaces are 240


def test_of_rows_that_say_the_same_that_which_was_asked_about_is_shown():
    text = "| day | hall |\n| closed Monday | pool |\n| closed Monday | sauna |\n| closed Monday | gym |\n"
    source = {**ROWS, "text": text, "lines": [4, 7]}
    known = support.corpus([text])
    assert place("Monday [2].", source, known).lines == (7, 7)  # the shortest
    assert place("Monday [2].", source, known, "When is the sauna closed?").lines == (6, 6)
