"""PDF: each generated file shows one way to lose text; each comes out right or is named."""

from pathlib import Path

import pytest

from ragkit.parsing import files, parse, pdf, pdf_furniture
from ragkit.parsing.losses import LOSSES, losses
from ragkit.parsing.pdf_lines import Line
from ragkit.parsing.pdf_page import Page, Part
from ragkit.parsing.pdf_shelf import Shelf

FIXTURES = Path(__file__).parents[2] / "fixtures"


def read(name: str, folder: str = "samples/generated"):
    [record] = parse.parse_file(files.Source(str(FIXTURES / folder / name), name, name), parse.Options())
    return record


def codes(record):
    return [(loss.code, loss.page) for loss in losses([record])]


@pytest.mark.parametrize(
    "name", ["two_col_by_column", "two_col_by_row", "two_col_narrow_gutter", "two_col_rot90"]
)
def test_columns_are_read_one_after_the_other(name):
    text = read(f"{name}.pdf")["text"]
    seen = [word for word in text.replace("\n", " ").split() if word.startswith(("LEFT", "RIGHT", "FOOT"))]
    assert seen == sorted(seen, key=lambda word: (["L", "R", "F"].index(word[0]), word))
    assert len(seen) == 61 if name != "two_col_rot90" else 47  # 14 lines of the rotated file lie off its page


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("enc_user", [("encrypted", None)]), ("enc_owner", []), ("no_xref", [("broken", None)]),
        ("zero", [("empty_file", None)]),
        ("truncated_60", [("broken", None)]), ("bad_xref", []), ("html_as_pdf", [("wrong_type", None)]),
        ("scanned_mixed", [("no_text_layer", 2)]),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named_with_its_page(name, expected):
    record = read(f"{name}.pdf")
    assert codes(record) == expected
    assert bool(record["text"]) == (name in ("enc_owner", "bad_xref", "scanned_mixed"))


def test_a_scan_between_text_pages_and_stamped_scans_are_named_and_never_become_text():
    record = read("contract.pdf", "cases/09-scanned-pages")
    assert codes(record) == [("no_text_layer", 2), ("watermark_only", 3), ("watermark_only", 4)]
    assert record["text"] == "Termination notice is ninety days, in writing.\n"
    assert [page[2] for page in record["pages"]] == [1, 2, 3, 4]


def test_running_headers_go_and_repeated_body_lines_stay():
    record = read("headers.pdf")
    assert "Page 2 of 6" not in record["text"]
    for line in range(40):  # also those in the margins, which differ in numbers only, but not as pages count
        assert record["text"].count(f"line {line}: the warranty") == 6
    assert {block[4] for block in record["blocks"]} == {1, 2, 3, 4, 5, 6}


def test_hidden_text_is_left_out_and_counted():
    record = read("hidden_text.pdf")
    assert record["text"] == "Visible: refunds take 30 days.\n"
    assert [warning["code"] for warning in record["warnings"]] == ["hidden_text"]


def test_letter_spaced_words_are_whole_words():
    assert read("letterspaced.pdf")["text"].startswith("WARRANTY TERMS AND CONDITIONS")


@pytest.mark.parametrize("name", ["ttf", "no_tounicode"])
def test_ligatures_the_font_does_not_name_are_written_out_and_said(name):
    """Both files say "final office" with fi and ffi as one glyph, which the font does not name."""
    record = read(f"{name}.pdf")
    assert record["text"].count("covers final office deliveries") == 20
    assert "\ufffd" not in record["text"]
    assert [(warning["code"], warning["page"]) for warning in record["warnings"]] == [("ligatures", 1)]


def test_pages_carry_their_own_blocks():
    record = read("bad_xref.pdf")
    for start, end, number, _ in record["pages"]:
        inside = [block for block in record["blocks"] if start <= block[1] < end]
        assert inside
        assert all(block[4] == number and block[2] <= end for block in inside)


def test_the_same_file_gives_the_same_record():
    assert read("tables.pdf") == read("tables.pdf")


