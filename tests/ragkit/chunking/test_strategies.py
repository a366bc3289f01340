"""Strategies: where each lets a border fall."""

import pytest

from ragkit.chunking.chunk import Options, chunk_document
from ragkit.chunking.semantic import distances, lexical

TEXT = "# A\n\nOne two three. Four five six.\n\n# B\n\nSeven eight nine. Ten eleven twelve.\n"
BLOCKS = [["heading", 0, 3, 1], ["paragraph", 5, 34, 0], ["heading", 36, 39, 1], ["paragraph", 41, 77, 0]]
DOCUMENT = {"doc_id": "a.md", "text": TEXT, "blocks": BLOCKS}


def texts(strategy, size, **more):
    options = Options(max_tokens=size, strategy=strategy, unit="chars", prefix=False)
    return [chunk["text"] for chunk in chunk_document(DOCUMENT, options, **more)]


@pytest.mark.parametrize(
    ("strategy", "size", "expected"),
    [
        ("structure", 60, [TEXT[:36], TEXT[36:]]),
        ("document", 60, [TEXT[:36], TEXT[36:]]),
        ("document", 90, [TEXT]),
        ("recursive", 90, [TEXT]),
        ("paragraph", 90, [TEXT[:36], TEXT[36:]]),
        ("sentence", 30, [TEXT[:20], TEXT[20:36], TEXT[36:59], TEXT[59:]]),
        (
            "fixed",
            20,
            [
                "# A\n\nOne two three. ",
                "Four five six.\n\n# ",
                "B\n\nSeven eight ",
                "nine. Ten eleven ",
                "twelve.\n",
            ],
        ),
    ],
)
def test_borders_fall_where_the_strategy_says(strategy, size, expected):
    assert texts(strategy, size) == expected


def test_the_semantic_strategy_merges_what_is_closest_in_meaning():
    def embed(passages, kind):
        assert kind == "document"
        return [[1.0, 0.0] if "six" in passage or "Seven" in passage else [0.0, 1.0] for passage in passages]

    assert TEXT[20:59] in texts("semantic", 45, embed=embed)


def test_the_lexical_vectors_of_like_texts_are_near():
    near, far, _ = distances(["seal pump seal", "pump seal pump", "tax law tax", "law tax law"], lexical)
    assert far > near
