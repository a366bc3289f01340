"""What a record of each kind may hold: the table of schema.py, enforced."""

import json
import math
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from ragkit.cli import InputError
from ragkit.schema import REQUIRED, SCHEMA

Record = dict[str, Any]


def check(kind: str, record: Record, where: str, printable: bool = False) -> Record:
    """Return a copy with ids as text and defaults filled in; InputError names the first wrong field.

    printable  the caller knows that no string in it holds a control character, so ids need no second look
    """
    checked = record.copy()
    forms = _FORMS[kind]
    for field, value in record.items():
        form = forms.get(field)
        if form == "text" and type(value) is str:
            continue
        if form is None:
            if type(value) is not str:
                _any(value, f'{where}: "{field}"')
        elif value is not None and not _plain(form, value, printable):
            checked[field] = _value(form, value, f'{where}: "{field}"')
    for field, default in _DEFAULTS[kind]:
        if field not in checked or checked[field] is None:
            if default is REQUIRED:
                missing = "null" if field in record else "missing"
                what = f'"{field}" of this {kind} is {missing}'
                raise InputError(f"{where}: {what}{_meant(kind, field, record)}")
            checked[field] = default.copy() if isinstance(default, (dict, list)) else default
    scores = checked["scores"] if kind == "run" else None
    if scores is not None and len(scores) != len(checked["retrieved"]):
        raise InputError(f'{where}: {len(scores)} "scores" for {len(checked["retrieved"])} ids')
    return checked


_FORMS = {kind: {field: form for field, (form, _, _) in fields.items()} for kind, fields in SCHEMA.items()}
_DEFAULTS = {
    kind: [(field, default) for field, (_, default, _) in fields.items()] for kind, fields in SCHEMA.items()
}


def plain(kind: str, record: Record, printable: bool) -> Record | None:
    """Return what check returns, for a record that is right as it is; None for any other. At the speed of C.

    Records of one file have the same few fields in the same order, so what they lack is worked out once.
    """
    plans, shape = _PLANS[kind], tuple(record)
    plan = plans.get(shape)
    if plan is None:
        plan = _plan(kind, shape)
        if len(plans) < MOST_PLANS:
            plans[shape] = plan
    for field, form in plan.forms:
        if not _plain(form, record[field], printable):
            return None
    return record | plan.lacking if plan.usual else None


class _Plan(NamedTuple):
    """What to look at in records of the same fields, and what they lack."""

    usual: bool  # no required field is missing, and no default needs a copy of its own
    forms: list[tuple[str, str]]
    lacking: Record


MOST_PLANS = 64  # of one kind; a file whose every line has other fields must not fill the memory; taste
_PLANS: dict[str, dict[tuple[str, ...], _Plan]] = {kind: {} for kind in SCHEMA}


def _plan(kind: str, shape: tuple[str, ...]) -> _Plan:
    lacking = {field: default for field, default in _DEFAULTS[kind] if field not in shape}
    copied = any(default is REQUIRED or isinstance(default, (dict, list)) for default in lacking.values())
    usual = not copied and not (kind == "run" and "scores" in shape)
    forms = [(field, _FORMS[kind].get(field, "text")) for field in shape] if usual else []
    return _Plan(usual, forms, lacking)


def _plain(form: str, value: Any, printable: bool) -> bool:
    """Return whether a value is right as it is, for the forms that most fields have, at the speed of C."""
    if type(value) is str:
        return form == "text" or (form == "id" and value != "" and (printable or value.isprintable()))
    if type(value) is not list:
        return False
    if form in ("ids", "gold"):
        try:
            joined = "".join(value)
        except TypeError:  # some id is no text
            return False
        return all(value) and (printable or joined.isprintable())
    return form == "numbers" and set(map(type, value)) <= {float} and all(map(math.isfinite, value))


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
            raise InputError(f"{where} must be a list, got {shown(value)}")
        one = form[:-1]
        if one in SCHEMA:
            return [check(one, _object(row, at), at) for row, at in _placed(value, where)]
        return [TYPES[one](row, at) for row, at in _placed(value, where)]
    return TYPES[form](value, where)


def _placed(values: list[Any], where: str) -> list[tuple[Any, str]]:
    return [(value, f"{where}[{i}]") for i, value in enumerate(values)]


def _id(value: Any, where: str) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str) or not value or not value.isprintable():
        raise InputError(f"{where} must be printable text or a whole number, got {shown(value)}")
    return value


def _ids(value: Any, where: str) -> list[str]:
    return [_id(item, at) for item, at in _placed(_of(list, "a list of ids")(value, where), where)]


