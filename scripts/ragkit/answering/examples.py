"""Numbers of an example made up beside a limit or a range of the source: "a visitor of 16"."""

import re
from collections.abc import Sequence

from ragkit.answering.quantities import Quantity

EXAMPLE = re.compile(
    r"(?:\b(?:an?|one|someone|anyone|une?|una|uno|jemand|alguien|quelqu'un)|\bein(?:e[mnrs]?)?)\s(?:[^\W\d_]+\s){1,2}"
    r"(?:of|aged|mit|with|von|de|con|avec|di|\u00e0)\s\Z|^(?:with|mit|avec|con|com)\s\Z",
    re.IGNORECASE,
)
ARTICLE = re.compile(r"\b(?:an?|une?|una|ein(?:e[mnrs]?)?|um|uma|een)\s\Z", re.IGNORECASE)
AGED = re.compile(r"-old|\s(?:of\sage|old|alt|de\sedad|d'\u00e2ge|di\set\u00e0)\b", re.IGNORECASE)
AGES = re.compile(
    r"\b(?:ages?d?|alter|\u00e2ges?|edad(?:es)?|et\u00e0|idade|wiek\w*|children|kinder|enfants?|ni\u00f1os)\s(?:[^\W\d_]+\s){0,2}"
    r"(?P<low>\d{1,2})\s?(?:-|\u2013|to|bis|\u00e0|a|al?)\s?(?P<high>\d{1,2})\b",
    re.IGNORECASE,
)


def instance(sentence: str, source: str, quantity: Quantity, given: Sequence[Quantity]) -> bool:
    """Return whether the number is that of an example, "a visitor of 16", beside a limit of the source in its
    unit, "under 18": on which side it lies is for a reader to judge."""
    before = sentence[max(0, quantity.start - 40) : quantity.start]
    if quantity.dimension == "months" and AGED.match(sentence, quantity.end) and ARTICLE.search(before):
        return _of_age(quantity, source)
    if not EXAMPLE.search(before):
        return False
    return any(
        other.relation in ("more", "less", "least", "most") and other.dimension == quantity.dimension
        for other in given
    )


def _of_age(quantity: Quantity, source: str) -> bool:
    """Return whether a range of ages of the source holds the years."""
    years = quantity.values[0] * quantity.factor / 12
    return any(int(match["low"]) <= years <= int(match["high"]) for match in AGES.finditer(source))
