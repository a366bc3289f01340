#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = ["markdown-it-py>=3.0.0"]
# ///
"""Show answers with page and lines of what they cite; say which are to be written anew after a change.

usage: python3 scripts/answers.py show contexts.jsonl answers.jsonl --html answers.html
       python3 scripts/answers.py stale contexts.jsonl answers.jsonl -o answers.jsonl

show   each answer with title, file, page, lines, address and words of its citations, as Markdown
stale  an answer is stale when a source it cites has changed or is no longer shown, when a document it cites
       shows text it has not seen, or when it abstained and there is new evidence; -o writes all answers,
       those that hold with the numbers they have now
in:    contexts.jsonl of today; answers.jsonl, bound to its sources by citation_check.py --pin
out:   stdout; --json: a line an answer, "-" is stdout instead
exit:  0 done; 1 an answer is stale, or a question has none; 2 bad input; 3 a package is missing
"""

import argparse
import sys

from ragkit import cli, env, records


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    verbs = parser.verbs()
    show, stale = verbs.add_parser("show"), verbs.add_parser("stale")
    for verb in (show, stale):
        verb.add_argument("contexts", metavar="contexts.jsonl")
        verb.add_argument("answers", metavar="answers.jsonl")
        verb.add_argument("--json", metavar="FILE", help="a line an answer, for a program")
    show.add_argument("--html", metavar="page.html", help="one offline page instead of Markdown")
    stale.add_argument(
        "-o", "--output", metavar="answers.jsonl", help="the answers, renumbered; may be the same"
    )
    args = parser.parse_args(argv)
    env.need("markdown_it")
    return {"show": _show, "stale": _stale}[args.verb](args)


def _show(args: argparse.Namespace) -> int:
    from ragkit.answering import cited_page, places

    contexts = {context["qid"]: context for context in records.read("context", args.contexts)}
    shown = places.show(contexts, list(records.read("answer", args.answers)))
    if args.json:
        records.write(places.rows(shown), args.json)
    if args.html:
        with records.atomic(args.html) as file:
            file.write(cited_page.page(shown))
    elif args.json != "-":
        cli.show(cited_page.markdown(shown).splitlines())
    old = [one.answer["qid"] for one in shown if one.cited is None]
    if old:
        cli.say(f"written from other sources, shown without: {', '.join(old)}; answers.py stale says why")
    return cli.FAILED if old else cli.DONE


def _stale(args: argparse.Namespace) -> int:
    from ragkit.answering import stale_report

    contexts = {context["qid"]: context for context in records.read("context", args.contexts)}
    report = stale_report.compare(records.read("answer", args.answers), contexts)
    if args.json:
        records.write(report.rows(), args.json)
    if args.output:
        records.write(report.answers(), args.output)
    for line in report.lines():
        cli.say(line) if args.json == "-" else cli.show([line])
    return cli.DONE if report.fresh else cli.FAILED


if __name__ == "__main__":
    sys.exit(cli.run(main))
