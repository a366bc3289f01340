#!/usr/bin/env python3
"""A query tool over one table: typed fields in, rows and the query that ran out. CSV or SQLite; Python alone.

usage: python3 query_table.py orders.csv --define            (the tool's definition, to hand to a model)
       python3 query_table.py orders.csv '{"measure": "count", "where": [{"field": "region", "is": "North"}]}'
       python3 query_table.py shop.db --table orders '{"measure": "sum", "of": "pieces"}'
       python3 query_table.py orders.csv '{"measure": "count"}' --for q68 >> results.jsonl

The tool takes fields, never a query: column names are checked against the table, values are bound, the
database is opened read-only, and the answer names the query so that the number can be checked. With --for
QID it is a record for `assemble.py --results`: what was asked in plain words, of which file, and the rows.
CSV files are read by table_file.py beside it: also semicolons, decimal commas and dates such as 31.12.2026.
exit:  0 done, 2 the call does not fit the definition (the message is for the model)
"""

import argparse
import csv
import datetime
import hashlib
import json
import re
import sqlite3
import sys
from pathlib import Path
from typing import Any

from table_file import from_csv

MEASURES = {
    "count": "COUNT(*)",
    "sum": "SUM({})",
    "average": "AVG({})",
    "least": "MIN({})",
    "most": "MAX({})",
}
TESTS = {
    "is": "{} = ?",
    "is_not": "{} IS NOT ?",
    "at_least": "{} >= ?",
    "at_most": "({0} <> '' AND {0} <= ?)",  # an empty text is less than any other
    "contains": "instr(lower({}), lower(?)) > 0",
}
FIELDS = ("measure", "of", "where", "group_by", "by_month_of", "order", "limit")
FEW = 12  # texts of a column that are named in the definition: taste
MOST_ROWS = 100


class CallError(Exception):
    """The call does not fit the definition; the message says what would."""


