"""Files made to take the reader down: each ends in a record that names what is wrong, in bounded time."""

import gzip
import io
import json
import struct
import zipfile
from pathlib import Path

import pytest

from ragkit import records
from ragkit.parsing import archive, decode, docx, every, files, html, parse, xlsx_parts

FIXTURES = Path(__file__).parents[2] / "fixtures/samples/office"
PART = "xl/worksheets/sheet1.xml"


def zipped(members) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for name, data in members.items():
            target.writestr(name, data)
    return out.getvalue()


def rewritten(name, part, data) -> bytes:
    """A sample with one of its parts replaced."""
    with zipfile.ZipFile(FIXTURES / name) as source:
        return zipped({each: source.read(each) for each in source.namelist()} | {part: data})


def read(name, data):
    """The records of a file, each such that it can be written."""
    found = parse.parse_bytes(files.Source(name, name, name), data, parse.Options())
    for record in found:
        records.check("document", json.loads(records.dump(record)), "here")
    return found


def codes(record):
    return [warning["code"] for warning in record["warnings"]]


def workbook(last: str) -> bytes:
    """An .xlsx with 7 in A1 and 8 in the cell named, which no program need be able to write."""
    import xlsxwriter

    out = io.BytesIO()
    book = xlsxwriter.Workbook(out)
    sheet = book.add_worksheet("S")
    sheet.write("A1", 7)
    sheet.write("B2", 8)
    book.close()
    with zipfile.ZipFile(out) as source:
        parts = {name: source.read(name) for name in source.namelist()}
    parts[PART] = parts[PART].replace(b'r="B2"', f'r="{last}"'.encode())
    return zipped(parts)


@pytest.mark.parametrize(
    ("last", "code"),
    [("B2", []), ("XFD1048576", ["too_large"]), ("ZZZZZZZ99999999999", ["broken"]), ("XFE1", ["broken"])],
)
def test_a_sheet_is_measured_before_room_is_made_for_it(last, code):
    [record] = read("a.xlsx", workbook(last))
    assert codes(record) == code
    assert ("8" in record["text"]) == (not code)


def test_the_extent_of_a_sheet_is_that_of_its_values():
    styled = b'<row><c r="C3" s="1"><v>1</v></c><c r="D9"><f>A1</f></c><c r="XFD1048576" s="2"/></row>'
    assert xlsx_parts.extent(styled) == 2 * 7
    assert xlsx_parts.extent(b"<sheetData/>") == 0


def binary(kind: int, data: bytes = b"") -> bytes:
    """A record of an .xlsb by hand (MS-XLSB 2.1.4): type and size in groups of seven bits, low ones first."""
    head = bytes([kind]) if kind < 128 else bytes([kind & 127 | 128, kind >> 7])
    return head + bytes([len(data)]) + data


