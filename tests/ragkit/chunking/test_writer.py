"""Where the pages of a chunk begin, counted by hand."""

from ragkit import records
from ragkit.chunking import chunk
from ragkit.chunking.layout import Unit
from ragkit.chunking.measure import measure
from ragkit.chunking.writer import Writer


def document(pages):
    text = "One two three.\n\nFour five six.\n"  # the second paragraph begins at 16
    row = {
        "doc_id": "a.pdf", "text": text, "pages": pages,
        "blocks": [["paragraph", 0, 14, 0, 1], ["paragraph", 16, 30, 0, 2]],
    }  # fmt: skip
    return records.check("document", row, "test")


def test_a_chunk_on_two_pages_says_where_the_second_begins():
    [made] = chunk.chunk_document(document([[0, 16, 1, "1"], [16, 31, 2, "2"]]), chunk.Options())
    assert (made["pages"], made["page_starts"]) == ([1, 2], [[1, 0], [2, 16]])


def test_a_chunk_on_one_page_has_no_starts():
    made = chunk.chunk_document(document([[0, 16, 1, "1"], [16, 31, 2, "2"]]), chunk.Options(max_tokens=5))
    assert [one["pages"] for one in made] == [[1, 1], [2, 2]]
    assert [one.get("page_starts") for one in made] == [None, None]


def test_a_run_whose_second_unit_begins_with_an_empty_line_weighs_what_its_text_does():
    text, measured = "one\n\ntwo\n", measure("tokens")
    run = [Unit("code", start, end, measured.weigh(text[start:end])) for start, end in ((0, 4), (4, 9))]
    assert sum(unit.weight for unit in run) > measured.weigh(text)  # cl100k has one token for two line ends
    made = Writer({"doc_id": "a", "text": text}, chunk.Options(), measured)
    assert made.weight(run, 0) == measured.weigh(text)
