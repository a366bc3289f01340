"""Jupyter notebooks: text cells as Markdown, code cells and their printed output as fences."""

import json
import re
from typing import Any

from ragkit.parsing import markdown
from ragkit.parsing.body import Body, Parsed, Warn

_LONGEST_OUTPUT = 20_000  # characters of one output; a longer one is a data dump


def read(text: str) -> Parsed:
    """Return the cells in order; images and outputs over 20,000 characters are named as left out."""
    try:
        book = json.loads(text)
        cells = book["cells"] if "cells" in book else book["worksheets"][0]["cells"]
    except (ValueError, KeyError, IndexError, TypeError, RecursionError) as err:
        return Parsed(warnings=(Warn("broken", f"no readable notebook: {err}"[:100]),))
    language = str(
        _path(book, "metadata", "language_info", "name")
        or _path(book, "metadata", "kernelspec", "language")
        or ""
    )
    body = Body()
    title, left_out = "", 0
    begins: list[int] = []
    for cell in cells if isinstance(cells, list) else []:
        if not isinstance(cell, dict):
            continue
        first = len(body.blocks)
        source = _text(cell.get("source", cell.get("input", "")))
        if cell.get("cell_type") in ("markdown", "heading"):
            parsed = markdown.read(source)
            title = title or parsed.title
            body.extend(parsed.text, parsed.blocks)
        else:
            body.add("fence", fenced(source, language if cell.get("cell_type") == "code" else ""))
        outputs = cell.get("outputs")
        for output in outputs if isinstance(outputs, list) else []:
            shown = _text(_path(output, "text") or _path(output, "data", "text/plain") or "")
            left_out += len(shown) > _LONGEST_OUTPUT
            body.add("fence", fenced(shown, "output") if len(shown) <= _LONGEST_OUTPUT else "")
        begins += [block[1] for block in body.blocks[first : first + 1]]
    content, blocks, _ = body.finish()
    notes = (Warn("dropped_content", f"{left_out} outputs are too long to be text"),) if left_out else ()
    return Parsed(content, blocks, title=title, warnings=notes, cells=begins)


def _path(value: Any, *keys: str) -> Any:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _text(value: Any) -> str:
    return "".join(map(str, value)) if isinstance(value, list) else str(value)


def fenced(code: str, language: str) -> str:
    """Return the code between fences longer than any inside it; "" for blank code."""
    if not code.strip():
        return ""
    mark = "`" * max(3, max((len(run) for run in re.findall("`{3,}", code)), default=0) + 1)
    return f"{mark}{language}\n{code.rstrip()}\n{mark}"
