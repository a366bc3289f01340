"""Numbers, dates and units of a sentence that its source does not bear out."""

import re
from fractions import Fraction
from itertools import combinations, permutations
from typing import NamedTuple

from ragkit.answering import dates, quantities
from ragkit.answering import quantity_words as words
from ragkit.answering.quantities import Quantity

ROUGH = Fraction(1, 20)  # "about 60" may stand for 57 to 63: taste


BASE = {"minute": 60, "hour": 3600, "day": 86400, "week": 604800, "month": 1, "year": 12}


class Mismatch(NamedTuple):
    kind: str  # number_mismatch or unit_mismatch
    said: str  # as the sentence writes it
    nearest: str  # what the source writes instead, "" when it has nothing of the kind
    start: int
    end: int


def check(sentence: str, source: str, question: str = "") -> list[Mismatch]:
    """Return the numbers, dates, times, versions and units of the sentence that the source does not hold.

    Magnitude words, separators, units of one dimension, number words and date formats are equal when they
    mean the same; a number of the question may be repeated; a sum, difference, product or ratio of numbers
    that the sentence itself names and the source holds is worked out, not wrong, and so is a sum of the
    source's numbers when the sentence says "together" or the like; a hedge ("about") allows 5%.
    """
    mine, theirs = dates.find(sentence), dates.find(source)
    own = quantities.find(sentence, tuple((stamp.start, stamp.end) for stamp in mine))
    given = quantities.find(source, tuple((stamp.start, stamp.end) for stamp in theirs), source=True)
    every = quantities.find(source, source=True)  # a date's parts are numbers too: "in 2024" for 3 March 2024
    found: list[Mismatch] = []
    for stamp in mine:
        if not any(dates.agrees(stamp, other) for other in theirs) and not _spelled_apart(
            stamp, source, every
        ):
            same = next((source[s.start : s.end] for s in theirs if s.kind == stamp.kind), "")
            found.append(
                Mismatch("number_mismatch", sentence[stamp.start : stamp.end], same, stamp.start, stamp.end)
            )
    together = words.TOGETHER.search(sentence) is not None
    clocks = [stamp for stamp in theirs if stamp.kind == "clock"]
    asked = quantities.find(question, source=True)
    faults = {quantity: _fault(quantity, given, (*every, *asked), together, clocks) for quantity in own}
    borne = [quantity.values[0] for quantity in own if not faults[quantity]]
    for quantity, kind in faults.items():
        share = quantity.values[0] / 100 if quantity.dimension == "percent" else quantity.values[0]
        worked_out = (
            _derived(quantity.values[0], borne) or _derived(share, borne) or _counted(sentence, quantity)
        )
        if kind and not (kind == "number_mismatch" and worked_out):
            near = next((source[g.start : g.end] for g in given if g.dimension == quantity.dimension), "")
            found.append(
                Mismatch(kind, sentence[quantity.start : quantity.end], near, quantity.start, quantity.end)
            )
    return found


def _spelled_apart(stamp: dates.Stamp, source: str, every: tuple[Quantity, ...]) -> bool:
    """Return whether a version is in the source as a bare number, or a date's every part is."""
    if stamp.kind == "version":
        return any(
            re.search(rf"(?<![\w.]){re.escape(str(value))}(?!\w|\.\d)", source) for (value,) in stamp.readings
        )
    return False


def _fault(
    quantity: Quantity,
    given: tuple[Quantity, ...],
    every: tuple[Quantity, ...],
    together: bool,
    clocks: list[dates.Stamp],
) -> str:
    if any(_equal(quantity, other) for other in (*given, *every)):
        return _relation_fault(quantity, [other for other in given if _equal(quantity, other)])
    if any(_bounded(quantity, other) for other in given) or any(
        _same_hour(quantity, other) for other in clocks
    ):
        return ""
    if quantity.values[0] == 1 and any(BASE.get(other.per) == quantity.factor for other in given):
        return ""  # "1 day" for "daily"
    digits = [other for other in given if set(quantity.values) & set(other.values)]
    if any(_clash(quantity, other) for other in digits):
        return "unit_mismatch"
    if _changed(quantity, given) or _elapsed(quantity, every):
        return ""
    return "" if together and _computed(quantity, given) else "number_mismatch"


def _same_hour(quantity: Quantity, clock: dates.Stamp) -> bool:
    """Return whether a bare number may be the hour of a clock time: "closes at 6" for 18:00."""
    return not quantity.dimension and any(
        reading[1] == 0 and quantity.values[0] in (reading[0], int(str(reading[0])) % 12)
        for reading in clock.readings
    )


