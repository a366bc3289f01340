"""Which passages are asked about: from every folder, each document before any twice, whatever the order."""

from collections import Counter

import pytest

from ragkit.cli import InputError
from ragkit.records import check
from ragkit.worksheets.spread import choose

PROSE = "The {n} valve opens at {n} degrees and must be cleaned by the {n} crew before {n} uses. "


def document(doc_id, *parts):
    """A document of (block type, text) parts."""
    text, blocks = "", []
    for kind, part in parts:
        blocks.append([kind, len(text), len(text) + len(part), 0])
        text += part + "\n\n"
    return check("document", {"doc_id": doc_id, "text": text, "blocks": blocks}, "t")


def prose(doc_id, passages=1):
    """About one passage of 1,100 characters for each; every word with the document's name is its own."""
    name = doc_id.replace("/", "").replace(".", "")
    said = [("paragraph", PROSE.format(n=f"{name}{i}") * 8) for i in range(passages)]
    return document(doc_id, *said)


FOLDERS = [prose(f"f{folder:02}/p{page}.md", 3) for folder in range(12) for page in range(10)]


def test_every_folder_has_its_turn_though_there_are_more_documents_than_passages():
    chosen = choose(FOLDERS, 24)
    folders = Counter(row.doc_id[:3] for row in chosen.passages)
    assert folders == {f"f{folder:02}": 2 for folder in range(12)}
    assert len({row.doc_id for row in chosen.passages}) == 24
    assert chosen.line == "24 passages of 24 of 120 documents, in 12 of 12 folders"


def test_no_document_comes_twice_before_every_one_came_once():
    chosen = choose(FOLDERS, 150).passages
    assert len({row.doc_id for row in chosen[:120]}) == 120
    assert max(Counter(row.doc_id for row in chosen).values()) == 2


def test_the_order_of_the_files_decides_nothing_and_a_seed_draws_others():
    forward, backward = choose(FOLDERS, 24), choose(FOLDERS[::-1], 24)
    assert forward == backward
    assert choose(FOLDERS, 24, seed=1).passages != forward.passages
    pages = {row.doc_id.rpartition("/")[2] for row in forward.passages}
    assert len(pages) > 5, "not the first two pages of each folder"


def test_a_folder_is_asked_about_alone_and_its_name_ends_where_it_ends():
    documents = [prose("a/one.md"), prose("a/deep/two.md"), prose("ab/three.md"), prose("a.md")]
    assert sorted(row.doc_id for row in choose(documents, 9, "a/").passages) == ["a/deep/two.md", "a/one.md"]
    with pytest.raises(InputError, match="no document lies under 'b'"):
        choose(documents, 9, "b")


def test_lists_of_options_come_after_all_that_is_said_and_lists_of_links_not_at_all():
    options = document(
        "cli/x.md", ("paragraph", "Run it."), ("fence", "--verbose  say more of what is done\n" * 20)
    )
    links = document("cli/y.md", ("item", "- [x](https://example.org/a/long/address/of/a/page)\n" * 8))
    chosen = choose([options, links, prose("z.md", 2)], 9)
    assert [row.doc_id for row in chosen.passages][:2] == ["z.md", "z.md"]
    assert {row.doc_id for row in chosen.passages[2:]} == {"cli/x.md"}
    assert chosen.line.endswith(
        "; 2 documents with little but code, links or names to ask about come last or not at all: "
        "cli/x.md, cli/y.md"
    )


HOW_TO = [
    ("heading", "## Set up the roof pump"),
    ("paragraph", "Turn the brass key twice, then press the amber button until the needle stands at forty."),
    ("fence", "```yaml\n" + "pump:\n  kind: roof\n  needle: 40\n" * 20 + "```"),
]


def test_a_how_to_page_is_asked_about_like_any_other_though_most_of_it_is_an_example():
    short = document(
        "note.md", ("item", "- The amber button of the roof pump glows after forty seconds of frost.")
    )
    chosen = choose([document("pump.md", *HOW_TO), short, prose("z.md", 3)], 3)
    assert {row.doc_id for row in chosen.passages} == {"pump.md", "note.md", "z.md"}
    assert chosen.line == "3 passages of 3 of 3 documents, in 1 of 1 folders"


@pytest.mark.parametrize(
    "line",
    [
        "- requests=={n}.31.0\n",
        "- left-pad {n}.3.1, MIT\n",
        "| `${{parcel.field{n}}}` | text |\n",
        "| `door.open{n}` | the door |\n",
        "- `ETC_{n}_PATH`: a path\n",
    ],
)
def test_lists_of_packages_and_of_variables_come_last_of_all(line):
    names = document("a.md", ("item", "".join(line.format(n=n) for n in range(30))))
    code = document("b.md", ("fence", "run --fast\n" * 30))
    assert [row.doc_id for row in choose([names, code, prose("z.md", 2)], 9).passages] == [
        "z.md",
        "z.md",
        "b.md",
        "a.md",
    ]


def test_a_table_of_data_is_no_list_of_names():
    rows = "".join(f"| Berth {n} | 2{n}.06.2026 | {n},91 |\n" for n in range(1, 30))
    assert choose([document("t.md", ("row", rows))], 9).passages[0].turn == 0


def test_what_every_document_says_is_no_reason_to_choose_a_passage():
    furniture = " ".join(f"inherited{i}" for i in range(60))
    own = PROSE.format(n="boiler") * 4
    documents = [
        document(
            f"{i}.md",
            ("paragraph", furniture + "." * 700),
            ("paragraph", own.replace("boiler", f"boiler{i}")),
        )
        for i in range(5)
    ]
    assert all("valve opens" in row.text for row in choose(documents, 5).passages)


def test_nothing_comes_of_nothing():
    assert choose([document("e.md")], 5).passages == []
    with pytest.raises(InputError):
        choose([], 5)
