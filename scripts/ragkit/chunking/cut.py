"""The ladder for a unit that does not fit: its parts, then sentences, lines, words, graphemes."""

from collections.abc import Callable, Iterator
from itertools import pairwise

from ragkit.chunking.layout import Unit
from ragkit.chunking.sentences import grapheme_break, lines, sentences, words

Finder = Callable[[str], Iterator[int]]
_BY_LINE: tuple[Finder, ...] = (lines, words)
_BY_SENTENCE: tuple[Finder, ...] = (sentences, lines, words)
_LINED = {"fence", "code", "html", "front_matter"}
_WHOLE = {"fence": 16, "row": 16, "table_header": 16}  # sizes; at 500 tokens, the 8,000 that embedders read


def cut(text: str, unit: Unit, room: int, weigh: Callable[[str], int], first_room: int) -> list[Unit]:
    """Return units that tile `unit`, each of at most `room` (the first: `first_room`) where possible.

    A code fence or a table row stays whole, so that its marks stay balanced, unless it is enormous; a
    grapheme, or the white space behind a word, can be larger too. A lower rung is used only where the rung
    above left a piece too large.
    """
    pieces = list(_rungs(text, unit, room, weigh, first_room))
    if len(pieces) > 1:
        for piece in pieces:
            piece.owner = unit
    return pieces


def _rungs(text: str, unit: Unit, room: int, weigh: Callable[[str], int], first_room: int) -> Iterator[Unit]:
    if unit.weight <= _WHOLE.get(unit.kind, 0) * room:
        yield unit
        return
    if not unit.parts:
        finders = _BY_LINE if unit.kind in _LINED else _BY_SENTENCE
        yield from _text(text, unit, room, weigh, first_room, finders)
        return
    for part in unit.parts:
        if part.weight <= first_room:
            yield part
        else:
            yield from _rungs(text, part, room, weigh, first_room)
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
    offsets = [unit.start, *(unit.start + at for at in finders[0](text[unit.start : unit.end])), unit.end]
    for start, end in pairwise(offsets):
        piece = Unit(unit.kind, start, end, weigh(text[start:end]), unit.path, head=unit.head, lead=unit.lead)
        if piece.weight <= first_room:
            yield piece
        else:
            yield from _text(text, piece, room, weigh, first_room, finders[1:])
        first_room = room


def _graphemes(
    text: str, unit: Unit, room: int, weigh: Callable[[str], int], first_room: int
) -> Iterator[Unit]:
    """Yield slices of a word, cut between graphemes; trailing white space stays with the last one."""
    solid = unit.start + len(text[unit.start : unit.end].rstrip())
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
        if end == start:  # one grapheme is larger than the room
            end = start + size
            while not grapheme_break(text, end, start):
                end += 1
        if end >= solid:
            end = unit.end
        yield Unit(unit.kind, start, end, weigh(text[start:end]), unit.path, head=unit.head, lead=unit.lead)
        start = end
