"""Faults that others' evaluation tools were reported for, each as the behaviour that is right.

The names and numbers are repositories and their issues or pull requests on GitHub.
"""

import json
from types import SimpleNamespace

import pytest

from ragkit.cli import InputError
from ragkit.evaluation import retrieval
from ragkit.evaluation.evidence import resolver_for
from ragkit.evaluation.paired import randomisation
from ragkit.labels import lint, read
from ragkit.records import check
from ragkit.records import read as read_records


def label(qid="q", **fields):
    return check("label", {"qid": qid, **fields}, "t")


def scored(labels, runs, ks=(10,), resolver=None):
    rows = [check("run", {"qid": qid, "retrieved": ids}, "t") for qid, ids in runs.items()]
    return retrieval.score(labels, rows, ks, resolver)


def values(scores, *names):
    return {name: scores.values(name)[0] for name in names}


@pytest.mark.parametrize("repeats", [["a", "a"], ["a", "a", "b", "b"], ["x", "a", "a", "a"]])
def test_an_id_retrieved_twice_is_credited_once(repeats):
    """gbrain 4176, trulens 2746, haystack 11959, llama_index 22683, dokimos 110"""
    scores = scored([label(relevant=["a", "b"])], {"q": repeats})
    found = values(scores, "recall@10", "ndcg@10", "map", "hit@10", "precision@10")
    assert all(value <= 1 for value in found.values())
    assert found["recall@10"] == len({"a", "b"} & set(repeats)) / 2
    assert scores.left_out.repeats == {
        "q": len(repeats) - len(set(repeats))
    }  # pytrec_eval 50: said, not hidden


def test_a_gold_id_named_twice_does_not_deflate_recall():
    """gbrain 4607"""
    scores = scored([label(relevant=["a", "a", "b"])], {"q": ["a", "b"]})
    assert values(scores, "recall@10", "ndcg@10") == {"recall@10": 1.0, "ndcg@10": 1.0}
    assert scores.left_out.repeated_gold == {"q": 1}


def test_the_order_of_the_list_is_the_rank_whatever_the_ids():
    """trec_eval 22, pytrec_eval 56, ir_measures 18"""
    assert scored([label(relevant=["a"])], {"q": ["a", "b"]}).values("mrr")[0] == 1
    assert scored([label(relevant=["b"])], {"q": ["a", "b"]}).values("mrr")[0] == 0.5


def test_a_document_named_like_its_question_counts():
    """beir 187: id "0" of question "0" was dropped, so that a perfect run scored .90"""
    assert scored([label("0", relevant=["0"])], {"0": ["0"]}).values("recall@10")[0] == 1


def test_gold_that_is_not_in_the_corpus_is_named():
    """beir 101, mteb 5021, mt-rag-benchmark 3, AutoRAG 630"""
    chunks = [check("chunk", {"chunk_id": "a", "doc_id": "d", "text": "x"}, "t")]
    resolver = resolver_for([], "chunk", None, chunks)
    scores = scored([label(relevant=["a", "gone"])], {"q": ["a"]}, resolver=resolver)
    assert scores.left_out.lost == {"q": ["gone is not among the chunks"]}
    with pytest.raises(InputError, match="another index"):
        scored([label(relevant=["a"])], {"q": ["old#1"]}, resolver=resolver_for([], "chunk", None, chunks))


def test_missing_empty_and_unlabelled_questions_are_three_counts():
    """ranx 27 and 39, pyterrier 226"""
    labels = [label("q1", relevant=["a"]), label("q2", relevant=["a"]), label("q3", relevant=["a"])]
    scores = scored(labels, {"q1": ["a"], "q2": [], "zzz": ["a"]})
    assert list(scores.values("recall@10")) == [1, 0, 0]
    assert (scores.left_out.missing, scores.left_out.unlabelled) == (["q3"], ["zzz"])


def test_questions_are_ranked_one_by_one_never_as_one_list():
    """torchmetrics 3229"""
    labels = [label("q1", relevant=["a"]), label("q2", relevant=["b"])]
    assert list(scored(labels, {"q1": ["a", "x"], "q2": ["y", "b"]}).values("mrr")) == [1, 0.5]


def test_grades_that_are_all_0_are_left_out_and_counted():
    """mteb 5253"""
    scores = scored([label("q1", relevant={"a": 0}), label("q2", relevant=["a"])], {"q2": ["a"]})
    assert (scores.qids, scores.left_out.unanswerable) == (["q2"], ["q1"])


def test_nothing_to_average_is_an_input_error_not_a_division_nor_a_nan():
    """ragas 721 and 2818, deepeval 3234, LightRAG 4040"""
    with pytest.raises(InputError, match="nothing to average"):
        scored([label(relevant=[])], {"q": ["a"]})


def test_a_bom_and_crlf_lose_no_first_record(tmp_path):
    """promptflow 4202, ragflow 19179"""
    path = tmp_path / "run.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"qid": "q1", "retrieved": []}\r\n{"qid": "q2", "retrieved": []}\r\n')
    assert [row["qid"] for row in read_records("run", str(path))] == ["q1", "q2"]


def test_whole_number_and_text_ids_are_the_same_id():
    """capreolus 100"""
    assert scored([label(7, relevant=[3])], {"7": ["3"]}).values("recall@10")[0] == 1


def test_a_topic_given_twice_is_refused_and_a_cut_list_names_its_cut(tmp_path):
    """msgvault 649"""
    path = tmp_path / "labels.jsonl"
    path.write_text(2 * (json.dumps({"qid": "q", "relevant": ["a"]}) + "\n"))
    with pytest.raises(InputError, match="appears twice"):
        read.read(str(path))
    scores = scored([label(relevant=["a"])], {"q": ["x", "y", "a"]}, ks=(2,))
    assert values(scores, "mrr@2", "mrr") == {"mrr@2": 0.0, "mrr": pytest.approx(1 / 3)}


def test_a_multi_hop_tag_with_one_passage_is_a_fault():
    """KiroCrew 12160"""
    one = label(question="why", evidence=[{"doc_id": "d", "quote": "two words"}], tags=["multi_hop"])
    assert "tag_arity" in [finding.code for finding in lint.lint([one]) if finding.fault]


def test_gold_made_by_the_retriever_is_a_fault():
    """agentgrit 237"""
    labels = [label(f"q{i}", question=f"{i}", relevant=[f"c{i}"]) for i in range(12)]
    run = {f"q{i}": [f"c{i}", "x"] for i in range(12)}
    assert "gold_from_retriever" in [finding.code for finding in lint.lint(labels, run=run)]


def test_the_same_input_gives_the_same_number():
    """ragas 1125, RAGChecker 24: judge metrics differ between runs; retrieval and its test must not"""
    differences = [0.1 * i - 0.35 for i in range(60)]
    assert len({randomisation(differences) for _ in range(3)}) == 1
    first, second = (scored([label(relevant=["b", "a"])], {"q": ["a", "x", "b"]}) for _ in range(2))
    assert SimpleNamespace(**next(first.rows(first.all_names()))) == SimpleNamespace(
        **next(second.rows(second.all_names()))
    )
