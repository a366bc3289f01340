"""EPUB, OpenDocument text and OpenDocument spreadsheets, from parts written by hand."""

import io
import time
import zipfile

import pytest

from ragkit.parsing import files, parse, xlsx_parts

SPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "text", "table", "draw", "meta", "manifest")
)


def zipped(**parts) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as target:
        for name, data in parts.items():
            target.writestr(name, data)
    return out.getvalue()


def read(name, data):
    [record] = parse.parse_bytes(files.Source(name, name, name), data, parse.Options())
    return record, [warning["code"] for warning in record["warnings"]]


def book(spine='<itemref idref="b"/><itemref idref="a"/>', **more):
    opf = (
        "<package><metadata><dc:title>The Cold &amp; the Dry</dc:title><dc:language>en-GB</dc:language>"
        '</metadata><manifest><item href="one%20a.xhtml" id="a"/><item id="b" href="two.xhtml"/>'
        f'<item id="c" href="gone.xhtml"/></manifest><spine>{spine}</spine></package>'
    )
    return zipped(**{
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container><rootfile full-path="OEBPS/book.opf"/></container>',
        "OEBPS/book.opf": opf,
        "OEBPS/one a.xhtml": "<html><body><h1>Second</h1><p>Later words.</p></body></html>",
        "OEBPS/two.xhtml": "<html><body><h1>First</h1><p>Early w\u00f6rds.</p><pre>a\n  b</pre></body>",
    } | more)  # fmt: skip


def test_a_book_is_read_in_the_order_of_its_spine():
    record, codes = read("a.epub", book())
    assert record["text"] == "# First\n\nEarly w\u00f6rds.\n\n```\na\n  b\n```\n\n# Second\n\nLater words.\n"
    assert (record["title"], record["lang"], codes) == ("The Cold & the Dry", "en", [])
    assert record["media_type"] == "application/epub+zip"
    for kind, start, end, *_ in record["blocks"]:
        assert (kind == "heading") == record["text"][start:end].startswith("#")


def test_pages_a_book_lacks_or_locks_are_losses():
    record, codes = read("a.epub", book('<itemref idref="a"/><itemref idref="c"/>'))
    assert (codes, record["text"]) == (["member_unread"], "# Second\n\nLater words.\n")
    locked = '<EncryptedData><CipherReference URI="OEBPS/two.xhtml"/></EncryptedData>'
    assert read("a.epub", book(**{"META-INF/encryption.xml": locked}))[1] == ["encrypted"]
    fonts = locked.replace("two.xhtml", "font.otf")
    assert read("a.epub", book(**{"META-INF/encryption.xml": fonts}))[1] == []
    assert read("a.epub", book(""))[1] == ["broken"]


@pytest.mark.parametrize(
    ("container", "said"),
    [
        (None, "no META-INF/container.xml, which names the book's list of pages"),
        ("", "META-INF/container.xml names no list of pages"),
        ("<container/>", "META-INF/container.xml names no list of pages"),
        ('<rootfile full-path="a.opf"/>', "META-INF/container.xml names 'a.opf', which is not in the book"),
        ('<rootfile full-path="empty.opf"/>', "empty.opf lists no pages (no <itemref> in a <spine>)"),
    ],
)
def test_a_book_without_a_list_of_its_pages_says_which_file_lacks_what(container, said):
    parts = {"mimetype": "application/epub+zip", "empty.opf": ""}
    record, codes = read(
        "a.epub", zipped(**parts | ({"META-INF/container.xml": container} if container is not None else {}))
    )
    assert (codes, record["warnings"][0]["detail"]) == (["broken"], said)


def test_a_page_is_found_though_its_reference_names_a_place_in_it():
    opf = '<package><manifest><item id="a" href="a.xhtml#top"/></manifest><spine><itemref idref="a"/></spine>'
    record, codes = read("a.epub", book("", **{"OEBPS/book.opf": opf, "OEBPS/a.xhtml": "<p>Words.</p>"}))
    assert (record["text"], codes) == ("Words.\n", [])


def odt(content, **more):
    root = f"<office:document-content {SPACES}><office:body><office:text>{content}"
    return zipped(**{
        "mimetype": "application/vnd.oasis.opendocument.text",
        "META-INF/manifest.xml": "<manifest/>",
        "content.xml": f"{root}</office:text></office:body></office:document-content>",
    } | more)  # fmt: skip


