#!/usr/bin/env python3
# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""Install the skill: copy it where Claude Code looks, and make the Python environment of its scripts.

usage: sh install.sh [--user | --project DIR | --dest DIR] [--with EXTRA,...] [--no-deps] [--force]
       sh install.sh --verify | --uninstall   the copy in the same place; --project and --dest choose it
       sh install.sh --demo | --deps-only     run from where the files lie; nothing is copied
       python3 scripts/install.py ...         the same, where there is no sh

in:    the folder that holds install.sh, or RAG_PIPELINES_SOURCE (a folder, .zip or .tar.gz; path or URL)
out:   what goes where, as absolute paths, then what was done; --demo: the demo's report
       RAG_PIPELINES_HOME is where the environment is made (default: ~/.local/share/rag-pipelines)
exit:  0 done, or nothing to do; 1 --verify found a difference; 2 wrong call, or edited files are in the way;
       3 something is missing, and the message says how to get it
"""

import argparse
import os
import sys
from pathlib import Path

from ragkit import cli, env
from ragkit.installing import demo, environment, place


def main(argv: list[str]) -> int:
    args = arguments(argv)
    extras = environment.extras_named(args.extras)
    link = env.SKILL if args.here else place.target(args.project, args.dest)
    folder = Path(os.path.realpath(link))
    tell = cli.say if args.demo else write  # the demo's stdout is its report
    tell(f"skill:        {link}" + ("" if link == folder else f" -> {folder}"))
    if args.verify:
        differences = place.verify(folder).lines()
        tell("\n".join(differences or ["skill:        as installed"]))
        return cli.FAILED if differences else cli.DONE
    if not args.no_deps:
        tell(f"environment:  {env.environment()}")
    would = "would be " if args.dry_run else ""
    if args.uninstall:
        tell(f"skill:        {would}{place.uninstall(link, force=args.force, dry_run=args.dry_run)}")
        tell(f"environment:  {would}{environment.remove([folder, env.SKILL], dry_run=args.dry_run)}")
        return cli.DONE
    if not args.here:
        tell(
            f"skill:        {would}{place.install(env.SKILL, folder, force=args.force, dry_run=args.dry_run)}"
        )
    if not args.no_deps:
        tell(f"environment:  {would}{environment.make(args.python, extras, folder, dry_run=args.dry_run)}")
    return demo.run() if args.demo and not args.dry_run else cli.DONE


def arguments(argv: list[str]) -> argparse.Namespace:
    parser = cli.parser(__doc__)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--user", action="store_true", help="to CLAUDE_CONFIG_DIR or ~/.claude (the default)")
    where.add_argument("--project", metavar="DIR", help="to DIR/.claude/skills")
    where.add_argument(
        "--dest", metavar="DIR", help="to DIR/rag-pipelines; to DIR itself if that is its name"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--verify", action="store_true", help="name edited, extra and missing files")
    what.add_argument("--uninstall", action="store_true", help="remove what was installed, nothing else")
    what.add_argument("--demo", action="store_true", help="run the pipeline over the bundled documents")
    what.add_argument("--deps-only", action="store_true", help="only make the environment")
    what.add_argument("--no-deps", action="store_true", help="only copy the files")
    extras = ", ".join(environment.known_extras())
    parser.add_argument(
        "--with", dest="extras", default="", metavar="EXTRA,...", help=f"also any of {extras}"
    )
    parser.add_argument("--python", default=sys.executable, metavar="PATH", help="the Python to build with")
    parser.add_argument("--dry-run", action="store_true", help="say what would be done; write nothing")
    parser.add_argument("--force", action="store_true", help="replace edited files; the old folder is kept")
    args = parser.parse_args(argv)
    args.here = args.demo or args.deps_only
    if args.here and (args.user or args.project or args.dest):
        parser.error("--demo and --deps-only copy nothing; leave out --user, --project and --dest")
    if args.extras and (args.no_deps or args.verify or args.uninstall):
        parser.error("--with adds to the environment; leave out --no-deps, --verify and --uninstall")
    return args


def write(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()  # before a program that we start writes


if __name__ == "__main__":
    sys.exit(cli.run(main))
