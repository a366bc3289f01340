"""How long a text is: in estimated tokens, exact tokens, characters or words."""

import re
from collections.abc import Callable
from typing import NamedTuple

from ragkit import tokens
from ragkit.cli import InputError

_WORD = re.compile(
    r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_]+(?:['\u2019_-][^\W_]+)*|[^\w\s]"
)


class Measure(NamedTuple):
    """A length: weigh(text) is a whole number of 1/scale units, and nearly adds up over the text's parts."""

    weigh: Callable[[str], int]
    scale: int
    name: str

    def length(self, text: str) -> int:
        """Return the length in whole units, rounded; 0 only for an empty text."""
        return max(1, (self.weigh(text) + self.scale // 2) // self.scale) if text else 0


def measure(unit: str) -> Measure:
    """Return the measure of a unit; InputError when there is none of that name."""
    if unit == "tokens":
        return Measure(tokens.weigh, 1000, tokens.UNIT)
    if unit == "chars":
        return Measure(len, 1, "characters")
    if unit == "words":
        return Measure(lambda text: len(_WORD.findall(text)), 1, "words")
    raise InputError(f"unit {unit!r} is unknown; use tokens, chars or words")
