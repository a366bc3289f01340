"""retrieval_metrics.py as a user calls it: the fixed interface, the gate, and inputs that broke others."""

import json
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from ragkit import cli

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "retrieval_metrics.py"
spec = spec_from_file_location("retrieval_metrics", SCRIPT)
script = module_from_spec(spec)
spec.loader.exec_module(script)
CASE = ROOT / "tests" / "fixtures" / "cases" / "01-metric-duplicate-ids"


@pytest.fixture
def call(tmp_path, capsys):
    """Call the script on labels and a run given as lists of records, or as bytes."""

    def run(labels, retrieved, *options):
        for name, content in (("labels", labels), ("run", retrieved)):
            if content is not None:
                data = content if isinstance(content, bytes) else b"".join(jsonl(content))
                (tmp_path / f"{name}.jsonl").write_bytes(data)
        files = [str(tmp_path / f"{name}.jsonl") for name in ("labels", "run")]
        given = [part for option in options for part in (files if option == "FILES" else [option])]
        capsys.readouterr()
        code = cli.run(script.main, given if "FILES" in options else [*files, *given])
        written = capsys.readouterr()
        assert "Traceback" not in written.err, written.err
        return SimpleNamespace(returncode=code, stdout=written.out, stderr=written.err)

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


def test_a_slice_by_a_field_that_no_label_has_is_named(call):
    tagged = [{**label, "lang": "en"} for label in LABELS]
    assert "--slice" not in call(tagged, RUN, "--slice", "lang").stderr
    done = call(tagged, RUN, "--slice", "lnag")
    assert "warning: --slice lnag: no label has a field of this name" in done.stderr


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
    assert report["gates"] == [{"measure": "recall@2", "value": 0.25, "bar": 0.0, "passed": True}]
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
    done = call(LABELS, RUN[:1], "--k", "3")
    assert done.returncode == 1
    assert "recall@3   0.500" in done.stdout
    assert done.stderr == "warning: 1 answerable questions are missing from the run and score 0: q2\n"


def test_a_cut_off_deeper_than_every_ranking_is_named_unless_the_corpus_is_no_larger(call, tmp_path):
    run = [{"qid": f"q{i}", "retrieved": [f"d{j}" for j in range(n)]} for i, n in ((1, 3), (2, 10))]
    done = call(LABELS, run, "--k", "5", "10", "20", "--min-recall", "0")
    said = "warning: the run holds at most 10 results a question; recall@20 cannot be measured\n"
    assert (done.returncode, done.stderr) == (0, said)
    assert call(LABELS, run, "--k", "5", "10", "20", "--min-recall", "0", "--strict").returncode == 2
    assert call(LABELS, run, "--k", "5", "10", "--min-recall", "0", "--strict").returncode == 0
    every = [{"chunk_id": name, "doc_id": "d", "start": 0, "end": 1, "text": "x"} for name in "abcxy"]
    (tmp_path / "c.jsonl").write_bytes(b"".join(jsonl(every)))
    whole = [{"qid": qid, "retrieved": list("abcxy")} for qid in ("q1", "q2")]
    assert call(LABELS, whole, "--k", "20", "--chunks", str(tmp_path / "c.jsonl"), "--strict").returncode == 0


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
        'evidence_changed: the document does not say this; nearest: "Boil it for ten minutes' in done.stderr
    )
    refused(call(QUOTED, run, *files[:2]), "--documents needs --chunks")


