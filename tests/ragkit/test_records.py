"""Records: what the reader refuses, what it repairs, and that a file is written whole or not at all."""

import json
import os
import re
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ragkit import checks, records, schema
from ragkit.cli import InputError

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
RUN = b'{"qid": "q1", "retrieved": ["a"]}'


def file_of(tmp_path, data):
    path = tmp_path / "in.jsonl"
    path.write_bytes(data)
    return str(path)


def read(tmp_path, data, kind="run"):
    return list(records.read(kind, file_of(tmp_path, data)))


def refusal(tmp_path, data, kind="run"):
    with pytest.raises(InputError) as caught:
        read(tmp_path, data, kind)
    return str(caught.value)


# --- what is repaired without a word, because nothing is lost


@pytest.mark.parametrize(
    "data",
    [
        RUN,
        RUN + b"\n",
        b"\xef\xbb\xbf" + RUN + b"\n",
        RUN + b"\r\n",
        b"\n\n  \n" + RUN + b"\n\t\r\n\n",
        b"\xef\xbb\xbf\r\n" + RUN,
    ],
    ids=["bare", "lf", "bom", "crlf", "blank lines", "bom alone on its line"],
)
def test_one_record_is_read_whatever_ends_and_surrounds_its_line(tmp_path, data):
    rows = read(tmp_path, data)
    assert [(row["qid"], row["retrieved"], row["scores"]) for row in rows] == [("q1", ["a"], None)]


def test_a_line_separator_inside_a_string_does_not_end_the_line(tmp_path):
    data = json.dumps({"qid": "q1", "question": "a\u2028b\u0085c"}, ensure_ascii=False).encode()
    assert read(tmp_path, data, "question")[0]["question"] == "a\u2028b\u0085c"


def test_whole_number_ids_are_read_as_text_and_leading_zeros_stay_apart(tmp_path):
    row = read(tmp_path, b'{"qid": 7, "retrieved": [1, "1", "01", -2]}')[0]
    assert row["qid"] == "7"
    assert row["retrieved"] == ["1", "1", "01", "-2"]


def test_unknown_fields_survive_reading_and_writing(tmp_path):
    row = read(tmp_path, b'{"qid": "q1", "retrieved": [], "mine": {"a": [1, null, "x"]}}')[0]
    assert json.loads(records.dump(row))["mine"] == {"a": [1, None, "x"]}


def test_null_stands_for_the_default_of_an_optional_field_and_defaults_are_not_shared(tmp_path):
    data = b'{"doc_id": "a", "text": "x", "meta": null}\n{"doc_id": "b", "text": "y"}'
    first, second = read(tmp_path, data, "document")
    first["meta"]["k"] = 1
    assert second["meta"] == {}
    assert schema.SCHEMA["document"]["meta"][1] == {}


def test_an_empty_file_holds_no_records(tmp_path):
    assert read(tmp_path, b"") == []
    assert read(tmp_path, b"\xef\xbb\xbf") == []


def test_a_dash_is_standard_input():
    done = subprocess.run(
        [sys.executable, "-c", "from ragkit import records; print(list(records.read('run', '-'))[0]['qid'])"],
        input=b"\xef\xbb\xbf" + RUN,
        capture_output=True,
        cwd=SCRIPTS,
        timeout=30,
    )
    assert done.stdout == b"q1\n", done.stderr


# --- what is refused, with path:line


