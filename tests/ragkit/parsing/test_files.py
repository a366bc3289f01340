"""Finding files: ids, roots, and everything a disk can hold that is no document."""

import os
import socket
import subprocess
import unicodedata

import pytest

from ragkit.cli import InputError
from ragkit.parsing import acl, acl_lists, evalset, files, losses, parse


def ids(*paths, **options):
    return [source.doc_id for source in files.find([str(path) for path in paths], **options)[0]]


def write(path, content="text\n"):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "doc_id"),
    [
        ("a b.md", "a%20b.md"), ("100%.md", "100%25.md"), ("a#b[c]<d>.md", "a%23b%5Bc%5D%3Cd%3E.md"),
        ("tab\t.md", "tab%09.md"), (unicodedata.normalize("NFD", "caf\u00e9.md"), "caf\u00e9.md"),
        ("\u505c\u96fb.txt", "\u505c\u96fb.txt"), ("\u200b.md", "%E2%80%8B.md"),
    ],
)  # fmt: skip
def test_an_id_is_the_relative_path_safe_to_cite(tmp_path, name, doc_id):
    write(tmp_path / "sub" / name)
    assert ids(tmp_path) == [f"sub/{doc_id}"]


def test_two_names_that_differ_only_in_unicode_form_get_two_ids(tmp_path):
    write(tmp_path / unicodedata.normalize("NFD", "\u00e9.md"))
    write(tmp_path / unicodedata.normalize("NFC", "\u00e9.md"))
    assert ids(tmp_path) == ["\u00e9.md", "\u00e9.md~2"]


def test_a_name_that_is_not_utf8_is_percent_encoded(tmp_path):
    os.mkdir(os.fsencode(tmp_path) + b"/d")
    with open(os.fsencode(tmp_path) + b"/d/\xe9.txt", "wb") as file:
        file.write(b"text")
    [source] = files.find([str(tmp_path)])[0]
    assert source.doc_id == "d/%E9.txt"
    [record] = parse.parse_file(source, parse.Options())
    assert record["text"] == "text"
    record["source"].encode("utf-8")


def test_several_roots_need_a_name_each(tmp_path):
    write(tmp_path / "a/x.md")
    write(tmp_path / "b/x.md")
    with pytest.raises(InputError, match="name each"):
        files.find([str(tmp_path / "a"), str(tmp_path / "b")])
    assert ids(f"one={tmp_path / 'a'}", f"two={tmp_path / 'b'}") == ["one/x.md", "two/x.md"]


def test_a_missing_path_is_an_input_error(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        files.find([str(tmp_path / "gone")])


def test_what_is_no_document_is_skipped_and_said(tmp_path):
    write(tmp_path / "a.md")
    write(tmp_path / ".git/config")
    write(tmp_path / ".rag/documents.jsonl")
    write(tmp_path / "~$a.docx")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "gone.md").symlink_to(tmp_path / "nothing")
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(tmp_path / "sock"))
    sources, skipped = files.find([str(tmp_path)])
    server.close()
    assert [source.doc_id for source in sources] == ["a.md"]
    said = {os.path.basename(skip.path): skip.reason for skip in skipped if skip.code != "no_git_dates"}
    assert set(said) == {".git", ".rag", "~$a.docx", "loop", "gone.md", "sock"}
    assert said["loop"] == "link back to a folder above it"


def test_what_cannot_be_reached_is_a_loss_and_what_is_left_out_on_purpose_is_none(tmp_path, monkeypatch):
    write(tmp_path / "a.md")
    write(tmp_path / ".git/config")
    write(tmp_path / "locked/b.md")
    (tmp_path / "gone.md").symlink_to(tmp_path / "nothing")
    (tmp_path / "self").symlink_to("self")
    os.mkfifo(tmp_path / "pipe")
    scan = os.scandir

    def refuse(path):  # as the system does for a folder without rights; the tests may run as root
        if os.path.basename(path) == "locked":
            raise PermissionError(13, "Permission denied")
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    _, skipped = files.find([str(tmp_path)])
    lost = {os.path.basename(loss.doc_id): loss.code for loss in losses.of_skipped(skipped)}
    assert lost == dict.fromkeys(("locked", "gone.md", "self", "pipe"), "unreachable")
    told, left_out = losses.skipped_lines(skipped)
    assert told.startswith("NOTE no_git_dates: ")  # a folder .git that is no repository
    assert left_out == f"skipped 1: version control: {tmp_path / '.git'}"


@pytest.mark.parametrize(
    ("name", "content", "skipped"),
    [
        ("q.jsonl", '{"question": "a?", "expected_answer": "b"}\n', True),
        ("q.jsonl", '{"qid": "1", "question": "a?", "evidence": []}\n', True),
        ("q.json", '[{"query": "a?", "ground_truth": "b"}]', True),
        ("q.csv", "question,reference_answer\na,b\n", True),
        ("faq.jsonl", '{"question": "a?", "answer": "b"}\n', False),
        ("faq.csv", "question,answer\na,b\n", False),
        ("tickets.jsonl", '{"id": "1", "subject": "question", "expected": "soon"}\n', False),
        ("run.jsonl", '{"qid": "1", "retrieved": ["a"]}\n', True),
        ("broken.jsonl", '{"question": \n', False),
    ],
)
def test_question_lists_with_expected_answers_are_no_content(tmp_path, name, content, skipped):
    write(tmp_path / name, content)
    sources, said = files.find([str(tmp_path)])
    assert (len(sources), len(said)) == ((0, 1) if skipped else (1, 0))


