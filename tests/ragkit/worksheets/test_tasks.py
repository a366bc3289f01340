"""The other tasks: answers, context notes, page transcriptions."""

import gzip
import io
import zipfile
from email.message import EmailMessage
from pathlib import Path

import pytest

from ragkit.cli import InputError
from ragkit.parsing import files, parse
from ragkit.worksheets import answers, context, pages, readings, sheet, transcribe, work

DOCUMENT = {
    "doc_id": "d.md",
    "text": "The Ostrel wall has 8 columns. Prime it for 90 seconds. Then close it.",
    "sha256": "ab",
    "warnings": [],
    "blocks": [],
    "pages": [],
}
CHUNKS = [
    {
        "chunk_id": "d.md#1",
        "doc_id": "d.md",
        "start": 0,
        "end": 31,
        "text": "The Ostrel wall has 8 columns. ",
        "prefix": "Guide",
        "tokens": 9,
    },
    {
        "chunk_id": "d.md#2",
        "doc_id": "d.md",
        "start": 31,
        "end": 71,
        "text": "Prime it for 90 seconds. Then close it.",
        "prefix": "Guide",
        "tokens": 10,
    },
]


def note_items(chunks=CHUNKS, reserve=40):
    return work.make("context", {"chunk": chunks, "document": [DOCUMENT]}, work.How(reserve=reserve)).items


@pytest.mark.parametrize(
    ("note", "wrong"),
    [
        ("About priming the Ostrel wall with its 8 columns.", ""),
        ("About priming the Borel wall.", "name not in the document: Borel"),
        ("About the 12 columns of the wall.", "number not in the document: 12"),
        ("word " * 80, "the budget is 40"),
        ("", "one paragraph"),
        ("One.\nTwo.", "one paragraph"),
    ],
)
def test_a_note_is_refused_when_it_is_too_long_or_says_what_the_document_does_not(note, wrong):
    said = context.check(note_items()[1], {"note": note})
    assert (said == "") == (wrong == "")
    assert wrong in said


def test_notes_are_applied_beside_the_text_and_only_changed_chunks_are_made_again():
    items = note_items()
    done = sheet.checked(
        context.TASK,
        items,
        [
            {
                "item_id": i["item_id"],
                "sha": i["sha"],
                "output": {"note": "On the Ostrel wall."},
                "by": "x",
                "pass": 1,
            }
            for i in items
        ],
    )
    chunks = list(work.apply("context", items, done, {"chunk": CHUNKS}))
    assert [chunk["text"] for chunk in chunks] == [chunk["text"] for chunk in CHUNKS]
    assert [chunk["chunk_id"] for chunk in chunks] == [chunk["chunk_id"] for chunk in CHUNKS]
    assert {chunk["context"] for chunk in chunks} == {"On the Ostrel wall."}
    assert all(new["tokens"] > old["tokens"] for new, old in zip(chunks, CHUNKS, strict=True))
    assert note_items(chunks) == []
    changed = [{**chunks[0], "text": "The Ostrel wall has 9 columns. "}, chunks[1]]
    assert [item["inputs"]["chunk_id"] for item in note_items(changed)] == ["d.md#1"]


def test_the_document_comes_first_in_the_prompt_so_that_it_can_be_cached():
    one, two = (sheet.prompt(context.TASK, item) for item in note_items())
    end = one.index("</document>")
    assert one[:end] == two[:end]
    assert DOCUMENT["text"] in one[:end]


SOURCES = [{"n": 1, "chunk_id": "d.md#1", "doc_id": "d.md", "text": "The wall has 8 columns."}]
CONTEXT = {"qid": "q1", "question": "How many?", "docs": SOURCES, "context_sha": "cafe"}


@pytest.mark.parametrize(
    ("answer", "wrong"),
    [
        ("It has 8 columns [1].", ""),
        ("I don't have enough information in the provided sources to answer that.", ""),
        ("It has 8 columns.", "cites nothing"),
        ("It has 8 columns [2].", "no source"),
        ("", "empty"),
    ],
)
def test_an_answer_cites_what_exists_or_abstains(answer, wrong):
    (item,) = work.make("answers", {"context": [CONTEXT]}, work.How()).items
    said = answers.check(item, {"answer": answer})
    assert (said == "") == (wrong == "")
    assert wrong in said


