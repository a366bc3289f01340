"""The command line of worksheet.py: options and help of each step, and of each task where they differ."""

import argparse
import textwrap
from collections.abc import Iterator

from ragkit import cli

TASKS = {
    "answers": "cited answers, from contexts",
    "grades": "judgements of answers, with canaries that judge the judge",
    "context": "notes that situate chunks in their documents",
    "questions": "labels written from passages: questions with the quotes that answer them",
    "transcribe": "pages without a text layer, read from their images",
    "variants": "questions in other words, and the parts of those that need several facts",
    "rerank": "the candidates of a run, in the order of their use",
}
STEPS = {
    "make": "Make a worksheet: items to fill, one a line.",
    "show": "Write a worksheet as pages, -o page.md: page-01.md and on, each for a fresh context.",
    "run": "Have a worksheet filled by claude -p, the Claude API or an OpenAI-shaped server; resumable.",
    "check": "Check a filled worksheet, and write to -o what is to be redone; exit 3 until nothing is.",
    "apply": "Check a filled worksheet and, once it is complete, write the records that it completes.",
}
BY_TASK = ("make", "apply")  # steps whose options differ by task
KINDS = {
    "context": "contexts",
    "answer": "answers",
    "label": "labels",
    "chunk": "chunks",
    "document": "documents",
    "run": "run",
}
MADE_OF = {
    "answers": ["contexts"],
    "grades": ["contexts", "answers", "labels"],
    "context": ["chunks", "documents"],
    "questions": ["documents"],
    "transcribe": ["documents"],
    "variants": ["labels"],
    "rerank": ["run", "chunks", "labels"],
}
APPLIED_TO = {
    "context": ["chunks"],
    "questions": ["documents"],
    "transcribe": ["documents"],
    "rerank": ["run"],
}
UNSET = {
    "items": None, "filled": None, "output": None, "key": None, "kinds": None, "canaries": 30, "seed": 0,
    "passages": 40, "under": "", "reserve_note": 100, "images": ".rag/pages", "passes": 1, "number": 1,
    "by": None, **dict.fromkeys(KINDS.values()),
}  # fmt: skip


class Index(cli.Parser):
    """A parser whose help has a line for each of its steps or tasks, not the help of each."""

    def format_help(self) -> str:
        leaves = list(_leaves(self))
        if leaves == [self]:
            return super().format_help()
        lines = [_wrapped(_synopsis(leaf), "  ") for leaf in leaves]
        return "\n".join([str(self.description), "", *lines, "", "Each has a --help of its own.", ""])


def parse(doc: str | None, argv: list[str]) -> argparse.Namespace:
    """Return the parsed arguments; doc is the help of the script."""
    top = Index(doc)
    steps = _below(top, "step")
    for step, what in STEPS.items():
        index = steps.add_parser(step, doc=what)
        if step in BY_TASK:
            tasks = _below(index, "task")
            for task, said in TASKS.items():
                leaf = tasks.add_parser(task, doc=f"{what}\n{task}: {said}")
                _make(leaf, task) if step == "make" else _apply(leaf, task)
                _finish(leaf)
        else:
            index.add_argument("task", choices=TASKS, metavar="TASK", help=", ".join(TASKS))
            {"show": _show, "run": _run, "check": _check}[step](index)
            _finish(index)
    args = top.parse_args(argv, argparse.Namespace(**UNSET))
    if args.step == "run" and args.batch and args.who != "anthropic":
        top.error("--batch is for --with anthropic")
    return args


def inputs(args: argparse.Namespace) -> dict[str, str]:
    """Return kind -> path of the record files given."""
    return {kind: getattr(args, name) for kind, name in KINDS.items() if getattr(args, name)}


def _below(parser: cli.Parser, name: str) -> "argparse._SubParsersAction[Index]":
    return parser.add_subparsers(dest=name, required=True, metavar=name, prog=parser.prog, parser_class=Index)


