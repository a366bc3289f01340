"""OpenDocument text (.odt): headings, paragraphs, lists, tables; deleted text and comments are no content."""

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

from ragkit.parsing import archive
from ragkit.parsing.body import DAMAGED, Body, Parsed, Warn, table

_LONGEST = 64 << 20  # bytes of content.xml: taste
_DEEPEST = 50  # lists or sections in each other
_SKIPPED = {"tracked-changes", "annotation", "annotation-end", "table-of-content", "sequence-decls", "forms"}
_MOST = 1000  # equal cells, or equal rows, that are written out: taste
_MOST_CELLS = 1_000_000  # of one table: what is repeated goes before that, what is there does not
_MANIFEST, _ENCRYPTED = "META-INF/manifest.xml", b"manifest:encryption-data"


class _Text(Body):
    """A body that remembers what of its tables was not written out."""

    def __init__(self) -> None:
        super().__init__()
        self.cut: list[str] = []


def read(data: bytes) -> Parsed:
    """Return the document; tables of contents are left out, embedded objects are named."""
    try:
        if large := archive.oversize(data, _LONGEST):
            return Parsed(warnings=(Warn("too_large", large),))
        with zipfile.ZipFile(BytesIO(data)) as parts:
            if _ENCRYPTED in (parts.read(_MANIFEST) if _MANIFEST in parts.namelist() else b""):
                return Parsed(warnings=(Warn("encrypted", "opens with a password only"),))
            root = _parsed(parts.read("content.xml"))
            meta = parts.read("meta.xml") if "meta.xml" in parts.namelist() else b"<x/>"
            title = _title(_parsed(meta))
    except DAMAGED as err:
        return Parsed(warnings=(Warn("broken", f"no readable document: {' '.join(str(err).split())[:100]}"),))
    body = _Text()
    for office in root:
        if _name(office) == "body":
            _blocks(office, body, 0, 0)
    text, blocks, _ = body.finish()
    objects = sum(_name(node) == "object" for node in root.iter())
    lost = [Warn("dropped_content", f"{objects} embedded objects (charts, formulas)")] if objects else []
    put, cut = (sum(_name(node) == what for node in root.iter()) for what in ("insertion", "deletion"))
    if put or cut:
        lost.append(Warn("tracked_changes", f"{put} insertions read as text, {cut} deletions left out"))
    lost.extend(Warn("too_large", what) for what in dict.fromkeys(body.cut))
    return Parsed(text, blocks, title=title, warnings=tuple(lost))


def _parsed(part: bytes) -> Any:
    """Return the root of a part; ValueError where it declares entities, which no office program writes."""
    if b"<!DOCTYPE" in part or b"<!ENTITY" in part:
        raise ValueError("it declares entities of its own")
    return ElementTree.fromstring(part)  # noqa: S314  without entities there is nothing to blow up


def _name(node: Any) -> str:
    return str(node.tag).rsplit("}", 1)[-1]


def _attribute(node: Any, name: str) -> str:
    return next((value for key, value in node.attrib.items() if key.rsplit("}", 1)[-1] == name), "")


def _count(node: Any, name: str) -> int:
    """Return a count from 1; 1 too where a writer left none or what is no count."""
    given = _attribute(node, name).strip()
    return max(1, int(given)) if re.fullmatch(r"[0-9]{1,9}", given) else 1


def _blocks(node: Any, body: _Text, depth: int, nested: int) -> None:
    if nested > _DEEPEST:
        raise RecursionError
    for child in node:
        name = _name(child)
        if name in _SKIPPED:
            continue
        if name == "h":
            level = min(6, _count(child, "outline-level"))
            body.add("heading", "#" * level + " " + " ".join(_inline(child).split()), level)
        elif name == "p":
            _paragraph(child, body, depth, nested)
        elif name == "list":
            for item in child:
                _blocks(item, body, depth + 1, nested + 1)
        elif name == "table":
            table(body, _rows(child, body.cut), _header_rows(child))
        else:  # sections, pages, frames, text boxes
            _blocks(child, body, depth, nested + 1)


def _paragraph(node: Any, body: _Text, depth: int, nested: int) -> None:
    text = " ".join(_inline(node).split())
    if depth:
        tight = bool(body.blocks) and body.blocks[-1][0] == "item"
        body.add("item", "   " * (depth - 1) + "- " + text if text else "", depth, tight=tight)
    else:
        body.add("paragraph", text)
    for box in _boxes(node):  # a text box stands in a paragraph, and is read after it
        _blocks(box, body, 0, nested + 1)


def _boxes(node: Any) -> Iterator[Any]:
    """Yield the text boxes in an element, not those inside them."""
    for child in node:
        if _name(child) == "text-box":
            yield child
        else:
            yield from _boxes(child)


def _inline(node: Any) -> str:
    """Return the text of a paragraph: notes in place, tabs and line breaks as spaces."""
    parts = [node.text or ""]
    for child in node:
        name = _name(child)
        if name in ("s", "tab", "line-break"):
            parts.append(" ")
        elif name == "note":
            parts.append(f" ({' '.join(_inline(child).split())})")
        elif name not in _SKIPPED | {"text-box", "note-citation", "title", "desc"}:
            parts.append(_inline(child))
        if name == "p":
            parts.append(" ")
        parts.append(child.tail or "")
    return "".join(parts)


def _table_rows(node: Any) -> Iterator[Any]:
    for child in node:
        if _name(child) == "table-row":
            yield child
        elif _name(child) in ("table-rows", "table-header-rows", "table-row-group"):
            yield from _table_rows(child)


def _rows(node: Any, cut: list[str]) -> list[list[str]]:
    """Return the rows of a table, repeated ones and repeated cells as often as they say, within bounds.

    Empty rows are not repeated. What is left out of what holds text is named in `cut`.
    """
    rows: list[list[str]] = []
    written = 0
    for row in _table_rows(node):
        cells: list[str] = []
        for cell in row:
            if _name(cell) in ("table-cell", "covered-table-cell"):
                text = " ".join(_inline(cell).split())
                times = _count(cell, "number-columns-repeated")
                fits = _fits(times, 1, written + len(cells))
                if text and fits < times:
                    cut.append(f"a table repeats one cell {times:,} times, {fits:,} are written")
                cells.extend([text] * fits)
        times = _count(row, "number-rows-repeated") if any(cells) else 1
        fits = _fits(times, len(cells), written)
        if fits < times:
            cut.append(f"a table repeats one row {times:,} times, {fits:,} are written")
        rows.extend([cells] * fits)
        written += fits * len(cells)
    return rows


def _fits(times: int, cells: int, written: int) -> int:
    """Return how many of so many equal things, of so many cells each, are written: one at the least."""
    return max(1, min(times, _MOST, (_MOST_CELLS - written) // max(1, cells)))


def _header_rows(node: Any) -> int:
    marked = sum(
        _count(row, "number-rows-repeated")
        for child in node
        if _name(child) == "table-header-rows"
        for row in _table_rows(child)
    )
    return marked or 1


def _title(meta: Any) -> str:
    return next((" ".join((node.text or "").split()) for node in meta.iter() if _name(node) == "title"), "")
