#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = [
#   "pypdfium2>=5.0.0", "markdown-it-py>=3.0.0", "selectolax>=0.4.0", "pyyaml>=6.0", "tomli>=2.0",
#   "mammoth>=1.8", "python-calamine>=0.4.0", "python-pptx>=1.0.0", "numpy>=1.26",
# ]
# ///
"""Cut documents into chunks: sections, lists, tables and code stay whole while they fit.

usage: python3 scripts/chunk.py documents.jsonl -o chunks.jsonl --max-tokens 500 --overlap 0
       python3 scripts/chunk.py docs/guide.md docs/faq.html > chunks.jsonl
       python3 scripts/chunk.py diff old-chunks.jsonl chunks.jsonl    what an index must embed anew

in:    documents.jsonl from parse.py; any other file or folder is parsed first
out:   one chunk a line; its text is always document.text[start:end], and the ranges tile the text
       the size bounds what is indexed: prefix (title > headings, a repeated table header) + note + text
       equal and nearly equal chunks of the same permissions name the first of them in dup_of
       tokens are an offline estimate of OpenAI's cl100k: 95% of texts within 6.2%
       a code fence or a table row larger than the size stays whole, and is said to
exit:  0 done, 1 files were lost (--allow-loss), 2 bad input, or sizes that leave no room (nothing is
       written), 3 a package is missing
"""

import sys

from ragkit import cli, env, records
from ragkit.chunking import diff, documents, every, families
from ragkit.chunking.chunk import STRATEGIES, UNITS, Options
from ragkit.chunking.report import Report


def main(argv: list[str]) -> int:
    if argv[:1] == ["diff"]:
        return compare(argv[1:])
    parser = cli.parser(__doc__)
    add = parser.add_argument
    add("inputs", nargs="+", metavar="FILE", help="documents.jsonl, or files to parse")
    add("-o", "--output", metavar="chunks.jsonl", help="default: standard output")
    add("--max-tokens", type=int, default=500, metavar="N", help="size of a chunk (default: 500)")
    add("--overlap", type=int, default=0, metavar="N", help="of which repeated text (default: 0)")
    add(
        "--reserve-note",
        type=int,
        default=0,
        metavar="N",
        help="of which kept for a context note (default: 0)",
    )
    add("--strategy", choices=STRATEGIES, default="structure", help="where borders fall (default: structure)")
    add("--unit", choices=UNITS, default="tokens", help="what sizes count (default: tokens)")
    add("--tokenizer", default="estimate", help="estimate (default), tiktoken:NAME or hf:tokenizer.json")
    add("--no-prefix", action="store_true", help="index the text alone")
    add("--jobs", type=cli.count, default=1, metavar="N", help="worker processes (default: 1)")
    add("--allow-loss", action="store_true", help="exit 0 although a file could not be read")
    args = parser.parse_args(argv)

    options = Options(
        max_tokens=args.max_tokens,
        overlap=args.overlap,
        reserve_note=args.reserve_note,
        strategy=args.strategy,
        unit=args.unit,
        prefix=not args.no_prefix,
        tokenizer=args.tokenizer,
    ).checked()
    if options.strategy == "semantic":
        env.need("numpy")
    report = Report(options)
    read = documents.read(args.inputs, report.lost)
    chunked = cli.progress(every.chunk_all(read, options, args.jobs), "documents")
    chunks = families.mark(
        [chunk for document, found in chunked for chunk in report.counted(document, found)]
    )
    records.write(chunks, args.output)
    for line in [*report.lines(), *families.lines(families.families(chunks))]:
        cli.say(line)
    return cli.FAILED if report.lost and not args.allow_loss else cli.DONE


def compare(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    parser.add_argument("old", metavar="old-chunks.jsonl")
    parser.add_argument("new", metavar="chunks.jsonl")
    parser.add_argument("-o", "--output", metavar="plan.jsonl", help="default: standard output")
    args = parser.parse_args(argv)
    plan = diff.plan(records.read("chunk", args.old), records.read("chunk", args.new))
    records.write(plan.rows(), args.output)
    cli.say(plan.summary())
    return cli.DONE


if __name__ == "__main__":
    sys.exit(cli.run(main))
