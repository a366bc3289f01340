"""Splitting labels: nothing in both parts, what belongs together stays together, always the same."""

import random

import pytest

from ragkit.labels import lint
from ragkit.labels.split import split
from ragkit.records import check


def label(i, quote=None, **fields):
    evidence = (
        [{"doc_id": "d", "quote": quote or f"quote {i} of many"}]
        if fields.get("answerable") is not False
        else None
    )
    return check(
        "label", {"qid": f"q{i}", "question": f"unlike {i} {i * 7}", "evidence": evidence, **fields}, "t"
    )


LABELS = [label(i, tags=["a"] if i % 2 else ["b"]) for i in range(80)] + [
    label(i, answerable=False) for i in range(80, 90)
]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("share", [0.0, 0.3, 0.5, 1.0])
def test_every_label_is_in_one_part_and_every_kind_in_its_share(share, seed):
    dev, test = split(LABELS, share, seed)
    assert sorted(row["qid"] for row in dev + test) == sorted(row["qid"] for row in LABELS)
    assert len(dev) == round(90 * share)
    assert abs(sum(row["answerable"] is False for row in dev) - 10 * share) <= 1


def test_the_split_does_not_depend_on_the_order_and_differs_by_seed():
    shuffled = random.Random(1).sample(LABELS, len(LABELS))
    names = [
        {row["qid"] for row in split(rows, 0.5, seed)[0]}
        for rows, seed in ((LABELS, 0), (shuffled, 0), (LABELS, 1))
    ]
    assert names[0] == names[1] != names[2]


def test_labels_of_one_quote_or_nearly_one_question_stay_together():
    labels = [label(i, quote=f"quote {i // 4}") for i in range(40)]
    labels += [{**label(i), "question": f"How do I reset the main pump {i // 2}?"} for i in range(40, 60)]
    dev, test = split(labels, 0.5, 3)
    assert dev
    assert test
    assert [finding for finding in lint.lint(dev, against=test) if finding.code == "leak"] == []
