"""Lint: each finding on the smallest label file that has it, and none on one that has not."""

import random

import pytest

from ragkit.labels import lint, locate
from ragkit.labels.similar import duplicates, parrots, shared_run
from ragkit.records import check

TEXT = "Clean the filter every 60 days. The warranty lasts three years."


def label(qid, question="", quote=None, **fields):
    evidence = [{"doc_id": "guide/cleaning.md", "quote": quote}] if quote else None
    return check("label", {"qid": qid, "question": question, "evidence": evidence, **fields}, "test")


def codes(labels, *more, **options):
    return [(finding.code, finding.fault) for finding in lint.lint(labels, *more, **options)]


def healthy():
    topics = ["pump", "valve", "motor", "belt", "fan", "sensor", "door", "shelf", "light", "fuse"]
    labels = [label(f"q{i}", f"what about the {topics[i % 10]} {i}", TEXT[:31]) for i in range(54)]
    return labels + [
        label(f"q{i}", f"who makes the {i} {topics[i - 54]}", answerable=False) for i in range(54, 61)
    ]


def test_a_healthy_file_has_no_findings():
    assert codes(healthy()) == []


def with_fault(extra):
    return [finding.code for finding in lint.lint([*healthy(), *extra]) if finding.fault]


@pytest.mark.parametrize(
    ("extra", "code"),
    [
        ([label("r1", "Is it on?", "x"), label("r2", "is it ON", "x")], "duplicate_question"),
        ([label("r1", "why", TEXT[:31], answerable=False)], "contradiction"),
        ([label("cleaning-1", "why so", TEXT[:31])], "telling_id"),
        ([label("r1", "why so", TEXT[:31], tags=["multi_hop"])], "tag_arity"),
        ([label("r1", "why so", TEXT[:31], type="multihop")], "tag_arity"),
    ],
)
def test_a_fault_is_found_where_it_is_and_alone(extra, code):
    assert with_fault(extra) == [code]


def test_the_same_question_of_another_user_is_another_question():
    users = [{"groups": ["staff"]}, {"groups": ["public"]}]
    assert with_fault([label(f"r{i}", "Is it on?", "x", user=users[i]) for i in (0, 1)]) == []


def test_ids_that_only_unanswerable_questions_have_are_telling():
    labels = [label(f"q{i}", f"a {i}", "x") for i in range(5)]
    assert ("telling_id", True) in codes(
        [*labels, *(label(f"u{i}", f"b {i}", answerable=False) for i in range(3))]
    )


def test_too_many_unanswerable_and_too_few_questions_are_notes():
    assert codes([label("q1", "why", "x y"), label("q2", "how", answerable=False)]) == [
        ("unanswerable_share", False),
        ("few_questions", False),
    ]


def test_quotes_are_located_and_coverage_counted_in_the_documents():
    pages = {name: locate.Page(TEXT) for name in ("guide/cleaning.md", "a", "b", "c", "d")}
    found = lint.lint(
        [label("q1", "why", "every 90 days. The warranty lasts"), label("q2", "how", "three years")], pages
    )
    assert [finding.code for finding in found if finding.fault] == ["evidence_changed"]
    assert "1 of 5 documents have a question" in [finding.detail for finding in found]
    assert "skew" in [finding.code for finding in found]


def test_gold_that_is_what_the_retriever_found_is_circular_and_other_gold_is_not():
    labels = [
        check("label", {"qid": f"q{i}", "question": f"{i}", "relevant": [f"c{i}"]}, "t") for i in range(20)
    ]
    circular = {f"q{i}": [f"c{i}", "x"] for i in range(20)}
    assert ("gold_from_retriever", True) in codes(labels, run=circular)
    assert ("gold_from_retriever", True) not in codes(labels, run={**circular, "q0": ["x"], "q1": ["x"]})


def test_quotes_of_documents_that_the_run_never_misses_are_a_note_not_a_fault():
    labels = [
        label(f"q{i}", f"question {i}", evidence=[{"doc_id": f"d{i}.md", "quote": f"quote {i}"}])
        for i in range(20)
    ]
    found = {f"q{i}": ["x.md#1", f"d{i}.md#2"] for i in range(20)}
    assert ("gold_from_retriever", False) in codes(labels, run=found)
    assert ("gold_from_retriever", False) in codes(labels, run={**found, "q0": ["x.md#1"]})  # 19 of 20
    missed = {**found, "q0": ["x.md#1"], "q1": [f"y{i}.md#1" for i in range(5)] + ["d1.md#2"]}
    assert ("gold_from_retriever", False) not in codes(labels, run=missed)
    assert ("gold_from_retriever", False) not in codes(labels[:19], run=found)


def test_a_question_or_a_quote_in_both_splits_is_a_leak():
    test = [
        label("t1", "How often is the filter cleaned?", "Clean the filter"),
        label("t2", "other", "three years"),
    ]
    dev = [
        label("d1", "how often is the filter cleaned", "x y"),
        label("d2", "what", "three years"),
        label("d3", "so", "z z"),
    ]
    leaks = [finding.qids for finding in lint.lint(dev, against=test) if finding.code == "leak"]
    assert leaks == [["d1"], ["d2"]]


def test_near_duplicates_share_most_content_words_and_the_same_numbers():
    asked = {
        "a": "How do I reset the main pump controller?",
        "b": "How can I reset the main pump controller",
        "c": "Reset the main pump",
        "d": "What is the price of part 7?",
        "e": "What is the price of part 8?",
        "f": "",
    }
    assert [(one, two) for one, two, _ in duplicates(asked)] == [("a", "b"), ("a", "c"), ("b", "c")]


def test_prefix_filtering_finds_every_pair_that_comparing_all_finds():
    rng = random.Random(7)
    asked = {f"q{i}": " ".join(rng.choices("abcdefghij", k=rng.randint(1, 7))) for i in range(120)}
    sets = {qid: set(text.split()) - {"a", "i"} or set(text.split()) for qid, text in asked.items()}
    names = list(asked)
    wanted = {
        (one, two)
        for j, two in enumerate(names)
        for one in names[:j]
        if len(sets[one] & sets[two]) / len(sets[one] | sets[two]) >= 0.7
    }
    assert {(one, two) for one, two, _ in duplicates(asked)} == wanted


def test_a_parrot_repeats_six_words_in_a_row():
    assert shared_run("is the filter to clean every 60 days", "Clean the filter; clean every 60 days") == 4
    assert parrots("Do I clean the filter every 60 days?", [TEXT])
    assert not parrots("How often must I clean the filter?", [TEXT])


@pytest.mark.parametrize(
    ("quote", "short"),
    [
        ("filter", True),
        ("sixty days", False),
        ("\u4fdd\u8a3c", True),  # guarantee
        ("\u4fdd\u8a3c\u671f\u9593\u306f\u4e09\u5e74", False),  # the guarantee lasts three years
        ("\u0e23\u0e31\u0e1a\u0e1b\u0e23\u0e30\u0e01\u0e31\u0e19", False),  # guaranteed, in Thai
        ("\ubcf4\uc99d", True),  # guarantee, in Korean, which has spaces
    ],
)
def test_a_quote_in_a_script_without_spaces_is_measured_by_its_characters(quote, short):
    assert (("short_quote", False) in codes([label("q1", "how long", quote)])) == short