REFUSED = {
    "not json": (b'{"qid": "q1"', "not JSON"),
    "a code fence": (b"```json", "leave the lines with ``` out"),
    "a comma at the end": (b'{"qid": "q1", "retrieved": []},', "leave the comma after the object out"),
    "curly quotes": ("{\u201cqid\u201d: 1}".encode(), "straight quotes"),
    "two objects on a line": (RUN + RUN, "not JSON"),
    "a list": (b"[1]", "need an object"),
    "a bare null": (b"null", "need an object"),
    "NaN": (b'{"qid": "q1", "retrieved": ["a"], "scores": [NaN]}', "NaN is not a number"),
    "Infinity in an unknown field": (b'{"qid": "q1", "retrieved": [], "x": -Infinity}', "-Infinity"),
    "a number too large for a double": (b'{"qid": "q1", "retrieved": ["a"], "scores": [1e999]}', "finite"),
    "a whole number too large": (
        b'{"qid": "q1", "retrieved": ["a"], "scores": [1%s]}' % (b"0" * 400),
        "finite",
    ),
    "the same in an unknown field": (b'{"qid": "q1", "retrieved": [], "x": {"y": [1e999]}}', "finite"),
    "a lone surrogate": (b'{"qid": "q1", "retrieved": [], "x": "\\ud800"}', "surrogate"),
    "a lone surrogate, capital escape": (b'{"qid": "q1", "retrieved": [], "x": "\\uDC00"}', "surrogate"),
    "latin-1": (b'{"qid": "q\xe9", "retrieved": []}', "not UTF-8"),
    "utf-16": ('{"qid": "q1", "retrieved": []}'.encode("utf-16"), "iconv -f utf-16"),
    "deep nesting": (b'{"qid": "q1", "retrieved": [], "x": ' + b"[" * 200_000 + b"}", "not JSON"),
    "no qid": (b'{"retrieved": []}', '"qid" of this run is missing'),
    "a null qid": (b'{"qid": null, "retrieved": []}', '"qid" of this run is null'),
    "an empty qid": (b'{"qid": "", "retrieved": []}', '"qid" must be printable text'),
    "a fractional qid": (b'{"qid": 1.0, "retrieved": []}', '"qid" must be printable text'),
    "a true qid": (b'{"qid": true, "retrieved": []}', '"qid" must be printable text'),
    "a control character in an id": (b'{"qid": "q1", "retrieved": ["a", "b\\u0000"]}', '"retrieved"[1]'),
    "a newline in an id": (b'{"qid": "q\\n1", "retrieved": []}', "printable"),
    "a mistyped key": (b'{"qid": "q1", "retreived": []}', 'is "retreived" a slip of the pen?'),
    "null retrieved": (b'{"qid": "q1", "retrieved": null}', '"retrieved" of this run is null'),
    "a string where a list belongs": (b'{"qid": "q1", "retrieved": "abc"}', "must be a list of ids"),
    "objects where ids belong": (b'{"qid": "q1", "retrieved": [{"id": "a"}]}', '"retrieved"[0] must be'),
    "an id list with a null": (b'{"qid": "q1", "retrieved": ["a", null]}', '"retrieved"[1]'),
    "scores of another length": (b'{"qid": "q1", "retrieved": ["a"], "scores": [1, 2]}', '2 "scores" for 1'),
    "text among scores": (b'{"qid": "q1", "retrieved": ["a"], "scores": ["1"]}', '"scores"[0] must be'),
    "a leg that is text": (b'{"qid": "q1", "retrieved": [], "legs": {"bm25": "a"}}', '"legs".bm25'),
}


@pytest.mark.parametrize(("data", "said"), REFUSED.values(), ids=REFUSED.keys())
def test_a_faulty_run_line_is_refused_by_name_and_line(tmp_path, data, said):
    message = refusal(tmp_path, b"\n" + data)
    assert message.startswith(f"{tmp_path / 'in.jsonl'}:2: ") or data[:2] == b"\xff\xfe"
    assert said in message
    assert "\n" not in message


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"qid": "q1", "relevant": "abc"}', '"relevant" must be a list of ids'),
        ('{"qid": "q1", "relevant": {"a": "high"}}', '"relevant".a must be a finite number'),
        ('{"qid": "q1", "relevant": {"a": true}}', '"relevant".a must be a finite number'),
        ('{"qid": "q1", "answerable": "no"}', '"answerable" must be true or false'),
        ('{"qid": "q1", "evidence": {"doc_id": "a"}}', '"evidence" must be a list'),
        ('{"qid": "q1", "evidence": ["a"]}', '"evidence"[0] must be an object'),
        ('{"qid": "q1", "evidence": [{"doc_id": "a"}]}', '"quote" of this evidence is missing'),
        (
            '{"qid": "q1", "evidence": [{"doc_id": "a", "quote": "b", "occurrence": -1}]}',
            "whole number of 0 or more",
        ),
        ('{"qid": "q1", "tags": "slow"}', '"tags" must be a list'),
        ('{"qid": "q1", "tags": [1]}', '"tags"[0] must be text'),
        ('{"qid": "q1", "question": 5}', '"question" must be text'),
        ('{"qid": "q1", "user": "bob"}', '"user" must be an object'),
    ],
)
def test_a_faulty_label_line_is_refused_by_field(tmp_path, line, said):
    assert said in refusal(tmp_path, line.encode(), "label")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"doc_id": "a", "text": "x", "blocks": [["p", 0]]}', '"blocks"[0] must be [type'),
        ('{"doc_id": "a", "text": "x", "blocks": [["p", 0, -1]]}', "whole number"),
        ('{"doc_id": "a", "text": "x", "pages": [[0, 1, 1]]}', '"pages"[0] must be [start'),
        ('{"doc_id": "a", "text": "x", "warnings": [{"page": 1}]}', '"code" of this warning is missing'),
        ('{"doc_id": "a", "text": "x", "acl": "staff"}', '"acl" must be a list'),
    ],
)
def test_a_faulty_document_line_is_refused_by_field(tmp_path, line, said):
    assert said in refusal(tmp_path, line.encode(), "document")


