"""What a source holds of numbers: those written, those that a head or a neighbour completes, dates."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ragkit.answering import cells, dates, ordinals, quantities, spelled
from ragkit.answering.quantities import Quantity


class Held(NamedTuple):
    """What a source holds.

    stamps   dates, times and versions
    stamped  quantities that are no part of these
    headed   quantities that a table's head gives a unit
    given    the last two, and what they make together
    every    all quantities, also the parts of dates ("in 2024" for 3 March 2024)
    """

    stamps: Sequence[dates.Stamp]
    stamped: Sequence[Quantity]
    headed: Sequence[Quantity]
    given: tuple[Quantity, ...]
    every: tuple[Quantity, ...]


@lru_cache(maxsize=512)
def holding(source: str) -> Held:
    """Return what a source holds."""
    stamps = dates.find(source)
    stamped = quantities.find(source, tuple((stamp.start, stamp.end) for stamp in stamps), source=True)
    headed = cells.headed(source)
    every = quantities.find(source, source=True)
    raced = (number for number in every if spelled.LASTED.fullmatch(source[number.start : number.end]))
    given = (*stamped, *(total for total, _ in quantities.whole(source, stamped)), *headed, *raced)
    every = (*every, *(total for total, _ in quantities.whole(source, every)), *headed, *_ordinal(source))
    return Held(stamps, stamped, headed, given, every)


def _ordinal(source: str) -> Iterator[Quantity]:
    for other in ordinals.find(source):
        yield Quantity((Fraction(other.value),), "", Fraction(1), "", "", other.start, other.end)
