#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = ["numpy>=1.26", "scipy>=1.11", "PyStemmer>=2.2.0.3"]
# ///
"""Try configurations on your own documents and questions, and choose one that is no luckier than the rest.

usage: python3 scripts/sweep.py documents.jsonl labels.jsonl -o sweep
       python3 scripts/sweep.py documents.jsonl labels.jsonl -o sweep --grid grid.json --budget 1000 2500 5000

in:    documents.jsonl; labels.jsonl with quotes, which score every chunk size on the same questions
       grid.json  {"chunk": {"max_tokens": [250, 500]}, "index": {"dense": ["none", "lsa"]},
                   "search": {"mode": ["bm25", "hybrid"], "fusion": ["rrf", "weighted"]}}
       without a grid, the ladder: BM25, + prefix, + stems, + dense, + tuned and learned fusion, the defaults,
       + rerank and, where they are given, variants; the defaults (*) are tried beside every grid
out:   a table on stdout, each row tested against the default; recall and tokens by k of the chosen one;
       chosen.json, settings for chunk.py, index.py, search.py, rerank.py; what is unchanged is kept
exit:  0 done, 2 bad input, 3 a package is missing
"""

import json
import os
import sys

from ragkit import access, cli, env, records
from ragkit.labels import read, split
from ragkit.retrieval import call


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    parser.add_argument("documents", metavar="documents.jsonl")
    parser.add_argument("labels", metavar="labels.jsonl")
    parser.add_argument(
        "-o", "--output", type=cli.folder, required=True, metavar="DIR", help="cells, indexes"
    )
    parser.add_argument("--grid", metavar="FILE", help="axes and their values")
    parser.add_argument("--draw", type=cli.count, metavar="N", help="so many cells of the grid, at random")
    parser.add_argument("--budget", type=cli.count, action="append", help="context tokens (default: 2500)")
    parser.add_argument("--bar", type=cli.share, help="take the smallest k with this recall")
    parser.add_argument("--share", type=cli.share, default=0.5, help="of dev questions (default: 0.5)")
    parser.add_argument("--seed", type=cli.natural, default=0)
    parser.add_argument("--variants", metavar="V", help="{qid, variants}, of worksheet.py: a lever too")
    parser.add_argument("--notes", metavar="C", help="chunks with notes of worksheet.py: chunk.notes")
    parser.add_argument("--routing", action="store_true", help="several corpora: was the right one searched?")
    parser.add_argument("--price", type=cli.dollars, metavar="USD", help="of a million context tokens")
    parser.add_argument("--prune", action="store_true", help="remove what this sweep does not need")
    parser.add_argument("--user", metavar="JSON", help="for labels that name no user, on a restricted corpus")
    parser.add_argument("--all", action="store_true", help="search with every right")
    args = parser.parse_args(cli.spread(argv, "--budget"))
    budgets = list(dict.fromkeys(args.budget or [2500]))
    env.need("numpy", "scipy", "Stemmer")
    from ragkit.doctor import examine
    from ragkit.evaluation import choice, cutoff, grid, quoted, sweep

    who = access.reader_from(args.user, args.all)
    table = records.read_object(args.grid) if args.grid else None
    variants = call.variants(args.variants) or None
    noted = records.read("chunk", args.notes) if args.notes else ()
    notes = {row["chunk_id"]: row["context"] for row in noted if row["context"]} or None
    documents = list(records.read("document", args.documents))
    given = read.read(args.labels)
    labels = quoted.usable(given)
    for line in [*quoted.doubts(given, labels, documents), *call.unasked(given, variants or {})]:
        cli.say(line)
    dev, test = split.split(labels, args.share, args.seed)
    if not dev:
        raise cli.InputError(f"--share {args.share:g} leaves no dev question to choose by; raise it")
    if len(dev) < choice.FEW:
        few = cli.plural(len(dev), "dev question")
        cli.say(f"warning: {few}; below {choice.FEW} most gains of ten points go unseen")
    if args.routing:
        cli.say(sweep.corpora(documents))
    if table is None:
        cells = grid.ladder(bool(variants), len(dev))
    else:
        cells = grid.with_default(grid.grid(table, args.grid, args.draw, args.seed))
    qids = [label["qid"] for label in dev]
    space = sweep.Sweep(documents, labels, args.output, budgets, who, variants, notes, qids)
    with sweep.alone(args.output):
        results = list(space.run(cli.progress(cells, "cells", len(cells))))
        if args.prune:
            cli.say(f"pruned: {space.prune()} of the cells, chunkings and indexes of other sweeps")
        chosen = choice.choose(results, qids)
        by_k = cutoff.cutoff(chosen.chosen, qids, args.bar)
        with records.atomic(os.path.join(args.output, "chosen.json")) as file:
            file.write(json.dumps(choice.configuration(chosen, by_k.k), indent=2) + "\n")

    for line in [*choice.short(results, max(budgets)), *grid.untried(cells, args.variants, args.notes)]:
        cli.say(line)
    cli.show(choice.report(chosen, budgets, len(dev), len(test), args.routing, args.price))
    cli.show(["", *cutoff.lines(by_k, chosen.chosen.cell.name), examine.mechanism_line(documents)])
    return cli.DONE


if __name__ == "__main__":
    sys.exit(cli.run(main))
