"""PDF: each generated file shows one way to lose text; each comes out right or is named."""

from pathlib import Path

import pytest

from ragkit.parsing import files, parse
from ragkit.parsing.losses import losses

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
        ("scanned_mixed", [("no_text_layer", 2)]), ("no_tounicode", [("garbled", 1)]),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named_with_its_page(name, expected):
    record = read(f"{name}.pdf")
    assert codes(record) == expected
    assert bool(record["text"]) == (name in ("enc_owner", "bad_xref", "scanned_mixed", "no_tounicode"))


def test_a_scan_between_text_pages_and_stamped_scans_are_named_and_never_become_text():
    record = read("contract.pdf", "cases/09-scanned-pages")
    assert codes(record) == [("no_text_layer", 2), ("watermark_only", 3), ("watermark_only", 4)]
    assert record["text"] == "Termination notice is ninety days, in writing.\n"
    assert [page[2] for page in record["pages"]] == [1, 2, 3, 4]


def test_running_headers_go_and_repeated_body_lines_stay():
    record = read("headers.pdf")
    assert "Page 2 of 6" not in record["text"]
    assert record["text"].count("line 5: the warranty") == 6
    assert {block[4] for block in record["blocks"]} == {1, 2, 3, 4, 5, 6}


def test_hidden_text_is_left_out_and_counted():
    record = read("hidden_text.pdf")
    assert record["text"] == "Visible: refunds take 30 days.\n"
    assert [warning["code"] for warning in record["warnings"]] == ["hidden_text"]


def test_letter_spaced_words_are_whole_words():
    assert read("letterspaced.pdf")["text"].startswith("WARRANTY TERMS AND CONDITIONS")


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
    record = read("two_col_by_row.pdf")
    assert [code for code, _ in codes(record)] == ["too_large"]
    assert 0 < len(record["text"]) < 120


def test_a_page_that_holds_nothing_but_running_lines_is_named():
    from ragkit.parsing import pdf_furniture
    from ragkit.parsing.pdf_lines import Line
    from ragkit.parsing.pdf_page import Page, Part

    line = Line("Page 1 of 3", 0, 10, 50, 20, 10, False)
    pages = [Page(n, str(n), [Part([line])], 800, 0.0, []) for n in (1, 2, 3)]
    left, removed = pdf_furniture.without(pages)
    assert removed == 3
    assert [[warning.code for warning in page.warnings] for page in left] == [["blank_page"]] * 3