def test_answers_carry_who_wrote_them_and_from_which_context():
    items = work.make("answers", {"context": [CONTEXT]}, work.How()).items
    row = {
        "item_id": items[0]["item_id"],
        "sha": items[0]["sha"],
        "output": {"answer": "8 [1]."},
        "by": "claude",
        "pass": 1,
    }
    done = sheet.checked(answers.TASK, items, [row])
    assert list(work.apply("answers", items, done, {})) == [
        {"qid": "q1", "answer": "8 [1].", "model": "claude", "context_sha": "cafe"}
    ]


SCANNED = {
    "doc_id": "s.pdf",
    "source": "s.pdf",
    "media_type": "application/pdf",
    "sha256": "cd",
    "text": "Page one.\nPage three.\n",
    "blocks": [["paragraph", 0, 9, 0, 1], ["paragraph", 10, 21, 0, 3]],
    "pages": [[0, 10, 1, "1"], [10, 10, 2, "2"], [10, 22, 3, "3"]],
    "warnings": [{"code": "no_text_layer", "page": 2, "detail": ""}],
}


def transcribed(words):
    how = work.How(images={("s.pdf", 2): "p.png"})
    items = work.make("transcribe", {"document": [SCANNED]}, how).items
    row = {
        "item_id": items[0]["item_id"],
        "sha": items[0]["sha"],
        "output": {"text": words},
        "by": "x",
        "pass": 1,
    }
    done = sheet.checked(transcribe.TASK, items, [row])
    assert done.redo == {}
    (document,) = work.apply("transcribe", items, done, {"document": [SCANNED]})
    return document


def test_a_transcribed_page_stands_between_its_neighbours_and_every_range_still_fits():
    document = transcribed("Scanned words")
    assert document["text"] == "Page one.\nScanned words\nPage three.\n"
    texts = {kind: document["text"][start:end] for kind, start, end, *_ in document["blocks"][1:]}
    assert texts == {"ocr": "Scanned words", "paragraph": "Page three."}
    assert [document["text"][s:e] for s, e, *_ in document["pages"]] == [
        "Page one.\n",
        "Scanned words\n",
        "Page three.\n",
    ]
    assert document["warnings"] == [
        {"code": "transcribed", "page": 2, "detail": "read from the page image by a model"}
    ]


@pytest.mark.parametrize("words", ["", " \n"])
def test_a_page_on_which_nothing_was_read_stays_a_loss_and_says_so(words):
    document = transcribed(words)
    assert document["text"] == SCANNED["text"]
    (warning,) = document["warnings"]
    assert (warning["code"], warning["page"]) == ("no_text_layer", 2)
    assert "found no text" in warning["detail"]


def test_a_reading_goes_to_the_page_of_the_same_file_and_no_other():
    name = pages.name(SCANNED, 2)
    document = readings.filled(SCANNED, {name: "Scanned words", "0" * 16: "of another page"})
    assert "Scanned words" in document["text"]
    assert readings.unused([document], {name: "Scanned words", "0" * 16: "of another page"}) == ["0" * 16]
    changed = {**SCANNED, "sha256": "another file"}
    assert readings.filled(changed, {name: "Scanned words"}) == changed


@pytest.mark.parametrize("code", ["page_timeout", "page_failed"])
def test_a_page_that_could_not_be_read_in_time_or_at_all_can_be_read_from_its_picture(code):
    lost = {**SCANNED, "warnings": [{"code": code, "page": 2, "detail": ""}]}
    read = readings.filled(lost, {pages.name(lost, 2): "Seen words"})
    assert read["text"] == "Page one.\nSeen words\nPage three.\n"
    assert [warning["code"] for warning in read["warnings"]] == ["transcribed"]


