#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = ["numpy>=1.26", "PyStemmer>=2.2.0.3"]
# ///
"""Search an index: one question, or a file of them.

usage: python3 scripts/search.py INDEX "how long is the warranty?"
       python3 scripts/search.py INDEX --queries questions.jsonl -o run.jsonl

in:    INDEX, from index.py; questions or labels {"qid": "q1", "question": "...", "user"?, "filters"?}
out:   run.jsonl {"qid", "retrieved": [chunk ids, best first], "scores", "legs", "flags"?}; one question's
       hits are also listed on stderr
exit:  0 done; 2 bad input, or a corpus with permissions and neither --user nor --all; 3 a package is missing
"""

import sys

from ragkit import access, cli, env, records


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    parser.add_argument("index", metavar="INDEX")
    parser.add_argument("question", nargs="?", help="one question, in quotes")
    parser.add_argument("--queries", metavar="FILE", help="questions.jsonl or labels.jsonl")
    parser.add_argument("-o", "--output", metavar="run.jsonl", help="default: stdout")
    parser.add_argument("--k", type=cli.count, default=10, help="chunks to return (default: 10)")
    parser.add_argument("--pool", type=cli.count, default=100, help="candidates of each leg (default: 100)")
    parser.add_argument("--mode", default="hybrid", help="hybrid, bm25 or dense (default: hybrid)")
    parser.add_argument("--fusion", default="weighted", help="weighted or rrf (default: weighted)")
    parser.add_argument(
        "--user", metavar="JSON", help="""whose rights: '{"groups": ["staff"], "tenant": "t1"}'"""
    )
    parser.add_argument("--all", action="store_true", help="search with every right")
    parser.add_argument("--filter", action="append", default=[], metavar="key=value", help="may be repeated")
    args = parser.parse_args(argv)
    if (args.question is None) == (args.queries is None):
        parser.error("give one question, or --queries FILE")
    who = access.reader_from(args.user, args.all)

    env.need("numpy", "Stemmer")
    from ragkit.indexing.store import open_index
    from ragkit.retrieval import search, show

    options = search.Options(
        k=args.k, pool=args.pool, mode=args.mode, fusion=args.fusion, filters=show.filters(args.filter)
    ).checked()
    index = open_index(args.index)
    if args.queries is None:
        row = search.search(index, {"qid": "q1", "question": args.question}, who, options)
        records.write([row], args.output)
        for line in show.hits(index, row):
            cli.say(line)
        return cli.DONE
    questions = cli.progress(records.read("label", args.queries), "searching question")
    rows = [search.search(index, question, who, options) for question in questions]
    records.write(rows, args.output)
    cli.say(show.summary(rows))
    return cli.DONE


if __name__ == "__main__":
    sys.exit(cli.run(main))
