"""Numbers that one step over the source's numbers gives, whatever words stand around them.

derived.py and shares.py accept a number where a cue says how it was made ("left", "together"). Here no cue is
asked for, so a small number is soon reached by chance: what is found is a thing to look at, never a proof.
The operands must therefore belong together: be of one kind, and of one passage, one column or one thing
counted, and be spoken of by the sentence.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from ragkit.answering import cells, derived, shifted
from ragkit.answering.conversion import step_of
from ragkit.answering.held import Held
from ragkit.answering.neighbours import words
from ragkit.answering.quantities import Quantity
from ragkit.answering.shares import BESIDE, TIMES

CUT = re.compile(r"[,;.:\n()|\uff0c\u3002\u3001\uff1b\uff1a]|\s(?:and|und|y|et|e|i|en)\s")
SCALES = {Fraction(n) for n in (2, 3, 4, 5, 6, 8, 10)} | {Fraction(1, n) for n in (2, 3, 4)}
PERIODS = [  # named by a sentence, so that its parts may be a factor
    ("year", derived.YEARLY),
    (
        "week",
        re.compile(
            r"\b(?:week\w*|woche\w*|w\u00f6chentlich|semaine\w*|semana\w*|settiman\w*|tydzie\u0144|tygodni\w*)\b|\u9031|\u5468",
            re.I,
        ),
    ),
    (
        "day",
        re.compile(
            r"\b(?:days?|daily|tag\w*|t\u00e4glich|jours?|d\u00edas?|giorn\w*|dzie\u0144|dziennie)\b|\u65e5",
            re.I,
        ),
    ),
]
MOST = 24  # numbers of a source that are combined: a step over more is chance
IN_A = {
    "year": (12, 52, 4, 365),
    "month": (4, 30),
    "week": (7, 5),
    "day": (24,),
    "hour": (60,),
    "minute": (60,),
}


class Operand(NamedTuple):
    """A number of the source, in base units, and what it belongs to."""

    value: Fraction
    dimension: str
    passage: int
    column: tuple[int, int] | None  # table, column
    noun: frozenset[str]
    named: bool  # its passage, row or column says a word of the sentence
    written: str
    start: int


def step(sentence: str, source: str, quantity: Quantity, held: Held, own: Sequence[Quantity]) -> str:
    """Return the step that gives the number, "148 - 7", "" for none.

    own  the numbers of the sentence: one that is no operand of the source may be a factor, "for 3 days"
    """
    written_as_year = quantity.end - quantity.start == 4 and 1000 <= quantity.values[0] <= 2100
    if written_as_year and not quantity.dimension:
        return ""
    operands = _operands(sentence, source, held)
    counted = words(CUT.split(sentence[quantity.end : quantity.end + BESIDE])[0])
    if not quantity.dimension and any(counted & one.noun for one in operands):
        operands = [one for one in operands if counted & one.noun or not one.noun or one.dimension]
    for made, written in (
        *_differences(quantity, operands),
        *_sums(quantity, operands),
        *_quotients(sentence, quantity, operands),
        *_products(quantity, operands),
        *_by_the_sentence(sentence, quantity, operands, own),
    ):
        if _is(quantity, made):
            return written
    return _scaled(quantity, operands, own) or shifted.apart(quantity, source, held.stamps)


def _is(quantity: Quantity, made: Fraction) -> bool:
    """Return whether the number is what was worked out: as it is, to the last digit where it has decimals, or
    as far as "about" and "more than" go."""
    if derived.is_about(quantity, made):
        return True
    step_ = step_of(quantity.values[0])
    return step_ < 1 and abs(made - quantity.values[0] * quantity.factor) <= step_ * quantity.factor / 2


def _sums(quantity: Quantity, operands: Sequence[Operand]) -> Iterator[tuple[Fraction, str]]:
    """Yield sums: of a column, of two that belong together, of three or four in a row of one passage."""
    alike = [one for one in operands if _same(quantity, one)]
    for column in dict.fromkeys(one.column for one in alike if one.column and one.named):
        parts = [one for one in alike if one.column == column]
        if len(parts) > 2:
            yield _sum(parts)
    for parts_ in combinations(alike, 2):
        if _belong(parts_) and parts_[0].value != parts_[1].value:
            yield _sum(parts_)
    for passage in dict.fromkeys(one.passage for one in alike if not one.column):
        row = sorted((one for one in alike if one.passage == passage), key=lambda one: one.start)
        for size in (
            3,
            4,
        ):  # of more than two, those that follow each other: of any some sum is had by chance
            for at in range(len(row) - size + 1):
                if _belong(row[at : at + size]):
                    yield _sum(row[at : at + size])


def _sum(parts: Sequence[Operand]) -> tuple[Fraction, str]:
    return sum((one.value for one in parts), Fraction(0)), " + ".join(one.written for one in parts)


def _differences(quantity: Quantity, operands: Sequence[Operand]) -> Iterator[tuple[Fraction, str]]:
    """Yield differences of two, and what is left of a whole when parts of the same passage are taken off."""
    if quantity.dimension == "percent":
        return  # two shares differ by points, not by per cent
    alike = [one for one in operands if _same(quantity, one)]
    for a, b in combinations(alike, 2):
        if a.value != b.value and _belong((a, b)):
            more, less = sorted((a, b), key=lambda one: -one.value)
            yield more.value - less.value, f"{more.written} - {less.written}"
    for whole in alike:
        parts = [one for one in alike if one.passage == whole.passage and one.value < whole.value]
        for a, b in combinations(parts, 2):
            counts = not whole.dimension and whole.value > 12  # of a small whole some rest is had by chance
            if whole.column is None and whole.start < a.start and (whole.named or counts):
                yield whole.value - a.value - b.value, f"{whole.written} - {a.written} - {b.written}"


def _quotients(
    sentence: str, quantity: Quantity, operands: Sequence[Operand]
) -> Iterator[tuple[Fraction, str]]:
    """Yield one number over another: a ratio of two of a kind, or an amount for one of so many.

    A share is left to shares.py: which of several parts it is of is told by words.
    """
    written_out = sentence[quantity.start : quantity.end]
    times = derived.FACTOR.fullmatch(written_out) or TIMES.match(sentence, quantity.end)
    for a in operands:
        for b in operands:
            if a is b or b.value in (0, 1) or a.value <= 0 or not _belong((a, b), kind=False):
                continue
            written = f"{a.written} / {b.written}"
            told = (
                a.dimension not in shifted.LENGTHS or times
            )  # of hours and minutes some are so many times others by chance
            if a.dimension == b.dimension and a.value != b.value and not quantity.dimension and told:
                yield a.value / b.value, written
            if quantity.dimension and a.dimension == quantity.dimension != b.dimension == "":
                yield a.value / b.value, written


def _products(quantity: Quantity, operands: Sequence[Operand]) -> Iterator[tuple[Fraction, str]]:
    """Yield an amount times a count of its passage, and a share of an amount."""
    for a in operands:
        if not quantity.dimension or a.dimension != quantity.dimension:
            continue
        for b in operands:
            if b is not a and not b.dimension and b.value > 1 and _belong((a, b), kind=False):
                yield a.value * b.value, f"{a.written} x {b.written}"
            if b.dimension == "percent" != a.dimension and a.named:
                yield a.value * b.value / 100, f"{b.written} of {a.written}"


def _by_the_sentence(
    sentence: str, quantity: Quantity, operands: Sequence[Operand], own: Sequence[Quantity]
) -> Iterator[tuple[Fraction, str]]:
    """Yield an amount times a number of the sentence or the parts of a period that it names, and how many
    times an amount of the source goes into one of the sentence ("for 3 days 7,500 yen")."""
    factors = {one.values[0] for one in own if one is not quantity and 1 < one.values[0] <= 1000}
    names = {name for name, pattern in PERIODS if pattern.search(sentence)}
    if quantity.dimension not in shifted.LENGTHS:  # 14 weeks are not 14 days seven times
        factors |= {Fraction(times) for name in names for times in IN_A[name]}
    for a in operands:
        if not a.named:
            continue
        if a.dimension == quantity.dimension != "":
            yield from ((a.value * n, f"{a.written} x {n}") for n in sorted(factors))
            yield from ((a.value / n, f"{a.written} / {n}") for n in sorted(factors))
        for one in own:
            far = one.dimension == a.dimension != "" and one.dimension != quantity.dimension
            if far and a.value > 0 and quantity.dimension in ("", "time", "months"):
                yield one.values[0] * one.factor / a.value * quantity.factor, f"{one.values[0]} / {a.written}"


def _scaled(quantity: Quantity, operands: Sequence[Operand], own: Sequence[Quantity]) -> str:
    """Return the number of which this one is so many times as another of the sentence is of its own: a recipe
    for eight from one for four."""
    for a in operands:
        times = (
            quantity.values[0] * quantity.factor / a.value if a.value and _same(quantity, a) else Fraction(0)
        )
        if times not in SCALES or not a.named:
            continue
        for other in own:
            for b in operands:
                scaled = b is not a and _same(other, b) and b.value * times == other.values[0] * other.factor
                given = any(
                    _same(other, one) and one.value == other.values[0] * other.factor for one in operands
                )
                if other is not quantity and scaled and not given and b.value != a.value:
                    return f"{a.written} x {times}"
    return ""


def _same(quantity: Quantity, one: Operand) -> bool:
    return quantity.dimension == one.dimension


def _belong(parts: Sequence[Operand], kind: bool = True) -> bool:
    """Return whether operands that the sentence speaks of share a passage or a column or count one thing."""
    first = parts[0]
    if not any(one.named for one in parts) or (
        kind and any(one.dimension != first.dimension for one in parts)
    ):
        return False
    if first.column or any(one.column for one in parts):
        return all(one.column == first.column for one in parts)
    if all(one.passage == first.passage for one in parts):
        return not kind or bool(first.dimension) or _one_noun(parts)
    return kind and _one_noun(parts)


def _one_noun(parts: Sequence[Operand]) -> bool:
    """Return whether each number counts the same, or says nothing of what it counts beside one that does."""
    said = [one.noun for one in parts if one.noun]
    return bool(said) and bool(frozenset.intersection(*said))


def _operands(sentence: str, source: str, held: Held) -> list[Operand]:
    said, ends = words(sentence), (0, *shifted.ends(source), len(source))
    spots = {
        (cell.start, cell.end): (cell, number)
        for number, grid in enumerate(cells.tables(source))
        for row in grid.rows
        for cell in row
    }
    found: list[Operand] = []
    for one in {(other.start, other.values): other for other in held.given}.values():
        if derived.FACTOR.fullmatch(source[one.start : one.end]):
            continue  # "double" counts nothing
        index = max(i for i, end in enumerate(ends[:-1]) if end <= one.start)
        written = source[one.start : one.end].strip()
        passage = source[ends[index] : ends[index + 1]]
        cell = next((cell for (a, b), (cell, _) in spots.items() if a <= one.start < b), None)
        column = (cell.table, cell.column) if cell else None
        head = ""
        if cell:
            grid = cells.tables(source)[cell.table]
            head = grid.header[cell.column] if cell.column < len(grid.header) else ""
            passage = f"{grid.rows[cell.row][0].text} {head}"
        near = words(CUT.split(source[one.end : one.end + BESIDE])[0]) if not cell else words(head)
        found.append(
            Operand(
                one.values[0] * one.factor,
                one.dimension,
                index,
                column,
                near,
                bool(said & words(passage)),
                written,
                one.start,
            )
        )
    return sorted(found, key=lambda one: (not one.named, one.start))[:MOST]