def test_include_and_exclude_choose_by_name_and_by_path(tmp_path):
    for name in ("a.md", "b.txt", "sub/c.md"):
        write(tmp_path / name)
    assert ids(tmp_path, include=["*.md"]) == ["a.md", "sub/c.md"]
    assert ids(tmp_path, include=["*.md"], exclude=["sub/*"]) == ["a.md"]


def test_an_unreadable_file_gives_a_record_that_says_so(tmp_path):
    source = files.Source(
        str(tmp_path), "folder", "folder"
    )  # reading a folder fails as a forbidden file does
    [record] = parse.parse_file(source, parse.Options())
    assert (record["text"], record["warnings"][0]["code"]) == ("", "unreadable")


def test_an_access_list_opens_only_what_it_names(tmp_path):
    for name in ("a b.md", "b.md", "c/d.md", "e.md"):
        write(tmp_path / name)
    listed = write(tmp_path / "acl.csv", "path;groups\na b.md;staff,hr\nc/*;*\nb.md;\n")
    sources = acl.without(files.find([str(tmp_path)])[0], str(listed))
    found = {source.doc_id: source for source in acl.with_acl(sources, acl_lists.read(str(listed)))}
    assert {name: source.acl for name, source in found.items()} == {
        "a%20b.md": ("staff", "hr"), "b.md": (), "c/d.md": ("*",), "e.md": None,
    }  # fmt: skip
    [record] = parse.parse_file(found["e.md"], parse.Options())
    assert [warning["code"] for warning in record["warnings"]] == ["no_acl"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("file,who\n", "need the columns"),
        ("path,groups\na\n", ":2: 1 columns"),
        ("path,groups\na,x\na,y\n", ":3: 'a' is listed twice"),
    ],
)
def test_an_access_list_that_cannot_be_trusted_is_an_input_error(tmp_path, content, message):
    with pytest.raises(InputError, match=message):
        acl_lists.read(str(write(tmp_path / "acl.csv", content)))


def test_updated_is_the_day_of_the_last_commit_else_null(tmp_path, monkeypatch):
    write(tmp_path / "old.md")
    write(tmp_path / "sub/new \u00e9.md")

    def commit(*command, day="2024-01-02"):
        stamp = f"{day}T12:00:00+00:00"
        subprocess.run(
            ["git", "-c", "user.name=t", "-c", "user.email=t@t", *command],
            cwd=tmp_path, check=True, capture_output=True,
            env={**os.environ, "GIT_COMMITTER_DATE": stamp, "GIT_AUTHOR_DATE": stamp},
        )  # fmt: skip

    commit("init", "-q")
    commit("add", ".")
    commit("commit", "-qm", "one")
    write(tmp_path / "sub/new \u00e9.md", "changed\n")
    commit("commit", "-qam", "two", day="2025-03-04")
    write(tmp_path / "untracked.md")
    found = {source.doc_id: source.updated for source in files.find([str(tmp_path)])[0]}
    assert found == {"old.md": "2024-01-02", "sub/new%20\u00e9.md": "2025-03-04", "untracked.md": None}
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))  # as inside a hook: of another repository
    assert {source.doc_id: source.updated for source in files.find([str(tmp_path)])[0]} == found
    monkeypatch.delenv("GIT_DIR")
    shallow = tmp_path / "shallow"
    commit("clone", "-q", "--depth", "1", f"file://{tmp_path}", str(shallow))
    sources, skipped = files.find([str(shallow)])
    assert [source.updated for source in sources] == [None, None]
    assert [skip.reason for skip in skipped if skip.code == "no_git_dates"] == [
        "a shallow clone knows no older dates; git fetch --unshallow"
    ]
    os.utime(tmp_path / "untracked.md", (0, 0))
    dated = files.find([str(tmp_path / "untracked.md")], mtime=True)[0]
    assert [source.updated for source in dated] == ["1970-01-01"]


@pytest.mark.parametrize(
    ("name", "head", "content"),
    [
        ("test_set.csv", "question,expected answer,comment\nAt which wind?,62 km/h,\n", False),
        ("tests.csv", "Frage;Erwartete Antwort\nWann?;morgen\n", False),
        ("faq.csv", "question,answer\nAt which wind?,62 km/h\n", True),
        ("items.json", '[{"Question": "When?", "Expected Answer": "now"}]', False),
    ],
)
def test_a_set_of_questions_with_expected_answers_is_told_from_a_faq(name, head, content):
    assert (evalset.looks_like(name, head.encode()) == "") is content
