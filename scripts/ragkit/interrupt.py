"""Ctrl-C while a command is still importing: one word instead of a traceback. cli imports it first.

Python then ends the process as the signal would, which a shell calls 130; once main runs, cli.run does it.
"""

import os
import sys
from types import TracebackType

_SCRIPTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def quiet(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Say that a command was interrupted; every other error is shown as it is elsewhere."""
    if issubclass(kind, KeyboardInterrupt):
        sys.stderr.write("interrupted\n")
    else:
        sys.__excepthook__(kind, error, trace)


# A program that imports ragkit, such as a service, keeps its own way with errors.
if sys.argv and os.path.isfile(sys.argv[0]) and os.path.dirname(os.path.abspath(sys.argv[0])) == _SCRIPTS:
    sys.excepthook = quiet
