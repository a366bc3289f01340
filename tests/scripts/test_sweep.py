"""sweep.py on the demo's Markdown: the ladder, the same questions in every cell, resuming."""

import json
import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from ragkit import cli

ROOT = Path(__file__).resolve().parents[2]
spec = spec_from_file_location("sweep_script", ROOT / "scripts" / "sweep.py")
script = module_from_spec(spec)
spec.loader.exec_module(script)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Ten pages of the demo, and a question on a sentence of each."""
    folder = tmp_path_factory.mktemp("sweep")
    pages = sorted((ROOT / "templates" / "demo" / "docs").rglob("*.md"))[:10]
    documents, labels = [], []
    for number, page in enumerate(pages):
        text = page.read_text(encoding="utf-8")
        blocks, at = [], 0
        for part in text.split("\n\n"):
            if part.strip():
                blocks.append(["paragraph", at, at + len(part.rstrip()), 0])
            at += len(part) + 2
        documents.append({"doc_id": page.name, "text": text, "blocks": blocks})
        quote = max((line for line in text.split("\n") if text.count(line) == 1), key=len)
        asked = " ".join(quote.split()[::2])
        labels.append(
            {"qid": f"q{number}", "question": asked, "evidence": [{"doc_id": page.name, "quote": quote}]}
        )
    for name, rows in (("documents", documents), ("labels", labels)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return [str(folder / f"{name}.jsonl") for name in ("documents", "labels")]


def call(capsys, *words):
    code = cli.run(script.main, list(words))
    out, err = capsys.readouterr()
    assert "Traceback" not in err, err
    return code, out, err


def cells(folder):
    return {path.name: path.read_bytes() for path in sorted((folder / "cells").iterdir())}


def test_the_ladder_scores_the_same_questions_in_every_cell_and_writes_its_choice(capsys, files, tmp_path):
    code, out, _ = call(capsys, *files, "-o", str(tmp_path), "--budget", "300")
    assert code == 0
    rungs = [line.split("  ")[1] for line in out.splitlines() if line.startswith("  ")][:4]
    assert rungs == ["bm25", "+ prefix", "+ stems", "+ dense, rrf"]
    chosen = json.loads((tmp_path / "chosen.json").read_text())
    assert set(chosen) == {"name", "chunk", "index", "search", "question", "rerank"}
    found = [[json.loads(line)["qid"] for line in path.open()] for path in (tmp_path / "cells").iterdir()]
    assert len(found) == 11
    assert all(qids == [f"q{i}" for i in range(10)] for qids in found)


def test_recall_rises_with_the_budget_and_with_k_and_chosen_json_can_search(
    capsys, files, one_cell, tmp_path
):
    words = [*files, *one_cell, "--budget", "60", "300", "900", "--share", "1", "--bar", "0.5"]
    code, out, _ = call(capsys, *words)
    assert code == 0
    row = next(line for line in out.splitlines() if "mode=bm25" in line)
    mean, *within = map(float, re.findall(r"\d\.\d{3}", row)[:4])
    assert within == sorted(within)
    assert mean == pytest.approx(sum(within) / 3, abs=0.001)
    table = re.findall(r"^ +(\d+)  (\d\.\d+)  ", out, re.M)
    assert [int(k) for k, _ in table] == [1, 3, 5, 10, 20, 40]
    recalls = [float(found) for _, found in table]
    assert recalls == sorted(recalls)
    taken = json.loads((tmp_path / "kept" / "chosen.json").read_text())["search"]["k"]
    assert taken == next(int(k) for k, found in table if float(found) >= 0.5)
    assert out.splitlines()[-1].startswith("Mechanism: prompt: ")


def test_a_sweep_that_lost_cells_makes_them_again_to_the_same_result(capsys, files, tmp_path):
    first = call(capsys, *files, "-o", str(tmp_path / "a"), "--budget", "300")
    whole, kept = cells(tmp_path / "a"), (tmp_path / "a" / "chosen.json").read_bytes()
    for path in sorted((tmp_path / "a" / "cells").iterdir())[::2]:
        path.unlink()
    second = call(capsys, *files, "-o", str(tmp_path / "a"), "--budget", "300")
    assert cells(tmp_path / "a") == whole
    assert (tmp_path / "a" / "chosen.json").read_bytes() == kept
    strip = [[line.rsplit(" tokens", 1)[0] for line in out.splitlines()] for _, out, _ in (first, second)]
    assert strip[0] == strip[1]


@pytest.fixture
def one_cell(tmp_path):
    table = tmp_path / "grid.json"
    table.write_text('{"search": {"mode": ["bm25"]}}')
    return ["-o", str(tmp_path / "kept"), "--grid", str(table)]


def of_grid(folder):
    """The cells without that of the defaults, which stands beside every grid."""
    return len(cells(folder)) // 2


def rows(path):
    return [json.loads(line) for line in Path(path).read_text().splitlines()]


def test_changed_evidence_documents_budget_or_user_make_a_cell_again(capsys, files, one_cell, tmp_path):
    def run(documents, labels, *more):
        assert call(capsys, documents, labels, *one_cell, *more)[0] == 0
        return of_grid(tmp_path / "kept")

    def changed(name, given):
        path = tmp_path / name
        path.write_text("".join(json.dumps(row) + "\n" for row in given))
        return str(path)

    documents, labels = files
    assert [run(documents, labels), run(documents, labels)] == [1, 1]
    lost = rows(labels)
    lost[0]["evidence"][0]["quote"] = "Nothing of the kind is written anywhere."
    assert run(documents, changed("lost.jsonl", lost)) == 2
    made = sorted((tmp_path / "kept" / "cells").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    assert [rows(path)[0]["recall"] for path in made[-2:]] == [
        0,
        0,
    ]  # the evidence is nowhere, nothing found it
    edited = rows(documents)
    edited[0]["text"] += "\n\nOne more paragraph."
    assert run(changed("edited.jsonl", edited), labels) == 3
    assert run(documents, labels, "--budget", "99") == 4
    assert run(documents, labels, "--user", '{"groups": ["staff"]}') == 5
    assert run(documents, labels) == 5


def test_changed_code_makes_a_cell_again(capsys, files, one_cell, tmp_path, monkeypatch):
    assert call(capsys, *files, *one_cell)[0] == 0
    monkeypatch.setattr("ragkit.evaluation.sweep.code_version", lambda *steps: "edited")
    assert call(capsys, *files, *one_cell)[0] == 0
    assert of_grid(tmp_path / "kept") == 2


def test_a_reranker_and_notes_are_axes_and_notes_of_another_chunking_are_refused(capsys, files, tmp_path):
    table = tmp_path / "grid.json"
    table.write_text(
        '{"chunk": {"notes": [false, true], "max_tokens": [120]}, "search": {"mode": ["bm25"]}, '
        '"rerank": {"with": ["none", "lexical"]}}'
    )
    words = [*files, "-o", str(tmp_path / "a"), "--grid", str(table), "--budget", "150"]
    assert call(capsys, *words)[0] == 2  # no notes were given
    first = json.loads(Path(files[0]).read_text().splitlines()[0])
    notes = tmp_path / "notes.jsonl"
    notes.write_text(json.dumps({"chunk_id": "x", "doc_id": "x", "text": "t", "context": "A note."}) + "\n")
    code, _, err = call(capsys, *words, "--notes", str(notes))
    assert (code, "0 of" in err, "write notes for this chunking" in err) == (2, True, True)
    made = [row for path in sorted((tmp_path / "a" / "chunks").iterdir()) for row in rows(path)]
    noted = [{**row, "context": "zebra crossing"} for row in {row["chunk_id"]: row for row in made}.values()]
    notes.write_text("".join(json.dumps(row) + "\n" for row in noted))
    code, out, _ = call(capsys, *words, "--notes", str(notes))
    assert code == 0
    assert len([line for line in out.splitlines() if "notes=True" in line and "with=lexical" in line]) >= 1
    assert first["doc_id"] in {row["doc_id"] for row in made}


def test_grown_passages_are_scored_by_their_own_text(capsys, tmp_path):
    """Ten pages of three paragraphs; the question finds the first, and only the neighbour answers it."""
    documents, labels = [], []
    for i, name in enumerate(["ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen", "ibis", "jay"]):
        parts = [f"All about the {name}.", f"It weighs {i + 11} kilograms.", "Nothing else is known."]
        text, blocks, at = "\n\n".join(parts), [], 0
        for part in parts:
            blocks.append(["paragraph", at, at + len(part), 0])
            at += len(part) + 2
        documents.append({"doc_id": name, "text": text, "blocks": blocks})
        evidence = [{"doc_id": name, "quote": parts[1]}]
        labels.append({"qid": name, "question": f"about the {name}", "evidence": evidence})
    for name, rows in (("d", documents), ("l", labels)):
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    table = {"chunk": {"max_tokens": [8]}, "search": {"mode": ["bm25"], "grow": [0, 40]}}
    (tmp_path / "grid.json").write_text(json.dumps(table))
    words = [str(tmp_path / "d"), str(tmp_path / "l"), "-o", str(tmp_path / "s"), "--share", "1"]
    code, out, _ = call(capsys, *words, "--grid", str(tmp_path / "grid.json"), "--budget", "15")
    assert code == 0
    means = dict(re.findall(r"^  max_tokens=8 dense=none mode=bm25 grow=(\d+) +(\d\.\d+)  ", out, re.M))
    assert means == {"0": "0.000", "40": "1.000"}
    assert "rows with grow: of their passages" in out


def test_several_corpora_are_routed_and_one_is_refused(capsys, files, one_cell, tmp_path):
    code, _, err = call(capsys, *files, *one_cell, "--routing")
    assert (code, "several corpora" in err) == (2, True)
    texts = {"a/cook.md": "Boil it for ten minutes.\n", "b/wash.md": "Wash it in cold water.\n",
             "b/cook.md": "Boil and boil it.\n"}  # fmt: skip
    documents = [
        {"doc_id": name, "text": text, "blocks": [["paragraph", 0, len(text) - 1, 0]]}
        for name, text in texts.items()
    ]
    asked = {"boil boil it": ("a/cook.md", "Boil it for ten minutes."),
             "cold water": ("b/wash.md", "Wash it in cold water.")}  # fmt: skip
    labels = [
        {"qid": f"q{i}", "question": words, "evidence": [{"doc_id": name, "quote": quote}]}
        for i, (words, (name, quote)) in enumerate(asked.items())
    ]
    for name, given in (("d", documents), ("l", labels)):
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in given))
    code, out, err = call(
        capsys, str(tmp_path / "d"), str(tmp_path / "l"), *one_cell, "--routing", "--share", "1"
    )
    assert code == 0
    assert "the right one of a, b\n" in err
    assert "routed 0.500" in out  # the first question's best hit is of b, which has "boil" twice


def test_few_dev_questions_are_warned_of_and_other_sweeps_cells_pruned(capsys, files, one_cell, tmp_path):
    _, _, err = call(capsys, *files, *one_cell)
    assert re.search(r"warning: \d dev questions; below 100 most gains", err)
    assert call(capsys, *files, *one_cell, "--budget", "99")[0] == 0
    assert len(cells(tmp_path / "kept")) == 4
    kept = cells(tmp_path / "kept")
    mine = tmp_path / "kept" / "chunks" / "mine.jsonl"
    mine.write_text("not a sweep's\n")
    _, _, err = call(capsys, *files, *one_cell, "--prune")
    assert "pruned: 4 of the cells" in err  # two cells and their two times
    assert mine.read_text() == "not a sweep's\n"
    left = cells(tmp_path / "kept")
    assert len(left) == 2
    assert left.items() <= kept.items()
    assert call(capsys, *files, *one_cell, "--prune")[2].endswith(
        "pruned: 0 of the cells, chunkings and indexes of other sweeps\n"
    )


def test_a_grid_is_drawn_from_and_a_wrong_one_refused(capsys, files, tmp_path):
    table = tmp_path / "grid.json"
    table.write_text(
        json.dumps({"chunk": {"max_tokens": [60, 120, 240]}, "search": {"mode": ["bm25"]}}, indent=1)
    )
    code, out, _ = call(capsys, *files, "-o", str(tmp_path / "a"), "--grid", str(table), "--draw", "2")
    assert code == 0
    assert sum("mode=bm25" in line and line.startswith("  ") for line in out.splitlines()) >= 2
    table.write_text('{"chunk": {"size": [60]}}')
    assert call(capsys, *files, "-o", str(tmp_path / "b"), "--grid", str(table))[0] == 2
    assert call(capsys, *files, "-o", str(tmp_path / "a"), "--share", "0")[0] == 2


def test_variants_are_a_rung_and_asking_for_them_without_any_is_refused(capsys, files, tmp_path):
    variants = tmp_path / "variants.jsonl"
    asked = [json.loads(line) for line in Path(files[1]).read_text().splitlines()]
    rows = [{"qid": row["qid"], "variants": [row["evidence"][0]["quote"]]} for row in asked]
    variants.write_text("".join(json.dumps(row) + "\n" for row in rows))
    table = tmp_path / "grid.json"
    table.write_text('{"search": {"mode": ["bm25"]}, "question": {"variants": [false, true]}}')
    words = [*files, "-o", str(tmp_path / "a"), "--grid", str(table), "--budget", "150"]
    code, out, _ = call(capsys, *words, "--variants", str(variants))
    assert code == 0
    means = [float(found) for found in re.findall(r"^  .*variants=\w+ +(\d\.\d+)  ", out, re.M)]
    assert len(means) == 2
    assert means[1] >= means[0]
    assert call(capsys, *words[:3], str(tmp_path / "b"), *words[4:])[0] == 2


def test_stems_are_an_axis_that_finds_a_word_in_another_form(capsys, tmp_path):
    texts = ["The printers were shipped.", "A stapler lay there.", "Some paper was torn.", "No chairs came."]
    documents = [
        {"doc_id": f"d{i}", "text": text, "blocks": [["paragraph", 0, len(text), 0]]}
        for i, text in enumerate(texts)
    ]
    labels = [
        {"qid": f"q{i}", "question": asked, "evidence": [{"doc_id": f"d{i}", "quote": texts[i]}]}
        for i, asked in enumerate(["ship printer", "staplers laying", "papers", "chair"])
    ]
    for name, rows in (("documents", documents), ("labels", labels)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    table = {"index": {"stems": ["none", "en"], "idf": ["lucene"]}, "search": {"mode": ["bm25"]}}
    (tmp_path / "grid.json").write_text(json.dumps(table))
    files = [str(tmp_path / f"{name}.jsonl") for name in ("documents", "labels")]
    code, out, _ = call(capsys, *files, "-o", str(tmp_path / "s"), "--grid", str(tmp_path / "grid.json"))
    assert code == 0
    found = [re.search(r"^  stems=(\w+) .*?  ([0-9.]+)  ", line) for line in out.splitlines()]
    assert [row.groups() for row in found if row] == [("none", "0.000"), ("en", "1.000")]


def test_quotes_in_no_document_and_labels_without_one_are_counted_and_named(
    capsys, files, one_cell, tmp_path
):
    labels = [json.loads(line) for line in Path(files[1]).read_text().splitlines()]
    labels[0]["evidence"][0]["quote"] = "zzz qqq, which no page says"
    labels[1] = {"qid": "q1", "question": "where", "relevant": ["some-chunk"]}
    changed = tmp_path / "labels.jsonl"
    changed.write_text("".join(json.dumps(row) + "\n" for row in labels))
    code, _, err = call(capsys, files[0], str(changed), *one_cell)
    assert code == 0
    assert "1 question with a quote that is in no document, lost in every row: q0;" in err
    assert "1 label without a quote not scored: q1" in err
    for row in labels:
        row["evidence"] = [{"doc_id": "of-another-corpus.md", "quote": "zzz qqq"}]
    changed.write_text("".join(json.dumps(row) + "\n" for row in labels))
    code, out, err = call(capsys, files[0], str(changed), *one_cell)
    assert (code, out) == (2, "")
    assert "none of the quotes is in these documents (q0: of-another-corpus.md: document_missing" in err


def test_an_empty_name_of_the_folder_is_refused_before_anything_is_written(
    capsys, files, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    code, _, err = call(capsys, *files, "-o", "")
    assert (code, err.count("\n")) == (2, 1)
    assert "-o/--output: is empty; name a folder" in err
    assert list(tmp_path.iterdir()) == []
