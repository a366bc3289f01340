"""Search options: refused when they make no sense, read from a configuration file."""

import argparse

import pytest

from ragkit.cli import InputError
from ragkit.retrieval import call
from ragkit.retrieval.options import Options, Prior, Wordings, configured


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"mode": "magic"}, "mode is one of hybrid, bm25, dense"),
        ({"fusion": "sum"}, "fusion is one of weighted, rrf"),
        ({"weights": {"bm26": 1}}, "unknown leg bm26"),
        ({"weights": {"bm25": 0, "dense": 0}}, "not both 0"),
        ({"weights": {"bm25": -1}}, "0 or more"),
        ({"k": 0}, "k, pool and per_doc are 1 or more"),
    ],
)
def test_options_that_make_no_sense_are_refused(wrong, says):
    with pytest.raises(InputError, match=says):
        Options(**wrong).checked()


def test_a_threshold_above_every_possible_score_is_refused_with_the_largest():
    with pytest.raises(InputError, match=r"at most 0\.03279"):
        Options(fusion="rrf", min_score=0.3).checked()
    with pytest.raises(InputError, match=r"at most 1$"):
        Options(min_score=1.5).checked()
    assert Options(fusion="rrf", min_score=0.03).checked()
    assert Options(mode="bm25", min_score=25).checked()


def test_a_configuration_sets_options_and_leaves_the_others():
    options = configured(
        Options(k=7),
        {"fusion": "rrf", "pool_bm25": 50, "priors": [{"field": "doc_id", "begins": "old/", "factor": 0.5}]},
        "c.json",
    )
    assert (options.k, options.fusion, options.pool_bm25) == (7, "rrf", 50)
    assert options.priors == (Prior("doc_id", "old/", 0.5),)


@pytest.mark.parametrize(
    "config",
    [
        {"fusio": "rrf"},
        {"k": "7"},
        {"k": True},
        {"weights": [1]},
        {"priors": [{"field": "doc_id"}]},
        {"k": 0},
    ],
)
def test_a_configuration_with_a_slip_is_an_input_error(config):
    with pytest.raises(InputError):
        configured(Options(), config, "c.json")


def test_wordings_of_questions_that_are_not_asked_are_named():
    asked = [{"qid": "a", "question": "x"}]
    given = {"a": Wordings(["y"]), "c": Wordings(["z"]), "b": Wordings([], ["p"])}
    said = ["variants of b and 1 more not searched: no such question; check the qids"]
    assert call.unasked(asked, given) == said
    assert call.unasked(asked, {"a": Wordings(["y"])}) == []


@pytest.mark.parametrize(
    "given", ["2026-99", "2026-00-10", "2026-01-32", "2026-1-1", "\u0662\u0660\u0662\u0666"]
)
def test_a_date_that_no_calendar_has_is_refused(given):
    parser = argparse.ArgumentParser()
    call.add_options(parser)
    with pytest.raises(InputError, match="need a date such as 2026-01-31"):
        call.options(parser.parse_args(["--since", given]))
