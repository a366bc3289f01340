#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = ["markdown-it-py>=3.0.0"]
# ///
"""Score graded answers; say how far the judge can be trusted; correct its rate; compare two systems.

usage: python3 scripts/answer_metrics.py score items.jsonl filled.jsonl key.jsonl --answers answers.jsonl \\
           --labels labels.jsonl --contexts contexts.jsonl --min faithfulness=0.9 --json new.json
       python3 scripts/answer_metrics.py calibrate items.jsonl filled.jsonl key.jsonl --human human.jsonl
       python3 scripts/answer_metrics.py diff new.json old.json

in:    the worksheet of `worksheet.py make grades`, its key, and the filled grades; human: the same items
       graded by a person, a random sample of them
out:   measures with 95% intervals, the judge's rates on canaries, what went wrong a question, PASS or FAIL
exit:  0 done, or every bar passed; 1 a bar failed; 2 bad input; 3 grades are missing, or a bar is set and the
       judge cannot be trusted (canary TPR or TNR below 0.90, or fewer than 30 canaries a class)
"""

import sys

from ragkit import cli, env, records


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    parser.add_argument("step", choices=("score", "calibrate", "diff"))
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--answers", metavar="answers.jsonl", help="for abstention")
    parser.add_argument("--labels", metavar="labels.jsonl", help="which questions can be answered")
    parser.add_argument("--contexts", metavar="contexts.jsonl", help="for what went wrong a question")
    parser.add_argument("--human", metavar="human.jsonl", help="calibrate: filled by a person")
    parser.add_argument("--passes", type=cli.count, default=1, help="independent passes (default: 1)")
    parser.add_argument(
        "--min", nargs="+", default=[], metavar="MEASURE=VALUE", help="bars, e.g. faithfulness=0.9"
    )
    parser.add_argument("--json", metavar="FILE", help="the scores, for diff")
    args = parser.parse_args(argv)
    if len(args.files) != (2 if args.step == "diff" else 3):
        parser.error("score and calibrate take items, filled and key; diff takes two --json files")
    if args.step == "calibrate" and not args.human:
        parser.error("calibrate needs --human")

    env.need("markdown_it")
    from ragkit.evaluation import answer_report, answer_scores, judged
    from ragkit.labels import read

    if args.step == "diff":
        for line in answer_report.difference(*(records.read_object(path) for path in args.files)):
            print(line)  # noqa: T201
        return cli.DONE
    items, filled = list(records.read("item", args.files[0])), list(records.read("filled", args.files[1]))
    key = [row for _, row in records.read_rows(args.files[2])]
    grades = judged.join(items, key, filled, args.passes)
    if args.step == "calibrate":
        human = judged.sample(items, key, list(records.read("filled", args.human)))
        for line in answer_report.calibrated(grades, human):
            print(line)  # noqa: T201
        return cli.DONE
    answers = list(records.read("answer", args.answers)) if args.answers else []
    labels = read.read(args.labels) if args.labels else []
    scores = answer_scores.score(grades.rows, answers, labels)
    report = answer_report.report(scores, grades.judge, answer_report.bars(args.min))
    contexts = {one["qid"]: one for one in records.read("context", args.contexts)} if args.contexts else {}
    for line in [*report.lines, *answer_report.blame_lines(answer_report.blames(scores, labels, contexts))]:
        print(line)  # noqa: T201
    if args.json:
        records.write([answer_report.summary(scores, grades.judge)], args.json)
    if report.distrust and args.min:
        raise cli.IncompleteError(f"not gated: {report.distrust}")
    return cli.DONE if report.passed else cli.FAILED


if __name__ == "__main__":
    sys.exit(cli.run(main))
