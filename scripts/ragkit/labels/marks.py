"""Marks that Markdown sets at the start of a line, and that a quote of what a person reads leaves out.

They may also be facts: "> 5" is a comparison, "2." may be the number a quote is about, "[x]" says done. So
they are left out of the document only, never of the quote, and only where the lines around say what they are.
"""

import re

_QUOTED = re.compile(r"(?m)^(?P<mark>[ \t]*>(?:[ \t]?>)*)[ \t]*(?P<next>\S?)")
_NUMBER = re.compile(r"(?m)^[ \t>]*(?P<mark>(?P<number>\d{1,2})[.)])[ \t]+(?=[^\s\d])")
_BOX = re.compile(r"(?m)^[ \t>]*(?:[-*+]|\d{1,2}[.)])[ \t]+(?P<mark>\[[ xX]\])(?=[ \t])")
_FENCE = re.compile(r"(?m)^[ \t>]*(?P<mark>(?:`{3,}|~{3,})[^\n`]*)$")
APART = 600  # characters between two items of one list; taste


def unmarked(text: str) -> str:
    """Return the text with these marks blanked, every other character at its place; equal where it has none.

    Block quotes whose line before or after is quoted too and does not begin with a number; numbers of a list
    that counts on or back within APART characters; task boxes; the marks of a fence with its language.
    """
    spans = [*_quotes(text), *_numbers(text)]
    spans += [match.span("mark") for pattern in (_BOX, _FENCE) for match in pattern.finditer(text)]
    if not spans:
        return text
    chars = list(text)
    for start, end in spans:
        chars[start:end] = " " * (end - start)
    return "".join(chars)


def _quotes(text: str) -> list[tuple[int, int]]:
    found = list(_QUOTED.finditer(text))
    spans = []
    for i, match in enumerate(found):
        before = found[i - 1] if i and text.count("\n", found[i - 1].end(), match.start()) == 1 else None
        later = found[i + 1] if i + 1 < len(found) else None
        after = later if later and text.count("\n", match.end(), later.start()) == 1 else None
        if any(near and near["next"] and not near["next"].isdigit() for near in (before, after)):
            spans.append(match.span("mark"))
    return spans


def _numbers(text: str) -> list[tuple[int, int]]:
    found = list(_NUMBER.finditer(text))
    spans = []
    for i, match in enumerate(found):
        near = [
            other for other in found[max(0, i - 9) : i + 10] if abs(other.start() - match.start()) <= APART
        ]
        if any(abs(int(other["number"]) - int(match["number"])) == 1 for other in near):
            spans.append(match.span("mark"))
    return spans
