#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""Score a run against labels: recall@k, nDCG@k and MRR with 95% intervals, the worst questions, a gate.

usage: python3 scripts/retrieval_metrics.py labels.jsonl run.jsonl --k 5 10 20 --min-recall 0.8 --worst 10
       (the values shown are the defaults; the gate reads recall at the first k)

in:    labels.jsonl  {"qid": "q1", "question": "...", "evidence": [{"doc_id": "a.md", "quote": "..."}]}, which
                     needs --documents and --chunks; or "relevant": ["id", ...] or {"id": grade}; or
                     "any_of": [["a", "b"], ["c"]]; [] or "answerable": false where nothing answers it
       run.jsonl     {"qid": "q1", "retrieved": ["id", ...]}, best first
out:   the measures, the worst questions and PASS or FAIL on stdout, or --json; warnings on stderr
exit:  0 the gate passed, 1 recall is below the bar, 2 bad input (with --strict, any warning)
"""

import sys
from collections.abc import Iterable

from ragkit import cli, records
from ragkit.evaluation import evidence, gates, retrieval, trec, wording
from ragkit.labels import read
from ragkit.records import Record


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    parser.add_argument("labels", metavar="labels.jsonl")
    parser.add_argument("run", metavar="run.jsonl")
    parser.add_argument(
        "--k", type=cli.count, action="append", metavar="K", help="cut-offs (default: 5 10 20)"
    )
    parser.add_argument(
        "--min-recall", type=cli.share, default=0.8, metavar="R", help="the bar (default: 0.8)"
    )
    parser.add_argument(
        "--worst", type=cli.natural, default=10, metavar="N", help="questions shown (default: 10)"
    )
    parser.add_argument("--documents", metavar="D", help="documents.jsonl, where labels have quotes")
    parser.add_argument("--chunks", metavar="C", help="chunks.jsonl that the run's ids come from")
    parser.add_argument("--match", choices=["chunk", "doc"], default="chunk", help="what a relevant id names")
    parser.add_argument("--trec", action="store_true", help="labels are TREC qrels, the run is a TREC run")
    parser.add_argument(
        "--ties", choices=["rank", "trec"], default="rank", help="order of a TREC run's equals"
    )
    parser.add_argument("--strict", action="store_true", help="exit 2 on any warning")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args(cli.spread(argv, "--k"))

    ks = args.k or [5, 10, 20]

    labels, run = _trec(args.labels, args.run, args.ties) if args.trec else _jsonl(args.labels, args.run)
    if args.documents:
        labels = list(labels)
    documents = records.read("document", args.documents) if args.documents else None
    chunks = records.read("chunk", args.chunks) if args.chunks else None
    resolver = evidence.resolver_for(labels, args.match, documents, chunks)
    scores = retrieval.score(labels, run, ks, resolver)
    verdict = gates.at_least(f"recall@{ks[0]}", scores.mean(f"recall@{ks[0]}").mean, args.min_recall)

    warnings = wording.warnings(scores.left_out)
    for line in warnings:
        cli.say(line)
    if warnings and args.strict:
        raise cli.InputError(f"{args.run}: {len(warnings)} warnings, and --strict")
    if args.json:
        records.write([wording.summary(scores, verdict)], None)
    else:
        cli.show(wording.report(scores, args.worst, verdict))
    return cli.DONE if verdict.passed else cli.FAILED


def _jsonl(labels: str, run: str) -> tuple[Iterable[Record], Iterable[Record]]:
    return read.stream(labels), records.read("run", run)


def _trec(labels: str, run: str, ties: str) -> tuple[Iterable[Record], Iterable[Record]]:
    return trec.labels(records.lines(labels)), trec.run(records.lines(run), ties)


if __name__ == "__main__":
    sys.exit(cli.run(main))
