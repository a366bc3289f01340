"""What other splitters get wrong, each reported in public; the numbers are those of the reference page."""

import time

import pytest

from ragkit import tokens
from ragkit.chunking.chunk import Options, chunk_document, embedded_text
from ragkit.cli import InputError
from ragkit.parsing import decode
from ragkit.parsing import markdown as reader


def parsed(text, name="a.md"):
    read = reader.read(decode.decode(text.encode("utf-8"))[0])
    return {"doc_id": name, "text": read.text, "blocks": read.blocks, "title": read.title}


def chunks(text, size=500, name="a.md", **options):
    return chunk_document(parsed(text, name), Options(max_tokens=size, **options))


def paths(text, size=500, **options):
    return [chunk["path"] for chunk in chunks(text, size, strategy="paragraph", **options)]


def test_01_code_keeps_its_indents_tabs_and_hard_spaces():
    text = "```python\ndef f():\n    return\t1\u00a0\n```\n"
    assert [chunk["text"] for chunk in chunks(text)] == [text]


def test_02_a_fence_that_is_never_closed_runs_to_the_end():
    text = "# A\n\n```py\n# x\n\n# B\n"
    assert [(chunk["text"], chunk["path"]) for chunk in chunks(text)] == [(text, ["A"])]


@pytest.mark.parametrize("mark", ["```", "~~~", "- x\n\n  ```"])
def test_03_a_hash_inside_a_fence_is_no_heading(mark):
    inside = "  " if mark.startswith("-") else ""
    assert paths(f"# A\n\n{mark}\n{inside}# no\n{inside}{mark[-3:]}\n")[-1] == ["A"]


def test_04_a_fence_is_closed_by_its_own_mark_only():
    text = "````md\n```\n# no\n```\n````\n\nAfter.\n"
    assert [chunk["path"] for chunk in chunks(text, 5)] == [[], []]


def test_05_lines_are_not_joined():
    text = "one\ntwo\n\nthree\n"
    assert chunks(text)[0]["text"] == text


def test_06_and_07_equal_passages_have_their_own_offsets():
    text = "Same words here.\n\n" * 8
    found = chunks(text, 12)
    assert [chunk["start"] for chunk in found] == sorted({chunk["start"] for chunk in found})
    assert "".join(chunk["text"] for chunk in found) == text


def test_08_no_character_is_divided():
    text = "\u691c\u7d22\u62e1\u5f35\u751f\u6210\u306f\u4fbf\u5229\u3060" * 40
    found = chunks(text, 10)
    assert "".join(chunk["text"] for chunk in found) == text
    assert all(chunk["text"] and "\ufffd" not in chunk["text"] for chunk in found)


@pytest.mark.parametrize(("size", "overlap"), [(50, 50), (50, 70), (0, 0), (-1, 0), (50, -1)])
def test_09_a_size_and_overlap_that_cannot_work_are_refused(size, overlap):
    with pytest.raises(InputError, match=rf"{overlap}.*{size}|{size}.*{overlap}"):
        Options(max_tokens=size, overlap=overlap).checked()


def test_10_the_size_bounds_prefix_and_text_together():
    text = "# A rather long heading for a page\n\n## And one more below it\n\n" + "Word after word. " * 400
    found = chunks(text, 60)
    assert max(tokens.count(embedded_text(chunk)) for chunk in found) <= 60
    assert all(chunk["prefix"] for chunk in found)


def test_11_a_prefix_larger_than_the_size_is_shortened_and_no_text_is_lost():
    text = "# " + "very " * 80 + "long\n\nBody text.\n"
    found = chunks(text, 20)
    assert "".join(chunk["text"] for chunk in found) == text
    assert all(tokens.count(chunk["prefix"]) <= 5 for chunk in found)


def table(rows):
    return "| name | value |\n|---|---|\n" + "".join(f"| key {n} | {n} |\n" for n in range(rows))


def test_12_rows_stay_whole_and_the_header_is_repeated_in_the_prefix_alone():
    found = chunks(table(60), 60)
    assert len(found) > 3
    assert all(
        line.startswith("|") and line.endswith("|") for chunk in found for line in chunk["text"].splitlines()
    )
    assert all("| name | value |\n|---|---|" in chunk["prefix"] for chunk in found[1:])


def test_13_a_row_stands_in_one_chunk_only():
    body = "".join(embedded_text(chunk) for chunk in chunks(table(60), 60))
    assert all(body.count(f"| key {n} |") == 1 for n in range(60))


def test_14_front_matter_holds_no_heading():
    assert paths("---\ntitle: T\n# comment\nx: 1\n---\n\n# A\n\nText.\n") == [[], ["A"]]


def test_15_a_comment_holds_no_heading():
    assert paths("# A\n\n<!--\n# hidden\n-->\n\nText.\n") == [["A"], ["A"]]