def test_the_worst_questions_say_where_their_evidence_stands(call, tmp_path):
    (tmp_path / "d.jsonl").write_bytes(b"".join(jsonl(DOCUMENTS)))
    (tmp_path / "c.jsonl").write_bytes(b"".join(jsonl(CHUNKS)))
    legs = {"bm25": ["a.md#2", "a.md#1"], "dense": ["a.md#2"]}
    run = [{"qid": f"q{i}", "retrieved": ["a.md#2", "a.md#1"], "legs": legs} for i in (1, 2, 3)]
    files = ["--documents", str(tmp_path / "d.jsonl"), "--chunks", str(tmp_path / "c.jsonl")]
    absent = {"qid": "q4", "evidence": QUOTED[0]["evidence"]}
    (tmp_path / "old.jsonl").write_bytes(b"".join(jsonl({**row, "retrieved": ["a.md#1"]} for row in run)))
    files += ["--min-recall", "0", "--baseline", str(tmp_path / "old.jsonl")]
    lines = call([*QUOTED, absent], run, "--k", "1", *files).stdout.splitlines()
    said = {lines[i].split()[0]: lines[i + 1].strip() for i, line in enumerate(lines) if "rr=" in line}
    assert said["q1"] == "evidence 1, a.md: bm25 2, dense - -> fused 2"
    assert said["q2"] == "evidence 1, a.md: bm25 2, dense - -> fused 2; in no single chunk, split over 2"
    assert said["q3"].startswith("evidence 1, a.md: quote not located: evidence_changed: ")
    assert said["q4"] == "evidence 1, a.md: not in the run"


def test_match_doc_needs_no_other_file(call):
    run = [{"qid": f"q{i}", "retrieved": ["b.md#9", "a.md#1"]} for i in (1, 2, 3)]
    done = call(QUOTED, run, "--match", "doc", "--k", "2")
    assert done.stdout.endswith("PASS: recall@2 1.000 >= 0.8\n")


def test_match_doc_takes_the_documents_of_the_quotes_and_what_an_archive_holds(call):
    evidence = [{"doc_id": "mail.eml", "quote": "never read"}, {"doc_id": "set.zip!2", "quote": "nor this"}]
    labels = [{"qid": "q1", "question": "?", "evidence": evidence}]
    run = [{"qid": "q1", "retrieved": ["x.md#1", "mail.eml!1#7", "set.zip!1#2", "set.zip!2#9"]}]
    done = call(labels, run, "--match", "doc", "--k", "1", "2", "4", "--min-recall", "0", "--json")
    (row,) = json.loads(done.stdout)["rows"]
    assert [row[f"recall@{k}"] for k in (1, 2, 4)] == [0, 0.5, 1]


def test_chunks_of_another_corpus_are_an_input_error(call, tmp_path):
    (tmp_path / "c.jsonl").write_bytes(b"".join(jsonl(CHUNKS)))
    refused(call(LABELS, RUN, "--chunks", str(tmp_path / "c.jsonl")), "made from another index")


# --- slices, comparisons, gates


def test_slices_are_the_values_of_a_label_field_and_each_tag(call):
    labels = [
        {"qid": "q1", "relevant": ["a"], "tags": ["x", "y"], "kind": "faq"},
        {"qid": "q2", "relevant": ["c"], "tags": ["y"]},
    ]
    done = call(labels, RUN, "--k", "1", "--slice", "tags", "--slice", "kind", "--min-recall", "0")
    sliced = [line.split(" [")[0] for line in done.stdout.splitlines() if "=" in line and ": n " in line]
    assert sliced == [
        "kind=(none): n 1, recall@1 0.000",
        "kind=faq: n 1, recall@1 1.000",
        "tags=x: n 1, recall@1 1.000",
        "tags=y: n 2, recall@1 0.500",
    ]


@pytest.fixture
def two_runs(tmp_path):
    """Eight questions that only the new run finds, two that neither does."""
    labels = [{"qid": f"q{i}", "relevant": ["a"]} for i in range(10)]
    new = [{"qid": f"q{i}", "retrieved": ["a"] if i < 8 else []} for i in range(10)]
    old = tmp_path / "old.jsonl"
    old.write_bytes(b"".join(jsonl({"qid": f"q{i}", "retrieved": ["b"]} for i in range(10))))
    return labels, new, ["--baseline", str(old), "--k", "1"]


