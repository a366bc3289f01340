"""The plan from one chunking to the next."""

from ragkit.chunking.diff import plan


def chunk(name, text, prefix=""):
    return {"chunk_id": name, "text": text, "prefix": prefix}


def test_ids_and_embedded_text_decide_what_is_kept_moved_added_and_removed():
    old = [
        chunk("a#1", "same"),
        chunk("a#2", "moves"),
        chunk("a#3", "goes"),
        chunk("a#4", "body", "Old title"),
    ]
    new = [
        chunk("a#1", "same"),
        chunk("b#2", "moves"),
        chunk("a#5", "comes"),
        chunk("a#4", "body", "New title"),
    ]
    found = plan(old, new)
    assert found.unchanged == ["a#1"]
    assert found.moved == [("a#2", "b#2")]
    assert found.added == ["a#5", "a#4"]
    assert found.removed == ["a#3", "a#4"]
    assert found.tokens == 5  # by hand, one a word: comes; New, title, its line end, body


def test_twins_move_one_to_one():
    found = plan(
        [chunk("a#1", "t"), chunk("a#1.2", "t")],
        [chunk("b#1", "t"), chunk("b#1.2", "t"), chunk("b#1.3", "t")],
    )
    assert found.moved == [("a#1", "b#1"), ("a#1.2", "b#1.2")]
    assert found.added == ["b#1.3"]
