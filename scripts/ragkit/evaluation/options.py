"""The command line of retrieval_metrics.py."""

import argparse

from ragkit import cli


def parse(parser: argparse.ArgumentParser, argv: list[str]) -> argparse.Namespace:
    """Return the parsed arguments, with those that need others checked."""
    add = parser.add_argument
    add("labels", metavar="labels.jsonl")
    add("run", metavar="run.jsonl")
    add("--k", type=cli.count, action="append", metavar="K", help="cut-offs (default: 5 10 20)")
    add("--min-recall", type=cli.share, metavar="R", help="the bar (default: 0.8, or none with --gate)")
    add("--worst", type=cli.natural, default=10, metavar="N", help="questions shown (default: 10)")
    add("--documents", metavar="D", help="documents.jsonl, where labels have quotes")
    add("--chunks", metavar="C", help="chunks.jsonl that the run's ids come from")
    add("--match", choices=["chunk", "doc"], default="chunk", help="doc: a quote counts by its document")
    add("--gain", choices=["linear", "exp"], default="linear", help="of a grade in nDCG")
    add("--measure", action="append", default=[], metavar="M", help="show also, e.g. map or precision@5")
    add("--slice", action="append", default=[], metavar="FIELD", help="show each value of a label field")
    add("--baseline", metavar="RUN", help="compare recall at the first k with this run, by question")
    add("--all-measures", action="store_true", help="compare every measure shown, corrected for their number")
    add("--baseline-chunks", metavar="C", help="the baseline's chunks, where they are others")
    add("--max-drop", type=cli.share, metavar="D", help="a gate: recall may be so much below the baseline")
    add("--gate", metavar="FILE", help="a JSON file of gates, for CI")
    add("--trec", action="store_true", help="labels are TREC qrels, runs are TREC runs")
    add("--trec-out", metavar="PREFIX", help="write PREFIX.qrels and PREFIX.run for TREC tools too")
    add("--ties", choices=["rank", "trec"], help="order of a TREC run's equal scores (default: rank)")
    add("--strict", action="store_true", help="exit 2 on any warning")
    add("--json", action="store_true", help="print one JSON object")
    add("--junit", metavar="FILE", help="write the verdicts as JUnit XML")
    add("--budget", type=cli.count, metavar="TOKENS", help="recall within so many tokens of context decides")
    args = parser.parse_args(cli.spread(argv, "--k"))
    if args.baseline_chunks and not args.baseline:
        parser.error("--baseline-chunks needs --baseline")
    if args.budget and not (args.documents and args.chunks):
        parser.error("--budget needs --documents and --chunks, which say how large each passage is")
    if args.budget and args.match == "doc":
        parser.error("--budget counts chunks; it does not go with --match doc")
    if args.trec_out and args.match == "doc":
        parser.error("--trec-out writes the ids of the run; it does not go with --match doc")
    if args.ties and not args.trec:
        parser.error("--ties orders the equal scores of a TREC run: it needs --trec")
    if args.all_measures and not args.baseline:
        parser.error("--all-measures compares with another run: it needs --baseline")
    args.k, args.ties = args.k or [5, 10, 20], args.ties or "rank"
    return args