def wide(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def xlsb(row: int, column: int, said: tuple[int, int, int, int]) -> bytes:
    """An .xlsb with 7 in A1 and 8 in one other cell, and what BrtWsDim says of their extent."""
    cell = [struct.pack("<IId", at, 0, value) for at, value in ((0, 7.0), (column, 8.0))]
    sheet = b"".join((
        binary(129), binary(148, struct.pack("<4I", *said)), binary(145),
        binary(0, struct.pack("<I", 0) + bytes(13)), binary(5, cell[0]),
        binary(0, struct.pack("<I", row) + bytes(13)), binary(5, cell[1]), binary(146), binary(130),
    ))  # fmt: skip
    book = binary(156, struct.pack("<II", 0, 1) + wide("rId1") + wide("S"))
    return zipped({
        "[Content_Types].xml": "<Types/>",
        "xl/workbook.bin": binary(131) + binary(143) + book + binary(144) + binary(132),
        "xl/_rels/workbook.bin.rels": '<Relationships><Relationship Id="rId1" Type="worksheet" '
        'Target="worksheets/sheet1.bin"/></Relationships>',
        "xl/worksheets/sheet1.bin": sheet,
    })  # fmt: skip


@pytest.mark.parametrize(
    ("last", "said", "code"),
    [
        ((1, 1), (0, 1, 0, 1), []),
        ((1_048_575, 16_383), (0, 1_048_575, 0, 16_383), ["too_large"]),
        ((1_048_575, 16_383), (0, 1, 0, 1), ["too_large"]),  # what it says need not be true
        ((1, 4_000_000_000), (0, 1, 0, 1), ["broken"]),
    ],
)
def test_a_binary_sheet_is_measured_by_its_cells_before_room_is_made_for_it(last, said, code):
    [record] = read("a.xlsb", xlsb(*last, said))
    assert codes(record) == code
    assert ("8" in record["text"]) == (not code)


def test_archives_in_archives_share_one_budget(monkeypatch):
    monkeypatch.setattr(archive, "_LARGEST", 300_000)
    leaf = zipped({f"{n}.txt": "x" * 50_000 for n in range(3)})
    found = read("a.zip", zipped({f"{n}.zip": leaf for n in range(4)}))
    assert sum(len(record["text"]) for record in found) <= 300_000
    assert "too_large" in codes(found[-1])
    packed = gzip.compress(b"x" * 400_000, mtime=0)
    assert codes(read("a.txt.gz", packed)[0]) == ["too_large"]


def test_a_word_document_with_an_endless_paragraph_is_refused_by_name():
    data = zipped({"[Content_Types].xml": "<Types/>", "word/document.xml": b"<w:t>" + b"x" * (33 << 20)})
    [record] = read("a.docx", data)
    assert codes(record) == ["too_large"]
    assert "word/document.xml unpacks to more than 32 MB" in record["warnings"][0]["detail"]
    assert docx.read(data).text == ""


@pytest.mark.parametrize("part", [b"<w:document", b"<a></b>", b"<a>&#0;</a>", b"\xff\xfe"])
@pytest.mark.parametrize("name", ["word/document.xml", "word/styles.xml", "word/_rels/document.xml.rels"])
def test_a_word_document_with_a_damaged_part_is_named(name, part):
    [record] = read("a.docx", rewritten("tracked.docx", name, part))
    assert codes(record) == ["broken"]


def test_blocks_nested_without_end_are_refused_by_name_and_side_by_side_ones_are_not():
    assert [warning.code for warning in html.read("<div>" * 100_000 + "x").warnings] == ["too_large"]
    assert html.read("<div>x</div>" * 6_000).warnings == ()


def test_lone_surrogates_leave_a_notebook_readable():
    cells = '[{"cell_type": "markdown", "source": "# a\\ud800b"}]'
    [record] = read("a.ipynb", f'{{"metadata": {{}}, "cells": {cells}}}'.encode())
    assert (record["text"], record["title"]) == ("# a\ufffdb\n", "a\ufffdb")


@pytest.mark.parametrize(
    "name", ["undefined", "punycode", "idna", "rot13", "hex", "unicode_escape", "x" * 50]
)
def test_a_declared_codec_that_is_no_charset_is_not_used(name):
    [record] = read("a.py", f"# coding: {name}\n".encode() + b"na\xefve = 1\n")
    assert record["text"].endswith("na\u00efve = 1\n")
    assert codes(record) == ["encoding_guessed"]


def test_mail_that_is_utf8_against_its_word_is_read_as_utf8():
    mail = "Subject: s\nContent-Type: text/plain; charset=us-ascii\n\nSp\u00e4t\n".encode()
    assert read("m.eml", mail)[0]["text"].endswith("Sp\u00e4t\n")


def test_escapes_of_iso_2022_become_the_characters_they_stand_for():
    text = "\u505c\u96fb\u6642\u306e\u5bfe\u5fdc\n"
    found, warnings = decode.decode(text.encode("iso2022_jp"))
    assert (found, [warning.code for warning in warnings]) == (text, ["encoding_guessed"])
    assert decode.decode(b"\x1b[31mred\x1b[0m\n") == ("\x1b[31mred\x1b[0m\n", ())


def test_a_file_that_kills_its_process_costs_no_other_file(tmp_path):
    for number in range(10):
        (tmp_path / f"{number}.txt").write_text(f"text {number}", encoding="utf-8")
    (tmp_path / "5.png").write_bytes(b"\x89PNG....")
    sources, _ = every.find([str(tmp_path)])
    killer = parse.Options(ocr="sh -c 'kill -9 $PPID'")  # the reader of pictures ends whoever calls it
    found = [group[0] for group in every.parse_all(sources, killer, jobs=2)]
    assert [record["doc_id"] for record in found] == [source.doc_id for source in sources]
    bad = [record for record in found if codes(record)]
    assert [(record["doc_id"], codes(record)) for record in bad] == [("5.png", ["broken"])]
    assert all(record["text"] for record in found if record not in bad)
