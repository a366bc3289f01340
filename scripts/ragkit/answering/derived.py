"""Numbers that a sentence works out from others: sums, differences, ratios, changes, lists it counts."""

import re
from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from itertools import combinations, permutations

from ragkit.answering.dates import Stamp, seconds
from ragkit.answering.quantities import Quantity

LISTED = re.compile(r"[^.;:\d]{0,60}:\s([^.;]+)")
AND = re.compile(r",\s(?:(?:and|und|y|et|e|or|o|ou)\s)?|\s(?:and|und|y|et|e)\s|\u3001")
BETWEEN = re.compile(r"\s*(?:,|,?\s(?:and|or|und|y|o|et|ou|e)\s|\u3001)\s*(?:\S{1,3}\s)?")
FACTOR = re.compile(
    r"\b(?:twice|thrice|double[sd]?|triple[sd]?|doppelt|dreifach|doble|triple|doppio|dobro)\b", re.I
)

EXAMPLE = re.compile(
    r"(?:\b(?:an?|one|someone|anyone|une?|una|uno|jemand|alguien|quelqu'un)|\bein(?:e[mnrs]?)?)\s(?:[^\W\d_]+\s){1,2}"
    r"(?:of|aged|mit|with|von|de|con|avec|di|\u00e0)\s\Z|^(?:with|mit|avec|con|com)\s\Z",
    re.IGNORECASE,
)
DENIED = re.compile(
    r"(?:,\s(?:and\s|y\s|et\s|und\s)?(?:not|nicht|no|non|n\u00e3o)|\b(?:rather\sthan|instead\sof|statt|anstatt|anstelle\svon|"
    r"en\slugar\sde|en\svez\sde|au\slieu\sde|plut\u00f4t\sque|invece\sdi|em\svez\sde))\s(?:\w{1,4}\s)?\W?\Z",
    re.IGNORECASE,
)
BY = re.compile(
    r"\b(?:grew|rose|increased|went\sup|up|fell|dropped|decreased|declined|shrank|down|gained|lost|stieg|sank|fiel|wuchs|"
    r"augment\w+|baiss\w+|subi\u00f3|baj\u00f3|aument\w+|disminuy\w+|creci\u00f3)\s(?:by|um|de|en)\b[^.;]{0,30}\Z",
    re.IGNORECASE,
)

APART = re.compile(
    r"\b(?:owed|owing|outstanding|remain\w*|left over|still|balance|sav(?:e[sd]?|ings?)|cheaper|dearer"
    r"|longer|shorter|(?:more|less|fewer|later|earlier)(?!\sthan\s[\W_]*\d)|difference|gap"
    r"|reste\w*|solde|\u00e9conomis\w*|diff\u00e9rence"
    r"|rest\w*|offen\w*|spar\w*|g\u00fcnstiger|teurer|l\u00e4nger|k\u00fcrzer"
    r"|unterschied"
    r"|ahorr\w*|queda\w*|diferencia|risparmi\w*|differenza|riman\w*|pozosta\w*|zosta\w*|oszcz\u0119d\w*|r\u00f3\u017cnica"
    r"|bespaar\w*|resterend\w*|verschil)\b|\u6b8b\u308a|\u5dee\u984d|\u5269\u4f59|\u5dee\u989d",
    re.IGNORECASE,
)
YEARLY = re.compile(
    r"\b(?:year|annual|jahr|j\u00e4hrlich|ann\u00e9e|an|annuel|a\u00f1o|anual|anno|annuale|ano|rok|rocznie|jaar)(?:ly|s)?\b"
    r"|\u5e74",
    re.IGNORECASE,
)
TIMES = {"month": 12, "quarter": 4, "week": 52, "day": 365}  # in a year
DAY = 86400


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
    value = quantity.values[0]
    return not quantity.dimension and value.denominator == 1 and 1800 <= value <= 2100


def ratio(sentence: str, quantity: Quantity, every: Sequence[Quantity]) -> bool:
    """Return whether "twice" is the ratio of two numbers of the source."""
    if not FACTOR.fullmatch(sentence[quantity.start : quantity.end]):
        return False
    values = [other.values[0] * other.factor for other in every[:16] if other.values[0]]
    return any(a == quantity.values[0] * b for a, b in permutations(values, 2))


def of_the_source(quantity: Quantity, given: Sequence[Quantity]) -> bool:
    """Return whether numbers of the source add up to the wanted one, or two of them differ by it."""
    values = [other.values[0] * other.factor for other in given[:12]]
    wanted = quantity.values[0] * quantity.factor
    sums = {sum(part) for size in (2, 3, 4, len(values)) for part in combinations(values, size) if size > 1}
    means = {total / 2 for total in (a + b for a, b in combinations(values, 2))}
    return wanted in sums or wanted in means or wanted in {abs(a - b) for a, b in combinations(values, 2)}


def changed(quantity: Quantity, given: Sequence[Quantity]) -> bool:
    """Return whether a percentage is the change between two numbers of the source, to a whole percent."""
    if quantity.dimension != "percent":
        return False
    values = [other.values[0] * other.factor for other in given[:12] if other.values[0]]
    return any(round(abs(b - a) / abs(a) * 100) == quantity.values[0] for a, b in permutations(values, 2))


def difference(sentence: str, quantity: Quantity, given: Sequence[Quantity]) -> bool:
    """Return whether "grew by 30", or "30 euros still owed", is the difference of two numbers of the source
    in its unit."""
    near = sentence[max(0, quantity.start - 60) : quantity.end + 60]
    grown = BY.search(sentence[max(0, quantity.start - 40) : quantity.start])
    if is_year(quantity) or not (grown or (quantity.dimension and APART.search(near))):
        return False
    values = [o.values[0] * o.factor for o in given[:12] if o.dimension == quantity.dimension]
    wanted = quantity.values[0] * quantity.factor
    slack = wanted / 20 if quantity.relation == "about" else 0
    return any(abs(abs(a - b) - wanted) <= slack for a, b in combinations(values, 2))


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


def instance(sentence: str, quantity: Quantity, given: Sequence[Quantity]) -> bool:
    """Return whether the number is that of an example, "a visitor of 16", beside a limit of the source in its
    unit, "under 18": on which side it lies is for a reader to judge."""
    if not EXAMPLE.search(sentence[max(0, quantity.start - 40) : quantity.start]):
        return False
    return any(
        other.relation in ("more", "less", "least", "most") and other.dimension == quantity.dimension
        for other in given
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
