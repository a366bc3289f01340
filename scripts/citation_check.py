#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = ["markdown-it-py>=3.0.0"]
# ///
"""Check the citations of answers against their contexts: one verdict a sentence.

usage: python3 scripts/citation_check.py answers.jsonl --pin answers.jsonl --show answers.html
       python3 scripts/citation_check.py contexts.jsonl answers.jsonl --json verdicts.jsonl

in:    contexts.jsonl, from assemble.py (.rag/contexts.jsonl where none is named); answers.jsonl {"qid",
       "answer": "Until soft [1]."} or "content", native citation blocks
out:   the failed sentences and a summary on stdout; --json: a line a sentence {"qid", "sentence", "start",
       "end", "text", "kind", "refs", "support", "best", "problems": [{"code", "detail"}]}
exit:  0 every answer passed; 1 coverage, invalid marks or a finding failed; 2 bad input; 3 a package is
       missing

It finds what rules can find and ranks the rest: an answer without findings is not thereby faithful.
"""

import sys

from ragkit import cli, env, records


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    parser.add_argument("contexts", nargs="?", default=records.CONTEXTS, metavar="contexts.jsonl")
    parser.add_argument("answers", metavar="answers.jsonl")
    parser.add_argument("--style", default="auto", help="what a citation is: n, id or auto (default: auto)")
    parser.add_argument(
        "--min-coverage", type=cli.share, default=0.9, help="cited claims, least share (default: 0.9)"
    )
    parser.add_argument(
        "--max-invalid", type=cli.natural, default=0, help="marks without a source (default: 0)"
    )
    parser.add_argument(
        "--html", metavar="page.html", help="the answers with their findings, one offline page"
    )
    parser.add_argument(
        "--json", metavar="verdicts.jsonl", help='the verdicts; "-" is stdout, instead of the report'
    )
    parser.add_argument(
        "--pin",
        metavar="answers.jsonl",
        help="write the answers bound to their sources; may be the same file",
    )
    parser.add_argument("--show", metavar="page.html", help="the page to give to the user: answers.py show")
    args = parser.parse_args(argv)
    pages = {"--json": args.json, "--html": args.html, "--show": args.show}
    cli.apart({"contexts": args.contexts, "--pin": args.pin, **pages})
    cli.apart({"answers": args.answers, **pages})

    env.need("markdown_it")
    from ragkit.answering import citation_page, citation_report, citations, cited_page, pins, places

    options = citations.Options(style=args.style).checked()
    contexts = {context["qid"]: context for context in records.read("context", args.contexts)}
    answers = list(records.read("answer", args.answers))
    checked = citation_report.examine_all(contexts, answers, options)
    if args.json:
        records.write((row for one in checked for row in citation_report.rows(one)), args.json)
    if args.pin:
        verdicts = {one.qid: one.verdicts for one in checked}
        answers = list(pins.pin(answers, contexts, verdicts))
        records.write(answers, args.pin)
    elif loose := sum(answer["context_sha"] is None for answer in answers):
        said = cli.plural(loose, "answer")
        cli.say(f"{said} bound to no sources: the next run may move the numbers; --pin FILE")
    report = citation_report.report(checked, args.min_coverage, args.max_invalid)
    if args.html:
        with records.atomic(args.html) as file:
            file.write(citation_page.page(checked, contexts, report.lines[-4:]))
    if args.show:
        with records.atomic(args.show) as file:
            file.write(cited_page.page(places.show(contexts, answers)))
    for line in report.lines:
        cli.say(line) if args.json == "-" else print(line)  # noqa: T201
    return cli.DONE if report.passed else cli.FAILED


if __name__ == "__main__":
    sys.exit(cli.run(main))
