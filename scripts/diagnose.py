#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = ["numpy>=1.26"]
# ///
"""Say which stage lost each piece of evidence, and what to change next.

usage: python3 scripts/diagnose.py labels.jsonl .rag [--answers answers.jsonl]
       python3 scripts/diagnose.py labels.jsonl .rag --explain "how long do I boil it"
       python3 scripts/diagnose.py labels.jsonl new.rag --drift old.rag --max-age 365

in:    labels.jsonl with quotes; a workspace of pipeline.py: documents.jsonl, chunks.jsonl and, where they are
       there, index/, run.jsonl, contexts.jsonl, answers.jsonl; a missing one widens the answer to an interval
out:   survivors by stage (source, parse, chunk, index, filter, retrieve, fuse, rerank, assemble, cite), each
       loss with its rank path, the matrix of retrieval by generation, the next lever; --explain: a paragraph;
       --drift: quotes lost, documents changed, scores moved
exit:  0 done, 1 --drift found quotes that no longer resolve, 2 bad input, 3 a package is missing
"""

import argparse
import os
import sys
from datetime import date

from ragkit import cli, env, records
from ragkit.records import Record


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    add = parser.add_argument
    add("labels", metavar="labels.jsonl")
    add("workspace", type=cli.folder, metavar="WORKSPACE")
    add("--reranked", default="", metavar="RUN", help="what rerank.py made of the workspace's run.jsonl")
    add("--answers", metavar="FILE", help="in place of the workspace's answers.jsonl")
    add("--sources", metavar="D", help="documents.jsonl of another reading of the same files")
    add("--k", type=cli.count, default=0, help="passages an answer gets, where there is no contexts.jsonl")
    add("--explain", metavar="QUESTION", help="one question, by its qid or its words")
    add("--drift", metavar="OLD", help="an older workspace to compare with")
    add("--max-age", type=cli.count, metavar="DAYS", help="with --drift, name documents older than this")
    add("--slice", action="append", default=[], metavar="FIELD", help="with --drift, compare these slices")
    add("--json", action="store_true", help="one object a piece of evidence")
    args = parser.parse_args(argv)
    from ragkit.labels import read

    labels = read.read(args.labels)
    return _drift(args, labels) if args.drift else _diagnose(args, labels)


def _diagnose(args: argparse.Namespace, labels: list[Record]) -> int:
    from ragkit.evaluation import corpus, explain, inputs, waterfall

    folder = args.workspace
    if args.k and os.path.exists(os.path.join(folder, "contexts.jsonl")):
        raise cli.InputError(f"--k: {folder}/contexts.jsonl says which passages an answer got; leave it out")
    documents = records.read("document", os.path.join(folder, "documents.jsonl"))
    chunks = records.read("chunk", os.path.join(folder, "chunks.jsonl"))
    sources = records.read("document", args.sources) if args.sources else None
    within = corpus.corpus(labels, documents, chunks, _indexed(folder), sources, inputs.asker(folder))
    run, reranked = (
        inputs.by_qid("run", os.path.join(folder, "run.jsonl")),
        inputs.by_qid("run", args.reranked),
    )
    context = inputs.by_qid("context", os.path.join(folder, "contexts.jsonl"))
    answer = inputs.by_qid("answer", args.answers or os.path.join(folder, "answers.jsonl"))
    asked = {
        qid: waterfall.Asked(run.get(qid), reranked.get(qid), context.get(qid), answer.get(qid), args.k)
        for qid in (label["qid"] for label in labels)
    }
    chosen = [explain.named(args.explain, labels)] if args.explain else labels
    traces = waterfall.traces(chosen, asked, within)
    if args.json:
        records.write(({**one._asdict(), "stage": one.stage} for one in traces), None)
    elif args.explain:
        cli.show([explain.story(chosen[0], traces, asked[chosen[0]["qid"]])])
    else:
        cli.show(explain.report(labels, traces, asked))
    return cli.DONE


def _indexed(folder: str) -> set[str] | None:
    if not os.path.exists(os.path.join(folder, "index")):
        return None
    env.need("numpy")
    from ragkit.indexing.store import open_index

    return set(open_index(os.path.join(folder, "index")).chunk_ids)


def _drift(args: argparse.Namespace, labels: list[Record]) -> int:
    from ragkit.evaluation import drift, inputs

    old, new = (inputs.state(folder, labels, args.slice) for folder in (args.drift, args.workspace))
    lost = drift.lost_quotes(labels, old, new)
    cli.show(drift.report(lost, old, new, date.today(), args.max_age))
    return cli.FAILED if lost else cli.DONE


if __name__ == "__main__":
    sys.exit(cli.run(main))
