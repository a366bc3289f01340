"""Plain Markdown blocks found by patterns: those a CommonMark parser finds, in a fraction of its time.

Only what is surely one thing is read here: headings, paragraphs, fences, rules, pipe tables, lists and
quotations of paragraphs, HTML blocks. In doubt `scan` says where, and the parser reads that part.
"""

import functools
import re
from typing import Any, NamedTuple

from ragkit.parsing.body import Block

_END = r"(?=\n|\Z)"
_STARS = rf"(?:\*[ \t]*){{3,}}{_END}|(?:_[ \t]*){{3,}}{_END}"  # a rule, and no underline
_RULE = rf"{_STARS}|(?:-[ \t]*){{3,}}{_END}"
_BLANK = re.compile(r"(?:[ \t]*\n)*(?:[ \t]+\Z)?")
# A line that may turn the one before it into the header of a table.
_DELIMITERS = re.compile(rf"\n {{0,3}}[-:|][-:| \t]*{_END}")
_TABLE = re.compile(rf"(\|[^\n\\]*\|)[ \t]*\n(\|(?:[ \t]*:?-+:?[ \t]*\|)+)[ \t]*{_END}")
_ROWS = re.compile(r"(?:\n\|[^\n]*)*")
_QUOTED_GAP = re.compile(rf"(?:\n>[ \t]*)+{_END}")
_ENDS_ITEM = re.compile(r"#{1,6}(?=[ \t\n]|\Z)|[<>]")  # at the margin, where `<` is no text (see _TEXT)
_ENDS_LIST = re.compile(rf"{_RULE}|(?![-+*]\s|[0-9]{{1,9}}[.)]\s|[-+*]\Z|[0-9]{{1,9}}[.)]\Z)")
_OVER = re.compile(r"\n[ \t]*(?:\n|\Z)|\Z")  # an empty line follows, or nothing
_FENCE = r"`{3,}(?=[^`\n]*(?:\n|\Z))|~{3,}"
_UNDERLINE = re.compile(rf"\n {{0,3}}(=+|-+)[ \t]*{_END}")

# How a line can begin and be nothing but the text of a paragraph.
_TEXT = "|".join(
    (
        r"[^\W\d_]",
        r"[^\x00-\x7f\s]",
        r"[!\"$%&'(),./;?@\[\\\]^{}]",
        r"[0-9]+(?![0-9.)])",
        r"[0-9]+[.)](?=\S)",
        r"\*{1,2}(?=[^*\s])",
        r"_{1,2}(?=[^_\s])",
        r"`{1,2}(?=[^`\s])",
        r"~{1,2}(?=[^~\s])",
        rf"[-:](?!\s|[-:| \t]*{_END})",
        r"\+(?=\S)",
        r"\#+(?=[^\#\s])",
        r"<(?=https?:)",
    )
)


class _Patterns(NamedTuple):
    block: re.Pattern[str]
    ends: re.Pattern[str]  # what follows a paragraph and surely ends it
    item: re.Pattern[str]
    paragraph: re.Pattern[str]
    fence: re.Pattern[str]
    quote: re.Pattern[str]
    tag: re.Pattern[str]  # a line that begins like a tag and is text all the same
    html: list[tuple[re.Pattern[str], re.Pattern[str], bool]]


@functools.cache
def _patterns() -> _Patterns:
    from markdown_it.common.html_blocks import block_names
    from markdown_it.rules_block.html_block import HTML_SEQUENCES

    html = (
        r"(?i:(?:script|pre|style|textarea)(?=\s|>|\Z)|!--|\?|![a-z]|!\[cdata\["
        rf"|/?(?:{'|'.join(block_names)})(?=\s|/?>|\Z))"
    )
    more = rf"[^\n]*(?:\n *(?:{_TEXT}|<(?!{html}))[^\n]*)*"
    text = rf"(?:{_TEXT}){more}"
    quoted = rf"> {{0,4}}(?:{_TEXT})[^\n]*"
    return _Patterns(
        block=re.compile(
            rf" {{0,3}}(?:({text})|(\#{{1,6}})(?:[ \t][^\n]*)?{_END}|({_FENCE})[^\n]*|({_RULE})|(<)|(\|)|(>)"
            r"|([-+*] |[0-9]{1,9}[.)] ))"
        ),
        ends=re.compile(
            rf"{_OVER.pattern}|\n {{0,3}}(?:\#{{1,6}}(?=[ \t\n]|\Z)|>|(?:{_FENCE})|<|(?:{_STARS})"
            rf"|(?:[-+*]|1[.)]) +(?:{_TEXT}))"
        ),
        item=re.compile(rf"( *)(?:[-+*]|([0-9]{{1,9}})[.)]) {{1,4}}({text})"),
        paragraph=re.compile(rf"( *)({text})"),
        fence=re.compile(rf"( *)({_FENCE})[^\n]*"),
        quote=re.compile(rf"{quoted}(?:\n{quoted})*"),
        tag=re.compile(rf" *<{more}"),
        html=HTML_SEQUENCES,
    )


