"""What a query tool worked out, as a source: placed first, cited, checked against its rows, never stale."""

import hashlib

import pytest

from ragkit import access, cli, records
from ragkit.answering import citations, results
from ragkit.answering.assemble import Options, assemble

CSV = b"model,units\nFJ-400,100\nFJ-400,59\n"
CHUNK = {
    "chunk_id": "a.md#1", "doc_id": "a.md", "source": "docs/a.md", "text": "The FJ-400 is a cabinet.",
    "start": 0, "end": 24, "acl": None, "tenant": None,
}  # fmt: skip


def result(source="gone.csv", **more):
    row = {
        "qid": "q1", "asked": "sum of units where model is FJ-400", "columns": ["sum of units"],
        "rows": [[159]], "source": str(source), "made": "2026-03-01", **more,
    }  # fmt: skip
    return records.check("result", row, "test")


def put(*rows, holders=(), who=access.EVERYTHING, options=None, chunk=CHUNK):
    worked = results.of_questions(rows, holders)
    question = {"qid": "q1", "question": "How many FJ-400?"}
    run = {"qid": "q1", "retrieved": ["a.md#1"], "scores": None}
    return assemble(question, run, {"a.md#1": chunk}, options, who, worked_out=worked.get("q1", ()))


def test_a_result_is_the_first_source_and_says_what_was_asked_of_which_file():
    context = put(result())
    assert [source["n"] for source in context["docs"]] == [1, 2]
    assert context["docs"][0]["text"] == (
        "Worked out from gone.csv: sum of units where model is FJ-400\n\n| sum of units |\n| --- |\n| 159 |\n"
    )
    assert context["docs"][0]["mode"] == "result"


@pytest.mark.parametrize(("said", "codes"), [("159", []), ("195", ["number_mismatch"])])
def test_a_number_is_checked_against_the_rows(said, codes):
    answer = {"qid": "q1", "answer": f"There were {said} units of the FJ-400 [1]."}
    [verdict] = citations.check(put(result()), answer)
    assert [problem["code"] for problem in verdict["problems"]] == codes


def test_a_pipe_in_a_cell_opens_no_column_and_a_cut_table_says_so():
    text = results.table(result(rows=[["a|b"], [None]], cut=True))
    assert "| a\\|b |\n|  |\n\nThere are more rows than these.\n" in text


def test_a_row_of_another_width_is_an_input_error():
    with pytest.raises(cli.InputError, match="q1"):
        put(result(rows=[[1, 2]]))


def test_a_result_of_a_table_that_has_changed_since_is_dropped(tmp_path):
    table = tmp_path / "t.csv"
    table.write_bytes(CSV)
    row = result(table, sha256=hashlib.sha256(CSV).hexdigest())
    assert put(row)["docs"][0]["mode"] == "result"
    table.write_bytes(CSV + b"FJ-400,1\n")
    context = put(row)
    assert [source["mode"] for source in context["docs"]] == ["chunk"]
    assert [drop["reason"] for drop in context["dropped"]] == ["changed"]


def test_only_who_may_read_the_table_sees_what_was_worked_out_from_it():
    row = result(sha256="5a5a")
    chunk = {**CHUNK, "acl": ["*"]}
    copies = [
        {"source": "docs/t.csv", "sha256": "5a5a", "acl": ["staff"]},
        {"source": "old/t.csv", "sha256": "5a5a", "acl": ["staff", "public"]},
    ]
    staff, public = access.Reader(frozenset({"staff"})), access.Reader(frozenset({"public"}))
    assert len(put(row, holders=copies, who=staff, chunk=chunk)["docs"]) == 2
    shown = put(row, holders=copies, who=public, chunk=chunk)
    assert [drop["reason"] for drop in shown["dropped"]] == ["permission"]
    # A file that states no reader, in a corpus that states some, is open to nobody.
    assert len(put(row, who=staff, chunk=chunk)["docs"]) == 1
    assert len(put(result(acl=["staff"]), who=staff, chunk=chunk)["docs"]) == 2


def test_a_result_obeys_the_budget():
    wide = result(rows=[[n] for n in range(3000)])
    context = put(wide, result(asked="count of rows"), options=Options(window=8000))
    assert [drop["reason"] for drop in context["dropped"]] == ["budget"]
    assert context["budget"]["used"] <= context["budget"]["available"]


def test_a_result_that_no_context_shows_is_named_with_the_reason():
    closed = put(result(), who=access.Reader(frozenset({"staff"})), chunk={**CHUNK, "acl": ["*"]})
    other = result(asked="count of rows", qid="q9")
    said = results.unused([result(), other], [{**closed, "qid": "q1"}])
    assert [line.partition(": ")[0] for line in said] == ["result of q1", "result of q9"]
    assert "nobody says who may" in said[0]
    assert "no such question" in said[1]
    assert results.unused([result()], [put(result())]) == []
