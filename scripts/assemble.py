#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""Turn a run into numbered sources within a token budget that is never exceeded.

usage: python3 scripts/assemble.py run.jsonl chunks.jsonl --queries labels.jsonl -o contexts.jsonl

in:    run.jsonl from search.py or rrf.py, the chunks it names, the questions it answers
out:   contexts.jsonl {"qid", "question", "docs": [{"n", "chunk_id", "text", ...}], "dropped": [{"chunk_id",
       "reason"}], "budget", "order", "context_sha"}; with --emit a request instead of "docs"
exit:  0 done; 2 bad input, a budget below the smallest chunk, or permissions and neither --user nor --all

Sizes are tokens of the answering model: an offline estimate times a factor (--tokenizer), less a margin.
"""

import sys

from ragkit import access, cli, records
from ragkit.answering import assembly_options


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    parser.add_argument("run", metavar="run.jsonl")
    parser.add_argument("chunks", metavar="chunks.jsonl")
    parser.add_argument("--queries", required=True, metavar="FILE", help="questions.jsonl or labels.jsonl")
    parser.add_argument("--labels", metavar="FILE", help="say which drops held labelled evidence")
    parser.add_argument("--documents", metavar="FILE", help="documents.jsonl, for --full-docs")
    parser.add_argument(
        "--summaries", metavar="FILE", help='{"doc_id", "summary"} lines, shown before all details'
    )
    parser.add_argument(
        "--results", metavar="FILE", help="what a query tool worked out: cited like a passage"
    )
    parser.add_argument("-o", "--output", metavar="contexts.jsonl", help="default: stdout")
    parser.add_argument(
        "--show", metavar="FILE.md", help="also the sources as text to read, a block a question"
    )
    assembly_options.add(parser)
    parser.add_argument("--user", metavar="JSON", help="whose rights, where a question names no user")
    parser.add_argument("--all", action="store_true", help="with every right, where a question names no user")
    args = parser.parse_args(argv)
    if args.full_docs and not args.documents:
        parser.error("--full-docs needs --documents")
    who = access.reader_from(args.user, args.all)

    from ragkit.answering import assemble_run, results

    worked_out = list(records.read("result", args.results)) if args.results else []
    contexts = assemble_run.assemble_run(
        runs=records.read("run", args.run),
        chunks=records.read("chunk", args.chunks),
        questions=records.read("label", args.queries),
        options=assembly_options.read(args),
        who=who,
        documents=records.read("document", args.documents) if args.documents else (),
        summaries=records.read_rows(args.summaries) if args.summaries else (),
        worked_out=worked_out,
        labels=records.read("label", args.labels) if args.labels else (),
    )
    records.write(assemble_run.emitted(contexts, args.emit), args.output)
    if args.show:
        with records.atomic(args.show) as file:
            file.writelines(assemble_run.readable(contexts))
    for line in [*assemble_run.summary(contexts), *results.unused(worked_out, contexts)]:
        cli.say(line)
    return cli.DONE


if __name__ == "__main__":
    sys.exit(cli.run(main))
