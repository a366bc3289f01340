"""Headings of a PDF: by size, by weight, by the outline, against the document's own body."""

import pytest

from ragkit.parsing.pdf_headings import Headings
from ragkit.parsing.pdf_lines import Line
from ragkit.parsing.pdf_page import Page, Part


def line(text, height=10.0, bold=False):
    return Line(text, 0.0, 0.0, 100.0, height, height, bold)


BODY = [line("The planner signs the report before the crate is opened by anyone.")] * 20
SIZES = [line("Contract", 20.0), line("Delivery", 14.0), line("Also delivery", 14.3), line("Notes", 11.0)]


def headings(lines, outline=None):
    return Headings([Page(1, "1", [Part(lines)], 800.0, 0.0, [])], outline or {})


@pytest.mark.parametrize(
    ("found", "level"),
    [
        (line("Contract", 20.0), 1),
        (line("Delivery", 14.0), 2),
        (line("Also delivery", 14.3), 2),  # within 4%: the same level
        (line("Notes", 11.0), 0),  # a tenth larger than the body is body
        (line("Fees and dates", 10.0, bold=True), 3),  # below every size
        (line("Fees end.", 10.0, bold=True), 0),
        (line("1.", 20.0), 0),
        (line("a big sentence that goes on for long, " * 5, 20.0), 0),
        (line("the parts that follow,", 14.0), 0),
    ],
)
def test_size_and_weight_make_a_heading_and_its_level(found, level):
    assert headings(BODY + SIZES).level([found], found.text) == level


def test_bold_makes_no_heading_where_most_lines_are_bold():
    bold = [each._replace(bold=True) for each in BODY]
    assert headings(bold).level([line("Fees and dates", 10.0, bold=True)], "Fees and dates") == 0


def test_what_the_outline_names_is_a_heading_of_its_level_whatever_its_size():
    named = headings(BODY + SIZES, {"feesanddates": 4, "contract": 2})
    assert named.level([line("Fees and dates")], "Fees and dates") == 4
    assert named.level([line("Contract", 20.0)], "Contract") == 2


def test_the_size_with_the_most_letters_is_the_body_not_that_of_the_most_lines():
    """60 lines of one letter in small print would make the body of 20 lines a heading."""
    page = headings([*BODY, *[line("n", 6.0)] * 60, SIZES[0]])
    assert page.level([SIZES[0]], "Contract") == 1
    assert page.level([line("The planner signs")], "The planner signs") == 0
