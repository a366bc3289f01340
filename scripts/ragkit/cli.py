"""The ground floor of every command: help, argument types, exit codes, and words for people on stderr."""

from ragkit import interrupt  # noqa: F401  before the slower imports, so that it covers them

# isort: split
import argparse
import contextlib
import datetime
import errno
import io
import math
import os
import re
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn, TextIO, TypeVar

DONE, FAILED, BAD_INPUT, INCOMPLETE, OUR_BUG, INTERRUPTED = 0, 1, 2, 3, 70, 130
CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029]")
T = TypeVar("T")


class InputError(Exception):
    """Wrong input or call, for the user to mend: `path:line: what is wrong; what to do`. Exit 2."""


class IncompleteError(Exception):
    """A package, a service or a filled worksheet is missing; the message says how to get it. Exit 3."""


class Parser(argparse.ArgumentParser):
    """The module's docstring is the help; an option must be written out in full."""

    def __init__(self, doc: str | None = None, prog: str | None = None, **verb: Any) -> None:
        text = (doc or "").strip()
        super().__init__(
            prog=prog or os.path.basename(sys.argv[0]),
            description=text,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            usage=argparse.SUPPRESS,
            allow_abbrev=False,
            **verb,
        )

    def verbs(self) -> "argparse._SubParsersAction[Parser]":
        """Return what adds the verbs of a script that has several, each a parser: .add_parser("lint")."""
        return self.add_subparsers(dest="verb", required=True, metavar="verb", prog=self.prog)

    def format_help(self) -> str:
        """Return the help, and that of every verb."""
        parts = [super().format_help()]
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                verbs: dict[str, Parser] = action.choices
                parts += [f"{verb.prog}:\n\n{verb.format_help().lstrip()}" for verb in verbs.values()]
        return "\n".join(parts)

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{self.prog}: {message}; see {self.prog} --help")


def parser(doc: str | None) -> Parser:
    """Return an argument parser whose --help is the script's docstring and its options."""
    return Parser(doc)


def spread(argv: list[str], option: str) -> list[str]:
    """Return argv with `--k 5 10 labels` written `--k 5 --k 10 labels`, for an option that appends.

    argparse's own nargs="+" would swallow the file names that follow the numbers.
    """
    spread: list[str] = []
    inside = False
    for position, word in enumerate(argv):
        number = word.removeprefix("-").isdecimal()
        if inside and number and argv[position - 1] != option:
            spread.append(option)
        inside = word == option or (inside and number)
        spread.append(word)
    return spread


def run(main: Callable[[list[str]], int], argv: list[str] | None = None) -> int:
    """Call main(argv) and return its exit code; errors become a line on stderr and their own code.

    0 done; 1 a gate failed or a loss was not allowed; 2 bad input; 3 something is missing; 70 our own bug,
    with a traceback; 130 on Ctrl-C; 0 when the reader of stdout has gone (`| head`).
    """
    if sys.stdout is None:  # type: ignore[unreachable,unused-ignore]  # `>&-`
        sys.stdout = Closed()  # type: ignore[unreachable,unused-ignore]
    try:
        code = main(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except InputError as err:
        return _say(str(err), BAD_INPUT)
    except IncompleteError as err:
        return _say(str(err), INCOMPLETE)
    except KeyboardInterrupt:
        return _say("interrupted", INTERRUPTED)
    except BrokenPipeError:
        _let_go_of_stdout()
        return DONE
    except OSError as err:
        _let_go_of_stdout()
        what = err.strerror or err
        return _say(
            f"{err.filename or 'output'}: {what}; check the path, its rights and the free space", BAD_INPUT
        )
    except Exception:  # noqa: BLE001  the one place: a bare crash would exit 1, which CI reads as a failed gate
        traceback.print_exc()
        return _say("this is a bug in rag-pipelines, not in your input", OUR_BUG)
    return code


class Closed(io.TextIOBase):
    """Stands for a standard output that was closed: whoever writes to it is told so."""

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, "standard output is closed")


def _let_go_of_stdout() -> None:
    """Point stdout at nothing, so that the flush at exit does not fail once more."""
    with contextlib.suppress(OSError, ValueError):  # it may be no file at all
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(message: str, code: int) -> int:
    say(message)
    return code