def test_a_baseline_is_compared_question_by_question_with_an_exact_p(call, two_runs):
    labels, new, options = two_runs
    done = call(labels, new, *options, "--all-measures", "--json")
    rows = {row["measure"]: row for row in json.loads(done.stdout)["comparisons"]}
    assert rows.keys() == {"recall@1", "ndcg@1", "mrr"}
    recall = rows["recall@1"]
    assert (recall["wins"], recall["losses"], recall["ties"]) == (8, 0, 2)
    assert recall["p"] == 2 / 2**8
    assert recall["adjusted"] == 3 * 2 / 2**8
    assert recall["verdict"] == "better"


def test_one_measure_is_compared_unless_more_are_asked_for_and_what_n_could_see_is_said(call, two_runs):
    labels, new, options = two_runs
    done = call(labels, new, *options)
    (line,) = [line for line in done.stdout.splitlines() if "->" in line]
    # 2 / 2^8 = .0078, nothing to correct; 2.8 standard errors: 2.8 * sqrt(.16 * 10 / 9 / 10) = .373, and at
    # least six changed questions of ten, .6
    assert line == (
        "  recall@1             0.000 -> 0.800  +0.800  wins 8, losses 0, ties 2  p 0.00781, Holm 0.00781  "
        "better; 10 questions would show a difference of 0.600 or more 4 times in 5"
    )
    asked = call(labels, new, *options, "--measure", "map", "--json")
    assert [row["measure"] for row in json.loads(asked.stdout)["comparisons"]] == ["recall@1", "map"]


def test_questions_without_a_label_are_named_once_where_both_runs_have_the_same(call, tmp_path):
    more = [{"qid": "q8", "retrieved": ["a"]}, {"qid": "q9", "retrieved": ["a"]}]
    (tmp_path / "old.jsonl").write_bytes(b"".join(jsonl([*reversed(more), *RUN])))
    words = ["--k", "2", "--min-recall", "0", "--baseline", str(tmp_path / "old.jsonl")]
    said = "2 questions of the run have no label and are ignored: q8, q9"
    assert call(LABELS, [*RUN, *more], *words).stderr.count("no label and are ignored") == 1
    other = call(LABELS, [*RUN, more[0]], *words).stderr
    assert said.replace("q8, q9", "q9, q8") in other
    assert other.count("no label and are ignored") == 2


def test_max_drop_fails_when_recall_falls_by_more(call, two_runs):
    labels, new, options = two_runs
    assert call(labels, new, *options, "--max-drop", "0").returncode == 0
    worse = [{**row, "retrieved": []} for row in new]
    run = [{"qid": f"q{i}", "retrieved": ["a"]} for i in range(10)]
    old = Path(options[1])
    old.write_bytes(b"".join(jsonl(run)))
    done = call(labels, new, *options, "--max-drop", "0.1", "--min-recall", "0")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (1, "FAIL: recall@1 0.800 < 0.9")
    assert call(labels, new, *options, "--max-drop", "0.2", "--min-recall", "0").returncode == 0
    assert call(labels, worse, *options, "--max-drop", "1", "--min-recall", "0").returncode == 0
    refused(call(labels, new, "--max-drop", "0.1"), "needs --baseline")


@pytest.fixture
def two_chunkings(tmp_path):
    """The quotes of QUOTED in two chunks, and in one; a run over each, the baseline the better one."""
    write = {
        "d": DOCUMENTS,
        "c": CHUNKS,
        "whole": [{**CHUNKS[0], "chunk_id": "a.md#w", "end": 44, "text": DOCUMENTS[0]["text"]}],
        "old": [{"qid": f"q{i}", "retrieved": ["a.md#w"]} for i in (1, 2)],
    }
    for name, rows in write.items():
        (tmp_path / f"{name}.jsonl").write_bytes(b"".join(jsonl(rows)))
    names = {name: str(tmp_path / f"{name}.jsonl") for name in write}
    new = [{"qid": f"q{i}", "retrieved": ["a.md#1"]} for i in (1, 2)]
    words = ["--documents", names["d"], "--chunks", names["c"], "--baseline", names["old"], "--k", "1"]
    return QUOTED[:2], new, words, names["whole"]


