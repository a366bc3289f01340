"""Words to lines, and lines to paragraphs, headings and list items, inside one column."""

import itertools
import operator
import re
from collections.abc import Iterable
from statistics import median
from typing import NamedTuple

from ragkit.parsing.pdf_words import Word, right_to_left

_left, _right, _bottom = map(operator.attrgetter, ("x0", "x1", "bottom"))
_second = operator.itemgetter(1)
_HYPHENS = ("-", "\u2010", "\u00ad")


class Line(NamedTuple):
    """One line of text in one column."""

    text: str
    x0: float
    top: float
    x1: float
    bottom: float
    height: float
    bold: bool
    mono: bool = False
    unmapped: float = 0.0  # share of glyphs no one can read


_BULLET = re.compile(
    r"(?:[\u2022\u25aa\u25cf\u25e6\u2023\u2043\u00b7\u25a0\u25b8\u2013\u2014*-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)])\s+\S"
)


def lines(words: list[Word]) -> list[Line]:
    """Return the lines of one column, top to bottom; superscripts join the line they stand on."""
    groups: list[list[Word]] = []  # the tallest word of a line stands first
    for word in sorted(words, key=_bottom):
        for group in groups[:-4:-1]:
            tallest = group[0]
            overlap = min(tallest.bottom, word.bottom) - max(tallest.top, word.top)
            if overlap > 0.5 * min(tallest.height, word.height):
                group.append(word)
                if word.height > tallest.height:
                    group[0], group[-1] = word, tallest
                break
        else:
            groups.append([word])
    groups.sort(key=lambda group: group[0].bottom)
    return [_line(group) for group in groups]


def _line(group: list[Word]) -> Line:
    rtl = sum([word.text > "\u058f" and right_to_left(word.text) for word in group]) * 2 > len(group)
    ordered = sorted(group, key=_right if rtl else _left, reverse=rtl)
    texts, x0, top, x1, bottom, heights, bold, mono, unmapped = zip(*ordered, strict=True)
    sizes = list(map(len, texts))
    letters = sum(sizes)
    return Line(
        " ".join(texts),
        min(x0),
        min(top),
        max(x1),
        max(bottom),
        max(sorted(zip(heights, sizes, strict=True)), key=_second)[0],
        sum(itertools.compress(sizes, bold)) * 2 > letters,
        sum(itertools.compress(sizes, mono)) * 2 > letters,
        sum(unmapped) / max(letters, 1),
    )


def paragraphs(column: list[Line]) -> list[list[Line]]:
    """Return the lines grouped into paragraphs: by gaps, indents, bullets, and changes of size or weight."""
    if not column:
        return []
    left = min(line.x0 for line in column)
    right = max(line.x1 for line in column)
    steps = [
        line.bottom - last.bottom for last, line in itertools.pairwise(column) if line.bottom > last.bottom
    ]
    leading = median(sorted(steps)[: max(1, len(steps) * 2 // 3)]) if steps else column[0].height
    out = [[column[0]]]
    for last, line in itertools.pairwise(column):
        step = line.bottom - last.bottom
        gap = step > 1.35 * min(leading, 1.8 * last.height) or step > 2.2 * last.height
        style = abs(line.height - last.height) > 0.12 * last.height or (
            line.bold != last.bold and _ends(last, right)
        )
        indent = (
            line.x0 - left > 0.6 * line.height
            and last.x0 - left < 0.3 * line.height
            and last.x1 < right - 2 * line.height
        )
        if gap or style or _BULLET.match(line.text) or (indent and last.text.endswith((".", ":", "?", "!"))):
            out.append([line])
        else:
            out[-1].append(line)
    return out


def _ends(line: Line, right: float) -> bool:
    return line.x1 < right - line.height or len(line.text) < 60


def is_item(text: str) -> bool:
    """Return whether a paragraph begins with a bullet or a number."""
    return bool(_BULLET.match(text))


def text_of(paragraph: list[Line], vocabulary: set[str]) -> str:
    """Return the paragraph's text on one line, words cut at line ends made whole.

    vocabulary  lower-case words seen elsewhere in the document: "permit-" + "ted" joins when "permitted" is
                known, or "permit-ted" and its parts are not; "price-determining" keeps its hyphen when that
                form is known, or both parts are words and the joined one is not
    """
    text = paragraph[0].text
    for line in paragraph[1:]:
        match = re.search(r"(\w+).\Z", text[-100:]) if text.endswith(_HYPHENS) else None
        follows = re.match(r"\w+", line.text) if match else None
        if match and follows:
            text = (
                text[:-1]
                + ("-" if keeps_hyphen(text, match.group(1), follows.group(), vocabulary) else "")
                + line.text
            )
        elif text and line.text and _is_cjk(text[-1]) and _is_cjk(line.text[0]):
            text += line.text
        else:
            text += " " + line.text
    return text


# First halves of English compounds, for words the document writes nowhere else: taste.
_FIRST = {
    "price", "cost", "time", "user", "self", "non", "well", "long", "short", "high", "low", "full",
    "half", "open", "state", "end", "multi", "cross", "data", "real", "large", "small", "hard", "soft",
    "fast", "slow", "ever", "first", "second", "third", "one", "two", "three", "four", "five", "six",
    "top", "bottom", "left", "right", "front", "back", "inside", "air", "water", "oil", "gas", "heat",
    "power", "fuel", "steel", "hand", "eye", "head", "world", "market", "rule", "event", "model",
    "machine", "computer", "page", "line", "word", "decision", "risk",
}  # fmt: skip


def keeps_hyphen(text: str, left: str, right: str, vocabulary: set[str]) -> bool:
    """Return whether a hyphen at a line's end is part of the word."""
    if not right[0].islower() or left.isupper() or left[-1].isdigit():
        return True  # a name, a code, a number range: keep
    joined, hyphened = (left + right).lower(), f"{left}-{right}".lower()
    if hyphened in vocabulary:
        return joined not in vocabulary
    if joined in vocabulary:
        return False
    if re.search(r"-\w+-$", text):
        return True  # state-of-the-/art
    if left.lower() in _FIRST and len(right) > 4:
        return True
    return len(left) <= 1 or (left.lower() in vocabulary and right.lower() in vocabulary and len(right) > 3)


def _is_cjk(char: str) -> bool:
    return "\u3000" <= char <= "\u9fff" or "\uac00" <= char <= "\ud7af" or "\uff00" <= char <= "\uffef"


def vocabulary(found: Iterable[Line]) -> set[str]:
    """Return the document's words in lower case; pieces at the ends of lines are left out."""
    known: set[str] = set()
    for line in found:
        text = line.text.lower()
        if text.endswith("-"):
            text = re.sub(r"\w+-\Z", " ", text)
        terms = re.findall(r"\w+(?:-\w+)*(?!-?\w)", re.sub(r"\A\w+", " ", text))
        known.update(terms)
    return known