def scan(text: str, at: int, blocks: list[Block]) -> int:
    """Append the blocks from `at`, the beginning of a line, on; return where the first doubtful one begins.

    That is the length of the text when there is none. What was found before it stands, for a block at the
    margin depends on nothing above it.
    """
    find = _patterns()
    size = len(text)
    while (at := _BLANK.match(text, at).end()) < size:  # type: ignore[union-attr]  # it matches anywhere
        match = find.block.match(text, at)
        if match is None:
            return at
        kept = len(blocks)
        end = _READERS[(match.lastindex or 0) - 1](text, at, match, blocks)
        if end is None:
            del blocks[kept:]
            return at
        at = end
    return size


def _paragraph(text: str, at: int, match: Any, blocks: list[Block]) -> int | None:
    return _prose(text, at, match.end(), blocks)


def _prose(text: str, at: int, end: int, blocks: list[Block]) -> int | None:
    if _defines(text, at, end):
        return None
    if _patterns().ends.match(text, end):
        blocks.append(["paragraph", at, _trimmed(text, at, end), 0])
        return end
    line = _UNDERLINE.match(text, end)
    if line is None or text.find("|", at, end) >= 0:
        return None
    blocks.append(["heading", at, line.end(1), 1 if line[1][0] == "=" else 2])
    return line.end()


def _heading(text: str, at: int, match: Any, blocks: list[Block]) -> int | None:
    end: int = match.end()
    if _heads(text, at):
        return None
    blocks.append(["heading", at, _trimmed(text, at, end), match.end(2) - match.start(2)])
    return end


def _fence(text: str, at: int, match: Any, blocks: list[Block]) -> int | None:
    if _heads(text, at):
        return None
    close = _closing(match[3][0], len(match[3])).search(text, match.end())
    end = close.end() if close else len(text)
    blocks.append(["fence", at, _trimmed(text, at, end), 0])
    return end


def _rule(text: str, at: int, match: Any, blocks: list[Block]) -> int | None:
    blocks.append(["rule", at, _trimmed(text, at, match.end()), 0])
    return int(match.end())


def _html(text: str, at: int, match: Any, blocks: list[Block]) -> int | None:
    first = match.start(5)
    line_end = text.find("\n", first)
    line_end = line_end if line_end >= 0 else len(text)
    if _heads(text, at):
        return None
    find, line = _patterns(), text[first:line_end]
    close = next((close for opens, close, _ in find.html if opens.search(line)), None)
    if close is None:
        prose = find.tag.match(text, at)
        return _prose(text, at, prose.end(), blocks) if prose else None
    if close.search(""):  # it ends at an empty line
        over = _OVER.search(text, line_end)
        end = over.start() if over else len(text)
    else:
        found = close.search(text, first)
        end = text.find("\n", found.end()) if found else -1
        end = end if end >= 0 else len(text)
    blocks.append(["html", at, _trimmed(text, at, end), 0])
    return end


def _table(text: str, at: int, match: Any, blocks: list[Block]) -> int | None:
    table = _TABLE.match(text, at)
    if table is None or table[1].count("|") != table[2].count("|"):
        return None
    end = _ROWS.match(text, table.end()).end()  # type: ignore[union-attr]  # it matches anywhere
    if not _OVER.match(text, end):
        return None
    blocks.append(["table_header", at, table.end(2), 0])
    start = table.end() + 1
    for line in text[start:end].split("\n") if end > start else ():
        blocks.append(["row", start, start + len(line.rstrip()), 0])
        start += len(line) + 1
    return end


