"""search.py from the command line."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
CHUNKS = """{"chunk_id": "a#1", "doc_id": "a", "text": "E-4012: pump off", "acl": ["*"], "title": "Errors"}
{"chunk_id": "b#1", "doc_id": "b", "text": "Pump salaries", "acl": ["hr"]}
"""


def run(script, *args, cwd):
    return subprocess.run(
        [sys.executable, str(SCRIPTS / script), *args], cwd=cwd, capture_output=True, text=True, check=False,
        timeout=60,
    )  # fmt: skip


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "chunks.jsonl").write_text(CHUNKS)
    assert run("index.py", "chunks.jsonl", "-o", "index", cwd=tmp_path).returncode == 0
    return tmp_path


def test_a_question_prints_its_hits_for_people_and_a_run_record_on_request(folder):
    done = run("search.py", "index", "pump", "--user", '{"groups": []}', cwd=folder)
    assert done.returncode == 0
    assert done.stdout.startswith("  1. ")
    assert "a#1  Errors: E-4012: pump off" in done.stdout
    done = run("search.py", "index", "pump", "--user", '{"groups": []}', "--json", cwd=folder)
    row = json.loads(done.stdout)
    assert (done.returncode, row["qid"], row["retrieved"]) == (0, "q1", ["a#1"])
    assert "a#1  Errors: E-4012: pump off" in done.stderr


def test_a_file_of_questions_gives_a_run_in_which_each_user_sees_their_own(folder):
    (folder / "q.jsonl").write_text(
        '{"qid": 1, "question": "pump", "user": {"groups": ["hr"]}}\n'
        '{"qid": 2, "question": "pump", "user": {"groups": ["x"]}}\n'
        '{"qid": 3, "question": "unheard", "user": {}}\n'
    )
    done = run("search.py", "index", "--queries", "q.jsonl", "-o", "run.jsonl", cwd=folder)
    rows = [json.loads(line) for line in (folder / "run.jsonl").read_text().splitlines()]
    assert done.returncode == 0, done.stderr
    assert [sorted(row["retrieved"]) for row in rows] == [["a#1", "b#1"], ["a#1"], []]
    assert "3 questions searched, 1 with no result" in done.stderr


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["index", "pump"], "say for whom with --user, or --all"),
        (["index", "pump", "--all", "--filter", "color=red"], "no chunk has a field 'color'"),
        (["index", "pump", "--all", "--filter", "red"], "need key=value"),
        (["index", "pump", "--all", "--mode", "magic"], "mode is one of"),
        (["nowhere", "pump"], "no index here"),
        (["index"], "give one question, or --queries FILE"),
    ],
)
def test_a_wrong_call_exits_2_and_says_what_to_do(folder, args, says):
    done = run("search.py", *args, cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr


def test_what_a_sweep_chose_is_a_configuration(folder):
    (folder / "chosen.json").write_text('{"name": "bm25", "chunk": {}, "index": {}, "search": {"k": 1}}')
    done = run("search.py", "index", "pump", "--all", "--config", "chosen.json", "--json", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["retrieved"]) == 1


def test_a_configuration_and_variants_are_read_from_files(folder):
    (folder / "config.json").write_text('{"k": 1, "fusion": "rrf"}')
    (folder / "q.jsonl").write_text('{"qid": "1", "question": "unheard", "user": {"groups": ["hr"]}}\n')
    (folder / "v.jsonl").write_text('{"qid": "1", "variants": ["salaries"]}\n')
    done = run(
        "search.py", "index", "--queries", "q.jsonl", "--config", "config.json", "--variants", "v.jsonl",
        "--explain", cwd=folder,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["retrieved"] == ["b#1"]
    assert "variant 1 #1" in done.stderr
    assert "without variants" not in done.stderr


@pytest.mark.parametrize(
    "line", ['{"qid": "1"}', '{"qid": "1", "variants": "salaries"}', '{"variants": ["x"]}']
)
def test_variants_of_another_shape_exit_2(folder, line):
    (folder / "v.jsonl").write_text(line + "\n")
    (folder / "q.jsonl").write_text('{"qid": "1", "question": "pump"}\n')
    done = run("search.py", "index", "--queries", "q.jsonl", "--all", "--variants", "v.jsonl", cwd=folder)
    assert (done.returncode, done.stderr.startswith("v.jsonl:1: need")) == (2, True)


def test_one_question_is_searched_in_other_words_too(folder):
    hr = ("--user", '{"groups": ["hr"]}')
    assert "b#1" not in run("search.py", "index", "unheard", *hr, cwd=folder).stdout
    varied = ("--variant", "never said", "--variant", "salaries", "--json")
    done = run("search.py", "index", "unheard", *hr, *varied, cwd=folder)
    assert done.returncode == 0, done.stderr
    row = json.loads(done.stdout)
    assert row["retrieved"][0] == "b#1"
    assert row["legs"]["variant 2"] == ["b#1"]
    others = run("search.py", "index", "unheard", "--user", '{"groups": ["x"]}', *varied, cwd=folder)
    assert "b#1" not in others.stdout, "a variant has the question's rights"


def test_parts_are_read_from_a_file_and_from_the_call(folder):
    (folder / "q.jsonl").write_text('{"qid": "1", "question": "pump"}\n')
    (folder / "v.jsonl").write_text('{"qid": "1", "parts": ["salaries", "pump"]}\n')
    arguments = ("index", "--queries", "q.jsonl", "--all", "--variants", "v.jsonl")
    [row] = [json.loads(line) for line in run("search.py", *arguments, cwd=folder).stdout.splitlines()]
    one = run(
        "search.py", "index", "pump", "--all", "--part", "salaries", "--part", "pump", "--json", cwd=folder
    )
    assert json.loads(one.stdout)["retrieved"] == row["retrieved"]
    assert {"part 1", "part 2"} <= set(row["legs"])


def test_variants_of_one_question_and_of_many_are_not_mixed_up(folder):
    (folder / "q.jsonl").write_text('{"qid": "1", "question": "pump"}\n')
    many = run("search.py", "index", "--queries", "q.jsonl", "--all", "--variant", "x", cwd=folder)
    one = run("search.py", "index", "pump", "--all", "--variants", "q.jsonl", cwd=folder)
    empty = run("search.py", "index", "pump", "--all", "--variant", " ", cwd=folder)
    assert [done.returncode for done in (many, one, empty)] == [2, 2, 2]
    assert "--variants FILE" in many.stderr
    assert "--variant TEXT" in one.stderr
    blank = run("search.py", "index", "pump", "--all", "--part", " ", cwd=folder)
    assert (blank.returncode, blank.stderr) == (2, "--part: it has no text; leave it out\n")


def test_only_answerable_labels_are_said_to_lack_variants(folder):
    label = '{"qid": "%s", "question": "pump", %s}\n'
    rows = [("1", '"relevant": ["a#1"]'), ("2", '"relevant": ["a#1"]'), ("3", '"answerable": false')]
    (folder / "labels.jsonl").write_text("".join(label % row for row in rows))
    (folder / "live.jsonl").write_text('{"qid": "1", "question": "pump"}\n')
    (folder / "v.jsonl").write_text('{"qid": "1", "variants": ["water"]}\n')
    search = ("search.py", "index", "--all", "-o", "run.jsonl")
    told = run(*search, "--queries", "labels.jsonl", "--variants", "v.jsonl", cwd=folder).stderr
    assert "; 1 answerable without variants" in told
    assert "without variants" not in run(*search, "--queries", "live.jsonl", cwd=folder).stderr
    assert "without variants" not in run(*search, "pump", cwd=folder).stderr


def test_explain_says_each_leg_s_rank_and_what_it_adds(folder):
    asked = ("search.py", "index", "pump", "--all", "--mode", "bm25", "--explain")
    lines = run(*asked, cwd=folder).stdout.splitlines()
    assert lines[0] == "question q1"
    score = lines[1].split()[1]
    assert lines[2] == f"     bm25 #1 ({float(score):+.3f})"
    lines = run(*asked, "--variant", "salaries", cwd=folder).stdout.splitlines()
    assert "b#1" in lines[1]
    # second for the question, 1/7, and first for the variant, 1/6
    assert lines[2] == "     bm25 #2, variant 1 #1 (+0.167), question (+0.143)"


FLAKY = """
import json, os, sys
rows = [json.loads(line) for line in sys.stdin]
if rows[0]["kind"] == "query":
    with open("calls", "a") as file:
        file.write(f"{len(rows)} ")
    if os.path.exists("down") and len(rows) < 1024:
        sys.exit(1)
for row in rows:
    print(json.dumps({"vector": [len(row["text"]), 1]}))
"""


@pytest.mark.parametrize("more", [[], ["--vectors", "v"]])
def test_questions_embedded_before_a_failure_are_not_paid_for_again(folder, more):
    (folder / "e.py").write_text(FLAKY)
    (folder / "down").touch()
    questions = [
        {"qid": str(i), "question": f"pump {i}"} for i in range(1030)
    ]  # a command takes 1,024 at once
    (folder / "q.jsonl").write_text("".join(json.dumps(row) + "\n" for row in questions))
    spec = f"command:{sys.executable} e.py"
    assert run("index.py", "chunks.jsonl", "-o", "embedded", "--dense", spec, cwd=folder).returncode == 0
    call = ["search.py", "embedded", "--queries", "q.jsonl", "--all", "-o", "run.jsonl", *more]
    assert run(*call, cwd=folder).returncode == 3
    (folder / "down").unlink()
    assert run(*call, cwd=folder).returncode == 0
    assert (folder / "calls").read_text().split() == ["1024", "6", "6"]
    assert [path.name for path in folder.glob("run.jsonl*")] == ["run.jsonl"]
    assert (folder / "v").exists() is bool(more)
