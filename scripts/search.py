#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = ["numpy>=1.26", "PyStemmer>=2.2.0.3"]
# ///
"""Search an index: one question, or a file of them.

usage: python3 scripts/search.py INDEX "how long is the warranty?" --variant "warranty period" --k 5
       python3 scripts/search.py INDEX --queries questions.jsonl -o run.jsonl

in:    INDEX, from index.py; questions or labels {"qid": "q1", "question": "...", "user"?, "filters"?};
       --variants {"qid": "q1", "variants": ["the question in other words", ...]}, each searched and fused;
       "parts": ["first question", "second", ...] of one that needs several facts, each has its turn
out:   run.jsonl {"qid", "retrieved": [chunk ids, best first], "scores", "legs", "passages"?, "flags"?};
       one question without -o or --json: its hits, a line each
exit:  0 done; 2 bad input, or a corpus with permissions and neither --user nor --all; 3 a package is missing
"""

import sys

from ragkit import access, cli, env, records
from ragkit.retrieval import call


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    parser.add_argument("index", metavar="INDEX")
    parser.add_argument("question", nargs="?", help="one question, in quotes")
    parser.add_argument("--queries", metavar="FILE", help="questions.jsonl or labels.jsonl")
    parser.add_argument("-o", "--output", metavar="run.jsonl", help="default: stdout")
    parser.add_argument(
        "--user", metavar="JSON", help="""whose rights: '{"groups": ["staff"], "tenant": "t1"}'"""
    )
    parser.add_argument("--all", action="store_true", help="search with every right")
    parser.add_argument("--variants", metavar="FILE", help="other wordings of the questions, fused with them")
    parser.add_argument(
        "--variant", action="append", default=[], metavar="TEXT", help="of one question; may be repeated"
    )
    parser.add_argument(
        "--part",
        action="append",
        default=[],
        metavar="TEXT",
        help="single question of one that needs several",
    )
    parser.add_argument(
        "--explain", action="store_true", help="list each hit's rank in every leg and what it adds"
    )
    parser.add_argument("--json", action="store_true", help="of one question too, the run record on stdout")
    parser.add_argument(
        "--vectors", metavar="FOLDER", help="keep an embedder's vectors of the questions here, for other runs"
    )
    call.add_options(parser)
    args = parser.parse_args(argv)
    if (args.question is None) == (args.queries is None):
        parser.error("give one question, or --queries FILE")
    if (args.variant or args.part) and args.queries is not None:
        parser.error(
            "--variant and --part are for one question; give those of --queries with --variants FILE"
        )
    if args.variants and args.queries is None:
        parser.error("--variants is for --queries; give those of one question with --variant TEXT")
    who = access.reader_from(args.user, args.all)
    options = call.options(args)

    env.need("numpy", "Stemmer")
    from ragkit.indexing.store import open_index
    from ragkit.retrieval import asked
    from ragkit.retrieval.options import Wordings
    from ragkit.retrieval.search import search

    index = open_index(args.index)
    variants = call.variants(args.variants)
    if args.variant or args.part:
        variants = {"q1": call.typed(args.variant, args.part)}
    single = [{"qid": "q1", "question": args.question}]
    questions = single if args.queries is None else list(records.read("label", args.queries))
    kept = asked.kept(args.vectors, args.output)
    asked.prepare_all(index, questions, variants, options.mode, kept)
    rows = []
    for question in cli.progress(questions, "searching question"):
        rows.append(search(index, question, who, options, *variants.get(question["qid"], Wordings())))
    shown = rows if args.explain or args.queries is None else []
    lines = [line for row in shown for line in call.hits(index, row, args.explain)]
    if args.queries is None and args.output is None and not args.json:
        cli.show(lines)
        return cli.DONE
    records.write(rows, args.output)
    asked.written(kept, args.vectors)
    for line in lines:
        cli.say(line)
    if args.queries is not None:
        for line in call.unasked(questions, variants):
            cli.say(line)
        cli.say(call.summary(rows, call.unvaried(questions, variants)))
    return cli.DONE


if __name__ == "__main__":
    sys.exit(cli.run(main))
