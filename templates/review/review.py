#!/usr/bin/env python3
"""Make a review sheet of labels for a person, and apply the person's choices.

usage: python3 review.py sheet labels.jsonl documents.jsonl -o review.csv --number 20
       python3 review.py apply labels.jsonl review.csv -o reviewed.jsonl

exit:  0 done, 2 bad input, 3 choices are missing in the sheet
Needs nothing but Python; copy it beside your labels.
"""

import argparse
import csv
import io
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

COLUMNS = ["choice", "qid", "question", "document", "quote in its lines", "new question"]
FORMULA = ("=", "+", "-", "@")  # begins what a spreadsheet program computes
CHOICES = ("keep", "drop", "fix")


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    verbs = parser.add_subparsers(dest="verb", required=True)
    sheet = verbs.add_parser("sheet")
    sheet.add_argument("labels", type=Path)
    sheet.add_argument("documents", type=Path)
    sheet.add_argument("-o", "--output", type=Path, required=True)
    sheet.add_argument("--number", type=whole, default=20)
    apply = verbs.add_parser("apply")
    apply.add_argument("labels", type=Path)
    apply.add_argument("sheet", type=Path)
    apply.add_argument("-o", "--output", type=Path, required=True)
    args = parser.parse_args(argv)
    try:
        return make_sheet(args) if args.verb == "sheet" else apply_sheet(args)
    except csv.Error as err:
        sys.stderr.write(f"{args.sheet}: no CSV: {err}\n")
        return 2
    except (SheetError, OSError) as err:
        sys.stderr.write(f"{err}\n")
        return 2


def whole(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"need a whole number of 1 or more, got {text!r}")
    return int(text)


class SheetError(Exception):
    """What the user can mend; the message names the file."""


