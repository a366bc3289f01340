"""Labels: what counts as answerable, what a label needs, and which labels are refused."""

import json

import pytest

from ragkit.cli import InputError
from ragkit.labels import read
from ragkit.records import check


def label(**fields):
    return check("label", {"qid": "q", **fields}, "test")


def quote(text="x", **fields):
    return {"doc_id": "d", "quote": text, **fields}


@pytest.mark.parametrize(
    ("fields", "able"),
    [
        ({"relevant": ["a"]}, True),
        ({"relevant": {"a": 0.5}}, True),
        ({"any_of": [["a"]]}, True),
        ({"evidence": [quote()]}, True),
        ({"evidence": [quote()], "relevant": []}, True),
        ({"relevant": []}, False),
        ({"relevant": {}}, False),
        ({"relevant": {"a": 0, "b": -2}}, False),
        ({"answerable": False}, False),
        ({"answerable": False, "relevant": ["a"]}, False),
        ({"answerable": False, "evidence": []}, False),
    ],
)
def test_a_label_is_answerable_when_something_answers_it_and_nothing_denies_it(fields, able):
    assert read.answerable(label(**fields)) is able


def test_ids_are_needed_one_by_one_each_once_with_their_grades():
    assert read.id_needs(label(relevant=["a", "b", "a"])) == [read.Need(("a",), 1.0), read.Need(("b",), 1.0)]
    assert read.id_needs(label(relevant={"a": 3, "b": 0, "c": 0.5})) == [
        read.Need(("a",), 3.0),
        read.Need(("c",), 0.5),
    ]
    assert read.id_needs(label(any_of=[["a", "b"], ["c", "c"]])) == [
        read.Need(("a", "b"), 1.0),
        read.Need(("c",), 1.0),
    ]


def test_quotes_of_one_group_are_alternatives_and_a_quote_without_a_group_is_its_own():
    needs = read.evidence_needs(
        label(
            evidence=[
                quote("a", group=1),
                quote("b"),
                quote("c", group=1, grade=2),
                quote("d"),
                quote("e", group=0),
            ]
        )
    )
    assert [([item["quote"] for item in need.alternatives], need.grade) for need in needs] == [
        (["a", "c"], 2.0),
        (["b"], 1.0),
        (["d"], 1.0),
        (["e"], 1.0),
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"qid": "q"}', "neither what answers it"),
        ('{"qid": "q", "evidence": []}', "neither what answers it"),
        ('{"qid": "q", "answerable": true}', "neither what answers it"),
        ('{"qid": "q", "answerable": true, "relevant": []}', "names nothing"),
        ('{"qid": "q", "evidence": [{"doc_id": "d", "quote": "\\n"}]}', "empty quote"),
        ('{"qid": "q", "evidence": [{"doc_id": "d", "quote": "x", "grade": 0}]}', "grade of 0"),
        ('{"qid": "q", "evidence": [{"doc_id": "d", "quote": "x", "occurrence": 0}]}', "count from 1"),
        ('{"qid": "q", "evidence": [{"doc_id": "d", "quote": "x", "group": ["a"]}]}', "group"),
        ('{"qid": "q", "relevant": {"a": 101}}', "grade above 100"),
        ('{"qid": "q", "any_of": [["a"], []]}', "empty list"),
    ],
)
def test_a_label_that_cannot_be_scored_is_refused_by_qid(tmp_path, line, said):
    path = tmp_path / "labels.jsonl"
    path.write_text(line)
    with pytest.raises(InputError, match=f"label 'q' .*{said}"):
        read.read(str(path))


def test_a_label_names_a_file_as_it_is_called(tmp_path):
    file = tmp_path / "labels.jsonl"
    names = ("./Mail/RE roster 50%.eml", "Mail/RE%20roster%2050%25.eml")
    rows = [
        {"qid": str(n), "question": "?", "evidence": [{"doc_id": name, "quote": "x"}]}
        for n, name in enumerate(names)
    ]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    found = [label["evidence"][0]["doc_id"] for label in read.read(str(file))]
    assert found == ["Mail/RE%20roster%2050%25.eml"] * 2
