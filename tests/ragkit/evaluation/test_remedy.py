"""What to change for a loss: not what was done already, and the cause before the symptom."""

import pytest

from ragkit.evaluation.remedy import FIXES, Standing, remedy, standing

LOW = Standing(at=0, depth=20, cut=5, best=14, pooled=True, varied=False, half=False)


@pytest.mark.parametrize("stage", ["retrieve", "fuse", "rank"])
def test_where_no_leg_ranks_it_high_other_wordings_come_first(stage):
    assert remedy(stage, LOW) == "words"


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({"at": 9}, "rank"),  # below the cut
        ({}, "pool"),  # in a leg, not in the list
        ({"pooled": False, "best": 0}, "retrieve"),
        ({"best": 5}, "fuse"),  # a leg had it above the cut
        ({"best": 6, "at": 9}, "rank"),
        ({"split": True}, "split"),  # other wordings have found no chunk that holds it whole
        ({"split": True, "at": 9}, "rank"),
    ],
)
def test_after_variants_the_place_of_the_evidence_decides(known, expected):
    assert remedy("rank", LOW._replace(varied=True, **known)) == expected


def test_a_leg_that_ranks_it_high_shows_that_the_words_do_not_differ():
    assert remedy("fuse", LOW._replace(best=3)) == "fuse"


def test_half_of_the_evidence_above_the_cut_asks_for_the_other_half():
    assert remedy("retrieve", LOW._replace(half=True)) == "split"
    assert remedy("rank", LOW._replace(half=True, varied=True)) == "split"


@pytest.mark.parametrize(
    "stage", ["", "label", "parse", "chunk", "index", "filter", "rerank", "assemble", "cite"]
)
def test_other_stages_are_mended_where_they_lost_it(stage):
    assert remedy(stage, LOW._replace(half=True)) == stage
    assert not stage or stage in FIXES


class Text:
    """A need held by the chunks named, whole in those of `whole`, or in all of the holders together."""

    def __init__(self, holders, whole=()):
        self.holders, self.whole = holders, whole

    def rank(self, ids):
        ranks = [ids.index(name) + 1 for name in self.whole if name in ids]
        together = max((ids.index(name) + 1 if name in ids else 99 for name in self.holders), default=99)
        return min([*ranks, together]) % 99


def test_the_standing_is_read_from_the_run():
    run = {"retrieved": ["x", "y", "a"], "legs": {"bm25": ["y", "a"], "dense": [], "variant 1": ["a"]}}
    assert standing(Text(["a"], ["a"]), run, 2) == Standing(3, 3, 2, 2, True, True, False)
    assert standing(Text(["a"], ["a"]), {"retrieved": ["x"]}, 2) == Standing(0, 1, 2, 0, False, False, False)
    assert standing(Text(["a"], ["a"]), None, 2) is None
    flagged = {"retrieved": ["x"], "flags": ["variants"]}  # a bot that searched them itself
    assert standing(Text(["a"], ["a"]), flagged, 2).varied
    fused = {"retrieved": ["x"], "legs": {"bot": ["x"], "variant-1/run.jsonl": ["a"]}}
    assert standing(Text(["a"], ["a"]), fused, 2) == Standing(0, 1, 2, 0, True, True, False)
    assert not standing(Text(["a"], ["a"]), {**fused, "legs": {"variants": ["a"]}}, 2).varied
    parts = {"retrieved": ["x"], "legs": {"bm25": ["x", "a"], "part 1": ["a"]}}
    assert standing(Text(["a"], ["a"]), parts, 1) == Standing(0, 1, 1, 2, True, True, False)


def test_a_half_counts_above_the_cut_only_and_never_where_a_chunk_holds_all():
    run = {"retrieved": ["x", "a", "y"]}
    assert standing(Text(["a", "b"]), run, 2).half
    assert not standing(Text(["a", "b"]), run, 1).half
    assert not standing(Text(["a", "b"], ["b"]), run, 2).half
