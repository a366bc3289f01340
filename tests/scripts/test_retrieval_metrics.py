"""retrieval_metrics.py as a user calls it: the fixed interface, the gate, and inputs that broke others."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "retrieval_metrics.py"
CASE = ROOT / "tests" / "fixtures" / "cases" / "01-metric-duplicate-ids"


@pytest.fixture
def call(tmp_path):
    """Run the script on labels and a run given as lists of records, or as bytes."""

    def run(labels, retrieved, *options, order=("labels", "run")):
        for name, content in (("labels", labels), ("run", retrieved)):
            if content is not None:
                data = content if isinstance(content, bytes) else b"".join(jsonl(content))
                (tmp_path / f"{name}.jsonl").write_bytes(data)
        files = [str(tmp_path / f"{name}.jsonl") for name in order]
        given = [part for option in options for part in (files if option == "FILES" else [option])]
        words = given if "FILES" in options else [*files, *given]
        done = subprocess.run(
            [sys.executable, SCRIPT, *words], capture_output=True, text=True, encoding="utf-8", timeout=60
        )
        assert "Traceback" not in done.stderr, done.stderr
        return done

    return run


def jsonl(rows):
    return (json.dumps(row).encode() + b"\n" for row in rows)


LABELS = [
    {"qid": "q1", "question": "first?", "relevant": ["a", "b"]},
    {"qid": "q2", "question": "second?", "relevant": ["c"]},
    {"qid": "q3", "question": "none", "relevant": []},
]
RUN = [{"qid": "q1", "retrieved": ["a", "x", "b"]}, {"qid": "q2", "retrieved": ["x", "y", "c"]}]


def test_the_report_holds_the_measures_the_worst_questions_and_the_verdict(call):
    done = call(LABELS, RUN, "--k", "2", "3", "--min-recall", "0.25", "--worst", "1")
    assert done.returncode == 0
    # recall@2 = (1/2 + 0) / 2; Wilson by hand: centre (.25 + 1.9208 / 2) / 2.9208 = .4144,
    # half width 1.96 sqrt(.25 * .75 / 2 + 3.8416 / 16) / 2.9208 = .3877; the others likewise
    assert done.stdout.splitlines() == [
        "questions: 3 total, 2 answerable, 1 unanswerable (not in the means)",
        "recall@2   0.250 [0.027, 0.802]   nDCG@2   0.307 [0.039, 0.829]",
        "recall@3   1.000 [0.342, 1.000]   nDCG@3   0.710 [0.179, 0.965]",
        "MRR        0.667 [0.159, 0.955]",
        "",
        "worst 1 questions by recall@2, then reciprocal rank:",
        "  q2         recall=0.00 rr=0.33  second?",
        "",
        "PASS: recall@2 0.250 >= 0.25",
    ]
    assert done.stderr == ""


def test_the_defaults_are_5_10_20_and_a_bar_of_point_8(call):
    done = call(LABELS, RUN)
    assert [line.split()[0] for line in done.stdout.splitlines() if line.startswith("recall")] == [
        "recall@5", "recall@10", "recall@20",
    ]  # fmt: skip
    assert done.stdout.endswith("PASS: recall@5 1.000 >= 0.8\n")


@pytest.mark.parametrize(
    "options",
    [["FILES", "--k", "2", "3"], ["--k", "2", "3", "FILES"], ["--worst", "0", "--k", "2", "FILES", "--json"]],
)
def test_options_and_files_may_come_in_any_order(call, options):
    done = call(LABELS, RUN, *options, "--min-recall", "0")
    assert done.returncode == 0, done.stderr
    assert "recall@2" in done.stdout


def test_below_the_bar_exits_1_and_says_fail(call):
    done = call(LABELS, RUN, "--k", "2", "3", "--min-recall", "0.26")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "FAIL: recall@2 0.250 < 0.26")


def test_the_gate_reads_the_first_k_also_where_a_later_one_passes(call):
    assert call(LABELS, RUN, "--k", "2", "3").returncode == 1
    assert call(LABELS, RUN, "--k", "3", "2").returncode == 0


def test_json_is_one_object_with_every_measure_and_a_row_a_question(call):
    done = call(LABELS, RUN, "--k", "2", "--json", "--min-recall", "0")
    report = json.loads(done.stdout)
    assert report["questions"] == {"total": 3, "answerable": 2}
    assert report["means"]["recall@2"]["mean"] == 0.25
    assert report["left_out"]["unanswerable"] == ["q3"]
    assert report["gate"] == {"measure": "recall@2", "value": 0.25, "bar": 0.0, "passed": True}
    assert [(row["qid"], row["mrr"]) for row in report["rows"]] == [("q1", 1.0), ("q2", 1 / 3)]


# --- inputs that broke other tools: exit 2 in one line that names the place, or the right number


def refused(done, *words):
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    for word in words:
        assert word in done.stderr


def test_case_01_repeats_earn_nothing_and_are_named():
    words = [CASE / "labels.jsonl", CASE / "run.jsonl", "--k", "3", "--json"]
    done = subprocess.run([sys.executable, SCRIPT, *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    report = json.loads(done.stdout)
    assert {row["qid"]: row["recall@3"] for row in report["rows"]} == {"a": 1.0, "b": 0.5, "c": 1.0}
    assert [round(row["ndcg@3"], 4) for row in report["rows"]] == [1.0, 0.6131, 1.0]
    assert round(report["means"]["recall@3"]["mean"], 4) == 0.8333
    assert report["means"]["mrr"]["mean"] == 1.0
    assert done.stderr.splitlines() == [
        "warning: 1 questions of the run have no label and are ignored: zzz",
        "warning: 2 rankings name an id twice; a repeat keeps its slot and earns nothing: a, b",
        "warning: 1 labels name an id twice; it counts once: c",
    ]
    strict = subprocess.run([sys.executable, SCRIPT, *words, "--strict"], capture_output=True, timeout=60)
    assert strict.returncode == 2


def test_no_answerable_question_is_an_input_error_not_a_division(call):
    refused(call([{"qid": "q", "relevant": []}], RUN), "no label is answerable")


def test_grades_of_which_none_is_above_0_are_unanswerable(call):
    done = call([*LABELS, {"qid": "q4", "relevant": {"a": 0, "b": -1}}], RUN, "--min-recall", "0")
    assert done.stdout.startswith("questions: 4 total, 2 answerable, 2 unanswerable")


def test_no_qid_in_common_is_an_input_error_not_a_recall_of_0(call):
    refused(call(LABELS, [{"qid": "Q-1", "retrieved": ["a"]}]), "no qid is in both", "'q1'", "'Q-1'")
    refused(call(LABELS, b""), "no qid is in both", "empty")


@pytest.mark.parametrize(
    ("run", "said"),
    [
        ([{"qid": "q1", "results": ["a"]}], '"retrieved" of this run is missing'),
        ([{"qid": "q1", "retreived": ["a"]}], "slip of the pen"),
        ([{"qid": "q1", "retrieved": None}], "is null"),
        ([{"qid": "q1", "retrieved": "abc"}], "must be a list of ids"),
        ([{"qid": "q1", "retrieved": [{"id": "a"}]}], '"retrieved"[0]'),
        ([{"retrieved": ["a"]}], '"qid" of this run is missing'),
        ([RUN[0], RUN[0]], "appears twice"),
        (b'{"qid": "q1", "retrieved": ["a"', "not JSON"),
        (b'{"qid": "q1", "retrieved": ["a\\u0000"]}', "printable"),
        (b"[]", "need an object"),
        (None, "No such file"),
    ],
)
def test_a_faulty_run_is_refused_by_name(call, run, said):
    refused(call(LABELS, run), "run.jsonl", said)


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        ([{"qid": "q1", "relevant": "abc"}], '"relevant" must be a list of ids'),
        ([{"qid": "q1", "relevent": ["a"]}], "neither what answers it nor that nothing does"),
        ([{"question": "x", "relevant": ["a"]}], '"qid" of this label is missing'),
        ([LABELS[0], LABELS[0]], "appears twice"),
        ([{"qid": "q1", "relevant": {"a": 1e9}}], "grade"),
        ([{"qid": "q1", "relevant": ["a"], "answerable": True, "any_of": [[]]}], "empty list in any_of"),
        ([{"qid": "q1", "relevant": [], "answerable": True}], "names nothing that answers it"),
        ([{"qid": "q1", "evidence": [{"doc_id": "a", "quote": "b"}]}], "--documents and --chunks"),
        ([{"qid": "q1", "evidence": [{"doc_id": "a", "quote": " "}]}], "empty quote"),
        (None, "No such file"),
    ],
)
def test_faulty_labels_are_refused_by_name(call, labels, said):
    refused(call(labels, RUN), said)


@pytest.mark.parametrize(
    "options",
    [
        ["--k", "-1"],
        ["--k", "0"],
        ["--k", "5", "1.5"],
        ["--k"],
        ["--min-recall", "nan"],
        ["--min-recall", "1.1"],
        ["--min-recall", "-0.1"],
        ["--worst", "-1"],
        ["--documents", "nowhere.jsonl"],
        ["--chunks", "nowhere.jsonl"],
    ],
)
def test_a_bar_or_cut_off_that_means_nothing_is_refused(call, options):
    refused(call(LABELS, RUN, *options))


def test_ten_scores_of_point_8_reach_a_bar_of_point_8(call):
    gold = [f"d{j}" for j in range(5)]
    labels = [{"qid": f"q{i}", "relevant": gold} for i in range(10)]
    run = [{"qid": f"q{i}", "retrieved": gold[:4]} for i in range(10)]
    assert call(labels, run).stdout.endswith("PASS: recall@5 0.800 >= 0.8\n")


def test_a_bom_crlf_and_whole_number_ids_are_read_as_what_they_mean(call):
    labels = b'\xef\xbb\xbf{"qid": 1, "question": "x", "relevant": [7]}\r\n\r\n'
    done = call(labels, b'\xef\xbb\xbf{"qid": "1", "retrieved": ["7"]}\r\n')
    assert done.stdout.endswith("PASS: recall@5 1.000 >= 0.8\n")


def test_a_missing_question_scores_0_and_is_named(call):
    done = call(LABELS, RUN[:1])
    assert done.returncode == 1
    assert "recall@5   0.500" in done.stdout
    assert done.stderr == "warning: 1 answerable questions are missing from the run and score 0: q2\n"


# --- labels with quotes


DOCUMENTS = [{"doc_id": "a.md", "text": "Boil it for ten minutes. Then cool it down.\n"}]
CHUNKS = [
    {"chunk_id": "a.md#1", "doc_id": "a.md", "start": 0, "end": 25, "text": "Boil it for ten minutes. "},
    {"chunk_id": "a.md#2", "doc_id": "a.md", "start": 25, "end": 44, "text": "Then cool it down.\n"},
]
QUOTED = [
    {"qid": "q1", "evidence": [{"doc_id": "a.md", "quote": "Boil it for ten minutes."}]},
    {"qid": "q2", "evidence": [{"doc_id": "a.md", "quote": "minutes. Then cool"}]},
    {"qid": "q3", "evidence": [{"doc_id": "a.md", "quote": "Boil it for six minutes."}]},
]


def test_quotes_are_scored_on_the_chunks_that_hold_them(call, tmp_path):
    (tmp_path / "d.jsonl").write_bytes(b"".join(jsonl(DOCUMENTS)))
    (tmp_path / "c.jsonl").write_bytes(b"".join(jsonl(CHUNKS)))
    run = [{"qid": f"q{i}", "retrieved": ["a.md#2", "a.md#1"]} for i in (1, 2, 3)]
    files = ["--documents", str(tmp_path / "d.jsonl"), "--chunks", str(tmp_path / "c.jsonl")]
    done = call(QUOTED, run, "--k", "1", "2", "--json", *files)
    assert done.returncode == 1
    rows = {row["qid"]: row for row in json.loads(done.stdout)["rows"]}
    # q1 lies in the second chunk; q2 in both together; q3's fact was altered, so it is lost and scores 0
    assert [rows[qid]["recall@1"] for qid in ("q1", "q2", "q3")] == [0, 0, 0]
    assert [rows[qid]["recall@2"] for qid in ("q1", "q2", "q3")] == [1, 1, 0]
    assert [rows[qid]["mrr"] for qid in ("q1", "q2", "q3")] == [0.5, 0.5, 0]
    assert (
        'evidence_changed: the page now reads differently; nearest: "Boil it for ten minutes' in done.stderr
    )
    refused(call(QUOTED, run, *files[:2]), "--documents needs --chunks")


def test_match_doc_needs_no_other_file(call):
    run = [{"qid": f"q{i}", "retrieved": ["b.md#9", "a.md#1"]} for i in (1, 2, 3)]
    done = call(QUOTED, run, "--match", "doc", "--k", "2")
    assert done.stdout.endswith("PASS: recall@2 1.000 >= 0.8\n")


def test_chunks_of_another_corpus_are_an_input_error(call, tmp_path):
    (tmp_path / "c.jsonl").write_bytes(b"".join(jsonl(CHUNKS)))
    refused(call(LABELS, RUN, "--chunks", str(tmp_path / "c.jsonl")), "made from another index")


# --- TREC files


QRELS = b"q1 0 a 1\nq2 0 b 1\n"
TREC_RUN = b"q1 Q0 a 1 1.0 t\nq1 Q0 b 2 1.0 t\nq2 Q0 a 1 1.0 t\nq2 Q0 b 2 1.0 t\n"


@pytest.mark.parametrize(("ties", "ranks"), [("rank", [1.0, 0.5]), ("trec", [0.5, 1.0])])
def test_ties_of_a_trec_run_follow_the_rank_or_trec_eval(call, ties, ranks):
    done = call(QRELS, TREC_RUN, "--trec", "--ties", ties, "--json")
    assert [row["mrr"] for row in json.loads(done.stdout)["rows"]] == ranks


@pytest.mark.parametrize("line", [b"q1 0 a", b"q1 0 a high", b"q1 0 a 1\nq1 0 a 2", b"q1 0 a nan"])
def test_faulty_qrels_are_refused_by_line(call, line):
    refused(call(line, TREC_RUN, "--trec"), "labels.jsonl:")