def test_an_opendocument_text_keeps_headings_lists_tables_and_the_accepted_text():
    row = "<table:table-row>{}</table:table-row>"
    cell = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
    rows = row.format(cell.format("Plan") + cell.format("Fee")) + row.format(
        cell.format("Gold") + cell.format(7)
    )
    record, codes = read("a.odt", odt(
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>14 days</text:p></text:deletion>"
        "</text:changed-region></text:tracked-changes>"
        '<text:h text:outline-level="2">Terms<text:s/>of use</text:h>'
        "<text:p>Refund in <text:span>30</text:span> days<text:note>"
        "<text:note-citation>1</text:note-citation>"
        "<text:note-body><text:p>working days</text:p></text:note-body></text:note>.</text:p>"
        "<text:list><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>inner</text:p>"
        "</text:list-item></text:list></text:list-item><text:list-item><text:p>two</text:p></text:list-item>"
        f"</text:list><table:table>{rows}</table:table>"
        "<text:p><draw:frame><draw:text-box><text:p>In a box.</text:p></draw:text-box></draw:frame></text:p>"
    ))  # fmt: skip
    assert codes == ["tracked_changes"]
    assert record["text"] == (
        "## Terms of use\n\nRefund in 30 days (working days).\n\n- one\n   - inner\n- two\n\n"
        "| Plan | Fee |\n| --- | --- |\n| Gold | 7 |\n\nIn a box.\n"
    )


def test_a_text_box_inside_another_is_read_once():
    """Each box was read once for every box around it: twenty of them a million times."""
    start, end = "<text:p>{}<draw:frame><draw:text-box>", "</draw:text-box></draw:frame></text:p>"
    nested = "".join(start.format(f"box {n}") for n in range(20)) + "<text:p>inner</text:p>" + end * 20
    record, codes = read("a.odt", odt(nested))
    assert codes == []
    assert record["text"].split("\n\n") == [*(f"box {n}" for n in range(20)), "inner\n"]
    assert read("a.odt", odt((start * 60).format(*range(60)) + end * 60))[1] == ["broken"]


def test_what_an_opendocument_text_hides_is_named():
    assert read("a.odt", odt("<draw:object/><text:p>x</text:p>"))[1] == ["dropped_content"]
    manifest = {"META-INF/manifest.xml": "<manifest:encryption-data/>"}
    assert read("a.odt", odt("", **manifest))[1] == ["encrypted"]
    entity = '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'
    assert read("a.odt", odt("", **{"content.xml": entity}))[1] == ["broken"]
    deep = "<text:section>" * 500 + "</text:section>" * 500
    assert read("a.odt", odt(deep))[1] == ["broken"]


def test_counts_that_are_no_numbers_and_a_missing_manifest_cost_no_text():
    content = (
        '<text:h text:outline-level="first">One</text:h><text:h text:outline-level="-3">Two</text:h>'
        '<text:h text:outline-level="99">Three</text:h><table:table><table:table-row>'
        '<table:table-cell table:number-columns-repeated="-1"><text:p>a</text:p></table:table-cell>'
        '<table:table-cell table:number-columns-repeated="2"><text:p>b</text:p></table:table-cell>'
        '<table:table-cell table:number-columns-repeated="x"><text:p>c</text:p></table:table-cell>'
    )
    content += "</table:table-row></table:table>"
    root = f"<office:document-content {SPACES}><office:body><office:text>{content}"
    end = "</office:text></office:body></office:document-content>"
    parts = {"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": root + end}
    record, codes = read("a.odt", zipped(**parts))
    assert codes == []
    assert (
        record["text"] == "# One\n\n# Two\n\n###### Three\n\n| a | b | b | c |\n| --- | --- | --- | --- |\n"
    )


