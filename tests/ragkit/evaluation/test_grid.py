"""The cells of a sweep: each once, none that means nothing."""

import pytest

from ragkit.cli import InputError
from ragkit.evaluation import grid

TABLE = {
    "chunk": {"max_tokens": [100, 200], "prefix": [True, False]},
    "index": {"dense": ["none", "lsa"]},
    "search": {"mode": ["bm25", "hybrid"], "fusion": ["rrf", "weighted"]},
}


def test_what_bm25_alone_does_not_look_at_makes_no_cell():
    cells = grid.grid(TABLE, "t")
    assert len(cells) == 2 * 2 * (1 + 2 * 2)
    assert len({cell.key() for cell in cells}) == len({cell.name for cell in cells}) == len(cells)


def test_passages_of_a_document_are_an_axis_where_there_are_passages():
    cells = grid.grid({"search": {"per_doc": [4, 10, 40], "grow": [0, 1000]}}, "t")
    assert [cell.name for cell in cells] == [
        "grow=0", "per_doc=4 grow=1000", "per_doc=10 grow=1000", "per_doc=40 grow=1000",
    ]  # fmt: skip
    assert [cell.is_default() for cell in cells] == [True, False, False, False]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"search": {"per_doc": [4, 10]}}, "per_doc bounds the passages"),
        ({"search": {"per_doc": [4, 10], "grow": [0]}}, "per_doc bounds the passages"),
        ({"search": {"explain": [False, True]}}, "explain changes no result"),
        ({"search": {"grow": [0, 900]}, "rerank": {"with": ["none", "lexical"]}}, "a reranker orders chunks"),
    ],
)
def test_an_axis_of_which_nothing_is_scored_is_refused(table, said):
    with pytest.raises(InputError, match=said):
        grid.grid(table, "t")


def test_a_draw_is_a_sample_and_the_same_for_a_seed():
    drawn = [grid.grid(TABLE, "t", 5, seed) for seed in (1, 1, 2)]
    assert len(drawn[0]) == 5
    assert drawn[0] == drawn[1] != drawn[2]
    assert grid.grid(TABLE, "t", 99) == grid.grid(TABLE, "t")


def test_cells_that_chunk_alike_share_a_key_for_chunking_only():
    one, two = grid.ladder()[1:3]
    assert one.key("chunk") == two.key("chunk")
    assert one.key() != two.key()


@pytest.mark.parametrize(
    "table",
    [
        {"chunks": {}},
        {"chunk": []},
        {"chunk": {"max_tokens": 100}},
        {"chunk": {"max_tokens": []}},
        {"chunk": {"size": [100]}},
        {"chunk": {"max_tokens": [0]}},
        {"index": {"dens": ["lsa"]}},
        {"index": {"stems": ["klingon"]}},
        {"search": {"mode": ["lexical"]}},
        {"search": {"weights": [0.5]}},
        {"question": {"variants": ["yes"]}},
        {"question": {"rewrites": [True]}},
        {"chunk": {"notes": ["yes"]}},
        {"rerank": {"with": ["nobody"]}},
        {"rerank": {"by": ["lexical"]}},
        {"rerank": {"with": ["lexical"], "top": [0]}},
        {"search": {"fusion": ["learned"], "weights": [{"bm25": 1.0}]}},
        {"chunk": {"max_tokens": ["250"]}},
        {"chunk": {"max_tokens": [250.5]}},
        {"chunk": {"max_tokens": [None]}},
        {"chunk": {"max_tokens": [True]}},
        {"chunk": {"max_tokens": [float("inf")]}},
        {"chunk": {"overlap": [[1]]}},
        {"chunk": {"overlap": [600]}},
        {"chunk": {"prefix": ["yes"]}},
        {"chunk": {"tokenizer": [3]}},
        {"chunk": {"notes": [1]}},
        {"index": {"dense": [None]}},
        {"index": {"k1": ["a"]}},
        {"index": {"b": [None]}},
        {"index": {"stems": [3]}},
        {"search": {"weights": [{"bm25": "a"}]}},
        {"search": {"weights": [{"bm25": None}]}},
        {"search": {"weights": [{"bm25": 10**400}]}},
        {"search": {"filters": [{"lang": 3}]}},
        {"search": {"priors": [None]}},
        {"search": {"since": ["yesterday"]}},
        {"search": {"pool": [10**400]}},
        {"rerank": {"with": ["lexical"], "top": [True]}},
        {"question": {"variants": [[]]}},
    ],
)
def test_an_axis_that_is_no_option_or_a_value_of_another_type_is_refused_by_the_file(table):
    with pytest.raises(InputError, match=r"^grid\.json: "):
        grid.grid(table, "grid.json")


