"""Front matter: every form that states readers is read, or closes the file and is named."""

import json

import pytest

from ragkit import records
from ragkit.parsing import files, frontmatter, parse, yamltext

UNREAD = ["front_matter_unread"]


def record(name, text):
    source = files.Source(name, name, name)
    [found] = parse.parse_bytes(source, text.encode("utf-8"), parse.Options())
    records.check("document", json.loads(records.dump(found)), "here")
    return found


def codes(found):
    return [warning["code"] for warning in found["warnings"]]


@pytest.mark.parametrize(
    "head",
    [
        "---\n{acl: [staff]}\n---\n",
        "---\n  title: T\n  acl: [staff]\n---\n",
        "\n\n---\nacl: [staff]\n---\n",
        "---yaml\nacl: [staff]\n---\n",
        "--- yml\nacl: [staff]\n---\n",
        "----\nacl: [staff]\n----\n",
        "---\nbase: &base\n  acl: [staff]\n<<: *base\n---\n",
        "---\nbase: &base {acl: [hr]}\n<<: *base\nacl: [staff]\n---\n",
    ],
)
def test_every_usual_way_to_fence_and_write_front_matter_is_read(head):
    found = record("a.md", head + "# T\n\ntext\n")
    assert (found["acl"], codes(found)) == (["staff"], [])
    kind, start, end, *_ = found["blocks"][0]
    assert (kind, found["text"][start:end]) == ("front_matter", head.strip())
    assert found["blocks"][1][0] == "heading"


@pytest.mark.parametrize(
    "text",
    [
        "---\n\tacl: [staff]\n---\ntext\n",
        "---\nacl: [staff]\n\n# No end\n",
        "acl: staff\n\ntext\n",
        "---\n? acl\n: [staff]\n---\ntext\n",
        "\u200b---\nacl: [staff]\n---\ntext\n",
        "---\ntitle: T\n---\nacl: [staff]\n---\ntext\n",
        "<!--\nacl: staff\n-->\ntext\n",
        "# T\n\n**ACL:** staff\n",
        "---\ntitle: T\nacl: [staff]\nacl: ['*']\n---\ntext\n",
        "---\nacl: [staff]\nACL: ['*']\n---\ntext\n",
        "---\ntitle: one\ntitle: two\n---\ntext\n",
    ],
)
def test_readers_that_are_not_understood_close_the_file_and_are_named(text):
    found = record("a.md", text)
    assert (found["acl"], codes(found)) == ([], UNREAD)


@pytest.mark.parametrize("name", ["a.txt", "a.rst", "a.adoc"])
def test_front_matter_of_other_text_is_read_and_stays_a_block_of_it(name):
    text = "---\ntitle: Hello\nacl: [staff]\n---\nfirst words\n\nmore\n"
    found = record(name, text)
    assert (found["text"], found["title"], found["acl"], codes(found)) == (text, "Hello", ["staff"], [])
    shown = [(kind, text[start:end]) for kind, start, end, *_ in found["blocks"]]
    assert shown == [
        ("front_matter", "---\ntitle: Hello\nacl: [staff]\n---"),
        ("paragraph", "first words"), ("paragraph", "more"),
    ]  # fmt: skip


def test_front_matter_of_a_page_is_read_and_only_narrows_its_own_meta():
    page = "<html><head><meta name=acl content='hr;boss'></head><body><p>x</p></body></html>"
    found = record("a.html", f"---\nacl: [staff, hr]\n---\n{page}")
    assert (found["text"], found["acl"]) == ("x\n", ["hr"])


@pytest.mark.parametrize("name", ["a.py", "a.json", "a.rst", "a.csv"])
def test_a_head_that_seems_to_state_readers_closes_any_text_file(name):
    assert (record(name, '"acl": ["hr"]\n')["acl"], codes(record(name, '"acl": ["hr"]\n'))) == ([], UNREAD)


@pytest.mark.parametrize(
    "text", ["An ACL is a list of groups.\n", "ACL\n===\n", "x\n" * 41 + "acl: staff\n", "oracle: x\n"]
)
def test_talk_of_access_lists_closes_nothing(text):
    assert (record("a.md", text)["acl"], codes(record("a.md", text))) == (None, [])


def test_rules_in_plain_text_are_no_front_matter():
    text = "---\nPart: one\n---\ntext\n"
    assert frontmatter.plainly(text).end == 0
    assert [block[0] for block in record("a.txt", text)["blocks"]] == ["paragraph"]


def test_aliases_of_aliases_are_refused_before_they_are_followed():
    bomb = "a0: &a0 [x, x]\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)
    )
    with pytest.raises(ValueError, match="more than 10,000 values"):
        yamltext.read(bomb)
    with pytest.raises(ValueError, match="every alias followed"):
        yamltext.read("a: &a [*a]\n")
    assert codes(record("a.md", f"---\n{bomb}---\ntext\n")) == UNREAD


@pytest.mark.parametrize(
    ("head", "meta"),
    [
        ("+++\ntitle = 'T'\nx = nan\n+++\n", {"x": "nan"}),
        ("+++\ntitle = 'T'\nx = [inf]\n+++\n", {"x": ["inf"]}),
        ('---\ntitle: T\nx: "\\ud800"\n---\n', {"x": "\ufffd"}),
    ],
)
def test_values_no_record_can_carry_become_text(head, meta):
    assert record("a.md", head + "text\n")["meta"] == meta


def test_brackets_without_end_are_a_named_loss():
    found = record("a.md", f"+++\nx = {'[' * 5000}{']' * 5000}\n+++\ntext\n")
    assert (found["acl"], codes(found)) == ([], UNREAD)
    found = record("b.md", f"---\nx: {'[' * 5000}{']' * 5000}\n---\ntext\n")
    assert (found["acl"], codes(found)) == ([], UNREAD)
