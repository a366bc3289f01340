"""Access lists: which groups they name, what they open, and what they name in vain."""

import gzip
import io
import zipfile
from email.message import EmailMessage

import pytest

from ragkit.parsing import acl, every, files, html, losses, parse


def zipped(members) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


@pytest.mark.parametrize(
    ("first", "second", "both"),
    [
        (None, None, None), (None, ["a"], ["a"]), (["a"], None, ["a"]), ([], None, []),
        (["*"], ["a"], ["a"]), (["a", "b"], ["*"], ["a", "b"]), (["*", "a"], ["*"], ["*"]),
        (["a", "b"], ["b", "c"], ["b"]), (["a"], ["b"], []), ([], ["*"], []),
    ],
)  # fmt: skip
def test_two_statements_allow_whom_both_allow(first, second, both):
    assert acl.narrower(first, second) == both


MEMBERS = {
    "open.md": "---\nacl: ['*']\n---\na\n", "own.md": "---\nacl: [boss, hr]\n---\na\n",
    "other.md": "---\nacl: dev\n---\na\n", "silent.md": "a\n", "unread.md": "---\nacl: [\n---\na\n",
}  # fmt: skip


@pytest.mark.parametrize(
    ("listed", "readers"),
    [
        ({"acl": ("hr", "it")}, [["hr", "it"], ["hr"], [], ["hr", "it"], []]),
        ({"acl": ("*",)}, [["*"], ["boss", "hr"], ["dev"], ["*"], []]),
        ({"acl": ()}, [[], [], [], [], []]),
        ({}, [["*"], ["boss", "hr"], ["dev"], None, []]),
        ({"listed": False}, [[], [], [], [], []]),
    ],
)
def test_a_member_is_read_by_those_whom_it_and_its_archive_both_allow(listed, readers):
    source = files.Source("a.zip", "a.zip", "a.zip", **listed)
    found = parse.parse_bytes(source, zipped(MEMBERS), parse.Options())
    assert [record["acl"] for record in found] == readers


def test_an_attachment_opens_no_further_than_its_mail():
    message = EmailMessage()
    message["Subject"] = "Rates"
    message.set_content("See the files.")
    for name in ("open.md", "own.md", "silent.md"):
        message.add_attachment(MEMBERS[name].encode(), maintype="text", subtype="markdown", filename=name)
    source = files.Source("a.eml", "a.eml", "a.eml", acl=("hr", "it"))
    found = parse.parse_bytes(source, message.as_bytes(), parse.Options())
    assert [(record["doc_id"], record["acl"]) for record in found] == [
        ("a.eml", ["hr", "it"]), ("a.eml!1", ["hr", "it"]), ("a.eml!2", ["hr"]), ("a.eml!3", ["hr", "it"]),
    ]  # fmt: skip


def test_what_a_gz_holds_is_inside_it():
    source = files.Source("a.md.gz", "a.md.gz", "a.md.gz", acl=("hr",))
    packed = gzip.compress(MEMBERS["open.md"].encode(), mtime=0)
    [record] = parse.parse_bytes(source, packed, parse.Options())
    assert record["acl"] == ["hr"]
    [record] = parse.parse_bytes(source._replace(acl=None, listed=False), packed, parse.Options())
    assert (record["acl"], [warning["code"] for warning in record["warnings"]]) == ([], ["no_acl"])


def test_group_names_may_hold_spaces(tmp_path):
    (tmp_path / "acl.csv").write_text('path,groups\na.md,Sales  Team;HR\nb.md,"x, y|z"\n', encoding="utf-8")
    assert acl.read(str(tmp_path / "acl.csv")) == [("a.md", ("Sales Team", "HR")), ("b.md", ("x", "y", "z"))]