def read(path: Path, fields: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the records of a file; each has these fields, of these types."""
    found = []
    try:
        with open(path, encoding="utf-8-sig") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    found.append(record(json.loads(line), fields, f"{path}:{number}"))
    except (ValueError, RecursionError) as err:
        raise SheetError(f"{path}:{len(found) + 1}: not JSON, or not UTF-8: {err}") from err
    if not found:
        raise SheetError(f"{path}: nothing in it")
    return found


def record(row: Any, fields: dict[str, Any], where: str) -> dict[str, Any]:
    if not isinstance(row, dict):
        raise SheetError(f"{where}: need an object a line")
    for name, kind in fields.items():
        if not isinstance(row.get(name), kind):
            raise SheetError(f"{where}: {name!r} is missing or of the wrong type")
    json.dumps(row, ensure_ascii=False).encode()  # half a character could not be written again
    return row


def labels_of(path: Path) -> list[dict[str, Any]]:
    """Return the labels of a file, their qids as text, no two alike."""
    labels = read(path, {"qid": (str, int), "question": (str, type(None)), "evidence": (list, type(None))})
    for number, label in enumerate(labels, start=1):
        for one in label.get("evidence") or []:
            record(one, {"doc_id": str, "quote": str}, f"{path}: label {number}: evidence")
    if twice := [qid for qid, count in Counter(str(one["qid"]) for one in labels).items() if count > 1]:
        raise SheetError(f"{path}: {twice[0]} appears twice")
    return labels


def make_sheet(args: argparse.Namespace) -> int:
    texts = {one["doc_id"]: one["text"] for one in read(args.documents, {"doc_id": str, "text": str})}
    labels = labels_of(args.labels)
    with open(args.output, "w", encoding="utf-8-sig", newline="") as file:  # a BOM, for spreadsheet programs
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for label in spread(labels, args.number):
            evidence = label.get("evidence") or []
            shown = "\n---\n".join(in_lines(texts.get(one["doc_id"], ""), one["quote"]) for one in evidence)
            names = "\n".join(dict.fromkeys(one["doc_id"] for one in evidence)) or "(none: not in the corpus)"
            cells = (label.get("question") or "", names, shown)
            writer.writerow(["", label["qid"], *map(harmless, cells), ""])
    return 0


def harmless(cell: str) -> str:
    """Return a cell that no spreadsheet program computes: what a document says is not to be run."""
    return f"'{cell}" if cell.lstrip().startswith(FORMULA) else cell


def spread(labels: list[dict[str, Any]], number: int) -> list[dict[str, Any]]:
    """Return up to `number` labels, those marked "review" first, from every document in turn."""
    marked = [label for label in labels if label.get("review")]
    rest = [label for label in labels if not label.get("review")]
    return [*in_turn(marked), *in_turn(rest)][:number]


def in_turn(labels: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the labels from every document in turn, in the order of the file."""
    by_document: dict[str, list[dict[str, Any]]] = {}
    for label in labels:
        first = next((one["doc_id"] for one in label.get("evidence") or []), "")
        by_document.setdefault(first, []).append(label)
    turns = [group[turn : turn + 1] for turn in range(len(labels)) for group in by_document.values()]
    return [label for group in turns for label in group]


def in_lines(text: str, quote: str) -> str:
    """Return the quote marked inside the lines around it; alone where it is not found as it is."""
    start = text.find(quote)
    if start < 0:
        return f"[not found as it is] {quote}"
    line = text.rfind("\n", 0, start)
    begin = text.rfind("\n", 0, line) + 1 if line > 0 else 0
    end = text.find("\n", text.find("\n", start + len(quote)) + 1)
    after = text[start + len(quote) : end if end >= 0 else None]
    return f"{text[begin:start]}>>> {quote} <<<{after}"


def rows_of(path: Path) -> dict[str, dict[str, str]]:
    """Return qid -> row of a sheet as a spreadsheet program saves it: UTF-8 or UTF-16, with , ; or tabs."""
    data = path.read_bytes()
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")  # what Excel writes in the West
    head = text.partition("\n")[0]
    table = csv.DictReader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=head.count))
    rows: dict[str, dict[str, str]] = {}
    for row in table:
        cells = {name: row.get(name) or "" for name in ("choice", "qid", "new question")}
        if not {"choice", "qid", "new question"} <= row.keys():
            raise SheetError(f"{path}: need the columns choice, qid and new question, as the sheet was made")
        if cells["qid"] in rows and rows[cells["qid"]] != cells:
            raise SheetError(f"{path}:{table.line_num}: {cells['qid']} has two rows that differ; keep one")
        if any(cell.strip() for cell in cells.values()):
            rows[cells["qid"]] = cells
    if not rows:
        raise SheetError(f"{path}: no rows of a sheet in it")
    return rows


def apply_sheet(args: argparse.Namespace) -> int:
    rows = rows_of(args.sheet)
    choices = {qid: row["choice"].strip().lower() for qid, row in rows.items()}
    renamed = {qid: rows[qid]["new question"].strip() for qid, choice in choices.items() if choice == "fix"}
    undecided = [qid for qid, choice in choices.items() if choice not in CHOICES or renamed.get(qid) == ""]
    if undecided:
        sys.stderr.write(f"{args.sheet}: keep, drop, or fix with a new question: {', '.join(undecided)}\n")
        return 3
    labels = labels_of(args.labels)
    unknown = choices.keys() - {str(label["qid"]) for label in labels}
    if unknown:
        sys.stderr.write(f"{args.sheet}: {', '.join(sorted(unknown))} not in {args.labels}\n")
        return 2
    kept = [label for label in labels if choices.get(str(label["qid"])) != "drop"]
    for label in kept:
        if str(label["qid"]) in choices:
            label.pop("review", None)  # it has been
        label["question"] = renamed.get(str(label["qid"]), label.get("question") or "")
    text = "".join(json.dumps(label, ensure_ascii=False) + "\n" for label in kept)
    args.output.write_text(text, encoding="utf-8")
    counts = ", ".join(f"{choice} {list(choices.values()).count(choice)}" for choice in CHOICES)
    sys.stderr.write(f"{counts}; {len(kept)} of {len(labels)} labels written\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
