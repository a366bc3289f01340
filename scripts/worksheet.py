#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = ["markdown-it-py>=3.0.0", "pypdfium2>=5.0.0"]
# ///
"""Work for a model: make a worksheet, have it filled, check it, apply it. No API key is needed.

usage: python3 scripts/worksheet.py make answers --contexts contexts.jsonl -o items.jsonl
       python3 scripts/worksheet.py run answers items.jsonl --with claude -o filled.jsonl
       python3 scripts/worksheet.py apply answers items.jsonl filled.jsonl -o answers.jsonl

steps: make; run, or show (pages to fill it from by hand); check; apply (of grades: the filled rows)
tasks: answers, grades, context, questions, transcribe, variants, rerank
in:    items {"item_id", "sha", "task", "inputs"}; filled {"item_id", "sha", "output", "by", "pass"}, or by
       hand with --by NAME: the line {"worksheet": ...} of the pages, then {"item": 3, "output": {...}}
out:   items; the filled rows; what to redo; or the records a complete worksheet completes
exit:  0 done; 2 bad input; 3 not complete: -o of check lists what to redo
"""

import sys

from ragkit import cli, env, records
from ragkit.worksheets import options


def main(argv: list[str]) -> int:
    args = options.parse(__doc__, argv)
    env.need("markdown_it")
    from ragkit.worksheets import by_hand, session, work
    from ragkit.worksheets.tasks import TASKS

    read = options.inputs(args) if args.step == "make" else {"items": args.items}
    cli.apart({**read, "-o": args.output, "--key": args.key})
    task = TASKS[args.task]
    given = {kind: list(records.read(kind, path)) for kind, path in options.inputs(args).items()}
    if args.step == "make":
        made = work.make(args.task, given, session.how(args, given))
        records.write(made.items, args.output)
        if made.key:
            records.write(made.key, args.key)
        for line in [*made.lines, *session.advice(task, made.items, args.output)]:
            cli.say(line)
        return cli.DONE
    items = session.of_task(task, args.items)
    if args.step == "show":
        cli.say(session.show(task, items, args.output))
        return cli.DONE
    if args.step == "run":
        for line in session.run(task, items, args):
            cli.say(line)
    rows = records.read_rows(args.output if args.step == "run" else args.filled)
    filled = by_hand.filled(items, rows, args.by, args.number)
    checked = session.checked(task, items, filled, args.passes)
    if args.step == "check":
        records.write(session.todo(items, checked), args.output)
    code = session.verdict(task, items, checked)
    if args.step == "apply" and code == cli.DONE:
        grades = args.task == "grades"  # they complete no record; answer_metrics.py scores them
        done = filled if grades else list(work.apply(args.task, items, checked, given))
        records.write(done, args.output)
        for line in session.applied(args, done):
            cli.say(line)
    elif args.step == "apply":
        cli.say("nothing is written before every item is accepted: mend those and apply again")
    return code


if __name__ == "__main__":
    sys.exit(cli.run(main))
