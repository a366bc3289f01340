"""Numbers, dates and units of a sentence that its source does not bear out."""

import math
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ragkit.answering import (
    agreement,
    alignment,
    cells,
    dates,
    derived,
    examples,
    one_step,
    ordinals,
    polarity,
    prices,
    quantities,
    shares,
    shifted,
)
from ragkit.answering import quantity_words as words
from ragkit.answering.held import Held, holding
from ragkit.answering.quantities import Quantity

CODE = re.compile(r"(?<![\w.,])\+?\d[\d ().\u2010-\u2013-]{5,}\d(?![\w])")  # phone numbers, ISBNs
NOUN = re.compile(r"[ \u00a0-]([^\W\d_]{3,})")
COUNTED = re.compile(r"[ \u00a0][^\W\d_]{3,}|[\u500b\u4eba\u679a\u672c\u53f0\u4ef6\u540d\u5339\u53ea\u5f20]")
MEASURES = ("time", "months", "length", "mass", "volume", "data", "area")
BASE = {"minute": 60, "hour": 3600, "day": 86400, "week": 604800, "month": 1, "year": 12}


class Mismatch(NamedTuple):
    kind: str  # number_mismatch, unit_mismatch or worked_out
    said: str  # as the sentence writes it
    nearest: (
        str  # what the source writes instead, "" when it has nothing of the kind; the step when worked out
    )
    start: int
    end: int


def check(sentence: str, source: str, question: str = "") -> list[Mismatch]:
    """Return the numbers, dates, times, versions and units of the sentence that the source does not hold.

    Magnitude words, separators, units of one dimension, number words and date formats are equal when they
    mean the same; a number of the question may be repeated; a sum, difference, product or ratio of numbers
    that the sentence itself names and the source holds is worked out, not wrong, and so is a sum of the
    source's numbers when the sentence says "together" or the like, a difference when it says "left" or the
    like, and a monthly amount for a year; a hedge ("about") allows 5%.
    """
    mine, held = dates.find(sentence), holding(source)
    own = quantities.find(sentence, tuple((stamp.start, stamp.end) for stamp in mine))
    found = [
        Mismatch("number_mismatch", sentence[start:end], instead, start, end)
        for start, end, instead in ordinals.wrong(sentence, source)
    ]
    found += _wrong_dates(sentence, source, mine, held)
    faults = _faults(sentence, source, question, own, held)
    for quantity in own:
        if faults[quantity] and (priced := prices.counts(sentence, source, quantity, own, held.given)):
            faults |= dict.fromkeys([quantity, *priced], "")
    listed = derived.enumerated(sentence, own)
    borne = [quantity for quantity in own if not faults[quantity]]
    for quantity, kind in faults.items():
        if kind == "number_mismatch" and (
            _worked_out(sentence, source, quantity, held, mine, borne)
            or (quantity not in listed and derived.of_the_sentence(quantity, borne))
        ):
            borne.append(quantity)
            continue
        if kind and (step := one_step.step(sentence, source, quantity, held, own)):
            kind, instead = "worked_out", step
        elif kind:
            instead = _nearest(quantity, held.given, own, sentence, source)
        elif instead := _misplaced(sentence, source, quantity, held, question):
            example = examples.instance(sentence, source, quantity, held.given)
            kind = "" if example else "number_mismatch"
        if kind and not _said(quantity, found):
            said = sentence[quantity.start : quantity.end]
            found.append(Mismatch(kind, said, instead, quantity.start, quantity.end))
    return found


def _wrong_dates(sentence: str, source: str, mine: Sequence[dates.Stamp], held: Held) -> Iterator[Mismatch]:
    for stamp in mine:
        if (
            not any(dates.agrees(stamp, other) for other in held.stamps)
            and not _otherwise(stamp, source, (*held.every, *held.given), held.stamps)
            and not dates.listed(stamp, source)
            and not derived.later(stamp, held.stamps, held.given)
        ):
            said = sentence[stamp.start : stamp.end]
            if made := shifted.date_of(stamp, sentence, source, held):
                yield Mismatch("worked_out", said, made, stamp.start, stamp.end)
                continue
            same = next((source[s.start : s.end] for s in held.stamps if s.kind == stamp.kind), "")
            yield Mismatch("number_mismatch", said, same, stamp.start, stamp.end)


def _faults(
    sentence: str, source: str, question: str, own: tuple[Quantity, ...], held: Held
) -> dict[Quantity, str]:
    """Return what is wrong with each quantity of the sentence, "" for nothing, before any is worked out."""
    together = words.TOGETHER.search(sentence) is not None
    clocks = [stamp for stamp in held.stamps if stamp.kind == "clock"]
    pool = (*held.every, *quantities.find(question, source=True))
    faults = {quantity: _fault(quantity, held.given, pool, together, clocks) for quantity in own}
    codes = _codes(sentence, source)
    faults |= {quantity: "" for quantity in own if any(a <= quantity.start < b for a, b in codes)}
    for total, parts in quantities.whole(sentence, own):
        if any(faults[part] for part in parts) and not _fault(total, held.given, pool, together, clocks):
            faults.update(dict.fromkeys(parts, ""))
    for one in own:
        if faults[one] and agreement.beyond(one, source, held.given):
            faults[one] = ""
    if polarity.denies(sentence) != polarity.denies(alignment.best_passage(sentence, source)[0] or source):
        # "below 25 none is needed" is what "needed from 25" says
        faults |= {one: "" for one in own if any(agreement.other_side(one, there) for there in held.given)}
    return faults


