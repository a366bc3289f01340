"""A file of questions in any usual form, as rows: CSV, TSV, JSON, JSONL or lines of text."""

import json
import os
import re
from typing import Any

from ragkit import records
from ragkit.cli import InputError

MORE = "\0"  # no column or field is called so; "" is one, where a CSV begins with numbers of rows
# What others call a question; the first that a row has wins.
QUESTION = (
    "question", "query", "user_input", "user_question", "input_question", "prompt", "input", "q", "text",
)  # fmt: skip
_WHEN = re.compile(
    r"\[?(?:\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4})(?:[T ]\d\d:\d\d(?::\d\d)?)?\]?\s*[,;:|-]?\s+"
)
_WHO = re.compile(r"[^\W\d_][\w.'-]*(?: [^\W\d_][\w.'-]*){0,2}:\s+")


def rows(path: str) -> list[dict[str, Any]]:
    """Return the rows of a file, read by its ending; a line of text is a question, and so is a text of JSON.

    What a row of a CSV has beyond the cells of the header stands under MORE.
    """
    found = _read(path)
    for number, row in enumerate(found, start=1):
        try:
            records.dump(row)  # infinity, and a half of a character, could not be written again
        except ValueError as err:
            raise InputError(f"{path}: row {number}: {err}; mend it") from err
    return found


def plain(name: object) -> str:
    """Return the name of a field in small letters, with _ for all between its words."""
    return re.sub(r"\W+", "_", str(name).strip().lower())


def _read(path: str) -> list[dict[str, Any]]:
    ending = os.path.splitext(path)[1].lower()
    if ending in (".xlsx", ".xls", ".ods"):
        raise InputError(f"{path}: save it as CSV first")
    lines = [text for _, text in records.lines(path)]
    if not lines:
        raise InputError(f"{path}: no rows in it; write a question a line")
    if ending in (".jsonl", ".ndjson"):
        return [row for _, row in records.read_rows(path)]
    if ending == ".json":
        return _json(path, "\n".join(lines))
    lines = [part.strip() for text in lines for part in text.split("\r") if part.strip()]  # an old Mac's
    if ending in (".csv", ".tsv"):
        head, *cells = records.cells((line + "\n" for line in lines), path)
        if len(head) == 1:  # nothing parts its cells, so a comma is the question's own
            return [{head[0]: ",".join(row)} for row in cells]
        return [dict(zip(head, row, strict=False)) | {MORE: row[len(head) :]} for row in cells]
    return _asked([re.sub(r"^(?:[-*+]|\d+[.)])\s+", "", text) for text in lines if not text.startswith("#")])


def _asked(lines: list[str]) -> list[dict[str, Any]]:
    """Return a row a line: the question, and what stands before each of them: when it was asked, by whom."""
    rows = [{"question": text} for text in lines]
    for name, before in (("when", _WHEN), ("who", _WHO)):
        found = [before.match(row["question"]) for row in rows]
        if all(match and row["question"][match.end() :] for match, row in zip(found, rows, strict=True)):
            rows = [
                {**row, name: match[0].strip(), "question": row["question"][match.end() :]}
                for match, row in zip(found, rows, strict=True)
                if match
            ]
    return rows


def _is_row(found: dict[str, Any]) -> bool:
    return any(plain(name) in QUESTION and isinstance(value, str) for name, value in found.items())


def _json(path: str, text: str) -> list[dict[str, Any]]:
    try:
        loaded = json.loads(text)
    except (ValueError, RecursionError) as err:
        raise InputError(f"{path}: not JSON ({err}); one object a line is .jsonl") from err
    if isinstance(loaded, dict) and not _is_row(loaded):
        lists = [value for value in loaded.values() if isinstance(value, list)]
        loaded = lists[0] if len(lists) == 1 else loaded
    loaded = [loaded] if isinstance(loaded, dict) else loaded
    if isinstance(loaded, list):
        loaded = [{"question": row} if isinstance(row, str) else row for row in loaded]
    if not isinstance(loaded, list) or not all(isinstance(row, dict) for row in loaded):
        raise InputError(f"{path}: not a list of objects or of questions; give each question an object")
    return loaded
