#!/usr/bin/env python3
"""Make a review sheet of labels for a person, and apply the person's choices.

usage: python3 review.py sheet labels.jsonl documents.jsonl -o review.csv --number 20
       python3 review.py apply labels.jsonl review.csv -o reviewed.jsonl

exit:  0 done, 2 bad input, 3 choices are missing in the sheet
Needs nothing but Python; copy it beside your labels.
"""

import argparse
import csv
import json
import sys
from pathlib import Path
from typing import Any

COLUMNS = ["choice", "qid", "question", "document", "quote in its lines", "new question"]
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
    sheet.add_argument("--number", type=int, default=20)
    apply = verbs.add_parser("apply")
    apply.add_argument("labels", type=Path)
    apply.add_argument("sheet", type=Path)
    apply.add_argument("-o", "--output", type=Path, required=True)
    args = parser.parse_args(argv)
    return make_sheet(args) if args.verb == "sheet" else apply_sheet(args)


def read(path: Path) -> list[dict[str, Any]]:
    try:
        with open(path, encoding="utf-8-sig") as file:
            return [json.loads(line) for line in file if line.strip()]
    except (OSError, ValueError) as err:
        sys.stderr.write(f"{path}: {err}\n")
        raise SystemExit(2) from err


def make_sheet(args: argparse.Namespace) -> int:
    texts = {document["doc_id"]: document["text"] for document in read(args.documents)}
    with open(args.output, "w", encoding="utf-8-sig", newline="") as file:  # a BOM, for spreadsheet programs
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for label in spread(read(args.labels), args.number):
            evidence = label.get("evidence") or []
            shown = "\n---\n".join(in_lines(texts.get(one["doc_id"], ""), one["quote"]) for one in evidence)
            names = "\n".join(dict.fromkeys(one["doc_id"] for one in evidence)) or "(none: not in the corpus)"
            writer.writerow(["", label["qid"], label.get("question", ""), names, shown, ""])
    return 0


def spread(labels: list[dict[str, Any]], number: int) -> list[dict[str, Any]]:
    """Return up to `number` labels, from every document in turn, in the order of the file."""
    by_document: dict[str, list[dict[str, Any]]] = {}
    for label in labels:
        first = next((one["doc_id"] for one in label.get("evidence") or []), "")
        by_document.setdefault(first, []).append(label)
    turns = [group[turn : turn + 1] for turn in range(len(labels)) for group in by_document.values()]
    return [label for group in turns for label in group][:number]


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


def apply_sheet(args: argparse.Namespace) -> int:
    with open(args.sheet, encoding="utf-8-sig", newline="") as file:
        rows = {row["qid"]: row for row in csv.DictReader(file)}
    choices = {qid: row["choice"].strip().lower() for qid, row in rows.items()}
    renamed = {qid: rows[qid]["new question"].strip() for qid, choice in choices.items() if choice == "fix"}
    undecided = [qid for qid, choice in choices.items() if choice not in CHOICES or renamed.get(qid) == ""]
    if undecided:
        sys.stderr.write(f"{args.sheet}: keep, drop, or fix with a new question: {', '.join(undecided)}\n")
        return 3
    labels = read(args.labels)
    unknown = choices.keys() - {label["qid"] for label in labels}
    if unknown:
        sys.stderr.write(f"{args.sheet}: {', '.join(sorted(unknown))} not in {args.labels}\n")
        return 2
    kept = [label for label in labels if choices.get(label["qid"]) != "drop"]
    for label in kept:
        label["question"] = renamed.get(label["qid"], label.get("question", ""))
    text = "".join(json.dumps(label, ensure_ascii=False) + "\n" for label in kept)
    args.output.write_text(text, encoding="utf-8")
    counts = ", ".join(f"{choice} {list(choices.values()).count(choice)}" for choice in CHOICES)
    sys.stderr.write(f"{counts}; {len(kept)} of {len(labels)} labels written\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
