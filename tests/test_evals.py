"""The skill's own evals: sound files, checks that can hold and can fail, a runner that counts right."""

import csv
import importlib.util
import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
EVALS = ROOT / "tests" / "evals"


def load(name):
    return json.loads((EVALS / name).read_text(encoding="utf-8"))


def module(name):
    spec = importlib.util.spec_from_file_location(name, EVALS / f"{name}.py")
    loaded = importlib.util.module_from_spec(spec)
    sys.modules.setdefault(name, loaded)
    spec.loader.exec_module(loaded)
    return loaded


tr = module("transcript")
runner = module("run_evals")
blind = module("blind_choice")

QUERIES = load("triggers.json")["queries"]
NEIGHBOURS = load("neighbours.json")["neighbours"]
TASKS = load("evals.json")["evals"]


def test_sixty_queries_half_of_them_near_misses_split_60_to_40():
    assert len({query["query"] for query in QUERIES}) == len({query["id"] for query in QUERIES}) == 60
    halves = Counter((query["should_trigger"], query["split"]) for query in QUERIES)
    assert halves == {
        (True, "train"): 18, (True, "validation"): 12, (False, "train"): 18, (False, "validation"): 12
    }  # fmt: skip


def test_the_queries_come_in_four_languages_with_typos_and_many_never_say_rag():
    assert len({query["lang"] for query in QUERIES if query["should_trigger"]}) >= 4
    assert len({query["lang"] for query in QUERIES if not query["should_trigger"]}) >= 4
    assert sum(query.get("typo", False) for query in QUERIES) >= 5
    silent = [
        q for q in QUERIES if q["should_trigger"] and not re.search(r"\brag\b|retriev", q["query"], re.I)
    ]
    assert len(silent) >= 15
    near = r"\brag\b|embedding|vector|retriev|semantic|assistent|\bbot\b|judge|index|search"
    assert sum(bool(re.search(near, q["query"], re.I)) for q in QUERIES if not q["should_trigger"]) >= 10


def test_every_near_miss_names_a_neighbour_it_belongs_to():
    names = [one["name"] for one in NEIGHBOURS]
    assert len(names) == len(set(names)) == 30
    for one in NEIGHBOURS:
        assert re.fullmatch(r"[\w.-]+/[\w.-]+", one["repository"])
        assert re.fullmatch(r"[0-9a-f]{40}", one["commit"])
        assert 40 <= len(one["description"]) <= 500
    for query in QUERIES:
        assert ("route_to" in query) is not query["should_trigger"], query["id"]
        assert query.get("route_to", names[0]) in names, query["id"]


def test_the_blind_sheet_shows_every_skill_and_query_once_and_no_key():
    sheet = blind.sheet()
    assert all(sheet.count(f"- **{name}**: ") == 1 for name in [blind.NAME, *(n["name"] for n in NEIGHBOURS)])
    assert all(sheet.count(f". {query['query']}") >= 1 for query in QUERIES)
    assert "route_to" not in sheet
    assert "should_trigger" not in sheet


def test_the_last_blind_choice_was_made_with_this_description_and_routes_55_of_60(capsys):
    kept = load("blind_choice.json")
    assert kept["description"] == blind.digest(), (
        "the description changed: a new trial is due, see blind_choice.py"
    )
    assert blind.main(["score", str(EVALS / "blind_choice.json")]) == 0
    swapped = dict.fromkeys(kept["choices"], blind.NAME)
    assert len(blind.mistakes(swapped)) == 30  # half of the queries belong to a neighbour
    assert len(blind.mistakes({})) == 60


def test_thirteen_tasks_of_which_three_ask_for_rag_where_it_is_a_mistake():
    assert [task["id"] for task in TASKS] == list(range(1, 14))
    assert len({task["name"] for task in TASKS}) == 13
    routes = Counter(task["route"] for task in TASKS)
    assert routes["exit"] == 3
    assert {"build", "repair", "choose"} < set(routes)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task["name"])
def test_a_task_has_its_files_and_a_check_for_each_assertion(task):
    assert task["assertions"] == task["expectations"]
    assert len(task["checks"]) == len(task["assertions"]) == len(set(task["assertions"])) >= 3
    for file in task["files"]:
        assert (ROOT / file).exists(), file
    for check in task["checks"]:
        assert set(check) in ({"says"}, {"not_says"}, {"ran"}, {"not_ran"}, {"wrote", "holds"})
        for kind, pattern in check.items():
            assert kind == "wrote" or re.compile(pattern, re.I)


# For each task what a good run and a careless one might say, do and leave behind.
SAMPLES = load("sample_runs.json")


def held(task, sample, complete=True):
    """Which checks of a task hold for a run that said, did and left behind what the sample says."""
    calls = [("Bash", {"command": sample["commands"]})]
    done = tr.Transcript(calls, sample["final"], [], 0, 0, 0.0, 0.0, complete)
    return [tr.holds(check, done, sample["files"]) for check in task["checks"]]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task["name"])
def test_a_good_run_passes_every_check_a_careless_or_cut_one_does_not(task):
    sample = SAMPLES[task["name"]]
    assert all(held(task, sample["good"])), held(task, sample["good"])
    assert not all(held(task, sample["careless"]))
    assert not any(held(task, sample["good"], complete=False))


def test_the_count_asked_for_is_the_one_in_the_table():
    with open(EVALS / "files" / "orders.csv", encoding="utf-8") as file:
        rows = [
            row for row in csv.DictReader(file) if row["region"] == "North" and "2026-03" in row["placed"]
        ]
    assert len(rows) == 17
    assert {"says": r"\b17\b"} in next(task for task in TASKS if task["name"] == "orders-table")["checks"]


