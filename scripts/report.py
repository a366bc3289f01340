#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = ["numpy>=1.26"]
# ///
"""Print the output contract of a workspace: corpus, retrieval, eval set, metrics, losses, next lever.

usage: python3 scripts/report.py .rag

in:    a workspace that pipeline.py made
out:   six lines of Markdown on stdout, derived anew from the records in the workspace
exit:  0 done, 2 not a finished workspace, 3 a package is missing
"""

import sys

from ragkit import cli, env


def main(argv: list[str]) -> int:
    parser = cli.parser(__doc__)
    parser.add_argument(
        "workspace", type=cli.folder, nargs="?", default=".rag", metavar="WORKSPACE", help="default: .rag"
    )
    args = parser.parse_args(argv)
    env.need("numpy")
    from ragkit.workspace import summary
    from ragkit.workspace.state import Workspace

    found = summary.summarise(Workspace(args.workspace))
    for line in [*found.unlocated, *found.strangers]:
        cli.say(line)
    sys.stdout.write(found.contract + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(cli.run(main))