def test_what_a_garbled_page_gave_already_is_not_there_twice_after_a_reading():
    """By hand: the title and the second line are read again, glued garble goes, what was not read stays."""
    title, glued, lost = "# Gold Plan", " ".join(["Freightpaperswithoutblanks"] * 30), "Fees"
    before, after = "Page one.\n\n", "Page three.\n"
    page = f"{title}\n\n{glued}\n\n{lost}\n\nPays in 30 days.\n\n"
    at = [len(before)]
    for text in (title, glued, lost):
        at.append(at[-1] + len(text) + 2)
    garbled = {
        **SCANNED,
        "text": before + page + after,
        "blocks": [
            ["paragraph", 0, 9, 0, 1],
            *[[kind, start, start + len(text), level, 2] for kind, text, start, level in zip(
                ("heading", "paragraph", "paragraph", "paragraph"),
                (title, glued, lost, "Pays in 30 days."), at, (1, 0, 0, 0), strict=True)],
            ["paragraph", len(before + page), len(before + page) + 11, 0, 3],
        ],
        "pages": [[0, 11, 1, "1"], [11, 11 + len(page), 2, "2"], [11 + len(page), 23 + len(page), 3, "3"]],
        "warnings": [{"code": "garbled", "page": 2, "detail": ""}],
    }  # fmt: skip
    reading = "GOLD PLAN\n\nCoffees are free. Pays in 30\ndays. Freight papers without blanks."
    read = readings.filled(garbled, {pages.name(garbled, 2): reading})
    assert read["text"] == f"{before}Fees\n\n{reading}\n\n{after}"
    assert [read["text"][start:end] for _, start, end, *_ in read["blocks"]] == [
        "Page one.", "Fees", reading, "Page three."]  # fmt: skip
    assert [read["text"][start:end] for start, end, *_ in read["pages"]] == [
        before, f"Fees\n\n{reading}\n\n", after]  # fmt: skip


@pytest.mark.parametrize("outer", ["kit.zip", "deep.zip", "scan.pdf.gz", "post.eml", "post.mbox"])
def test_scanned_pages_inside_archives_and_mails_have_pictures_too(tmp_path, outer):
    """Page 2 of 3 of the sample is a picture; it lies two archives deep, packed, and attached."""
    scan = (Path(__file__).parents[2] / "fixtures/samples/generated/scanned_mixed.pdf").read_bytes()
    message = EmailMessage()
    message.set_content("See the scan.")
    message.add_attachment(scan, maintype="application", subtype="pdf", filename="a b.pdf")
    mail = message.as_bytes()
    data = {
        "kit.zip": zipped({"x.txt": b"words", "in/scan.pdf": scan}),
        "deep.zip": zipped({"kit.zip": zipped({"scan.pdf": scan})}),
        "scan.pdf.gz": gzip.compress(scan),
        "post.eml": mail,
        "post.mbox": b"From a@b.c Thu Jan  1 00:00:00 2026\n" + mail,
    }[outer]
    (tmp_path / outer).write_bytes(data)
    source = files.Source(str(tmp_path / outer), outer, str(tmp_path / outer))
    documents = parse.parse_file(source, parse.Options())
    lost = [
        (each["doc_id"], w["page"])
        for each in documents
        for w in each["warnings"]
        if w["code"] == "no_text_layer"
    ]
    images = pages.draw(documents, str(tmp_path / "images"))
    assert list(images) == lost != []
    assert Path(images[lost[0]]).read_bytes().startswith(b"\x89PNG")
    (tmp_path / outer).write_bytes(b"another file")
    assert list(pages.draw(documents, str(tmp_path / "elsewhere"))) == []


def zipped(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as target:
        for name, data in members.items():
            target.writestr(name, data)
    return out.getvalue()


@pytest.mark.parametrize(
    "lines",
    ['{"image": "a.png"}', '{"image": 1, "text": "x"}', '{"image": "a.png", "text": "x\\u0007"}',
     '{"image": "a.png", "text": "x"}\n{"image": "b/a.png", "text": "y"}'],
)  # fmt: skip
def test_readings_of_another_shape_are_refused_with_their_line(tmp_path, lines):
    path = tmp_path / "readings.jsonl"
    path.write_text(lines + "\n")
    with pytest.raises(InputError, match=r"readings\.jsonl:[12]: "):
        readings.read(str(path))
