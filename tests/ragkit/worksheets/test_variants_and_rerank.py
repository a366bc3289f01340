"""The tasks of retrieval: variants and parts of a question, and a listwise order."""

import pytest

from ragkit import records
from ragkit.cli import InputError
from ragkit.retrieval import call
from ragkit.worksheets import rerank, sheet, variants, work

QUESTION = {"qid": "q1", "question": "Why does E-117 show?", "history": None}


def variant_items():
    made = work.make("variants", {"label": [QUESTION]}, work.How()).items
    return sorted(made, key=lambda item: item["inputs"]["kind"], reverse=True)


def test_a_question_gives_one_item_for_rewrites_one_for_a_hypothetical_answer_and_one_for_its_parts():
    assert [item["inputs"]["kind"] for item in variant_items()] == ["rewrite", "hyde", "decompose"]
    assert "3 or fewer single questions" in sheet.prompt(variants.TASK, variant_items()[2])
    assert "Why does E-117 show?" in sheet.prompt(variants.TASK, variant_items()[0])
    assert "3 other questions" in sheet.prompt(variants.TASK, variant_items()[0])


@pytest.mark.parametrize(
    ("texts", "wrong"),
    [
        (["cause of E-117", "E-117 meaning", "code E-117 shown"], ""),
        (["cause of E-117", "E-117 meaning"], "need 3 texts"),
        (["cause of E-117", "E-117 meaning", " "], "need 3 texts"),
        (["cause of E-117", "E-117  Meaning", "e-117 meaning"], "the same"),
        (["cause of E-117", "E-117 meaning", "door does not open"], "E-117 of the question is missing"),
        ("cause", '"texts" must be list'),
    ],
)
def test_rewrites_are_three_differ_and_keep_the_codes(texts, wrong):
    said = variants.check(variant_items()[0], {"texts": texts})
    assert (said == "") is (wrong == "")
    assert wrong in said


def test_applied_variants_are_what_search_reads_rewrites_first():
    rewrites, hyde, parts = variant_items()
    outputs = {
        rewrites["item_id"]: {"texts": ["a", "b", "c"]},
        hyde["item_id"]: {"texts": [" d "]},
        parts["item_id"]: {"texts": ["Why does E-117 show?"]},
    }
    assert list(variants.apply([hyde, rewrites, parts], outputs)) == [
        {"qid": "q1", "variants": ["a", "b", "c", "d"]}
    ]


@pytest.mark.parametrize(
    ("texts", "wrong"),
    [
        (["What does E-117 mean?", "Which part is replaced?"], ""),
        (["Why does E-117 show?"], ""),  # it needs one fact only
        (["What does E-117 mean?", "Why does E-117 show?"], "the same"),
        (
            ["What does the code mean?", "Which part is replaced?"],
            "E-117 of the question is missing in every",
        ),
        (["E-117?", "a", "b", "c"], "need 3 or fewer"),
        ([], "none of them empty"),
        (["E-117?", 5], "none of them empty"),
    ],
)
def test_parts_are_up_to_three_single_questions_that_keep_the_codes_between_them(texts, wrong):
    said = variants.check(variant_items()[2], {"texts": texts})
    assert (said == "") is (wrong == "")
    assert wrong in said


def test_the_parts_that_a_model_wrote_are_searched_one_by_one(tmp_path):
    rewrites, hyde, parts = variant_items()
    outputs = {
        rewrites["item_id"]: {"texts": ["a", "b", "c"]},
        hyde["item_id"]: {"texts": ["d"]},
        parts["item_id"]: {"texts": ["What does E-117 mean? ", "Which part is replaced?"]},
    }
    records.write(variants.apply([hyde, rewrites, parts], outputs), str(tmp_path / "variants.jsonl"))
    read = call.variants(str(tmp_path / "variants.jsonl"))
    assert list(read["q1"].parts) == ["What does E-117 mean?", "Which part is replaced?"]
    assert list(read["q1"].variants) == ["a", "b", "c", "d"]


def test_earlier_turns_stand_before_the_question():
    question = {**QUESTION, "history": [{"role": "user", "content": "My wall shows a code."}]}
    for history in (question["history"], ["My wall shows a code."], [["My wall shows a code.", None]]):
        item = next(variants.make([{**question, "history": history}]))
        assert item["question"] == "My wall shows a code.\nWhy does E-117 show?"


CHUNKS = [{"chunk_id": c, "doc_id": c, "text": f"text {c}"} for c in "abc"]
RUN = [
    {"qid": "q1", "retrieved": ["a", "b", "c"], "legs": None},
    {"qid": "q2", "retrieved": ["a"], "legs": None},
]
LABELS = [QUESTION, {"qid": "q2", "question": "Other?"}]


def rerank_items():
    return work.make("rerank", {"run": RUN, "chunk": CHUNKS, "label": LABELS}, work.How()).items


@pytest.mark.parametrize(
    ("order", "wrong"),
    [
        ([3, 1, 2], ""),
        ([3, 1], "missing: [2]"),
        ([3, 1, 1], "missing: [2]"),
        ([3, 1, 2, 4], "exactly once"),
        (["3", 1, 2], "list of source numbers"),
        ([True, 2, 3], "list of source numbers"),
    ],
)
def test_an_order_names_every_source_exactly_once(order, wrong):
    said = rerank.check(rerank_items()[0], {"order": order})
    assert (said == "") is (wrong == "")
    assert wrong in said


def test_an_order_is_applied_and_a_row_of_one_is_left_alone():
    (item,) = rerank_items()
    rows = list(rerank.apply([item], {item["item_id"]: {"order": [3, 1, 2]}}, RUN))
    assert [row["retrieved"] for row in rows] == [["c", "a", "b"], ["a"]]
    assert rows[0]["legs"] == {"before rerank": ["a", "b", "c"]}
    assert rows[0]["scores"] == [1, 1 / 2, 1 / 3]


def test_a_run_that_changed_since_is_refused():
    (item,) = rerank_items()
    changed = [{**RUN[0], "retrieved": ["b", "a", "c"]}]
    with pytest.raises(InputError, match="the run changed"):
        list(rerank.apply([item], {item["item_id"]: {"order": [1, 2, 3]}}, changed))
