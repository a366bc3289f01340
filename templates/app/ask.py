#!/usr/bin/env python3
"""Ask an index a question on the command line; the answer cites its sources and is checked.

usage: python3 ask.py "how long is the warranty?" --index .rag/index --all
       ... --model passages | "command:claude -p" | anthropic:MODEL

exit:  0 answered or declined; 1 the check found a fault; 2 bad input; 3 something is missing
"""

import json
import sys
from pathlib import Path
from typing import Any

import skill  # first: it finds the package that the others import

# isort: split
import models
from assistant import WHOLE, Assistant, Options
from rewriter import Rewriter
from store import EmbeddedStore, WholeCorpus

from ragkit import access, checks, cli, env


def earlier(path: Path) -> list[dict[str, Any]]:
    """Return the turns of a file, oldest first."""
    try:
        return checks.turns(json.loads(path.read_text(encoding="utf-8-sig")), str(path))
    except (ValueError, RecursionError) as err:
        raise cli.InputError(
            f'{path}: not JSON ({err}); need [{{"role": "user", "content": "..."}}]'
        ) from err


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    parser.add_argument("question")
    parser.add_argument("--index", required=True, help="folder that index.py or pipeline.py wrote")
    parser.add_argument("--user", metavar="JSON", help="""whose rights: '{"groups": ["staff"]}'""")
    parser.add_argument("--all", action="store_true", help="with every right")
    parser.add_argument("--model", default="passages", help="who writes (default: passages, no model)")
    parser.add_argument(
        "--rewriter", default="", metavar="MODEL", help="writes other wordings (default: --model)"
    )
    parser.add_argument("--history", type=Path, metavar="FILE", help='earlier turns: [{"role", "content"}]')
    parser.add_argument("--language", choices=["en", "es"], default="en", help="of the prompt (default: en)")
    parser.add_argument("--whole", action="store_true", help="put all passages into the prompt, search none")
    parser.add_argument("--k", type=cli.count, default=8, help="passages searched (default: 8)")
    parser.add_argument("--log", type=Path, metavar="FILE", help="append one line for each question")
    args = parser.parse_args(argv)
    skill.enter()
    env.need("numpy", "Stemmer", "markdown_it")
    who = access.reader_from(args.user, args.all)
    if any("\ud800" <= char <= "\udfff" for char in args.question):  # bytes that were no text
        raise cli.InputError("the question is not UTF-8; convert it")
    history = earlier(args.history) if args.history else []
    options = Options(args.k, WHOLE if args.whole else Options().budget, args.language)
    rewriting = None if args.whole else models.rewriter(args.rewriter, args.model)
    assistant = Assistant(
        (WholeCorpus if args.whole else EmbeddedStore)(args.index),
        models.named(args.model, cached=args.whole),
        options,
        args.log,
        Rewriter(rewriting) if rewriting else None,
    )
    cited, passed = [], True
    for event in assistant.answer(args.question, who, history):
        if event["event"] == "sources":
            for trouble in event["troubles"]:
                cli.say(trouble)
        elif event["event"] == "text":
            sys.stdout.write(event["text"])
            sys.stdout.flush()
        else:
            cited, passed = event["cited"], event["passed"]
            sys.stdout.write("\n")
            sys.stdout.flush()
            if event["trouble"]:
                cli.say(event["trouble"])
            for problem in event["problems"]:
                cli.say(
                    f"{problem['code']}: {problem['detail']}: {problem['sentence'] or 'the whole answer'}"
                )
    sys.stdout.write("\n")
    for source in cited:
        heading = " > ".join(dict.fromkeys(filter(None, [source["title"], *source["path"]])))
        sys.stdout.write(
            f"[{source['n']}] {heading} ({source['url'] or source['source']}{source['where']})\n"
        )
    return cli.DONE if passed else cli.FAILED


if __name__ == "__main__":
    sys.exit(cli.run(main))