def test_a_baseline_of_other_chunks_is_refused_and_scored_on_its_own_when_they_are_given(call, two_chunkings):
    labels, new, words, whole = two_chunkings
    refused(call(labels, new, *words), "old.jsonl", "no id of the run is among the chunks")
    done = call(labels, new, *words, "--baseline-chunks", whole, "--json")
    # the new run finds q1 of two at rank 1, the baseline's one chunk holds both
    (recall, *_) = json.loads(done.stdout)["comparisons"]
    assert (recall["mean"], recall["baseline"], recall["losses"]) == (0.5, 1.0, 1)
    refused(call(labels, new, *words[:4], "--baseline-chunks", whole), "--baseline-chunks needs --baseline")


@pytest.mark.parametrize(
    ("foreign", "of_the_run", "of_a_baseline"), [(0, 0, 0), (2, 0, 0), (3, 0, 2), (10, 0, 2), (11, 2, 2)]
)
def test_ids_outside_the_chunks_are_a_warning_up_to_half_of_a_run_and_a_tenth_of_a_baseline(
    call, tmp_path, foreign, of_the_run, of_a_baseline
):
    """Of 20 ids, so many are of another index."""
    known = [{"chunk_id": f"c{i}", "doc_id": "d", "start": i, "end": i + 1, "text": "x"} for i in range(20)]
    (tmp_path / "c.jsonl").write_bytes(b"".join(jsonl(known)))
    labels = [{"qid": "q1", "relevant": ["c19"]}]
    ids = [f"c{i}" for i in range(20)]
    mixed = [{"qid": "q1", "retrieved": [f"x{i}" for i in range(foreign)] + ids[foreign:]}]
    (tmp_path / "old.jsonl").write_bytes(b"".join(jsonl(mixed)))
    words = ["--chunks", str(tmp_path / "c.jsonl"), "--k", "20"]
    done = call(labels, mixed, *words)
    assert done.returncode == of_the_run
    said = "warning: 1 rankings name ids that are not among the chunks: q1\n"
    assert of_the_run or done.stderr == (said if foreign else "")
    whole = [{"qid": "q1", "retrieved": ids}]
    done = call(labels, whole, *words, "--baseline", str(tmp_path / "old.jsonl"))
    assert done.returncode == of_a_baseline
    if of_a_baseline:
        assert f"old.jsonl: {foreign} of 20 ids of the run are not among the chunks" in done.stderr
    else:
        assert done.stderr == (said.replace("warning:", "warning: baseline:") if foreign else "")


def gate_file(tmp_path, content):
    (tmp_path / "gates.json").write_text(
        content if isinstance(content, str) else json.dumps(content, indent=1)
    )
    return ["--gate", str(tmp_path / "gates.json")]


def test_a_gate_file_replaces_the_default_bar_and_every_gate_must_pass(call, tmp_path):
    bars = [{"measure": "recall@2", "min": 0.25}, {"measure": "mrr", "min": 0.7}]
    gates = {"gates": [*bars, {"measure": "hit@1", "min": 1, "slice": "question=first?"}]}
    junit = tmp_path / "junit.xml"
    done = call(LABELS, RUN, *gate_file(tmp_path, gates), "--junit", str(junit))
    assert done.returncode == 1
    assert done.stdout.splitlines()[-3:] == [
        "PASS: recall@2 0.250 >= 0.25",
        "FAIL: mrr 0.667 < 0.7",
        "PASS: hit@1 of question=first? 1.000 >= 1",
    ]
    suite = ElementTree.parse(junit).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("3", "1")
    assert [len(case) for case in suite] == [0, 1, 0]


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{}",
        '{"gates": []}',
        '{"gates": [{"measure": "recall@5"}]}',
        '{"gates": [{"min": 0.5}]}',
        '{"gates": [{"measure": "recall@5", "min": NaN}]}',
        '{"gates": [{"measure": "recall@5", "min": "0.5"}]}',
        '{"gates": [{"measure": "recall@5", "min": 80}]}',
        '{"gates": [{"measure": "recall@5", "minimum": 0.5}]}',
        '{"gates": [{"measure": "recall@0", "min": 0.5}]}',
        '{"gates": [{"measure": "faithfulness", "min": 0.5}]}',
        '{"gates": [{"measure": "evidence_share@5", "min": 0.5}]}',
        '{"gates": [{"measure": "mrr", "min": 0.5, "slice": "type=none"}]}',
        '{"gates": [{"measure": "mrr", "min": 0.5, "slice": 5}]}',
        '{"gates": [{"measure": "mrr", "max_drop": 0.5}]}',
    ],
)
def test_a_gate_that_measures_nothing_is_refused(call, tmp_path, content):
    refused(call(LABELS, RUN, *gate_file(tmp_path, content)))


