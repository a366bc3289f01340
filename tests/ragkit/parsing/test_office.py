"""Word, spreadsheets, slides: accepted text, headers on every row, and what is hidden or lost is named."""

import struct
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from ragkit.parsing import docx, sheets, slides, xlsx_parts

SAMPLES = Path(__file__).parents[2] / "fixtures/samples/office"
SPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:v="urn:schemas-microsoft-com:vml"'
)


def word(body: str, **parts: str) -> bytes:
    """A Word file with this body, as the format's standard describes it."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(
            "[Content_Types].xml",
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        )
        archive.writestr("word/document.xml", f"<w:document {SPACES}><w:body>{body}</w:body></w:document>")
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def p(*runs: str) -> str:
    return (
        "<w:p>"
        + "".join(run if run.startswith("<") else f"<w:r><w:t>{run}</w:t></w:r>" for run in runs)
        + "</w:p>"
    )


def codes(parsed):
    return [warning.code for warning in parsed.warnings]


def test_tracked_insertions_stay_and_deletions_go():
    parsed = docx.read((SAMPLES / "tracked.docx").read_bytes())
    assert parsed.text == "Refund window is 30 days\n"
    assert [(each.code, each.detail) for each in parsed.warnings] == [
        ("tracked_changes", '1 insertions read as text ("30 days"), 1 deletions left out ("14 days")')
    ]
    assert codes(docx.read(word(p("Plain.")))) == []


def test_moved_text_stands_where_it_was_moved_to():
    moved = p("<w:moveFrom><w:r><w:t>old place</w:t></w:r></w:moveFrom>", "rest") + p(
        "<w:moveTo><w:r><w:t>new place</w:t></w:r></w:moveTo>"
    )
    assert docx.read(word(moved)).text == "rest\n\nnew place\n"


def test_an_equation_keeps_its_characters():
    above = "<m:num><m:r><m:t>a+b</m:t></m:r></m:num>"
    fraction = f"<m:oMath><m:f>{above}<m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>"
    assert docx.read(word(p("Mean is", fraction))).text == "Mean is (a+b)/2\n"


@pytest.mark.parametrize("fallback", [True, False])
def test_a_text_box_is_read_once_with_and_without_its_fallback(fallback):
    box = f"<w:txbxContent>{p('in the box')}</w:txbxContent>"
    other = f"<mc:Fallback><w:pict><v:textbox>{box}</v:textbox></w:pict></mc:Fallback>" if fallback else ""
    choice = f'<mc:Choice Requires="wps"><wps:txbx>{box}</wps:txbx></mc:Choice>'
    shape = f"<mc:AlternateContent>{choice}{other}</mc:AlternateContent>"
    assert docx.read(word(p("before", f"<w:r>{shape}</w:r>"))).text.count("in the box") == 1


def test_charts_and_fields_without_a_value_are_losses():
    field = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> REF x </w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )
    parsed = docx.read(word(p("See ", field), **{"word/charts/chart1.xml": "<c/>"}))
    assert codes(parsed) == ["dropped_content", "dropped_content"]


def test_a_table_without_a_marked_header_gets_its_first_row():
    def row(*cells):
        return "<w:tr>" + "".join(f"<w:tc>{p(cell)}</w:tc>" for cell in cells) + "</w:tr>"

    parsed = docx.read(word(f"<w:tbl>{row('Class', 'Fee')}{row('Chest', '740')}</w:tbl>"))
    assert parsed.text == "| Class | Fee |\n| --- | --- |\n| Chest | 740 |\n"
    assert [block[0] for block in parsed.blocks] == ["table_header", "row"]


@pytest.mark.parametrize("data", [b"PK\x03\x04 cut", word("<w:p>")[:-40], word("<w:p><w:r>")])
def test_a_broken_word_file_is_named(data):
    assert codes(docx.read(data)) == ["broken"]


def workbook(write) -> bytes:
    import xlsxwriter

    out = BytesIO()
    book = xlsxwriter.Workbook(out)
    write(book)
    book.close()
    return out.getvalue()


def test_merged_headers_reach_every_column_and_groups_every_row():
    def write(book):
        sheet = book.add_worksheet("EMEA")
        sheet.merge_range("A1:D1", "Price list 2026")
        sheet.merge_range("A2:A3", "Item")
        sheet.merge_range("B2:C2", "Price")
        sheet.write_row("B3", ["Unit", "From 10"])
        sheet.write("D2", "Weeks")
        sheet.merge_range("A4:A5", "FJ-400")
        sheet.write_row("B4", [41900, 40100.5, 11])
        sheet.write_row("B5", [1, 2, 3])

    assert sheets.read(workbook(write)).text == (
        "## EMEA\n\nPrice list 2026\n\n"
        "| Item | Price / Unit | Price / From 10 | Weeks |\n| --- | --- | --- | --- |\n"
        "| FJ-400 | 41900 | 40100.5 | 11 |\n| FJ-400 | 1 | 2 | 3 |\n"
    )


def test_hidden_sheets_are_named_and_never_read():
    def write(book):
        book.add_worksheet("Shown").write_row("A1", ["a", "b"])
        hidden = book.add_worksheet("calc_old")
        hidden.write("A1", 39999)
        hidden.hide()

    parsed = sheets.read(workbook(write))
    assert "39999" not in parsed.text
    assert codes(parsed) == ["hidden_sheet"]


def test_a_formula_without_a_stored_value_is_named_and_never_zero():
    def write(book):
        sheet = book.add_worksheet("S")
        sheet.write_row("A1", ["Month", "Sum"])
        sheet.write_row("A2", ["May", 5])
        sheet.write_formula("B3", "=SUM(B2:B2)", value="")
        sheet.write("A3", "Total")

    parsed = sheets.read(workbook(write))
    assert codes(parsed) == ["formula_no_value"]
    assert "| Total | (no stored value) |" in parsed.text
    assert "B3" in parsed.warnings[0].detail


def test_cells_read_as_people_write_them():
    import datetime

    assert [sheets.cell(value) for value in (None, True, 2.0, 0.1, datetime.date(2026, 1, 2), "a\nb")] == [
        "", "TRUE", "2", "0.1", "2026-01-02", "a b",
    ]  # fmt: skip


def deck() -> bytes:
    import pptx
    from pptx.util import Inches

    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[1])
    first.shapes.title.text = "Targets"
    first.placeholders[1].text = "one\ntwo"
    first.notes_slide.notes_text_frame.text = "Bonus is 1,350."
    second = deck.slides.add_slide(deck.slide_layouts[5])
    second.shapes.title.text = "Secret"
    second.element.set("show", "0")
    third = deck.slides.add_slide(deck.slide_layouts[5])
    third.shapes.title.text = "Table"
    table = third.shapes.add_table(2, 2, Inches(1), Inches(2), Inches(4), Inches(1)).table
    for row, column, text in ((0, 0, "h1"), (0, 1, "h2"), (1, 0, "a"), (1, 1, "b")):
        table.cell(row, column).text = text
    out = BytesIO()
    deck.save(out)
    return out.getvalue()


def test_a_slide_is_a_page_with_its_title_its_notes_and_its_table():
    parsed = slides.read(deck())
    assert parsed.text == (
        "## Targets\n\n- one\n- two\n\n### Notes\n\nBonus is 1,350.\n\n"
        "## Table\n\n| h1 | h2 |\n| --- | --- |\n| a | b |\n"
    )
    assert [page[2] for page in parsed.pages] == [1, 3]
    assert (codes(parsed), parsed.warnings[0].page) == (["hidden_slide"], 2)
    assert parsed.warnings[0].detail == 'a hidden slide: "Secret"'
    assert parsed.title == "Targets"


def test_an_xls_whose_sheets_span_more_than_can_be_held_is_named_and_not_opened():
    """Three DIMENSIONS records by hand: 65,536 rows by 70 columns each, and one that cannot be true."""
    record = b"\x00\x02\x0e\x00" + struct.pack("<IIHHH", 0, 65_536, 0, 70, 0)
    untrue = b"\x00\x02\x0e\x00" + struct.pack("<IIHHH", 7, 4_000_000_000, 0, 70, 0)
    assert xlsx_parts.spanned(b"\x09\x08" + 3 * record + untrue) == 13_762_560
    found = sheets.read(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + 3 * record)
    assert [(each.code, each.detail) for each in found.warnings] == [
        ("too_large", "its sheets span 13,762,560 cells"),
    ]  # fmt: skip
