"""Measures of answers by hand, the blame a question, and the correction at its edges."""

import pytest

from ragkit import cli, records
from ragkit.evaluation import answer_scores, blame, correction

ROWS = [
    {"qid": "q1", "kind": "support", "role": "claim", "refs": [1], "verdict": "full"},
    {"qid": "q1", "kind": "support", "role": "claim", "refs": [1, 2], "verdict": "full"},
    {"qid": "q1", "kind": "support", "role": "citation", "refs": [1, 2], "n": 1, "verdict": "full"},
    {"qid": "q1", "kind": "support", "role": "citation", "refs": [1, 2], "n": 2, "verdict": "none"},
    {"qid": "q2", "kind": "support", "role": "claim", "refs": [3], "verdict": "partial"},
    {"qid": "q2", "kind": "support", "role": "uncited", "refs": [], "verdict": "full"},
    {"qid": "q2", "kind": "nugget", "nugget": 0, "vital": True, "verdict": "full"},
    {"qid": "q2", "kind": "nugget", "nugget": 1, "vital": False, "verdict": "partial"},
    {"qid": "q1", "kind": "correctness", "verdict": "correct"},
    {"qid": "q2", "kind": "correctness", "verdict": "abstains"},
]
ANSWERS = [
    {"qid": "q1", "answer": "It is 9 [1]."},
    {"qid": "q2", "answer": "It is 8 [3]."},
    {"qid": "q3", "answer": "I don't know."},
    {"qid": "q4", "answer": "The documents do not mention it."},
]


def read(label):
    return records.check("label", label, "test")


ANSWERS = [records.check("answer", row, "test") for row in ANSWERS]
LABELS = [
    {"qid": "q1", "relevant": ["a"]},
    {"qid": "q2", "answerable": False},
    {"qid": "q3", "answerable": False},
    {"qid": "q4", "relevant": ["a"]},
]


def test_measures_match_the_hand_computation():
    means = {
        name: (v.mean, v.n)
        for name, v in answer_scores.score(ROWS, ANSWERS, map(read, LABELS)).intervals().items()
    }
    assert means == {
        "faithfulness": (0.75, 4),
        "citation_recall": (0.5, 4),  # the uncited claim counts as unsupported by its citations
        "citation_precision": (0.75, 4),  # [1] full, [1] full, [2] none, [3] partial
        "correctness": (0.5, 2),
        "nuggets_vital": (1.0, 1),
        "nuggets": (0.75, 2),
        "abstention_precision": (0.5, 2),  # q3 and q4 abstain, q3 rightly
        "abstention_recall": (0.5, 2),  # q2 and q3 cannot be answered
        "over_refusal": (0.5, 2),  # q1 and q4 can
    }


def test_a_grade_of_abstention_takes_the_place_of_the_words():
    graded = [{"qid": "q1", "kind": "abstention", "verdict": "abstained"}]
    assert answer_scores.score(graded, ANSWERS, map(read, LABELS)).states["q1"] == "abstained"


def test_native_blocks_are_read_and_an_answer_that_was_cut_off_or_refused_is_none():
    blocks = [{"type": "text", "text": "The documents do not "}, {"type": "text", "text": "mention it."}]
    given = [
        {"qid": "q1", "answer": "I don't know.", "stop_reason": "max_tokens"},
        {"qid": "q2", "content": blocks},
        {"qid": "q3", "answer": "", "stop_reason": "refusal"},
    ]
    found = answer_scores.score([], [records.check("answer", row, "t") for row in given], map(read, LABELS))
    assert found.states == {"q1": "none", "q2": "abstained", "q3": "none"}
    assert found.by_question("abstention_recall") == {"q2": 1.0, "q3": 0.0}


def source(doc_id="d", text="Boil it for 9 minutes."):
    return {"n": 1, "chunk_id": f"{doc_id}#1", "members": [f"{doc_id}#1"], "doc_id": doc_id, "text": text}


QUOTED = {"qid": "q", "evidence": [{"doc_id": "d", "quote": "for 9 minutes"}]}


ANY_OF = {"qid": "q", "any_of": [["d#1", "e#1"], ["f"]]}  # f: a document stands for its chunks


@pytest.mark.parametrize(
    ("label", "docs", "dropped", "state", "right", "name"),
    [
        ({"qid": "q", "answerable": False}, [], [], "abstained", None, "right"),
        ({"qid": "q", "answerable": False}, [source()], [], "answered", None, "invention"),
        (QUOTED, [source("e")], [], "answered", False, "retrieval_miss"),
        (QUOTED, [source("e")], [{"reason": "budget", "evidence": True}], "abstained", None, "cut_by_budget"),
        (QUOTED, [source("e")], [{"reason": "permission", "evidence": True}], "abstained", None, "withheld"),
        (QUOTED, [source()], [], "abstained", None, "over_refusal"),
        (QUOTED, [source()], [], "answered", False, "generation"),
        (QUOTED, [source()], [], "answered", True, "right"),
        (QUOTED, [source()], [], "answered", None, "not_judged"),
        ({"qid": "q", "relevant": ["d#1"]}, [source()], [], "answered", False, "generation"),
        ({"qid": "q", "relevant": {"d#1": 0, "e#1": 2}}, [source()], [], "answered", False, "retrieval_miss"),
        ({"qid": "q", "relevant": {"d#1": 1, "e#1": 2}}, [source()], [], "answered", False, "generation"),
        (ANY_OF, [source(), source("f")], [], "answered", False, "generation"),
        (ANY_OF, [source()], [], "answered", False, "retrieval_miss"),
        (QUOTED, [source()], [], "none", None, "no_answer"),
        ({"qid": "q", "answerable": False}, [source()], [], "none", None, "no_answer"),
    ],
)
def test_the_blame_falls_on_one_stage(label, docs, dropped, state, right, name):
    assert blame.blame(read(label), {"docs": docs, "dropped": dropped}, state, right) == name


def test_every_group_of_evidence_must_be_in_the_context():
    two = {
        "qid": "q",
        "evidence": [{"doc_id": "d", "quote": "for 9 minutes"}, {"doc_id": "e", "quote": "serve hot"}],
    }
    context = {"docs": [source()], "dropped": []}
    assert blame.blame(read(two), context, "answered", False) == "retrieval_miss"


def test_the_correction_is_the_judge_s_mean_plus_the_mean_difference():
    judged = [1.0] * 80 + [0.0] * 20
    compared = [(1.0, 1.0)] * 30 + [(1.0, 0.0)] * 10
    value = correction.corrected(judged, compared)
    assert value.mean == pytest.approx(0.8 - 10 / 40)
    assert value.low < value.mean < value.high


def test_a_sample_without_a_disagreement_still_leaves_a_width():
    value = correction.corrected([1.0] * 100, [(1.0, 1.0)] * 50)
    assert value.low < 0.99


def test_a_handful_of_verdicts_corrects_nothing():
    with pytest.raises(cli.InputError, match="20 or more"):
        correction.corrected([1.0] * 100, [(1.0, 1.0)] * 5)