def test_16_underlined_headings_are_headings():
    assert paths("A\n===\n\na\n\nB\n---\n\nb\n") == [["A"], ["A", "B"]]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("## Title ##\n\nx", ["Title"]),
        ("# A\n\n    # code", ["A"]),
        ("#\tTabbed\n\nx", ["Tabbed"]),
        ("#tag\n\nx", []),
    ],
)
def test_17_closing_marks_indented_code_and_tabs_are_read_as_markdown_does(text, path):
    assert chunks(text)[-1]["path"] == path


@pytest.mark.parametrize("change", [lambda t: "\ufeff" + t, lambda t: t.replace("\n", "\r\n")])
def test_18_a_byte_order_mark_and_line_ends_change_nothing(change):
    text = "# A\n\nText.\n"
    assert [chunk["chunk_id"] for chunk in chunks(change(text))] == [
        chunk["chunk_id"] for chunk in chunks(text)
    ]


def test_19_no_document_leaves_a_trace_in_the_next():
    first = chunks("# A\n\nText.\n")
    chunks("# Other\n\n```\nnever closed")
    assert chunks("# A\n\nText.\n") == first


def test_20_a_heading_keeps_those_above_it():
    assert paths("# A\n\na\n\n## B\n\nb\n\n### C\n\nc\n\n## D\n\nd\n")[2:] == [["A", "B", "C"], ["A", "D"]]


def test_21_sentences_end_without_a_space_where_the_script_has_none():
    text = "\u4eca\u5929\u5f88\u597d\u3002\u4f60\u597d\u5417\uff1f\u5f88\u597d\uff01" * 30
    found = chunks(text, 40)
    assert all(chunk["text"][-1] in "\u3002\uff1f\uff01" for chunk in found)
    assert len(found) > 3


def test_22_ids_are_unique_for_repeated_text_and_the_same_every_time():
    text = "Same.\n\n" * 3
    one = [chunk["chunk_id"] for chunk in chunks(text, strategy="paragraph")]
    assert len(set(one)) == 3
    assert one == [chunk["chunk_id"] for chunk in chunks(text, strategy="paragraph")]
    assert not set(one) & {chunk["chunk_id"] for chunk in chunks(text, strategy="paragraph", name="b.md")}


def test_23_headings_alone_are_one_chunk_and_white_space_none():
    assert [chunk["text"] for chunk in chunks("# A\n\n## B\n")] == ["# A\n\n## B\n"]
    assert chunks("") == chunks(" \n\t\n") == []


def test_24_a_special_token_is_text():
    assert chunks("a <|endoftext|> b")[0]["text"] == "a <|endoftext|> b"


def best_of_two(work):
    took = []
    for _ in range(2):
        started = time.process_time()
        work()
        took.append(time.process_time() - started)
    return min(took)


HARD = {
    "characters without a space": lambda n: "x" * n,
    "flags": lambda n: "\U0001f1e9\U0001f1ea" * (n // 2),
    "combining marks": lambda n: "e" + "\u0301" * n,
    "words": lambda n: "word " * (n // 5),
    "short lines": lambda n: "a\n" * (n // 2),
    "list items": lambda n: "- a\n" * (n // 4),
    "headings": lambda n: "# a\n" * (n // 4),
    "nested quotes": lambda n: "> " * (n // 2) + "x\n",
    "columns": lambda n: (
        "|" + "a|" * (n // 40) + "\n|" + "-|" * (n // 40) + "\n" + ("|" + "a|" * (n // 40) + "\n") * 15
    ),
}


@pytest.mark.parametrize("name", HARD)
def test_25_time_grows_with_the_text_and_no_faster(name):
    small, large = (chunkable(HARD[name](size)) for size in (4_000, 16_000))
    quick = best_of_two(lambda: chunk_document(small, Options(max_tokens=100)))
    assert best_of_two(lambda: chunk_document(large, Options(max_tokens=100))) < 10 * quick + 0.05


def chunkable(text):
    try:
        return parsed(text)
    finally:
        chunk_document({"doc_id": "warm", "text": text[:1000]}, Options())


@pytest.mark.parametrize(
    "text", ["[a]: http://b.c\n\n[d]: http://e.f\n", "> " * 30 + "deep\n", "a\u2028b\x0cc\n"]
)
def test_26_what_the_parser_gives_no_token_for_is_text_all_the_same(text):
    assert "".join(chunk["text"] for chunk in chunks(text, 10)) == decode.decode(text.encode())[0]


def test_front_matter_is_no_chunk_of_its_own_and_takes_no_path_from_the_text():
    text = (
        "---\ntitle: T\n---\n\n# A\n\n" + "One word after another. " * 9 + "\n\n# B\n\n" + "Two words. " * 20
    )
    first, *rest = chunks(text, 80)
    assert first["kinds"] == ["front_matter", "heading", "paragraph"]
    assert [first["path"], *(chunk["path"] for chunk in rest)] == [["A"], ["B"]]


def test_a_page_of_front_matter_alone_is_one_chunk():
    assert [chunk["text"] for chunk in chunks("---\ntitle: T\n---\n")] == ["---\ntitle: T\n---\n"]
