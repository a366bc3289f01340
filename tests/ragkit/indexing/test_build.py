"""Building an index: what it holds, what it leaves alone, and what survives a kill."""

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ragkit import lock
from ragkit.cli import IncompleteError, InputError
from ragkit.indexing import store
from ragkit.indexing.build import Options, build, indexed_text
from ragkit.records import check

SCRIPTS = Path(__file__).resolve().parents[3] / "scripts"


def chunk(doc_id, seq, text, **fields):
    return check(
        "chunk", {"chunk_id": f"{doc_id}#{seq}", "doc_id": doc_id, "seq": seq, "text": text, **fields}, ""
    )


def corpus(n=12):
    return [chunk(f"d{i // 3}.md", i % 3, f"pump number {i} with filter f{i}") for i in range(n)]


def contents(folder):
    return {
        p.relative_to(folder).as_posix(): p.read_bytes()
        for p in sorted(Path(folder).rglob("*"))
        if p.is_file()
    }


def test_an_index_opens_with_its_chunks_in_document_order(tmp_path):
    chunks = corpus()
    receipt = build(reversed(chunks), str(tmp_path / "i"))
    index = store.open_index(str(tmp_path / "i"))
    assert list(index.chunk_ids) == [c["chunk_id"] for c in chunks]
    assert [index.chunk(i) for i in range(12)] == chunks
    assert receipt[:8] == (12, 12, 0, 0, 0, 12, 0, True)
    assert index.manifest["documents"] == 4


def test_the_same_chunks_in_any_order_give_the_same_bytes(tmp_path):
    chunks = corpus()
    build(chunks, str(tmp_path / "a"))
    build(random.Random(1).sample(chunks, len(chunks)), str(tmp_path / "b"))
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_an_unchanged_index_is_left_untouched(tmp_path):
    folder = str(tmp_path / "i")
    build(corpus(), folder)
    before = {path: os.stat(path).st_mtime_ns for path in Path(folder).rglob("*.npy")}
    receipt = build(corpus(), folder)
    assert (receipt.rebuilt, receipt.untouched, receipt.line()) == (
        False,
        12,
        "+0 -0 ~0, 12 untouched, 0 tokens",
    )
    assert {path: os.stat(path).st_mtime_ns for path in Path(folder).rglob("*.npy")} == before


def test_other_options_rebuild(tmp_path):
    folder = str(tmp_path / "i")
    build(corpus(), folder)
    receipt = build(corpus(), folder, Options(k1=0.9))
    assert (receipt.rebuilt, receipt.untouched) == (True, 12)
    assert store.open_index(folder).manifest["bm25"]["k1"] == 0.9


def test_the_receipt_counts_added_removed_changed_and_untouched(tmp_path):
    folder = str(tmp_path / "i")
    build(corpus(), folder)
    after = [*corpus()[2:], chunk("new.md", 0, "descale it")]
    after[0] = {**after[0], "title": "Other"}
    assert build(after, folder).line() == "+1 -2 ~1, 9 untouched, 0 tokens"
    assert contents(folder) == contents_of_fresh(after, tmp_path)
    assert "d0.md#0" not in list(store.open_index(folder).chunk_ids)


def contents_of_fresh(chunks, tmp_path):
    build(chunks, str(tmp_path / "fresh"))
    return contents(tmp_path / "fresh")


@pytest.mark.parametrize(
    "chunks", [[], [chunk("a.md", 0, "")], [chunk("a.md", 0, "..."), chunk("a.md", 1, " ")]]
)
def test_a_corpus_without_words_is_an_index_too(tmp_path, chunks):
    receipt = build(chunks, str(tmp_path / "i"))
    index = store.open_index(str(tmp_path / "i"))
    assert (len(index), len(index.terms["bm25"])) == (len(chunks), 0)
    assert any("no words" in note for note in receipt.notes) is bool(chunks)


def test_a_corpus_too_small_for_rank_bm25_s_idf_is_said_to_be(tmp_path):
    notes = build(corpus(2), str(tmp_path / "i"), Options(dense="none")).notes
    assert notes == ("2 chunks are few for idf okapi: a word in half of them scores 0; try --idf lucene",)
    assert build(corpus(2), str(tmp_path / "l"), Options(dense="none", idf="lucene")).notes == ()
    assert build(corpus(20), str(tmp_path / "n"), Options(dense="none")).notes == ()


def test_a_chunk_id_given_twice_is_refused_and_nothing_is_left(tmp_path):
    with pytest.raises(InputError, match="appears twice"):
        build([chunk("a.md", 0, "x"), chunk("a.md", 0, "x")], str(tmp_path / "i"))
    with pytest.raises(InputError, match="no index here"):
        store.open_index(str(tmp_path / "i"))


def test_prefix_context_and_text_are_what_is_indexed(tmp_path):
    made = chunk("a.md", 0, "body", prefix="Title > Path", context="a note")
    assert indexed_text(made) == "Title > Path\na note\nbody"
    build([made], str(tmp_path / "i"))
    assert {"titl", "path", "note", "bodi"} <= set(store.open_index(str(tmp_path / "i")).terms["bm25"])