def test_an_id_given_twice_is_refused_at_its_second_line(tmp_path):
    message = refusal(tmp_path, RUN + b"\n\n" + RUN)
    assert message.endswith(":3: qid 'q1' appears twice; keep one line for each")


def test_whole_number_and_text_of_the_same_id_count_as_one(tmp_path):
    assert "appears twice" in refusal(tmp_path, b'{"qid": 1, "retrieved": []}\n{"qid": "1", "retrieved": []}')


def test_passes_of_one_filled_item_are_apart_but_one_pass_comes_once(tmp_path):
    line = b'{"item_id": "i", "sha": "s", "output": "o", "pass": %d}\n'
    assert len(read(tmp_path, line % 1 + line % 2, "filled")) == 2
    assert "item_id 'i' and pass 2 appears twice" in refusal(tmp_path, line % 2 + line % 2, "filled")


def test_a_missing_file_and_a_folder_are_input_errors(tmp_path):
    for path in (tmp_path / "none.jsonl", tmp_path):
        with pytest.raises(InputError, match="check the path"):
            list(records.read("run", str(path)))


def test_reading_streams_so_the_first_record_comes_before_the_faulty_second(tmp_path):
    rows = records.read("run", file_of(tmp_path, RUN + b"\nbroken"))
    assert next(rows)["qid"] == "q1"
    with pytest.raises(InputError):
        next(rows)


# --- the schema table


@pytest.mark.parametrize("kind", schema.EXAMPLES)
def test_the_example_of_every_kind_round_trips(tmp_path, kind):
    given = json.loads(schema.EXAMPLES[kind])
    path = str(tmp_path / "out.jsonl")
    first = [records.check(kind, given, "example")]
    assert records.write(first, path) == 1
    again = list(records.read(kind, path))
    assert again == first
    assert {field: again[0][field] for field in given} == {
        **given,
        **{f: again[0][f] for f in ("docs", "dropped", "evidence", "warnings") if f in given},
    }
    for field in ("docs", "dropped", "evidence", "warnings"):  # sub-records gain their defaults, lose nothing
        for row, old in zip(again[0].get(field) or [], given.get(field) or [], strict=True):
            assert old.items() <= row.items()


def test_every_kind_with_a_key_has_an_example_and_every_type_is_known():
    assert set(schema.KEYS) == set(schema.EXAMPLES)
    for fields in schema.SCHEMA.values():
        for form, default, meaning in fields.values():
            assert form in checks.TYPES or form.removesuffix("*") in {**schema.SCHEMA, **checks.TYPES}
            assert meaning
            assert (
                default is schema.REQUIRED or default is None or isinstance(default, (str, int, list, dict))
            )


# --- writing


def test_text_is_written_as_itself_with_unix_line_ends(tmp_path):
    path = tmp_path / "out.jsonl"
    records.write([{"qid": "\u00e9\u6771"}], str(path))
    assert path.read_bytes() == '{"qid": "\u00e9\u6771"}\n'.encode()


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "\ud800"])
def test_what_could_not_be_read_back_is_not_written_and_the_old_file_stays(tmp_path, value):
    path = tmp_path / "out.jsonl"
    path.write_text("old")
    with pytest.raises(ValueError):
        records.write([{"ok": 1}, {"bad": value}], str(path))
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["out.jsonl"]


