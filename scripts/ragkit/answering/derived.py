"""Numbers that a sentence works out from others: sums, differences, ratios, changes, lists it counts."""

import re
from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from itertools import combinations, permutations

from ragkit.answering import quantity_words as words
from ragkit.answering.conversion import step_of
from ragkit.answering.dates import Stamp, seconds
from ragkit.answering.quantities import DEGREES, Quantity

LISTED = re.compile(r"[^.;:\d]{0,60}:\s([^.;]+)")
AND = re.compile(r",\s(?:(?:and|und|y|et|e|or|o|ou)\s)?|\s(?:and|und|y|et|e)\s|\u3001")
BETWEEN = re.compile(r"\s*(?:,|,?\s(?:and|or|und|y|o|et|ou|e)\s|\u3001)\s*(?:\S{1,3}\s)?")
FACTOR = re.compile(
    r"\b(?:twice|thrice|double[sd]?|triple[sd]?|doppelt|dreifach|doble|triple|doppio|dobro)\b", re.I
)
DENIED = re.compile(
    r"(?:,\s(?:and\s|y\s|et\s|und\s)?(?:not|nicht|no|non|n\u00e3o)|\b(?:rather\sthan|instead\sof|statt|anstatt|anstelle\svon|"
    r"en\slugar\sde|en\svez\sde|au\slieu\sde|plut\u00f4t\sque|invece\sdi|em\svez\sde))\s(?:\w{1,4}\s)?\W?\Z",
    re.IGNORECASE,
)
BY = re.compile(r"\b(?:by|um)\s(?:\w+\s)?\Z", re.IGNORECASE)
CLAUSE = re.compile(r"[.;]")
YEARLY = re.compile(
    r"\b(?:year|annual|jahr|j\u00e4hrlich|ann\u00e9e|an|annuel|a\u00f1o|anual|anno|annuale|ano|rok|rocznie|jaar)(?:ly|s)?\b"
    r"|\u5e74",
    re.IGNORECASE,
)
TIMES = {"month": 12, "quarter": 4, "week": 52, "day": 365}  # in a year
DAY = 86400


def is_about(quantity: Quantity, made: Fraction) -> bool:
    """Return whether an amount that was worked out, in base units, is the one written: as it is, within 5% of
    "about" it, and up to a tenth over "more than" it or under "less than" it."""
    wanted = quantity.values[0] * quantity.factor
    if quantity.relation == "about":
        return abs(made - wanted) <= abs(wanted) / 20
    if quantity.relation == "more":
        return wanted <= made <= wanted * Fraction(11, 10)
    if quantity.relation == "less":
        return wanted * Fraction(9, 10) <= made <= wanted
    return made == wanted


def counted(sentence: str, quantity: Quantity) -> bool:
    """Return whether the number counts the items the sentence lists: "3 tiers: Free, Pro and Team"."""
    listed = LISTED.match(sentence, quantity.end)
    return listed is not None and quantity.values[0] == len(AND.split(listed.group(1)))


def enumerated(sentence: str, own: Sequence[Quantity]) -> set[Quantity]:
    """Return the numbers that stand in a list of three or more: each is given, none is worked out."""
    found: set[Quantity] = set()
    run: list[Quantity] = []
    for quantity in own:
        if run and not BETWEEN.fullmatch(sentence[run[-1].end : quantity.start]):
            run = []
        run.append(quantity)
        if len(run) >= 3:
            found.update(run)
    return found


def of_the_sentence(quantity: Quantity, borne: Sequence[Quantity]) -> bool:
    """Return whether two or three numbers of the sentence that the source holds give the wanted one.

    A year is not worked out, and a sum or difference is of numbers in one unit.
    """
    if is_year(quantity):
        return False
    wanted = quantity.values[0] / (100 if quantity.dimension == "percent" else 1)
    alike = [other.values[0] for other in borne[:8] if other.dimension in ("", quantity.dimension)]
    values = [other.values[0] for other in borne[:8]]
    pairs = [
        (a.values[0], b.values[0])
        for a, b in permutations(borne[:8], 2)
        if quantity.dimension in (a.dimension, b.dimension) or quantity.dimension == "percent"
    ]
    if (
        quantity.dimension
        and any(  # eight lessons of 90 minutes are twelve hours
            a.values[0] * b.values[0] * b.factor == quantity.values[0] * quantity.factor
            for a, b in permutations(borne[:8], 2)
            if not a.dimension and b.dimension == quantity.dimension
        )
    ):
        return True
    for goal in {wanted, quantity.values[0]}:
        if any(goal in (a + b, a - b) for a, b in permutations(alike, 2)):
            return True
        if any(goal == a * b for a, b in pairs) or any(
            b and goal == a / b for a, b in permutations(values, 2)
        ):
            return True
        if any(goal in (a + b * c, a + b + c, a * b * c) for a, b, c in permutations(values, 3)):
            return True
    return False


