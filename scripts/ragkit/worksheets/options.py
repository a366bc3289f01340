"""The command line of worksheet.py."""

import argparse

from ragkit import cli

STEPS = ("make", "show", "run", "check", "apply")
TASKS = ("answers", "grades", "context", "questions", "transcribe", "variants", "rerank")
KINDS = {
    "context": "contexts",
    "answer": "answers",
    "label": "labels",
    "chunk": "chunks",
    "document": "documents",
    "run": "run",
}


def parse(parser: argparse.ArgumentParser, argv: list[str]) -> argparse.Namespace:
    """Return the parsed arguments, each step's own demands checked."""
    parser.add_argument("step", choices=STEPS)
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("items", nargs="?", metavar="items.jsonl", help="of all steps but make")
    parser.add_argument("filled", nargs="?", metavar="filled.jsonl", help="of check and apply")
    parser.add_argument("-o", "--output", metavar="FILE", help="default: stdout; run appends to it")
    for name in KINDS.values():
        parser.add_argument(f"--{name}", metavar=f"{name}.jsonl")
    parser.add_argument(
        "--key", metavar="key.jsonl", help="make grades: what each item stands for; not for the grader"
    )
    parser.add_argument("--kinds", nargs="+", help="make grades: which judgements (default: all)")
    parser.add_argument(
        "--canaries", type=cli.natural, default=30, help="make grades: of each class (default: 30)"
    )
    parser.add_argument(
        "--seed", type=cli.natural, default=0, help="make grades, make questions: of the draw (default: 0)"
    )
    parser.add_argument(
        "--passages",
        type=cli.count,
        default=40,
        metavar="N",
        help="make questions: about how many (default: 40)",
    )
    parser.add_argument("--under", default="", metavar="FOLDER", help="make questions: of its documents only")
    parser.add_argument(
        "--reserve-note", type=cli.count, default=100, help="make context: tokens a note (default: 100)"
    )
    parser.add_argument("--images", default=".rag/pages", help="make transcribe: where page images go")
    parser.add_argument("--passes", type=cli.count, default=1, help="independent passes (default: 1)")
    parser.add_argument(
        "--pass", dest="number", type=cli.count, default=1, help="run, --by: which pass (default: 1)"
    )
    parser.add_argument("--by", metavar="NAME", help="check, apply: who filled the rows of numbered items")
    parser.add_argument("--with", dest="who", default="claude", help="run: claude, anthropic or openai:URL")
    parser.add_argument("--model", default="claude-sonnet-5-5", help="run: default claude-sonnet-5-5")
    parser.add_argument(
        "--max-usd", type=cli.dollars, default=5.0, help="run: refuse to cost more (default: 5)"
    )
    parser.add_argument("--price", metavar="IN,OUT", help="run: dollars a million tokens")
    parser.add_argument("--batch", action="store_true", help="run --with anthropic: a Message Batch")
    args = parser.parse_args(argv)
    if args.step != "make" and not args.items:
        parser.error(f"{args.step} needs items.jsonl")
    if args.step in ("check", "apply") and not args.filled:
        parser.error(f"{args.step} needs filled.jsonl")
    if args.step == "run" and not args.output:
        parser.error("run needs -o filled.jsonl, to be resumed")
    if args.step == "make" and args.task == "grades" and not args.key:
        parser.error("make grades needs --key, which the grader must not see")
    if args.batch and args.who != "anthropic":
        parser.error("--batch is for --with anthropic")
    return args


def inputs(args: argparse.Namespace) -> dict[str, str]:
    """Return kind -> path of the record files given."""
    return {kind: getattr(args, name) for kind, name in KINDS.items() if getattr(args, name)}
