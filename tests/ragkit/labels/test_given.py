"""Questions and labels as users have them, under the names of other tools."""

import json

import pytest

from ragkit.cli import InputError
from ragkit.labels import given

THERE = ["guide/filter.md", "guide/pump/index.html", "hr/filter.md", "bundle/kit.zip", "wiki/a%20b.md"]


def read(folder, name, text):
    (folder / name).write_text(text, encoding="utf-8")
    return given.read(str(folder / name), THERE)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("docs/guide/filter.md", ("guide/filter.md", "")),
        ("GUIDE/FILTER", ("guide/filter.md", "")),
        ("https://help.example.com/guide/pump/#top", ("guide/pump/index.html", "")),
        ("a b.md", ("wiki/a%20b.md", "")),
        ("kit.zip", ("bundle/kit.zip", "")),
        ("filter.md", ("", "fits 2 files")),
        ("pipe.md", ("", "no such file")),
    ],
)
def test_a_file_is_found_by_the_names_people_give_it_and_never_guessed(name, found):
    assert given.Finder(THERE).find(name) == found


def test_several_quotes_of_one_file_and_quotes_side_by_side_with_files(tmp_path):
    rows = [
        {"q": "a", "file": "kit.zip", "contexts": ["one", "two"]},
        {"q": "b", "file": ["kit.zip", "guide/filter.md"], "contexts": ["one", "two"]},
    ]
    found = read(tmp_path, "x.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    pairs = [[(e["doc_id"], e["quote"]) for e in label["evidence"]] for label in found.labels]
    assert pairs == [
        [("bundle/kit.zip", "one"), ("bundle/kit.zip", "two")],
        [("bundle/kit.zip", "one"), ("guide/filter.md", "two")],
    ]


def test_what_was_not_understood_is_said(tmp_path):
    found = read(tmp_path, "x.csv", "Question;Quote;Colour\nhow often;every 14 days;red\n;x;y\n")
    assert found.questions == [{"qid": "q1", "question": "how often"}]
    said = "\n".join(found.said)
    assert "not used: Colour" in said
    assert "1 row without a question left out" in said
    assert "1 quote without a file" in said


def test_groups_no_answer_and_our_own_fields_are_kept(tmp_path):
    rows = [
        {"qid": "k1", "question": "a", "groups": "staff; hr"},
        {"qid": "k2", "question": "b", "answerable": "no"},
        {"qid": "k3", "question": "c", "evidence": [{"doc_id": "kit.zip", "quote": "x", "group": 1}]},
    ]
    found = read(tmp_path, "x.json", json.dumps(rows))
    assert found.questions == [{"qid": "k1", "question": "a", "user": {"groups": ["staff", "hr"]}}]
    assert [label["qid"] for label in found.labels] == ["k2", "k3"]
    assert found.labels[0]["answerable"] is False
    assert found.labels[1]["evidence"] == [{"doc_id": "bundle/kit.zip", "quote": "x", "group": 1}]


def test_ids_that_repeat_are_not_taken_for_qids(tmp_path):
    found = read(tmp_path, "x.csv", "id,question\n7,a\n7,b\n")
    assert [row["qid"] for row in found.questions] == ["q1", "q2"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("x.json", '["How long?", "Who pays?"]'),
        ("x.json", '{"questions": ["How long?", "Who pays?"]}'),
        ("x.txt", "How long?\rWho pays?\r"),  # an old Mac's line ends
        ("x.txt", "2026-11-03, Maria: How long?\n2026-11-04, Tom B.: Who pays?\n"),
        ("x.txt", "- [3.11.2026 08:15] How long?\n- [4.11.2026 09:00] Who pays?\n"),
        ("x.txt", "Maria: How long?\n\nTom: Who pays?\n"),
        ("x.csv", "question;answer\rHow long?;\rWho pays?;\r"),
        ("x.csv", "sep=;\nquestion;answer\nHow long?;\nWho pays?;\n"),  # what Excel writes
        ("x.csv", "\ufeffSEP=\t\r\nquestion\tanswer\r\nHow long?\t\r\nWho pays?\t\r\n"),
    ],
)
def test_questions_are_read_from_any_list_and_line_end(tmp_path, name, text):
    found = read(tmp_path, name, text)
    assert [row["question"] for row in found.questions] == ["How long?", "Who pays?"]


def test_what_stands_before_one_question_alone_is_part_of_it(tmp_path):
    found = read(tmp_path, "x.txt", "Error: no disk. What now?\nWho pays?\n2026-01-01 is a holiday?\n")
    assert [row["question"] for row in found.questions] == [
        "Error: no disk. What now?", "Who pays?", "2026-01-01 is a holiday?",
    ]  # fmt: skip