def is_year(quantity: Quantity) -> bool:
    """Return whether a number is written as a year is, without a separator."""
    value = quantity.values[0]
    written = quantity.end - quantity.start == 4
    return not quantity.dimension and written and value.denominator == 1 and 1800 <= value <= 2100


def ratio(sentence: str, quantity: Quantity, every: Sequence[Quantity]) -> bool:
    """Return whether "twice" is the ratio of two numbers of the source."""
    if not FACTOR.fullmatch(sentence[quantity.start : quantity.end]):
        return False
    values = [other.values[0] * other.factor for other in every[:16] if other.values[0]]
    return any(is_about(quantity, a / b) for a, b in permutations(values, 2))


def of_the_source(quantity: Quantity, given: Sequence[Quantity]) -> bool:
    """Return whether numbers of the source in one unit add up to the wanted, or two differ by it."""
    for unit in {quantity.dimension} if quantity.dimension else {other.dimension for other in given}:
        values = _alike(quantity._replace(dimension=unit), given)
        made = [sum(part, Fraction(0)) for size in (2, 3, 4) for part in combinations(values, size)]
        made.append(
            sum((other.values[0] * other.factor for other in given if other.dimension == unit), Fraction(0))
        )
        pairs = list(combinations(values, 2))
        made += [(a + b) / 2 for a, b in pairs] + [abs(a - b) for a, b in pairs]
        if any(is_about(quantity, one) for one in made):
            return True
    return False


def _alike(quantity: Quantity, given: Sequence[Quantity]) -> list[Fraction]:
    """Return the numbers of the source in the unit of a quantity, in base units; beside money one without a
    unit, "from 800 to 850 euros", is taken to be money as well."""
    found = [
        other.values[0] * (other.factor if other.dimension else quantity.factor)
        for other in given
        if other.dimension == quantity.dimension
        or (not other.dimension and quantity.dimension in words.CURRENCIES)
    ]
    return found[:14]


def multiple(sentence: str, quantity: Quantity, given: Sequence[Quantity]) -> bool:
    """Return whether a limit or a total, "at most 2 g", is a count of the source times an amount."""
    if not quantity.dimension or not (quantity.relation == "most" or words.TOGETHER.search(sentence)):
        return False
    counts = [o.values[0] for o in given if not o.dimension and o.values[0].denominator == 1]
    return any(
        is_about(quantity._replace(relation=""), count * other.values[0] * other.factor)
        for other in given[:14]
        if other.dimension == quantity.dimension
        for count in counts[:14]
        if count > 1
    )


def repeated(sentence: str, source: str, quantity: Quantity, given: Sequence[Quantity]) -> bool:
    """Return whether "three attempts overall" are the first and those that a source lets be repeated."""
    if quantity.dimension or not words.TOGETHER.search(sentence) or not words.AGAIN.search(source):
        return False
    return any(not other.dimension and other.values[0] + 1 == quantity.values[0] for other in given)


def changed(quantity: Quantity, given: Sequence[Quantity]) -> bool:
    """Return whether a percentage is the change between two numbers of the source in one unit, to the last
    digit written."""
    if quantity.dimension != "percent" or quantity.values[0] == 50:
        return False
    numbers = [other for other in given if other.values[0] and other.dimension != "percent"][:12]
    step = min(step_of(quantity.values[0]), Fraction(1)) / 2
    return any(
        abs(abs(b - a) / abs(a) * 100 - quantity.values[0]) <= step
        for one, other in permutations(numbers, 2)
        if one.dimension == other.dimension
        for a, b in [(one.values[0] * one.factor, other.values[0] * other.factor)]
    )


