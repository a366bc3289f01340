"""Shares and rates that a sentence works out: "a quarter of them", "7.4 tonnes per hectare".

A share is one number of the source over another, or over the sum of those of its kind. Which of them is the
part is told by its words: of "60 compulsory, 30 elective", half is the share of the compulsory ones.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations

from ragkit.answering import alignment
from ragkit.answering import quantity_words as words
from ragkit.answering.conversion import step_of
from ragkit.answering.quantities import Quantity

PER = re.compile(
    r"\s?(?:/|per\b|pro\b|par\b|por\b|each\b|apiece\b|an?\b|al\b|na\b|je\b|la\b|le\b|il\b|every\b|cada\b)|\u6bcf|\u5f53\u305f\u308a|\ub2f9",
    re.IGNORECASE,
)
TIMES = re.compile(
    r"\s?-?(?:times|fold|mal|fach\w*|fois|veces|volte|vezes|keer|maal|razy)\b|\s?\u500d|\s?\ubc30",
    re.IGNORECASE,
)
WHEREOF = re.compile(
    r"\b(?:of\swh(?:ich|om)|of\sthem|of\sthese|including|davon|darunter|dont|de\s(?:los|las)\scuales|de\sellos|di\scui|dos\squais|"
    r"waarvan|w\stym|z\sczego)\b|\u5176\u4e2d|\u3046\u3061",
    re.IGNORECASE,
)
ARTICLE = re.compile(r"(?:an?|one|un[ae]?|ein\w*|um|uma|een)\s", re.IGNORECASE)
UNNUMBERED = re.compile(r"(?<![\d\w])(?<!\d\s)([^\W\d_]+)")
BESIDE = 30  # characters after a number that say what it counts: taste
CUT = re.compile(r"[,;.:\n()]|\s(?:and|und|y|et|e|i|en)\s")
ENDLESS = Fraction(3, 100)  # "two thirds" for .64 or .69, without a hedge: taste


def share(sentence: str, source: str, quantity: Quantity, given: Sequence[Quantity]) -> bool:
    """Return whether a share of the sentence is one of the source's numbers over another."""
    if quantity.dimension != "percent":
        return False
    counts = [other for other in given if other.dimension != "percent" and other.values[0] > 0]
    counts = list({other.start: other for other in counts}.values())[:12]
    said = set(alignment.stems(alignment.clause(sentence, quantity.start, quantity.end, CUT)))
    named = {other: len(said & _beside(source, other)) for other in counts}
    wanted = quantity.values[0] / 100
    for part, share_of in _shares(counts):
        if not _is(quantity, wanted, share_of):
            continue
        rivals = [
            other for other in counts if other.values != part.values and other.dimension == part.dimension
        ]
        if all(named[part] >= named[other] or other.values[0] > part.values[0] for other in rivals):
            return True
    return False


def rate(sentence: str, quantity: Quantity, given: Sequence[Quantity]) -> bool:
    """Return whether an amount "per" something is a number of the source over one in another unit."""
    if not PER.match(sentence, quantity.end):
        return False
    wanted = quantity.values[0] * quantity.factor
    step = step_of(quantity.values[0]) * quantity.factor / 2
    slack = max(step, wanted / 20 if quantity.relation == "about" else Fraction(0))
    return any(
        abs(a.values[0] * a.factor / b.values[0] - wanted) <= slack
        for a, b in permutations(given[:14], 2)
        if a.dimension == quantity.dimension and b.values[0] > 1 and b.dimension != a.dimension
    )


def times(sentence: str, quantity: Quantity, given: Sequence[Quantity]) -> bool:
    """Return whether "three times the data" is the ratio of two numbers of the source in one unit."""
    if quantity.dimension or not TIMES.match(sentence, quantity.end):
        return False
    return any(
        a.values[0] * a.factor == quantity.values[0] * b.values[0] * b.factor
        for a, b in permutations(given[:14], 2)
        if a.dimension == b.dimension
    )


def rest(source: str, quantity: Quantity, given: Sequence[Quantity]) -> bool:
    """Return whether a count is what is left of a whole that the source gives with a part: 24 for "64, of
    which 40"."""
    match = WHEREOF.search(source)
    if not match or quantity.dimension:
        return False
    wholes = [other.values[0] for other in given if other.end <= match.start()]
    parts = [other.values[0] for other in given if other.start >= match.end()]
    return any(whole - part == quantity.values[0] for whole in wholes[-2:] for part in parts[:2])


def period(quantity: Quantity, sentence: str, source: str) -> bool:
    """Return whether "a day" names the unit that the source names without a number: "day passes"."""
    if quantity.values[0] != 1 or not ARTICLE.match(sentence, quantity.start):
        return False
    unit = quantity.dimension, quantity.factor
    return any(words.UNITS.get(match[1].lower()) == unit for match in UNNUMBERED.finditer(source))


def _shares(counts: Sequence[Quantity]) -> Iterator[tuple[Quantity, Fraction]]:
    """Yield (part, its share of another number, or of both); of the total only, if the others make one."""
    for unit in {other.dimension for other in counts}:
        alike = [other for other in counts if other.dimension == unit]
        values = [other.values[0] * other.factor for other in alike]
        total = max(values)
        parts = [value for value in values if value != total]
        adds_up = any(sum(some) == total for size in (2, 3, 4) for some in combinations(parts, size))
        for (part, a), (_, b) in permutations(zip(alike, values, strict=True), 2):
            if not adds_up or b == total:
                yield part, a / b
            if not adds_up:
                yield part, a / (a + b)


def _is(quantity: Quantity, wanted: Fraction, made: Fraction) -> bool:
    if made > 1:
        return False
    if quantity.relation == "about":
        return abs(made - wanted) <= wanted / 20
    if quantity.relation in ("more", "less"):
        return (made > wanted) == (quantity.relation == "more") and abs(made - wanted) <= wanted / 10
    step = Fraction(1, 200) if wanted.denominator > 100 else step_of(wanted * 100) / 200
    return abs(made - wanted) <= step


def _beside(source: str, other: Quantity) -> set[str]:
    """Return the stems that say what a number of the source counts."""
    return set(alignment.stems(CUT.split(source[other.end : other.end + BESIDE])[0]))
