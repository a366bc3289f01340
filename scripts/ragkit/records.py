"""The JSONL records that flow between the steps, read, checked and written; their fields are in schema.py."""

import contextlib
import csv
import itertools
import json
import os
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import IO, Any

from ragkit.checks import Record as Record
from ragkit.checks import check as check
from ragkit.checks import plain, shown
from ragkit.cli import InputError, placing
from ragkit.schema import KEYS

CONTEXTS = ".rag/contexts.jsonl"  # those of a workspace of the usual name: read where no others are named


def read(kind: str, path: str) -> Iterator[Record]:
    """Yield the records of a JSONL file one at a time, checked and with defaults; "-" is standard input.

    Reads UTF-8 with or without BOM, LF or CRLF, blank lines skipped. InputError, with path:line, for anything
    that is not a record of this kind: bad JSON, NaN, lone surrogates, a wrong type, an id given twice.
    """
    seen: set[Any] = set()
    key_of = itemgetter(*KEYS[kind])
    for number, text in _numbered(path):
        record = _parse(text, path, number)
        # is there no character in it that an id may not hold?
        printable = text.isascii() and "\\" not in text and "\x7f" not in text
        checked = plain(kind, record, printable) or check(kind, record, f"{path}:{number}", printable)
        key = key_of(checked)
        if key in seen:
            named = " and ".join(f"{field} {checked[field]!r}" for field in KEYS[kind])
            raise InputError(f"{path}:{number}: {named} appears twice; keep one line for each")
        seen.add(key)
        yield checked


def read_rows(path: str) -> Iterator[tuple[str, Record]]:
    """Yield ("path:line", object) for each non-blank line; the object is not checked against a kind."""
    for number, text in _numbered(path):
        yield f"{path}:{number}", _parse(text, path, number)


def read_object(path: str) -> Record:
    """Return the one JSON object of a file, which may span lines."""
    return _parse("\n".join(text for _, text in _numbered(path)), path)


def lines(path: str) -> Iterator[tuple[str, str]]:
    """Yield ("path:line", text) for each non-blank line of a UTF-8 file, BOM and white space stripped."""
    for number, text in _numbered(path):
        yield f"{path}:{number}", text


def delimiter(head: str) -> str:
    """Return what parts the cells of a CSV, told from its first line: a comma, semicolon, tab or bar."""
    return max(",;\t|", key=head.count)


def told(first: str) -> str:
    """Return what a CSV's first line, sep=; as Excel writes it, says parts the cells; "" where it is a row.

    >>> told("sep=;\\n"), told("sep;b")
    (';', '')
    """
    found = re.fullmatch(r"\ufeff?\"?sep=(.?)\"?\s*", first, re.I)
    return found[1] or "\t" if found else ""  # a tab may be stripped


def cells(lines: Iterable[str], path: str) -> Iterator[list[str]]:
    """Yield the rows of a CSV from its lines, header first; InputError where it is none."""
    rest = iter(lines)
    first = next(rest, "")
    if mark := told(first):
        first = next(rest, "")
    rows = csv.reader(itertools.chain([first], rest), delimiter=mark or delimiter(first))
    try:
        yield from rows
    except csv.Error as err:
        line = rows.line_num + bool(mark)
        raise InputError(f"{path}:{line}: no CSV ({err}); is a quotation mark open?") from err


def _numbered(path: str) -> Iterator[tuple[int, str]]:
    try:
        with contextlib.ExitStack() as stack:
            file = (
                sys.stdin.buffer if path == "-" else stack.enter_context(open(path, "rb", buffering=1 << 20))
            )
            for number, raw in enumerate(file, start=1):
                if line := raw.removeprefix(b"\xef\xbb\xbf").strip() if number == 1 else raw.strip():
                    yield number, line.decode("utf-8")
    except OSError as err:
        raise InputError(f"{path}: {err.strerror or err}; check the path") from err
    except UnicodeDecodeError as err:
        hint = "convert it, e.g. iconv -f utf-16 -t utf-8" if line[:2] in (b"\xff\xfe", b"\xfe\xff") else ""
        said = f"not UTF-8 ({err.reason}); {hint or 'convert the file to UTF-8'}"
        raise InputError(f"{path}:{number}: {said}") from err


def _parse(text: str, path: str, number: int = 0) -> Record:
    """Return the object of a line, or of a whole file, which has no number."""
    try:
        record, end = _DECODER.raw_decode(text)
        if end != len(text):
            raise ValueError(f"something follows it at character {end}")
        if "\\" in text and ("\\ud" in text or "\\uD" in text):
            json.dumps(record, ensure_ascii=False).encode(
                "utf-8"
            )  # a lone surrogate could not be written back
    except (ValueError, RecursionError) as err:
        where = f"{path}:{number}" if number else path
        raise InputError(f"{where}: not JSON ({err}); {_mend(text)}") from err
    if not isinstance(record, dict):
        where = f"{path}:{number}" if number else path
        raise InputError(f"{where}: need an object, got {shown(record)}; write one record a line")
    return record


def _mend(text: str) -> str:
    """Return what to do about text that is not JSON: what models and editors put around it has a name."""
    if text.startswith("```"):
        return "leave the lines with ``` out"
    if text.endswith("},"):
        return "leave the comma after the object out"
    if any(mark in text for mark in "\u201c\u201d\u201e") and '"' not in text:
        return 'write straight quotes, ", around names and texts'
    return "need one object a line"


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not a number")


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)


def dump(record: Record) -> str:
    """Return the record as one JSON line, without the newline; NaN and lone surrogates raise ValueError."""
    line = json.dumps(record, ensure_ascii=False, allow_nan=False)
    line.encode("utf-8")
    return line


def write(rows: Iterable[Record], path: str | None) -> int:
    """Write one JSON object a line and return how many; to stdout when path is None or "-".

    A file appears whole or not at all: rows go to a temporary file beside it, which then takes its name.
    """
    if path is None or path == "-":
        sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
        return _write_lines(rows, sys.stdout)
    with atomic(path) as file:
        return _write_lines(rows, file)


def _write_lines(rows: Iterable[Record], file: IO[str]) -> int:
    count = 0
    for row in rows:
        file.write(dump(row) + "\n")
        count += 1
    return count


@contextlib.contextmanager
def atomic(path: str) -> Iterator[IO[str]]:
    """Open a text file for writing that takes its name only when the block ends without an error."""
    if not path:
        raise InputError("an empty name of a file to write; name one")
    if os.path.isdir(path):
        raise InputError(f"{path}: is a folder; name a file")
    if os.path.exists(path) and not os.path.isfile(path):  # /dev/null, a pipe: nothing to replace
        with placing(path), open(path, "w", encoding="utf-8", newline="\n") as device:
            yield device
        return
    target = os.path.realpath(path)  # a link keeps pointing at what it names
    mode = stat.S_IMODE(os.stat(target).st_mode) if os.path.exists(target) else 0o666 & ~_umask()
    try:
        handle, temporary = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".tmp-")
    except OSError as err:
        raise InputError(f"{path}: cannot write here: {err.strerror}; check the folder") from err
    try:
        with placing(path), open(handle, "w", encoding="utf-8", newline="\n") as file:
            yield file
        os.chmod(temporary, mode)
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def remove(path: str) -> None:
    """Remove a file, or a folder with all that is in it."""
    if os.path.isdir(path):
        shutil.rmtree(path)
    else:
        os.unlink(path)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
