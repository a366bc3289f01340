"""The options of assembly on a command line, shared by every script that assembles."""

import argparse

from ragkit import cli
from ragkit.answering.assemble import Options
from ragkit.answering.budgets import FACTORS
from ragkit.answering.ordering import ORDERS

EMITS = ("contexts", "prompt", "anthropic-documents", "search-results")


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options, with the defaults of Options."""
    default = Options()
    parser.add_argument(
        "--window",
        type=cli.count,
        default=default.window,
        help="context window of the model (default: 200000)",
    )
    parser.add_argument(
        "--reserve-output",
        type=cli.natural,
        default=default.reserve_output,
        help="for the answer (default: 4000)",
    )
    parser.add_argument(
        "--system", type=cli.natural, default=default.system, help="system prompt and tools (default: 1000)"
    )
    parser.add_argument(
        "--history", type=cli.natural, default=default.history, help="earlier turns (default: 0)"
    )
    parser.add_argument(
        "--margin",
        type=cli.share,
        default=default.margin,
        help="share of the window kept free (default: 0.1)",
    )
    parser.add_argument(
        "--tokenizer", choices=list(FACTORS), default=default.tokenizer, help="default: claude"
    )
    parser.add_argument("--order", choices=ORDERS, default=default.order, help="default: relevance")
    parser.add_argument("--full-docs", action="store_true", help="whole documents where their chunks earn it")
    parser.add_argument(
        "--neighbours", type=cli.natural, default=0, metavar="N", help="chunks around each, from leftovers"
    )
    parser.add_argument("--min-score", type=float, help="leave out chunks scored below")
    parser.add_argument("--emit", choices=EMITS, default="contexts", help="default: contexts")


def read(args: argparse.Namespace) -> Options:
    """Return the Options of parsed arguments, checked."""
    return Options(
        window=args.window, reserve_output=args.reserve_output, system=args.system, history=args.history,
        margin=args.margin, tokenizer=args.tokenizer, order=args.order, full_docs=args.full_docs,
        neighbours=args.neighbours, min_score=args.min_score,
    ).checked()  # fmt: skip