def test_what_was_said_before_is_kept_in_any_usual_shape(tmp_path):
    rows = [
        {"qid": "a", "question": "And blue?", "history": ["Is red sold?", "Yes."]},
        {"qid": "b", "question": "Where?", "chat_history": [{"role": "human", "content": "Is red sold?"}]},
    ]
    found = read(tmp_path, "x.json", json.dumps(rows))
    assert found.questions[0]["history"] == [
        {"role": "user", "content": "Is red sold?"}, {"role": "assistant", "content": "Yes."},
    ]  # fmt: skip
    odd = read(tmp_path, "x.json", json.dumps(rows[1:]))
    assert odd.questions[0]["history"] == [{"role": "user", "content": "Is red sold?"}]
    with pytest.raises(InputError, match="a: history"):
        read(tmp_path, "x.json", json.dumps([{**rows[0], "history": "red"}]))


def test_a_comma_is_part_of_a_question_that_stands_alone_and_is_said_where_it_cuts_one(tmp_path):
    alone = read(tmp_path, "x.csv", "question\nHow long, and who pays?\n")
    assert [row["question"] for row in alone.questions] == ["How long, and who pays?"]
    cut = read(tmp_path, "x.csv", "qid,question\nq7,How long, and who pays?\nq8,Where?\n")
    assert [row["question"] for row in cut.questions] == ["How long", "Where?"]
    assert "1 row with more cells than the first row, such as q7" in "\n".join(cut.said)


def test_cells_beyond_the_header_and_columns_without_a_name_are_nobodys_rights(tmp_path):
    longer = read(tmp_path, "x.csv", "question,answer\nHow far, really, staff, legal\nHow?,2 km\n")
    assert longer.questions == [
        {"qid": "q1", "question": "How far", "answer": "really"},
        {"qid": "q2", "question": "How?", "answer": "2 km"},
    ]
    counted = read(tmp_path, "x.csv", ",question,answer\n0,How?,2 km\n1,Where?,here\n")
    assert counted.questions == [
        {"qid": "q1", "question": "How?", "answer": "2 km"},
        {"qid": "q2", "question": "Where?", "answer": "here"},
    ]
    assert "not used: a column without a name" in counted.said


def test_what_stands_before_every_question_is_named_as_not_used(tmp_path):
    found = read(tmp_path, "x.txt", "2026-01-02 10:15 Ann Lee: How far?\n2026-01-03 08:00 Bo: Who pays?\n")
    assert [row["question"] for row in found.questions] == ["How far?", "Who pays?"]
    assert "not used: when, who" in found.said
    assert not any(line.startswith("not used") for line in read(tmp_path, "x.txt", "Who pays?\n").said)


def test_one_question_as_a_json_object_is_not_its_own_list(tmp_path):
    one = {"question": "How far?", "quotes": ["Two kilometres."], "file": "hr/filter.md"}
    found = read(tmp_path, "x.json", json.dumps(one))
    assert [row["question"] for row in found.labels] == ["How far?"]
    assert found.labels[0]["evidence"] == [{"doc_id": "hr/filter.md", "quote": "Two kilometres."}]
    wrapped = read(tmp_path, "x.json", json.dumps({"name": "set", "rows": [one]}))
    assert wrapped.labels == found.labels


def test_a_history_of_another_shape_is_named_with_its_file(tmp_path):
    with pytest.raises(InputError, match=r"x\.jsonl: q1: history must be a list"):
        read(tmp_path, "x.jsonl", '{"question": "How?", "history": "before"}')


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("x.json", "{", "not JSON"),
        ("x.json", "[1]", "not a list of objects"),
        ("x.csv", "", "no rows in it"),
        ("x.txt", "  \n\t\n", "no rows in it"),
        ("x.csv", "question,answer\n ,a\n\t,b\n", "no row has a question"),
        ("x.json", '["", " "]', "no row has a question"),
        ("x.json", '[{"question": "a"}, {"question": "b", "n": 1e999}]', "row 2: "),
        ("x.json", '["\\ud800"]', "row 1: .*surrogates"),
        ("x.jsonl", '{"question": "a", "n": 1e999}', "row 1: "),
        ("x.xlsx", "PK\x03", "save it as CSV first"),
        ("x.csv", 'question,answer\na,b\nc,"' + "d" * 200_000, r"x.csv:3: no CSV .* quotation mark open"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(tmp_path, name, text, said):
    with pytest.raises(InputError, match=said):
        read(tmp_path, name, text)


def test_a_label_that_names_a_document_is_met_by_any_of_its_passages():
    chunks = [
        {"chunk_id": "kit.zip!1#a", "doc_id": "kit.zip!1"},
        {"chunk_id": "kit.zip!2#b", "doc_id": "kit.zip!2"},
        {"chunk_id": "c.md#c", "doc_id": "c.md"},
    ]
    label = {"relevant": ["kit.zip", "c.md#c"], "evidence": None, "any_of": None}
    (found,) = given.passages([label], chunks)
    assert found["any_of"] == [["kit.zip!1#a", "kit.zip!2#b"], ["c.md#c"]]
