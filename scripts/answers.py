#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = ["markdown-it-py>=3.0.0"]
# ///
"""Show answers with page and lines of what they cite; say which are to be written anew after a change.

usage: python3 scripts/answers.py show answers.jsonl --html answers.html
       python3 scripts/answers.py stale answers.jsonl --sheets questions.jsonl -o answers.jsonl
       python3 scripts/answers.py to-labels questions.jsonl answers.jsonl documents.jsonl -o labels.jsonl

show       each answer with title, file, page, lines, address and words of its citations, as Markdown
stale      an answer is stale when a passage it cites is changed, gone or outranked, when a document it cites
           says something new, or when it abstained and new text has most of the question's words; --sheets:
           pages to answer those from; --redone: they, in their places; -o: all, with the numbers of today
to-labels  the passages cited as quotes, abstentions as unanswerable: good for a change, not for a claim
in:    contexts.jsonl of today (default: .rag's), chunks and run beside it; answers bound by citation_check.py
out:   stdout, or the file named
exit:  0 done; 1 an answer is stale, or a question has none; 2 bad input; 3 a package is missing
"""

import argparse
import sys

from ragkit import cli, env, records


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    show, stale, drawn = map(parser.verbs().add_parser, ("show", "stale", "to-labels"))
    drawn.add_argument("questions", metavar="questions.jsonl")
    for verb in (show, stale):
        verb.add_argument("contexts", nargs="?", default=records.CONTEXTS, metavar="contexts.jsonl")
        verb.add_argument("--json", metavar="FILE", help="a line an answer, for a program")
    for verb in (show, stale, drawn):
        verb.add_argument("answers", metavar="answers.jsonl")
    drawn.add_argument("documents", metavar="documents.jsonl")
    show.add_argument("-o", "--html", metavar="page.html", help="one offline page instead of Markdown")
    stale.add_argument("--redone", metavar="FILE", help="answers written anew, to stand in place of the old")
    stale.add_argument("--sheets", metavar="questions.jsonl", help="write pages; the file says who asks")
    for verb in (stale, drawn):
        verb.add_argument("-o", "--output", metavar="FILE", help="the answers, or the labels")
    args = parser.parse_args(argv)
    cli.apart({k: v for k, v in vars(args).items() if (args.verb, k) != ("stale", "answers") and k != "verb"})
    env.need("markdown_it")
    return {"show": _show, "stale": _stale, "to-labels": _to_labels}[args.verb](args)


def _show(args: argparse.Namespace) -> int:
    from ragkit.answering import cited_page, places

    contexts = {context["qid"]: context for context in records.read("context", args.contexts)}
    shown = places.show(contexts, list(records.read("answer", args.answers)))
    if args.json:
        records.write(places.rows(shown), args.json)
    if args.html:
        with records.atomic(args.html) as file:
            file.write(cited_page.page(shown))
    elif not args.json:
        cli.show(cited_page.markdown(shown).splitlines())
    old = [one.answer["qid"] for one in shown if one.cited is None]
    if old:
        cli.say(f"written from other sources, shown without: {', '.join(old)}; answers.py stale says why")
    return cli.FAILED if old else cli.DONE


def _stale(args: argparse.Namespace) -> int:
    from ragkit.answering import stale_report
    from ragkit.workspace import sheets

    contexts = {context["qid"]: context for context in records.read("context", args.contexts)}
    redone = records.read("answer", args.redone) if args.redone else ()
    answers = stale_report.with_redone(records.read("answer", args.answers), redone, contexts)
    report = stale_report.compare(answers, contexts, lambda: sheets.library_beside(args.contexts))
    if args.json:
        records.write(report.rows(), args.json)
    if args.output:
        records.write(report.answers(), args.output)
    for line in report.lines():
        cli.say(line) if args.json == "-" else cli.show([line])
    if args.sheets:
        names = sheets.write(args.contexts, args.sheets, contexts, report)
        cli.say(f"sheets to answer from, into redone.jsonl: {', '.join(names) or 'none'}")
    return cli.DONE if report.fresh else cli.FAILED


def _to_labels(args: argparse.Namespace) -> int:
    from ragkit.answering import as_labels

    left: list[str] = []
    questions = {row["qid"]: row for row in records.read("question", args.questions)}
    texts = {row["doc_id"]: row["text"] for row in records.read("document", args.documents)}
    records.write(as_labels.labels(records.read("answer", args.answers), questions, left, texts), args.output)
    for line in [*left, "drawn from results: a score on them is an upper bound"]:
        cli.say(line)
    return cli.FAILED if left else cli.DONE


if __name__ == "__main__":
    sys.exit(cli.run(main))
