#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""Check a label file, and locate its quotes in the documents.

usage: python3 scripts/labels.py lint labels.jsonl --documents documents.jsonl
       python3 scripts/labels.py locate labels.jsonl documents.jsonl -o located.jsonl

in:    labels.jsonl  {"qid": "q1", "question": "...", "evidence": [{"doc_id": "a.md", "quote": "..."}]}
out:   lint: one line a finding on stdout, faults first; with --json one object a finding
       locate: the labels with each quote's "ranges" in its document, or its "lost" code and "nearest" text
exit:  0 done, 1 a fault was found or a quote was lost (--allow-loss: 0), 2 bad input
"""

import argparse
import sys

from ragkit import cli, records
from ragkit.labels import lint, locate, read


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    verbs = parser.verbs()
    check = verbs.add_parser("lint")
    check.add_argument("labels")
    check.add_argument("--documents", metavar="D", help="documents.jsonl: locate the quotes, count coverage")
    check.add_argument("--run", metavar="R", help="run.jsonl: was the gold made by this retriever?")
    check.add_argument("--against", metavar="L", help="labels of another split: do the two leak?")
    check.add_argument("--json", action="store_true")
    find = verbs.add_parser("locate")
    find.add_argument("labels")
    find.add_argument("documents")
    find.add_argument("-o", "--out", metavar="FILE", help="where to write (default: stdout)")
    find.add_argument("--allow-loss", action="store_true", help="exit 0 also where a quote was lost")
    args = parser.parse_args(argv)
    return {"lint": _lint, "locate": _locate}[args.verb](args)


def _lint(args: argparse.Namespace) -> int:
    labels = read.read(args.labels)
    pages = locate.pages(records.read("document", args.documents)) if args.documents else None
    run = {row["qid"]: row["retrieved"] for row in records.read("run", args.run)} if args.run else None
    found = lint.lint(labels, pages, run, read.read(args.against) if args.against else [])
    if args.json:
        records.write((finding._asdict() for finding in found), None)
    else:
        cli.show([lint.summary(labels, found), *map(str, found)])
    return cli.FAILED if any(finding.fault for finding in found) else cli.DONE


def _locate(args: argparse.Namespace) -> int:
    labels = read.read(args.labels)
    rows, lost = locate.annotate(labels, locate.pages(records.read("document", args.documents)))
    records.write(rows, args.out)
    for line in lost:
        cli.say(line)
    return cli.FAILED if lost and not args.allow_loss else cli.DONE


if __name__ == "__main__":
    sys.exit(cli.run(main))
