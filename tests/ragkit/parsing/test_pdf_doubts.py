"""Doubts about a page whose letters are right: loud where a person should look, silent on ordinary pages."""

import pytest

from ragkit.parsing import pdf_doubts, pdf_order
from ragkit.parsing.losses import NOTES
from ragkit.parsing.pdf_grid import Table
from ragkit.parsing.pdf_lines import Line
from ragkit.parsing.pdf_page import Page, Part
from ragkit.parsing.pdf_words import Word


def codes(*texts, pictures=0.0, table=None, ocr=""):
    parts = [Part([Line(text, 0, 10, 50, 20, 10, False) for text in texts])]
    if table:
        parts.append(Part([], table))
    return [warning.code for warning in pdf_doubts.of_page(Page(1, "1", parts, 800, pictures, [], ocr))]


def test_a_page_of_pictures_with_hardly_a_letter_is_named():
    assert codes("Fig. 3", pictures=0.6) == ["near_empty"]
    assert codes("Fig. 3") == codes(pictures=0.6) == codes("Fig. 3", pictures=0.6, ocr="Read by OCR.") == []
    assert codes("A figure with a whole sentence below it.", pictures=0.6) == []


def rows(*lines):
    return Table([line.split("|") for line in lines], 0, 0, 100, 100)


def test_a_table_of_mostly_empty_cells_is_named_and_forms_and_merged_cells_are_not():
    ragged = rows("a|||", "||b|", "|||", "|c||", "||||")
    assert codes(table=ragged) == ["ragged_table"]
    assert codes(table=rows("Name|||", "Date|||", "a|b||", "c|d|e|")) == []
    assert codes(table=rows("a|||", "b|||", "c|||", "d|||")._replace(spans=((0, 0, 3, 2),))) == []
    assert codes(table=rows("a|", "b|", "|", "|")) == []


def drawn(places):
    return [Word(str(n), x, y - 10, x + 30, y, 10, False) for n, (x, y) in enumerate(places)]


def test_lines_drawn_in_no_order_are_told_and_columns_and_rows_are_not():
    down = [(0, 20 * n) for n in range(40)]
    columns = [(300 * side, 20 * n) for side in range(2) for n in range(20)]
    by_row = [(300 * side, 20 * n) for n in range(20) for side in range(2)]
    for places in (down, columns, by_row, down[::-1][:20]):
        assert pdf_order.scattered(drawn(places)) == 0.0
    shuffled = [(0, 20 * (n * 17 % 40)) for n in range(40)]
    assert pdf_order.scattered(drawn(shuffled)) > 0.3
    assert pdf_order.scattered([]) == 0.0


@pytest.mark.parametrize("code", ["near_empty", "ragged_table", "drawn_scattered"])
def test_a_doubt_is_a_note_and_no_loss(code):
    assert code in NOTES