def test_other_measures_are_shown_on_request_and_exponential_gain_by_name(call):
    done = call(LABELS, RUN, "--k", "2", "--measure", "map", "--gain", "exp", "--min-recall", "0")
    assert "map        0.583" in done.stdout  # ((1 + 2/3) / 2 + 1/3) / 2
    assert "nDCG(exp)@2" in done.stdout
    refused(call(LABELS, RUN, "--k", "2", "--measure", "recal@5"), "no measure 'recal@5'")


# --- TREC files


QRELS = b"q1 0 a 1\nq2 0 b 1\n"
TREC_RUN = b"q1 Q0 a 1 1.0 t\nq1 Q0 b 2 1.0 t\nq2 Q0 a 1 1.0 t\nq2 Q0 b 2 1.0 t\n"


def test_what_is_written_for_trec_tools_scores_the_same_when_it_is_read_again(call, tmp_path):
    labels = [
        {"qid": "q1", "question": "?", "relevant": {"a": 2, "b": 1, "c": 0}},
        {"qid": "q2", "question": "?", "any_of": [["d", "e"]]},
        {"qid": "q3", "question": "?", "relevant": []},
    ]
    run = [{"qid": "q1", "retrieved": ["x", "a", "b"]}, {"qid": "q2", "retrieved": ["e", "a"]}]
    prefix = str(tmp_path / "out")
    assert call(labels, run, "--trec-out", prefix, "--k", "2").returncode == 1
    qrels, ranked = (Path(f"{prefix}.{ending}").read_text().splitlines() for ending in ("qrels", "run"))
    assert qrels == ["q1 0 a 2", "q1 0 b 1", "q2 0 d 1", "q2 0 e 1"]
    assert [line.split()[:4] for line in ranked] == [
        ["q1", "Q0", "x", "1"], ["q1", "Q0", "a", "2"], ["q1", "Q0", "b", "3"],
        ["q2", "Q0", "e", "1"], ["q2", "Q0", "a", "2"],
    ]  # fmt: skip
    again = call("\n".join(qrels).encode(), "\n".join(ranked).encode(), "--trec", "--k", "2", "--json")
    found = {row["qid"]: row for row in json.loads(again.stdout)["rows"]}
    assert (found["q1"]["recall@2"], found["q1"]["mrr"], found["q2"]["mrr"]) == (0.5, 0.5, 1.0)


def test_chunks_that_hold_a_quote_are_written_as_relevant_for_trec_tools(call, tmp_path):
    text = "Boil it for ten minutes. Then cool it down.\n"
    ends = [("a#1", 0, 25), ("a#2", 25, len(text))]
    chunks = [{"chunk_id": i, "doc_id": "a", "start": s, "end": e, "text": text[s:e]} for i, s, e in ends]
    for name, rows in (("d", [{"doc_id": "a", "text": text}]), ("c", chunks)):
        (tmp_path / name).write_bytes(b"".join(jsonl(rows)))
    quotes = ["Then cool it down.", "ten minutes. Then cool"]  # the second is cut over both chunks
    label = {"qid": "q", "question": "?", "evidence": [{"doc_id": "a", "quote": quote} for quote in quotes]}
    words = [
        "--documents",
        str(tmp_path / "d"),
        "--chunks",
        str(tmp_path / "c"),
        "--trec-out",
        str(tmp_path / "o"),
    ]
    call([label], [{"qid": "q", "retrieved": ["a#1", "a#2"]}], *words)
    assert (tmp_path / "o.qrels").read_text() == "q 0 a#2 1\n"
    refused(call([label], [], "--match", "doc", "--trec-out", "x"), "--match doc")


