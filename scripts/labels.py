#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""Check a label file, locate its quotes, split it, or draw real questions from logs.

usage: python3 scripts/labels.py lint labels.jsonl --documents documents.jsonl
       python3 scripts/labels.py locate labels.jsonl documents.jsonl -o located.jsonl
       python3 scripts/labels.py split labels.jsonl --dev dev.jsonl --test test.jsonl
       python3 scripts/labels.py from-logs searches.csv -n 100 -o questions.jsonl

in:    labels.jsonl  {"qid": "q1", "question": "...", "evidence": [{"doc_id": "a.md", "quote": "..."}]}
       a log as CSV or JSONL, with a column such as question or query, or chat messages
out:   lint: one line a finding on stdout, faults first; with --json one object a finding
       locate: the labels with each quote's "ranges" in its document, or its "lost" code and "nearest" text
       split: the two files; from-logs: questions with their "frequency", personal details masked
exit:  0 done, 1 a fault was found or a quote was lost (--allow-loss: 0), 2 bad input
"""

import argparse
import sys

from ragkit import cli, records
from ragkit.labels import lint, locate, logs, read, split


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    verbs = parser.verbs()
    check, find, cut, draw = (verbs.add_parser(name) for name in ("lint", "locate", "split", "from-logs"))
    for verb in (check, find, cut):
        verb.add_argument("labels")
    check.add_argument("--documents", metavar="D", help="documents.jsonl: locate the quotes, count coverage")
    check.add_argument("--run", metavar="R", help="run.jsonl: was the gold made by this retriever?")
    check.add_argument("--against", metavar="L", help="labels of another split: do the two leak?")
    check.add_argument("--json", action="store_true")
    find.add_argument("documents")
    find.add_argument("-o", "--output", metavar="FILE", help="where to write (default: stdout)")
    find.add_argument("--allow-loss", action="store_true", help="exit 0 also where a quote was lost")
    cut.add_argument("--dev", required=True, metavar="FILE", help="to tune on")
    cut.add_argument("--test", required=True, metavar="FILE", help="to report once")
    cut.add_argument("--share", type=cli.share, default=0.5, help="of dev (default: 0.5)")
    draw.add_argument("log")
    draw.add_argument("-n", type=cli.count, default=100, help="questions (default: 100)")
    draw.add_argument("-o", "--output", metavar="FILE", help="where to write (default: stdout)")
    draw.add_argument("--column", help="the column or field that holds the question")
    for verb in (cut, draw):
        verb.add_argument("--seed", type=cli.natural, default=0)
    args = parser.parse_args(argv)
    return {"lint": _lint, "locate": _locate, "split": _split, "from-logs": _draw}[args.verb](args)


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
    cli.apart({"documents": args.documents, "-o": args.output})
    labels = read.read(args.labels)
    rows, lost = locate.annotate(labels, locate.pages(records.read("document", args.documents)))
    records.write(rows, args.output)
    for line in [*lost, locate.count(rows)]:
        cli.say(line)
    return cli.FAILED if lost and not args.allow_loss else cli.DONE


def _split(args: argparse.Namespace) -> int:
    cli.apart({"labels": args.labels, "--dev": args.dev, "--test": args.test})
    dev, test = split.split(read.read(args.labels), args.share, args.seed)
    with records.atomic(args.dev) as one, records.atomic(args.test) as two:  # both, or neither
        for rows, file in ((dev, one), (test, two)):
            file.writelines(f"{records.dump(row)}\n" for row in rows)
    cli.say(f"{len(dev)} labels to {args.dev}, {len(test)} to {args.test}")
    return cli.DONE


def _draw(args: argparse.Namespace) -> int:
    if args.log.lower().endswith(".csv"):
        texts = logs.from_csv(records.lines(args.log), args.column)
    else:
        texts = logs.from_jsonl(records.read_rows(args.log), args.column)
    drawn = logs.sample(texts, args.n, args.seed)
    records.write(drawn.questions, args.output)
    cli.say(drawn.said)
    return cli.DONE


if __name__ == "__main__":
    sys.exit(cli.run(main))