def test_a_writer_killed_in_the_middle_leaves_the_old_file(tmp_path):
    path = tmp_path / "out.jsonl"
    path.write_text("old")
    program = (
        "import os, signal, sys\nfrom ragkit import records\n"
        "def rows():\n"
        "    yield {'x': 'y' * 100000}\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "    yield {}\n"
        "records.write(rows(), sys.argv[1])\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(path)], cwd=SCRIPTS, timeout=30)
    assert done.returncode == -signal.SIGKILL
    assert path.read_text() == "old"


def test_a_link_keeps_pointing_at_the_file_it_names(tmp_path):
    real, link = tmp_path / "real.jsonl", tmp_path / "link.jsonl"
    real.write_text("old")
    link.symlink_to(real)
    records.write([{"a": 1}], str(link))
    assert link.is_symlink()
    assert real.read_text() == '{"a": 1}\n'


def test_a_private_file_stays_private_and_a_new_one_follows_the_umask(tmp_path):
    private, new = tmp_path / "private", tmp_path / "new"
    private.write_text("old")
    private.chmod(0o600)
    old = os.umask(0o027)
    try:
        records.write([{"a": 1}], str(private))
        records.write([{"a": 1}], str(new))
    finally:
        os.umask(old)
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    assert stat.S_IMODE(new.stat().st_mode) == 0o640


def test_devices_and_pipes_are_written_to_not_replaced(tmp_path):
    assert records.write([{"a": 1}], os.devnull) == 1
    assert not os.path.isfile(os.devnull)
    fifo = str(tmp_path / "fifo")
    os.mkfifo(fifo)
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append(Path(fifo).read_text()))
    reader.start()
    records.write([{"a": 1}], fifo)
    reader.join(10)
    assert got == ['{"a": 1}\n']


def test_dev_stdout_is_the_pipe_it_is_connected_to():
    program = "from ragkit import records; records.write([{'a': 1}], '/dev/stdout')"
    done = subprocess.run([sys.executable, "-c", program], cwd=SCRIPTS, capture_output=True, timeout=30)
    assert (done.stdout, done.stderr) == (b'{"a": 1}\n', b"")


@pytest.mark.parametrize("path", [".", "no/such/folder/out.jsonl"])
def test_a_place_that_cannot_be_written_is_an_input_error(tmp_path, monkeypatch, path):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="folder"):
        records.write([{"a": 1}], path)


@pytest.mark.parametrize("path", [None, "-"])
def test_without_a_path_records_go_to_stdout_as_utf8_whatever_the_locale(path):
    program = f"from ragkit import records; records.write([{{'a': chr(233)}}], {path!r})"
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=SCRIPTS, env=env, capture_output=True, timeout=30
    )
    assert done.stdout == '{"a": "\u00e9"}\n'.encode(), done.stderr


@pytest.mark.parametrize(
    "row",
    [
        {"qid": "q1", "retrieved": ["a", "b", "a"]},
        {"retrieved": ["a"], "qid": "q1", "mine": "kept"},
        {"qid": "q1", "retrieved": []},
        {"qid": "q1", "retrieved": ["a", 7]},
        {"qid": 1, "retrieved": ["\u00e9"], "mine": [1, {"x": None}]},
        {"qid": "q1", "retrieved": ["a"], "scores": [1.5], "legs": None},
    ],
)
def test_what_a_run_line_lacks_is_none_and_what_it_has_stays_in_its_place(tmp_path, row):
    lines = [
        json.dumps({**row, "qid": qid}) for qid in (row["qid"], "again")
    ]  # the second by what the first taught
    for read_back, qid in zip(
        read(tmp_path, "\n".join(lines).encode()), (str(row["qid"]), "again"), strict=True
    ):
        wanted = {**row, "qid": qid, "retrieved": [str(name) for name in row["retrieved"]]}
        lacking = [name for name in ("scores", "legs", "shares", "flags", "passages") if name not in row]
        assert list(read_back.items()) == [*wanted.items(), *((name, None) for name in lacking)]


@pytest.mark.parametrize(
    "wrong", ['["a", ""]', '["a", null]', '["a", ["b"]]', '["a", 1.5]', '["a\\u0000"]', '"a"']
)
def test_a_wrong_list_of_ids_is_refused_after_a_right_one_too(tmp_path, wrong):
    right = '{"qid": "q1", "retrieved": ["a"]}\n{"qid": "q2", "retrieved": %s}'
    assert 'in.jsonl:2: "retrieved"' in refusal(tmp_path, (right % wrong).encode())