def _equal(a: Quantity, b: Quantity) -> bool:
    if a.per and b.per and a.per != b.per:
        return False
    if a.dimension and b.dimension:
        if a.dimension != b.dimension:
            return False
        pairs = [(x * a.factor, y * b.factor) for x in a.values for y in b.values]
        return any(x == y or _rounded(x, y) for x, y in pairs) or _rough(a, b)
    shares = {a.dimension, b.dimension} == {"", "percent"}  # 0.25 and a quarter
    return bool(set(a.values) & set(b.values)) or _rough(a, b) or (shares and _share(a, b))


def _share(a: Quantity, b: Quantity) -> bool:
    return any(0 < x < 1 and x * 100 == y for p, q in ((a, b), (b, a)) for x in p.values for y in q.values)


def _rounded(x: Fraction, y: Fraction) -> bool:
    """Return whether one is a share without an end, such as a third,
    and the other that share to a whole percent."""
    endless = x.denominator % 3 == 0 or y.denominator % 3 == 0
    return endless and abs(x - y) <= Fraction(1, 2)


def _rough(a: Quantity, b: Quantity) -> bool:
    if "about" not in (a.relation, b.relation):
        return False
    return any(
        abs(x * a.factor - y * b.factor) <= abs(y * b.factor) * ROUGH for x in a.values for y in b.values
    )


def _clash(a: Quantity, b: Quantity) -> bool:
    if a.per and b.per and a.per != b.per:
        return True
    return bool(a.dimension and b.dimension) and (a.dimension, a.factor) != (b.dimension, b.factor)


def _relation_fault(quantity: Quantity, equals: list[Quantity]) -> str:
    """Return number_mismatch when "more than 5" meets "less than 5" only."""
    opposite = {
        "more": ("less", "most"),
        "less": ("more", "least"),
        "least": ("less", "most"),
        "most": ("more", "least"),
    }
    against = opposite.get(quantity.relation, ())
    return "number_mismatch" if equals and all(other.relation in against for other in equals) else ""


def _bounded(quantity: Quantity, other: Quantity) -> bool:
    """Return whether "more than 1,000" is borne out by 1,034: within a factor of two on the right side."""
    if quantity.dimension and other.dimension and quantity.dimension != other.dimension:
        return False
    x, y = quantity.values[0] * quantity.factor, other.values[0] * other.factor
    if quantity.relation in ("more", "least"):
        return x <= y <= 2 * x
    return quantity.relation in ("less", "most") and x / 2 <= y <= x


def _counted(sentence: str, quantity: Quantity) -> bool:
    """Return whether the number counts the items the sentence lists: "3 tiers: Free, Pro and Team"."""
    listed = re.match(r"\W*\w+(?:\s\w+)?:\s([^.;]+)", sentence[quantity.end :])
    items = re.split(r",\s(?:and\s)?|\s(?:and|und|y|et|e)\s", listed.group(1)) if listed else []
    return quantity.values[0] == len(items)


def _derived(wanted: Fraction, borne: list[Fraction]) -> bool:
    """Return whether two or three numbers of the sentence that the source holds give the wanted one."""
    for a, b in permutations(borne[:8], 2):
        if wanted in (a + b, a - b, a * b) or (b and wanted == a / b):
            return True
    return any(wanted in (a + b * c, a + b + c, a * b * c) for a, b, c in permutations(borne[:8], 3))


def _computed(quantity: Quantity, given: tuple[Quantity, ...]) -> bool:
    """Return whether numbers of the source add up to the wanted one, or two of them differ by it."""
    values = [other.values[0] * other.factor for other in given[:12]]
    wanted = quantity.values[0] * quantity.factor
    sums = {sum(part) for size in (2, 3, 4, len(values)) for part in combinations(values, size) if size > 1}
    means = {total / 2 for total in (a + b for a, b in combinations(values, 2))}
    return wanted in sums or wanted in means or wanted in {abs(a - b) for a, b in combinations(values, 2)}


def _changed(quantity: Quantity, given: tuple[Quantity, ...]) -> bool:
    """Return whether a percentage is the change between two numbers of the source, to a whole percent."""
    if quantity.dimension != "percent":
        return False
    values = [other.values[0] * other.factor for other in given[:12] if other.values[0]]
    return any(round(abs(b - a) / abs(a) * 100) == quantity.values[0] for a, b in permutations(values, 2))


def _elapsed(quantity: Quantity, every: tuple[Quantity, ...]) -> bool:
    """Return whether a number of years lies between two years that the source, or the question, names."""
    years = {other.values[0] for other in every if not other.dimension and 1000 <= other.values[0] <= 2100}
    return (
        quantity.dimension == "months"
        and quantity.factor == 12
        and any(b - a == quantity.values[0] for a, b in permutations(years, 2))
    )