def test_a_page_with_too_many_characters_is_cut_and_named(monkeypatch):
    from ragkit.parsing import pdf_chars

    monkeypatch.setattr(pdf_chars, "MOST", 100)
    found = pdf.read((FIXTURES / "samples/generated/two_col_by_row.pdf").read_bytes())
    assert [warning.code for warning in found.warnings] == ["too_large"]
    assert 0 < len(found.text) < 120


def furniture(*bodies, pictures=0.0, heads=("Page 1 of 3",) * 3):
    """Pages with these lines at their heads and the bodies below: (the texts left, the codes)."""
    pages = []
    for number, body in enumerate(bodies, start=1):
        lines = [
            Line(heads[number - 1], 0, 10, 50, 20, 10, False),
            *([Line(body, 0, 400, 50, 410, 10, False)] if body else []),
        ]
        pages.append(Page(number, str(number), [Part(lines)], 800, pictures, []))
    left = Shelf(pages)
    pdf_furniture.without(left)
    texts = [" ".join(line.text for part in page.parts for line in part.lines) for page in left]
    return texts, [[warning.code for warning in page.warnings] for page in left]


def test_a_page_that_loses_its_only_text_as_a_running_line_is_a_named_loss():
    assert furniture("a", "b", "") == (["a", "b", ""], [[], [], ["text_left_out"]])
    assert furniture("a", "b", "", pictures=0.3) == (["a", "b", ""], [[], [], ["no_text_layer"]])
    assert {"text_left_out", "no_text_layer"} <= set(LOSSES)


@pytest.mark.parametrize(
    ("heads", "goes"),
    [
        (("1 HL-66 Manual", "HL-66 Manual 2", "3 HL-66 Manual"), True),
        (("11 | Manual", "Manual | 12", "13 | Manual"), True),
        (("12 bolts", "bolts 7", "3 bolts"), False),  # does not count with the pages
        (("1 Manual", "Handbook 2", "3 Manual"), False),
    ],
)
def test_a_running_line_may_have_its_number_on_the_outer_edge(heads, goes):
    texts, _ = furniture("a", "b", "c", heads=heads)
    assert texts == (["a", "b", "c"] if goes else [f"{heads[n]} {body}" for n, body in enumerate("abc")])


def test_lines_that_are_all_there_is_are_text():
    assert furniture("", "", "") == (["Page 1 of 3"] * 3, [[], [], []])


def drawn(content: str) -> bytes:
    """A PDF of one page that draws the content."""
    return (
        "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 600 800]>>endobj\n"
        "3 0 obj<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj\n"
        f"4 0 obj<</Length {len(content)}>>stream\n{content}\nendstream endobj\n"
        "5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n"
    ).encode("ascii")


def test_a_page_whose_only_text_is_hidden_is_a_named_loss():
    source = files.Source("a.pdf", "a.pdf", "a.pdf")
    for mode, text, lost in ((0, "secret\n", []), (3, "", [("text_left_out", 1)])):
        data = drawn(f"BT {mode} Tr /F 12 Tf 50 400 Td (secret) Tj ET")
        [record] = parse.parse_bytes(source, data, parse.Options())
        assert (record["text"], codes(record)) == (text, lost)


def test_a_line_that_repeats_below_a_line_of_the_pages_own_is_text():
    """Bodies that begin with the same words on each page, near the upper edge."""
    pages = []
    for number, title in enumerate(("one", "two", "three"), start=1):
        rows = ("Agreement, page 1", title, "This clause binds nobody.", "The end.")
        lines = [
            Line(text, 0, y - 10, 50, y, 10, False) for y, text in zip((20, 40, 60, 700), rows, strict=True)
        ]
        pages.append(Page(number, str(number), [Part(lines)], 800, 0.0, []))
    left = Shelf(pages)
    assert pdf_furniture.without(left) == 3
    assert [[line.text for line in page.parts[0].lines] for page in left] == [
        [title, "This clause binds nobody.", "The end."] for title in ("one", "two", "three")
    ]
