#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = ["PyStemmer>=2.2.0.3"]
# ///
"""Rerank the head of a run by a model that reads question and text together.

usage: python3 scripts/rerank.py run.jsonl --chunks chunks.jsonl --queries questions.jsonl -o reranked.jsonl

in:    run.jsonl from search.py; --with cohere:MODEL, jina:MODEL, voyage:MODEL, tei:MODEL or a profile's path,
       flashrank:MODEL, sentence-transformers:MODEL, command:CMD (reads {"query", "text"} lines, prints
       {"score"} lines), or lexical (free, a baseline); by Claude: worksheet.py make rerank
out:   the same run, its first --top ids reordered; legs keep the order before; stderr says what moved.
       Measure before you keep it: retrieval_metrics.py labels.jsonl reranked.jsonl run.jsonl
exit:  0 done, 2 bad input, 3 a service did not answer: run it again, what was paid for is not asked again
"""

import sys

from ragkit import cli, env, records
from ragkit.indexing import local
from ragkit.indexing.cache import Scores, beside
from ragkit.retrieval.rerank import open_scorer, paid, rerank


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    parser.add_argument("run", metavar="run.jsonl")
    parser.add_argument("--chunks", metavar="chunks.jsonl", required=True)
    parser.add_argument("--queries", metavar="FILE", required=True, help="questions or labels")
    parser.add_argument("--with", dest="spec", default="lexical", help="who reranks (default: lexical)")
    parser.add_argument("--top", type=cli.count, default=50, help="ids to rerank (default: 50)")
    parser.add_argument(
        "--explain", action="store_true", help="say for each question what came first, and comes"
    )
    parser.add_argument(
        "--scores", metavar="FILE", help="keep what was paid for (default: OUTPUT.scores until it is whole)"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="default: stdout")
    args = parser.parse_args(argv)

    env.need("Stemmer")
    local.need(args.spec)
    from ragkit.indexing.survey import indexed_text

    path = args.scores or beside(args.output, ".scores")
    kept = Scores(path) if path and paid(args.spec) else None
    scorer = open_scorer(args.spec, kept)
    texts = {chunk["chunk_id"]: indexed_text(chunk) for chunk in records.read("chunk", args.chunks)}
    asked = {question["qid"]: question["question"] for question in records.read("label", args.queries)}
    done, grown = [], 0
    for row in cli.progress(records.read("run", args.run), "reranking question"):
        if row["qid"] not in asked:
            raise cli.InputError(f"{args.run}: question {row['qid']!r} is not in {args.queries}")
        grown += row["passages"] is not None
        done.append(rerank(row, asked[row["qid"]], texts, scorer, args.top))
        if args.explain:
            before, after = row["retrieved"][:1], done[-1].record["retrieved"][:1]
            cli.say(f"{row['qid']}: {done[-1].moved} moved; first was {before}, is {after}")
    records.write((one.record for one in done), args.output)
    if kept and not args.scores:
        kept.remove()
    cli.say(
        f"{cli.plural(len(done), 'question')} reranked by {args.spec}; "
        f"{sum(one.moved > 0 for one in done):,} changed, "
        f"{sum(one.over for one in done):,} texts longer than the model's window"
    )
    if grown:
        cli.say(f"passages of {cli.plural(grown, 'question')} left out: they stand in the order before")
    return cli.DONE


if __name__ == "__main__":
    sys.exit(cli.run(main))
