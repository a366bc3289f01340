#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = [
#   "markdown-it-py>=3.0.0",
#   "pdfplumber>=0.11.7",
#   "pypdfium2>=4.30.1",
#   "selectolax>=0.3.29",
# ]
# ///
"""Cut documents into chunks: sections, lists, tables and code stay whole while they fit.

usage: python3 scripts/chunk.py documents.jsonl -o chunks.jsonl --max-tokens 500 --overlap 0
       python3 scripts/chunk.py docs/guide.md docs/faq.html > chunks.jsonl

in:    documents.jsonl from parse.py; any other file is parsed first
out:   one chunk a line; its text is always document.text[start:end], and the ranges tile the text
       the size bounds what is indexed: prefix (title > headings, a repeated table header) + note + text
       tokens are an offline estimate of OpenAI's cl100k; a code fence larger than the size stays whole
exit:  0 done, 2 bad input or sizes that leave no room (nothing is written), 3 a package is missing
"""

import sys
from collections.abc import Iterator

from ragkit import cli, env, records
from ragkit.chunking.chunk import STRATEGIES, UNITS, Options, chunk_document
from ragkit.chunking.report import Report


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    parser.add_argument("inputs", nargs="+", metavar="FILE", help="documents.jsonl, or files to parse")
    parser.add_argument("-o", "--output", metavar="chunks.jsonl", help="default: standard output")
    parser.add_argument("--max-tokens", type=int, default=500, help="size of a chunk (default: 500)")
    parser.add_argument("--overlap", type=int, default=0, help="of which repeated text (default: 0)")
    parser.add_argument("--reserve-note", type=int, default=0, help="of which kept free for a context note")
    parser.add_argument("--strategy", choices=STRATEGIES, default="structure", help="default: structure")
    parser.add_argument("--unit", choices=UNITS, default="tokens", help="what sizes count (default: tokens)")
    parser.add_argument("--no-prefix", action="store_true", help="index the text alone")
    args = parser.parse_args(argv)

    options = Options(
        max_tokens=args.max_tokens,
        overlap=args.overlap,
        reserve_note=args.reserve_note,
        strategy=args.strategy,
        unit=args.unit,
        prefix=not args.no_prefix,
    ).checked()
    report = Report()

    def chunks() -> Iterator[records.Record]:
        for document in cli.progress(read_documents(args.inputs), "documents"):
            yield from report.counted(document, chunk_document(document, options), options)

    records.write(chunks(), args.output)
    for line in report.lines(options):
        cli.say(line)
    return 0


def read_documents(paths: list[str]) -> Iterator[records.Record]:
    """Yield the documents of every .jsonl of documents, and those parsed from any other file."""
    raw = [path for path in paths if not holds_documents(path)]
    for path in paths:
        if path not in raw:
            yield from records.read("document", path)
    if raw:
        env.need("markdown_it", "pypdfium2", "pdfplumber", "selectolax")
        from ragkit.parsing import files, parse

        sources, skipped = files.find(raw)
        for each in skipped:
            cli.say(f"skipped {each.path}: {each.reason}")
        for source in sources:
            yield from parse.parse_file(source, parse.Options())


def holds_documents(path: str) -> bool:
    """Return whether a path is standard input, or a .jsonl whose first row is a document."""
    if path == "-":
        return True
    return path.endswith(".jsonl") and {"doc_id", "text"} <= next(records.read_rows(path), ("", {}))[1].keys()


if __name__ == "__main__":
    sys.exit(cli.run(main))
