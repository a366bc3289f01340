"""The waterfall: each stage is named for its own fault, an interval where a record is missing."""

import sys
from pathlib import Path

import pytest

from ragkit import access
from ragkit.evaluation import explain
from ragkit.evaluation.corpus import corpus
from ragkit.evaluation.waterfall import STAGES, Asked, lost_between, trace, waterfall
from ragkit.records import check

ROOT = Path(__file__).resolve().parents[3]
TEXT = "Boil it for ten minutes. Then cool it down.\n"
CHUNKS = [
    {"chunk_id": "a#1", "doc_id": "a", "start": 0, "end": 25, "text": TEXT[:25], "acl": ["staff"]},
    {"chunk_id": "a#2", "doc_id": "a", "start": 25, "end": 44, "text": TEXT[25:], "acl": ["staff"]},
]


def label(quote="Boil it for ten minutes.", **fields):
    row = {"qid": "q", "question": "how long", "user": {"groups": ["staff"]}, **fields}
    return check("label", {"evidence": [{"doc_id": "a", "quote": quote}], **row}, "t")


def asked(run=("a#1", "a#2"), legs=("a#1", "a#2"), docs=("a#1",), dropped=(), answer="So [1]."):
    sources = [
        {
            "n": n,
            "chunk_id": name,
            "doc_id": "a",
            "members": [name],
            "text": CHUNKS[int(name[-1]) - 1]["text"],
        }
        for n, name in enumerate(docs, start=1)
    ]
    drops = [{"chunk_id": name, "reason": "budget"} for name in dropped]
    return Asked(
        check("run", {"qid": "q", "retrieved": list(run), "legs": {"bm25": list(legs)}}, "t"),
        None,
        check("context", {"qid": "q", "docs": sources, "dropped": drops}, "t"),
        check("answer", {"qid": "q", "answer": answer}, "t"),
    )


def traced(wanted=None, records=None, chunks=CHUNKS, indexed=("a#1", "a#2"), text=TEXT, **given):
    wanted = wanted or label()
    documents = [check("document", {"doc_id": "a", "text": text, **given}, "t")]
    rows = [check("chunk", chunk, "t") for chunk in chunks]
    return trace(wanted, records or asked(), corpus([wanted], documents, rows, indexed))[0]


def test_evidence_that_is_cited_is_not_lost_and_shows_its_ranks():
    one = traced()
    assert (one.lost_at, one.stage, one.path) == (None, "", "bm25 1 -> fused 1")


@pytest.mark.parametrize(
    ("stage", "given"),
    [
        ("source..parse", {"wanted": label("Boil it for six minutes.")}),
        ("chunk", {"chunks": CHUNKS[1:], "records": asked(["a#2"], ["a#2"], ["a#2"])}),
        ("index", {"indexed": ("a#2",), "records": asked(["a#2"], ["a#2"], ["a#2"])}),
        ("filter", {"wanted": label(user={"groups": ["x"]}), "records": asked(["a#2"], ["a#2"], ["a#2"])}),
        ("filter", {"wanted": label(filters={"lang": "de"}), "records": asked([], [], [])}),
        ("retrieve", {"records": asked(["a#2"], ["a#2"], ["a#2"])}),
        ("index..retrieve", {"indexed": None, "records": asked(["a#2"], ["a#2"], ["a#2"])}),
        ("fuse", {"records": asked(["a#2"], ["a#1", "a#2"], ["a#2"])}),
        ("rank", {"records": asked(["a#2", "a#1"], docs=["a#2"])}),
        ("rank..assemble", {"records": asked(["a#1", "a#2"], docs=["a#2"])}),
        ("assemble", {"records": asked(["a#1", "a#2"], docs=["a#2"], dropped=["a#1"])}),
        ("cite", {"records": asked(docs=["a#1", "a#2"], answer="So [2].")}),
        ("cite", {"records": asked(answer="So.")}),
    ],
)
def test_the_first_stage_that_does_not_hold_it_is_named(stage, given):
    assert traced(**given).stage == stage


def test_what_every_leg_has_below_the_end_of_the_run_was_not_lost_by_fusion():
    lists = ["x#1", "x#2"]
    deep = asked(lists, [*lists, "a#1"], [])._replace(context=None, answer=None)
    one = traced(records=deep)
    assert (one.stage, one.path) == ("rank", "bm25 3 -> fused -")
    assert one.detail == "below the run's depth of 2: search with a larger --k"
    high = traced(records=asked(lists, ["x#1", "a#1"], [])._replace(context=None, answer=None))
    assert (high.stage, high.detail) == ("fuse", "")  # a leg has it where the run still goes
    again = traced(records=deep._replace(reranked=deep.run))  # no reranker drops what it was not given
    assert (again.stage, again.blamed) == ("rank", "rank")