def test_records_do_not_share_their_empty_lists(tmp_path):
    first, second = read(tmp_path, b'{"doc_id": "a", "text": "x"}\n{"doc_id": "b", "text": "y"}', "document")
    first["warnings"].append("mine")
    assert second["warnings"] == []


# --- earlier turns, in the shapes that chats are kept in


ASKED, SAID = {"role": "user", "content": "Is blue sold?"}, {"role": "assistant", "content": "Yes."}


@pytest.mark.parametrize(
    ("history", "turns"),
    [
        ([ASKED, SAID], [ASKED, SAID]),
        (["Is blue sold?", "Yes."], [ASKED, SAID]),
        (["Is blue sold?", "Yes.", "And red?"], [ASKED, SAID, {"role": "user", "content": "And red?"}]),
        ([["Is blue sold?", "Yes."]], [ASKED, SAID]),
        ([["Is blue sold?", None]], [ASKED]),
        ([{"role": "user", "content": [{"type": "text", "text": "Is blue sold?"}]}, SAID], [ASKED, SAID]),
        ([{"role": "user", "content": [{"type": "input_text", "text": "Is blue sold?"}]}], [ASKED]),
        ([{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "x"}},
                                       {"type": "text", "text": "Is blue sold?"}]}], [ASKED]),
        ([{"role": "human", "content": "Is blue sold?"}, {"role": "ai", "content": "Yes."}], [ASKED, SAID]),
        ([[None, "Yes."], ["Is blue sold?", "Yes."]], [SAID, ASKED, SAID]),
        ([{"role": "assistant", "content": None}], [{"role": "assistant", "content": ""}]),
        ([{"role": "user", "content": [{"type": "tool_result", "content": "7"}]}],
         [{"role": "user", "content": ""}]),
        ([{"content": "Is blue sold?"}], [ASKED]),
        ([], []),
    ],
)  # fmt: skip
def test_earlier_turns_are_read_from_any_common_shape(tmp_path, history, turns):
    row = {"qid": "q", "question": "And red?", "history": history}
    assert read(tmp_path, json.dumps(row).encode(), "label")[0]["history"] == turns
    assert read(tmp_path, json.dumps({**row, "history": turns}).encode(), "label")[0]["history"] == turns


@pytest.mark.parametrize(
    ("history", "says"),
    [
        ("Is blue sold?", "must be a list"),
        (["Is blue sold?", ["Yes."]], r'"history"\[0\] must be'),
        ([["one", "two", "three"]], r'"history"\[0\] must be'),
        ([["Is blue sold?", 3]], r'"history"\[0\].*"content" must be'),
        ([{"question": "Is blue sold?", "answer": "Yes."}], '"content" must be'),
        (
            [ASKED, {"role": "customer", "content": "And red?"}],
            r'"history"\[1\]: a role is user or assistant',
        ),
        ([{"role": "user", "content": [{"words": "Is blue sold?"}]}], r'"history"\[0\].content\[0\] must be'),
        ([{"role": "user", "content": [{"type": "text", "text": None}]}], r"content\[0\] must be"),
        ([{"role": "user", "content": None}], '"content" must be'),
    ],
)
def test_earlier_turns_that_cannot_be_read_are_refused_with_their_line(tmp_path, history, says):
    row = {"qid": "q", "question": "And red?", "history": history}
    data = b'{"qid": "p", "question": "x"}\n' + json.dumps(row).encode()
    assert re.search(rf"in\.jsonl:2: .*{says}", refusal(tmp_path, data, "label"))


def test_an_empty_name_is_refused_and_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="empty name"):
        records.write([{"a": 1}], "")
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_names_the_file_and_the_old_one_stays(tmp_path):
    path = tmp_path / "out.jsonl"
    path.write_text("old")
    program = (
        "import resource, signal, sys\nfrom ragkit import cli, records\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))\n"
        "def main(argv):\n"
        "    records.write(({'x': 'y' * 1000} for _ in range(1000)), argv[0])\n"
        "    return 0\n"
        "sys.exit(cli.run(main))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)], cwd=SCRIPTS, capture_output=True, text=True, timeout=30
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"{path}: File too large;")
    assert path.read_text() == "old"
