"""Anything that can be run: JSON lines in on its standard input, JSON lines out."""

import json
import shlex
import subprocess
from collections.abc import Sequence
from typing import Any

from ragkit.cli import IncompleteError, InputError

TIMEOUT = 3600.0  # seconds for one run of the command


def run(command: str, rows: Sequence[dict[str, Any]], timeout: float = TIMEOUT) -> list[dict[str, Any]]:
    """Return the objects that the command printed, one a line, for the rows it was given, one a line.

    command  split as a shell would, but run without one
    errors   IncompleteError when it cannot be started, fails, or answers with another number of lines
    """
    try:
        words = shlex.split(command)
    except ValueError as err:
        raise InputError(f"command {command!r}: {err}") from err
    text = "".join(json.dumps(row) + "\n" for row in rows)
    try:
        done = subprocess.run(
            words, input=text, capture_output=True, text=True, encoding="utf-8", check=False, timeout=timeout
        )
    except (OSError, IndexError, subprocess.TimeoutExpired) as err:
        raise IncompleteError(f"command {command!r} did not run: {err}") from err
    if done.returncode:
        raise IncompleteError(
            f"command {command!r} failed with exit code {done.returncode}: {done.stderr.strip()[-200:]}"
        )
    try:
        answers = [json.loads(line) for line in done.stdout.splitlines() if line.strip()]
    except ValueError as err:
        raise IncompleteError(f"command {command!r} printed a line that is not JSON ({err})") from err
    if len(answers) != len(rows) or not all(isinstance(answer, dict) for answer in answers):
        raise IncompleteError(f"command {command!r} printed {len(answers)} objects for {len(rows)} rows")
    return answers
