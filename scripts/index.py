#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = ["numpy>=1.26", "scipy>=1.11", "rank-bm25>=0.2.2", "PyStemmer>=2.2.0.3"]
# ///
"""Make chunks searchable: BM25 postings, vectors and permissions in one folder.

usage: python3 scripts/index.py chunks.jsonl -o INDEX
       python3 scripts/index.py chunks.jsonl -o INDEX --update --report delta.json

in:    chunks.jsonl, from chunk.py: always all of them; what is gone from the file is gone from the index
out:   INDEX, replaced in one step; readers go on reading and a kill leaves the old version. Its receipt on
       stderr says what changed, in chunks: "+3 -2 ~1, 1,621 untouched, 0 tokens"; --report by document.
       An index of the same chunks and options is left untouched.
exit:  0 done, 2 bad input, 3 a package or service is missing, or another process is writing here
"""

import json
import sys

from ragkit import cli, env, records


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    parser.add_argument("chunks", metavar="chunks.jsonl", nargs="?")
    parser.add_argument(
        "-o", "--output", type=cli.folder, metavar="INDEX", required=True, help="folder of the index"
    )
    parser.add_argument(
        "--dense", metavar="WHO", help="lsa (default), none, PROFILE:MODEL, fastembed:MODEL or command:CMD"
    )
    parser.add_argument("--dimension", type=cli.count, help="of the vectors (default: 256)")
    parser.add_argument(
        "--compress", metavar="FORM", help="find candidates by int8, binary or first:N vectors"
    )
    parser.add_argument("--k1", type=cli.positive, default=1.5, help="BM25's k1 (default: 1.5)")
    parser.add_argument("--b", type=cli.share, default=0.75, help="BM25's b (default: 0.75)")
    parser.add_argument("--idf", default="okapi", help="okapi (as rank_bm25; default) or lucene")
    parser.add_argument("--grams", action="store_true", help="keep character n-grams, against typos")
    parser.add_argument(
        "--stems", metavar="LANG", help="stem in one language, or none (default: each text's)"
    )
    parser.add_argument("--update", action="store_true", help="keep the LSA space until 10%% has changed")
    parser.add_argument(
        "--forget", action="store_true", help="drop cached vectors of texts and models that are gone"
    )
    parser.add_argument("--report", metavar="delta.json", help="write what changed, by document")
    parser.add_argument(
        "--check", metavar="config.json", help="only compare an embedder with the index's own"
    )
    args = parser.parse_args(argv)
    if (args.chunks is None) == (args.check is None):
        parser.error("give chunks.jsonl to index, or --check config.json")

    env.need("numpy", "scipy", "rank_bm25", "Stemmer")
    from ragkit.indexing import build, dense, embedders, local

    if args.check:
        embedders.check(args.output, records.read_object(args.check))
        return cli.DONE
    args.dense = embedders.chosen(args.output, args.dense)
    local.need(args.dense)
    options = build.Options(
        k1=args.k1, b=args.b, idf=args.idf, dense=args.dense, dimension=args.dimension,
        compress=args.compress, grams=args.grams, stems=args.stems, update=args.update,
    )  # fmt: skip
    chunks = cli.progress(records.read("chunk", args.chunks), "reading chunk")
    receipt = build.build(chunks, args.output, options)
    for note in receipt.notes:
        cli.say(f"note: {note}")
    if args.forget:
        cli.say(f"note: {cli.plural(dense.forget(args.output), 'cached vector')} or files of them dropped")
    if args.report:
        with records.atomic(args.report) as file:
            json.dump(receipt._asdict(), file, indent=1, ensure_ascii=False)
    state = "" if receipt.rebuilt else "; nothing to do, left as it was"
    cli.say(f"{args.output}: {cli.plural(receipt.chunks, 'chunk')}: {receipt.line()}{state}")
    return cli.DONE


if __name__ == "__main__":
    sys.exit(cli.run(main))
