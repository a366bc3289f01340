#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = [
#   "pypdfium2>=5.0.0", "markdown-it-py>=3.0.0", "selectolax>=0.4.0", "pyyaml>=6.0", "tomli>=2.0",
#   "mammoth>=1.8", "python-calamine>=0.4.0", "python-pptx>=1.0.0", "pdfplumber>=0.11.7",
# ]
# ///
"""Say whether retrieval is the right mechanism for a folder, and what in it would hurt most.

usage: python3 scripts/doctor.py docs
       python3 scripts/doctor.py documents.jsonl --window 200000 --stale-after 2025-01-01

in:    files and folders, or the documents.jsonl that parse.py wrote
out:   sizes, a verdict on the mechanism, and the faults, worst first, each with its files and its fix
exit:  0 done, 2 bad input
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from ragkit import cli, env, records

if TYPE_CHECKING:
    import argparse

    from ragkit.parsing import losses


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    parser.add_argument("paths", nargs="+", metavar="PATH", help="files, folders or one documents.jsonl")
    parser.add_argument(
        "--window", type=cli.count, default=200_000, help="the model's context window, tokens"
    )
    parser.add_argument("--system", type=cli.natural, default=2_000, help="tokens of the system prompt")
    parser.add_argument("--history", type=cli.natural, default=8_000, help="tokens kept of the conversation")
    parser.add_argument("--output", type=cli.natural, default=4_000, help="tokens kept for the answer")
    parser.add_argument("--margin", type=cli.share, default=0.1, help="share of the rest kept free")
    parser.add_argument(
        "--stale-after", metavar="DATE", help="name documents last updated before this ISO date"
    )
    parser.add_argument(
        "--today", type=cli.date, metavar="DATE", help="judge what is in force by this ISO date"
    )
    parser.add_argument(
        "--include", action="append", default=[], metavar="GLOB", help="look only at these files"
    )
    parser.add_argument(
        "--exclude", action="append", default=[], metavar="GLOB", help="leave these files out"
    )
    parser.add_argument(
        "--acl-from", metavar="LIST", help="who may read what: CSV, YAML, JSON (one among the files is found)"
    )
    parser.add_argument(
        "--mtime", action="store_true", help="date files git does not know by their file time"
    )
    parser.add_argument("--limit", type=cli.count, default=8, help="documents named for each fault")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of text")
    args = parser.parse_args(argv)
    from ragkit.doctor import examine, mechanism
    from ragkit.parsing import losses

    documents, skipped = _documents(args)
    notes: dict[str, list[str]] = {}
    losses.note(documents, notes)
    for line in filter(None, [*losses.note_lines(notes), examine.undated(documents)]):
        cli.say(line)
    budget = mechanism.Budget(args.window, args.system, args.history, args.output, args.margin)
    report = examine.examine(documents, budget, args.stale_after, skipped, args.today)
    if args.json:
        sys.stdout.write(json.dumps(examine.as_object(report), ensure_ascii=False) + "\n")
    else:
        sys.stdout.write(examine.as_text(report, args.limit) + "\n")
    return 0


def _documents(args: argparse.Namespace) -> tuple[list[records.Record], list[losses.Loss]]:
    """Return the documents, and what could not be reached; files left out on purpose are said."""
    if len(args.paths) == 1 and args.paths[0].endswith(".jsonl"):
        if args.include or args.exclude:
            raise cli.InputError(f"{args.paths[0]}: --include and --exclude choose files; give the folder")
        return list(records.read("document", args.paths[0])), []
    from ragkit.parsing import acl_lists, every, losses, parse

    env.need(*every.MODULES)
    sources, skipped = every.find(
        args.paths, args.include, args.exclude, args.mtime, args.acl_from or acl_lists.AUTO
    )
    for line in losses.skipped_lines(skipped):
        cli.say(line)
    groups = cli.progress(every.parse_all(sources, parse.Options()), "reading", len(sources))
    return [document for group in groups for document in group], losses.of_skipped(skipped)


if __name__ == "__main__":
    sys.exit(cli.run(main))
