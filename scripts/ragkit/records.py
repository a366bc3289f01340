"""The JSONL records that flow between the steps, read, checked and written; their fields are in schema.py."""

import contextlib
import json
import math
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from typing import IO, Any

from ragkit.cli import InputError
from ragkit.schema import KEYS, REQUIRED, SCHEMA

Record = dict[str, Any]


def read(kind: str, path: str) -> Iterator[Record]:
    """Yield the records of a JSONL file one at a time, checked and with defaults; "-" is standard input.

    Reads UTF-8 with or without BOM, LF or CRLF, blank lines skipped. InputError, with path:line, for anything
    that is not a record of this kind: bad JSON, NaN, lone surrogates, a wrong type, an id given twice.
    """
    seen: set[tuple[Any, ...]] = set()
    for where, record in read_rows(path):
        checked = check(kind, record, where)
        key = tuple(checked[field] for field in KEYS[kind])
        if key in seen:
            names = " and ".join(f"{field} {value!r}" for field, value in zip(KEYS[kind], key, strict=True))
            raise InputError(f"{where}: {names} appears twice; keep one line for each")
        seen.add(key)
        yield checked


def read_rows(path: str) -> Iterator[tuple[str, Record]]:
    """Yield ("path:line", object) for each non-blank line; the object is not checked against a kind."""
    for where, text in lines(path):
        yield where, _parse(text, where)


def read_object(path: str) -> Record:
    """Return the one JSON object of a file, which may span lines."""
    return _parse("\n".join(text for _, text in lines(path)), path)


def lines(path: str) -> Iterator[tuple[str, str]]:
    """Yield ("path:line", text) for each non-blank line of a UTF-8 file, BOM and white space stripped."""
    try:
        with contextlib.ExitStack() as stack:
            file = sys.stdin.buffer if path == "-" else stack.enter_context(open(path, "rb"))
            for number, raw in enumerate(file, start=1):
                if line := raw.removeprefix(b"\xef\xbb\xbf").strip() if number == 1 else raw.strip():
                    yield f"{path}:{number}", _decode(line, f"{path}:{number}")
    except OSError as err:
        raise InputError(f"{path}: {err.strerror or err}; check the path") from err


def _decode(line: bytes, where: str) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as err:
        hint = "convert it, e.g. iconv -f utf-16 -t utf-8" if line[:2] in (b"\xff\xfe", b"\xfe\xff") else ""
        raise InputError(f"{where}: not UTF-8 ({err.reason}); {hint or 'convert the file to UTF-8'}") from err


def _parse(text: str, where: str) -> Record:
    try:
        record = json.loads(text, parse_constant=_refuse_constant)
        if "\\ud" in text or "\\uD" in text:  # an escaped lone surrogate cannot be written back as UTF-8
            json.dumps(record, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as err:
        raise InputError(f"{where}: not JSON ({err}); need one object a line") from err
    if not isinstance(record, dict):
        raise InputError(f"{where}: need an object, got {_show(record)}; write one record a line")
    return record


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not a number")


def check(kind: str, record: Record, where: str) -> Record:
    """Return a copy with ids as text and defaults filled in; InputError names the first wrong field."""
    checked = dict(record)
    for field, (form, default, _) in SCHEMA[kind].items():
        value = record.get(field)
        if value is None:
            if default is REQUIRED:
                missing = "null" if field in record else "missing"
                raise InputError(
                    f'{where}: "{field}" of this {kind} is {missing}{_meant(kind, field, record)}'
                )
            checked[field] = default.copy() if isinstance(default, (dict, list)) else default
            continue
        checked[field] = _value(form, value, f'{where}: "{field}"')
    for field in record.keys() - SCHEMA[kind].keys():
        _any(record[field], f'{where}: "{field}"')
    if (
        kind == "run"
        and checked["scores"] is not None
        and len(checked["scores"]) != len(checked["retrieved"])
    ):
        raise InputError(f'{where}: {len(checked["scores"])} "scores" for {len(checked["retrieved"])} ids')
    return checked


def _meant(kind: str, field: str, record: Record) -> str:
    from difflib import get_close_matches  # only on the way out

    unknown = [name for name in record if name not in SCHEMA[kind]]
    close = get_close_matches(field, unknown, 1, 0.6)
    return (
        f'; is "{close[0]}" a slip of the pen?' if close else f"; it has {', '.join(record) or 'no fields'}"
    )


def _value(form: str, value: Any, where: str) -> Any:
    if form.endswith("*"):
        if not isinstance(value, list):
            raise InputError(f"{where} must be a list, got {_show(value)}")
        one = form[:-1]
        if one in SCHEMA:
            return [check(one, _object(row, at), at) for row, at in _placed(value, where)]
        return [_TYPES[one](row, at) for row, at in _placed(value, where)]
    return _TYPES[form](value, where)


def _placed(values: list[Any], where: str) -> list[tuple[Any, str]]:
    return [(value, f"{where}[{i}]") for i, value in enumerate(values)]


def _id(value: Any, where: str) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str) or not value or not value.isprintable():
        raise InputError(f"{where} must be printable text or a whole number, got {_show(value)}")
    return value


