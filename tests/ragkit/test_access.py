"""Access: who may read what, and which user objects are refused."""

import pytest

from ragkit.access import EVERYTHING, Reader, closed, may_read, reader, reader_from, restricted, stated
from ragkit.cli import InputError

STAFF = Reader(frozenset({"staff"}))
NOBODY = Reader()


@pytest.mark.parametrize(
    ("record", "who", "may"),
    [
        ({"acl": ["*"]}, NOBODY, True),
        ({"acl": []}, STAFF, False),
        ({"acl": []}, EVERYTHING, True),
        ({"acl": ["staff"]}, STAFF, True),
        ({"acl": ["staff", "hr"]}, STAFF, True),
        ({"acl": ["hr"]}, STAFF, False),
        ({"acl": ["staff"]}, NOBODY, False),
        ({"acl": ["Staff"]}, STAFF, False),
        ({"acl": ["staff"]}, Reader(frozenset({"*"})), False),
        ({"acl": None}, STAFF, False),
        ({}, STAFF, False),
        ({}, EVERYTHING, True),
        ({"tenant": "a"}, Reader(tenant="a"), False),
        ({"tenant": "a"}, Reader(tenant="b"), False),
        ({"tenant": "a"}, STAFF, False),
        ({"tenant": "a", "acl": ["*"]}, Reader(tenant="b"), False),
        ({"tenant": "a", "acl": ["hr"]}, Reader(frozenset({"staff"}), "a"), False),
        ({"tenant": "a", "acl": []}, Reader(tenant="a"), False),
        ({"acl": ["staff"]}, Reader(frozenset({"staff"}), "a"), True),
    ],
)
def test_a_record_of_a_restricted_corpus_is_read_only_by_whom_it_names(record, who, may):
    assert may_read(record, who, frozenset({"acl"})) is may


@pytest.mark.parametrize(
    ("record", "corpus", "may"),
    [
        ({"tenant": "a"}, {"tenant"}, True),
        ({"tenant": "b"}, {"tenant"}, False),
        ({}, {"tenant"}, False),
        ({"tenant": "a"}, {"acl", "tenant"}, False),
        ({"tenant": "a", "acl": ["staff"]}, {"acl", "tenant"}, True),
        ({"acl": ["staff"]}, {"acl", "tenant"}, False),
        ({"acl": ["*"]}, {"acl", "tenant"}, True),
        ({"acl": ["staff"]}, {"acl"}, True),
    ],
)
def test_what_the_corpus_states_somewhere_must_not_be_missing(record, corpus, may):
    assert may_read(record, Reader(frozenset({"staff"}), "a"), frozenset(corpus)) is may


def test_stated_names_the_fields_that_some_record_has():
    assert stated([{}, {"acl": None}]) == frozenset()
    assert stated([{"acl": []}, {"tenant": "a"}]) == {"acl", "tenant"}


def test_a_corpus_is_restricted_as_soon_as_one_record_states_anything_even_nobody():
    assert not restricted([{}, {"acl": None, "tenant": None}])
    assert restricted([{}, {"acl": []}])
    assert restricted([{}, {"tenant": "a"}])
    assert not restricted([])


def test_a_user_object_becomes_a_reader():
    assert reader({"groups": ["a", "b"], "tenant": "t", "id": 7, "name": "Ann"}, "x") == Reader(
        frozenset({"a", "b"}), "t"
    )
    assert reader({"groups": None}, "x") == NOBODY
    assert reader({}, "x") == NOBODY


@pytest.mark.parametrize(
    "user",
    [
        None,
        "staff",
        ["staff"],
        {"group": ["staff"]},
        {"groups": "staff"},
        {"groups": ""},
        {"groups": 0},
        {"groups": {}},
        {"groups": [1]},
        {"tenant": 5},
        {"groups": ["a"], "everything": True},
    ],
)
def test_a_wrong_user_object_is_refused_at_its_place_and_never_read_as_nobody(user):
    with pytest.raises(InputError, match=r"^f\.jsonl:3: "):
        reader(user, "f.jsonl:3")


def test_the_two_options_give_a_reader_everything_or_none():
    assert reader_from(None, everything=False) is None
    assert reader_from(None, everything=True) is EVERYTHING
    assert reader_from('{"groups": ["a"]}', everything=False) == Reader(frozenset({"a"}))
    for text, everything in (("{}", True), ("staff", False), ("[]", False), ("", False), ("NaN", False)):
        with pytest.raises(InputError, match="--user"):
            reader_from(text, everything)


def test_a_corpus_that_states_nothing_is_open_to_everyone():
    assert may_read({"acl": None, "tenant": None}, NOBODY, frozenset())


@pytest.mark.parametrize(
    ("record", "corpus", "shut"),
    [
        ({"acl": None}, set(), False),
        ({"acl": None}, {"acl"}, True),
        ({"acl": ["staff"]}, {"acl"}, False),
        ({"acl": []}, {"acl"}, False),
        ({"acl": ["staff"], "tenant": None}, {"acl", "tenant"}, True),
        ({"acl": ["*"], "tenant": None}, {"acl", "tenant"}, False),
        ({"acl": None, "tenant": "a"}, {"tenant"}, False),
        ({"acl": None, "tenant": None}, {"tenant"}, True),
    ],
)
def test_a_record_is_closed_that_does_not_state_what_its_corpus_does(record, corpus, shut):
    assert closed(record, frozenset(corpus)) is shut