def events(*blocks, final="done", **result):
    messages = [{"type": "assistant", "message": {"content": [block]}} for block in blocks]
    end = {"type": "result", "result": final, "duration_ms": 2500, "total_cost_usd": 0.25, **result}
    usage = {
        "input_tokens": 10,
        "cache_creation_input_tokens": 20,
        "cache_read_input_tokens": 30,
        "output_tokens": 7,
    }
    start = {"type": "system", "subtype": "init", "skills": ["rag-pipelines", "pdf"]}
    return [json.dumps(event) for event in (start, *messages, {"usage": usage, **end})]


def call(name, **given):
    return {"type": "tool_use", "name": name, "input": given}


def test_a_skill_loaded_after_other_calls_is_still_seen():
    lines = events(
        call("Bash", command="ls"), call("Glob", pattern="*.pdf"), call("Skill", skill="rag-pipelines")
    )
    done = tr.read([*lines, "no json", "[]"])
    assert tr.skills_used(done, ["pdf", "rag-pipelines"]) == ["rag-pipelines"]
    assert (done.tokens_in, done.tokens_out, done.seconds, done.dollars) == (60, 7, 2.5, 0.25)
    assert done.complete


def test_reading_the_file_counts_and_other_skills_do_not():
    read = events(call("Read", file_path="/x/.claude/skills/pdf/SKILL.md"), call("Skill", command="/docx a"))
    assert tr.skills_used(tr.read(read), ["pdf", "rag-pipelines"]) == ["pdf"]


def test_a_run_without_a_result_or_with_an_error_is_not_complete():
    assert not tr.read(events(call("Bash", command="ls"))[:-1]).complete
    assert not tr.read(events(is_error=True)).complete


def test_running_out_of_turns_is_an_end_and_no_success():
    for over in ({"is_error": False}, {}):
        done = tr.read(events(call("Bash", command="ls"), subtype="error_max_turns", **over))
        assert (done.complete, done.ended) == (False, True)
    assert not tr.read(events(call("Bash", command="ls"))[:-1]).ended


def test_the_tokens_of_subagents_on_other_models_count():
    # the shape that Claude Code 2.1 prints: usage is of the main model alone
    models = {
        "large": {"inputTokens": 10, "outputTokens": 41, "cacheReadInputTokens": 22383,
                  "cacheCreationInputTokens": 10238, "costUSD": 0.2, "contextWindow": 200000},
        "small": {"inputTokens": 500, "outputTokens": 900, "cacheReadInputTokens": 1000,
                  "cacheCreationInputTokens": 0, "costUSD": 0.11},
    }  # fmt: skip
    done = tr.read(events(modelUsage=models, subtype="success"))
    assert (done.tokens_in, done.tokens_out) == (10 + 22383 + 10238 + 500 + 1000, 941)
    assert tr.read(events(modelUsage={"large": {"contextWindow": 200000}})).tokens_in == 60


def test_routing_counts_recall_precision_and_misses():
    def query(number, route=None):
        return {"id": f"t{number}", "query": "?", "should_trigger": route is None, "route_to": route}

    rows = [(query(1), "rag-pipelines"), (query(2), "none"), (query(3, "pdf"), "pdf"),
            (query(4, "pdf"), "rag-pipelines")]  # fmt: skip
    text = runner.routing(rows)
    assert re.search(r"recall +1 of 2 \[", text)
    assert re.search(r"precision +1 of 2 \[", text)
    assert re.search(r"routed right +2 of 4 \[", text)
    assert "t2: meant rag-pipelines, got none" in text
    assert "t4: meant pdf, got rag-pipelines" in text


def test_the_sign_test_is_the_binomial_one():
    assert runner.sign(0, 0) == 1
    assert runner.sign(5, 0) == pytest.approx(2 / 32)
    assert runner.sign(1, 3) == pytest.approx(2 * (1 + 4) / 16)


STAND_IN = """
import json, os, pathlib
log = pathlib.Path(os.environ["LOG"])
log.write_text((log.read_text() if log.exists() else "") + "x")
assert os.path.exists("lease.txt")
pathlib.Path("note.txt").write_text("left behind")
skill = os.path.exists(".claude/skills/rag-pipelines/scripts/chunk.py")
said = "Clause 6: four months if the lift is out." if skill else "Six months."
use = {"type": "tool_use", "name": "Skill", "input": {"skill": "rag-pipelines"}}
print(json.dumps({"type": "assistant", "message": {"content": [use] if skill else []}}))
print(json.dumps({"type": "result", "result": said, "duration_ms": 1000, "usage": {"input_tokens": 5}}))
"""


@pytest.fixture
def stand_in(tmp_path):
    """A program in place of `claude`: it reads the lease right with the skill and wrong without it."""
    program = tmp_path / "claude"
    program.write_text(f"#!{sys.executable}\n{STAND_IN}")
    program.chmod(0o755)
    return program


def test_the_runner_compares_both_arms_and_does_not_run_twice(tmp_path, stand_in):
    out, log = tmp_path / "out", tmp_path / "log"
    command = [sys.executable, EVALS / "run_evals.py", "tasks", "-o", out, "--only", "one-lease", "--claude",
               stand_in]  # fmt: skip
    variables = {**os.environ, "PYTHONPATH": str(ROOT / "scripts"), "LOG": str(log)}
    for _ in range(2):
        done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert log.read_text() == "xx"
    rows = [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]
    assert [(row["arm"], row["pass_rate"], row["skill_used"]) for row in rows] == [
        ("with", 1.0, True), ("without", 0.25, False)
    ]  # fmt: skip
    assert "wins 1, losses 0, ties 0; sign test p = 1.000" in done.stdout
    assert json.loads((out / "one-lease.with.1.files.json").read_text()) == {"note.txt": "left behind"}