class Table:
    """One table, read-only, with the type of each column: number, date or text."""

    def __init__(self, path: Path, name: str | None = None) -> None:
        if path.suffix.lower() in {".csv", ".tsv"}:
            self.connection, self.name = from_csv(path, CallError), "rows"
        else:
            self.connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
            self.name = self._named(name)
        self.connection.execute("PRAGMA query_only = ON")
        info = self.connection.execute(f"PRAGMA table_info({quoted(self.name)})")
        self.columns = {column: self._kind(column) for _, column, *_ in info.fetchall()}

    def _named(self, name: str | None) -> str:
        found = self.connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        names = [row[0] for row in found]
        if name is None and len(names) == 1:
            return str(names[0])
        if name not in names:
            raise CallError(f"name one table with --table: {', '.join(names)}")
        return str(name)

    def _values(self, column: str, most: int) -> list[Any]:
        """Return up to `most` different values of a column, sorted, without nulls and empty texts."""
        name = quoted(column)
        query = f"SELECT DISTINCT {name} FROM {quoted(self.name)} WHERE {name} <> '' ORDER BY 1 LIMIT ?"  # noqa: S608
        return [row[0] for row in self.connection.execute(query, [most])]

    def _kind(self, column: str) -> str:
        name, day = quoted(column), "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*"
        kinds = f"SUM(typeof({name}) IN ('integer', 'real')), SUM({name} GLOB '{day}')"
        query = f"SELECT COUNT(*), {kinds} FROM {quoted(self.name)} WHERE {name} <> ''"  # noqa: S608
        filled, numbers, days = self.connection.execute(query).fetchone()
        return "text" if filled not in (numbers, days) else "number" if filled == numbers else "date"

    def known_texts(self, column: str) -> list[Any]:
        """Return the values of a text column when there are few, else nothing."""
        values = self._values(column, FEW + 1) if self.columns[column] == "text" else []
        return values if len(values) <= FEW and all(isinstance(value, str) for value in values) else []

    def definition(self, tool: str, about: str) -> dict[str, Any]:
        """Return the definition of the query tool for this table, in the shape of the Messages API."""
        kinds: dict[str, list[str]] = {"number": [], "date": [], "text": []}
        described = []
        for name, kind in self.columns.items():
            kinds[kind].append(name)
            texts = self.known_texts(name)
            described.append(f"{name} ({kind}{': ' + ', '.join(texts) if texts else ''})")
        column = {"type": "string", "enum": list(self.columns)}
        condition = {"field": column, **{test: {"type": ["string", "number"]} for test in TESTS}}
        properties: dict[str, Any] = {
            "measure": {"type": "string", "enum": [*MEASURES, "rows"], "description": "rows lists records"},
            "where": {
                "type": "array",
                "description": "All must hold; each is a field and one test.",
                "items": {"type": "object", "required": ["field"], "minProperties": 2, "maxProperties": 2,
                          "additionalProperties": False, "properties": condition},
            },
            "group_by": {"type": "array", "maxItems": 3, "items": column},
            "order": {"type": "string", "enum": ["largest", "smallest"], "description": "of the measure"},
            "limit": {"type": "integer", "minimum": 1, "maximum": MOST_ROWS},
        }  # fmt: skip
        if kinds["number"]:
            properties["of"] = {"type": "string", "enum": kinds["number"], "description": "what is summed"}
        if kinds["date"]:
            properties["by_month_of"] = {"type": "string", "enum": kinds["date"], "description": "by month"}
        return {
            "name": tool,
            "description": f"{about} Counts, sums, averages and lists over the table {self.name}: "
            f"{'; '.join(described)}. Use it for every question whose answer is worked out from records. "
            "Returns rows and the query that ran.".strip(),
            "input_schema": {"type": "object", "required": ["measure"], "additionalProperties": False,
                             "properties": properties},
        }  # fmt: skip

    def run(self, call: Any) -> dict[str, Any]:
        """Return {"columns", "rows", "cut", "query", "values"}; CallError when the call does not fit."""
        if not isinstance(call, dict) or not set(call) <= set(FIELDS):
            raise CallError(f"give an object with {', '.join(FIELDS)} and nothing else")
        groups = self._groups(call)
        picked = self._picked(call, groups)
        tests, values = self._where(items(call, "where"))
        limit = call.get("limit", MOST_ROWS)
        if isinstance(limit, bool) or not isinstance(limit, int) or not 1 <= limit <= MOST_ROWS:
            raise CallError(f"limit must be a whole number from 1 to {MOST_ROWS}")
        query = f"SELECT {', '.join(picked)} FROM {quoted(self.name)}"  # noqa: S608  names are the table's own
        if tests:
            query += f" WHERE {' AND '.join(tests)}"
        if groups:
            query += f" GROUP BY {', '.join(groups)}"
        query += ordered(call.get("order"), len(picked), len(groups))
        cursor = self.connection.execute(f"{query} LIMIT ?", [*values, limit + 1])
        rows = cursor.fetchall()
        return {
            "columns": [column[0] for column in cursor.description],
            "rows": [[plain(cell) for cell in row] for row in rows[:limit]],
            "cut": len(rows) > limit, "query": query, "values": values,
        }  # fmt: skip

    def _groups(self, call: dict[str, Any]) -> list[str]:
        groups = [self._column(name) for name in items(call, "group_by")]
        if "by_month_of" in call:
            groups.append(f"substr({self._column(call['by_month_of'], 'date')}, 1, 7)")
        return groups

    def _picked(self, call: dict[str, Any], groups: list[str]) -> list[str]:
        measure = call.get("measure")
        if measure in ("rows", "count") and "of" in call:
            raise CallError(f"{measure} takes no of: it is of whole rows; use where for a part of them")
        if measure == "rows" and "order" in call:
            raise CallError("rows come as they are in the table; order is for a measure")
        if measure == "rows" and not groups:
            return [quoted(name) for name in self.columns]
        if not isinstance(measure, str) or measure not in MEASURES:
            raise CallError(f"measure must be one of {', '.join(MEASURES)}, or rows without groups")
        if measure == "count":
            return [*groups, MEASURES["count"]]
        return [*groups, MEASURES[measure].format(self._column(call.get("of"), "number"))]

    def _column(self, name: Any, kind: str = "") -> str:
        fitting = [column for column, its in self.columns.items() if kind in ("", its)]
        if name not in fitting:
            raise CallError(
                f"{name!r} is no {kind or 'known'} column; there are: {', '.join(fitting) or 'none'}"
            )
        return quoted(name)

    def _where(self, conditions: list[Any]) -> tuple[list[str], list[Any]]:
        tests, values = [], []
        for condition in conditions:
            named = [key for key in condition if key != "field"] if isinstance(condition, dict) else []
            if len(named) != 1 or "field" not in condition or named[0] not in TESTS:
                raise CallError(f"each of where is a field and one of {', '.join(TESTS)}")
            column, value = self._column(condition["field"]), condition[named[0]]
            if isinstance(value, bool) or not isinstance(value, (str, int, float)):
                raise CallError(f"{named[0]} takes a text or a number, got {json.dumps(value)}")
            if named[0] != "contains":
                column, value = fitted(column, self.columns[condition["field"]], value)
            texts = self.known_texts(condition["field"])
            if named[0] == "is" and texts and value not in texts:
                raise CallError(f"{condition['field']} is one of {', '.join(texts)}; got {value!r}")
            tests.append(TESTS[named[0]].format(column))
            values.append(value)
        return tests, values