@pytest.mark.parametrize(
    ("option", "needs"), [(["--ties", "rank"], "--trec"), (["--all-measures"], "--baseline")]
)
def test_an_option_that_would_do_nothing_is_refused(call, option, needs):
    refused(call(LABELS, RUN, *option), f"needs {needs}")


@pytest.mark.parametrize(("ties", "ranks"), [("rank", [1.0, 0.5]), ("trec", [0.5, 1.0])])
def test_ties_of_a_trec_run_follow_the_rank_or_trec_eval(call, ties, ranks):
    done = call(QRELS, TREC_RUN, "--trec", "--ties", ties, "--json")
    assert [row["mrr"] for row in json.loads(done.stdout)["rows"]] == ranks
    words = call(QRELS, TREC_RUN, "--trec", "--k", "1", "--min-recall", "0").stdout
    assert "2 with a tie at a cut-off" in words


@pytest.mark.parametrize("line", [b"q1 0 a", b"q1 0 a high", b"q1 0 a 1\nq1 0 a 2", b"q1 0 a nan"])
def test_faulty_qrels_are_refused_by_line(call, line):
    refused(call(line, TREC_RUN, "--trec"), "labels.jsonl:")


def quoted(tmp_path):
    """Two documents of ten words, cut into halves of 5 tokens (small) and kept whole with 10 (large)."""
    texts = {"a": "one two three four five six seven eight nine ten", "b": "i ii iii iv v vi vii viii ix x"}
    documents = [{"doc_id": name, "text": text} for name, text in texts.items()]
    small, large = [], []
    for name, text in texts.items():
        cut = text.index("six" if name == "a" else "vi ")
        small += [
            {
                "chunk_id": f"{name}{part}",
                "doc_id": name,
                "start": s,
                "end": e,
                "text": text[s:e],
                "tokens": 5,
            }
            for part, s, e in ((1, 0, cut), (2, cut, len(text)))
        ]
        large.append({"chunk_id": name, "doc_id": name, "end": len(text), "text": text, "tokens": 10})
    for file, rows in (("documents", documents), ("small", small), ("large", large)):
        (tmp_path / f"{file}.jsonl").write_bytes(b"".join(jsonl(rows)))
    label = {"question": "?", "evidence": [{"doc_id": "a", "quote": "seven eight"}]}
    return [{"qid": "q1", **label}, {"qid": "q2", **label}]


def test_small_and_large_chunks_are_compared_at_equal_context(tmp_path, call):
    labels = quoted(tmp_path)
    # in 10 tokens: two small chunks or one large; q1 is found by both, q2 only by the small ones
    small = [{"qid": "q1", "retrieved": ["a1", "a2", "b1"]}, {"qid": "q2", "retrieved": ["b1", "a2", "b2"]}]
    large = [{"qid": "q1", "retrieved": ["a", "b"]}, {"qid": "q2", "retrieved": ["b", "a"]}]
    (tmp_path / "old.jsonl").write_bytes(b"".join(jsonl(large)))
    files = [f"{tmp_path}/{name}.jsonl" for name in ("documents", "small", "old", "large")]
    done = call(labels, small, "--k", "1", "--budget", "10", "--min-recall", "0.9", "--worst", "0",
                "--documents", files[0], "--chunks", files[1], "--baseline", files[2],
                "--baseline-chunks", files[3])  # fmt: skip
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[1].startswith("recall@1   0.000")
    assert lines[4] == "recall within 10 tokens 1.000 [0.342, 1.000]: 2.0 chunks, 10 tokens"
    assert lines[5] == "baseline: recall within 10 tokens 0.500 [0.095, 0.905]: 1.0 chunks, 10 tokens"
    assert "recall@10tokens" in done.stdout
    assert "0.500 -> 1.000  +0.500  wins 1, losses 0, ties 1" in done.stdout
    assert lines[-1] == "PASS: recall@10tokens 1.000 >= 0.9"
    assert done.stderr == ""


