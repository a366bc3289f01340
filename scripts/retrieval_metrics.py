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

import gc
import sys

from ragkit import cli, records
from ragkit.evaluation import options


def main(argv: list[str]) -> int:
    args = options.parse(cli.parser(__doc__), argv)
    from ragkit.evaluation import equal, gates, inputs, retrieval, wording

    bars = gates.read(args.gate, records.read_object(args.gate)) if args.gate else []
    headline = equal.measure(args.budget) if args.budget else f"recall@{args.k[0]}"
    bars = gates.bars(headline, args.min_recall, args.max_drop, bars)
    fields = [*args.slice, *gates.fields(bars)]

    gc.disable()  # nothing here is cyclic; the collector would walk all the records again and again
    labels, run = inputs.labels(args.labels, args.trec), inputs.run(args.run, args.trec, args.ties)
    if args.documents or args.baseline_chunks or args.trec_out:  # both are read more than once
        labels, run = list(labels), list(run)
    resolver = inputs.resolver(labels, args.match, args.documents, args.chunks)
    bound = retrieval.Bound(labels, resolver, fields)
    read = inputs.shown(run, resolver)
    scores, baseline = bound.score(read, args.k), None
    if args.budget and resolver.has_text:
        scores.spend(args.budget, read, resolver.tokens)
    own = resolver
    if args.baseline_chunks:
        own = inputs.resolver(labels, args.match, args.documents, args.baseline_chunks)
        bound = retrieval.Bound(labels, own, fields)
    if args.baseline:
        old = list(inputs.shown(inputs.run(args.baseline, args.trec, args.ties), own))
        with cli.naming(f"--baseline {args.baseline}"):
            baseline = bound.score(old, args.k, retrieval.FOREIGN_COMPARED)
        if args.budget and own.has_text:
            baseline.spend(args.budget, old, own.tokens)
    report = wording.report(scores, baseline, bars, args.gain, args.measure, args.all_measures)
    if args.documents:
        from ragkit.evaluation import standing  # it brings the waterfall, which ids alone can do without

        report = report._replace(standing=standing.of_worst(scores, args.worst, labels, run, resolver))

    warnings = [*wording.doubts(scores, baseline), *wording.unsliced(scores, args.slice)]
    for line in warnings:
        cli.say(line)
    if warnings and args.strict:
        raise cli.InputError(f"{args.run}: {len(warnings)} warnings, and --strict")
    if args.trec_out:
        inputs.write_trec(args.trec_out, labels, run, resolver)
    if args.junit:
        with records.atomic(args.junit) as file:
            file.write(gates.junit(report.verdicts))
    if args.json:
        records.write([wording.summary(report)], None)
    else:
        cli.show(wording.lines(report, args.worst))
    return cli.DONE if all(verdict.passed for verdict in report.verdicts) else cli.FAILED


if __name__ == "__main__":
    sys.exit(cli.run(main))
