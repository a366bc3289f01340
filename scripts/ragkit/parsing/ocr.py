"""Text from a picture, by a command the user names: it reads an image and writes text."""

import os
import shlex
import subprocess
import tempfile

from ragkit.cli import IncompleteError, InputError

_SECONDS = 120.0  # for one picture: taste


class OcrError(Exception):
    """The command ran and gave no text; the message says why."""


def text_of(picture: bytes, command: str) -> str:
    """Return what the command reads in the picture, a PNG or any image file's bytes.

    command  e.g. "tesseract - -": the picture is its standard input; "{}" in it stands for a file's path
    errors   InputError for a command that is none, IncompleteError when it is missing, OcrError otherwise
    """
    try:
        words = shlex.split(command)
    except ValueError as err:
        raise InputError(f"--ocr: {err}; quote the command, e.g. --ocr 'tesseract - -'") from err
    if not words:
        raise InputError("--ocr: an empty command; e.g. --ocr 'tesseract - -'")
    path = ""
    try:
        if any("{}" in word for word in words):
            handle, path = tempfile.mkstemp(suffix=".png")
            with open(handle, "wb") as file:
                file.write(picture)
            words = [word.replace("{}", path) for word in words]
        done = subprocess.run(words, input=picture, capture_output=True, timeout=_SECONDS, check=False)
    except FileNotFoundError as err:
        raise IncompleteError(
            f"--ocr: {words[0]} is not installed; install it or name another command"
        ) from err
    except (OSError, subprocess.TimeoutExpired) as err:
        raise OcrError(f"{words[0]}: {err}"[:120]) from err
    finally:
        if path:
            os.unlink(path)
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise OcrError(f"{words[0]} exited {done.returncode}: {said[-1] if said else 'no message'}"[:120])
    return done.stdout.decode("utf-8", "replace").replace("\x0c", "\n")