def difference(sentence: str, quantity: Quantity, given: Sequence[Quantity]) -> bool:
    """Return whether "grew by 30", "30 euros still owed" or "30 m higher" is the difference of two numbers of
    the source in its unit."""
    if is_year(quantity):
        return False
    near = sentence[max(0, quantity.start - 60) : quantity.end + 60]
    before = CLAUSE.split(sentence[max(0, quantity.start - 40) : quantity.start])[-1]
    apart = words.APART.search(near) or BY.search(before)
    degrees = not quantity.dimension and DEGREES.search(sentence[quantity.start : quantity.end])
    if not (words.CHANGED.search(before) or (apart and (quantity.dimension or degrees))):
        return False
    if degrees:
        warm = {o.dimension for o in given} & {"celsius", "fahrenheit"}
        return any(difference(sentence, quantity._replace(dimension=unit), given) for unit in warm)
    values = _alike(quantity, given)
    return any(is_about(quantity, abs(a - b)) for a, b in combinations(values, 2))


def by_the_year(sentence: str, quantity: Quantity, given: Sequence[Quantity]) -> bool:
    """Return whether an amount "for a year" is the source's for a month, a quarter, a week or a day, so many
    times."""
    if not quantity.dimension or not YEARLY.search(sentence):
        return False
    return any(
        value * TIMES[other.per] * other.factor == quantity.values[0] * quantity.factor
        for other in given
        if other.per in TIMES and other.dimension == quantity.dimension
        for value in other.values
    )


def between(quantity: Quantity, stamps: Sequence[Stamp]) -> bool:
    """Return whether a length of time lies between two dates, both days counted or not, or two clock times;
    "about" allows a twelfth."""
    if quantity.dimension != "time":
        return False
    wanted = quantity.values[0] * quantity.factor
    slack = wanted / 12 if quantity.relation == "about" else 0
    points = [moment for stamp in stamps if (moment := _moment(stamp)) is not None]
    for (kind, one), (other_kind, other) in combinations(points, 2):
        far = abs(one - other)
        lengths = (far, far + DAY) if kind == "date" else (far,)
        if kind == other_kind and far and any(abs(length - wanted) <= slack for length in lengths):
            return True
    return False


def _moment(stamp: Stamp) -> tuple[str, int] | None:
    """Return a date or a clock time in seconds; None where parts are open or it is neither."""
    reading = stamp.readings[0]
    if stamp.kind == "clock" and len(stamp.readings) == 1:
        return ("clock", seconds(reading))
    if stamp.kind == "date" and len(stamp.readings) == 1 and reading[1] and reading[2]:
        year, month, day = (int(str(part)) if part else 2001 for part in reading)
        try:
            return ("date", date(year, month, day).toordinal() * DAY)
        except ValueError:
            return None
    return None


def later(stamp: Stamp, stamps: Sequence[Stamp], given: Sequence[Quantity]) -> bool:
    """Return whether a clock time is one of the source's, and a length of time that the source states, on or
    back."""
    lengths = {other.values[0] * other.factor for other in given if other.dimension == "time"}
    times = [seconds(reading) for other in stamps if other.kind == "clock" for reading in other.readings]
    return stamp.kind == "clock" and any(
        (seconds(reading) - time) % DAY in (length, DAY - length)
        for reading in stamp.readings
        for time in times
        for length in lengths
        if length < DAY
    )


def denied(sentence: str, quantity: Quantity, borne: Sequence[Quantity]) -> bool:
    """Return whether the number is the one that does not hold, beside one that does: "22 months, not 36"."""
    return DENIED.search(sentence[: quantity.start]) is not None and any(
        other.dimension == quantity.dimension or not quantity.dimension for other in borne
    )


def part(quantity: Quantity, given: Sequence[Quantity]) -> bool:
    """Return whether the number is a stated share of another: 20 dollars for "half of the $40"."""
    shares = [other.values[0] / 100 for other in given[:12] if other.dimension == "percent"]
    wholes = [other for other in given[:12] if other.dimension == quantity.dimension != "percent"]
    return any(share * whole.values[0] == quantity.values[0] for share in shares for whole in wholes)


def elapsed(quantity: Quantity, every: Sequence[Quantity]) -> bool:
    """Return whether a number of years lies between two years that the source, or the question, names."""
    years: set[Fraction] = {
        other.values[0] for other in every if not other.dimension and 1000 <= other.values[0] <= 2100
    }
    return (
        quantity.dimension == "months"
        and quantity.factor == 12
        and any(b - a == quantity.values[0] for a, b in permutations(years, 2))
    )
