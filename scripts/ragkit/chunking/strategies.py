"""A strategy is a choice of units and of where borders may fall; the packer is the same for all."""

import functools
from collections.abc import Collection, Iterator

from ragkit.chunking.cut import Finder, spans
from ragkit.chunking.layout import HEADINGS, Section, Unit
from ragkit.chunking.pack import Packer, Run, filled, merged
from ragkit.chunking.semantic import Embed, distances
from ragkit.chunking.sentences import sentences, words

_WHOLE = {
    "fence",
    "code",
    "html",
    "table",
    "table_header",
    "row",
    "front_matter",
    *HEADINGS,
}  # not prose: no sentences inside


def runs(strategy: str, text: str, root: Section, packer: Packer, embed: Embed) -> list[Run]:
    """Return the units of a document packed by a strategy.

    structure   sections and their parts, see Packer.section
    document    all of a short document in one chunk, a longer one by structure
    recursive   lists, tables, paragraphs and fences merged across section borders
    paragraph   each of these on its own, its heading with it
    sentence    whole sentences, merged
    semantic    whole sentences; the neighbours closest in meaning are merged first
    fixed       words, each chunk filled to the brim, borders anywhere
    """
    if strategy == "structure":
        return packer.section(root)
    units = list(root.walk())
    room = min(packer.room(path) for path in {unit.path for unit in units})
    if strategy == "document":
        fits = root.weight <= packer.room(())
        return [units] if fits else packer.section(root)
    if strategy == "recursive":
        return packer.flat(units, room)
    if strategy == "paragraph":
        return packer.flat(
            units, room, lambda weights, leads, room: [(at, at + 1) for at in range(len(weights))]
        )
    if strategy == "fixed":
        pieces = [piece for unit in units for piece in _pieces(text, unit, packer, words, whole=frozenset())]
        for piece in pieces:
            piece.kind = "paragraph"  # not even a heading is kept with what follows
        return packer.flat(pieces, room, filled)
    pieces = [piece for unit in units for piece in _pieces(text, unit, packer, sentences, whole=_WHOLE)]
    if strategy == "sentence":
        return packer.flat(pieces, room)
    atoms = packer.atoms(pieces, room)
    texts = [text[atom[0].start : atom[-1].end] for atom in atoms]
    order = [0, *(round(far * 1000) for far in distances(texts, embed))]
    return packer.flat(pieces, room, functools.partial(merged, order=order))


def _pieces(text: str, unit: Unit, packer: Packer, finder: Finder, whole: Collection[str]) -> Iterator[Unit]:
    """Yield the unit itself where its kind stays whole, else what the finder cuts it into."""
    if unit.kind in whole:
        yield unit
        return
    if unit.parts and whole:
        for part in unit.parts:
            yield from _pieces(text, part, packer, finder, whole)
        return
    for start, end in spans(text, unit, finder):
        yield Unit(unit.kind, start, end, packer.weigh(text[start:end]), unit.path)
