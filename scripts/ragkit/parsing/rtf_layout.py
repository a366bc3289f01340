"""Where the text of an RTF document stands: headings, list items, cells and rows, from its layout words."""

import re

from ragkit.parsing.body import Block, Body, table

_DEEPEST = 8  # levels of a list, as Word has


class Layout:
    """Feeds one Body; the state is what the layout words said last."""

    def __init__(self) -> None:
        self._body = Body()
        self._level = self._depth = 0  # of an outline from 1, 0 for body text; of a list from 0
        self._in_table = False
        self._cell: list[str] = []  # paragraphs
        self._row: list[str] = []
        self._rows: list[list[str]] = []
        self._below: list[bool] = []  # of the cells of the row: whether it goes on the cell above
        self._merges = False

    def follow(self, word: str, number: int) -> None:
        """Take a layout word; others say nothing here."""
        if word == "row":
            self._end_row()
        elif word == "pard":
            self._level = self._depth = 0
            self._in_table = False
        elif word == "intbl":
            self._in_table = True
        elif word == "outlinelevel":
            self._level = number + 1
        elif word == "ilvl":
            self._depth = min(max(number, 0), _DEEPEST)
        elif word == "trowd":
            self._below, self._merges = [], False
        elif word == "clvmrg":
            self._merges = True
        elif word == "cellx":
            self._below.append(self._merges)
            self._merges = False

    def end_paragraph(self, text: str, marker: str) -> None:
        """Write a paragraph, whose lines are parted by newlines; one of a cell waits for its end.

        marker  of a list item, e.g. "2." or a bullet; "" for none
        """
        if self._in_table:
            self._cell.append(text)
            return
        lines = [" ".join(line.split()) for line in text.split("\n") if line.strip()]
        if not lines:
            return
        self._end_table()
        if marker:
            counted = re.fullmatch(r"(\d{1,9})[.)]", marker)
            lead = "   " * self._depth + (f"{counted[1]}. " if counted else "- ")
            joint = "\n" + " " * len(lead)
            follows = bool(self._body.blocks) and self._body.blocks[-1][0] == "item"
            self._body.add("item", lead + joint.join(lines), self._depth + 1, tight=follows)
        elif 1 <= self._level <= 9:
            level = min(self._level, 6)
            self._body.add("heading", "#" * level + " " + " ".join(lines), level)
        else:
            self._body.add("paragraph", "\n".join(lines))

    def end_cell(self, text: str) -> None:
        """End a cell with its last paragraph."""
        self._row.append(" ".join(" ".join([*self._cell, text]).split()))
        self._cell = []

    def _end_row(self) -> None:
        above = self._rows[-1] if self._rows else []
        for at, merges in enumerate(self._below):
            if merges and at < min(len(above), len(self._row)):
                self._row[at] = self._row[at] or above[at]
        if any(self._row):
            self._rows.append(self._row)
        self._row = []

    def _end_table(self) -> None:
        if self._rows:
            first = self._rows[0]
            named = all(first) and not any(re.search(r"\d", cell) for cell in first)
            table(self._body, self._rows, int(named and len(self._rows) > 1))
            self._rows = []

    def finish(self, notes: list[str]) -> tuple[str, list[Block]]:
        """Return (text, blocks), the footnotes last, with their numbers."""
        if self._row or any(self._cell):
            self.end_cell("")
            self._end_row()
        self._end_table()
        for number, note in enumerate(notes, start=1):
            self._body.add("item", f"{number}. " + " ".join(note.split()), 1, tight=number > 1)
        text, blocks, _ = self._body.finish()
        return text, blocks
