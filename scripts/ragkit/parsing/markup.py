"""reStructuredText and AsciiDoc: the file's own text, with its headings, code, lists and tables found."""

import re
from collections.abc import Callable

from ragkit.parsing.body import Block, Parsed, lines_of, span

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1{2,}\s*\Z")
_ITEM = re.compile(r"(\s*)(?:[-*+\u2022]|\d+[.)]|#\.|\([a-z\d]+\)|\*{2,5}|\.{1,5})\s+\S")
_Leaf = tuple[str, int, int, int]  # type, first line, line after the last, level


def read_rst(text: str) -> Parsed:
    """Return reStructuredText: levels in the order the adornments appear, literal blocks as code."""
    lines = text.split("\n")
    order: list[str] = []
    leaves: list[_Leaf] = []
    title = ""
    at = 0
    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        heading = _rst_heading(lines, at)
        if heading:
            first, last, name = heading
            if name not in order:
                order.append(name)
            title = title or next(line.strip() for line in lines[first:last] if not _ADORNMENT.match(line))
            leaves.append(("heading", first, last, min(6, order.index(name) + 1)))
            at = last
            continue
        end = _paragraph(lines, at)
        if re.match(
            r"\s*\.\. (?:code|code-block|sourcecode|literalinclude|parsed-literal|highlight)::", lines[at]
        ):
            end = _indented(lines, at + 1, _indent(lines[at]))
            leaves.append(("fence", at, end, 0))
        else:
            leaves.append((_kind(lines[at]), at, end, _depth(lines[at])))
            if lines[end - 1].rstrip().endswith("::") and not lines[at].lstrip().startswith(".. "):
                start = end
                end = _indented(lines, end, _indent(lines[at]))
                if end > start:
                    leaves.append(("fence", start, end, 0))
        at = end
    return _parsed(text, leaves, title)


def _rst_heading(lines: list[str], at: int) -> tuple[int, int, str] | None:
    """Return (first line, line after, adornment) of a heading that begins here."""
    if (
        at + 2 < len(lines)
        and _ADORNMENT.match(lines[at])
        and lines[at + 1].strip()
        and not _ADORNMENT.match(lines[at + 1])  # three rules below each other
        and lines[at + 2].rstrip() == lines[at].rstrip()
    ):
        return at, at + 3, lines[at][0] * 2
    if (
        at + 1 < len(lines)
        and _ADORNMENT.match(lines[at + 1])
        and not lines[at][:1].isspace()
        and not _ADORNMENT.match(lines[at])
    ):
        return at, at + 2, lines[at + 1][0]
    return None


def read_asciidoc(text: str) -> Parsed:
    """Return AsciiDoc: `=` headings, delimited blocks as code or quotes, tables row by row."""
    lines = text.split("\n")
    leaves: list[_Leaf] = []
    title = ""
    at = 0
    while at < len(lines):
        line = lines[at]
        heading = re.match(r"(={1,6}|#{1,6})\s+(\S.*)", line)
        fence = re.match(r"(-{4,}|\.{4,}|`{3,}|\+{4,}|/{4,})\w*\s*\Z", line)
        end = at + 1
        if not line.strip():
            pass
        elif heading:
            title = title or heading.group(2).strip()
            leaves.append(("heading", at, end, len(heading.group(1))))
        elif fence:
            end = _closing(lines, at, fence.group(1))
            leaves.append(("html" if line.startswith("/") else "fence", at, end, 0))
        elif line.strip() == "|===":
            end = _closing(lines, at, "|===")
            leaves.extend(_table(lines, at, end))
        else:
            end = _paragraph(
                lines, at, stop=lambda each: bool(re.match(r"={1,6}\s|(?:-{4,}|\|===)\s*\Z", each))
            )
            leaves.append((_kind(line), at, end, _depth(line)))
        at = end
    return _parsed(text, leaves, title)


def _table(lines: list[str], first: int, last: int) -> list[_Leaf]:
    """Return the rows of a |=== table; the first row is the header when an empty line follows it."""
    rows = [at for at in range(first + 1, last - 1) if lines[at].startswith("|")]
    leaves: list[_Leaf] = []
    for number, at in enumerate(rows):
        end = rows[number + 1] if number + 1 < len(rows) else last
        leaves.append(("table_header" if number == 0 else "row", first if number == 0 else at, end, 0))
    return leaves or [("paragraph", first, last, 0)]


def _closing(lines: list[str], at: int, mark: str) -> int:
    return next((n + 1 for n in range(at + 1, len(lines)) if lines[n].rstrip() == mark), len(lines))


def _paragraph(lines: list[str], at: int, stop: Callable[[str], bool] | None = None) -> int:
    """Return the line after the paragraph or item that begins here: a blank line or the next item ends it."""
    end = at + 1
    while (
        end < len(lines)
        and lines[end].strip()
        and not _ITEM.match(lines[end])
        and not (stop and stop(lines[end]))
    ):
        if _rst_heading(lines, end):
            break
        end += 1
    return end


def _indented(lines: list[str], at: int, indent: int) -> int:
    """Return the line after the block that is indented deeper than `indent`."""
    end = at
    for number in range(at, len(lines)):
        if lines[number].strip():
            if _indent(lines[number]) <= indent:
                break
            end = number + 1
    return end


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _kind(line: str) -> str:
    return "item" if _ITEM.match(line) else "paragraph"


def _depth(line: str) -> int:
    match = re.match(r"(\s*)([*.]*)", line)
    if not _ITEM.match(line) or not match:
        return 0
    return max(1, len(match.group(2))) if len(match.group(2)) > 1 else 1 + len(match.group(1)) // 2


def _parsed(text: str, leaves: list[_Leaf], title: str) -> Parsed:
    starts = lines_of(text)
    blocks: list[Block] = []
    for kind, first, last, level in leaves:
        start, end = span(text, starts, first, last)
        if start < end:
            blocks.append([kind, start, end, level])
    return Parsed(text, blocks, title=title)
