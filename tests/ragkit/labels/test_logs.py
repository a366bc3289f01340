"""Questions out of logs: what is read, masked, merged and drawn."""

import pytest

from ragkit.cli import InputError
from ragkit.labels import logs


def lines(text):
    return [(f"log:{i}", line) for i, line in enumerate(text.splitlines(), start=1)]


def test_the_column_of_a_csv_is_found_or_named():
    text = 'time,Query,user\n1,"how long, and when",a\n2,"two\nlines",b\n'
    assert list(logs.from_csv(lines(text), None)) == ["how long, and when", "two\nlines"]
    assert list(logs.from_csv(lines(text), "user")) == ["a", "b"]
    with pytest.raises(InputError, match="no column ask among time, Query, user"):
        list(logs.from_csv(lines(text), "ask"))


@pytest.mark.parametrize("mark", [";", "\t", "|"])
def test_a_csv_may_be_parted_by_other_marks_and_a_row_that_ends_early_is_counted(mark):
    text = f"time{mark}query\n1{mark}how long, and when\n2\n"
    assert list(logs.from_csv(lines(text), None)) == ["how long, and when", ""]


def test_a_question_in_a_script_without_spaces_is_not_too_short():
    asked = [
        "\u4fdd\u4fee\u671f\u6709\u591a\u957f\u65f6\u95f4",
        "\u88c5\u7f6e\u306f\u4f55\u65e5\u3067\u3059\u304b",
    ]
    found = logs.sample([*asked, "\u4f55"], 10, 0)
    assert sorted(row["question"] for row in found.questions) == sorted(asked)
    assert found.said.startswith("3 log lines, 1 too short or long")


def test_of_a_chat_only_the_user_is_read():
    turns = [{"role": "user", "content": "why so"}, {"role": "assistant", "content": "because"}]
    rows = [
        ("l:1", {"messages": turns}),
        ("l:2", {"role": "assistant", "content": "no"}),
        ("l:3", {"q": "how so"}),
        ("l:4", {"messages": [{"role": "user", "content": [{"type": "text", "text": "in parts"}]}]}),
        ("l:5", {"history": [["in pairs", "yes"]]}),
    ]
    assert list(logs.from_jsonl(rows, None)) == ["why so", "how so", "in parts", "in pairs"]
    with pytest.raises(InputError, match=r'l:6: "messages"\[0\]: a role is'):
        list(logs.from_jsonl([("l:6", {"messages": [{"role": "caller", "content": "x"}]})], None))
    with pytest.raises(InputError, match="l:1: no text in"):
        list(logs.from_jsonl([("l:1", {"ask": "x"})], None))


@pytest.mark.parametrize(
    ("said", "masked"),
    [
        ("mail ann.b+c@ex-ample.co.uk please", "mail <email> please"),
        ("see https://x.y/z?q=1 now", "see <url> now"),
        ("call +49 (170) 123-4567 or 0170 1234567", "call <phone> or <phone>"),
        ("call 555-123-4567", "call <phone>"),
        ("card 4111 1111 1111 1111 declined", "card <card> declined"),
        ("pay DE89 3704 0044 0532 0130 00 today", "pay <iban> today"),
        ("from 192.168.1.20 it fails", "from <ip> it fails"),
        ("my name is Ann Smith and it broke", "my name is <name> and it broke"),
        ("ask Mr. Brown about it", "ask Mr. <name> about it"),
    ],
)
def test_personal_details_are_masked(said, masked):
    assert logs.mask(said) == masked


@pytest.mark.parametrize(
    "said",
    [
        "part 70-0415 and IB-6000",
        "error E-510 on 2026-11-16",
        "version 4.1.6 of 2024",
        "set 1,350 NGC per 40 m",
    ],
)
def test_part_numbers_dates_and_versions_are_no_personal_details(said):
    assert logs.mask(said) == said


def test_the_same_question_counts_as_one_and_the_frequent_come_first():
    texts = (
        ["How long is it?"] * 3
        + ["how long is it"] * 2
        + ["Why is the pump red?"] * 2
        + ["why the pump is red"]
    )
    texts += ["x", "one two " * 40, "what does it cost today", "who repairs the door"]
    drawn = logs.sample(texts, 3, seed=0)
    assert [(row["question"], row["frequency"]) for row in drawn.questions[:2]] == [
        ("How long is it?", 5),
        ("Why is the pump red?", 3),
    ]
    assert len(drawn.questions) == 3
    assert drawn.said == "12 log lines, 2 too short or long, 0 masked, 4 different questions; 3 taken"
    assert logs.sample(texts, 3, seed=0) == drawn


def test_the_separator_that_excel_writes_first_is_no_header():
    text = "sep=;\nuser;question\na;how long, and when\n"
    assert list(logs.from_csv(lines(text), None)) == ["how long, and when"]