def test_repeated_rows_and_cells_of_an_opendocument_table_are_written_out_or_named():
    def table(*rows):
        return odt("<table:table>" + "".join(
            f'<table:table-row table:number-rows-repeated="{down}"><table:table-cell '
            f'table:number-columns-repeated="{across}"><text:p>{text}</text:p></table:table-cell>'
            "</table:table-row>"
            for down, across, text in rows
        ) + "</table:table>")  # fmt: skip

    record, codes = read("a.odt", table((1, 2, "Fee"), (3, 2, "7"), (500, 2, ""), (1, 2, "8")))
    body = "| 7 | 7 |\n" * 3 + "|  |  |\n| 8 | 8 |\n"
    assert (codes, record["text"]) == ([], f"| Fee | Fee |\n| --- | --- |\n{body}")
    record, codes = read("a.odt", table((1, 1, "Fee"), (5_000, 1, "7")))
    assert (codes, record["text"].count("| 7 |")) == (["too_large"], 1000)
    assert record["warnings"][0]["detail"] == "a table repeats one row 5,000 times, 1,000 are written"
    record, codes = read("a.odt", table((1, 5_000, "Fee")))
    assert (codes, record["text"].count("Fee")) == (["too_large"], 1000)
    assert read("a.odt", table((1, 5_000, ""), (1, 1, "x")))[1] == []
    record, codes = read("a.odt", table(*[(1_000, 1_000, "x")] * 5))
    assert (codes, record["text"].count("x")) == (["too_large"] * 2, 1_000_004)


def test_a_format_without_a_reader_says_what_to_do():
    record, codes = read("a.odp", zipped(mimetype="application/vnd.oasis.opendocument.presentation"))
    assert (codes, record["text"]) == (["unsupported_type"], "")


def ods(repeats, instead=""):
    cells = "".join(
        f'<table:table-cell office:value-type="float" office:value="{n}">'
        f"<text:p>{n}</text:p></table:table-cell>"
        for n in (7, 8)
    )
    rows = (
        f'<table:table-row table:number-rows-repeated="{repeats}">{cells}</table:table-row>'
        '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>'
    )
    return zipped(**{
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "META-INF/manifest.xml": f"<manifest:manifest {SPACES}/>",
        "content.xml": (
            f"<office:document-content {SPACES}><office:body><office:spreadsheet>"
            f'<table:table table:name="A &amp; B">{instead or rows}</table:table>'
            "</office:spreadsheet></office:body></office:document-content>"
        ),
    })  # fmt: skip


def test_a_sheet_that_repeats_one_row_without_end_is_refused_by_name():
    record, codes = read("a.ods", ods(3))
    assert (codes, record["text"].count("| 7 | 8 |")) == ([], 3)
    record, codes = read("a.ods", ods(1_000_000))
    assert codes == ["too_large"]
    assert "'A & B' repeats one row 1,000,000 times" in record["warnings"][0]["detail"]
    assert xlsx_parts.unfolded(xlsx_parts.ods_tables(b"no zip")) == {}


def test_a_sheet_that_unfolds_to_more_than_can_be_held_is_named_and_not_opened():
    """Seven cells 300 times across, 20,000 rows down; and two values a million empty rows apart."""
    cell = (
        '<table:table-cell office:value-type="float" office:value="7" table:number-columns-repeated="{}">'
        "<text:p>7</text:p></table:table-cell>"
    )
    blank = '<table:table-cell table:number-columns-repeated="{}"/>'
    row = '<table:table-row table:number-rows-repeated="{}">{}</table:table-row>'
    wide = row.format(4_000, cell.format(300) + blank.format(16_000)) * 5
    far = row.format(1, cell.format(1)) + row.format(1_000_000, blank.format(1))
    far += row.format(1, blank.format(9) + cell.format(1))
    stated = row.format(6_000_000, '<table:table-cell office:value="7"/>' + blank.format(16_000))
    for rows, cells in ((wide, "6,000,000"), (far, "10,000,020")):
        record, codes = read("a.ods", ods(3, rows))
        assert codes == ["too_large"]
        assert record["warnings"][0]["detail"] == f"sheet 'A & B' spans {cells} cells; no sheet is read"
    tables = xlsx_parts.ods_tables(ods(3, stated))
    assert xlsx_parts.unfolded(tables)["A & B"].cells == 1_048_576  # as high as a sheet can be


def test_the_time_to_measure_a_row_grows_with_its_cells_and_no_faster():
    def seconds(count):
        cell = '<table:table-cell office:value="7"><text:p>7</text:p></table:table-cell>'
        data = ods(3, "<table:table-row>" + "<table:table-cell/>" * count + cell + "</table:table-row>")
        start = time.process_time()
        assert xlsx_parts.unfolded(xlsx_parts.ods_tables(data))["A & B"].cells == count + 1
        return time.process_time() - start

    assert seconds(16_000) < 1.0  # 11 s where each cell looked at all behind it
