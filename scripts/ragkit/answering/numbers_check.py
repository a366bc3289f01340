"""Numbers, dates and units of a sentence that its source does not bear out."""

import math
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from ragkit.answering import alignment, cells, dates, derived, ordinals, quantities
from ragkit.answering import quantity_words as words
from ragkit.answering.quantities import Quantity

ROUGH = Fraction(1, 20)  # "about 60" may stand for 57 to 63: taste
LIMIT = Fraction(1, 10)  # "at least 1,000" may stand for up to 1,100: taste
CODE = re.compile(r"(?<![\w.,])\+?\d[\d ().\u2010-\u2013-]{5,}\d(?![\w])")  # phone numbers, ISBNs
NOUN = re.compile(r"[ \u00a0-]([^\W\d_]{3,})")
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
    stamped = quantities.find(source, tuple((stamp.start, stamp.end) for stamp in theirs), source=True)
    headed = cells.headed(source)
    given = (*stamped, *(total for total, _ in quantities.whole(source, stamped)), *headed)
    every = quantities.find(source, source=True)  # a date's parts are numbers too: "in 2024" for 3 March 2024
    every = (*every, *(total for total, _ in quantities.whole(source, every)), *headed, *_ordinal(source))
    found = [
        Mismatch("number_mismatch", sentence[start:end], instead, start, end)
        for start, end, instead in ordinals.wrong(sentence, source)
    ]
    for stamp in mine:
        if not any(dates.agrees(stamp, other) for other in theirs) and not _otherwise(
            stamp, source, (*every, *given), theirs
        ):
            same = next((source[s.start : s.end] for s in theirs if s.kind == stamp.kind), "")
            found.append(
                Mismatch("number_mismatch", sentence[stamp.start : stamp.end], same, stamp.start, stamp.end)
            )
    together = words.TOGETHER.search(sentence) is not None
    clocks = [stamp for stamp in theirs if stamp.kind == "clock"]
    asked = quantities.find(question, source=True)
    pool = (*every, *asked)
    faults = {quantity: _fault(quantity, given, pool, together, clocks) for quantity in own}
    codes = _codes(sentence, source)
    faults |= {quantity: "" for quantity in own if any(a <= quantity.start < b for a, b in codes)}
    for total, parts in quantities.whole(sentence, own):
        if any(faults[part] for part in parts) and not _fault(total, given, pool, together, clocks):
            faults.update(dict.fromkeys(parts, ""))
    listed = derived.enumerated(sentence, own)
    borne = [quantity for quantity in own if not faults[quantity]]
    for quantity, kind in faults.items():
        worked_out = kind == "number_mismatch" and (
            derived.counted(sentence, quantity)
            or derived.ratio(sentence, quantity, every)
            or derived.part(quantity, given)
            or derived.difference(sentence, quantity, given)
            or derived.instance(sentence, quantity, given)
            or derived.denied(sentence, quantity, borne)
            or any(quantity.values == other.values for other in borne)
            or (quantity not in listed and derived.of_the_sentence(quantity, borne))
        )
        instead = ""
        if worked_out:
            borne.append(quantity)
        elif kind:
            instead = _nearest(quantity, given, own, sentence, source)
        else:
            places = [other for other in (*stamped, *headed, *every) if _equal(quantity, other)]
            cell = cells.misplaced(sentence, source, quantity, places, question)
            other = None if cell else _of_other_noun(sentence, source, quantity, places, every)
            instead = cell.text if cell else source[other.start : other.end].strip() if other else ""
            kind = "number_mismatch" if instead else ""
        if kind and not worked_out and not _said(quantity, found):
            said = sentence[quantity.start : quantity.end]
            found.append(Mismatch(kind, said, instead, quantity.start, quantity.end))
    return found


def _of_other_noun(
    sentence: str, source: str, quantity: Quantity, places: Sequence[Quantity], every: Sequence[Quantity]
) -> Quantity | None:
    """Return what the source has of the thing counted, "14 characters", when it has the sentence's number
    only of a measure, "10 minutes"; else None."""
    noun = NOUN.match(sentence, quantity.end)
    if (
        quantity.dimension
        or quantity.per
        or not noun
        or not places
        or not all(place.dimension for place in places)
    ):
        return None
    wanted = alignment.stems(noun.group(1))

    def counts(other: Quantity) -> bool:
        match = NOUN.match(source, other.end)
        return not other.dimension and match is not None and alignment.stems(match.group(1)) == wanted

    return next((other for other in every if wanted and counts(other)), None)


def _codes(sentence: str, source: str) -> list[tuple[int, int]]:
    """Return where the sentence writes a phone number or the like that the source has in other groups."""
    held = {re.sub(r"\D", "", match.group()) for match in CODE.finditer(source)}
    held |= set(re.findall(r"\d{7,}", source))
    runs = [(match.span(), re.sub(r"\D", "", match.group())) for match in CODE.finditer(sentence)]
    return [span for span, digits in runs if len(digits) >= 7 and digits in held]


def _said(quantity: Quantity, found: list[Mismatch]) -> bool:
    return any(other.start <= quantity.start < other.end for other in found)


