"""Mail, archives, rows of data, notebooks and other text formats."""

import bz2
import gzip
import io
import json
import tarfile
import time
import zipfile

import pytest

from ragkit.parsing import files, losses, markup, notebook, parse, tabular

MAIL = b"""From: a@x.io
To: b@x.io
Subject: =?utf-8?q?Sp=C3=A4t?=
Date: Mon, 14 Sep 2026 10:12:00 +0200
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=B

--B
Content-Type: text/plain; charset=utf-8

Set it to 34 Hz.

> Set it to 30 Hz.
>> It is 25 Hz.
--B
Content-Type: text/csv
Content-Disposition: attachment; filename="roster.csv"

week,team
48,ochre
--B
Content-Type: application/octet-stream
Content-Disposition: attachment; filename="x.bin"
Content-Transfer-Encoding: base64

AAECAwQFBgcICQA=
--B--
"""


def zipped(**members) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


def parsed(tmp_path, name, data, **fields):
    (tmp_path / name).write_bytes(data)
    source = files.Source(str(tmp_path / name), name, name, **fields)
    return {record["doc_id"]: record for record in parse.parse_file(source, parse.Options())}


def codes(record):
    return [warning["code"] for warning in record["warnings"]]


def test_a_mail_keeps_its_newest_text_apart_from_what_it_quotes(tmp_path):
    found = parsed(tmp_path, "m.eml", MAIL, acl=("staff",))
    mail = found["m.eml"]
    assert (mail["title"], mail["updated"]) == ("Sp\u00e4t", "2026-09-14")
    shown = [(kind, mail["text"][start:end], level) for kind, start, end, level in mail["blocks"]]
    assert shown[2:] == [
        ("paragraph", "Set it to 34 Hz.", 0),
        ("quote", "> Set it to 30 Hz.", 1),
        ("quote", ">> It is 25 Hz.", 2),
    ]
    assert found["m.eml!1"]["text"].startswith("week,team\n48,ochre")
    assert codes(found["m.eml!2"]) == ["unsupported_type"]
    assert all(record["acl"] == ["staff"] for record in found.values())


def multipart(kind, *parts):
    """A multipart; a part is (content type, text) or a multipart of another kind."""
    mark = f"B-{kind}"
    shown = [part if isinstance(part, str) else f"Content-Type: {part[0]}\n\n{part[1]}\n" for part in parts]
    body = "".join(f"--{mark}\n{part}\n" for part in shown)
    return f"Content-Type: multipart/{kind}; boundary={mark}\n\n{body}--{mark}--\n"


LONG = ("text/html", f"<style>p {{}}</style><p>{'Bins leave at 6:45. ' * 3}</p>")
PLAIN, PAGE = ("text/plain", "plain words"), ("text/html", "<p>page words</p>")


def test_tags_that_never_close_take_no_time_by_the_square(tmp_path):
    html = ("text/html", f"<p>{'Bins leave at 6:45. ' * 3}</p>" + "<script " * 20_000)
    mail = multipart("alternative", ("text/plain", "This is HTML."), html)
    start = time.process_time()
    found = parsed(tmp_path, "m.eml", f"Subject: s\n{mail}".encode())
    assert time.process_time() - start < 3.0  # 20 s by a pattern that looked to the end from each
    assert "Bins leave at 6:45." in found["m.eml"]["text"]


@pytest.mark.parametrize(
    ("mail", "text", "attached"),
    [
        (multipart("mixed", PLAIN, ("image/png", "x"), PAGE), ["plain words", "page words"], 1),
        (multipart("mixed", PLAIN, ("text/plain", "more")), ["plain words", "more"], 0),
        (multipart("alternative", PLAIN, PAGE), ["plain words"], 0),
        (multipart("alternative", ("text/plain", " "), PAGE), ["page words"], 0),
        (multipart("alternative", PLAIN, multipart("related", PAGE, ("image/png", "x"))), ["plain words"], 1),
        (multipart("mixed", multipart("alternative", PLAIN, PAGE), PAGE), ["plain words", "page words"], 0),
        (
            multipart("alternative", ("text/plain", "This is HTML."), LONG),
            ["Bins leave at 6:45. Bins leave at 6:45. Bins leave at 6:45."],
            0,
        ),
        (
            multipart("alternative", ("text/plain", "From October the bins leave at 6:45."), PAGE),
            ["From October the bins leave at 6:45."],
            0,
        ),
        ("Content-Type: text/enriched\n\nrich\n", ["rich"], 0),
    ],
)
def test_every_text_of_a_mail_is_read_once(tmp_path, mail, text, attached):
    found = parsed(tmp_path, "m.eml", f"Subject: s\n{mail}".encode())
    assert found["m.eml"]["text"].split("\n\n")[1:] == [*text[:-1], text[-1] + "\n"]
    assert len(found) == 1 + attached


def test_what_the_page_of_a_mail_loses_is_named(tmp_path):
    page = ("text/html", "<html><body><meta name=acl content=hr><p>x</p></body></html>")
    assert codes(parsed(tmp_path, "m.eml", f"Subject: s\n{multipart('mixed', page)}".encode())["m.eml"]) == [
        "front_matter_unread"
    ]


