"""The typed tools: definitions that say what the code does, calls checked, answers right."""

import hashlib
import importlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from ragkit import records

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / "templates" / "tools"
CSV = """id;day;team;hours;note
007;2026-01-05;red;2;"late; twice"
008;2026-01-20;blue;3.5;
009;2026-02-01;red;;fine
"""


def query(table, call, *more, cwd):
    command = [sys.executable, "-S", TOOLS / "query_table.py", table, json.dumps(call), *more]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    return done.returncode, json.loads(done.stdout) if done.stdout else done.stderr


@pytest.fixture
def table(tmp_path):
    (tmp_path / "t.csv").write_text(CSV)
    return tmp_path


def test_only_a_line_end_ends_a_row(tmp_path):
    (tmp_path / "t.csv").write_text("name\na\u2028b\nc\x0cd\n", encoding="utf-8")
    assert query("t.csv", {"measure": "count"}, cwd=tmp_path)[1]["rows"] == [[2]]


def test_counts_sums_and_averages_are_those_of_the_rows(table):
    red = [{"field": "team", "is": "red"}]
    assert query("t.csv", {"measure": "count", "where": red}, cwd=table)[1]["rows"] == [[2]]
    assert query("t.csv", {"measure": "sum", "of": "hours"}, cwd=table)[1]["rows"] == [[5.5]]
    average = query("t.csv", {"measure": "average", "of": "hours"}, cwd=table)[1]
    assert average["rows"] == [[2.75]], "an empty cell is not a 0"
    by_month = query("t.csv", {"measure": "count", "by_month_of": "day", "order": "largest"}, cwd=table)[1]
    assert by_month["rows"] == [["2026-01", 2], ["2026-02", 1]]


