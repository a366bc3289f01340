"""Labels drawn from answers: quotes of what they cite, abstentions as unanswerable, the rest named."""

from ragkit import records
from ragkit.answering import as_labels, pins

ROW = "| FJ-400 | 41900 |"
TEXT = f"# Prices\n\n| Model | EMEA |\n| --- | --- |\n{ROW}\n\n| Model | APAC |\n| --- | --- |\n{ROW}\n"


def pinned(qid, text, source, start, name="p.md#1"):
    docs = [{"n": 1, "chunk_id": name, "doc_id": "p.md", "text": source, "start": start}]
    row = {"qid": qid, "question": "Price of the FJ-400?", "docs": docs, "context_sha": "s"}
    found = pins.pinned(
        records.check("answer", {"qid": qid, "answer": text}, "t"), records.check("context", row, "t")
    )
    return records.check("answer", found, "t")


def drawn(*answers):
    left = []
    questions = {
        one["qid"]: {"qid": one["qid"], "question": "Price?", "user": {"groups": ["staff"]}}
        for one in answers
    }
    return list(as_labels.labels(answers, questions, left, {"p.md": TEXT})), left


def test_a_quote_is_verbatim_with_its_occurrence_and_the_label_keeps_its_reader():
    at = TEXT.index("| Model | APAC |")
    [label], left = drawn(pinned("q1", "It costs 41900 for an FJ-400 [1].", TEXT[at:], at))
    assert label["evidence"] == [{"doc_id": "p.md", "quote": ROW, "occurrence": 2}]
    assert (label["user"], label["by"], left) == ({"groups": ["staff"]}, "answers", [])


def test_an_abstention_is_unanswerable_and_what_no_passage_holds_is_named():
    refusal = "I don't have enough information in the provided sources to answer that."
    found, left = drawn(
        pinned("q1", refusal, TEXT, 0),
        pinned("q2", "It costs 41900 for an FJ-400 [1].", TEXT, 0, name="p.md#result-1"),
        pinned("q3", "It is dear.", TEXT, 0),
    )
    assert [(label["qid"], label["answerable"]) for label in found] == [("q1", False)]
    assert [line.split(":")[0] for line in left] == ["no label for q2", "no label for q3"]