def test_a_header_without_end_is_cut_and_named(tmp_path):
    """Of 400 kilobytes one took the standard library 16 seconds."""
    many = ", ".join(f"reader{n}@example.org" for n in range(20_000))
    mail = f"Subject: Rates\nTo: {many}\nContent-Type: text/plain\n\nThe rates hold.\n".encode()
    record = parsed(tmp_path, "a.eml", mail)["a.eml"]
    assert [(each["code"], each["detail"]) for each in record["warnings"]] == [
        ("too_large", "the header To is cut after 65,536 characters")
    ]
    assert record["text"].startswith("# Rates\n\nTo: reader0@example.org, reader1@example.org")
    assert record["text"].endswith("The rates hold.\n")


def test_mails_in_mails_without_end_are_named(tmp_path):
    mail = "Content-Type: message/rfc822\n\n" * 3000 + "Subject: s\n\ntext\n"
    found = parsed(tmp_path, "m.eml", mail.encode())
    assert {code for record in found.values() for code in codes(record)} <= set(losses.LOSSES)
    assert codes(found["m.eml"]) == ["broken"]


def test_a_document_without_text_is_a_loss_whatever_else_is_noted():
    source = files.Source("a.txt", "a.txt", "a.txt", listed=False)
    [record] = parse.parse_bytes(source, "\u2003\n".encode(), parse.Options())
    assert codes(record) == ["no_acl", "no_text"]


def test_every_message_of_an_mbox_is_a_document(tmp_path):
    box = (
        b"From a@x.io Mon Sep 14 10:12:00 2026\n"
        + MAIL
        + b"\nFrom a@x.io Mon Sep 14 10:12:00 2026\nSubject: two\n\nbody\n"
    )
    assert [record["title"] for record in parsed(tmp_path, "a.mbox", box).values()] == [
        "Sp\u00e4t",
        "",
        "",
        "two",
    ]


def test_members_of_an_archive_are_documents_that_open_no_further_than_the_archive(tmp_path):
    inner = zipped(**{"deep.txt": "deep"})
    data = zipped(
        **{"a.md": "---\nacl: ['*']\n---\n# A\n", "b/c.txt": "text", "d.zip": inner, "__MACOSX/x": "litter"}
    )
    found = parsed(tmp_path, "kit.zip", data, acl=("hr",))
    assert list(found) == ["kit.zip!1", "kit.zip!2", "kit.zip!3!1"]
    assert [record["meta"]["member"] for record in found.values()] == ["a.md", "b/c.txt", "deep.txt"]
    assert all(record["acl"] == ["hr"] for record in found.values())


def test_packed_files_are_read_as_what_they_hold(tmp_path):
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as archive:
        info = tarfile.TarInfo("in/tar.md")
        info.size = 4
        archive.addfile(info, io.BytesIO(b"# T\n"))
    assert parsed(tmp_path, "a.md.gz", gzip.compress(b"# G\n", mtime=0))["a.md.gz"]["title"] == "G"
    assert parsed(tmp_path, "b.md.bz2", bz2.compress(b"# B\n"))["b.md.bz2"]["title"] == "B"
    assert parsed(tmp_path, "c.tgz", gzip.compress(tar.getvalue(), mtime=0))["c.tgz!1"]["title"] == "T"


def test_locked_broken_bottomless_and_empty_archives_are_named(tmp_path):
    locked = bytearray(zipped(**{"a.txt": "secret"}))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[locked.index(mark) + offset] |= 1  # the flag that says: encrypted
    deep = zipped(**{"a.txt": "x"})
    for _ in range(5):
        deep = zipped(**{"a.zip": deep})
    assert codes(parsed(tmp_path, "l.zip", bytes(locked))["l.zip!1"]) == ["encrypted"]
    assert [codes(record) for record in parsed(tmp_path, "d.zip", deep).values()] == [["member_unread"]]
    assert codes(parsed(tmp_path, "e.zip", zipped())["e.zip"]) == ["no_text"]
    assert codes(parsed(tmp_path, "g.gz", gzip.compress(b"text")[:-9])["g.gz"]) == ["broken"]
    assert codes(parsed(tmp_path, "z.zip", zipped(**{"a.txt": "a" * 99})[:-30])["z.zip"]) == ["broken"]


def test_a_question_list_inside_an_archive_is_named_and_not_read(tmp_path):
    data = zipped(**{"eval.jsonl": '{"question": "a?", "expected_answer": "b"}\n'})
    record = parsed(tmp_path, "a.zip", data)["a.zip!1"]
    assert (record["text"], codes(record)) == ("", ["evaluation_set"])


