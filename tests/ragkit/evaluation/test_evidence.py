"""Quotes bound to chunks: coverage by union, families of the same text, and what is refused."""

import random

import pytest

from ragkit.cli import InputError
from ragkit.evaluation.evidence import ByQuote, Place, Quote, covered_at, resolver_for, without
from ragkit.evaluation.resolve import ByDocument, ById, ranked
from ragkit.records import check

TEXT = "Alpha one. Beta two. Gamma three. Delta four."


def document(doc_id="d", text=TEXT):
    return check("document", {"doc_id": doc_id, "text": text}, "test")


def chunk(name, start, end, doc_id="d", text=TEXT, **fields):
    row = {"chunk_id": name, "doc_id": doc_id, "start": start, "end": end, "text": text[start:end], **fields}
    return check("chunk", row, "test")


def label(*quotes, **fields):
    evidence = [{"doc_id": "d", **quote} for quote in quotes]
    return check("label", {"qid": "q", "evidence": evidence, **fields}, "test")


CHUNKS = [chunk("c1", 0, 11), chunk("c2", 11, 21), chunk("c3", 21, 34), chunk("c4", 34, 45)]


def outcome(wanted, retrieved, chunks=CHUNKS, documents=None):
    resolver = ByQuote(documents or [document()], chunks, [wanted])
    return resolver.outcome(resolver.gold(wanted), ranked(retrieved))


def test_a_quote_in_one_chunk_is_met_at_its_rank():
    assert outcome(label({"quote": "Beta two."}), ["c1", "c2"]).ranks == (2,)


def test_a_quote_cut_in_two_is_met_when_both_parts_are_there():
    assert outcome(label({"quote": "Beta two. Gamma three."}), ["c3", "c1", "c2", "c4"]).ranks == (3,)
    assert outcome(label({"quote": "Beta two. Gamma three."}), ["c3", "c1", "c4"]).ranks == ()


def test_90_percent_of_a_quote_is_enough_and_less_is_not():
    quote = Quote("d", ((0, 100),))
    assert covered_at(quote, [[Place("d", 10, 100)]]) == 1
    assert covered_at(quote, [[Place("d", 11, 100)]]) == 0
    assert covered_at(quote, [[Place("d", 0, 50)], [Place("x", 0, 100)], [Place("d", 40, 95)]]) == 3


def test_any_quote_of_a_group_meets_it_and_every_group_is_needed():
    wanted = label(
        {"quote": "Alpha one.", "group": 1},
        {"quote": "Delta four.", "group": 1},
        {"quote": "Beta two.", "group": 2},
    )
    found = outcome(wanted, ["c3", "c4", "c2"])
    assert (found.ranks, len(found.ideal)) == ((2, 3), 2)


def test_overlap_counts_as_held():
    chunks = [
        chunk("c1", 0, 21),
        check("chunk", {**chunk("c2", 11, 34), "start": 21, "overlap_start": 11}, "t"),
    ]
    assert outcome(label({"quote": "Beta two. Gamma three."}), ["c2"], chunks).ranks == (1,)


def test_a_copy_of_the_same_text_in_its_family_counts_and_a_changed_copy_does_not():
    other = "Old: Beta two. End"
    copies = [
        *CHUNKS,
        chunk("e1", 5, 15, "e", "Old: " + TEXT[11:21] + "End", dup_of="c2"),
        chunk("e2", 5, 14, "f", other, dup_of="c2"),
    ]
    documents = [document(), document("e", "Old: " + TEXT[11:21] + "End"), document("f", other)]
    assert outcome(label({"quote": "Beta two."}), ["e1"], copies, documents).ranks == (1,)
    assert outcome(label({"quote": "Beta two."}), ["e2"], copies, documents).ranks == ()


