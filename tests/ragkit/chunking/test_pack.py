"""The packer: what is packed together, by hand."""

import random
from itertools import pairwise

import pytest

from ragkit.chunking.layout import Section, Unit
from ragkit.chunking.pack import Packer, merged


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


def ranges(weights, room, leads=None):
    return merged(weights, leads or [0] * len(weights), room)


def test_the_smallest_neighbours_are_merged_first_while_they_fit():
    assert ranges([30, 1, 30, 39], 60) == [(0, 2), (2, 3), (3, 4)]
    assert ranges([9, 1], 5) == [(0, 1), (1, 2)]
    assert ranges([], 5) == []


def test_what_a_range_repeats_at_its_beginning_counts():
    assert ranges([2, 2], 4, leads=[0, 2]) == [(0, 2)]
    assert ranges([2, 2], 4, leads=[1, 0]) == [(0, 1), (1, 2)]


def test_the_order_of_merging_does_not_depend_on_the_position():
    weights = [17, 23, 9, 31, 12, 28, 11, 19]
    borders = {start for start, _ in ranges(weights, 60)}
    moved = {start - 1 for start, _ in ranges([60, *weights], 60)}
    assert moved - {-1} == borders


@pytest.mark.parametrize("seed", range(100))
def test_no_two_neighbouring_ranges_would_fit_together(seed):
    rng = random.Random(seed)
    weights = [rng.randint(1, 9) for _ in range(rng.randint(1, 30))]
    room = rng.randint(5, 30)
    found = ranges(weights, room)
    sizes = [sum(weights[start:end]) for start, end in found]
    assert [at for start, end in found for at in range(start, end)] == list(range(len(weights)))
    assert all(size <= room or end - start == 1 for size, (start, end) in zip(sizes, found, strict=True))
    assert all(one + two > room for one, two in pairwise(sizes))


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