@pytest.mark.parametrize(("mark", "name"), [(",", "comma"), (";", "semicolon"), ("\t", "tab"), ("|", "bar")])
def test_a_csv_stays_its_own_text_with_one_block_a_row(mark, name):
    text = f'a{mark}b\n1{mark}"two\nlines"\n-0,20{mark}x\n'
    if mark == ",":
        text = text.replace("-0,20", '"-0,20"')
    read = tabular.read_csv(text)
    assert read.text == text
    assert [text[start:end] for _, start, end, _ in read.blocks] == [
        f"a{mark}b", f'1{mark}"two\nlines"', text.split("\n")[3],
    ]  # fmt: skip
    assert [block[0] for block in read.blocks] == ["table_header", "row", "row"]


def test_a_long_table_of_figures_gets_the_advice_to_query_it():
    text = "day,units\n" + "".join(f"2026-01-01,{n}\n" for n in range(300))
    assert [warning.code for warning in tabular.read_csv(text).warnings] == ["table_data"]


def test_the_separator_that_excel_writes_first_is_no_header():
    text = "sep=;\nname;price, net\nTap;3\n"
    blocks = [(kind, text[start:end]) for kind, start, end, _ in tabular.read_csv(text).blocks]
    assert blocks == [("paragraph", "sep=;"), ("table_header", "name;price, net"), ("row", "Tap;3")]


@pytest.mark.parametrize(
    ("record", "heading"),
    [
        ({"no": "HV-40850", "title": "stuck"}, "## HV-40850 stuck"),
        ({"Ticket-No": "T 7", "subject": "dark"}, "## T 7 dark"),
        ({"Nr.": 12, "title": "cold"}, "## 12 cold"),
        ({"no": None, "case id": "C-1"}, "## C-1"),
        ({"no": "", "title": "lost"}, "## 1 lost"),
        ({"notes": "x"}, "## 1"),
    ],
)
def test_a_record_is_headed_by_what_people_call_it(record, heading):
    assert tabular.read_json(json.dumps([record])).text.split("\n")[0] == heading


def test_a_ticket_is_a_section_headed_by_its_id():
    ticket = {
        "id": "NG-1",
        "subject": "ice",
        "comments": ["first guess", {"by": "x", "text": "Resolution: lid lock"}],
    }
    read = tabular.read_jsonl(json.dumps(ticket) + "\nnot json\n")
    assert read.text == (
        "## NG-1 ice\n\nid: NG-1\nsubject: ice\n\n"
        "comments:\n- first guess\n  - by: x\n  - text: Resolution: lid lock\n\nnot json\n"
    )
    assert read.blocks[0][:4] == ["message", 0, 11, 2]
    assert [warning.code for warning in read.warnings] == ["broken"]


def test_a_notebook_keeps_text_code_and_output():
    book = {
        "metadata": {"language_info": {"name": "python"}},
        "cells": [
            {"cell_type": "markdown", "source": ["# T\n", "\n", "text"]},
            {"cell_type": "code", "source": "print(1)", "outputs": [{"text": ["1\n"]}]},
        ],
    }
    read = notebook.read(json.dumps(book))
    assert read.text == "# T\n\ntext\n\n```python\nprint(1)\n```\n\n```output\n1\n```\n"
    assert [block[0] for block in read.blocks] == ["heading", "paragraph", "fence", "fence"]
    assert [read.text[at:].split("\n")[0] for at in read.cells] == ["# T", "```python"]
    assert read.title == "T"


def test_restructured_text_has_levels_in_the_order_its_lines_appear():
    text = "=====\nTitle\n=====\n\nIntro::\n\n    # code\n\nPart\n----\n\n- one\n- two\n\n"
    text += ".. code-block:: py\n\n   x = 1\n\nEnd\n"
    read = markup.read_rst(text)
    shown = [(kind, text[start:end].strip().split("\n")[0], level) for kind, start, end, level in read.blocks]
    assert shown == [
        ("heading", "=====", 1), ("paragraph", "Intro::", 0), ("fence", "# code", 0),
        ("heading", "Part", 2), ("item", "- one", 1), ("item", "- two", 1),
        ("fence", ".. code-block:: py", 0), ("paragraph", "End", 0),
    ]  # fmt: skip
    assert read.title == "Title"


def test_rules_below_each_other_are_no_heading_in_restructured_text():
    found = markup.read_rst("---\n---\n---\n\ntext\n")
    assert (found.title, [block[0] for block in found.blocks]) == ("", ["paragraph", "paragraph"])


def test_asciidoc_has_headings_listings_and_tables():
    text = "= Title\n:author: x\n\n== Part\n\n----\n# code\n----\n\n* one\n** two\n\n"
    text += "|===\n|a |b\n\n|1 |2\n|===\n"
    read = markup.read_asciidoc(text)
    shown = [(kind, text[start:end].split("\n")[0], level) for kind, start, end, level in read.blocks]
    assert shown == [
        ("heading", "= Title", 1), ("paragraph", ":author: x", 0), ("heading", "== Part", 2),
        ("fence", "----", 0), ("item", "* one", 1), ("item", "** two", 2),
        ("table_header", "|===", 0), ("row", "|1 |2", 0),
    ]  # fmt: skip
    assert read.title == "Title"
