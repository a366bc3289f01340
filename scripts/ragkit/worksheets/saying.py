"""What a passage tells its reader: facts in sentences and rows, or links, names of code, parts of a page."""

import re
from collections.abc import Callable

from ragkit.labels import similar

LINK = re.compile(r"\]\([^)]*\)")  # an address tells a reader nothing
LOADS = re.compile(r"\s*(?:import|export)\s.*")  # a line of code that loads a page's parts
_ITEM = re.compile(  # an item that is a link and little more
    r"\s*(?:[-*+|>]|\d+[.)])?\W*!?\[[^\]]*\]\([^)]*\)(?P<rest>.*)"
)
_CODE = re.compile(  # a name in backticks, a variable, a path, an assignment, a package with its version
    r"`[^`]*`|[$%]?\{[^}]*\}+|<[^>\s]*>|\S*[_=/\\]\S*|\S+@\S+|(?<![\d.])\d{1,3}\.\d{1,3}\.\d{1,3}(?!\d)|"
    r"\b\w*[a-z][A-Z]\w*"
)
SAYS = 4  # words beside a link or a name of code from which its line says something; taste


def navigates(text: str) -> bool:
    """Return whether at least half of a text is links to other pages and lines that load a page's parts."""
    return _half(text, lambda line: bool(LOADS.fullmatch(line)) or _links(line))


def lists_names(text: str) -> bool:
    """Return whether at least half of a text is names of code and little more: the packages that something
    depends on, the variables of a template."""
    return _half(
        LINK.sub("]", text), lambda line: bool(_CODE.search(line)) and _words(_CODE.sub(" ", line)) < SAYS
    )


def _links(line: str) -> bool:
    hit = _ITEM.fullmatch(line)
    return hit is not None and _words(hit["rest"]) < SAYS


def _words(text: str) -> float:
    return similar.word_count(LINK.sub("]", text))


def _half(text: str, kind: Callable[[str], bool]) -> bool:
    lines = [line for line in text.splitlines() if line.strip()]
    return 2 * sum(len(line) for line in lines if kind(line)) >= sum(map(len, lines))
