"""The ladder for a unit that does not fit: its parts, then sentences, lines, words, graphemes."""

from collections.abc import Callable, Iterator
from itertools import pairwise

from ragkit.chunking.layout import Unit
from ragkit.chunking.sentences import grapheme_break, lines, sentences, words

Finder = Callable[[str], Iterator[int]]
_BY_LINE: tuple[Finder, ...] = (lines, words)
_BY_SENTENCE: tuple[Finder, ...] = (sentences, lines, words)
_LINED = {"fence", "code", "html", "front_matter"}
_WHOLE = {"fence", "row", "table_header"}
ENORMOUS = 16  # sizes above which even these are cut; at 500 tokens, the 8,000 that embedders read


def cut(
    text: str, unit: Unit, room: int, weigh: Callable[[str], int], first_room: int, most: int, spare: int = 0
) -> list[Unit]:
    """Return units that tile `unit`, each of at most `room` (the first: `first_room`) where possible.

    first_room  of the first, behind its headings; these may have taken more than there is
    spare       what a part that is a block may weigh above that and stay whole: the prefix gives way to it

    A code fence or a table row stays whole, so that its marks stay balanced, up to a weight of `most`; a
    grapheme, or the white space behind a word, can be larger too. A lower rung is used only where the rung
    above left a piece too large.
    """
    pieces = list(_rungs(text, unit, room, weigh, first_room, most, spare))
    if len(pieces) > 1:
        for piece in pieces:
            piece.owner = unit
    return pieces


def _rungs(
    text: str, unit: Unit, room: int, weigh: Callable[[str], int], first_room: int, most: int, spare: int
) -> Iterator[Unit]:
    if unit.kind in _WHOLE and unit.weight <= most:
        yield unit
        return
    if not unit.parts:
        finders = _BY_LINE if unit.kind in _LINED else _BY_SENTENCE
        yield from _text(text, unit, room, weigh, max(1, first_room), finders)
        return
    for part in unit.parts:
        if part.weight <= first_room + spare:
            yield part
        else:
            yield from _rungs(text, part, room, weigh, first_room, most, spare)
        first_room = room


def _text(
    text: str,
    unit: Unit,
    room: int,
    weigh: Callable[[str], int],
    first_room: int,
    finders: tuple[Finder, ...],
) -> Iterator[Unit]:
    if not finders:
        yield from _graphemes(text, unit, room, weigh, first_room)
        return
    for start, end in spans(text, unit, finders[0]):
        piece = Unit(unit.kind, start, end, weigh(text[start:end]), unit.path, head=unit.head, lead=unit.lead)
        if piece.weight <= first_room:
            yield piece
        else:
            yield from _text(text, piece, room, weigh, first_room, finders[1:])
        first_room = room


def spans(text: str, unit: Unit, finder: Finder) -> list[tuple[int, int]]:
    """Return the ranges a finder cuts a unit into; none is white space alone, while the unit is not."""
    body = text[unit.start : unit.end]
    solid = len(body.rstrip())
    cuts = [0]
    for at in finder(body):
        if at < solid and not body[cuts[-1] : at].isspace():
            cuts.append(at)
    return [(unit.start + start, unit.start + end) for start, end in pairwise([*cuts, len(body)])]


def _graphemes(
    text: str, unit: Unit, room: int, weigh: Callable[[str], int], first_room: int
) -> Iterator[Unit]:
    """Yield slices of a word, cut between graphemes; white space around it stays with it."""
    body = text[unit.start : unit.end]
    solid = unit.start + len(body.rstrip())
    first = unit.start + len(body) - len(body.lstrip()) + 1  # no slice may end before this
    start = unit.start
    per_char = unit.weight / (unit.end - unit.start)
    while start < unit.end:
        allowed = first_room if start == unit.start else room
        size = max(1, min(solid - start, int(allowed / per_char)))
        while size > 1 and weigh(text[start : start + size]) > allowed:
            size = size * 3 // 4
        end = start + size
        while end > start and not grapheme_break(text, end, start):
            end -= 1
        if end < max(first, start + 1):  # one grapheme is larger than the room
            end = max(first, start + size)
            while not grapheme_break(text, end, start):
                end += 1
        if end >= solid:
            end = unit.end
        yield Unit(unit.kind, start, end, weigh(text[start:end]), unit.path, head=unit.head, lead=unit.lead)
        start = end
