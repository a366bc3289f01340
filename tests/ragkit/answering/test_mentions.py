"""Codes and names of a question that no source shown with it mentions."""

import pytest

from ragkit.answering import mentions


def doc(text, title="Data sheet", doc_id="product/fj-400.md"):
    return {"text": text, "title": title, "doc_id": doc_id, "path": []}


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("Does the P-999 hold 6 bar?", ["P-999"]),
        ("Does the FJ400 hold 6 bar?", []),  # the text has FJ-400
        ("Which depot has 70-0415 for Lindholt's machine?", ["70-0415", "Lindholt"]),
        ("Who is Orrin's stand-in?", []),
        ("Orwell calls at midnight. Which extension?", []),  # a first word has a capital from its place
        ("Is it good for 15kg, 10-20 days, or on 2026-11-16?", []),
        ("Darf die Pumpe P-999 im Keller stehen?", ["P-999"]),  # every German noun has a capital
        ("Wie fr\u00fch muss ich Bescheid geben, wenn ich P-999 will?", ["P-999"]),
        ("What if I'm late, or I\u2019ve an 18-string box?", []),
        ("what about Tessmark and P-999 and Tessmark", ["Tessmark", "P-999"]),
    ],
)
def test_only_what_no_source_has_is_named_in_the_order_of_the_question(question, missing):
    shown = [doc("The FJ-400 holds 6 bar. Orrin keeps the key.")]
    assert mentions.unmentioned(question, shown) == missing


def test_a_title_and_a_path_mention_too():
    shown = [doc("It holds 6 bar.", title="Lindholt order", doc_id="orders/P-999.md")]
    assert mentions.unmentioned("Does Mr Lindholt want the P-999?", shown) == []


def test_a_question_without_sources_gets_no_note():
    rows = [
        {"qid": "q1", "question": "where is P-999", "docs": []},
        {"qid": "q2", "question": "where is P-999", "docs": [doc("Hall B.")]},
    ]
    assert mentions.notes(rows) == {"q2": "no source shown mentions P-999"}
    assert mentions.line(mentions.notes(rows)) == "names no source shown mentions: q2 (P-999)"
