"""Dates and lengths of time that one step over the dates, times and lengths of a source gives."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import lru_cache
from itertools import pairwise

from ragkit.answering.dates import Stamp, seconds
from ragkit.answering.derived import DAY
from ragkit.answering.held import Held
from ragkit.answering.neighbours import PASSAGE, words
from ragkit.answering.quantities import Quantity

LENGTHS = ("time", "months")
OFFSET = re.compile(  # a length beside one of these leads from one day to another
    r"\b(?:before|after|prior|ahead|later|earlier|from|within|vor\w*|nach|sp\u00e4ter|fr\u00fcher|ab|avant|apr\u00e8s|plus\st[\u00f4a]\w+|"
    r"antes|despu\u00e9s|tras|desde|prima|dopo|antes|depois|ap\u00f3s|przed|po|voor|na)\b|[\u524d\u540e\u5f8c]",
    re.IGNORECASE,
)
NEAR = 30  # characters between "from" and "to", at most: taste


@lru_cache(maxsize=512)
def ends(source: str) -> tuple[int, ...]:
    """Return where the passages of a source end."""
    return tuple(match.end() for match in PASSAGE.finditer(source))


def apart(quantity: Quantity, source: str, stamps: Sequence[Stamp]) -> str:
    """Return the two clock times of one passage that a length of time lies between, across midnight, "" for
    none."""
    wanted = quantity.values[0] * quantity.factor
    clocks = [one for one in stamps if one.kind == "clock" and len(one.readings) == 1]
    for one, other in pairwise(clocks) if quantity.dimension == "time" else ():
        far = seconds(other.readings[0]) - seconds(one.readings[0])
        near = other.start - one.end <= NEAR
        if near and (far + DAY) % DAY == wanted:
            return f"{source[one.start : one.end].strip()} to {source[other.start : other.end].strip()}"
    return ""


def date_of(stamp: Stamp, sentence: str, source: str, held: Held) -> str:
    """Return the date of the source, and the days, weeks or months of it, that lead to a date; "" for none.

    The passages of both must say a word of the sentence.
    """
    if stamp.kind != "date" or len(stamp.readings) != 1 or None in stamp.readings[0][1:]:
        return ""
    said, cuts = words(sentence), (0, *ends(source), len(source))

    def told(at: int) -> bool:
        index = max(i for i, end in enumerate(cuts[:-1]) if end <= at)
        return bool(said & words(source[cuts[index] : cuts[index + 1]]))

    lengths = [
        one
        for one in held.given
        if one.dimension in LENGTHS
        and told(one.start)
        and OFFSET.search(source, one.start - 12, one.end + 24)
    ]
    for other in held.stamps:
        if other.kind != "date" or not told(other.start):
            continue
        for one in lengths:
            for sign in (1, -1):
                if _moved(other, one, sign, stamp):
                    mark = "+" if sign > 0 else "-"
                    return f"{source[other.start : other.end]} {mark} {source[one.start : one.end].strip()}"
    return ""


def _moved(start: Stamp, length: Quantity, sign: int, wanted: Stamp) -> bool:
    """Return whether a date is another one, so much later or earlier; years left out are any year."""
    year, month, day = (part if isinstance(part, int) else None for part in start.readings[0])
    if month is None or day is None:
        return False
    amount = int(length.values[0] * length.factor) * sign
    goal = wanted.readings[0]
    for base in [year] if year else [2023, 2024]:  # with and without a leap day
        assert base is not None
        try:
            if length.dimension == "time":
                moved = date(base, month, day) + timedelta(seconds=amount)
            else:
                months = base * 12 + month - 1 + amount
                moved = date(months // 12, months % 12 + 1, day)
        except (ValueError, OverflowError):
            continue
        if (moved.month, moved.day) == goal[1:] and (goal[0] is None or not year or goal[0] == moved.year):
            return True
    return False