def test_a_folder_that_holds_something_else_is_refused_and_kept(tmp_path):
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(InputError, match="holds no index"):
        build(corpus(), str(tmp_path))
    assert contents(tmp_path) == {"letter.txt": b"mine"}
    with pytest.raises(InputError, match="is a file"):
        build(corpus(), str(tmp_path / "letter.txt"))


@pytest.mark.parametrize("damage", ["remove", "cut"])
def test_damage_is_named_on_opening_and_repaired_by_building_again(tmp_path, damage):
    folder = str(tmp_path / "i")
    build(corpus(), folder)
    whole = contents(folder)
    victim = next(Path(folder).rglob("bm25.impacts.npy"))
    if damage == "remove":
        victim.unlink()
    else:
        os.truncate(victim, 100)
    with pytest.raises(InputError, match=r"bm25\.impacts\.npy .* missing or cut short"):
        store.open_index(folder)
    receipt = build(corpus(), folder)
    assert receipt.rebuilt
    assert "could not be read; everything is built again" in receipt.notes[0]
    assert contents(folder) == whole


KEYS = ("files", "arrays", "fields", "chunks", "documents", "languages", "access", "dense")


@pytest.mark.parametrize("key", [*KEYS, "source", "bm25", "stems", "code"])
def test_a_manifest_without_a_key_is_refused_where_a_reader_needs_it_and_built_again(tmp_path, key):
    folder = str(tmp_path / "i")
    build(corpus(), folder)
    whole = contents(folder)
    path = next(Path(folder).rglob("manifest.json"))
    manifest = json.loads(path.read_text())
    del manifest[key]
    path.write_text(json.dumps(manifest))
    if key in KEYS:
        with pytest.raises(InputError, match=f"its manifest lacks {key}; run index.py again"):
            store.open_index(folder)
    else:
        assert len(store.open_index(folder)) == 12
    build(corpus(), folder)
    if key in (*KEYS, "source"):
        assert contents(folder) == whole


def test_a_manifest_cut_in_the_middle_is_refused_in_words(tmp_path):
    build(corpus(), str(tmp_path / "i"))
    path = next((tmp_path / "i").rglob("manifest.json"))
    os.truncate(path, 40)
    with pytest.raises(InputError, match="its manifest is not JSON"):
        store.open_index(str(tmp_path / "i"))


def test_a_second_writer_is_turned_away(tmp_path):
    folder = str(tmp_path / "i")
    build(corpus(), folder)
    with (
        lock.exclusive(os.path.join(folder, "LOCK")),
        pytest.raises(IncompleteError, match="another process"),
    ):
        build(corpus(3), folder)


def test_a_reader_keeps_the_version_it_opened_while_a_writer_replaces_it(tmp_path):
    folder = str(tmp_path / "i")
    build(corpus(), folder)
    index = store.open_index(folder)
    build(corpus(3), folder)
    assert index.chunk(11) == corpus()[11]
    assert index.arrays["bm25.chunks"].sum() > 0
    assert len(store.open_index(folder)) == 3


KILLED = """
import json, os, signal, sys
sys.path.insert(0, sys.argv[1])
from ragkit.indexing import build
folder, countdown = sys.argv[2], int(sys.argv[3])
def tick(event, args):
    global countdown
    if event in ("open", "os.rename", "os.remove", "os.mkdir") and str(args[0]).startswith(folder):
        countdown -= 1
        if countdown == 0:
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(tick)
build.build([json.loads(line) for line in sys.stdin], folder)
print(countdown)
"""


def build_and_kill(folder, chunks, moment):
    """Build in another process that dies at its moment-th file operation on the folder."""
    return subprocess.run(
        [sys.executable, "-c", KILLED, str(SCRIPTS), folder, str(moment)], check=False, timeout=60,
        input="".join(json.dumps(c) + "\n" for c in chunks), capture_output=True, text=True,
    )  # fmt: skip


@pytest.mark.slow
def test_a_kill_at_any_file_operation_leaves_the_old_or_the_new_version_whole(tmp_path):
    old, new = corpus(), corpus(15)
    build(old, str(tmp_path / "spare"))
    operations = 10_000 - int(build_and_kill(str(tmp_path / "spare"), new, 10_000).stdout)
    expected = contents_of_fresh(new, tmp_path)
    for moment in sorted(random.Random(5).sample(range(1, operations + 1), 8)):
        folder = str(tmp_path / f"i{moment}")
        build(old, folder)
        assert build_and_kill(folder, new, moment).returncode == -signal.SIGKILL
        index = store.open_index(folder)
        assert [index.chunk(i) for i in range(len(index))] in (old, new)
        build(new, folder)
        assert contents(folder) == expected


@pytest.mark.parametrize("moment", [3, 40])
def test_a_first_build_that_was_killed_is_simply_built_again(tmp_path, moment):
    folder = str(tmp_path / "i")
    assert build_and_kill(folder, corpus(), moment).returncode in (-signal.SIGKILL, 0)
    build(corpus(), folder)
    assert contents(folder) == contents_of_fresh(corpus(), tmp_path)