def _texts(value: Any, where: str) -> list[str]:
    return [_of(str, "text")(item, at) for item, at in _placed(_of(list, "a list")(value, where), where)]


def _number(value: Any, where: str) -> float:
    most = sys.float_info.max
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not -most <= value <= most:
        raise InputError(f"{where} must be a finite number, got {shown(value)}")
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
        raise InputError(f"{where} must be a whole number of 0 or more, got {shown(value)}")
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
        raise InputError(f"{where} must be [type, start, end, level, page], got {shown(value)}")
    for item in row[1:]:
        if item is not None:
            _natural(item, where)
    return row


def _page(value: Any, where: str) -> list[Any]:
    """[start, end, number, label]"""
    row: list[Any] = _of(list, "a list")(value, where)
    if len(row) != 4:
        raise InputError(f"{where} must be [start, end, number, label], got {shown(value)}")
    for item in row[:3]:
        _natural(item, where)
    return row


ROLES = {"human": "user", "ai": "assistant", "bot": "assistant", "model": "assistant"}  # other names of ours
OURS = {"user", "assistant", "system", "developer", "tool", "function"}
TEXT_PARTS = {"text", "input_text", "output_text"}


def turns(value: Any, where: str) -> list[Record]:
    """Return earlier turns as [{"role", "content": text}], oldest first, from any of the common shapes.

    value  objects with "role" (user when it is missing) and "content", a text or parts {"type": "text",
           "text"}; texts, by the user and by the assistant in turn; or [user, assistant] pairs
    parts  of other types, such as images or results of tools, have no words of anybody and are left out
    errors InputError for any other shape

    >>> turns(["Is blue sold?", "Yes."], "x")
    [{'role': 'user', 'content': 'Is blue sold?'}, {'role': 'assistant', 'content': 'Yes.'}]
    """
    items = _list(value, where)
    if items and all(isinstance(item, str) for item in items):
        return [{"role": "assistant" if i % 2 else "user", "content": item} for i, item in enumerate(items)]
    if items and all(isinstance(item, list) and len(item) == 2 for item in items):
        return [
            turn
            for pair, at in _placed(items, where)
            for role, said in zip(("user", "assistant"), pair, strict=True)
            for turn in [_turn({"role": role, "content": "" if said is None else said}, at)]
            if turn["content"]
        ]
    return [_turn(item, at) for item, at in _placed(items, where)]


def _turn(value: Any, where: str) -> Record:
    if not isinstance(value, dict):
        raise InputError(
            f'{where} must be {{"role": "user", "content": "text"}}; or give all turns as texts, or all as '
            f"[user, assistant] pairs; got {shown(value)}"
        )
    role = value.get("role", value.get("type", "user"))
    role = ROLES.get(role, role) if isinstance(role, str) else role
    if role not in OURS:
        raise InputError(f"{where}: a role is user or assistant, got {shown(role)}")
    content = value.get("content")
    parts = [content] if isinstance(content, (str, dict)) else content
    if parts is None and role != "user":
        parts = []  # a call of a tool says nothing
    if not isinstance(parts, list):
        raise InputError(f'{where}: "content" must be text or a list of parts, got {shown(content)}')
    said = [_said(part, at) for part, at in _placed(parts, f"{where}.content")]
    return {**value, "role": role, "content": "\n".join(part for part in said if part)}


def _said(part: Any, where: str) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, dict) and isinstance(part.get("type"), str):
        if part["type"] not in TEXT_PARTS:
            return ""
        if isinstance(part.get("text"), str):
            return str(part["text"])
    raise InputError(f'{where} must be {{"type": "text", "text": "..."}}, got {shown(part)}')


def _of(kind: type, name: str) -> Callable[[Any, str], Any]:
    def typed(value: Any, where: str) -> Any:
        if not isinstance(value, kind):
            raise InputError(f"{where} must be {name}, got {shown(value)}")
        return value

    return typed


def _list(value: Any, where: str) -> list[Any]:
    items: list[Any] = _any(_of(list, "a list")(value, where), where)
    return items


def _object(value: Any, where: str) -> Record:
    fields: Record = _any(_of(dict, "an object")(value, where), where)
    return fields


TYPES: dict[str, Callable[[Any, str], Any]] = {
    "id": _id, "ids": _ids, "text": _of(str, "text"), "texts": _texts, "natural": _natural,
    "number": _number, "numbers": _numbers, "flag": _of(bool, "true or false"), "object": _object,
    "list": _list, "legs": _legs, "gold": _gold, "block": _block, "page": _page, "any": _any,
    "turns": turns,
}  # fmt: skip


def shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 60 else text[:57] + "..."