def test_a_ranking_that_ends_within_the_budget_is_named(tmp_path, call):
    labels = quoted(tmp_path)
    run = [{"qid": "q1", "retrieved": ["a1", "b1"]}, {"qid": "q2", "retrieved": ["b1", "b2", "a1", "a2"]}]
    done = call(labels, run, "--k", "1", "--budget", "15", "--min-recall", "0", "--documents",
                f"{tmp_path}/documents.jsonl", "--chunks", f"{tmp_path}/small.jsonl", "--json")  # fmt: skip
    assert "warning: 1 rankings end within 15 tokens" in done.stderr
    assert json.loads(done.stdout)["means"]["recall@15tokens"]["mean"] == 0


@pytest.mark.parametrize(
    ("retrieved", "said"),
    [
        (["a1", "b1", "b2"], "worse"),  # the third is left out: a longer ranking changes nothing
        (["a1"], "no verdict: 8 rankings of this run end within 10 tokens and miss something; search again"),
    ],
)
def test_rankings_too_short_for_the_budget_lose_nothing_but_the_verdict(tmp_path, call, retrieved, said):
    quoted(tmp_path)
    label = {"question": "?", "evidence": [{"doc_id": "a", "quote": "seven eight"}]}
    names = [f"q{n}" for n in range(8)]  # eight losses: p = 2 / 2**8
    old = [{"qid": name, "retrieved": ["a1", "a2", "b1"]} for name in names]
    (tmp_path / "old.jsonl").write_bytes(b"".join(jsonl(old)))
    done = call([{"qid": name, **label} for name in names],
                [{"qid": name, "retrieved": retrieved} for name in names],
                "--k", "1", "--budget", "10", "--min-recall", "0", "--worst", "0",
                "--documents", f"{tmp_path}/documents.jsonl", "--chunks", f"{tmp_path}/small.jsonl",
                "--baseline", f"{tmp_path}/old.jsonl")  # fmt: skip
    assert f"p 0.00781, Holm 0.00781  {said}" in done.stdout


def test_a_run_with_passages_is_scored_by_them_and_says_so(tmp_path, call):
    labels = quoted(tmp_path)[:1]
    labels[0]["evidence"][0]["quote"] = "five six"  # cut by the small chunks
    plain = {"qid": "q1", "retrieved": ["a1", "b1", "b2"]}
    passages = [{"doc_id": "a", "start": 0, "end": 47, "chunk_ids": ["a1", "a2"]}]
    (tmp_path / "old.jsonl").write_bytes(b"".join(jsonl([plain])))
    words = ["--k", "1", "--budget", "10", "--min-recall", "0", "--worst", "0", "--baseline",
             f"{tmp_path}/old.jsonl", "--documents", f"{tmp_path}/documents.jsonl", "--chunks",
             f"{tmp_path}/small.jsonl"]  # fmt: skip
    done = call(labels, [{**plain, "passages": passages}], *words)
    lines = done.stdout.splitlines()
    assert lines[1] == "scored: the passages of 1 question (search.py --grow)"
    assert lines[2].startswith("recall@1   1.000")
    assert "recall within 10 tokens 1.000 [0.207, 1.000]: 1.0 passages, 10 tokens" in lines
    assert any(line.startswith("baseline: recall within 10 tokens 0.000") for line in lines)
    by_id = call([{"qid": "q1", "relevant": ["a1"]}], [{**plain, "passages": passages}], "--k", "1")
    assert "warning: 1 rankings have passages (search.py --grow), and the chunks retrieved" in by_id.stderr


def test_a_budget_needs_to_know_how_large_each_passage_is(call):
    done = call(LABELS, RUN, "--budget", "100")
    assert (done.returncode, "--budget needs --documents and --chunks" in done.stderr) == (2, True)
    files = ("--documents", "documents.jsonl", "--chunks", "chunks.jsonl")
    refused(call(LABELS, RUN, "--budget", "100", "--match", "doc", *files), "--budget counts chunks")
