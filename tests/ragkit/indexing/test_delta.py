"""Receipts: what changed between two versions, by chunk and by document."""

from ragkit.indexing.delta import Version, compare


def version(*rows):
    """rows of (doc_id, chunk_id, text, metadata)"""
    return Version(
        [row[1] for row in rows],
        [row[0] for row in rows],
        [f"{row[1]}{row[2]}{row[3] if len(row) > 3 else ''}".encode() for row in rows],
        [row[2].encode() for row in rows],
    )


OLD = version(
    ("brew.md", "b#1", "94 degrees"), ("brew.md", "b#2", "18 grams"), ("brew.md", "b#3", "bloom"),
    ("faq.md", "f#1", "milk"), ("old.md", "o#1", "descale"), ("same.md", "s#1", "same"),
)  # fmt: skip
NEW = version(
    ("brew.md", "b#9", "92 degrees"), ("brew.md", "b#2", "18 grams"),
    ("questions.md", "q#1", "milk"), ("same.md", "s#1", "same"),
)  # fmt: skip


def test_chunks_are_counted_by_what_happened_to_their_text():
    receipt = compare(OLD, NEW)
    assert receipt.line() == "+1 -3 ~1, 2 untouched, 0 tokens"
    assert (receipt.chunks, receipt.embedded) == (4, 1)


def test_documents_are_reported_by_name_and_a_rename_is_no_deletion():
    assert compare(OLD, NEW).documents == {
        "brew.md": {"status": "changed", "added": 1, "kept": 1, "removed": 2},
        "old.md": {"status": "deleted", "added": 0, "kept": 0, "removed": 1},
        "questions.md": {"status": "renamed", "from": "faq.md", "added": 0, "kept": 1, "removed": 0},
    }


def test_a_change_of_metadata_alone_embeds_nothing():
    receipt = compare(version(("a", "a#1", "x", "acl 1")), version(("a", "a#1", "x", "acl 2")))
    assert (receipt.line(), receipt.embedded) == ("+0 -0 ~1, 0 untouched, 0 tokens", 0)
    assert receipt.documents["a"]["status"] == "metadata"


def test_the_same_version_twice_is_all_zeros():
    receipt = compare(NEW, NEW)
    assert (receipt.line(), receipt.documents) == ("+0 -0 ~0, 4 untouched, 0 tokens", {})


def test_a_text_that_moves_between_documents_is_changed_not_added():
    receipt = compare(
        version(("a", "a#1", "x"), ("b", "b#1", "y")), version(("b", "b#1", "y"), ("b", "b#2", "x"))
    )
    assert receipt.line() == "+0 -0 ~1, 1 untouched, 0 tokens"
    assert receipt.embedded == 0