def record(qid: str, title: str, path: Path, call: dict[str, Any], result: dict[str, Any]) -> dict[str, Any]:
    """Return a result as a record to be cited: what was asked, of which file, and what came back."""
    groups = [*items(call, "group_by")]
    if "by_month_of" in call:
        groups.append(f"month of {call['by_month_of']}")
    measure = {"count": "count of rows", "rows": "rows"}.get(
        call["measure"], f"{call['measure']} of {call.get('of')}"
    )
    tests = [
        f"{condition['field']} {test.replace('_', ' ')} {condition[test]}"
        for condition in items(call, "where")
        for test in condition
        if test != "field"
    ]
    asked = measure + (f" where {' and '.join(tests)}" if tests else "")
    asked += f", by {' and '.join(groups)}" if groups else ""
    asked += f", {call['order']} first" if call.get("order") else ""
    listed = call["measure"] == "rows"
    return {
        "qid": qid, "title": title, "asked": asked,
        "columns": [str(name) for name in result["columns"]] if listed else [*groups, measure],
        "rows": result["rows"], "cut": result["cut"], "source": str(path),
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "made": datetime.date.today().isoformat(),
    }  # fmt: skip


def fitted(column: str, kind: str, value: Any) -> tuple[str, Any]:
    """Return what is compared with a value: of a date just as much as the value gives, a day or 2026-03."""
    if kind == "date":
        if not re.fullmatch(r"\d{4}(-\d\d(-\d\d([T ].*)?)?)?", str(value)):
            raise CallError(f"{column} holds dates: give 2026-03-31, 2026-03 or 2026, got {value!r}")
        return f"substr({column}, 1, {len(str(value))})", str(value)
    try:
        value = float(value) if kind == "number" and isinstance(value, str) else value
    except ValueError as err:
        raise CallError(f"{column} holds numbers, got {value!r}") from err
    if not isinstance(value, str) and not abs(value) < 2**63:  # nor is NaN, which equals nothing
        raise CallError(f"{column}: no such number can be in the table, got {value!r}")
    return column, value


def plain(cell: Any) -> Any:
    """Return a number as somebody would write it: a sum of tenths comes back as -3.1000000000000014."""
    if isinstance(cell, bytes):
        return f"({len(cell)} bytes)"
    if isinstance(cell, float):
        return float(f"{cell:.12g}") if abs(cell) < float("inf") else str(cell)
    return cell


def items(call: dict[str, Any], name: str) -> list[Any]:
    value = call.get(name, [])
    if not isinstance(value, list):
        raise CallError(f"{name} must be a list")
    return value


def ordered(order: Any, picked: int, groups: int) -> str:
    """Return the ORDER BY: of the measure when asked, else of the groups, so that equal calls agree."""
    if order in ("largest", "smallest"):
        return f" ORDER BY {picked}{' DESC' if order == 'largest' else ''}"
    if order is not None:
        raise CallError("order must be largest or smallest")
    return f" ORDER BY {', '.join(str(number + 1) for number in range(groups))}" if groups else ""


def quoted(name: str) -> str:
    """Return a column or table name, quoted; such names come from the table, never from a call."""
    return '"' + name.replace('"', '""') + '"'


def main(argv: list[str]) -> int:
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=form)
    parser.add_argument("file", type=Path, metavar="TABLE", help="a CSV file or an SQLite database")
    parser.add_argument("call", nargs="?", default="null", help="the tool's input, JSON")
    parser.add_argument("--table", help="which table of a database")
    parser.add_argument("--define", action="store_true", help="print the tool's definition")
    parser.add_argument("--name", default="query_table", help="the tool's name in the definition")
    parser.add_argument("--about", default="", help="one sentence on what a row is, for the description")
    parser.add_argument("--for", dest="qid", metavar="QID", help="print a record for assemble.py --results")
    parser.add_argument("--title", default="", help="with --for: what the result is called where it is cited")
    args = parser.parse_args(argv)
    try:
        table = Table(args.file, args.table)
    except (CallError, ValueError, OSError, csv.Error, sqlite3.Error) as err:
        sys.stderr.write(f"{err}\n" if str(args.file) in str(err) else f"{args.file}: {err}\n")
        return 2
    try:
        call = json.loads(args.call)
        result = table.definition(args.name, args.about) if args.define else table.run(call)
        if args.qid and not args.define:
            result = record(args.qid, args.title, args.file, call, result)
    except (CallError, ValueError, RecursionError, OSError, sqlite3.Error) as err:
        sys.stderr.write(f"{err}\n")
        return 2
    sys.stdout.write(json.dumps(result, ensure_ascii=False, indent=2 if args.define else None) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