def test_a_number_may_be_whole_and_an_option_without_a_default_null():
    cells = grid.grid({"index": {"k1": [1, 1.2], "stems": [None, "de"]}}, "t")
    assert [tuple(cell.steps["index"].values()) for cell in cells] == [
        (1, None), (1, "de"), (1.2, None), (1.2, "de"),
    ]  # fmt: skip


def test_a_huge_grid_is_drawn_from_without_being_made_and_refused_whole():
    huge = {
        "chunk": {"max_tokens": list(range(1000, 11_000))},
        "index": {"b": [i / 1e4 for i in range(10_000)]},
    }
    drawn = [grid.grid(huge, "t", 5, seed) for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert len({cell.key() for cell in drawn[0]}) == 5
    with pytest.raises(InputError, match=r"t: 100,000,000 combinations; .*--draw 50"):
        grid.grid(huge, "t")


def test_what_was_given_and_is_in_no_row_is_said():
    cells = grid.grid({"question": {"variants": [False, True]}}, "t")
    assert grid.untried(cells, "v.jsonl", None) == []
    assert grid.untried(cells, "v.jsonl", "c.jsonl") == [
        'warning: --notes is in no row; give a grid with {"chunk": {"notes": [false, true]}}'
    ]
    assert len(grid.untried(cells[:1], "v.jsonl", "c.jsonl")) == 2


def test_the_default_is_known_however_it_is_spelled_and_added_where_it_is_missing():
    weights = {"bm25": 0.75, "dense": 0.25, "related": 0.6, "head": 0.0, "grams": 0.0}
    spelled = {
        "chunk": {"max_tokens": [500, 250]},
        "search": {"mode": ["hybrid"], "weights": [weights]},
        "rerank": {"with": ["none", "lexical"]},
    }
    cells = grid.grid(spelled, "t")
    assert [cell.is_default() for cell in cells] == [True, False, False, False]
    assert grid.with_default(cells) == cells
    assert grid.with_default(cells[1:])[-1].is_default()
    assert sum(cell.is_default() for cell in grid.ladder(variants=True, labels=100)) == 1


def test_weights_are_learned_from_a_hundred_labels_on():
    names = [[cell.name for cell in grid.ladder(labels=n)] for n in (99, 100)]
    assert ["+ learned" in name for name in names] == [False, True]


def test_a_reranker_and_notes_are_dearer_than_none_and_a_model_dearest():
    table = {"rerank": {"with": ["none", "lexical", "command:rank"]}, "chunk": {"notes": [False, True]}}
    none, lexical, model, notes, *_, both = [cell.cost() for cell in grid.grid(table, "t")]
    assert none < lexical < notes < model < both


def test_each_first_rung_of_the_ladder_adds_one_lever():
    rungs = [(cell.name, cell.steps["chunk"], cell.steps["index"]) for cell in grid.ladder()[:3]]
    assert rungs == [
        ("bm25", {"prefix": False}, {"dense": "none", "stems": "none"}),
        ("+ prefix", {"prefix": True}, {"dense": "none", "stems": "none"}),
        ("+ stems", {"prefix": True}, {"dense": "none"}),
    ]


def test_a_second_leg_is_dearer_and_variants_that_a_model_writes_dearest():
    bm25, _, _, dense, *_, asked = grid.ladder(variants=True)
    assert bm25.cost() < dense.cost() < asked.cost()
