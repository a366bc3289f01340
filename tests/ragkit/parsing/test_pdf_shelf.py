"""Pages kept packed come back as they were, and take less room."""

import tracemalloc

from ragkit.parsing.body import Warn
from ragkit.parsing.pdf_grid import Table
from ragkit.parsing.pdf_lines import Line
from ragkit.parsing.pdf_page import Page, Part
from ragkit.parsing.pdf_shelf import Shelf


def page(number, lines=40):
    """A page of lines, each with numbers of its own as pages from the reader have them."""
    column = Part(
        [Line(f"line {n} of {number}", n / 7, n / 3, n / 2, n / 5, n / 9, False) for n in range(lines)]
    )
    table = Part([], Table([["a", "b"], ["1", str(number)]], 1.5, 2.5, 3.5, 4.5))
    return Page(number, str(number), [column, table], 800.0, 0.1, [Warn("near_empty", "", number)])


def test_pages_come_back_as_they_were_and_can_be_replaced():
    shelf = Shelf(page(number) for number in range(1, 201))
    assert len(shelf) == 200
    assert list(shelf) == [page(number) for number in range(1, 201)]
    for at in (3, 150):
        shelf[at] = page(7, lines=1)
        assert shelf[at] == page(7, lines=1)
    assert shelf[151] == page(152)


def test_a_long_document_takes_a_third_of_the_room_at_most():
    def room(make):
        tracemalloc.start()
        kept = make(page(number) for number in range(1000))
        size = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        assert len(kept) == 1000
        return size

    assert room(Shelf) < room(list) / 3
