"""Tables as rows: markdown-it's rule decides what a table is, but no cell is cut out that nobody reads."""

from typing import Any


def rows(state: Any, first: int, last: int, silent: bool) -> bool:
    """Block rule in place of markdown-it's `table`: tokens for the header and for each row, with their lines.

    The table ends where it does there: at less indent, another block, an empty line, indented code. The one
    difference is that it goes on past 65,536 missing cells, as none is filled in.
    """
    from markdown_it.rules_block import table

    if not table(state, first, last, True):
        return False
    if silent:
        return True
    outer, state.parentType = state.parentType, "table"
    state.push("thead_open", "thead", 1)
    state.push("tr_open", "tr", 0).map = [first, first + 1]
    state.push("thead_close", "thead", -1)
    ends = state.md.block.ruler.getRules("blockquote")
    line = first + 2
    while line < last and _is_row(state, line, last, ends):
        state.push("tr_open", "tr", 0).map = [line, line + 1]
        line += 1
    state.parentType = outer
    state.line = line
    return True


def _is_row(state: Any, line: int, last: int, ends: Any) -> bool:
    if state.sCount[line] < state.blkIndent or any(rule(state, line, last, True) for rule in ends):
        return False
    return not state.isEmpty(line) and not state.is_code_block(line)
