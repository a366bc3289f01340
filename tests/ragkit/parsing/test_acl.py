"""Access lists: which groups they name, what they open, and what they name in vain."""

import gzip
import io
import zipfile
from email.message import EmailMessage

import pytest

from ragkit.cli import InputError
from ragkit.parsing import acl, acl_lists, every, files, html, losses, parse


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


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("acl.yaml", "- match: a/**\n  readers: [hr, boss]\n- match: a/b.md\n  readers: hr\n"),
        ("who.yml", "schema: 2\nfallback: nobody\nrules:\n  - {glob: a/**, groups: 'hr; boss', note: x}\n"
                    "  - {path: ./a/b.md, groups: hr}\n"),
        ("who.json", '[{"path": "a/**", "allow": ["hr", "boss"]}, {"path": "a/b.md", "allow": ["hr"]}]'),
        ("permissions.json", '{"a/**": ["hr", "boss"], "a/b.md": "hr"}'),
        ("permissions.yaml", "version: 1\nfiles:\n  a/**: [hr, boss]\n  a/b.md: hr\n"),
        ("acl.csv", "path,groups\na/**,hr;boss\na/b.md,hr\n"),
    ],
)  # fmt: skip
def test_an_access_list_is_read_and_found_in_every_usual_form(tmp_path, name, text):
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert acl_lists.read(str(tmp_path / name)) == [("a/**", ("hr", "boss")), ("a/b.md", ("hr",))]
    assert acl_lists.lists(files.find([str(tmp_path)])[0]) == [str(tmp_path / name)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mkdocs.yml", "nav:\n  - Home: index.md\n  - Guide: guide.md\nextra_css: [a.css]\n"),
        ("files.json", '{"src/a.py": ["x"], "src/b.py": ["y"]}'),
        ("ci.yaml", "on: push\njobs:\n  test:\n    steps:\n      - name: run\n        run: make\n"),
        ("list.json", '[{"name": "a", "size": 1}]'), ("list.yaml", "- a\n- b\n"), ("t.json", "{"),
        ("access.json", '{"level": "hr", "since": "2026"}'), ("acl.json", "[]"), ("acl.yaml", ""),
    ],
)  # fmt: skip
def test_other_files_are_no_access_lists(tmp_path, name, text):
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert acl_lists.lists(files.find([str(tmp_path)])[0]) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- {path: a, groups: x, deny: y}\n", "'deny'"), ("- {path: a, groups: {b: c}}\n", "'a'"),
        ("- {path: a, groups: x}\n- {path: a, groups: y}\n", "listed twice"), ("a: [", "no YAML"),
        ("title: x\n", "need a list"),
    ],
)  # fmt: skip
def test_a_list_that_is_not_understood_opens_nothing(tmp_path, text, said):
    (tmp_path / "acl.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=said):
        acl_lists.read(str(tmp_path / "acl.yaml"))


def opened(entries, *doc_ids):
    found = acl.with_acl([files.Source(name, name, name) for name in doc_ids], entries)
    return [None if source.acl is None else list(source.acl) for source in found]


def test_a_star_stays_in_its_folder_where_a_list_has_two():
    names = ("t/a.md", "t/u/b.md", "b.md")
    assert opened([("t/*", ("hr",))], *names) == [["hr"], ["hr"], None]
    assert opened([("t/*", ("hr",)), ("x/**", ())], *names) == [["hr"], None, None]
    assert opened([("t/**", ("hr",)), ("**/b.md", ("hr",))], *names) == [["hr"]] * 3


def test_where_the_last_glob_is_not_the_longest_only_readers_of_both_may_read():
    wide, narrow = ("**", ("*",)), ("pay/**", ("hr",))
    assert opened([wide, narrow], "pay/a.md", "b.md") == [["hr"], ["*"]]
    assert opened([narrow, wide], "pay/a.md", "b.md") == [["hr"], ["*"]]
    assert opened([narrow, ("*/*d", ("it",))], "pay/a.md") == [[]]
    assert opened([("a*", ("x",)), ("*a", ("y",))], "aa") == [["y"]]  # as long: the last


def test_what_no_entry_names_has_the_readers_that_the_list_gives_for_it(tmp_path):
    text = "default: staff\nfiles:\n  - {path: a.md, groups: hr}\n"
    (tmp_path / "acl.yaml").write_text(text, encoding="utf-8")
    assert opened(acl_lists.read(str(tmp_path / "acl.yaml")), "a.md", "c/b.md") == [["hr"], ["staff"]]


@pytest.mark.parametrize("text", ['default: "*"\nhr/*: hr\n', 'acl:\n  default: "*"\n  hr/*: hr\n'])
def test_readers_of_what_no_entry_names_do_not_open_the_folders_below_a_named_one(tmp_path, text):
    (tmp_path / "acl.yaml").write_text(text, encoding="utf-8")
    found = opened(acl_lists.read(str(tmp_path / "acl.yaml")), "hr/a.md", "hr/pay/b.md", "c.md")
    assert found == [["hr"], ["hr"], ["*"]]
    (tmp_path / "acl.yaml").write_text('default: "*"\n"**/hr/*": hr\n', encoding="utf-8")
    found = opened(acl_lists.read(str(tmp_path / "acl.yaml")), "x/hr/a.md", "x/hr/pay/b.md", "c/d.md")
    assert found == [["hr"], ["*"], ["*"]]


@pytest.mark.parametrize("key", ["acl", "ACL", "readers", "allowed-groups", "readableBy", "visible_to"])
def test_readers_are_stated_under_several_names(key):
    assert read("a.md", f"---\ntitle: A\n{key}: [hr, boss]\n---\ntext\n") == (["hr", "boss"], [])
    page = html.read(f"<html><head><meta name={key} content='hr; boss'></head><body><p>x</p></body></html>")
    assert page.acl == ["hr", "boss"]
    assert read("b.md", f"---\nacl: [hr, it]\n{key}2: x\nviewers: [hr]\n---\ntext\n") == (["hr"], [])


def test_group_names_may_hold_spaces(tmp_path):
    (tmp_path / "acl.csv").write_text('path,groups\na.md,Sales  Team;HR\nb.md,"x, y|z"\n', encoding="utf-8")
    assert acl_lists.read(str(tmp_path / "acl.csv")) == [
        ("a.md", ("Sales Team", "HR")),
        ("b.md", ("x", "y", "z")),
    ]


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


def test_only_a_line_end_ends_a_row_of_a_list(tmp_path):
    path = tmp_path / "acl.csv"
    path.write_bytes('path,groups\r\na\u2028b.md,staff\r\n"c\n.md",hr\r\n'.encode())
    assert acl_lists.read(str(path)) == [("a\u2028b.md", ("staff",)), ("c\n.md", ("hr",))]


def test_the_separator_that_excel_writes_first_is_no_header(tmp_path):
    path = tmp_path / "acl.csv"
    path.write_text("sep=;\npath;groups\na.md;staff\n", encoding="utf-8")
    assert acl_lists.read(str(path)) == [("a.md", ("staff",))]
    assert acl_lists.lists(every.find([str(tmp_path)])[0]) == [str(path)]
    path.write_text("sep=;\npath;groups\na.md;staff\nb.md\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"acl.csv:4: 1 columns, need 2"):
        acl_lists.read(str(path))
