"""The analyser: scripts, folding, stems, identifiers, and what a question drops."""

import random
import unicodedata

import pytest

from ragkit.indexing.analyse import language, query_terms, raw_words, terms


def test_words_are_folded_and_stemmed_in_their_language():
    assert terms("The printers are offline", "en") == ["the", "printer", "are", "offlin"]
    assert terms("Die H\u00e4user", "de") == ["die", "haus"]
    assert terms("las canciones r\u00e1pidas", "es") == ["las", "cancion", "rap"]


def test_accents_and_typographic_hyphens_do_not_matter():
    assert terms("caf\u00e9 ZX\u201190") == terms("cafe ZX-90")
    assert terms(unicodedata.normalize("NFD", "caf\u00e9")) == ["cafe"]
    assert terms("soft\u00adware") == terms("software")


@pytest.mark.parametrize("seed", range(50))
def test_a_text_of_ascii_is_cut_as_it_is_beside_a_letter_that_is_not(seed):
    text = "".join(random.Random(seed).choices("aZ9_-./@:\\,+# \n('", k=40))
    assert raw_words(f"{text} \u00e9") == [*raw_words(text), "\u00e9"]
    assert raw_words(f"\u2018{text}\u2019") == raw_words(text)


def test_half_width_kana_equal_full_width_kana():
    assert terms("\uff8e\uff9f\uff72\uff9d\uff84") == terms("\u30dd\u30a4\u30f3\u30c8")


def test_cjk_runs_give_characters_and_pairs_whether_glued_to_latin_or_not():
    assert terms("\u9886\u6536\u4e66") == ["\u9886", "\u6536", "\u4e66", "\u9886\u6536", "\u6536\u4e66"]
    assert terms("E-4012\u306f") == ["e4012", "e", "4012", "\u306f"]


def test_thai_gives_trigrams_and_a_short_run_stays_whole():
    assert terms("\u0e23\u0e32\u0e04\u0e32") == ["\u0e23\u0e32\u0e04", "\u0e32\u0e04\u0e32"]
    assert terms("\u0e23\u0e32") == ["\u0e23\u0e32"]


def test_hindi_vowel_signs_do_not_break_a_word():
    assert len(terms("\u0939\u093f\u0928\u094d\u0926\u0940 \u092d\u093e\u0937\u093e")) == 2


def test_short_i_is_a_letter_and_yo_is_ye():
    assert terms("\u0439\u043e\u0434", "ru") == ["\u0439\u043e\u0434"]
    assert terms("\u0451\u043b\u043a\u0430", "ru") == terms("\u0435\u043b\u043a\u0430", "ru")


@pytest.mark.parametrize(
    ("identifier", "whole", "part"),
    [
        ("E-4012", "e4012", "4012"),
        ("SKU-12-345", "sku12345", "345"),
        ("v1.2.3", "v1.2.3", "v1"),
        ("get_user_by_id", "getuserbyid", "user"),
        ("maxRetryCount", "maxretrycount", "retri"),
        ("MAX_RETRY_COUNT", "maxretrycount", "retri"),
        ("CVE-2024-1", "cve20241", "2024"),
        ("10.0.0.1", "10.0.0.1", "10"),
        ("0x1f", "0x1f", "0x1f"),
        ("config.yaml", "config.yaml", "yaml"),
        ("12,850", "12850", "850"),
        ("C++", "c++", "c++"),
        ("__init__", "init", "init"),
    ],
)
def test_an_identifier_is_kept_whole_and_in_parts(identifier, whole, part):
    assert {whole, part} <= set(terms(f"See {identifier}, please"))


def test_spellings_of_one_identifier_agree():
    assert terms("maxRetryCount") == terms("max_retry_count") == terms("max-retry-count")


def test_the_plural_of_an_acronym_is_the_acronym():
    assert terms("GPUs") == terms("GPU")


def test_an_overlong_compound_is_found_by_its_parts_alone():
    assert terms("a/" * 40 + "end") == ["a"] * 40 + ["end"]


def test_a_question_drops_its_question_words_but_not_all_of_them():
    assert query_terms("What does E-4012 mean?", ["en"]) == ["e4012"] * 5 + ["e", "4012"]
    assert query_terms("what is it", ["en"]) == terms("what is it", "en")
    assert query_terms("\u00bfCu\u00e1l es la garant\u00eda?", ["es"]) == ["garant"]


def test_a_shouted_function_word_is_a_name():
    assert "who" in query_terms("Who founded the WHO?", ["en"])
    assert "who" not in query_terms("WHO FOUNDED THE CLUB?", ["en"])


def test_a_question_is_stemmed_in_every_language_given_and_agreeing_stems_count_once():
    assert query_terms("printers maintenance", ["en", "es"]) == [
        "printer",
        "printers",
        "mainten",
        "maintenanc",
    ]


def test_repeated_words_stay_repeated():
    assert query_terms("pump pump", ["en"]) == ["pump", "pump"]


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("The pump is in the cellar and it has a filter of its own.", "en"),
        ("Die Pumpe ist im Keller und sie hat einen eigenen Filter.", "de"),
        ("La pompe est dans la cave et elle a un filtre avec une grille.", "fr"),
        ("La bomba est\u00e1 en el s\u00f3tano y tiene un filtro para el agua.", "es"),
        ("La pompa si trova nella cantina e non ha un filtro per l'acqua.", "it"),
        ("De pomp staat in de kelder en heeft een eigen filter van het merk.", "nl"),
        ("\u041d\u0430\u0441\u043e\u0441 \u0432 \u043f\u043e\u0434\u0432\u0430\u043b\u0435 \u0438"
         " \u043d\u0435 \u0438\u043c\u0435\u0435\u0442"
         " \u0444\u0438\u043b\u044c\u0442\u0440\u0430 \u0434\u043b\u044f"
         " \u0432\u043e\u0434\u044b", "ru"),
        ("4012 ZX 90", None),
        ("", None),
    ],
)  # fmt: skip
def test_function_words_tell_the_language(text, lang):
    assert language([text]) == lang
