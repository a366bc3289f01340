"""What the Makefile borrows from the installer.

usage: PYTHONPATH=scripts python3 .ci/make.py environment FOLDER FILE...   requirements files, installed there
       PYTHONPATH=scripts python3 .ci/make.py dist OUT.zip                 the zip that claude.ai accepts
"""

import sys
from pathlib import Path

from ragkit import cli
from ragkit.installing import bundle, environment


def main(argv: list[str]) -> int:
    verb, target, *files = argv
    if verb == "environment":
        environment.for_development(sys.executable, Path(target), files)
    else:
        count = bundle.write_zip(Path.cwd(), Path(target))
        cli.say(f"{target}: {count} files")
    return cli.DONE


if __name__ == "__main__":
    sys.exit(cli.run(main))
