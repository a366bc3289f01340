"""import_run.py as the owner of a bot calls it: the bot's own results scored and explained by our labels."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[2]
HOME = "Return the meter within thirty days. Send it to the shop in its own carton, and keep the receipt."
FAQ = "Charging stops when a cloud passes. The delay before it stops is 3 minutes, and it can be changed."
LABELS = [
    {"qid": "q1", "question": "How do I give it back?",
     "evidence": [{"doc_id": "home.md", "quote": "within thirty days"}]},
    {"qid": "q2", "question": "When does it stop?",
     "evidence": [{"doc_id": "faq.md", "quote": "is 3 minutes"}]},
    {"qid": "q3", "question": "Who is the boss?", "answerable": False},
]  # fmt: skip


def document(doc_id, text):
    return {"doc_id": doc_id, "text": text}


@pytest.fixture
def bot(tmp_path):
    """Write files of rows, call a script in their folder, return its result."""

    def call(script, *args, **files):
        for name, rows in files.items():
            text = "".join(json.dumps(row) + "\n" for row in rows)
            (tmp_path / f"{name}.jsonl").write_text(text, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, ROOT / "scripts" / f"{script}.py", *args],
            cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip
        assert "Traceback" not in done.stderr, done.stderr
        return SimpleNamespace(code=done.returncode, out=done.stdout, err=done.stderr, folder=tmp_path)

    return call


def rows(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def imported(bot, results, *more, documents=None, **files):
    given = documents or [document("home.md", HOME), document("faq.md", FAQ)]
    return bot("import_run", "results.jsonl", "--documents", "documents.jsonl", "--labels", "labels.jsonl",
               "-o", "bot", *more, results=results, documents=given, labels=LABELS, **files)  # fmt: skip


RESULTS = [
    {"question": "how do I  give it back?",
     "results": [{"text": FAQ[:40], "path": "docs/faq.md", "score": 2},
                 {"text": HOME[:60], "path": "docs/home.md", "score": 1}]},
    {"qid": "q2", "results": [FAQ[:68], FAQ[68:]]},
    {"question": "Who is the boss?", "results": []},
]  # fmt: skip


def test_a_bot_is_scored_by_the_same_labels_as_our_own_run(bot):
    done = imported(bot, RESULTS)
    assert (done.code, done.err) == (0, "3 questions, 4 distinct passages\n")
    chunks = {row["chunk_id"]: row for row in rows(done.folder / "bot/chunks.jsonl")}
    first, second, third = rows(done.folder / "bot/run.jsonl")
    assert [chunks[name]["text"] for name in first["retrieved"]] == [FAQ[:40].strip(), HOME[:60].strip()]
    assert (first["qid"], first["scores"], "scores" in second, third["retrieved"]) == (
        "q1",
        [2, 1],
        False,
        [],
    )
    # q1: the quote is in the second passage; q2: "is 3 minutes" is FAQ[62:74], which only both passages hold
    scored = bot("retrieval_metrics", "labels.jsonl", "bot/run.jsonl", "--k", "1", "2", "--min-recall", "0",
                 "--documents", "bot/documents.jsonl", "--chunks", "bot/chunks.jsonl")  # fmt: skip
    assert scored.code == 0, scored.err
    assert [line.split()[:2] for line in scored.out.splitlines()[1:4]] == [
        ["recall@1", "0.000"], ["recall@2", "1.000"], ["MRR", "0.500"],
    ]  # fmt: skip


def test_the_bot_is_the_baseline_of_a_paired_comparison(bot):
    imported(bot, RESULTS)
    ours = {"chunk_id": "home.md#a", "doc_id": "home.md", "end": len(HOME), "text": HOME}
    run = [{"qid": "q1", "retrieved": ["home.md#a"]}, {"qid": "q2", "retrieved": []}]
    done = bot("retrieval_metrics", "labels.jsonl", "run.jsonl", "--k", "1", "--min-recall", "0",
               "--documents", "documents.jsonl", "--chunks", "chunks.jsonl", "--baseline", "bot/run.jsonl",
               "--baseline-chunks", "bot/chunks.jsonl", run=run, chunks=[ours])  # fmt: skip
    assert done.code == 0, done.err
    assert "0.000 -> 0.500  +0.500  wins 1, losses 0, ties 1" in done.out


def test_what_the_bot_never_retrieved_may_be_in_passages_that_nobody_has_shown(bot):
    missed = [{"qid": "q1", "results": [FAQ[:68]]}, {"qid": "q2", "results": [HOME[:60]]}]
    imported(bot, missed)
    told = bot("diagnose", "labels.jsonl", "bot").out
    # q1's passage is known to exist, as q2 retrieved it; of q2's only a part is known
    assert "q1: lost at index..retrieve; home.md" in told
    assert "q2: lost at chunk..retrieve; faq.md" in told
    imported(bot, missed, "--all-passages", "all.jsonl", all=[{"text": HOME}, {"page_content": FAQ[:68]}])
    assert "q2: lost at chunk; faq.md" in bot("diagnose", "labels.jsonl", "bot").out


def test_what_a_cut_leaves_without_a_letter_is_no_loss(bot):
    done = imported(bot, [{"qid": "q1", "results": [HOME[:60], ".", " \n"]}])
    assert (done.code, "lost passage" in done.err) == (0, False)


def test_documents_that_the_bot_does_not_read_are_named_where_all_its_passages_are_known(bot):
    missed = [{"qid": "q1", "results": [FAQ[:68]]}, {"qid": "q2", "results": [HOME[:60]]}]
    there = [
        document(name, text)
        for name, text in (
            ("home.md", HOME),
            ("faq.md", FAQ),
            ("notes.txt", "Firmware 9 mends the relay."),
            ("b.txt", " "),
        )
    ]
    assert "no passage" not in imported(bot, missed, documents=there).err
    every = [{"text": HOME}, {"text": FAQ}]
    done = imported(bot, missed, "--all-passages", "all.jsonl", documents=there, all=every)
    assert (
        "1 document of which it has no passage: it does not read them, or cuts them away: notes.txt"
        in done.err
    )
    assert done.code == 0


def test_what_stands_below_the_passages_that_an_answer_gets_is_lost(bot):
    imported(bot, RESULTS)
    assert "q1: lost" not in bot("diagnose", "labels.jsonl", "bot").out
    told = bot("diagnose", "labels.jsonl", "bot", "--k", "1")
    assert "q1: lost at rank; home.md: 'within thirty days'; bot 2 -> fused 2" in told.out
    assert "Then split: " in told.out  # q2's answer has half of "is 3 minutes"
    (told.folder / "bot/contexts.jsonl").write_text("")
    assert bot("diagnose", "labels.jsonl", "bot", "--k", "1").code == 2


def test_a_passage_in_no_document_keeps_its_rank_and_is_a_loss(bot):
    changed = FAQ.replace("3 minutes", "5 minutes")[40:76]  # too short to be found but for the number
    results = [
        {"qid": "q2", "results": [{"text": changed, "path": "faq.md"}, {"text": FAQ, "path": "faq.md"}]}
    ]
    done = imported(bot, results)
    assert done.code == 1
    assert "1 lost passage: " in done.err
    assert "results.jsonl:1: result 1 (faq.md)" in done.err
    (row,) = rows(done.folder / "bot/run.jsonl")
    assert row["retrieved"][1] == f"faq.md#0-{len(FAQ)}"
    scored = bot("retrieval_metrics", "labels.jsonl", "bot/run.jsonl", "--k", "1", "2", "--min-recall", "0",
                 "--documents", "bot/documents.jsonl", "--chunks", "bot/chunks.jsonl")  # fmt: skip
    assert [line.split()[:2] for line in scored.out.splitlines()[1:3]] == [
        ["recall@1", "0.000"],
        ["recall@2", "0.500"],
    ]
    assert "not among the chunks" not in scored.err
    assert imported(bot, results, "--allow-loss").code == 0


def test_a_text_that_stands_twice_holds_the_evidence_of_both_places(bot):
    twice = [document("home.md", f"{HOME} {HOME}"), document("faq.md", FAQ)]
    second = [{**LABELS[0], "evidence": [{"doc_id": "home.md", "quote": "thirty days", "occurrence": 2}]}]
    done = imported(bot, [{"qid": "q1", "results": ["thirty days"]}], documents=twice)
    assert len(rows(done.folder / "bot/chunks.jsonl")) == 2
    scored = bot("retrieval_metrics", "labels.jsonl", "bot/run.jsonl", "--k", "1", "--min-recall", "0",
                 "--documents", "bot/documents.jsonl", "--chunks", "bot/chunks.jsonl",
                 labels=second)  # fmt: skip
    assert "recall@1   1.000" in scored.out, scored.err


def test_a_name_that_means_no_document_is_said_and_all_are_searched(bot):
    result = {"content": HOME, "metadata": {"source": "https://x.org/h"}}
    done = imported(bot, [{"qid": "q1", "results": [result]}])
    assert done.code == 0
    assert "1 strange name: " in done.err
    assert "https://x.org/h" in done.err


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"qid": "q1"}, 'need "results"'),
        ({"qid": "q1", "results": "text"}, 'need "results"'),
        ({"results": []}, 'need "qid"'),
        ({"qid": "q1", "results": [{"path": "a.md"}]}, "result 1: need a text"),
        ({"qid": "q1", "results": [None]}, "result 1: need a text"),
        ({"qid": "", "results": []}, 'need "qid"'),
        ({"qid": "q1", "results": [{"text": 5}]}, "result 1: need a text"),
    ],
)
def test_a_bad_row_is_named_by_its_line(bot, row, said):
    done = imported(bot, [row])
    assert (done.code, "results.jsonl:1" in done.err, said in done.err) == (2, True, True), done.err


def test_a_question_asked_twice_or_without_labels_to_name_it_is_an_error(bot):
    row = {"question": "How do I give it back?", "results": [HOME]}
    assert "keep one line for each" in imported(bot, [row, row]).err
    bare = bot("import_run", "results.jsonl", "--documents", "documents.jsonl", "-o", "bot", results=[row])
    assert (bare.code, "give --labels" in bare.err) == (2, True)


def test_a_file_without_results_is_an_error(bot):
    done = imported(bot, [])
    assert (done.code, "results.jsonl: no results" in done.err) == (2, True)


@pytest.mark.parametrize("score", ['"3"', "true", "[1]"])
def test_a_score_that_is_no_number_is_refused_rather_than_left_out(bot, score):
    result = {"text": HOME, "score": json.loads(score)}
    done = imported(bot, [{"qid": "q1", "results": [result]}])
    assert done.code == 2
    assert "results.jsonl:1: result 1: need a number as the score" in done.err


def test_the_workspace_of_a_pipeline_is_not_written_over(bot, tmp_path):
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "state.json").write_text("{}")
    (tmp_path / "bot" / "chunks.jsonl").write_text("ours")
    done = imported(bot, [{"qid": "q1", "results": [HOME]}])
    assert (done.code, "bot: holds records of pipeline.py" in done.err) == (2, True)
    assert (tmp_path / "bot" / "chunks.jsonl").read_text() == "ours"


def test_an_empty_question_is_called_empty_and_not_asked_twice(bot):
    done = imported(bot, [{"question": " ", "results": []}, {"question": "", "results": []}])
    assert done.code == 2
    assert "results.jsonl:1: an empty question" in done.err


def test_a_bot_that_searched_other_wordings_is_not_advised_to_write_them(bot):
    missed = [{"qid": "q1", "results": [FAQ[:68]]}, {"qid": "q2", "results": [HOME[:60]]}]
    every = [{"text": HOME}, {"text": FAQ}]
    for words, said in (
        ((), ", since 6 must change; write 50. Then words: "),
        (("--variants",), "Then retrieve: "),
    ):
        imported(bot, missed, "--all-passages", "all.jsonl", *words, all=every)
        assert said in bot("diagnose", "labels.jsonl", "bot", "--k", "5").out


def test_a_document_that_the_bot_does_not_read_is_the_lever_where_all_passages_are_known(bot):
    results = [{"qid": "q1", "results": [FAQ]}, {"qid": "q2", "results": [FAQ]}]
    imported(bot, results, "--all-passages", "all.jsonl", all=[{"text": FAQ}])
    out = bot("diagnose", "labels.jsonl", "bot", "--k", "5").out
    assert (
        "q1: lost at chunk; home.md: 'within thirty days'; bot - -> fused -; no chunk is of this document"
        in out
    )
    assert "Then unread: no chunk is of its document: the system does not read that file" in out