def test_a_document_without_any_chunk_is_said_to_be_unread():
    others = [{**chunk, "chunk_id": f"b#{i}", "doc_id": "b"} for i, chunk in enumerate(CHUNKS, 1)]
    one = traced(chunks=[{**others[0], "text": "Other text altogether..."}], indexed=("b#1",),
                 records=asked(["b#1"], ["b#1"], []))  # fmt: skip
    assert (one.stage, one.remedy, one.detail) == ("chunk", "unread", "no chunk is of this document")
    partly = traced(chunks=CHUNKS[1:], records=asked(["a#2"], ["a#2"], ["a#2"]))
    assert (partly.remedy, partly.detail) == ("chunk", "")


def test_a_copy_that_the_user_may_not_see_either_does_not_clear_the_filter():
    twin = {**CHUNKS[0], "chunk_id": "b#1", "doc_id": "b"}
    given = {
        "chunks": [twin, *CHUNKS],
        "indexed": ("a#1", "a#2", "b#1"),
        "records": asked(["a#2"], ["a#2"], []),
    }
    assert traced(label(user={"groups": ["x"]}), **given).stage == "filter"
    open_to_all = {
        **given,
        "chunks": [{**twin, "acl": ["*"]}, *CHUNKS],
        "records": asked(["b#1"], ["b#1"], []),
    }
    assert traced(label(user={"groups": ["x"]}), **open_to_all).stage == "rank..assemble"


def test_a_split_quote_is_whole_when_both_chunks_are_there_and_said_to_be_split():
    wanted = label("ten minutes. Then cool it")
    assert traced(wanted, asked(docs=["a#1", "a#2"], answer="So [1][2].")).lost_at is None
    half = traced(wanted, asked(["a#2"], ["a#2"], ["a#2"]))
    assert (half.stage, half.detail) == ("retrieve", "in no single chunk, split over 2")
    none = traced(wanted, asked(["x#1"], ["x#1"], ["a#1"])._replace(context=None))
    assert (half.cause, none.remedy, none.cause) == ("split", "words", "words, and split")
    assert "; cause: words, and split" in "\n".join(explain.report([wanted], [none], {"q": asked()}))


def test_a_source_cut_to_the_budget_does_not_hold_what_was_cut():
    records = asked()
    records.context["docs"][0]["text"] = "Boil it"
    assert traced(records=records).stage == "rank..assemble" or traced(records=records).stage == "assemble"


def test_the_context_of_another_answer_says_nothing_of_citing():
    records = asked(answer="So.")
    records.answer["context_sha"], records.context["context_sha"] = "old", "new"
    assert traced(records=records).lost_at is None


def test_of_alternatives_the_one_that_came_furthest_counts():
    wanted = label()
    wanted["evidence"] = [
        {**wanted["evidence"][0], "group": 1, "quote": quote}
        for quote in ("Nowhere to be found.", "Boil it for ten")
    ]
    assert traced(wanted).lost_at is None


def test_later_holders_clear_earlier_stages():
    held = dict.fromkeys(STAGES)
    assert lost_between(held) is None
    assert lost_between({**held, "chunk": False, "assemble": True}) is None
    assert lost_between({**held, "parse": True, "fuse": False}) == ("chunk", "fuse")
    assert lost_between({**held, "source": False}) == ("source", "source")


def test_a_misquoted_label_is_blamed_where_its_document_was_read_and_the_parser_where_it_was_not():
    wrong = label("Boil it for six minutes.")
    read = traced(wrong)
    unread = traced(wrong, warnings=[{"code": "no_text_layer", "page": 2, "detail": "image only"}])
    noted = traced(wrong, warnings=[{"code": "furniture", "detail": "a running header"}])
    assert [(one.stage, one.blamed) for one in (read, unread, noted)] == [
        ("source..parse", "label"), ("source..parse", "parse"), ("source..parse", "label"),
    ]  # fmt: skip
    assert "not all of it was read: no_text_layer" in unread.detail
    assert [row.lost for row in waterfall([read, unread])][:2] == [1, 1]
    assert "To mend: no document holds the quote: mend the label" in explain.story(wrong, [read], asked())


def test_rerank_is_named_only_where_something_was_reranked():
    records = asked(["a#2", "a#1"], docs=["a#2"])
    low = records._replace(reranked=check("run", {"qid": "q", "retrieved": ["a#2"]}, "t"))
    assert [traced(records=one).blamed for one in (records, low)] == ["rank", "rerank"]
    names = [[row.stage for row in waterfall([traced(records=one)])][7] for one in (records, low)]
    assert names == ["rank", "rerank"]


