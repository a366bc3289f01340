"""The next lever follows from where questions were lost."""

from ragkit.evaluation.lever import lever
from ragkit.evaluation.remedy import FIXES, Standing
from ragkit.evaluation.waterfall import STAGES, Trace

WORDS = {qid: f"{qid}?" for qid in "abcdefgh"}


def gone(qid, stage, reranked=False):
    held = dict.fromkeys(STAGES)
    return Trace(qid, 1, "quote", "doc", held, (stage, stage), "", "", True, reranked)


def low(qid, stage, at=0, **done):
    """Lost by the order of results: at this rank of 20, of which an answer gets 5."""
    stood = Standing(at, 20, 5, best=0, pooled=at > 0, varied=False, half=False)
    return gone(qid, stage)._replace(standing=stood._replace(**done))


def kept(qid):
    return gone(qid, "cite")._replace(lost_at=None)


def test_without_labels_the_lever_is_to_write_some():
    assert lever([], {}, 0).startswith("labels: ")


def test_when_nothing_was_lost_retrieval_is_not_the_lever():
    assert lever([kept("a")], WORDS, 40).startswith("answers: ")


def test_the_stage_that_lost_most_is_the_lever_and_its_questions_are_the_reason():
    said = lever([gone("a", "rerank"), gone("b", "retrieve"), gone("c", "retrieve")], WORDS, 20)
    assert said.startswith(f"retrieve: {FIXES['retrieve']}; 2 of 20 questions")
    assert said.endswith("b (b?), c (c?)")


def test_a_question_is_counted_once_at_the_first_stage_that_lost_any_of_its_evidence():
    said = lever(
        [gone("a", "rerank"), gone("a", "chunk"), gone("a", "rerank"), gone("b", "rerank")], WORDS, 20
    )
    assert said.startswith("chunk: ")
    assert "; 1 of 20 questions" in said


def test_one_change_that_mends_two_stages_is_counted_over_both():
    lost = [
        low("a", "retrieve"),
        low("b", "rank", 9),
        low("c", "fuse"),
        gone("d", "chunk"),
        gone("e", "chunk"),
    ]
    said = lever(lost, WORDS, 20)
    assert said.startswith(f"words: {FIXES['words']}; 3 of 20 questions were lost there (1 at retrieve, ")


def test_after_variants_they_are_not_advised_again_and_a_larger_k_is_worked_out():
    lost = [
        low("a", "rank", 6, varied=True),
        low("b", "rank", 12, varied=True),
        low("b", "rank", 8, varied=True),
    ]
    found = [kept(qid)._replace(standing=low(qid, "rank", 1).standing) for qid in "cd"]
    said = lever([*lost, *found], WORDS, 20)
    # recall@10: a and half of b, c, d of four; recall@20: all
    assert said.startswith(f"rank: {FIXES['rank']} (in this run recall@10 0.875, recall@20 1.000); 2 of 20")
    assert "variants" not in said


def test_of_two_stages_that_lost_as_many_the_earlier_one_is_mended_first():
    assert lever([gone("a", "rerank"), gone("b", "parse")], WORDS, 20).startswith("parse: ")


def test_where_nothing_was_reranked_the_reranker_is_not_the_lever():
    assert lever([gone("a", "rerank")], WORDS, 20).startswith(f"rank: {FIXES['rank']}")
    assert lever([gone("a", "rerank", reranked=True)], WORDS, 20).startswith(f"rerank: {FIXES['rerank']}")


def test_citing_is_looked_at_once_nine_in_ten_questions_have_their_evidence():
    cited = [gone(qid, "cite") for qid in "defgh"]
    three, two = [gone(qid, "retrieve") for qid in "abc"], [gone(qid, "retrieve") for qid in "ab"]
    assert lever([*three, *cited], WORDS, 20).startswith("retrieve: ")
    assert lever([*two, *cited], WORDS, 20).startswith("cite: ")


def test_a_long_question_is_shortened_and_three_are_named():
    said = lever([gone(qid, "rerank") for qid in "abcde"], dict.fromkeys("abcde", "word " * 40), 20)
    assert said.count("...") == 3
    assert len(said) < 450


def test_few_questions_come_before_any_stage():
    said = lever([gone("a", "rerank")], WORDS, 19)
    assert said.startswith(
        "labels: 19 questions tell two systems apart only from a difference of 0.32,"
    )  # 6 / 19
    assert f"Then rank: {FIXES['rank']}" in said
    five = lever([gone("a", "rerank")], WORDS, 5)  # 2 / 2**5 is above .05, 2 / 2**6 is not
    assert five.startswith("labels: 5 questions tell no two systems apart, since 6 must change; write 50")
    assert not lever([gone("a", "rerank")], WORDS, 20).startswith("labels")


def test_evidence_that_no_chunk_holds_whole_shows_beside_another_lever():
    lost = [low("a", "retrieve", split=True), low("b", "retrieve"), low("c", "rank", 9, split=True)]
    said = lever(lost, WORDS, 20)
    assert said.startswith("words: ")
    assert said.endswith("; the evidence of 2 of them is in no single chunk: look at split, too")
    assert "no single chunk" not in lever([low("b", "retrieve")], WORDS, 20)


def test_a_document_of_which_there_is_no_chunk_is_to_be_read_not_chunked_again():
    said = lever([gone(qid, "chunk")._replace(unread=True) for qid in "ab"], WORDS, 20)
    assert said.startswith(f"unread: {FIXES['unread']}; 2 of 20 questions were lost there (2 at chunk)")
