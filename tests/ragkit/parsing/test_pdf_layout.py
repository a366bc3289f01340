"""Words to columns, lines and tables, on boxes placed by hand."""

import random

import pytest

from ragkit.parsing import pdf_columns, pdf_grid, pdf_lines, pdf_tables
from ragkit.parsing.pdf_grid import Rule
from ragkit.parsing.pdf_words import Word


def put(text, x, y, size=10.0, bold=False):
    """Words of a line of text: 5 points a letter, 2.5 a space, baseline at y."""
    words = []
    for part in text.split(" "):
        if part:
            words.append(Word(part, x, y - size, x + 5 * len(part), y, size, bold))
        x += 5 * len(part) + 2.5
    return words


def column(x, name, count=12, width=30, start=20.0, step=12.0):
    """Lines of prose `width` characters wide, the last one short; every line begins with its own name."""
    rng = random.Random(name)
    words = []
    for n in range(count):
        line = f"{name}{n:02d}"
        while len(line) < (width if n < count - 1 else width // 2):
            line += " " + rng.choice(["the", "warranty", "covers", "parts", "and", "labour"])
        words += put(line[:width], x, start + n * step)
    return words


def order(words):
    return [word.text for band in pdf_columns.bands(words) for line in pdf_lines.lines(band.words)
            for word in put(line.text, 0, 0) if word.text[-2:].isdigit()]  # fmt: skip


def names(name, count=12):
    return [f"{name}{n:02d}" for n in range(count)]


@pytest.mark.parametrize("gutter", [8, 12, 40])
@pytest.mark.parametrize("shift", [0.0, 5.0])
@pytest.mark.parametrize("seed", range(3))
def test_columns_are_read_one_after_the_other_in_whatever_order_they_were_drawn(gutter, shift, seed):
    step = 150 + gutter
    words = column(0, "A") + column(step, "B", start=20 + shift) + column(2 * step, "C", start=20 + 2 * shift)
    random.Random(seed).shuffle(words)
    assert order(words) == names("A") + names("B") + names("C")


def test_a_title_over_the_columns_comes_first_and_a_note_under_them_last():
    words = column(0, "A", start=60.0) + column(170, "B", start=60.0)
    words += put("T00 " + "wide " * 12, 0, 20) + put("Z00 " + "note " * 12, 0, 260)
    assert order(words) == ["T00", *names("A"), *names("B"), "Z00"]


def test_a_page_number_far_below_the_left_column_does_not_come_before_the_right_one():
    words = column(0, "A") + column(170, "B") + put("P99", 0, 400)
    assert order(words) == [*names("A"), *names("B"), "P99"]


def test_a_page_number_beyond_the_right_column_does_not_join_the_columns():
    # every row leaves the space before the number free, the footer too, which crosses the gutter
    words = (
        put("Manual", 0, 8)
        + put("ii", 340, 8)
        + column(0, "A", count=9)
        + column(170, "B", count=9, start=23.0)
    )
    words += put("wide " * 12, 60, 500)
    assert order(words) == [*names("A", 9), *names("B", 9)]


def test_one_column_of_prose_stays_one_band():
    assert len(pdf_columns.bands(column(0, "A", count=40, width=80))) == 1


def tables(words, rules=()):
    found = pdf_tables.split(pdf_columns.rows_of(words), list(rules))
    return [each for each in found if isinstance(each, pdf_grid.Table)]


ROWS = [
    ["Plan", "Limit", "Code"],
    ["Free", "60", "E-1042"],
    ["Pro", "1,200", "E-2077"],
    ["Team", "9", "E-3001"],
]


def laid(rows, step=100, y=20.0):
    return [
        word
        for n, row in enumerate(rows)
        for c, cell in enumerate(row)
        for word in put(cell, c * step, y + n * 14)
    ]


def test_a_borderless_table_is_found_between_lines_of_prose():
    prose = column(0, "A", count=4, width=60)
    words = prose + laid(ROWS, y=90.0) + column(0, "B", count=4, width=60, start=170.0)
    [table] = tables(words)
    assert table.rows == ROWS
    assert table.header == 1


def test_a_caption_with_wide_gaps_does_not_hide_the_columns():
    caption = put("Table 8:", 0, 20) + put("Number of persons attending in every year", 60, 20)
    [table] = tables(caption + laid(ROWS, y=34.0))
    assert table.rows[-4:] == ROWS


@pytest.mark.parametrize("mark", ["-", "\u2022", "1.", "(a)"])
def test_a_list_with_hanging_bullets_is_no_table(mark):
    words = [
        word for n in range(6) for word in put(mark, 0, 20 + 14 * n) + put("some item text", 30, 20 + 14 * n)
    ]
    assert tables(words) == []


def test_a_table_of_contents_is_no_table():
    words = [
        w
        for n in range(6)
        for w in put(f"Chapter {n} . . . . . .", 0, 20 + 14 * n) + put(str(n), 200, 20 + 14 * n)
    ]
    assert tables(words) == []


def ruled(columns, rows, wide=100, high=14.0):
    lying = [Rule(10 + n * high, -5, columns * wide - 5) for n in range(rows + 1)]
    standing = [Rule(n * wide - 5, 10, 10 + rows * high) for n in range(columns + 1)]
    return lying, standing


def test_a_ruled_table_takes_its_cells_from_the_lines():
    [group] = pdf_grid.grids(*ruled(3, 4))
    table = pdf_grid.table(*group, laid(ROWS))
    assert table is not None
    assert table.rows == ROWS
    assert table.spans == ()


def test_cells_without_a_line_between_them_are_one_and_its_header_reaches_every_column():
    lying, standing = ruled(3, 3)
    standing = [rule if rule.at != 195 else Rule(195, 24, 52) for rule in standing]  # none in the first row
    words = (
        put("Price", 110, 20) + put("Model", 0, 20) + laid([["", "net", "gross"], ["FJ", "1", "2"]], y=34.0)
    )
    table = pdf_grid.table(lying, standing, words)
    assert table is not None
    assert table.rows == [["Model", "Price", ""], ["", "net", "gross"], ["FJ", "1", "2"]]
    assert table.spans == ((0, 1, 0, 2),)
    rows, header = pdf_grid.filled(table._replace(header=2))
    assert (rows, header) == ([["Model", "Price / net", "Price / gross"], ["FJ", "1", "2"]], 1)


def test_the_lines_of_a_chart_are_no_table():
    [group] = pdf_grid.grids(*ruled(10, 10))
    assert pdf_grid.table(*group, put("30.5", 100, 20) + put("49.0", 300, 60)) is None


def test_a_table_goes_on_over_the_page_with_its_header_and_its_open_group():
    first = pdf_grid.Table([["Model", "kg"], ["IB", "1"]], 0, 600, 200, 700, (), 1)
    second = pdf_grid.Table([["", "2"], ["FJ", "3"]], 0, 40, 200, 100, (), 0)
    assert pdf_grid.continued(first, second).rows == [["Model", "kg"], ["IB", "2"], ["FJ", "3"]]
    assert pdf_grid.continued(first._replace(bottom=0.0), second) == second  # text stood between them


GROUPED = [
    ["Park", "Box", "Fuse", "Kit"],
    ["Thornby", "A1", "16", "K4"],
    ["", "A2", "18", "K4"],
    ["Eastmere", "A1", "12", "K3"],
    ["", "A2", "15", "K4"],
]


def lines_under(rows, left, y=20.0):
    """A lying rule under every row, from `left` to the right edge of the table."""
    return [Rule(y + 14.0 * at + 12, left, 320.0) for at in range(len(rows))]


@pytest.mark.parametrize(("left", "parks"), [(100.0, ["Thornby"] * 2 + ["Eastmere"] * 2), (0.0, None)])
def test_a_group_column_that_no_rule_enters_is_in_every_row(left, parks):
    [table] = tables(laid(GROUPED), lines_under(GROUPED, left))
    rows, header = pdf_grid.filled(table)
    assert header == 1
    assert [row[0] for row in rows[1:]] == (parks or ["Thornby", "", "Eastmere", ""])


def test_a_page_on_which_one_group_begins_is_a_table_and_goes_on_with_the_group_before():
    rows = [
        ["", "8", "18", "K8"],
        ["", "9", "22", "K8"],
        ["Quarrel", "1", "12", "K4"],
        ["", "2", "19", "K7"],
    ]
    [first] = tables(laid(GROUPED), lines_under(GROUPED, 100.0))
    [second] = tables(laid(rows), lines_under(rows, 100.0))
    filled, header = pdf_grid.filled(pdf_grid.continued(first._replace(bottom=700.0), second))
    assert (filled[0], header) == (["Park", "Box", "Fuse", "Kit"], 1)
    assert [row[:2] for row in filled[1:]] == [
        ["Eastmere", "8"], ["Eastmere", "9"], ["Quarrel", "1"], ["Quarrel", "2"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("left", "right", "known", "whole"),
    [
        ("permit-", "ted under", set(), "permitted under"),
        ("price-", "determining", set(), "price-determining"),
        ("price-", "determining", {"pricedetermining"}, "pricedetermining"),
        ("Hewlett-", "Packard", set(), "Hewlett-Packard"),
        ("state-of-the-", "art", set(), "state-of-the-art"), ("e-", "mail", set(), "e-mail"),
        ("hand-", "over", {"hand-over"}, "hand-over"), ("con-", "denser", {"condenser"}, "condenser"),
        ("pages 10-", "12", set(), "pages 10-12"), ("drive-", "unit", {"drive", "unit"}, "drive-unit"),
    ],
)  # fmt: skip
def test_a_hyphen_at_a_line_end_stays_only_where_it_belongs_to_the_word(left, right, known, whole):
    lines = [pdf_lines.Line(text, 0, 0, 50, 10, 10, False) for text in (left, right)]
    assert pdf_lines.text_of(lines, known) == whole


def test_lines_that_end_in_chinese_are_joined_without_a_space():
    lines = [pdf_lines.Line(text, 0, 0, 50, 10, 10, False) for text in ("\u505c\u96fb", "\u6642")]
    assert pdf_lines.text_of(lines, set()) == "\u505c\u96fb\u6642"