def test_a_chunk_that_is_indexed_as_the_same_text_counts_and_under_another_heading_it_does_not():
    twin, other = "Beta two. ", "Copy: Beta two. "
    documents = [document(), document("e", twin), document("f", other)]
    first = chunk("c2", 11, 21, prefix="Pumps")
    copies = [
        chunk("e1", 0, 10, "e", twin, prefix="Pumps"),
        chunk("f1", 6, 16, "f", other, prefix="Kettles"),
    ]
    for order in ([first, *copies], [*copies, first]):
        assert outcome(label({"quote": "Beta two."}), ["e1"], order, documents).ranks == (1,)
        assert outcome(label({"quote": "Beta two."}), ["f1"], order, documents).ranks == ()


def test_only_the_chunks_near_a_quote_are_looked_at():
    twin = "Beta two. "
    copies = [*CHUNKS, chunk("e1", 0, 10, "e", twin), chunk("f1", 0, 10, "f", "Other one.")]
    documents = [document(), document("e", twin), document("f", "Other one.")]
    resolver = ByQuote(documents, copies, [label({"quote": "x"}, {"quote": "x", "doc_id": "f"})])
    assert list(resolver.near(Quote("d", ((0, 5),)))) == ["c1", "c2", "e1", "c3", "c4"]
    assert list(resolver.near(Quote("f", ((0, 5),)))) == ["f1"]
    assert list(resolver.near(Quote("gone", ((0, 5),)))) == []


def test_a_lost_quote_stays_in_the_denominator_and_is_named():
    wanted = label({"quote": "Beta two."}, {"quote": "Beta three."}, {"quote": "x", "doc_id": "gone"})
    resolver = ByQuote([document()], CHUNKS, [wanted])
    found = resolver.outcome(resolver.gold(wanted), ranked(["c2"]))
    assert (found.ranks, len(found.ideal)) == ((1,), 3)
    assert [reason.split(":")[1].strip() for reason in resolver.lost["q"]] == [
        "quote_missing",
        "document_missing",
    ]


def test_an_ambiguous_quote_may_be_met_at_any_of_its_places_and_is_named():
    text = "Boil it. Stir it. Boil it."
    chunks = [chunk("c1", 0, 18, text=text), chunk("c2", 18, 26, text=text)]
    wanted = label({"quote": "Boil it."})
    resolver = ByQuote([document(text=text)], chunks, [wanted])
    assert resolver.outcome(resolver.gold(wanted), ranked(["c2"])).ranks == (1,)
    assert "ambiguous" in resolver.lost["q"][0]


def test_chunks_of_other_documents_are_refused():
    with pytest.raises(InputError, match="'c1' is not the text of its range"):
        ByQuote([document(text="Another text")], CHUNKS, [label({"quote": "x"})])


def test_what_was_given_decides_how_labels_are_bound():
    assert isinstance(resolver_for([], "chunk", None, None), ById)
    assert isinstance(resolver_for([], "doc", None, None), ByDocument)
    assert isinstance(resolver_for([], "chunk", [document()], CHUNKS), ByQuote)
    with pytest.raises(InputError, match="needs --chunks"):
        resolver_for([], "chunk", [document()], None)


def test_a_chunk_stands_for_its_document_by_its_id_or_by_the_chunks_given():
    wanted = check("label", {"qid": "q", "relevant": ["a%23b.md"]}, "test")
    plain = ByDocument()
    assert plain.outcome(plain.gold(wanted), ranked(["x.md#1", "a%23b.md#2", "a%23b.md"])).ranks == (2,)
    mapped = ByDocument({"7": "a%23b.md"})
    assert mapped.outcome(mapped.gold(wanted), ranked(["8", "7"])).ranks == (2,)


@pytest.mark.parametrize("seed", range(200))
def test_without_leaves_the_characters_outside(seed):
    rng = random.Random(seed)
    ranges = [(low, low + rng.randint(1, 9)) for low in rng.sample(range(0, 60, 10), 3)]
    start, end = sorted(rng.sample(range(70), 2))
    left = {i for low, high in without(ranges, start, end) for i in range(low, high)}
    assert left == {i for low, high in ranges for i in range(low, high)} - set(range(start, end))
