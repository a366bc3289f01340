#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = [
#   "pypdfium2>=5.0.0", "markdown-it-py>=3.0.0", "selectolax>=0.4.0", "pyyaml>=6.0", "tomli>=2.0",
#   "mammoth>=1.8", "python-calamine>=0.4.0", "python-pptx>=1.0.0", "pdfplumber>=0.11.7",
#   "numpy>=1.26", "scipy>=1.11", "rank-bm25>=0.2.2", "PyStemmer>=2.2.0.3",
# ]
# ///
"""Take a folder of documents to a measured result: parse, chunk, index, search, assemble, report.

usage: python3 scripts/pipeline.py docs
       python3 scripts/pipeline.py docs --questions questions.jsonl --all
       python3 scripts/pipeline.py docs --labels labels.jsonl --user '{"groups": ["staff"]}'

in:    files and folders; labels.jsonl with verbatim quotes (see labels.py); answers.jsonl if there are any
out:   the output contract on stdout; the records of every step in the workspace (.rag), made anew only
       where a file, a parameter or the code has changed; every loss and what each stage did on stderr
exit:  0 done, 1 something was not read or a label's quote is nowhere (unless --allow-loss), 2 bad input,
       3 a package is missing
"""

import sys

from ragkit import access, cli, env


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    parser.add_argument(
        "paths", nargs="+", metavar="PATH", help="files and folders; several need names: a=DIR"
    )
    parser.add_argument("--labels", metavar="FILE", help="questions with their evidence: measure retrieval")
    parser.add_argument(
        "--questions", metavar="FILE", help="questions to answer: contexts, and sheets to read"
    )
    parser.add_argument("--variants", metavar="FILE", help="other wordings of the questions: qid, variants")
    parser.add_argument("--answers", metavar="FILE", help="answers to those questions: measure abstention")
    parser.add_argument(
        "--acl-from",
        metavar="LIST",
        help="who may read files that cannot say it, CSV, YAML or JSON; auto: find it",
    )
    parser.add_argument(
        "--readings", metavar="FILE", help="what pages without text say: image (drawn in .rag/images), text"
    )
    parser.add_argument(
        "--results", metavar="FILE", help="what a query tool worked out: cited like a passage"
    )
    parser.add_argument(
        "--exclude", action="append", default=[], metavar="GLOB", help="leave these files out"
    )
    parser.add_argument("--user", metavar="JSON", help="""who asks, such as '{"groups": ["staff"]}'""")
    parser.add_argument("--all", action="store_true", help="ask with every right")
    parser.add_argument(
        "--workspace", type=cli.folder, default=".rag", metavar="DIR", help="of the records (.rag)"
    )
    parser.add_argument("--max-tokens", type=int, default=500, help="size of a chunk (default: 500)")
    parser.add_argument("--overlap", type=int, default=0, help="of which repeated (default: 0)")
    parser.add_argument("--k", type=cli.count, default=5, help="passages an answer gets (default: 5)")
    parser.add_argument("--jobs", type=cli.count, help="worker processes (default: one a core, at most 8)")
    parser.add_argument(
        "--re-index", default="on change", metavar="WHEN", help="your schedule, for the report"
    )
    parser.add_argument("--today", type=cli.date, metavar="DATE", help="the day that answers are to hold for")
    parser.add_argument("--allow-loss", action="store_true", help="exit 0 although something was lost")
    args = parser.parse_args(argv)
    if not args.re_index.isprintable():
        parser.error("--re-index: a schedule is one line of plain text")
    who = access.reader_from(args.user, args.all)
    from ragkit.parsing import every

    env.need(*every.MODULES, "numpy", "scipy", "rank_bm25", "Stemmer")
    from ragkit.chunking import chunk
    from ragkit.workspace import chain, stages
    from ragkit.workspace.state import Workspace

    settings = chain.Settings(
        files=stages.Files(args.paths, args.exclude, args.acl_from),
        labels=args.labels,
        questions=args.questions,
        variants=args.variants,
        answers=args.answers,
        readings=args.readings,
        results=args.results,
        who=who,
        chunking=chunk.Options(max_tokens=args.max_tokens, overlap=args.overlap),
        k=args.k,
        jobs=stages.workers(args.jobs),
        reindex=args.re_index,
        today=args.today,
    )
    outcome = chain.run(Workspace(args.workspace), settings)
    sys.stdout.write(outcome.contract + "\n")
    lost = outcome.losses or outcome.unlocated
    return cli.FAILED if lost and not args.allow_loss else cli.DONE


if __name__ == "__main__":
    sys.exit(cli.run(main))
