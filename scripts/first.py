#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = [
#   "pypdfium2>=5.0.0", "markdown-it-py>=3.0.0", "selectolax>=0.4.0", "pyyaml>=6.0", "tomli>=2.0",
#   "mammoth>=1.8", "python-calamine>=0.4.0", "python-pptx>=1.0.0", "pdfplumber>=0.11.7",
#   "numpy>=1.26", "scipy>=1.11", "rank-bm25>=0.2.2", "PyStemmer>=2.2.0.3",
# ]
# ///
"""Print the first number on a folder of documents: what it is, its interval, and what to do next.

usage: python3 scripts/first.py docs
       python3 scripts/first.py docs questions.csv --variants variants.jsonl

in:    a folder; questions or labels as they are: CSV, TSV, JSON, JSONL or lines of text, fields called
       question, answer, source, quote, groups or the like; an access list in the folder is used
out:   with labels recall@1 and recall@5, with 95% intervals; else how many passages are found by their own
       words, an upper bound; records, and sheets to answer from, in the workspace (.rag); losses on stderr
exit:  0 done (no gate: what was not read is said beside the number), 2 bad input, 3 a package is missing
"""

import sys

from ragkit import access, cli, env


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    parser.add_argument("folder", metavar="FOLDER", help="the documents")
    parser.add_argument("file", nargs="?", metavar="FILE", help="questions, or labels, in any usual form")
    parser.add_argument("--user", metavar="JSON", help="who asks where a question names nobody (every right)")
    parser.add_argument("--variants", metavar="FILE", help="other wordings of the questions: qid, variants")
    parser.add_argument("--readings", metavar="FILE", help="what pages without text say: image, text")
    parser.add_argument(
        "--results", metavar="FILE", help="what a query tool worked out: cited like a passage"
    )
    parser.add_argument("--exclude", action="append", default=[], metavar="GLOB", help="leave files out")
    parser.add_argument("--today", type=cli.date, metavar="DATE", help="the day that answers are to hold for")
    parser.add_argument(
        "--workspace", type=cli.folder, default=".rag", metavar="DIR", help="of the records (.rag)"
    )
    args = parser.parse_args(argv)
    who = access.reader_from(args.user, not args.user)
    from ragkit.parsing import every

    env.need(*every.MODULES, "numpy", "scipy", "rank_bm25", "Stemmer")
    from ragkit.workspace import first
    from ragkit.workspace.state import Workspace

    wanted = first.Wanted(
        args.folder, args.file, who, args.exclude,
        variants=args.variants, readings=args.readings, results=args.results, today=args.today,
    )  # fmt: skip
    cli.show(first.run(Workspace(args.workspace), wanted))
    return cli.DONE


if __name__ == "__main__":
    sys.exit(cli.run(main))
