"""Every sample beside the project (../shared/samples, case 09) ends in text or in a loss that is named."""

from pathlib import Path

import pytest

from ragkit.parsing import files, parse
from ragkit.parsing.losses import losses

SHARED = Path(__file__).parents[4] / "shared"
SAMPLES = SHARED / "samples"
pytestmark = pytest.mark.skipif(not SAMPLES.exists(), reason="needs ../shared/samples")

# What is lost, where something is; every other sample loses nothing and has text.
LOST = {
    "generated/enc_user.pdf": [("encrypted", None)],
    "generated/html_as_pdf.pdf": [("wrong_type", None)],
    "generated/no_xref.pdf": [("broken", None)],
    "generated/truncated_60.pdf": [("broken", None)],
    "generated/zero.pdf": [("empty_file", None)],
    "generated/scanned_mixed.pdf": [("no_text_layer", 2)],
    "mit-docling/ocr_test.pdf": [("no_text_layer", 1)],
    "mit-docling/ocr_test_rotated_90.pdf": [("no_text_layer", 1)],
}
WITHOUT_TEXT = {name for name in LOST if name != "generated/scanned_mixed.pdf"}
# One thing that each shows, in its words.
HOLDS = {
    "generated/enc_owner.pdf": "Owner locked text",
    "generated/hyphen.pdf": "permitted under the price-determi",
    "generated/letterspaced.pdf": "WARRANTY TERMS AND CONDITIONS",
    "generated/no_tounicode.pdf": "covers final office deliveries",
    "generated/ttf.pdf": "covers final office deliveries",
    "generated/scanned_mixed.pdf": "Page one has a text layer",
    "generated/hidden_text.pdf": "Visible: refunds take 30 days.",
    "mit-docling/bookmark_sample.pdf": "This clause is provided for demonstration purposes only",
    "mit-docling/invisible_text_layer.pdf": "Visible heading line",
    "mit-docling/csv-comma-in-cell.csv": 'a,",",c,d',
    "mit-docling/docx_code_blocks.docx": "# Code-detection fixture",
    "mit-docling/word_tables.docx": "| Header 0.0 | Header 0.1 |",
    "mit-docling/eml_with_attachment.eml": "# Email with Attachment",
    "mit-markitdown/SPARSE-2024-INV-1234_borderless_table.pdf": "INVENTORY RECONCILIATION REPORT",
    "mit-markitdown/masterformat_partial_numbering.pdf": "RFP for Construction Management Services",
    "office/tracked.docx": "Refund window is 30 days",
}


def names():
    found = (path for path in sorted(SAMPLES.rglob("*")) if path.is_file() and path.name != "README.md")
    return [path.relative_to(SAMPLES).as_posix() for path in found]


def read(path):
    return parse.parse_file(files.Source(str(path), path.name, path.name), parse.Options())


@pytest.mark.parametrize("name", names())
def test_a_sample_has_its_text_or_its_named_loss(name):
    records = read(SAMPLES / name)
    assert [(loss.code, loss.page) for loss in losses(records)] == LOST.get(name, [])
    assert all(bool(record["text"].strip()) != (name in WITHOUT_TEXT) for record in records)
    assert HOLDS.get(name, "") in " ".join(records[0]["text"].split())


def test_every_name_in_the_tables_is_a_sample():
    assert set(LOST) | set(HOLDS) <= set(names())


def test_case_09_names_each_page_without_text_and_stamps_are_none():
    [record] = read(SHARED / "cases/09-scanned-pages/contract.pdf")
    found = [(loss.code, loss.page) for loss in losses([record])]
    assert found == [("no_text_layer", 2), ("watermark_only", 3), ("watermark_only", 4)]
    assert len(record["pages"]) == 4
    assert "SCANNED COPY" not in record["text"]


def test_words_that_the_other_program_glues_by_default_are_apart():
    """pdfplumber's x_tolerance of 3 points glues the words of a report set without space glyphs."""
    import io

    import pdfplumber

    data = (SHARED / "dirty/docs/manuals/vibration_report.pdf").read_bytes()
    [record] = read(SHARED / "dirty/docs/manuals/vibration_report.pdf")
    assert "rear damper, 3.7 mm per second" in " ".join(record["text"].split())
    with pdfplumber.open(io.BytesIO(data)) as document:
        peer = " ".join(page.extract_text() for page in document.pages)
    assert "rear damper, 3.7 mm per second" not in peer
