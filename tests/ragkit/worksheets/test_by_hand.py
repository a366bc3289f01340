"""A worksheet as pages, and the short rows that fill it: numbers, names, what is refused."""

import hashlib
import json

import pytest

from ragkit import cli
from ragkit.worksheets import by_hand, session, sheet
from ragkit.worksheets.tasks import TASKS

ITEMS = sheet.items(
    "questions",
    (
        {
            "kind": kind,
            "doc_id": "d",
            "passage": f"The hut on day {n} is blue. " * 40 + "x" * 2000,
            "count": 1,
        }
        for n, kind in enumerate(["direct", "unanswerable"] * 15)
    ),
)
NAME = hashlib.sha256(" ".join(item["sha"] for item in ITEMS).encode()).hexdigest()[:12]


def rows(*given):
    return [(f"f:{n}", row) for n, row in enumerate(given, start=1)]


def test_pages_hold_every_item_once_in_short_lines_and_the_common_rules_once():
    pages = list(by_hand.pages(TASKS["questions"], ITEMS))
    assert len(pages) == 4  # 30 items of 3,000 characters and more, at most 28,000 a page
    text = "\n".join(pages)
    assert [line for line in text.splitlines() if line.startswith("# Item")] == [
        f"# Item {n}" for n in range(1, 31)
    ]
    assert max(map(len, text.splitlines())) <= 1500
    assert all(page.splitlines()[1] == f'{{"worksheet": "{NAME}"}}' for page in pages)
    assert all(len(page) <= 28_000 for page in pages)  # Claude Code shows 30,000 of a file, and its own words
    assert pages[0].count('"quotes": ["the sentence"]') == 1
    assert text.count("x" * 500) >= 30


def test_what_a_kind_of_item_is_asked_stands_once_a_page_also_where_it_counts():
    pages = list(by_hand.pages(TASKS["questions"], ITEMS))
    assert [page.count("Write 1 question that sounds") for page in pages] == [1] * 4
    assert [page.count("Write 1 questions, or one") for page in pages] == [1] * 4
    assert all(page.count("The hut on day") == 40 * page.count("# Item") for page in pages)


def test_a_number_that_differs_is_said_under_its_item():
    counts = [{**item, "inputs": {**item["inputs"], "count": n}} for n, item in enumerate(ITEMS[::2][:3], 1)]
    [page] = by_hand.pages(TASKS["questions"], counts)
    assert [page.count(f"Write {n} questions") for n in (1, 2, 3)] == [1, 1, 1]
    assert page.index("# Item 1") < page.index("Write 1 questions") < page.index("# Item 2")


def test_a_worksheet_is_also_named_as_earlier_versions_named_it():
    [row] = by_hand.filled(ITEMS, rows({"sheet": NAME}, {"item": 2, "a": 1}), "me")
    assert row["item_id"] == ITEMS[1]["item_id"]


def test_numbers_become_the_ids_and_hashes_of_the_items():
    made = by_hand.filled(
        ITEMS, rows({"worksheet": NAME}, {"item": 2, "output": {"a": 1}}, {"item": 30, "b": 2}), "me"
    )
    assert made == [
        {"item_id": ITEMS[1]["item_id"], "sha": ITEMS[1]["sha"], "output": {"a": 1}, "by": "me", "pass": 1},
        {"item_id": ITEMS[29]["item_id"], "sha": ITEMS[29]["sha"], "output": {"b": 2}, "by": "me", "pass": 1},
    ]


def test_a_later_row_replaces_and_full_records_stand_beside_short_ones():
    full = {"item_id": ITEMS[0]["item_id"], "sha": ITEMS[0]["sha"], "output": 1, "by": "x", "pass": 1}
    made = by_hand.filled(
        ITEMS, rows(full, {"worksheet": NAME}, {"item": 3, "a": 1}, {"item": 3, "a": 2, "by": "y"}), "me", 2
    )
    assert [(row["output"], row["by"], row["pass"]) for row in made] == [(1, "x", 1), ({"a": 2}, "y", 2)]


@pytest.mark.parametrize(
    ("given", "by", "said"),
    [
        ([{"item": 1, "a": 1}], "me", f'which worksheet? put {{"worksheet": "{NAME}"}} first'),
        ([{"worksheet": "0" * 12}, {"item": 1, "a": 1}], "me", "made anew?"),
        ([{"worksheet": NAME}, {"item": 31, "a": 1}], "me", "a number from its pages, got 31"),
        ([{"worksheet": NAME}, {"item": "1", "a": 1}], "me", "a number from its pages, got '1'"),
        ([{"worksheet": NAME}, {"item": True, "a": 1}], "me", "a number from its pages, got True"),
        ([{"worksheet": NAME}, {"a": 1}], "me", "a number from its pages, got None"),
        ([{"worksheet": NAME}, {"item": 1, "a": 1}], None, "--by NAME"),
        ([{"item_id": ITEMS[0]["item_id"], "sha": "s", "output": 1}] * 2, "me", "appears twice"),
        (
            [{"item_id": "i", "sha": "s", "output": 1}],
            "me",
            "'i' is not of this worksheet; was it made anew?",
        ),
        ([{"item_id": ITEMS[0]["item_id"], "sha": "s"}], "me", '"output" of this filled is missing'),
    ],
)
def test_a_row_that_cannot_be_placed_is_refused_by_its_line(given, by, said):
    with pytest.raises(cli.InputError, match=r"f:\d+") as caught:
        by_hand.filled(ITEMS, rows(*given), by)
    assert said in str(caught.value)


def test_items_made_for_another_task_are_refused_by_both_names(tmp_path):
    path = tmp_path / "items.jsonl"
    path.write_text(json.dumps(ITEMS[0]), encoding="utf-8")
    with pytest.raises(cli.InputError, match="made for questions, not for grades; name that task"):
        session.of_task(TASKS["grades"], str(path))
    [item] = session.of_task(TASKS["questions"], str(path))
    assert item["item_id"] == ITEMS[0]["item_id"]


def test_what_is_left_keeps_the_numbers_and_the_name_of_the_whole():
    todo = list(by_hand.left(ITEMS, [{**ITEMS[6], "pass": 2, "reason": "not filled"}]))
    assert by_hand.digest(todo) == NAME
    [page] = by_hand.pages(TASKS["questions"], todo)
    assert "# Item 7" in page
    [row] = by_hand.filled(todo, rows({"worksheet": NAME}, {"item": 7, "a": 1}), "me")
    assert (row["item_id"], row["pass"]) == (ITEMS[6]["item_id"], 2)


@pytest.mark.parametrize("task", sorted(TASKS))
def test_an_output_of_null_is_sent_back_and_the_other_rows_are_read(task):
    items = sheet.items(task, ({"kind": "support", "question": f"Who {n}?"} for n in range(2)))
    nothing = {"item_id": items[1]["item_id"], "sha": items[1]["sha"], "output": None}
    made = by_hand.filled(
        items, rows({"worksheet": by_hand.digest(items)}, {"item": 1, "output": None}, nothing), "me"
    )
    done = sheet.checked(TASKS[task], items, made)
    assert done.outputs == [{}]
    assert [reason.startswith("need an object with ") for reason in done.redo.values()] == [True, True]
