#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""Score a run against labels: recall, nDCG and MRR with 95% intervals, the worst questions, gates.

usage: python3 scripts/retrieval_metrics.py labels.jsonl run.jsonl --k 5 10 20 --min-recall 0.8 --worst 10
       (the values shown are the defaults; the gate reads recall at the first k)

in:    labels.jsonl  {"qid": "q1", "question": "...", "evidence": [{"doc_id": "a.md", "quote": "..."}]}, which
                     needs --documents and --chunks; or "relevant": ["id", ...] or {"id": grade}; or
                     "any_of": [["a", "b"], ["c"]]; [] or "answerable": false where nothing answers it
       run.jsonl     {"qid": "q1", "retrieved": ["id", ...]}, best first
       gates.json    {"gates": [{"measure": "recall@5", "min": 0.85, "max_drop": 0.02, "slice": "type=faq"}]}
out:   the measures, the worst questions and PASS or FAIL on stdout, or --json; warnings on stderr
exit:  0 every gate passed, 1 one failed, 2 bad input (with --strict, any warning)
"""

import argparse
import gc
import sys

from ragkit import cli, records


def main(argv: list[str]) -> int:
    args = _arguments(argv)
    from ragkit.evaluation import gates, inputs, retrieval, standing, wording

    bars = gates.read(args.gate, records.read_object(args.gate)) if args.gate else []
    bars = gates.bars(f"recall@{args.k[0]}", args.min_recall, args.max_drop, bars)
    fields = [*args.slice, *gates.fields(bars)]

    gc.disable()  # nothing here is cyclic; the collector would walk all the records again and again
    labels, run = inputs.labels(args.labels, args.trec), inputs.run(args.run, args.trec, args.ties)
    if args.documents or args.baseline_chunks:  # both are read more than once
        labels, run = list(labels), list(run)
    resolver = inputs.resolver(labels, args.match, args.documents, args.chunks)
    bound = retrieval.Bound(labels, resolver, fields)
    scores, baseline = bound.score(run, args.k), None
    if args.baseline_chunks:
        own = inputs.resolver(labels, args.match, args.documents, args.baseline_chunks)
        bound = retrieval.Bound(labels, own, fields)
    if args.baseline:
        old = inputs.run(args.baseline, args.trec, args.ties)
        with cli.naming(f"--baseline {args.baseline}"):
            baseline = bound.score(old, args.k, retrieval.FOREIGN_COMPARED)
    report = wording.report(scores, baseline, bars, args.gain, args.measure, args.all_measures)
    if args.documents:
        report = report._replace(standing=standing.of_worst(scores, args.worst, labels, run, resolver))

    warnings = wording.doubts(scores, baseline)
    for line in warnings:
        cli.say(line)
    if warnings and args.strict:
        raise cli.InputError(f"{args.run}: {len(warnings)} warnings, and --strict")
    if args.junit:
        with records.atomic(args.junit) as file:
            file.write(gates.junit(report.verdicts))
    if args.json:
        records.write([wording.summary(report)], None)
    else:
        cli.show(wording.lines(report, args.worst))
    return cli.DONE if all(verdict.passed for verdict in report.verdicts) else cli.FAILED


def _arguments(argv: list[str]) -> argparse.Namespace:
    parser = cli.parser(__doc__)
    add = parser.add_argument
    add("labels", metavar="labels.jsonl")
    add("run", metavar="run.jsonl")
    add("--k", type=cli.count, action="append", metavar="K", help="cut-offs (default: 5 10 20)")
    add("--min-recall", type=cli.share, metavar="R", help="the bar (default: 0.8, or none with --gate)")
    add("--worst", type=cli.natural, default=10, metavar="N", help="questions shown (default: 10)")
    add("--documents", metavar="D", help="documents.jsonl, where labels have quotes")
    add("--chunks", metavar="C", help="chunks.jsonl that the run's ids come from")
    add("--match", choices=["chunk", "doc"], default="chunk", help="what a relevant id names")
    add("--gain", choices=["linear", "exp"], default="linear", help="of a grade in nDCG")
    add("--measure", action="append", default=[], metavar="M", help="show also, e.g. map or precision@5")
    add("--slice", action="append", default=[], metavar="FIELD", help="show each value of a label field")
    add("--baseline", metavar="RUN", help="compare recall at the first k with this run, by question")
    add("--all-measures", action="store_true", help="compare every measure shown, corrected for their number")
    add("--baseline-chunks", metavar="C", help="the baseline's chunks, where they are others")
    add("--max-drop", type=cli.share, metavar="D", help="a gate: recall may be so much below the baseline")
    add("--gate", metavar="FILE", help="a JSON file of gates, for CI")
    add("--trec", action="store_true", help="labels are TREC qrels, runs are TREC runs")
    add("--ties", choices=["rank", "trec"], default="rank", help="order of a TREC run's equal scores")
    add("--strict", action="store_true", help="exit 2 on any warning")
    add("--json", action="store_true", help="print one JSON object")
    add("--junit", metavar="FILE", help="write the verdicts as JUnit XML")
    args = parser.parse_args(cli.spread(argv, "--k"))
    if args.baseline_chunks and not args.baseline:
        parser.error("--baseline-chunks needs --baseline")
    args.k = args.k or [5, 10, 20]
    return args


if __name__ == "__main__":
    sys.exit(cli.run(main))