@pytest.mark.parametrize(
    ("text", "of", "total", "kinds"),
    [
        ("a;n;d\nx;-0,20;31.12.2025\ny;1.234,5;01.02.2026\n", "n", 1234.3, "n (number); d (date)"),
        ("a;n;d\nx;1.234;3/4/2026\ny;0,5;4/3/2026\n", "n", 1234.5, "n (number); d (text"),
        ("a;n;d\nx;1,234;3/4/2026\ny;2,5;4/30/2026\n", "n", 3.734, "n (number); d (date)"),
        ("a\tn\td\nx\t1,234\t2026/1/31\ny\t2\t\n", "n", 1236, "n (number); d (date)"),
        ('a,n,d\nx,"1,234.5",30-04-2026\ny,2,01-04-2026\n', "n", 1236.5, "n (number); d (date)"),
        ("sep=;\na;n;d\nx;1 234,5;31.12.2025 08:15\ny;\u22122;\n", "n", 1232.5, "n (number); d (date)"),
        ("a;n;d\nx;1,5;30.02.2026\ny;2;1.3.2026\n", "n", 3.5, "n (number); d (text"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_numbers_and_dates_are_read_as_other_countries_write_them(tmp_path, text, of, total, kinds, encoding):
    (tmp_path / "t.csv").write_bytes(text.encode(encoding))
    assert query("t.csv", {"measure": "sum", "of": of}, cwd=tmp_path)[1]["rows"] == [[total]]
    command = [sys.executable, "-S", TOOLS / "query_table.py", "t.csv", "--define"]
    tool = json.loads(
        subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    )
    assert kinds in tool["description"]


def test_dates_come_back_in_one_form_that_sorts(tmp_path):
    (tmp_path / "t.csv").write_bytes("wann;wo\n31.12.2025 08:15;K\xf6ln\n1.2.2026;Bonn\n".encode("cp1252"))
    rows = query("t.csv", {"measure": "rows"}, cwd=tmp_path)[1]["rows"]
    assert rows == [["2025-12-31 08:15", "K\xf6ln"], ["2026-02-01", "Bonn"]]
    late = [{"field": "wann", "at_least": "2026-01-01"}]
    assert query("t.csv", {"measure": "count", "where": late}, cwd=tmp_path)[1]["rows"] == [[1]]


@pytest.mark.parametrize("text", ["", "\n", "a,b,A\n1,2,3\n", "a,,c\n1,2,3\n", "a,b\n1\n"])
def test_a_file_that_is_no_table_is_refused_by_name(tmp_path, text):
    (tmp_path / "t.csv").write_text(text)
    code, message = query("t.csv", {"measure": "count"}, cwd=tmp_path)
    assert (code, "t.csv" in message, "Traceback" in message) == (2, True, False)


def test_rows_are_listed_with_codes_as_they_are_and_the_cut_is_said(table):
    late = [{"field": "note", "contains": "TWICE"}, {"field": "day", "at_most": "2026-01-31"}]
    assert query("t.csv", {"measure": "rows", "where": late}, cwd=table)[1]["rows"] == [
        ["007", "2026-01-05", "red", 2, "late; twice"]
    ]
    few = query("t.csv", {"measure": "rows", "limit": 1}, cwd=table)[1]
    assert (len(few["rows"]), few["cut"]) == (1, True)


@pytest.mark.parametrize(
    "call",
    [
        {"measure": "count", "sql": "SELECT 1"},
        {"measure": "sum"},
        {"measure": "sum", "of": "team"},
        {"measure": "count", "group_by": ['team"; DROP TABLE rows; --']},
        {"measure": "count", "where": [{"field": "team", "is": "green"}]},
        {"measure": "count", "where": [{"field": "team", "like": "r%"}]},
        {"measure": "count", "where": [{"field": "team"}]},
        {"measure": "count", "where": {"field": "team", "is": "red"}},
        {"measure": "rows", "group_by": ["team"]},
        {"measure": "count", "limit": 0},
        {"measure": "count", "order": "hours"},
        {"measure": "count", "of": "hours"},
        {"measure": "rows", "order": "largest"},
        {"measure": []},
        {"measure": {}},
        {"measure": "count", "where": [{"field": "hours", "at_least": 10**30}]},
        {"measure": "count", "where": [{"field": "hours", "at_least": float("nan")}]},
        {"measure": "count", "where": [{"field": "hours", "at_least": "many"}]},
        {"measure": "count", "where": [{"field": "day", "at_most": "January"}]},
        [],
    ],
)
def test_a_call_that_does_not_fit_says_what_would(table, call):
    code, message = query("t.csv", call, cwd=table)
    assert code == 2
    assert message.strip()
    assert "Traceback" not in message


DAYS = "id,at\n1,2026-01-31 08:15\n2,2026-02-01 09:00\n3,2026-03-01 10:00\n4,\n"


@pytest.mark.parametrize(
    ("test", "ids"),
    [
        ({"at_most": "2026-01-31"}, [1]), ({"at_most": "2026-02"}, [1, 2]), ({"at_most": 2026}, [1, 2, 3]),
        ({"is": "2026-02"}, [2]), ({"is_not": "2026-02"}, [1, 3, 4]), ({"at_least": "2026-02"}, [2, 3]),
        ({"at_least": "2026-02-01 10:00"}, [3]), ({"is": 2025}, []),
    ],
)  # fmt: skip
def test_a_date_is_compared_as_far_as_it_is_given_and_an_empty_cell_is_no_date(tmp_path, test, ids):
    (tmp_path / "t.csv").write_text(DAYS)
    call = {"measure": "rows", "where": [{"field": "at", **test}]}
    assert [row[0] for row in query("t.csv", call, cwd=tmp_path)[1]["rows"]] == ids


def test_a_number_longer_than_the_database_can_hold_is_a_code(tmp_path):
    (tmp_path / "t.csv").write_text("code,n\n12345678901234567890,3\n12345678901234567891,4\n")
    assert query("t.csv", {"measure": "rows"}, cwd=tmp_path)[1]["rows"][0] == ["12345678901234567890", 3]
    assert query("t.csv", {"measure": "sum", "of": "code"}, cwd=tmp_path)[0] == 2


def test_a_call_that_is_no_json_and_a_file_that_is_no_table_are_one_line(tmp_path):
    (tmp_path / "t.csv").write_text(CSV)
    (tmp_path / "x.db").write_text("no database")
    for words, said in ((["t.csv", "[" * 50_000], ""), (["x.db", "{}"], "x.db: file is not a database")):
        command = [sys.executable, "-S", TOOLS / "query_table.py", *words]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert said in done.stderr


def test_any_value_and_name_of_a_database_comes_back(tmp_path):
    with sqlite3.connect(tmp_path / "a #1?.db") as connection:
        connection.execute("CREATE TABLE a (n, t)")
        connection.execute("INSERT INTO a VALUES (?, ?), (?, ?)", [float("inf"), b"\xff\xfe", 2, "x"])
    connection.close()
    done = query("a #1?.db", {"measure": "rows"}, cwd=tmp_path)
    assert done[1]["rows"] == [["inf", "(2 bytes)"], [2, "x"]]
    with sqlite3.connect(tmp_path / "m.db") as connection:
        connection.execute("CREATE TABLE a (n)")
        connection.executemany("INSERT INTO a VALUES (?)", [*((n,) for n in range(2000)), ("none",)])
    connection.close()
    code, message = query("m.db", {"measure": "sum", "of": "n"}, cwd=tmp_path)
    assert (code, "is no number column" in message) == (2, True)


def test_a_value_is_never_part_of_the_query(table):
    hostile = "x' OR '1'='1"
    done = query("t.csv", {"measure": "count", "where": [{"field": "note", "is_not": hostile}]}, cwd=table)[1]
    assert hostile not in done["query"]
    assert (done["values"], done["rows"]) == ([hostile], [[3]])


def test_a_database_is_read_and_cannot_be_written(tmp_path, monkeypatch):
    with sqlite3.connect(tmp_path / "shop.db") as connection:
        connection.execute("CREATE TABLE a (n INTEGER)")
        connection.execute("CREATE TABLE b (n INTEGER)")
        connection.execute("INSERT INTO b VALUES (3), (4)")
    connection.close()
    assert query("shop.db", {"measure": "count"}, cwd=tmp_path)[0] == 2
    total = query("shop.db", {"measure": "sum", "of": "n"}, "--table", "b", cwd=tmp_path)[1]
    assert total["rows"] == [[7]]
    monkeypatch.syspath_prepend(str(TOOLS))  # as when it is run
    query_table = importlib.import_module("query_table")
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        query_table.Table(tmp_path / "shop.db", "b").connection.execute("DELETE FROM b")


def test_the_definition_offers_exactly_what_the_tool_takes(table):
    command = [sys.executable, "-S", TOOLS / "query_table.py", "t.csv", "--define", "--name", "hours"]
    tool = json.loads(subprocess.run(command, cwd=table, capture_output=True, text=True, check=True).stdout)
    fields = tool["input_schema"]["properties"]
    assert tool["name"] == "hours"
    assert fields["of"]["enum"] == ["hours"]
    assert fields["by_month_of"]["enum"] == ["day"]
    assert "team (text: blue, red)" in tool["description"]
    for measure in fields["measure"]["enum"]:
        of = {} if measure in {"count", "rows"} else {"of": "hours"}
        assert query("t.csv", {"measure": measure, **of}, cwd=table)[0] == 0, measure
    tests = set(fields["where"]["items"]["properties"]) - {"field"}
    for test in tests:
        where = [{"field": "hours", test: 3}]
        assert query("t.csv", {"measure": "count", "where": where}, cwd=table)[0] == 0, test


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """The retrieval tools copied out, with two indexes built from two folders of the demo corpus."""
    folder = tmp_path_factory.mktemp("tools")
    for name in ("retrieval_tools.json", "corpora.json", "call_tool.py"):
        shutil.copy(TOOLS / name, folder)
    docs = ROOT / "templates" / "demo" / "docs"
    for index, parts in {
        "product-index": ["hub", "controller"],
        "policies-index": ["support", "internal"],
    }.items():
        sources = [f"{part}={docs / part}" for part in parts]
        for command in (
            ["parse.py", *sources, "-o", "d.jsonl", "--allow-loss"],
            ["chunk.py", "d.jsonl", "-o", "c.jsonl"],
            ["index.py", "c.jsonl", "-o", index],
        ):
            script = [sys.executable, ROOT / "scripts" / command[0], *command[1:]]
            subprocess.run(script, cwd=folder, check=True, capture_output=True, timeout=120)
    return folder


def tool(folder, name, given, groups=("public",)):
    user = json.dumps({"groups": list(groups)})
    command = [sys.executable, "call_tool.py", name, json.dumps(given), "--user", user]
    return subprocess.run(
        command, cwd=folder, env={"PYTHONPATH": str(ROOT / "scripts"), "PATH": "/usr/bin:/bin"},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def test_each_tool_searches_its_own_corpus_and_names_its_sources(copied):
    policy = tool(copied, "search_policies", {"question": "how many months are the doors and locks covered?"})
    assert policy.returncode == 0, policy.stderr
    assert "frame, doors, locks | 36" in policy.stdout
    assert "(support/warranty.md, updated 2026-01-01)" in policy.stdout
    product = tool(copied, "search_product_docs", {"question": "what does E-117 mean?", "passages": 2})
    assert "did not open within 3 seconds" in product.stdout
    assert "[2]" in product.stdout
    assert "[3]" not in product.stdout


def test_the_session_decides_what_is_read(copied):
    ask = {"question": "rebate from 25 walls percent"}
    assert "14 percent" in tool(copied, "search_policies", ask, ["staff"]).stdout
    assert "14 percent" not in tool(copied, "search_policies", ask, ["public"]).stdout


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("search_everything", {"question": "what is it?"}),
        ("search_policies", {}),
        ("search_policies", {"question": "x"}),
        ("search_policies", {"question": ["what"]}),
        ("search_policies", {"question": "what is it?", "user": {"groups": ["staff"]}}),
        ("search_policies", {"question": "what is it?", "passages": 500}),
        ("search_policies", {"question": "what is it?", "passages": True}),
        ("search_product_docs", {"question": "what is it?", "lang": "xx"}),
        ("search_policies", "what is it?"),
    ],
)
def test_a_tool_call_that_does_not_fit_is_refused_before_any_search(copied, name, given):
    done = tool(copied, name, given)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr


def test_an_answer_becomes_a_record_to_be_cited_with_its_file_and_words(table):
    call = {"measure": "sum", "of": "hours", "where": [{"field": "team", "is": "red"}], "by_month_of": "day"}
    row = query("t.csv", call, "--for", "q7", "--title", "Hours of red", cwd=table)[1]
    made = row.pop("made")
    assert len(made) == 10
    assert row == {
        "qid": "q7", "title": "Hours of red", "asked": "sum of hours where team is red, by month of day",
        "columns": ["month of day", "sum of hours"], "rows": [["2026-01", 2], ["2026-02", None]],
        "cut": False, "source": "t.csv",
        "sha256": hashlib.sha256(CSV.encode()).hexdigest(),
    }  # fmt: skip
    listed = query("t.csv", {"measure": "rows", "limit": 1}, "--for", "q7", cwd=table)[1]
    assert listed["columns"] == ["id", "day", "team", "hours", "note"]
    records.check("result", listed, "test")


def test_a_missing_index_and_broken_json_are_one_line_not_a_traceback(copied, tmp_path):
    shutil.copytree(copied, tmp_path / "empty", ignore=shutil.ignore_patterns("*-index", "*.jsonl"))
    done = tool(tmp_path / "empty", "search_policies", {"question": "what is it?"})
    assert done.returncode == 2
    assert "no index here" in done.stderr
    assert "Traceback" not in done.stderr
    command = [sys.executable, "call_tool.py", "search_policies", "{", "--user", "{}"]
    variables = {"PYTHONPATH": str(ROOT / "scripts"), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(command, cwd=copied, env=variables, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "not JSON" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("corpora.json", "{}", 'corpora.json: need "search_policies": {"index": "FOLDER"}'),
        ("corpora.json", '{"search_policies": {"index": null}}', "corpora.json: need "),
        ("corpora.json", "[", "corpora.json: not JSON"),
        ("retrieval_tools.json", "{}", "retrieval_tools.json: need a JSON list"),
        ("retrieval_tools.json", '[1, {"name": "search_policies"}]', "there is no tool search_policies"),
        (
            "retrieval_tools.json",
            '[{"name": "search_policies", "input_schema": {"type": ["object"]}}]',
            "input has type ['object']",
        ),
    ],
)
def test_a_definition_that_was_edited_wrongly_is_named(tmp_path, name, text, said):
    shutil.copytree(TOOLS, tmp_path / "mine", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "mine" / name).write_text(text)
    command = [
        sys.executable,
        tmp_path / "mine" / "call_tool.py",
        "search_policies",
        '{"question": "how long?"}',
    ]
    done = subprocess.run(
        [*command, "--user", "{}"], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT / "scripts")},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert said in done.stderr


def test_a_bound_may_stand_alone_and_is_checked(monkeypatch):
    monkeypatch.syspath_prepend(str(TOOLS))
    fault = importlib.import_module("call_tool").fault
    assert fault(0, {"type": "integer", "minimum": 1}, "n") == "n must be from 1 to any"
    assert fault(5, {"type": "integer", "minimum": 1}, "n") == ""
    assert fault(5, {"type": "number", "maximum": 4}, "n") == "n must be from any to 4"
