"""The worksheet mechanism: nothing that comes back is trusted, nothing is lost without a word."""

import copy
import random

import pytest

from ragkit import cli
from ragkit.worksheets import answers, sheet
from ragkit.worksheets.sheet import Task


def accept_text(item, output):
    return "" if isinstance(output, str) else "not text"


TASK = Task("demo", "answer.en", {}, accept_text)
ITEMS = sheet.items("demo", ({"n": n} for n in range(60)))


def filled(item, output="ok", number=1, **more):
    return {
        "item_id": item["item_id"],
        "sha": item["sha"],
        "output": output,
        "by": "me",
        "pass": number,
        **more,
    }


def test_items_are_named_by_content():
    again = sheet.items("demo", ({"n": n} for n in reversed(range(60))))
    assert {item["item_id"] for item in again} == {item["item_id"] for item in ITEMS}


def test_a_seed_shuffles_and_the_same_seed_shuffles_alike():
    one, two = (sheet.items("demo", ({"n": n} for n in range(60)), seed=7) for _ in range(2))
    assert one == two
    assert [item["item_id"] for item in one] != [item["item_id"] for item in ITEMS]


def test_a_complete_worksheet_has_nothing_to_redo():
    done = sheet.checked(TASK, ITEMS, [filled(item) for item in ITEMS])
    assert done.redo == {}
    assert len(done.outputs[0]) == 60


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_dropped_changed_or_misshapen_is_redone_and_nothing_else(seed):
    rng = random.Random(seed)
    rows = [filled(item) for item in ITEMS]
    victims = rng.sample(range(60), 6)
    for place, victim in enumerate(victims):
        row = copy.copy(rows[victim])
        if place % 3 == 0:
            rows[victim] = None
        elif place % 3 == 1:
            row["sha"] = "0" * 16
            rows[victim] = row
        else:
            row["output"] = {"verdict": "ok"}
            rows[victim] = row
    rng.shuffle(rows)
    done = sheet.checked(TASK, ITEMS, [row for row in rows if row])
    assert {item_id for item_id, _ in done.redo} == {ITEMS[victim]["item_id"] for victim in victims}
    assert len(sheet.todo(ITEMS, done.redo)) == 6


def test_every_pass_must_be_complete():
    rows = [filled(item, number=1) for item in ITEMS] + [filled(ITEMS[0], number=2)]
    done = sheet.checked(TASK, ITEMS, rows, passes=2)
    assert len(done.redo) == 59
    assert all(number == 2 for _, number in done.redo)


def test_an_item_of_another_worksheet_is_an_input_error():
    with pytest.raises(cli.InputError, match="not of this worksheet"):
        sheet.checked(TASK, ITEMS, [{**filled(ITEMS[0]), "item_id": "other"}])


def test_an_output_has_just_the_fields_asked_for():
    assert sheet.wants({"a": "x"}, {"a": str}) == ""
    assert "must be str" in sheet.wants({"a": 1}, {"a": str})
    assert "unknown field" in sheet.wants({"a": "x", "b": 1}, {"a": str})
    assert sheet.wants("x", {"a": str})


def test_the_prompt_of_an_answer_shows_its_sources_and_no_field_is_left_open():
    context = {
        "qid": "q", "question": "How many?", "context_sha": "c",
        "docs": [{"n": 1, "chunk_id": "d#1", "doc_id": "d", "text": "It has nine columns."}]}  # fmt: skip
    [item] = sheet.items("answers", answers.make([context]))
    text = sheet.prompt(answers.TASK, item)
    assert "It has nine columns." in text
    assert "How many?" in text
    assert "{documents}" not in text
