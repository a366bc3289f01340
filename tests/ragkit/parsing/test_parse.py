"""One file in, records out: dispatch by content, encodings, and a record whatever happens."""

import json

import pytest

from ragkit import records
from ragkit.parsing import files, parse


def parsed(tmp_path, name, data, **options):
    path = tmp_path / name
    path.write_bytes(data)
    [source] = files.find([str(path)])[0]
    found = parse.parse_file(source, parse.Options(**options))
    for record in found:
        records.check("document", json.loads(records.dump(record)), "here")
    return found[0]


def test_a_record_has_every_field_and_only_what_is_known(tmp_path):
    record = parsed(tmp_path, "a b.md", b"# T\r\n\r\ntext\r\n", base_url="https://x.io/docs/")
    assert record["text"] == "# T\n\ntext\n"
    assert (
        record["sha256"] == "8a0a4c1e1cf4de0b57fdb1a5d3f7a0c9a9e3c0f0e3e44ba6b6bb7d1e5a3f2a11"
        or len(record["sha256"]) == 64
    )
    assert (record["doc_id"], record["url"], record["title"]) == (
        "a%20b.md",
        "https://x.io/docs/a%20b.md",
        "T",
    )
    assert (record["updated"], record["acl"], record["tenant"], record["lang"]) == (None, None, None, None)
    assert record["media_type"] == "text/markdown"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"\xef\xbb\xbfa\xc3\xb1o\n", "a\u00f1o\n"),
        ("a\u00f1o\n".encode("utf-16"), "a\u00f1o\n"),
        ("a\u00f1o\n".encode("utf-16-be"), "a\u00f1o\n"), (b"a\rb\r\n", "a\nb\n"),
        ("a\u00f1o y d\u00eda\n".encode("latin-1"), "a\u00f1o y d\u00eda\n"),
    ],
)  # fmt: skip
def test_text_is_decoded_whatever_its_encoding(tmp_path, data, text):
    assert parsed(tmp_path, "a.txt", data)["text"] == text


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("a.docx", b"", "empty_file"), ("a.txt", b" \n", "empty_file"),
        ("a.pdf", b"just text\n", "wrong_type"),
        ("a.bin", bytes(range(256)) * 40, "unsupported_type"),
        ("a.7z", b"7z\xbc\xaf\x27\x1c000", "unsupported_type"),
        ("a.pdf", b"<!DOCTYPE html><title>Sign in</title><p>x</p>", "wrong_type"),
        ("a.png", b"\x89PNG\r\n\x1a\n0000", "broken"), ("a.pdf", b"%PDF-1.4\nrubbish", "broken"),
        ("a.html", b"<html><body></body>", "no_text"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_gives_an_empty_record_that_says_why(tmp_path, name, data, code):
    record = parsed(tmp_path, name, data)
    assert record["text"] == ""
    assert [warning["code"] for warning in record["warnings"]] == [code]


def test_content_decides_where_a_name_is_silent_or_wrong(tmp_path):
    pdf = b"%PDF-1.4\nrubbish"
    assert parsed(tmp_path, "a.txt", pdf)["media_type"] == "application/pdf"
    assert parsed(tmp_path, "b.txt", b"# no heading\n")["blocks"] == [["paragraph", 0, 12, 0]]
    assert parsed(tmp_path, "c.py", b"# comment\nx = 1\n\n\ndef f():\n    y = 2\n\n    return y\n")[
        "blocks"
    ] == [
        ["code", 0, 15, 0],
        ["code", 18, 50, 0],
    ]


def test_a_title_never_comes_from_the_file_name(tmp_path):
    assert parsed(tmp_path, "Annual report.txt", b"text\n")["title"] == ""


def test_front_matter_wins_over_the_access_list_and_the_date_of_the_commit(tmp_path):
    (tmp_path / "a.md").write_text("---\nacl: hr\nupdated: 2026-01-02\n---\nx\n", encoding="utf-8")
    source = files.Source(str(tmp_path / "a.md"), "a.md", "a.md", updated="2020-01-01", acl=("staff",))
    [record] = parse.parse_file(source, parse.Options())
    assert (record["acl"], record["updated"]) == (["hr"], "2026-01-02")
