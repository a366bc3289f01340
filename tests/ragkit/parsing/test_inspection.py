"""OCR by a command, and the report of the documents that most need a look."""

import sys
from pathlib import Path

import pytest
from PIL import Image

from ragkit.cli import IncompleteError, InputError
from ragkit.parsing import files, inspection, ocr, parse

FIXTURES = Path(__file__).parents[2] / "fixtures"
READS = (
    f"{sys.executable} -c \"import sys; assert sys.stdin.buffer.read(4)[1:] == b'PNG'; print('seen text')\""
)


def read(name, command=None):
    source = files.Source(str(FIXTURES / name), Path(name).name, name)
    return parse.parse_file(source, parse.Options(ocr=command))[0]


def test_a_scanned_page_is_won_back_and_marked():
    record = read("cases/09-scanned-pages/contract.pdf", READS)
    assert record["text"] == "Termination notice is ninety days, in writing.\n" + "\nseen text\n" * 3
    assert [(warning["code"], warning["page"]) for warning in record["warnings"]] == [
        ("ocr", n) for n in (2, 3, 4)
    ]
    assert [block[4] for block in record["blocks"]] == [1, 2, 3, 4]


def test_a_page_ocr_cannot_read_stays_a_loss():
    record = read("samples/generated/scanned_mixed.pdf", f"{sys.executable} -c 'raise SystemExit(3)'")
    [warning] = [warning for warning in record["warnings"] if warning["page"] == 2]
    assert warning["code"] == "no_text_layer"
    assert "OCR failed" in warning["detail"]


def test_a_picture_file_is_read_by_ocr_alone(tmp_path):
    Image.new("RGB", (60, 30)).save(tmp_path / "a.png")
    source = files.Source(str(tmp_path / "a.png"), "a.png", "a.png")
    assert parse.parse_file(source, parse.Options(ocr=READS))[0]["text"] == "seen text\n"
    assert parse.parse_file(source, parse.Options())[0]["warnings"][0]["code"] == "no_text_layer"


def test_the_command_may_want_a_path_instead_of_standard_input():
    command = f"{sys.executable} -c 'import sys; print(open(sys.argv[1], encoding=\"ascii\").read())' {{}}"
    assert ocr.text_of(b"picture", command).strip() == "picture"


def test_a_command_that_is_missing_or_none_says_what_to_do():
    with pytest.raises(IncompleteError, match="is not installed"):
        ocr.text_of(b"", "no-such-program-anywhere - -")
    with pytest.raises(InputError, match="--ocr"):
        ocr.text_of(b"", "'unclosed")


def test_the_worst_documents_come_first_with_the_reason():
    names = ["generated/zero.pdf", "generated/scanned_mixed.pdf", "generated/hyphen.pdf"]
    records = [read(f"samples/{name}") for name in names]
    doubts = inspection.worst(records, 2)
    assert [doubt.record["doc_id"] for doubt in doubts] == ["zero.pdf", "scanned_mixed.pdf"]
    text = inspection.as_text(doubts)
    assert "no_text_layer" in text
    assert "(no text)" in text


def test_the_html_report_shows_the_page_beside_its_text_and_escapes_what_it_shows():
    record = read("samples/generated/tables.pdf")
    record["text"] = "<script>" + record["text"][8:]
    page = inspection.as_html(
        inspection.worst([record], 1), {"tables.pdf": str(FIXTURES / "samples/generated/tables.pdf")}
    )
    assert '<img src="data:image/png;base64,' in page
    assert "<script>" not in page