def _quote(text: str, at: int, match: Any, blocks: list[Block]) -> int | None:
    find = _patterns()
    while quote := find.quote.match(text, at):
        end = quote.end()
        if _defines(text, at, end):
            return None
        blocks.append(["quote", at, _trimmed(text, at, end), 1])
        gap = _QUOTED_GAP.match(text, end)
        end = gap.end() if gap else end
        if _OVER.match(text, end):
            return end
        if gap is None:
            return None
        at = end + 1
    return None


def _list(text: str, at: int, match: Any, blocks: list[Block]) -> int | None:
    """Items, and the paragraphs and fences inside them, by how far each line is indented.

    What stands before an item at the margin, behind an empty line, does not change by what comes after it:
    from the last such item on a doubtful list is read again; not from one that may head a table, for it does
    so only where no list is open.
    """
    find, begin, safe, kept = _patterns(), at, at, len(blocks)
    stack: list[int] = []  # where the text of each open item begins in its line
    apart = True  # an empty line stands before this one
    while at < len(text):
        if apart and (item := find.item.match(text, at)) and item.end(1) == at and not _heads(text, at):
            safe, kept = at, len(blocks)
        end = _inside(text, at, stack, apart, blocks)
        if end is None:
            del blocks[kept:]
            return safe if safe > begin else None
        if end == at:  # the list is over
            return at
        at = _BLANK.match(text, end).end()  # type: ignore[union-attr]  # it matches anywhere
        apart = at > end + 1
    return at


def _inside(text: str, at: int, stack: list[int], apart: bool, blocks: list[Block]) -> int | None:
    """Append one block of a list and return its end; `at` where the list is over, None in doubt."""
    find = _patterns()
    item = find.item.match(text, at)
    found = item or (find.paragraph.match(text, at) if apart else None) or find.fence.match(text, at)
    if found is None:
        margin = stack and text[at] not in " \t"
        return at if margin and (_ENDS_LIST if apart else _ENDS_ITEM).match(text, at) else None
    indent = found.end(1) - at
    if item and not apart and indent >= stack[-1] and item[2] not in (None, "1"):
        return None  # no list begins with another number in a paragraph
    while stack and stack[-1] > indent:
        stack.pop()
    if indent - (stack[-1] if stack else 0) > 3:
        return None
    if not item and not stack:
        return at
    end = found.end()
    if found.re is find.fence:
        return _inner_fence(text, at, found, stack, blocks)
    if item:
        stack.append(item.start(3) - at)
    if _defines(text, found.start(3 if item else 2), end):
        return None
    blocks.append(["item", at, _trimmed(text, at, end), len(stack)])
    return end


def _inner_fence(text: str, at: int, found: Any, stack: list[int], blocks: list[Block]) -> int | None:
    close = _inner_closing(stack[-1], found[2][0], len(found[2])).match(text, found.end())
    if close is None or _heads(text, at):
        return None
    blocks.append(["fence", at, _trimmed(text, at, close.end()), len(stack)])
    return close.end()


@functools.lru_cache(64)
def _closing(mark: str, length: int) -> re.Pattern[str]:
    return re.compile(rf"\n {{0,3}}{mark}{{{length},}}[ \t]*{_END}")


@functools.lru_cache(256)
def _inner_closing(indent: int, mark: str, length: int) -> re.Pattern[str]:
    """Return the pattern of the lines of a fence inside an item up to its end, all of them indented."""
    return re.compile(
        rf"(?:\n(?: {{{indent},}}[^\s][^\n]*|[ \t]*(?=\n)))*?"
        rf"\n {{{indent},{indent + 3}}}{mark}{{{length},}}[ \t]*{_END}"
    )


def _heads(text: str, at: int) -> bool:
    """Return whether the line may be the header of a table, whatever else it looks like."""
    end = text.find("\n", at)
    return end >= 0 and text.find("|", at, end) >= 0 and _DELIMITERS.match(text, end) is not None


def _defines(text: str, at: int, end: int) -> bool:
    """Return whether a paragraph may begin with a link definition."""
    if text.find("]:", at, end) < 0:
        return False
    return text[at:end].lstrip(" >").startswith("[")


def _trimmed(text: str, at: int, end: int) -> int:
    """Return `end` moved before the white space there."""
    return at + len(text[at:end].rstrip()) if text[end - 1].isspace() else end


_READERS = (_paragraph, _heading, _fence, _rule, _html, _table, _quote, _list)
