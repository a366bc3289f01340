"""The packer: what is packed together, by hand."""

from ragkit.chunking.layout import Section, Unit
from ragkit.chunking.pack import Packer, greedy


def section(path, *weights, children=(), heading=1):
    at = 0
    units = [Unit("heading", 0, heading, heading, tuple(path))] if path else []
    for weight in weights:
        units.append(Unit("paragraph", at, at + weight, weight, tuple(path)))
        at += weight
    inside = sum(unit.weight for unit in units) + sum(child.weight for child in children)
    return Section(tuple(path), len(path), inside, units, list(children))


def packed(root, room, hard=None, cut=lambda unit, room, first: [unit]):
    runs = Packer(lambda path: room, hard or room, cut).section(root)
    return [[unit.weight for unit in run] for run in runs]


def test_greedy_fills_each_range_before_it_begins_the_next():
    assert greedy([2, 2, 2, 2, 2], [0] * 5, room=5) == [(0, 2), (2, 4), (4, 5)]
    assert greedy([9, 1], [0, 0], room=5) == [(0, 1), (1, 2)]
    assert greedy([], [], room=5) == []


def test_what_a_range_repeats_at_its_beginning_counts():
    assert greedy([2, 2, 2], [0, 2, 2], room=4) == [(0, 2), (2, 3)]
    assert greedy([3, 2, 2], [0, 1, 1], room=4) == [(0, 1), (1, 2), (2, 3)]


def test_a_section_that_fits_is_one_chunk():
    root = section([], children=[section(["A"], 3, children=[section(["A", "B"], 3)])])
    assert packed(root, 8) == [[1, 3, 1, 3]]


def test_small_sections_side_by_side_are_merged_but_not_into_their_parents_text():
    small = [section(["A", name], 1) for name in "BCD"]
    assert packed(section([], children=[section(["A"], 2, children=small)]), 4) == [
        [1, 2],
        [1, 1, 1, 1],
        [1, 1],
    ]


def test_a_heading_goes_with_what_follows_even_when_that_is_cut():
    root = section([], children=[section(["A"], 6, 2)])

    def halves(unit, room, first):
        return [Unit("paragraph", 0, first, first), Unit("paragraph", first, unit.end, unit.weight - first)]

    assert packed(root, 5, cut=halves) == [[1, 4], [2, 2]]


def test_a_unit_that_fits_without_the_prefix_is_not_cut():
    def never(unit, room, first):
        raise AssertionError("cut")

    assert packed(section(["A"], 5), 4, hard=6, cut=never) == [[1, 5]]
