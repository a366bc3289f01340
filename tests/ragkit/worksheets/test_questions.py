"""Task "questions": which passages are asked about, which answers are refused, and the labels made."""

import pytest

from ragkit.cli import InputError
from ragkit.labels import lint
from ragkit.records import check
from ragkit.worksheets import questions, sheet, spread

FACTS = "The filter of unit {n} holds {n}0 litres. Clean it every {n} days with cold water, never with soap. "
OWN = "Part{n}a part{n}b part{n}c part{n}d part{n}e part{n}f part{n}g part{n}h part{n}i part{n}j. "
TOGETHER = {10: "valve", 20: "valve", 30: "pump", 40: "pump"}  # documents that name the same things


def document(n, repeat=4):
    paragraphs = [FACTS.format(n=n + i) for i in range(repeat)]
    if repeat > 1:
        paragraphs.append(OWN.format(n=n))
    if n in TOGETHER:
        things = " ".join(f"`{TOGETHER[n]}-{letter}`" for letter in "abcdefgh")
        paragraphs.append(f"Document {n} names {things} here. ")
    text, blocks = "", []
    for paragraph in paragraphs:
        blocks.append(["paragraph", len(text), len(text) + len(paragraph.strip()), 0])
        text += paragraph + "\n\n"
    return check("document", {"doc_id": f"d{n}", "text": text, "blocks": blocks}, "t")


DOCUMENTS = [document(n * 10) for n in range(1, 17)]


def made_of(documents, count=questions.PASSAGES):
    return list(questions.make(spread.choose(documents, count).passages))


def output(*rows):
    return {"questions": [{"history": [], **row} for row in rows]}


def test_each_document_is_asked_about_and_kinds_have_their_shares():
    made = made_of(DOCUMENTS)
    assert sorted(row["doc_id"] for row in made) == sorted(f"d{n * 10}" for n in range(1, 17))
    kinds = [row["kind"] for row in made]
    assert (kinds.count("unanswerable"), kinds.count("pair"), kinds.count("follow_up")) == (3, 2, 2)
    assert all(len(row["passage"]) >= 200 for row in made)


def test_pairs_are_of_documents_that_belong_together_and_the_rest_keeps_its_shares():
    made = made_of(DOCUMENTS)
    pairs = {(row["doc_id"], row["other_doc_id"]) for row in made if row["kind"] == "pair"}
    assert {frozenset(pair) for pair in pairs} == {frozenset(("d10", "d20")), frozenset(("d30", "d40"))}
    alone = made_of([document(n * 10) for n in range(5, 21)])
    kinds = [row["kind"] for row in alone]
    assert [kinds.count(kind) for kind in ("direct", "pair", "follow_up", "unanswerable")] == [11, 0, 2, 3]


def test_a_short_page_that_states_a_fact_is_asked_about_and_an_empty_one_is_not():
    bare = {"doc_id": "b", "text": "See there.", "blocks": [["paragraph", 0, 10, 0]]}
    documents = [
        document(1, 1),
        *(check("document", one, "t") for one in (bare, {"doc_id": "e", "text": ""})),
    ]
    assert [row["doc_id"] for row in made_of(documents)] == ["d1"]


ITEM = {"inputs": {"kind": "direct", "passage": FACTS.format(n=7), "count": 1}}
GOOD = {"question": "How much fits in?", "quotes": ["holds 70 litres"]}


@pytest.mark.parametrize(
    ("kind", "row", "said"),
    [
        ("direct", {}, ""),
        ("direct", {"quotes": ["holds 71 litres"]}, "does not say"),
        ("direct", {"quotes": ["litres"]}, "does not say"),
        ("direct", {"quotes": ["unit 7 holds"]}, ""),
        ("direct", {"quotes": ["The filter of the"]}, "does not say"),
        ("direct", {"quotes": ["The filter of"]}, "too little"),
        ("direct", {"quotes": ["with cold water, never with"]}, "too little"),
        ("direct", {"quotes": ["with cold water, never with soap"]}, ""),
        ("direct", {"quotes": []}, "need none for unanswerable"),
        ("direct", {"question": " "}, "empty"),
        ("direct", {"history": ["What is it?"]}, "must have none"),
        ("direct", {"quotes": [""]}, "does not say ''"),
        (
            "direct",
            {"question": "Do I clean it every 7 days with cold water?", "quotes": [FACTS.format(n=7)]},
            "own words",
        ),
        ("follow_up", {}, "needs what was said before"),
        ("follow_up", {"history": ["Tell me about unit 7"]}, ""),
        ("unanswerable", {}, "1 quotes"),
        ("unanswerable", {"quotes": []}, ""),
        ("pair", {}, "1 quotes"),
    ],
)
def test_an_answer_is_held_to_its_kind_its_passage_and_its_own_words(kind, row, said):
    item = {"inputs": {**ITEM["inputs"], "kind": kind}}
    found = questions.check(item, output({**GOOD, **row}))
    assert said in found
    assert bool(found) is bool(said)


def test_the_wrong_number_and_twins_are_refused():
    assert (
        questions.check(ITEM, output(GOOD, GOOD))
        == "need 1 question at most, or [] if no user would ask about it"
    )
    two = {"inputs": {**ITEM["inputs"], "count": 2}}
    assert "nearly the same" in questions.check(two, output(GOOD, GOOD))
    assert questions.check(two, {"questions": "x"}) == '"questions" must be list'


