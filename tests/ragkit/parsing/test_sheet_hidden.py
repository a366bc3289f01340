"""Hidden columns and rows of sheets: left out and named by hand, read and named when folded or filtered."""

from io import BytesIO
from zipfile import ZipFile

import pytest

from ragkit.parsing import sheet_hidden, sheets


def workbook(write) -> bytes:
    import xlsxwriter

    out = BytesIO()
    book = xlsxwriter.Workbook(out)
    write(book.add_worksheet("Prices"))
    book.close()
    return out.getvalue()


def said(parsed) -> list[tuple[str, str]]:
    return [(warning.code, warning.detail) for warning in parsed.warnings]


def prices(sheet) -> None:
    for row, line in enumerate([["Item", "Old", "New"], ["Pump", 5, 6], ["Hose", 7, 8], ["Seal", 9, 10]]):
        sheet.write_row(row, 0, line)


def test_a_hidden_column_is_left_out_and_named():
    def write(sheet):
        prices(sheet)
        sheet.set_column("B:B", None, None, {"hidden": True})
        sheet.set_column("E:F", None, None, {"hidden": True})  # holds nothing: no word about it

    parsed = sheets.read(workbook(write))
    assert parsed.text == (
        "## Prices\n\n| Item | New |\n| --- | --- |\n| Pump | 6 |\n| Hose | 8 |\n| Seal | 10 |\n"
    )
    assert said(parsed) == [("hidden_column", "sheet 'Prices': column B")]


def test_a_row_hidden_by_hand_is_left_out_and_named():
    def write(sheet):
        prices(sheet)
        sheet.set_row(2, None, None, {"hidden": True})

    parsed = sheets.read(workbook(write))
    assert "Hose" not in parsed.text
    assert "| Seal | 9 | 10 |" in parsed.text
    assert said(parsed) == [("hidden_row", "sheet 'Prices': row 3")]


def test_rows_that_a_filter_hides_are_data():
    def write(sheet):
        prices(sheet)
        sheet.autofilter("A1:C4")
        sheet.filter_column("A", "x == Pump")
        for row in (2, 3):
            sheet.set_row(row, None, None, {"hidden": True})

    parsed = sheets.read(workbook(write))
    assert "| Hose | 7 | 8 |\n| Seal | 9 | 10 |" in parsed.text
    assert said(parsed) == [("folded_cells", "sheet 'Prices': 2 rows that a filter or a group hides")]


def test_a_filter_that_filters_nothing_hides_no_row():
    def write(sheet):
        prices(sheet)
        sheet.autofilter("A1:C4")
        sheet.set_row(3, None, None, {"hidden": True})

    parsed = sheets.read(workbook(write))
    assert "Seal" not in parsed.text
    assert said(parsed) == [("hidden_row", "sheet 'Prices': row 4")]


def test_folded_groups_are_data():
    def write(sheet):
        prices(sheet)
        sheet.set_row(1, None, None, {"level": 1, "hidden": True})
        sheet.set_column("C:C", None, None, {"level": 1, "hidden": True})

    parsed = sheets.read(workbook(write))
    assert "| Pump | 5 | 6 |" in parsed.text
    assert said(parsed) == [
        ("folded_cells", "sheet 'Prices': 1 rows that a filter or a group hides"),
        ("folded_cells", "sheet 'Prices': column C"),
    ]


def test_what_a_merged_cell_says_is_kept_when_its_first_column_is_hidden():
    def write(sheet):
        sheet.write_row("A1", ["Item", "Old", "Low", "High"])
        for row in range(1, 7):
            sheet.write_row(row, 0, [f"P{row}", row, 20 + row, 30 + row])
        sheet.merge_range("B8:D8", "on request")
        sheet.write("A8", "P7")
        sheet.set_column("B:B", None, None, {"hidden": True})

    parsed = sheets.read(workbook(write))
    assert "| P6 | 26 | 36 |\n| P7 | on request |" in parsed.text


def test_an_opendocument_sheet_tells_the_same():
    def cell(text):
        return f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'

    def row(*texts, style=""):
        return f"<table:table-row{style}>{''.join(map(cell, texts))}</table:table-row>"

    content = (
        '<?xml version="1.0"?><office:document-content '
        'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
        '<table:table table:name="Prices"><table:table-column table:number-columns-repeated="2"/>'
        '<table:table-column table:visibility="collapse"/><table:table-column/>'
        + row("Item", "Size", "Old", "New")
        + row("Pump", "S", "5", "6", style=' table:visibility="filter"')
        + row("Hose", "M", "7", "8", style=' table:visibility="collapse"')
        + '<table:table-row-group table:display="false">'
        + row("Seal", "L", "9", "10", style=' table:visibility="collapse"')
        + "</table:table-row-group>"
        + row("Ring", "L", "11", "12")
        + "</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    out = BytesIO()
    with ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr(
            "META-INF/manifest.xml",
            '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        )
        archive.writestr("content.xml", content)
    parsed = sheets.read(out.getvalue())
    assert parsed.text == (
        "## Prices\n\n| Item | Size | New |\n| --- | --- | --- |\n"
        "| Pump | S | 6 |\n| Seal | L | 10 |\n| Ring | L | 12 |\n"
    )
    assert said(parsed) == [
        ("hidden_column", "sheet 'Prices': column C"),
        ("hidden_row", "sheet 'Prices': row 3"),
        ("folded_cells", "sheet 'Prices': 2 rows that a filter or a group hides"),
    ]


def test_a_binary_sheet_tells_the_same():
    """Records by hand, after MS-XLSB: type, size, data."""

    def number(*values):
        return b"".join(value.to_bytes(4, "little") for value in values)

    def record(kind, data=b""):
        first = bytes([kind]) if kind < 128 else bytes([kind & 127 | 128, kind >> 7])
        return first + bytes([len(data)]) + data

    def row(index, flags):
        return record(0, number(index, 0) + b"\x2c\x01" + bytes([0, flags, 0]) + number(0))

    part = b"".join(
        [
            record(129),
            record(60, number(1, 2, 2340, 0) + b"\x01\x00"),  # B and C, hidden
            record(60, number(3, 3, 2340, 0) + b"\x00\x00"),
            record(60, number(4, 4, 2340, 0) + b"\x01\x01"),  # E, hidden in a group
            row(0, 0),
            row(2, 16),  # row 3, hidden
            row(3, 17),  # row 4, hidden in a group
            row(6, 16),  # row 7, in the filter's range
            record(161, number(4, 9, 0, 3)),
            record(163, number(0) + b"\x00\x00"),
        ]
    )
    assert sheet_hidden.of(part) == ([(2, 3)], [(3, 3)], [(4, 4), (7, 7)], [(5, 5)])


@pytest.mark.parametrize(("number", "expected"), [(1, "A"), (26, "Z"), (27, "AA"), (703, "AAA")])
def test_columns_have_the_letters_of_a_spreadsheet(number, expected):
    assert sheet_hidden.letters(number) == expected
