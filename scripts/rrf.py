#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""Fuse two or more runs of the same questions into one, by reciprocal rank fusion.

usage: python3 scripts/rrf.py a.jsonl b.jsonl --chunks chunks.jsonl --queries labels.jsonl > fused.jsonl

in:    run.jsonl {"qid": "q1", "retrieved": [chunk ids, best first]}; with --chunks and --queries each run is
       checked against the permissions first: what the question's user may not see is dropped, and said
out:   one run on stdout with "scores" and, in "legs", each run's own list; a question absent from a run
       counts as an empty list there
exit:  0 done; 1 with --strict: a run held what its user may not see; 2 bad input
"""

import sys

from ragkit import access, cli, records
from ragkit.retrieval import fuse


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    parser.add_argument("runs", nargs="+", metavar="run.jsonl")
    parser.add_argument("-o", "--output", metavar="fused.jsonl", help="default: stdout")
    parser.add_argument("--k", type=cli.natural, default=60, help="smoothing constant (default: 60)")
    parser.add_argument("--top", type=cli.count, help="keep so many ids a question (default: all)")
    parser.add_argument("--chunks", help="chunks.jsonl, for their permissions")
    parser.add_argument("--queries", help="questions or labels, for their users")
    parser.add_argument("--user", metavar="JSON", help="whose rights, where a question names no user")
    parser.add_argument(
        "--all", action="store_true", help="fuse with every right, where a question names no user"
    )
    parser.add_argument("--strict", action="store_true", help="exit 1 when a run leaked")
    args = parser.parse_args(argv)
    if args.queries and not args.chunks:
        parser.error("--queries needs --chunks")
    if args.strict and not args.chunks:
        parser.error("--strict needs --chunks, to know the permissions")
    who = access.reader_from(args.user, args.all)

    runs = {name: list(records.read("run", path)) for name, path in fuse.names(args.runs).items()}
    leaks: list[str] = []
    if args.chunks:
        chunks = records.read("chunk", args.chunks)
        questions = records.read("label", args.queries) if args.queries else iter(())
        runs, leaks = fuse.enforce(runs, chunks, questions, who)
    records.write(fuse.fuse(runs, args.k, args.top), args.output)
    for line in leaks:
        cli.say(line)
    return cli.FAILED if leaks and args.strict else cli.DONE


if __name__ == "__main__":
    sys.exit(cli.run(main))