def _worked_out(
    sentence: str,
    source: str,
    quantity: Quantity,
    held: Held,
    mine: Sequence[dates.Stamp],
    borne: Sequence[Quantity],
) -> bool:
    return (
        derived.counted(sentence, quantity)
        or derived.ratio(sentence, quantity, held.every)
        or derived.part(quantity, held.given)
        or derived.difference(sentence, quantity, held.given)
        or shares.times(sentence, quantity, held.given)
        or shares.rest(source, quantity, held.given)
        or shares.period(quantity, sentence, source)
        or derived.multiple(sentence, quantity, held.given)
        or derived.repeated(sentence, source, quantity, held.every)
        or shares.share(sentence, source, quantity, held.given)
        or shares.rate(sentence, quantity, held.given)
        or derived.by_the_year(sentence, quantity, held.given)
        or derived.between(quantity, mine)
        or derived.between(quantity, held.stamps)
        or examples.instance(sentence, source, quantity, held.given)
        or derived.denied(sentence, quantity, borne)
        or any(quantity.values == other.values for other in borne)
    )


def _misplaced(sentence: str, source: str, quantity: Quantity, held: Held, question: str) -> str:
    """Return what the source has in the place of a quantity that it holds elsewhere; "" where right."""
    everything = (*held.stamped, *held.headed, *held.every)
    places = [other for other in everything if agreement.equal(quantity, other)]
    if cell := cells.misplaced(sentence, source, quantity, places, question):
        return cell.text
    other = _of_other_noun(sentence, source, quantity, places, held.every)
    other = other or _of_a_count(sentence, source, quantity, places)
    return source[other.start : other.end].strip() if other else ""


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


def _of_a_count(
    sentence: str, source: str, quantity: Quantity, places: Sequence[Quantity]
) -> Quantity | None:
    """Return the count, "14 customers", that is all the source has of a measure's number, "14 minutes"."""
    if quantity.dimension not in MEASURES or not places or any(place.dimension for place in places):
        return None
    said = set(alignment.stems(sentence))
    ends: list[int] = []
    for place in places:
        after = source[place.end : place.end + 30]
        noun = COUNTED.match(after)
        units = (words.UNITS.get(word.lower(), ("",))[0] for word in re.findall(r"[^\W\d_]+", after)[:4])
        named = set(alignment.stems(noun.group())) if noun else set()
        if not noun or not named or named & said or quantity.dimension in units:
            return None
        ends.append(place.end + noun.end())
    return places[0]._replace(end=ends[0])


def _codes(sentence: str, source: str) -> list[tuple[int, int]]:
    """Return where the sentence writes a phone number or the like that the source has in other groups."""
    held = {re.sub(r"\D", "", match.group()) for match in CODE.finditer(source)}
    held |= set(re.findall(r"\d{7,}", source))
    runs = [(match.span(), re.sub(r"\D", "", match.group())) for match in CODE.finditer(sentence)]
    return [span for span, digits in runs if len(digits) >= 7 and digits in held]


def _said(quantity: Quantity, found: list[Mismatch]) -> bool:
    return any(other.start <= quantity.start < other.end for other in found)


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
        if other.dimension == quantity.dimension and not any(agreement.equal(other, said) for said in own)
    ]
    best = min(free, key=rank, default=None)
    return source[best.start : best.end].strip() if best else ""


def _otherwise(
    stamp: dates.Stamp, source: str, every: Sequence[Quantity], theirs: Sequence[dates.Stamp]
) -> bool:
    """Return whether a version or a year is in the source as a bare number, a decade by a year of it, or an
    hour and minutes ("1 h 30") as a length of time."""
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
    if stamp.kind == "date" and stamp.readings[0][1:] == (None, None):  # a year alone, as in Chinese
        return any(derived.is_year(other) and other.values[0] == stamp.readings[0][0] for other in every)
    lengths = {other.values[0] * other.factor for other in every if other.dimension == "time"}
    return stamp.kind == "clock" and any(dates.seconds(reading) in lengths for reading in stamp.readings)


def _fault(
    quantity: Quantity,
    given: tuple[Quantity, ...],
    every: tuple[Quantity, ...],
    together: bool,
    clocks: list[dates.Stamp],
) -> str:
    if any(agreement.equal(quantity, other) for other in (*given, *every)):
        return agreement.relation_fault(
            quantity, [other for other in given if agreement.equal(quantity, other)]
        )
    if any(agreement.bounded(quantity, other) for other in given) or any(
        _same_hour(quantity, other) for other in clocks
    ):
        return ""
    length = quantity.values[0] * quantity.factor
    if quantity.dimension in ("time", "months") and any(BASE.get(other.per) == length for other in given):
        return ""  # "1 day" for "daily", "12 months" for "yearly"
    digits = [other for other in given if set(quantity.values) & set(other.values)]
    if any(agreement.clash(quantity, other) for other in digits):
        return "unit_mismatch"
    if derived.changed(quantity, given) or derived.elapsed(quantity, every):
        return ""
    return "" if together and derived.of_the_source(quantity, given) else "number_mismatch"


def _same_hour(quantity: Quantity, clock: dates.Stamp) -> bool:
    """Return whether a number may be the hour of a clock time, "closes at 6" for 18:00, or its length."""
    if quantity.dimension == "time":
        length = quantity.values[0] * quantity.factor
        return any(dates.seconds(reading) == length for reading in clock.readings)
    return not quantity.dimension and any(
        reading[1] == 0 and quantity.values[0] in (reading[0], int(str(reading[0])) % 12)
        for reading in clock.readings
    )
