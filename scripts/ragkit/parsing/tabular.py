"""Rows of data: CSV as it stands, one block a row; JSON Lines as one section for each record."""

import csv
import json
import re
from typing import Any

from ragkit import records
from ragkit.parsing import plain, row_acl
from ragkit.parsing.body import Block, Body, Parsed, Warn, lines_of, span

_FIGURES = 200  # rows; taste: from here a table of figures wants a query tool, not retrieval
# What records are called by, best first; "ticket-no" and "Ticket No" are the same name.
_NAMES = (
    "id", "key", "ticket", "ticket_id", "ticket_no", "ticket_number", "case_id", "case_no", "case_number",
    "issue_id", "incident_id", "number", "no", "nr", "num", "ref", "reference", "name", "uid", "_id",
)  # fmt: skip
_TITLES = ("title", "subject", "summary", "name", "headline", "question")


def read_csv(text: str) -> Parsed:
    """Return the file's own text: the first row is the header, every further row is a block."""
    told = records.told(text.split("\n", 1)[0])
    delimiter = told or separator(text)
    starts = lines_of(text)
    blocks: list[Block] = []
    reader = csv.reader(text.split("\n"), delimiter=delimiter)
    first, figures, cells = 0, 0, 0
    rows: list[list[str]] = []
    try:
        for row in reader:
            start, end = span(text, starts, first, reader.line_num)
            first = reader.line_num
            if told and first == 1:  # Excel's own line, which is no row
                blocks.append(["paragraph", start, end, 0])
            elif start < end:
                blocks.append(["row" if rows else "table_header", start, end, 0])
                cells += len(row)
                rows.append(row)
                figures += sum(bool(re.fullmatch(r"[-+]?[\d.,]+%?", cell.strip())) for cell in row)
    except csv.Error as err:
        start, end = span(text, starts, first, len(starts))
        warning = Warn("broken", f"row {len(rows) + 1}: {err}; the rest is read as lines of text")
        if start < end:
            blocks.append(["paragraph", start, end, 0])
        closed: list[str] | None = [] if rows and row_acl.of_cells(rows[0], rows)[0] is not None else None
        return Parsed(text, blocks, acl=closed, warnings=(warning,))
    readers, unclear = row_acl.of_cells(rows[0], rows[1:]) if rows else (None, ())
    many = len(rows) > _FIGURES and figures * 4 > cells
    note = (
        (Warn("table_data", f"{len(rows) - 1} rows; sums and counts need a query over the file"),)
        if many
        else ()
    )
    return Parsed(text, blocks, acl=readers, warnings=(*note, *unclear))


def separator(text: str) -> str:
    """Return the separator that gives the first lines the same number of cells, the most of them on a tie."""
    head = text[:20_000].split("\n")[:20]
    lines = [line for line in (head if len(head) < 20 else head[:-1]) if line.strip()]

    def score(mark: str) -> tuple[bool, int]:
        counts = [len(row) for row in csv.reader(lines, delimiter=mark)]
        return len(set(counts)) == 1 and counts[0] > 1, counts[0] if counts else 0

    try:
        return max(",;\t|", key=score)
    except csv.Error:
        return ","


def read_jsonl(text: str) -> Parsed:
    """Return one section a record, headed by its id and title; a line that is no JSON is kept as text."""
    body = Body()
    bad: list[int] = []
    rows: list[Any] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            bad.append(number)
            rows.append(None)
            body.add("paragraph", line)
            continue
        rows.append(value)
        _record(value, body, number)
    warnings = [Warn("broken", f"{len(bad)} lines are no JSON, the first is line {bad[0]}")] if bad else []
    readers, unclear = row_acl.of_objects(rows)
    content, blocks, _ = body.finish()
    return Parsed(content, blocks, acl=readers, warnings=(*warnings, *unclear))


def read_json(text: str) -> Parsed:
    """Return an array of objects as `read_jsonl` does; any other JSON is read as code."""
    try:
        loaded = json.loads(text)
    except (ValueError, RecursionError):
        return plain.read_code(text)
    if not isinstance(loaded, list) or not loaded or not all(isinstance(item, dict) for item in loaded):
        return plain.read_code(text)
    body = Body()
    for number, item in enumerate(loaded, start=1):
        _record(item, body, number)
    readers, unclear = row_acl.of_objects(loaded)
    content, blocks, _ = body.finish()
    return Parsed(content, blocks, acl=readers, warnings=unclear)


def _record(value: Any, body: Body, number: int) -> None:
    if not isinstance(value, dict):
        body.add("paragraph", _scalar(value))
        return
    lowered = {re.sub(r"[-\s]+", "_", str(key).lower()).rstrip("."): key for key in value}
    named = (value[lowered[key]] for key in _NAMES if key in lowered)
    name = next((_scalar(each) for each in named if isinstance(each, (str, int)) and each), str(number))
    title = next((_scalar(value[lowered[key]]) for key in _TITLES if key in lowered), "")
    body.add("message", " ".join(f"## {name} {title if title != name else ''}".split()), 2)
    flat = [f"{key}: {_scalar(item)}" for key, item in value.items() if not isinstance(item, (dict, list))]
    body.add("paragraph", "\n".join(flat))
    for key, item in value.items():
        if isinstance(item, (dict, list)) and item:
            body.add("paragraph", f"{key}:")
            _nested(item, body, 1)


def _nested(value: Any, body: Body, depth: int) -> None:
    pairs = value.items() if isinstance(value, dict) else (("", item) for item in value)
    for key, item in pairs:
        label = f"{key}: " if key else ""
        inner = isinstance(item, (dict, list)) and depth < 8
        shown = label if inner else label + _scalar(item)
        if shown.strip():
            body.add("item", "  " * (depth - 1) + "- " + shown.strip(), depth, tight=True)
        if inner:
            _nested(item, body, depth + 1)


def _scalar(value: Any) -> str:
    if isinstance(value, str):
        return " ".join(value.split())
    return json.dumps(value, ensure_ascii=False)