def test_a_row_that_names_no_file_is_a_loss(tmp_path):
    for name in ("a b.md", "c/d.md", "q.jsonl"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text('{"question": "a?", "expected_answer": "b"}\n', encoding="utf-8")
    rows = "path,groups\na b.md,x\nc/*,x\nq.jsonl,x\nacl.csv,x\nmisspelt.md,hr\nc/*.pdf,hr\n"
    (tmp_path / "acl.csv").write_text(rows, encoding="utf-8")
    sources, skipped = every.find([str(tmp_path)], acl_from=str(tmp_path / "acl.csv"))
    assert [source.doc_id for source in sources] == ["a%20b.md", "c/d.md"]
    lost = losses.of_skipped(skipped)
    assert [(loss.code, loss.doc_id) for loss in lost] == [
        ("acl_unmatched", "misspelt.md"), ("acl_unmatched", "c/*.pdf"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("head", "body", "readers"),
    [
        ("<meta name=acl content='a;b'>", "<meta name=acl content='*'>", ["a", "b"]),
        ("<meta name=ACL content='a;b'>", "<meta name=acl content='b;c'>", ["b"]),
        ("", "<meta name=acl content='*'>", None),
        ("", "<meta name=acl content=a>", []),
        ("<meta name=acl content='a;b'><meta name=acl content=b>", "", ["b"]),
    ],
)
def test_only_the_head_of_a_page_opens_it(head, body, readers):
    page = html.read(f"<html><head><title>t</title>{head}</head><body><p>x</p>{body}</body></html>")
    assert page.acl == readers
    assert [warning.code for warning in page.warnings] == (["front_matter_unread"] if readers == [] else [])


def read(name, text):
    [record] = parse.parse_bytes(files.Source(name, name, name), text.encode(), parse.Options())
    return record["acl"], [warning["code"] for warning in record["warnings"]]


@pytest.mark.parametrize(
    ("rows", "acl", "codes"),
    [
        (['{"id": 1}', '{"id": 2}'], None, []),
        (['{"id": 1, "acl": ["hr"]}', '{"id": 2, "acl": "hr"}'], ["hr"], []),
        (['{"id": 1, "acl": ["hr", "all"]}', '{"id": 2, "groups": ["all"]}'], ["all"], ["row_acl"]),
        (['{"id": 1, "acl": ["*"]}', '{"id": 2, "acl": ["hr"]}'], ["hr"], ["row_acl"]),
        (['{"id": 1, "acl": ["hr"]}', '{"id": 2, "acl": ["legal"]}'], [], ["row_acl"]),
        (['{"id": 1, "acl": ["hr"]}', '{"id": 2}'], [], ["row_acl"]),
        (['{"id": 1, "acl": []}', '{"id": 2, "acl": []}'], [], []),
        (['{"id": 1, "acl": ["hr"]}', "no json"], [], ["broken", "row_acl"]),
    ],
)
def test_rows_that_state_readers_open_the_file_to_those_all_of_them_allow(rows, acl, codes):
    assert read("a.jsonl", "\n".join(rows)) == (acl, codes)


def test_a_column_of_readers_is_read_and_other_columns_are_none():
    assert read("a.csv", "id,acl\n1,hr\n2,hr\n") == (["hr"], [])
    assert read("a.csv", "id,Groups\n1,hr;all\n2,all\n") == (["all"], ["row_acl"])
    assert read("a.csv", "id,acl\n1,hr\n2,\n") == ([], ["row_acl"])
    assert read("a.csv", "id,group size\n1,12\n2,13\n") == (None, [])
    assert read("a.csv", "path;groups\nb.md;hr\n") == (None, [])  # an access list: the readers of other files
    assert read("a.json", '[{"id": 1, "acl": ["hr"]}, {"id": 2, "acl": ["hr"]}]') == (["hr"], [])


@pytest.mark.parametrize("value", ["[[staff]]", "{a: b}", "[{a: b}, staff]"])
def test_readers_that_are_no_plain_list_close_the_file_and_are_said(value):
    assert read("a.md", f"---\nacl: {value}\n---\ntext\n") == ([], ["front_matter_unread"])
