"""Families: copies and near copies, never across rights."""

from ragkit.chunking.families import Family, families, lines, mark

TEXT = (
    "The pump runs for thirty days before the seal is changed, and the seal is changed by a trained person "
    "only. Write the date of the change on the card that hangs at the valve, and keep the old seal "
    "for {} days in the box."
)


def chunk(name, text, **rights):
    return {"chunk_id": name, "text": text, **rights}


def marks(*chunks):
    return {each["chunk_id"]: each.get("dup_of") for each in mark(chunks)}


def test_equal_text_is_a_family_whatever_its_white_space():
    assert marks(chunk("a", "Call us."), chunk("b", "Call\n us. "), chunk("c", "Call me.")) == {
        "a": None, "b": "a", "c": None,
    }  # fmt: skip


def test_a_text_that_differs_in_a_number_is_near_no_copy_and_the_number_is_named():
    marked = mark([chunk("a", TEXT.format(30)), chunk("b", TEXT.format(14)), chunk("c", TEXT.format(30))])
    assert [each.get("dup_of") for each in marked] == [None, None, "a"]
    assert [each.get("near_of") for each in marked] == [None, "a", None]
    assert families(marked) == [Family(["a", "b", "c"], ["14", "30"])]
    assert any("(14, 30)" in line for line in lines(families(marked)))


def test_a_text_that_differs_in_a_word_or_two_is_a_copy():
    assert marks(chunk("a", TEXT.format(9)), chunk("b", TEXT.format(9).replace("box.", "crate.")))["b"] == "a"


def test_a_family_never_crosses_permissions():
    same = "The same words."
    assert set(
        marks(chunk("a", same), chunk("b", same, acl=["x"]), chunk("c", same, tenant="t")).values()
    ) == {None}
    assert marks(chunk("a", same, acl=["x", "y"]), chunk("b", same, acl=["y", "x"]))["b"] == "a"


def test_texts_that_share_half_their_words_are_no_family():
    assert (
        marks(chunk("a", TEXT.format(1)), chunk("b", TEXT.format(1)[:110] + "Something else entirely. " * 5))[
            "b"
        ]
        is None
    )


def test_an_old_mark_is_forgotten():
    assert marks(chunk("b", "Alone now.", dup_of="gone")) == {"b": None}
