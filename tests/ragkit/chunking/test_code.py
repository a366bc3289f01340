"""Python source: definitions are units, classes sections; notebooks: a cell is a unit with its output."""

import json
import re

from ragkit.chunking.chunk import Options, chunk_document
from ragkit.chunking.code import sections
from ragkit.parsing import notebook

SOURCE = '''"""Docs."""

import os

# about f
@cache
def f():
    return 1


class A(B):
    x = 1

    # about g
    def g(self):
        return """
# not a comment above h
"""

    def h(self):
        pass


y = f()
'''


def document(text, name="a.py"):
    return {"doc_id": name, "text": text, "blocks": [["code", 0, len(text.rstrip()), 0]]}


def test_definitions_carry_their_comments_and_decorators_and_tile_the_text():
    root = sections(document(SOURCE), len)
    units = list(root.walk())
    assert "".join(SOURCE[unit.start : unit.end] for unit in units) == SOURCE
    assert [SOURCE[unit.start : unit.end].split("\n")[0].strip() for unit in units] == [
        '"""Docs."""', "# about f", "class A(B):", "# about g", "def h(self):", "y = f()",
    ]  # fmt: skip
    assert [unit.path for unit in units] == [(), (), *[("class A",)] * 3, ()]
    assert root.weight == len(SOURCE)


def test_a_class_that_fits_stays_whole_and_one_that_does_not_is_named_above_its_methods():
    whole = [
        chunk["text"] for chunk in chunk_document(document(SOURCE), Options(max_tokens=170, unit="chars"))
    ]
    assert any("class A" in text and "def h" in text for text in whole)
    cut = chunk_document(document(SOURCE), Options(max_tokens=90, unit="chars"))
    (method,) = (chunk for chunk in cut if "def g" in chunk["text"])
    assert (method["path"], method["prefix"]) == (["class A"], "class A")


def test_source_that_does_not_parse_and_other_languages_are_left_to_their_blocks():
    assert sections(document("def f(:\n"), len) is None
    assert sections(document("x = 1\n", "a.js"), len) is None
    assert [chunk["text"] for chunk in chunk_document(document("def f(:\n"), Options())] == ["def f(:\n"]


def notebook_of(*cells):
    book = {"metadata": {"language_info": {"name": "python"}}, "cells": list(cells)}
    read = notebook.read(json.dumps(book))
    return {"doc_id": "a.ipynb", "text": read.text, "blocks": read.blocks, "cells": read.cells}


def cell(code, shown):
    return {"cell_type": "code", "source": code, "outputs": [{"output_type": "stream", "text": shown}]}


def test_a_notebook_is_divided_between_its_cells_and_what_a_cell_printed_stays_with_it():
    cells = [cell(f"result_{n} = compute({n})", f"{n} done after {n} seconds") for n in range(6)]
    found = chunk_document(notebook_of(*cells), Options(max_tokens=60))
    assert len(found) > 2
    for chunk in found:
        asked = re.findall(r"compute\((\d)\)", chunk["text"])
        assert asked == re.findall(r"(\d) done", chunk["text"])
        assert asked


def test_a_text_cell_stays_whole_and_no_list_or_table_goes_on_in_the_next_cell():
    def said(number):
        source = f"Aim {number} in a few words.\n\nMore of aim {number}, at some length.\n\n- point {number}"
        return {"cell_type": "markdown", "source": source}

    found = chunk_document(notebook_of(*map(said, range(6))), Options(max_tokens=50))
    assert len(found) > 2
    for chunk in found:
        aims = re.findall(r"Aim (\d)", chunk["text"])
        assert aims == re.findall(r"More of aim (\d)", chunk["text"])
        assert aims == re.findall(r"point (\d)", chunk["text"])
    assert "".join(chunk["text"] for chunk in found) == notebook_of(*map(said, range(6)))["text"]


def test_a_heading_inside_a_cell_is_a_heading():
    book = notebook_of({"cell_type": "markdown", "source": "Before.\n\n# A\n\nAfter."}, cell("x = 1", "2"))
    paths = [chunk["path"] for chunk in chunk_document(book, Options(strategy="paragraph"))]
    assert paths == [[], ["A"], ["A"]]


def test_a_cell_and_its_output_are_parted_only_when_they_do_not_fit_together():
    found = chunk_document(notebook_of(cell("x = 1\n" * 20, "y = 2\n" * 20)), Options(max_tokens=100))
    assert [chunk["text"].split("\n")[0] for chunk in found] == ["```python", "```output"]
    assert [chunk["part"] for chunk in found] == ["1/2", "2/2"]