def say(message: str) -> None:
    """Write one line for a person to stderr; characters the terminal cannot show are escaped."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):  # a full or closed stderr must not turn into another exit code
            _line(message, sys.stderr)
            sys.stderr.flush()


def show(lines: Iterable[str]) -> None:
    """Write the lines of a report to stdout; characters the terminal cannot show are escaped."""
    for line in lines:
        _line(line, sys.stdout)


def _line(text: str, stream: TextIO) -> None:
    encoding = stream.encoding or "utf-8"
    text = CONTROL.sub(lambda found: ascii(found[0])[1:-1], text)  # a name with a newline is still one line
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")


def progress(items: Iterable[T], label: str, total: int | None = None) -> Iterator[T]:
    """Yield the items, showing `label n/total` on one rewritten stderr line when that is a terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    shown = 0.0
    count = 0
    for count, item in enumerate(items, start=1):
        if time.monotonic() - shown > 0.1:
            shown = time.monotonic()
            sys.stderr.write(f"\r\033[K{label} {count}{'' if total is None else f'/{total}'}")
            sys.stderr.flush()
        yield item
    sys.stderr.write("\r\033[K")
    sys.stderr.flush()


def plural(number: int, noun: str) -> str:
    """Return a number and what is counted, such as "1 question" or "2,014 questions".

    >>> plural(1, "query"), plural(2014, "query")
    ('1 query', '2,014 queries')
    """
    if number == 1:
        return f"1 {noun}"
    if re.search("[^aeiou]y$", noun):
        return f"{number:,} {noun[:-1]}ies"
    return f"{number:,} {noun}{'es' if noun.endswith('s') else 's'}"


@contextlib.contextmanager
def naming(where: str) -> Iterator[None]:
    """Prefix the message of an InputError raised inside with `where: `."""
    try:
        yield
    except InputError as err:
        raise InputError(f"{where}: {err}") from err


@contextlib.contextmanager
def placing(path: str) -> Iterator[None]:
    """Name this path in an OSError raised inside that names no file, as that of a full disk does."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as err:
        if err.filename is None:
            err.filename = path
        raise


def apart(files: dict[str, str | None]) -> None:
    """Raise InputError where two of these, option -> path, are one file: one would be written over the other.

    None and "-" are no file, and a device such as /dev/null may be named twice.
    """
    seen: dict[str, str] = {}
    for option, path in files.items():
        if path is None or path == "-" or (os.path.exists(path) and not os.path.isfile(path)):
            continue
        other = seen.setdefault(os.path.realpath(path), option)
        if other != option:
            raise InputError(
                f"{path}: is both {other} and {option}, which would be written over it; name another file"
            )


def folder(text: str) -> str:
    """Argument type: a folder; an empty name would be the current one."""
    if not text:
        raise argparse.ArgumentTypeError("is empty; name a folder")
    return text


def count(text: str) -> int:
    """Argument type: a whole number, 1 or more."""
    return _whole(text, 1)


def natural(text: str) -> int:
    """Argument type: a whole number, 0 or more."""
    return _whole(text, 0)


def date(text: str) -> str:
    """Argument type: an ISO date, such as 2026-11-16."""
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError as err:
        raise argparse.ArgumentTypeError(f"{text!r} is no date; write 2026-11-16") from err


def _whole(text: str, least: int) -> int:
    try:
        value = int(text)
    except ValueError:
        value = least - 1
    if value < least:
        raise argparse.ArgumentTypeError(f"need a whole number of {least} or more, got {text!r}")
    return value


def share(text: str) -> float:
    """Argument type: a number from 0 to 1."""
    return _number(text, 0.0, 1.0)


def positive(text: str) -> float:
    """Argument type: a finite number, 0 or more."""
    return _number(text, 0.0, math.inf)


def dollars(text: str) -> float:
    """Argument type: a price or a limit in dollars, 0 to 1,000,000; more is a slip of the pen: taste."""
    return _number(text, 0.0, 1e6)


def _number(text: str, least: float, most: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (least <= value <= most) or math.isinf(value):  # NaN fails every comparison
        span = f"from {least:g} to {most:g}" if math.isfinite(most) else f"of {least:g} or more"
        raise argparse.ArgumentTypeError(f"need a number {span}, got {text!r}")
    return value
