"""Python source as sections: a class is one, with its methods; functions and statements are units."""

import ast
from collections.abc import Callable, Mapping
from typing import Any

from ragkit.chunking.layout import Section, Unit

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def sections(document: Mapping[str, Any], weigh: Callable[[str], int]) -> Section | None:
    """Return the section tree of a Python file, its units tiling the text; None for any other document.

    Also None where the source does not parse: then the blank-line blocks of the parser serve. Comments and
    decorators belong to the definition below them.
    """
    if not document["doc_id"].endswith((".py", ".pyi")):
        return None
    text = document["text"]
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    starts = [0]
    for line in text.split("\n")[:-1]:
        starts.append(starts[-1] + len(line) + 1)
    root = Section()
    _fill(root, text, starts, _cuts(text, starts, body, 0), len(text), weigh)
    return root


def _cuts(
    text: str, starts: list[int], body: list[ast.stmt], floor: int
) -> list[tuple[int, ast.stmt | None]]:
    """Return where each definition begins, comments above it included, and each run of other statements."""
    cuts: list[tuple[int, ast.stmt | None]] = []
    for node in body:
        kept = node if isinstance(node, _DEFINITIONS) else None
        if cuts and kept is None and cuts[-1][1] is None:
            continue
        decorators = getattr(node, "decorator_list", [])
        line = min([node.lineno, *(each.lineno for each in decorators)]) - 1
        while line and starts[line - 1] >= floor and _comment(text[starts[line - 1] : starts[line]]):
            line -= 1
        cuts.append((max(floor, starts[line]), kept))
        floor = starts[min(len(starts), node.end_lineno or node.lineno) - 1]
    return cuts


def _comment(line: str) -> bool:
    return line.lstrip().startswith("#")


def _fill(
    section: Section,
    text: str,
    starts: list[int],
    cuts: list[tuple[int, ast.stmt | None]],
    end: int,
    weigh: Callable[[str], int],
    begin: int = 0,
) -> None:
    """Fill the section with the definitions, from `begin` to `end` without a gap."""
    cuts = [(at, node) for at, node in cuts if at < end]
    if cuts and cuts[0][1] is None:
        cuts[0] = (begin, None)
    elif not cuts or cuts[0][0] > begin:
        cuts.insert(0, (begin, None))
    for (start, node), (stop, _) in zip(cuts, [*cuts[1:], (end, None)], strict=True):
        if start == stop:
            continue
        weight = weigh(text[start:stop])
        section.weight += weight
        if isinstance(node, ast.ClassDef):
            inner = Section((*section.path, f"class {node.name}"), section.level + 1)
            section.children.append(inner)
            _fill(inner, text, starts, _cuts(text, starts, node.body, start), stop, weigh, start)
        elif section.children:  # what follows a class must not be moved before it
            section.children.append(
                Section(section.path, section.level + 1, weight, [_unit(start, stop, weight, section)])
            )
        else:
            section.units.append(_unit(start, stop, weight, section))


def _unit(start: int, stop: int, weight: int, section: Section) -> Unit:
    return Unit("code", start, stop, weight, section.path)