def test_the_labels_lint_clean_hint_at_nothing_and_leave_some_to_a_person():
    made = sheet.items("questions", made_of(DOCUMENTS))
    outputs = {}
    for number, item in enumerate(made):
        inputs, rows = item["inputs"], []
        for turn in range(inputs["count"]):
            row = {"question": f"thing{number} wonder{turn * 50 + number}", "quotes": [], "history": []}
            texts = (
                [inputs["passage"], inputs.get("other")] if inputs["kind"] == "pair" else [inputs["passage"]]
            )
            if inputs["kind"] != "unanswerable":
                row["quotes"] = [" ".join(text.split()[turn * 18 : turn * 18 + 7]) for text in texts]
            if inputs["kind"] == "follow_up":
                row["history"] = ["before"]
            rows.append(row)
        outputs[item["item_id"]] = {"questions": rows}
        assert questions.check(item, outputs[item["item_id"]]) == ""
    labels = [check("label", row, "t") for row in questions.apply(made, outputs, DOCUMENTS)]
    assert sum("review" in row for row in labels) == 20
    assert [finding for finding in lint.lint(labels) if finding.fault] == []
    assert {row["tags"][0] for row in labels} == {"direct", "two_hop", "follow_up", "unanswerable"}


@pytest.mark.parametrize("kind", ["direct", "pair", "follow_up", "unanswerable"])
def test_one_question_is_enough_where_two_are_asked_for_and_none_where_no_user_would_ask(kind):
    two = {"inputs": {**ITEM["inputs"], "count": 2}}
    assert questions.check(two, output(GOOD)) == ""
    assert not questions.left_out(output(GOOD))
    item = {"inputs": {**ITEM["inputs"], "kind": kind}}
    assert questions.check(item, output()) == ""
    assert questions.left_out(output())


def test_how_many_labels_come_and_how_many_passages_a_sweep_wants_is_said():
    made = [{"kind": kind, "count": questions.COUNT[kind]} for kind in questions.TURNS]
    # 9 direct passages give 9 to 18, 2 pairs and 2 follow-ups 1 each; 200 * 16 / ((13 + 3 * 22) / 4)
    assert questions.expected(made) == (
        "they give 13 to 22 labels with an answer and 3 without; a sweep wants 200 with one: "
        "about --passages 163"
    )
    assert questions.expected(made * 16) == "they give 208 to 352 labels with an answer and 48 without"


def test_link_lists_and_imports_are_no_passages_and_links_in_sentences_are():
    links = "".join(f"- [Set-up of the large unit {n}](/units/{n}/set-up)\n" for n in range(12))
    imports = "".join(f'import Part{n} from "@components/Part{n}.astro";\n' for n in range(12))
    said = "".join(f"- [Unit {n}](/units/{n}) holds {n} litres and is cleaned in March.\n" for n in range(12))
    blocks = [[["paragraph", 0, len(text), 0]] for text in (links, imports, said)]
    made = [
        check("document", {"doc_id": f"{n}.mdx", "text": text, "blocks": blocks[n]}, "t")
        for n, text in enumerate([links, imports, said])
    ]
    assert [one.doc_id for one in spread.choose(made, 9).passages] == ["2.mdx"]


def doc(doc_id, *paragraphs):
    blocks, text = [], ""
    for paragraph in paragraphs:
        blocks.append(["paragraph", len(text), len(text) + len(paragraph), 0])
        text += paragraph + "\n\n"
    return check("document", {"doc_id": doc_id, "text": text, "blocks": blocks}, "t")


def test_a_question_without_an_answer_is_named_where_another_passage_has_its_words():
    shown = "The harbour crane lifts four tonnes and is greased by the night watch every second week."
    answer = "In frost the harbour crane needs a warm cable; the mitten locker holds one."
    filler = [f"Berth {n} has a rope, a lamp and a bell of its own near the grey quay." for n in range(90)]
    documents = [doc("crane.md", shown + " " + "x" * 1200, answer), doc("berths.md", *filler)]
    rows = [
        {"kind": "unanswerable", "doc_id": "crane.md", "passage": documents[0]["text"][: len(shown) + 1201]},
        {"kind": "unanswerable", "doc_id": "crane.md", "passage": documents[0]["text"][: len(shown) + 1201]},
    ]
    items = [{"item_id": f"i{n}", "inputs": {**row, "count": 1}} for n, row in enumerate(rows)]
    asked = [
        "Does the crane need a warm cable in frost?",
        "Who greases the harbour crane on public holidays?",
    ]
    outputs = {f"i{n}": output({"question": text, "quotes": []}) for n, text in enumerate(asked)}
    labels = list(questions.apply(items, outputs, documents))
    assert labels[0]["review"] == f"keep or drop?; perhaps answered by crane.md: {answer}"
    assert labels[1]["review"] == "keep or drop?"  # its words stand together only where its writer has read


def test_what_came_of_it_and_what_is_next_is_said():
    labels = [
        {"qid": "q1", "question": "a?", "evidence": [{}], "review": "keep or drop?"},
        {
            "qid": "q2",
            "question": "b?",
            "answerable": False,
            "review": "keep or drop?; perhaps answered by d: x",
        },
        {"qid": "q3", "question": "c?", "evidence": [{}]},
    ]
    assert list(questions.report(labels, "l.jsonl", "d.jsonl")) == [
        "3 labels: 2 with an answer, 1 without",
        "1 question without an answer may have one; look:",
        "  q2 b?: d: x",
        '2 have "review": a person keeps or drops those: templates/review/review.py sheet l.jsonl d.jsonl '
        "-o review.csv --number 2, then its apply",
        "then labels.py lint l.jsonl --documents d.jsonl",
    ]
    alone = list(questions.report(labels[2:], "l.jsonl", "d.jsonl"))
    assert alone[0] == "1 label: 1 with an answer, 0 without"


def test_where_every_item_is_left_out_there_is_no_label_to_write():
    item = {"item_id": "i", "inputs": {**ITEM["inputs"], "doc_id": "d"}}
    with pytest.raises(InputError, match="every item was left out"):
        list(questions.apply([item], {"i": output()}, []))