def _ids(value: Any, where: str) -> list[str]:
    items: list[Any] = _of(list, "a list of ids")(value, where)
    texts = set(map(type, items)) <= {str}
    if texts and all(items) and "".join(items).isprintable():  # the common case, at the speed of C
        return list(items)
    return [_id(item, at) for item, at in _placed(items, where)]


def _texts(value: Any, where: str) -> list[str]:
    return [_of(str, "text")(item, at) for item, at in _placed(_of(list, "a list")(value, where), where)]


def _number(value: Any, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise InputError(f"{where} must be a finite number, got {_show(value)}")
    return value


def _numbers(value: Any, where: str) -> list[float]:
    return [_number(item, at) for item, at in _placed(_of(list, "a list")(value, where), where)]


def _any(value: Any, where: str) -> Any:
    """JSON reads 1e999 as infinity, which could not be written again."""
    if isinstance(value, float):
        return _number(value, where)
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _any(item, where)
    return value


def _natural(value: Any, where: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise InputError(f"{where} must be a whole number of 0 or more, got {_show(value)}")
    return value


def _legs(value: Any, where: str) -> dict[str, list[str]]:
    return {name: _ids(ids, f"{where}.{name}") for name, ids in _object(value, where).items()}


def _gold(value: Any, where: str) -> list[str] | dict[str, float]:
    if isinstance(value, dict):
        return {_id(key, where): _number(grade, f"{where}.{key}") for key, grade in value.items()}
    return _ids(value, where)


def _block(value: Any, where: str) -> list[Any]:
    """[type, start, end, level or depth, page?]"""
    row: list[Any] = _of(list, "a list")(value, where)
    if not 3 <= len(row) <= 5 or not isinstance(row[0], str):
        raise InputError(f"{where} must be [type, start, end, level, page], got {_show(value)}")
    for item in row[1:]:
        if item is not None:
            _natural(item, where)
    return row


def _page(value: Any, where: str) -> list[Any]:
    """[start, end, number, label]"""
    row: list[Any] = _of(list, "a list")(value, where)
    if len(row) != 4:
        raise InputError(f"{where} must be [start, end, number, label], got {_show(value)}")
    for item in row[:3]:
        _natural(item, where)
    return row


def _of(kind: type, name: str) -> Callable[[Any, str], Any]:
    def typed(value: Any, where: str) -> Any:
        if not isinstance(value, kind):
            raise InputError(f"{where} must be {name}, got {_show(value)}")
        return value

    return typed


def _list(value: Any, where: str) -> list[Any]:
    items: list[Any] = _any(_of(list, "a list")(value, where), where)
    return items


def _object(value: Any, where: str) -> Record:
    fields: Record = _any(_of(dict, "an object")(value, where), where)
    return fields


_TYPES: dict[str, Callable[[Any, str], Any]] = {
    "id": _id, "ids": _ids, "text": _of(str, "text"), "texts": _texts, "natural": _natural,
    "number": _number, "numbers": _numbers, "flag": _of(bool, "true or false"), "object": _object,
    "list": _list, "legs": _legs, "gold": _gold, "block": _block, "page": _page, "any": _any,
}  # fmt: skip


def _show(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 60 else text[:57] + "..."


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
    if os.path.isdir(path):
        raise InputError(f"{path}: is a folder; name a file")
    if os.path.exists(path) and not os.path.isfile(path):  # /dev/null, a pipe: nothing to replace
        with open(path, "w", encoding="utf-8", newline="\n") as device:
            yield device
        return
    target = os.path.realpath(path)  # a link keeps pointing at what it names
    mode = stat.S_IMODE(os.stat(target).st_mode) if os.path.exists(target) else 0o666 & ~_umask()
    try:
        handle, temporary = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".tmp-")
    except OSError as err:
        raise InputError(f"{path}: cannot write here: {err.strerror}; check the folder") from err
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            yield file
        os.chmod(temporary, mode)
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