@pytest.mark.parametrize(
    ("stage", "given"),
    [
        ("", {}),
        ("retrieve", {"records": asked(["a#2"], ["a#2"], ["a#2"])}),
        ("rank", {"records": asked(["a#2", "a#1"], docs=["a#2"])}),
        ("filter", {"wanted": {"user": {"groups": ["x"]}}, "records": asked(["a#2"], ["a#2"], ["a#2"])}),
        ("source..parse", {"wanted": {"relevant": ["gone#1"]}}),
        ("", {"wanted": {"any_of": [["gone#1", "a#1"]]}}),
    ],
)
def test_a_label_that_names_chunk_ids_is_followed_as_well(stage, given):
    fields = {"relevant": ["a#1"], "evidence": None, **given.get("wanted", {})}
    if "any_of" in fields:
        fields["relevant"] = None
    assert traced(**{**given, "wanted": label(**fields)}).stage == stage


def test_who_asks_stands_in_for_a_label_without_a_user():
    wanted = label(user=None)
    documents = [check("document", {"doc_id": "a", "text": TEXT}, "t")]
    rows = [check("chunk", chunk, "t") for chunk in CHUNKS]
    records = asked(["a#2"], ["a#2"], ["a#2"])
    stages = [
        trace(wanted, records, corpus([wanted], documents, rows, ("a#1", "a#2"), who=who))[0].stage
        for who in (access.EVERYTHING, access.reader({"groups": ["guest"]}, "t"))
    ]
    assert stages == ["retrieve", "filter"]


def test_a_leg_without_hits_is_said_to_be_empty():
    assert traced(records=asked(["a#2"], [], ["a#2"])).path == "bm25 empty -> fused -"


def test_another_document_that_has_the_words_is_not_the_evidence_and_a_copy_is():
    records = asked(["a#2"], ["a#2"], ["a#2"])
    docs = records.context["docs"]
    docs[0] |= {"doc_id": "z", "chunk_id": "z#1", "members": ["z#1"], "text": TEXT}
    assert traced(records=records).held["assemble"] is False
    docs[0]["members"].append("a#9")
    assert traced(records=records).held["assemble"] is True


def test_the_table_counts_survivors():
    traces = [traced(), traced(records=asked(answer="So.")), traced(records=asked(["a#2"], ["a#2"], ["a#2"]))]
    traces.append(traced(records=asked(["a#2"], ["a#2"], ["a#2"])))
    rows = {row.stage: row for row in waterfall(traces)}
    assert (rows["filter"].alive, rows["retrieve"].alive, rows["retrieve"].lost, rows["cite"].alive) == (
        4,
        2,
        2,
        1,
    )
    assert rows["retrieve"].if_lossless == 0.75


def test_the_matrix_names_what_to_mend():
    given = asked(answer="So.")
    lines = explain.matrix([traced(records=given)], {"q": given})
    assert lines == ["1 questions: " + explain.MATRIX[True, False]]
    given = asked(["a#2"], ["a#2"], ["a#2"], answer="It takes ten minutes [1].")
    assert explain.matrix([traced(records=given)], {"q": given})[0].endswith(explain.MATRIX[False, True])


@pytest.mark.parametrize("given", [{"answer": "It is ten.", "stop_reason": "max_tokens"}, {"answer": ""}])
def test_a_refused_or_cut_off_answer_is_no_answer_to_a_question_that_has_none(given):
    label_without = check("label", {"qid": "q", "answerable": False}, "t")
    given = {"stop_reason": "refusal", **given}
    one = Asked(None, None, None, check("answer", {"qid": "q", **given}, "t"))
    assert not any("although" in line for line in explain.report([label_without], [], {"q": one}))


def test_an_answer_of_native_blocks_is_read_as_its_text():
    blocks = [{"type": "text", "text": "The documents do not mention it."}]
    given = asked(["a#2"], ["a#2"], ["a#2"])._replace(
        answer=check("answer", {"qid": "q", "content": blocks}, "t")
    )
    assert traced(records=given).detail == "the answer abstains"
    lines = explain.matrix([traced(records=given)], {"q": given})
    assert lines == ["1 questions: " + explain.MATRIX[False, False]]


def test_one_question_is_told_in_a_paragraph():
    given = asked(["a#2"], ["a#2"], ["a#2"], answer="The documents do not say.")
    told = explain.story(label(), [traced(records=given)], given)
    assert "It needs 'Boil it for ten minutes.' from a." in told
    assert "It was lost at retrieve" in told
    assert explain.story(label(answerable=False), [], given).endswith(
        "the label says that nothing answers it."
    )


@pytest.mark.slow
def test_injected_faults_are_named_and_no_healthy_question_is_blamed(monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path, str(ROOT / "tests" / "bench")])
    from bench_diagnose import diagnose
    from inject_faults import scenarios

    made = scenarios(str(ROOT / "templates" / "demo" / "docs"), 40, seed=3)
    assert [(one.kind, diagnose(one)) for one in made] == [(one.kind, one.expected) for one in made]
