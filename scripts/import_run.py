#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""Bring the results of your own bot in as records, so that they are scored and explained like ours.

usage: python3 scripts/import_run.py results.jsonl --documents documents.jsonl --labels labels.jsonl -o bot

in:    results.jsonl    {"question": "...", "results": [{"text": "...", "path": "a.md", "score": 1.5}]}, best
                        first, a line a question; or "qid"; or plain texts; path (doc_id, source) and score
                        may be left out; as many results as the bot can give, 20 or more if it can
       documents.jsonl  from parse.py, of the files that the bot reads
       --all-passages   every passage of the bot, {"text": "...", "path": "a.md"} a line, retrieved or not:
                        then diagnose.py can tell a bad cut from a bad search
out:   documents.jsonl, chunks.jsonl and run.jsonl in the folder -o, for retrieval_metrics.py, diagnose.py
exit:  0 done, 1 a passage stands in no document (unless --allow-loss; all is written), 2 bad input
"""

import os
import sys

from ragkit import cli, records


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    add = parser.add_argument
    add("results", metavar="results.jsonl")
    add("--documents", required=True, metavar="documents.jsonl")
    add("--labels", metavar="labels.jsonl", help="gives each question its qid, where results have none")
    add("--all-passages", metavar="FILE", help="every passage of the bot, a line each")
    add(
        "--variants",
        action="store_true",
        help="the bot searched other wordings too: they are not advised again",
    )
    add("-o", "--output", type=cli.folder, required=True, metavar="DIR", help="a folder, made if need be")
    add("--allow-loss", action="store_true", help="exit 0 although a passage stands in no document")
    args = parser.parse_args(argv)
    from ragkit.evaluation import imported
    from ragkit.evaluation.passages import Library
    from ragkit.labels import read

    labels = read.read(args.labels) if args.labels else []
    asked = list(imported.results(records.read_rows(args.results), labels))
    if not asked:
        raise cli.InputError(f"{args.results}: no results; write a line for each question")
    others = None
    if args.all_passages:
        others = [imported.passage(row, where) for where, row in records.read_rows(args.all_passages)]
    documents = list(records.read("document", args.documents))
    given = cli.progress(asked, "question", len(asked))
    made = imported.imported(given, others, Library(documents), args.variants)
    if os.path.exists(os.path.join(args.output, "state.json")):
        raise cli.InputError(f"{args.output}: holds records of pipeline.py; give a folder of its own")
    os.makedirs(args.output, exist_ok=True)
    for name, rows in (("documents", documents), ("chunks", made.chunks), ("run", made.run)):
        records.write(rows, os.path.join(args.output, f"{name}.jsonl"))
    for line in made.lines():
        cli.say(line)
    return cli.FAILED if made.lost and not args.allow_loss else cli.DONE


if __name__ == "__main__":
    sys.exit(cli.run(main))
