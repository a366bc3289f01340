"""Units of area written as a length and a word: "94 square feet", "94 metros cuadrados"."""

import re
from fractions import Fraction

from ragkit.answering import quantity_words as words

BEFORE = re.compile(r"[ \u00a0-]?(?:square|sq\.?)\s(?P<unit>[^\W\d_]+)", re.IGNORECASE)
AFTER = re.compile(
    r"[ \u00a0]?(?P<unit>[^\W\d_]+)\s(?:carr\u00e9s?|cuadrados?|quadrados?|quadrat[oi]|kwadratow\w*)\b",
    re.IGNORECASE,
)


def after(text: str, end: int) -> tuple[words.Unit, int] | None:
    """Return the unit of area behind a number that ends at `end`, and where it ends; None without one."""
    for pattern in (BEFORE, AFTER):
        if match := pattern.match(text, end):
            dimension, factor = words.UNITS.get(match["unit"].lower(), ("", Fraction(1)))
            if dimension == "length":
                return ("area", factor * factor), match.end()
    return None
