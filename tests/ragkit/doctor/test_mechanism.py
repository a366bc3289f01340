"""Step 0: the mechanism, from hand-made sizes."""

import pytest

from ragkit.doctor.mechanism import Budget, Size, choose, is_table, size


def document(text="Some prose.", blocks=(), acl=None):
    return {
        "doc_id": "d",
        "text": text,
        "blocks": [list(block) for block in blocks],
        "acl": acl,
        "tenant": None,
    }


FIGURES = "| 12 | 34.5 |\n| 56 | 78.9 |"
TABLE = document(FIGURES, [("row", 0, 13), ("row", 14, 27)])
WORDS = document("| red | apple |\n| green | pear |", [("row", 0, 15), ("row", 16, 32)])


def test_percentiles_are_nearest_rank():
    assert size(range(1, 101)) == Size(100, 5050, 50, 95, 99, 100)
    assert size([7]) == Size(1, 7, 7, 7, 7, 7)
    assert size([]) == Size(0, 0, 0, 0, 0, 0)


def test_the_budget_is_what_the_window_leaves_less_the_margin():
    assert Budget(window=10_000, system=1_000, history=2_000, output=2_000, margin=0.1).left() == 4_500
    assert Budget(window=1_000, system=2_000, history=0, output=0, margin=0.1).left() == 0


@pytest.mark.parametrize(
    ("documents", "tokens", "mechanism"),
    [
        ([document()] * 3, [100] * 3, "prompt"),
        ([document(acl=["staff"])] * 3, [100] * 3, "documents"),
        ([document()] * 300, [1_000] * 300, "documents"),
        ([document()] * 10, [50_000] * 10, "chunks"),
        ([TABLE] * 3, [3_000] * 3, "query tool"),
        ([TABLE, document()], [4_000, 6_000], "both"),
        ([TABLE] * 3, [100] * 3, "prompt"),
        ([document("")], [0], "none"),
        ([], [], "none"),
    ],
)
def test_the_mechanism_follows_from_size_tables_and_permissions(documents, tokens, mechanism):
    assert choose(documents, tokens, Budget()).mechanism == mechanism


def test_a_table_of_words_is_prose_to_be_found_and_a_table_of_figures_is_not():
    assert is_table(TABLE)
    assert not is_table(WORDS)
    assert not is_table(document())