def _make(leaf: cli.Parser, task: str) -> None:
    for name in MADE_OF[task]:
        leaf.add_argument(f"--{name}", metavar=f"{name}.jsonl", required=(task, name) != ("grades", "labels"))
    _output(leaf)
    if task == "grades":
        leaf.add_argument(
            "--key", metavar="key.jsonl", required=True, help="what each item stands for; not for the grader"
        )
        leaf.add_argument("--kinds", nargs="+", help="which judgements (default: all)")
        leaf.add_argument(
            "--canaries",
            type=cli.natural,
            default=UNSET["canaries"],
            metavar="N",
            help="of each class (default: %(default)s)",
        )
    if task in ("grades", "questions"):
        leaf.add_argument(
            "--seed", type=cli.natural, default=UNSET["seed"], metavar="N", help="of the draw (default: 0)"
        )
    if task == "questions":
        leaf.add_argument(
            "--passages",
            type=cli.count,
            default=UNSET["passages"],
            metavar="N",
            help="about how many (default: %(default)s)",
        )
        leaf.add_argument("--under", default=UNSET["under"], metavar="FOLDER", help="of its documents only")
    if task == "context":
        leaf.add_argument(
            "--reserve-note",
            type=cli.count,
            default=UNSET["reserve_note"],
            metavar="N",
            help="tokens a note (default: %(default)s)",
        )
    if task == "transcribe":
        leaf.add_argument(
            "--images",
            default=UNSET["images"],
            metavar="DIR",
            help="where page images go (default: %(default)s)",
        )


def _apply(leaf: cli.Parser, task: str) -> None:
    _filled(leaf)
    for name in APPLIED_TO.get(task, []):
        leaf.add_argument(f"--{name}", metavar=f"{name}.jsonl", required=True)
    _output(leaf)


def _show(leaf: cli.Parser) -> None:
    leaf.add_argument("items", metavar="items.jsonl")
    leaf.add_argument("-o", "--output", metavar="FILE", help="name of the pages (default: stdout)")


def _check(leaf: cli.Parser) -> None:
    _filled(leaf)
    _output(leaf)


def _run(leaf: cli.Parser) -> None:
    leaf.add_argument("items", metavar="items.jsonl")
    leaf.add_argument(
        "-o",
        "--output",
        metavar="filled.jsonl",
        required=True,
        help="rows are appended; what is there is kept",
    )
    leaf.add_argument(
        "--with", dest="who", default="claude", help="claude (default), anthropic or openai:URL"
    )
    leaf.add_argument("--model", default="claude-sonnet-5-5", help="default: claude-sonnet-5-5")
    leaf.add_argument(
        "--max-usd", type=cli.dollars, default=5.0, metavar="USD", help="refuse to cost more (default: 5)"
    )
    leaf.add_argument("--price", metavar="IN,OUT", help="dollars a million tokens")
    leaf.add_argument("--batch", action="store_true", help="--with anthropic: a Message Batch")
    _passes(leaf, "which pass this is (default: 1)")


def _filled(leaf: cli.Parser) -> None:
    leaf.add_argument("items", metavar="items.jsonl")
    leaf.add_argument("filled", metavar="filled.jsonl")
    leaf.add_argument("--by", metavar="NAME", help="who filled the rows of numbered items")
    _passes(leaf, "of rows of numbered items (default: 1)")


def _passes(leaf: cli.Parser, what: str) -> None:
    leaf.add_argument(
        "--passes",
        type=cli.count,
        default=UNSET["passes"],
        metavar="N",
        help="independent passes (default: 1)",
    )
    leaf.add_argument(
        "--pass", dest="number", type=cli.count, default=UNSET["number"], metavar="N", help=what
    )


def _output(leaf: cli.Parser) -> None:
    leaf.add_argument("-o", "--output", metavar="FILE", help="default: stdout")


def _finish(leaf: cli.Parser) -> None:
    """Put the line of use into the help of one step or task."""
    use = _wrapped(f"usage: python3 scripts/{_synopsis(leaf)}", "")
    leaf.description = f"{leaf.description}\n\n{use}"


def _leaves(parser: cli.Parser) -> Iterator[cli.Parser]:
    """Yield the parsers below one that have no others below them."""
    below = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    for action in below:
        for child in action.choices.values():
            yield from _leaves(child)
    if not below:
        yield parser


def _synopsis(leaf: cli.Parser) -> str:
    """Return the call of a leaf, what may be left out last and in brackets."""
    parts = [leaf.prog]
    for action in sorted(leaf._actions, key=lambda one: (bool(one.option_strings), not one.required)):
        if isinstance(action, argparse._HelpAction):
            continue
        name = str(action.metavar or action.dest.upper())
        if action.option_strings:
            value = "" if action.nargs == 0 else f" {name}"
            text = f"{action.option_strings[0]}{value}"
            parts.append(text if action.required else f"[{text}]")
        else:
            parts.append(name)
    return " ".join(parts)


def _wrapped(text: str, indent: str) -> str:
    return textwrap.fill(
        text, 110, initial_indent=indent, subsequent_indent=f"{indent}    ", break_on_hyphens=False
    )
