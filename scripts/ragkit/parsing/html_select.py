"""CSS selectors asked only where they can match: most of the sites' names stand nowhere in a page."""

import re
from collections.abc import Iterable

_NAME = re.compile(r"[a-z][\w-]*", re.ASCII)
_NO_NAME = re.compile(r":not\([^)]*\)|:[\w-]+")


_BETWEEN = bytes(code if re.match(rb"[\w-]", bytes([code])) else 32 for code in range(256))
_COMMON = {"class", "meta", "name", "property", "data-automation-id"}  # they tell no site from another


def names(source: str) -> set[bytes]:
    """Return the words of a page's HTML, in lower case: tags, classes and values among them."""
    return set(source.encode("utf-8", "replace").lower().translate(_BETWEEN).split())


class Selectors:
    """Selectors, each with a name that a page must have for it to match anything."""

    def __init__(self, selectors: Iterable[str]) -> None:
        self._named = [(css, _key(css)) for css in selectors]

    def of(self, names: set[bytes]) -> list[str]:
        """Return the selectors that can match in a page with these names, in order."""
        return [css for css, key in self._named if key in names]


def group(css: str) -> Selectors:
    """Return the selectors of a list such as "nav, .menu"."""
    return Selectors(" ".join(each.split()) for each in css.split(","))


def _key(css: str) -> bytes:
    """Return the longest whole name in a selector, of equal ones the last: a tag, a class, a value."""
    css = re.sub(r"\*=[^\]]*", "", _NO_NAME.sub("", css)).lower()  # a part of a value is no name
    found: list[str] = _NAME.findall(css)
    return max(reversed([name for name in found if name not in _COMMON] or found), key=len).encode()
