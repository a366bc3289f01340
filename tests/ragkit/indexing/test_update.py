"""Updates: an index after any sequence of them is a fresh index."""

import random
from pathlib import Path

import numpy as np
import pytest

from ragkit.access import EVERYTHING
from ragkit.indexing.build import Options, build
from ragkit.indexing.store import open_index
from ragkit.records import check
from ragkit.retrieval.search import search

CASE = Path(__file__).resolve().parents[2] / "fixtures" / "cases" / "06-shrunk-and-renamed"
WORDS = [f"word{i}" for i in range(40)]


def chunk(doc_id, seq, text, **fields):
    made = {
        "chunk_id": f"{doc_id}#{abs(hash(text)) % 10**9}.{seq}",
        "doc_id": doc_id,
        "seq": seq,
        "text": text,
    }
    return check("chunk", {**made, **fields}, "")


def parts(folder):
    """Case 06 cut at its headings, as small chunks would be."""
    found = []
    for path in sorted((CASE / folder).glob("*.md")):
        pieces = [piece.strip() for piece in path.read_text(encoding="utf-8").split("\n## ") if piece.strip()]
        pieces = pieces[1:] if len(pieces) > 1 else pieces
        found += [chunk(path.name, seq, piece) for seq, piece in enumerate(pieces)]
    return found


def test_case_06_the_update_reports_what_happened_to_each_page(tmp_path):
    folder = str(tmp_path / "i")
    build(parts("v1"), folder)
    delta = build(parts("v2"), folder, Options(update=True))
    assert delta.documents == {
        "brew.md": {"status": "changed", "added": 1, "kept": 1, "removed": 4},
        "old.md": {"status": "deleted", "added": 0, "kept": 0, "removed": 1},
        "questions.md": {"status": "renamed", "from": "faq.md", "added": 0, "kept": 1, "removed": 0},
    }
    assert (delta.line(), delta.embedded) == ("+1 -5 ~1, 2 untouched, 0 tokens", 1)


def test_case_06_a_second_update_is_all_zeros(tmp_path):
    folder = str(tmp_path / "i")
    build(parts("v1"), folder)
    build(parts("v2"), folder, Options(update=True))
    again = build(parts("v2"), folder, Options(update=True))
    assert (again.line(), again.embedded, again.rebuilt) == ("+0 -0 ~0, 4 untouched, 0 tokens", 0, False)


def test_case_06_what_is_gone_cannot_be_retrieved(tmp_path):
    folder = str(tmp_path / "i")
    build(parts("v1"), folder)
    build(parts("v2"), folder, Options(update=True))
    index = open_index(folder)
    for question in ("94 degrees", "descaling every 40 cups", "bloom for 30 seconds", "pour in circles"):
        row = search(index, {"qid": "q", "question": question}, EVERYTHING)
        texts = [index.chunk(list(index.chunk_ids).index(found))["text"] for found in row["retrieved"]]
        assert not any(gone in text for text in texts for gone in ("94", "descaling", "Bloom", "circles"))


def random_corpus(rng):
    return {
        f"d{i}": [" ".join(rng.choices(WORDS, k=rng.randint(1, 12))) for _ in range(rng.randint(1, 4))]
        for i in range(rng.randint(1, 6))
    }


def edit(rng, corpus):
    """Change a corpus as people do: edit, delete, add, shrink or rename."""
    corpus = {name: list(texts) for name, texts in corpus.items()}
    name = rng.choice(sorted(corpus))
    kind = rng.choice(["edit", "delete", "add", "shrink", "rename"])
    if kind == "edit":
        corpus[name][rng.randrange(len(corpus[name]))] = " ".join(rng.choices(WORDS, k=5))
    elif kind == "shrink":
        corpus[name] = corpus[name][:1]
    elif kind == "add":
        corpus[f"d{rng.randint(10, 99)}"] = [" ".join(rng.choices(WORDS, k=6))]
    elif kind == "rename":
        corpus[f"r{rng.randint(10, 99)}"] = corpus.pop(name)
    elif len(corpus) > 1:
        del corpus[name]
    return corpus


def chunks_of(corpus):
    return [chunk(name, seq, text) for name, texts in corpus.items() for seq, text in enumerate(texts)]


@pytest.mark.parametrize("seed", range(4))
def test_bm25_after_random_updates_equals_a_fresh_build(tmp_path, seed):
    rng = random.Random(seed)
    corpus, folder = random_corpus(rng), str(tmp_path / "i")
    build(chunks_of(corpus), folder)
    for step in range(3):
        corpus = edit(rng, corpus)
        build(chunks_of(corpus), folder, Options(update=True))
        build(chunks_of(corpus), str(tmp_path / f"fresh{step}"))
        updated, fresh = open_index(folder), open_index(str(tmp_path / f"fresh{step}"))
        assert updated.arrays.keys() - {"dense"} >= {"bm25.impacts", "access"}
        for name, array in fresh.arrays.items():
            if not name.startswith(("lsa.", "dense")):
                assert np.array_equal(updated.arrays[name], array), name


def test_a_small_change_is_folded_into_the_lsa_space_and_a_large_one_refits_it(tmp_path):
    rng, folder, update = random.Random(1), str(tmp_path / "i"), Options(update=True)
    chunks = [chunk(f"d{i}", 0, " ".join(rng.choices(WORDS, k=12))) for i in range(60)]
    build(chunks, folder)
    before = open_index(folder)
    small = build([*chunks[1:], chunk("new", 0, "word1 word2 word3")], folder, update)
    after = open_index(folder)
    assert any("folded in (2 chunks changed" in note for note in small.notes)
    assert after.manifest["dense"]["folded"] == 2
    assert np.allclose(before.arrays["dense"][1:], after.arrays["dense"][:59], atol=1e-6)
    large = build([*chunks[10:], chunk("new", 0, "word1 word2 word3")], folder, update)
    assert any("fitted again" in note for note in large.notes)
    assert build([*chunks[10:], chunk("new", 0, "word1 word2 word3")], folder).rebuilt is False