def _ordinal(source: str) -> Iterator[Quantity]:
    for other in ordinals.find(source):
        yield Quantity((Fraction(other.value),), "", Fraction(1), "", "", other.start, other.end)


def _nearest(
    quantity: Quantity, given: Sequence[Quantity], own: Sequence[Quantity], sentence: str, source: str
) -> str:
    """Return what the source most likely has in the number's place: of the same dimension, not borne out
    elsewhere in the sentence, beside a word that stands beside the number, else nearest in size."""
    passage, _ = alignment.best_passage(sentence, source)
    at = source.find(passage) if passage else 0
    beside = set(alignment.stems(sentence[quantity.end : quantity.end + 30])[:2])
    wanted = quantity.values[0] * quantity.factor

    def rank(other: Quantity) -> tuple[bool, bool, bool, float]:
        near = set(alignment.stems(source[other.end : other.end + 30])[:2])
        value = other.values[0] * other.factor
        off = abs(math.log(float(value / wanted))) if value > 0 and wanted > 0 else 99.0
        inside = at <= other.start < at + len(passage)
        return derived.is_year(other) != derived.is_year(quantity), not beside & near, not inside, off

    free = [
        other
        for other in given
        if other.dimension == quantity.dimension and not any(_equal(other, said) for said in own)
    ]
    best = min(free, key=rank, default=None)
    return source[best.start : best.end].strip() if best else ""


def _otherwise(
    stamp: dates.Stamp, source: str, every: Sequence[Quantity], theirs: Sequence[dates.Stamp]
) -> bool:
    """Return whether a version is in the source as a bare number, a decade by a year of it, or an hour
    and minutes ("1 h 30") as a length of time."""
    if stamp.kind == "version":
        return any(
            re.search(rf"(?<![\w.]){re.escape(str(value))}(?!\w|\.\d)", source) for (value,) in stamp.readings
        )
    if stamp.kind == "decade":
        first = stamp.readings[0][0]
        assert isinstance(first, int)
        named = {reading[0] for other in theirs if other.kind == "date" for reading in other.readings}
        years = {year for year in named if isinstance(year, int)}
        years |= {int(other.values[0]) for other in every if derived.is_year(other)}
        return any(first <= year < first + 10 for year in years)
    lengths = {other.values[0] * other.factor for other in every if other.dimension == "time"}
    return stamp.kind == "clock" and any(_seconds(reading) in lengths for reading in stamp.readings)


def _seconds(reading: tuple[object, ...]) -> int:
    hour, minute = reading
    assert isinstance(hour, int)
    assert isinstance(minute, int)
    return hour * 3600 + minute * 60


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
    length = quantity.values[0] * quantity.factor
    if quantity.dimension in ("time", "months") and any(BASE.get(other.per) == length for other in given):
        return ""  # "1 day" for "daily", "12 months" for "yearly"
    digits = [other for other in given if set(quantity.values) & set(other.values)]
    if any(_clash(quantity, other) for other in digits):
        return "unit_mismatch"
    if derived.changed(quantity, given) or derived.elapsed(quantity, every):
        return ""
    return "" if together and derived.of_the_source(quantity, given) else "number_mismatch"


def _same_hour(quantity: Quantity, clock: dates.Stamp) -> bool:
    """Return whether a number may be the hour of a clock time, "closes at 6" for 18:00, or its length."""
    if quantity.dimension == "time":
        length = quantity.values[0] * quantity.factor
        return any(_seconds(reading) == length for reading in clock.readings)
    return not quantity.dimension and any(
        reading[1] == 0 and quantity.values[0] in (reading[0], int(str(reading[0])) % 12)
        for reading in clock.readings
    )


def _equal(a: Quantity, b: Quantity) -> bool:
    if a.per and b.per and a.per != b.per:
        return False
    if a.dimension and b.dimension:
        if a.dimension != b.dimension and not ("cent" in (a.dimension, b.dimension) and _money(a, b)):
            return False
        pairs = [(x * a.factor, y * b.factor) for x in a.values for y in b.values]
        return any(x == y or _rounded(x, y) for x, y in pairs) or _rough(a, b)
    shares = {a.dimension, b.dimension} == {"", "percent"}  # 0.25 and a quarter
    return bool(set(a.values) & set(b.values)) or _rough(a, b) or (shares and _share(a, b))


def _money(a: Quantity, b: Quantity) -> bool:
    return {a.dimension, b.dimension} <= {"cent", *words.CURRENCIES}


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
    """Return whether "more than 1,000" is borne out by 1,034: within a factor of two on the right side.

    "At least" and "up to" name a limit more often than an estimate, and must be nearer.
    """
    if quantity.dimension and other.dimension and quantity.dimension != other.dimension:
        return False
    x, y = quantity.values[0] * quantity.factor, other.values[0] * other.factor
    if quantity.relation in ("more", "less"):
        return x <= y <= 2 * x if quantity.relation == "more" else x / 2 <= y <= x
    near = abs(x - y) <= LIMIT * x
    return near and ((quantity.relation == "least" and x <= y) or (quantity.relation == "most" and y <= x))
