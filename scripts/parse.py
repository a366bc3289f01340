#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = [
#   "pypdfium2>=5.0.0", "markdown-it-py>=3.0.0", "selectolax>=0.4.0", "pyyaml>=6.0", "tomli>=2.0",
#   "mammoth>=1.8", "python-calamine>=0.4.0", "python-pptx>=1.0.0", "pdfplumber>=0.11.7",
# ]
# ///
"""Read files into document records: text, blocks, pages, and a warning for everything that was not read.

usage: python3 scripts/parse.py docs/ -o documents.jsonl
       python3 scripts/parse.py wiki=/srv/wiki mail=/srv/mail -o documents.jsonl --acl-from acl.csv

in:    files and folders; a folder is the root its document ids start from, several roots need a name each
out:   document.jsonl, one or more records a file: {"doc_id", "title", "text", "blocks", "pages", ...}
       every loss on stderr, with its file and what mends it
exit:  0 everything read, 1 something was lost (unless --allow-loss), 2 bad call, 3 a package is missing
"""

import sys
from collections.abc import Iterator

from ragkit import cli, env, records


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    parser.add_argument("paths", nargs="+", metavar="PATH")
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write here, whole or not at all (default: stdout)"
    )
    parser.add_argument(
        "--include", action="append", default=[], metavar="GLOB", help="read only these files"
    )
    parser.add_argument(
        "--exclude", action="append", default=[], metavar="GLOB", help="leave these files out"
    )
    parser.add_argument(
        "--base-url", metavar="URL", help="address of the root; a document's url is this plus its path"
    )
    parser.add_argument(
        "--acl-from", metavar="LIST", help="path and groups, as CSV, YAML or JSON; unlisted is closed"
    )
    parser.add_argument(
        "--mtime", action="store_true", help="date files that git does not know by their file time"
    )
    parser.add_argument(
        "--jobs", type=cli.count, default=1, metavar="N", help="worker processes (default: 1)"
    )
    parser.add_argument(
        "--ocr", metavar="CMD", help="reads the picture of a page without text, e.g. 'tesseract - -'"
    )
    parser.add_argument(
        "--page-seconds", type=cli.count, metavar="N", help="time for a PDF page (default: 20)"
    )
    parser.add_argument(
        "--inspect", type=cli.count, metavar="N", help="then show the N documents that most need a look"
    )
    parser.add_argument("--html", metavar="FILE", help="show them in this file, beside their pages' pictures")
    parser.add_argument("--allow-loss", action="store_true", help="exit 0 although something was lost")
    args = parser.parse_args(argv)
    from ragkit.parsing import every, inspection, losses, parse

    env.need(*every.MODULES)
    sources, skipped = every.find(args.paths, args.include, args.exclude, args.mtime, args.acl_from)
    options = parse.Options(args.base_url, args.ocr, args.page_seconds or parse.Options().page_seconds)
    inspect = args.inspect or (10 if args.html else 0)
    found = losses.of_skipped(skipped)
    notes: dict[str, list[str]] = {}
    doubts: list[inspection.Doubt] = []

    def documents() -> Iterator[records.Record]:
        for group in cli.progress(every.parse_all(sources, options, args.jobs), "parsing", len(sources)):
            found.extend(losses.losses(group))
            losses.note(group, notes)
            if inspect:
                doubts[:] = inspection.worst([*(doubt.record for doubt in doubts), *group], inspect)
            yield from group

    count = records.write(documents(), args.output)
    if args.html:
        with records.atomic(args.html) as file:
            file.write(inspection.as_html(doubts, {source.doc_id: source.path for source in sources}))
    elif inspect:
        for line in inspection.as_text(doubts).splitlines():
            cli.say(line)
    for line in [*losses.skipped_lines(skipped), *losses.note_lines(notes), *losses.lines(found)]:
        cli.say(line)
    cli.say(
        f"{cli.plural(len(sources), 'file')}, {cli.plural(count, 'document')}, "
        f"{cli.plural(len(found), 'loss')}, {len(skipped)} skipped"
    )
    return cli.FAILED if found and not args.allow_loss else cli.DONE


if __name__ == "__main__":
    sys.exit(cli.run(main))
