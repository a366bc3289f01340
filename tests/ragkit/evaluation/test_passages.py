"""Another system's passages found in our documents: by name, by words, through noise."""

from ragkit.evaluation.passages import Library, Place

# 60 and 54 characters, so that the ranges below can be counted by hand
FIRST = "The warranty covers the battery for ten years after purchase"
SECOND = "Send the meter back to the shop in its original carton"
GUIDE = f"# Guide\n\n{FIRST}.\n\n{SECOND}.\n"  # FIRST is [9, 69), SECOND [72, 126)


def document(doc_id, text, **more):
    return {"doc_id": doc_id, "source": "", "url": None, "text": text, **more}


def library(*documents):
    return Library([document("guide.md", GUIDE), *documents])


def test_a_passage_is_found_by_its_very_words_though_it_is_cut_inside_a_word():
    assert library().find("arranty covers the bat") == [Place("guide.md", 14, 36)]


def test_every_place_of_a_passage_is_found():
    twice = library(document("other.md", f"{FIRST}. And: {FIRST}"))
    assert twice.find(FIRST) == [
        Place("guide.md", 9, 69), Place("other.md", 0, 60), Place("other.md", 67, 127),
    ]  # fmt: skip


def test_markup_case_white_space_and_ligatures_do_not_hide_a_passage():
    squeezed = f"Guide {FIRST}. {SECOND}.".replace(" ", "  ").replace("**", "")
    ((doc_id, start, end, share),) = library().find(squeezed)
    assert (doc_id, GUIDE[start:end], share) == ("guide.md", f"Guide\n\n{FIRST}.\n\n{SECOND}", 1.0)


def test_a_changed_number_ends_what_is_found():
    text = "Wait for the light to turn green. The delay of this charger is 3 minutes. Then press it twice."
    changed = text.replace("3 minutes", "5 minutes")
    found = library(document("delay.md", text)).find(changed)
    assert [text[place.start : place.end] for place in found] == [
        "Wait for the light to turn green. The delay of this charger is"
    ]
    assert 0.5 < found[0].share < 0.9


def test_the_numbers_of_a_list_may_be_on_either_side_or_on_none():
    steps = ["Open the cover of the meter with a flat tool", "Press the reset key until the light is green"]
    numbered, plain = "".join(f"{n}. {step}\n" for n, step in enumerate(steps, 1)), "\n".join(steps)
    for text, passage in ((numbered, plain), (plain, numbered), (plain, numbered.replace("\n", " "))):
        (place,) = Library([document("a.md", text)]).find(passage)
        assert text[place.start : place.end].startswith("Open")
        assert text[place.start : place.end].endswith("green")
        assert place.share > 0.9


def test_a_title_and_a_running_header_that_no_document_has_are_passed_over():
    ((_, start, end, share),) = library().find(f"Manual > 7\n{FIRST}. ACME Inc., page 12 {SECOND}")
    assert GUIDE[start:end] == f"{FIRST}.\n\n{SECOND}"
    assert 0.7 < share < 0.9


def test_text_that_only_the_document_has_is_never_counted_as_found():
    text = f"{FIRST}. It does not cover misuse. {SECOND}"
    found = Library([document("a.md", text)]).find(f"{FIRST}, {SECOND} ")
    assert [text[place.start : place.end] for place in found] == [FIRST]


def test_a_passage_of_another_text_an_empty_one_and_marks_alone_are_not_found():
    assert library().find("Completely different words about gardening and the care of roses in winter") == []
    assert library().find("  \n") == []
    assert library().find("| --- | --- |") == []
    assert Library([]).find(FIRST) == []


def test_short_passages_and_scripts_without_spaces_are_found_through_noise():
    chinese = document("zh.md", "\u8bf7\u5148**\u5145\u7535**\u4e09\u5c0f\u65f6\u3002")
    ((doc_id, *_, share),) = library(chinese).find("\u5148\u5145\u7535\u4e09\u5c0f\u65f6")
    assert (doc_id, share) == ("zh.md", 1.0)


def test_a_name_is_a_path_seen_from_another_folder_an_address_or_a_bare_file_name():
    shelf = library(
        document("a/faq.md", "x", source="docs/a/faq.md"), document("faq.md", "y"),
        document("b%20c/r%C3%A9sum%C3%A9.md", "z", url="https://x.org/cv"), document("old.zip!in/n.md", "n"),
    )  # fmt: skip
    assert shelf.named("/srv/docs/a/faq.md") == ["a/faq.md"]
    assert shelf.named("docs\\a\\faq.md") == ["a/faq.md"]
    assert shelf.named("other/faq.md") == ["faq.md"]
    assert shelf.named("faq.md") == ["faq.md", "a/faq.md"]
    assert shelf.named("b c/re\u0301sume\u0301.md#3") == ["b%20c/r%C3%A9sum%C3%A9.md"]
    assert shelf.named("https://x.org/cv") == ["b%20c/r%C3%A9sum%C3%A9.md"]
    assert shelf.named("old.zip") == ["old.zip!in/n.md"]
    assert shelf.named("gone.md") == shelf.named("") == shelf.named("..") == []


def test_a_named_document_is_the_only_one_that_is_searched():
    both = library(document("other.md", GUIDE))
    assert [place.doc_id for place in both.find(FIRST, ["other.md"])] == ["other.md"]
    assert both.find("Completely different words about gardening", ["other.md"]) == []


def test_a_letter_or_a_part_of_a_word_is_found_nowhere_and_a_short_line_where_it_is_rare():
    assert library().find("t") == []
    assert library().find("cover") == []  # GUIDE has "covers"
    assert library().find("ten") == [
        Place("guide.md", 45, 48)
    ]  # after "The warranty covers the battery for "
    often = [document(f"{n}.md", "Ask the shop.") for n in range(6)]
    assert len(library(*often[:5]).find("Ask the shop.")) == 5
    assert library(*often).find("Ask the shop.") == []
