"""pipeline.py, run as a user would: from a folder to the contract, incremental, whole after a kill."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ragkit.schema import SCHEMA

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "templates" / "demo"
OPEN = """---
updated: 2026-01-05
acl: [public]
---
# Filter

Rinse the filter every 14 days. A red lamp means that the filter is blocked.
"""
CLOSED = """---
updated: 2026-02-05
acl: [staff]
---
# Discounts

Nobody may grant a discount above 12 percent on a filter.
"""
UNSTATED = "# Notes\n\nThe filter supplier is Aster Ltd.\n"
LABELS = [
    {"qid": "x1", "question": "how often to clean the filter", "user": {"groups": ["public"]},
     "evidence": [{"doc_id": "filter.md", "quote": "Rinse the filter every 14 days."}]},
    {"qid": "x2", "question": "filter discount limit", "user": {"groups": ["public"]}, "answerable": False},
]  # fmt: skip


def pipeline(*arguments, cwd):
    command = [sys.executable, ROOT / "scripts" / "pipeline.py", *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300, check=False)


def rows(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def contents(folder):
    return {
        path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


@pytest.fixture
def corpus(tmp_path):
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "filter.md").write_text(OPEN)
    (docs / "discounts.md").write_text(CLOSED)
    (docs / "notes.md").write_text(UNSTATED)
    (tmp_path / "labels.jsonl").write_text("".join(json.dumps(label) + "\n" for label in LABELS))
    return tmp_path


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """The demo corpus, run once."""
    folder = tmp_path_factory.mktemp("demo")
    arguments = [DEMO / "docs", "--acl-from", DEMO / "acl.csv", "--labels", DEMO / "labels.jsonl",
                 "--answers", DEMO / "answers.jsonl", "--all"]  # fmt: skip
    return folder, arguments, pipeline(*arguments, cwd=folder)


def test_a_loss_fails_the_run_unless_it_is_allowed(demo):
    folder, arguments, first = demo
    assert first.returncode == 1, first.stderr
    assert "manuals/acceptance-pack.pdf page 2" in first.stderr
    second = pipeline(*arguments, "--allow-loss", cwd=folder)
    assert second.returncode == 0
    assert second.stdout == first.stdout


def unknown_fields(kind, row, found):
    """Collect (kind, field) that schema.py does not name; parts of records by their own kind."""
    for field, value in row.items():
        form = SCHEMA[kind][field][0] if field in SCHEMA[kind] else None
        if form is None:
            found.add((kind, field))
        elif form.endswith("*") and form[:-1] in SCHEMA:
            for part in value or ():
                unknown_fields(form[:-1], part, found)
    return found


def test_every_field_that_a_run_writes_is_in_the_schema(demo):
    folder = demo[0] / ".rag"
    grown, labels = demo[0] / "grown.jsonl", DEMO / "labels.jsonl"
    contexts = demo[0] / "contexts.jsonl"
    for words in (
        ["search.py", folder / "index", "--queries", labels, "--all", "--grow", "1200", "-o", grown],
        ["assemble.py", grown, folder / "chunks.jsonl", "--queries", labels, "--labels", labels, "--all",
         "--neighbours", "1", "--window", "16000", "-o", contexts],
    ):  # fmt: skip
        command = [sys.executable, ROOT / "scripts" / words[0], *words[1:]]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode in (0, 1), done.stderr
    written = {
        "document": [folder / "documents.jsonl"], "chunk": [folder / "chunks.jsonl"],
        "run": [folder / "run.jsonl", grown], "context": [folder / "contexts.jsonl", contexts],
    }  # fmt: skip
    found = set()
    for kind, paths in written.items():
        for path in paths:
            for row in rows(path):
                unknown_fields(kind, row, found)
    assert found == set()
    assert any("passages" in row for row in rows(grown))
    assert any(doc.get("about") for row in rows(contexts) for doc in row["docs"])


def test_the_demo_ends_in_the_six_lines_of_the_contract(demo):
    lines = demo[2].stdout.splitlines()
    assert [line.split(":**")[0] for line in lines] == [
        "**Corpus", "**Retrieval", "**Eval set", "**Metrics", "**Losses", "**Next lever"
    ]  # fmt: skip
    assert lines[2] == "**Eval set:** 80 questions (12 unanswerable)"


def test_a_second_run_redoes_nothing_and_changes_no_byte(demo):
    folder, arguments, _ = demo
    before = contents(folder / ".rag")
    again = pipeline(*arguments, cwd=folder)
    assert [line for line in again.stderr.splitlines() if line.endswith(": unchanged")] == [
        "parse: unchanged", "chunk: unchanged", "index: unchanged", "search: unchanged", "assemble: unchanged"
    ]  # fmt: skip
    assert contents(folder / ".rag") == before


def test_report_prints_the_same_contract_from_the_records(demo):
    folder, _, first = demo
    command = [sys.executable, ROOT / "scripts" / "report.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == first.stdout


@pytest.mark.parametrize(
    ("file", "field", "says"),
    [
        (
            "settings.json",
            "mechanism",
            "made by another version of these scripts (settings.json has no mechanism",
        ),
        ("settings.json", "user", "made by another version of these scripts (settings.json has no user"),
        ("manifest.json", "layout", "made by another version of this tool"),
        ("manifest.json", "fields", "its manifest lacks fields; run index.py again"),
    ],
)
def test_report_says_that_a_workspace_is_of_another_version(demo, tmp_path, file, field, says):
    shutil.copytree(demo[0] / ".rag", tmp_path / "old")
    (path,) = (tmp_path / "old").rglob(file)
    kept = json.loads(path.read_text())
    del kept[field]
    path.write_text(json.dumps(kept))
    command = [sys.executable, ROOT / "scripts" / "report.py", tmp_path / "old"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "unreached", [[None], [1], [{}], [{"code": 1, "doc_id": "a", "page": None, "detail": ""}]]
)
def test_report_names_settings_that_hold_no_loss_as_one(demo, tmp_path, unreached):
    folder = tmp_path / "old"
    folder.mkdir()
    kept = json.loads((demo[0] / ".rag" / "settings.json").read_text())
    (folder / "settings.json").write_text(json.dumps({**kept, "unreached": unreached}))
    command = [sys.executable, ROOT / "scripts" / "report.py", folder]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert "settings.json has no unreached as it is kept now" in done.stderr


def test_every_chunk_is_the_text_of_its_range(demo):
    texts = {row["doc_id"]: row["text"] for row in rows(demo[0] / ".rag" / "documents.jsonl")}
    chunks = rows(demo[0] / ".rag" / "chunks.jsonl")
    assert len(chunks) > 40
    for chunk in chunks:
        start = chunk["start"] if chunk.get("overlap_start") is None else chunk["overlap_start"]
        assert texts[chunk["doc_id"]][start : chunk["end"]] == chunk["text"]


def test_nobody_sees_a_document_of_a_group_they_are_not_in(demo):
    folder = demo[0] / ".rag"
    groups = {
        label["qid"]: set((label.get("user") or {}).get("groups", []))
        for label in rows(DEMO / "labels.jsonl")
    }
    limited = {qid for qid, mine in groups.items() if mine == {"public"}}
    readers = {row["chunk_id"]: set(row["acl"] or []) for row in rows(folder / "chunks.jsonl")}
    assert len(limited) >= 5
    seen = [(row["qid"], chunk_id) for row in rows(folder / "run.jsonl") if row["qid"] in limited
            for ids in [row["retrieved"], *row["legs"].values()] for chunk_id in ids]  # fmt: skip
    seen += [(row["qid"], doc["chunk_id"]) for row in rows(folder / "contexts.jsonl") if row["qid"] in limited
             for doc in row["docs"]]  # fmt: skip
    assert len(seen) > 50
    assert [pair for pair in seen if not readers[pair[1]] & {"public", "*"}] == []


def test_an_edited_file_is_parsed_alone_and_a_deleted_one_is_gone(corpus):
    assert pipeline("docs", "--labels", "labels.jsonl", cwd=corpus).returncode == 0
    (corpus / "docs" / "filter.md").write_text(OPEN.replace("14 days", "21 days"))
    (corpus / "docs" / "notes.md").unlink()
    done = pipeline("docs", "--labels", "labels.jsonl", cwd=corpus)
    assert done.returncode == 1, done.stderr  # the quote of x1 has gone with the edit
    assert "parse: 1 files, 1 unchanged" in done.stderr
    chunks = (corpus / ".rag" / "chunks.jsonl").read_text()
    assert "21 days" in chunks
    assert "14 days" not in chunks
    assert "Aster" not in chunks


def test_an_updated_workspace_holds_the_bytes_of_a_fresh_one(corpus):
    pipeline("docs", "--labels", "labels.jsonl", "--workspace", "grown", cwd=corpus)
    (corpus / "docs" / "notes.md").write_text(UNSTATED + "\nMore notes.\n")
    (corpus / "docs" / "new.md").write_text("# New\n\nA new page.\n")
    pipeline("docs", "--labels", "labels.jsonl", "--workspace", "grown", cwd=corpus)
    pipeline("docs", "--labels", "labels.jsonl", "--workspace", "fresh", cwd=corpus)
    assert contents(corpus / "grown") == contents(corpus / "fresh")


def test_documents_with_readers_are_not_searched_for_nobody(corpus):
    labels = [{key: value for key, value in label.items() if key != "user"} for label in LABELS]
    (corpus / "labels.jsonl").write_text("".join(json.dumps(label) + "\n" for label in labels))
    done = pipeline("docs", "--labels", "labels.jsonl", cwd=corpus)
    assert done.returncode == 2
    assert "--user" in done.stderr
    assert (
        pipeline("docs", "--labels", "labels.jsonl", "--user", '{"groups": ["staff"]}', cwd=corpus).returncode
        == 0
    )
    found = [chunk_id for row in rows(corpus / ".rag" / "run.jsonl") for chunk_id in row["retrieved"]]
    assert {chunk_id.split("#")[0] for chunk_id in found} == {"discounts.md"}


@pytest.mark.skipif(not os.path.exists("/proc/self/mem"), reason="needs Linux")
def test_a_file_that_is_not_reached_is_a_loss_in_the_run_and_in_the_report(corpus):
    (corpus / "docs" / "gone.md").symlink_to(corpus / "nothing")
    (corpus / "docs" / "memory.md").symlink_to("/proc/self/mem")  # a file that even root cannot read
    (corpus / "acl.csv").write_text("path,groups\nnotes.md,staff\nelsewhere.md,staff\n")
    arguments = ["docs", "--acl-from", "acl.csv", "--all"]
    done = pipeline(*arguments, cwd=corpus)
    assert done.returncode == 1
    assert "LOSS unreachable: 1" in done.stderr
    assert "LOSS unreadable: 1" in done.stderr
    assert "LOSS acl_unmatched: 1" in done.stderr
    again = pipeline(*arguments, "--allow-loss", cwd=corpus)
    assert (again.returncode, again.stdout) == (0, done.stdout)
    command = [sys.executable, ROOT / "scripts" / "report.py"]
    told = subprocess.run(command, cwd=corpus, capture_output=True, text=True, timeout=60, check=False)
    assert told.stdout == done.stdout


def test_a_file_that_states_no_reader_is_closed_once_another_does(corpus):
    pipeline("docs", "--labels", "labels.jsonl", "--user", '{"groups": ["public", "staff"]}', cwd=corpus)
    found = [chunk_id for row in rows(corpus / ".rag" / "run.jsonl") for chunk_id in row["retrieved"]]
    assert not any(chunk_id.startswith("notes.md") for chunk_id in found)


def test_a_quote_that_is_not_there_is_a_fault_of_the_label_not_of_retrieval(corpus):
    labels = [
        {**LABELS[0], "evidence": [{"doc_id": "filter.md", "quote": "Rinse the filter every 15 days."}]}
    ]
    labels += [
        {**LABELS[0], "qid": "x3", "evidence": [{"doc_id": "docs/filter.md", "quote": "Rinse the filter"}]}
    ]
    (corpus / "labels.jsonl").write_text("".join(json.dumps(label) + "\n" for label in labels))
    done = pipeline("docs", "--labels", "labels.jsonl", cwd=corpus)
    assert "label x1: filter.md: evidence_changed" in done.stderr
    assert "label x3: docs/filter.md: document_missing" in done.stderr
    assert "Then label: no document holds the quote: mend the label" in done.stdout
    assert "2 of 2 questions were lost there" in done.stdout
    assert done.returncode == 1
    allowed = pipeline("docs", "--labels", "labels.jsonl", "--allow-loss", cwd=corpus)
    assert (allowed.returncode, allowed.stdout) == (0, done.stdout)


def test_pipeline_and_diagnose_name_the_same_next_lever(demo):
    folder, _, first = demo
    command = [sys.executable, ROOT / "scripts" / "diagnose.py", DEMO / "labels.jsonl", folder / ".rag"]
    told = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert told.returncode == 0, told.stderr
    lever = first.stdout.splitlines()[-1].removeprefix("**Next lever:** ")
    assert told.stdout.splitlines()[-1] == f"next lever: {lever}"


def test_evidence_that_the_user_may_not_open_is_a_matter_of_permissions(corpus):
    label = {"qid": "x4", "question": "aster supplier", "user": {"groups": ["staff"]},
             "evidence": [{"doc_id": "notes.md", "quote": "The filter supplier is Aster Ltd."}]}  # fmt: skip
    (corpus / "labels.jsonl").write_text(json.dumps(label) + "\n")
    done = pipeline("docs", "--labels", "labels.jsonl", cwd=corpus)
    assert "closed: 1 of 3 documents state no reader" in done.stderr
    assert "Then filter: the user may not open it" in done.stdout


def test_answers_to_no_label_are_named(corpus):
    (corpus / "answers.jsonl").write_text('{"qid": "x9", "answer": "Yes."}\n')
    done = pipeline("docs", "--labels", "labels.jsonl", "--answers", "answers.jsonl", cwd=corpus)
    assert "answers: 1 of 1 belong to no label, such as x9" in done.stderr


def test_an_update_says_which_answers_are_to_be_written_anew(corpus):
    asked = {"q1": "clean the filter", "q2": "filter discount limit"}
    questions = [{"qid": q, "question": text, "user": {"groups": ["public"]}} for q, text in asked.items()]
    given = [
        {"qid": "q1", "answer": "Rinse the filter every 14 days [1]."},
        {"qid": "q2", "answer": "The provided sources do not say what the limit is."},
    ]
    for name, lines in (("questions.jsonl", questions), ("answers.jsonl", given)):
        (corpus / name).write_text("".join(json.dumps(line) + "\n" for line in lines))
    arguments = ["docs", "--questions", "questions.jsonl", "--answers", "answers.jsonl"]
    assert "2 answers: 2 bound to no sources" in pipeline(*arguments, cwd=corpus).stderr
    subprocess.run(
        [sys.executable, ROOT / "scripts" / "citation_check.py", ".rag/contexts.jsonl", "answers.jsonl",
         "--pin", "answers.jsonl"], cwd=corpus, capture_output=True, check=True,
    )  # fmt: skip
    assert "2 answers: 2 hold\n" in pipeline(*arguments, cwd=corpus).stderr
    assert not (corpus / ".rag" / "stale.jsonl").exists()
    (corpus / "docs" / "filter.md").write_text(OPEN.replace("14 days", "21 days"))
    done = pipeline(*arguments, cwd=corpus)
    assert "2 answers: 2 stale: .rag/stale.jsonl says why" in done.stderr
    # q2 abstained, and the page that it saw has another text now: new evidence, for all anybody knows
    assert [(row["qid"], row["state"]) for row in rows(corpus / ".rag" / "stale.jsonl")] == [
        ("q1", "stale"), ("q2", "stale"),
    ]  # fmt: skip


def test_a_folder_that_fits_the_prompt_is_told_so_before_any_label(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# A\n\nShort.\n")
    done = pipeline("docs", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "**Next lever:** mechanism: prompt: all " in done.stdout


def test_without_labels_the_lever_is_to_write_them_and_an_earlier_run_is_forgotten(corpus):
    pipeline("docs", "--labels", "labels.jsonl", cwd=corpus)
    done = pipeline("docs", cwd=corpus)
    assert done.returncode == 0, done.stderr
    assert "**Eval set:** none" in done.stdout
    assert "**Next lever:** labels: write 50 questions" in done.stdout
    assert not (corpus / ".rag" / "run.jsonl").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nowhere"], "nowhere"),
        (["docs", "--labels", "gone.jsonl"], "gone.jsonl"),
        (["docs", "--workspace", "docs"], "not a workspace"),
        (["docs", "--labels", "empty.jsonl"], "empty.jsonl: no rows in it"),
        (["docs", "--questions", "asked.csv"], "asked.csv:1: not JSON"),
        (["docs", "--questions", "asked.csv"], "first.py, which takes questions in any usual form"),
        (["docs", "--overlap", "500"], "overlap"),
        (["docs", "--user", "staff"], "--user"),
        (["docs", "--user", "{}", "--all"], "exclude each other"),
        (["docs", "--max-tokens", "0"], "size"),
    ],
)
def test_a_wrong_call_is_exit_2_with_one_line_and_leaves_no_report(corpus, arguments, says):
    (corpus / "empty.jsonl").write_text("")
    (corpus / "asked.csv").write_text("question\nhow long?\n")
    done = pipeline(*arguments, cwd=corpus)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_variants_are_searched_with_the_question_and_named_in_the_contract(corpus):
    label = {"qid": "x5", "question": "cleaning cadence", "user": {"groups": ["public"]},
             "evidence": [{"doc_id": "filter.md", "quote": "Rinse the filter every 14 days."}]}  # fmt: skip
    (corpus / "labels.jsonl").write_text(json.dumps(label) + "\n")
    variants = (
        '{"qid": "x5", "variants": ["how often is the filter rinsed"]}',
        '{"qid": "x9", "variants": ["x"]}',
    )
    (corpus / "variants.jsonl").write_text("\n".join(variants) + "\n")  # of which one is asked
    plain = pipeline("docs", "--labels", "labels.jsonl", cwd=corpus)
    assert "recall@5 0.000" in plain.stdout
    varied = pipeline("docs", "--labels", "labels.jsonl", "--variants", "variants.jsonl", cwd=corpus)
    assert "recall@5 1.000" in varied.stdout
    assert "variants of 1 questions" in varied.stdout


@pytest.mark.parametrize("option", ["--answers", "--variants"])
def test_a_wrong_file_costs_no_work(corpus, option):
    (corpus / "given.jsonl").write_text("{broken\n")
    done = pipeline("docs", option, "given.jsonl", cwd=corpus)
    assert done.returncode == 2
    assert "given.jsonl:1" in done.stderr
    assert not (corpus / ".rag").exists()


def test_a_workspace_below_the_documents_is_not_read_as_documents(corpus):
    for _ in range(2):
        done = pipeline("docs", "--workspace", "docs/work", cwd=corpus)
        assert done.returncode == 0, done.stderr
    assert {row["doc_id"] for row in rows(corpus / "docs" / "work" / "documents.jsonl")} == {
        "filter.md", "discounts.md", "notes.md"
    }  # fmt: skip


def test_a_torn_cache_item_is_made_again(corpus):
    pipeline("docs", cwd=corpus)
    item = next((corpus / ".rag" / "cache" / "parse").glob("*/*.jsonl"))
    whole = item.read_bytes()
    item.write_bytes(whole[:20])
    (corpus / "docs" / "new.md").write_text("# New\n\nA page.\n")
    done = pipeline("docs", cwd=corpus)
    assert done.returncode == 0, done.stderr
    assert item.read_bytes() == whole


def test_the_answer_does_not_depend_on_the_hash_order_of_groups(corpus):
    user = json.dumps({"groups": ["public", "staff", "hr", "board"]})
    pipeline("docs", "--labels", "labels.jsonl", "--user", user, cwd=corpus)
    for _ in range(3):
        done = pipeline("docs", "--labels", "labels.jsonl", "--user", user, cwd=corpus)
        assert "search: unchanged" in done.stderr


@pytest.mark.parametrize("settings", ["{}", "[]", "5", '{"k": "x"}', "[" * 100_000])
def test_a_workspace_with_other_settings_is_not_a_finished_one(corpus, settings):
    pipeline("docs", cwd=corpus)
    (corpus / ".rag" / "settings.json").write_text(settings)
    command = [sys.executable, ROOT / "scripts" / "report.py"]
    done = subprocess.run(command, cwd=corpus, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "not a finished workspace" in done.stderr


def test_a_schedule_cannot_forge_a_line_of_the_contract(corpus):
    assert pipeline("docs", "--re-index", "daily\n**Losses:** none", cwd=corpus).returncode == 2


def test_an_empty_folder_is_said_to_be_empty(tmp_path):
    (tmp_path / "docs").mkdir()
    done = pipeline("docs", cwd=tmp_path)
    assert done.returncode == 2
    assert "no files" in done.stderr


def test_a_killed_run_is_completed_to_the_same_bytes(tmp_path, demo):
    arguments = demo[1]
    whole = contents(demo[0] / ".rag")
    started = time.monotonic()
    pipeline(*arguments, "--workspace", "timing", cwd=tmp_path)
    takes = time.monotonic() - started
    shutil.rmtree(tmp_path / "timing")
    rng = random.Random(20)
    for _ in range(4):  # tests/bench/bench_kill.py does more
        command = [sys.executable, ROOT / "scripts" / "pipeline.py", *arguments]
        process = subprocess.Popen(
            command,
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        time.sleep(rng.uniform(0.2, takes))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    done = pipeline(*arguments, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert contents(tmp_path / ".rag") == whole


def test_questions_without_labels_become_contexts_and_sheets_each_for_its_own_reader(corpus):
    asked = [{"qid": "p", "question": "filter discount limit", "user": {"groups": ["public"]}},
             {"qid": "s", "question": "filter discount limit", "user": {"groups": ["staff"]}}]  # fmt: skip
    (corpus / "questions.jsonl").write_text("".join(json.dumps(row) + "\n" for row in asked))
    done = pipeline("docs", "--questions", "questions.jsonl", cwd=corpus)
    assert done.returncode == 0, done.stderr
    found = {
        row["qid"]: {doc["doc_id"] for doc in row["docs"]} for row in rows(corpus / ".rag/contexts.jsonl")
    }
    assert found == {"p": {"filter.md"}, "s": {"discounts.md"}}
    first, second = ((corpus / ".rag" / f"sheet-0{n}.md").read_text() for n in (1, 2))
    assert "14 days" in first
    assert "12 percent" not in first
    assert "12 percent" in second
    assert pipeline("docs", "--labels", "labels.jsonl", cwd=corpus).returncode == 0
    assert list((corpus / ".rag").glob("sheet-*")) == []


def test_questions_beside_labels_are_searched_and_not_scored(corpus):
    (corpus / "questions.jsonl").write_text('{"qid": "more", "question": "red lamp"}\n')
    done = pipeline("docs", "--labels", "labels.jsonl", "--questions", "questions.jsonl", "--all", cwd=corpus)
    assert done.returncode == 0, done.stderr
    assert [row["qid"] for row in rows(corpus / ".rag/run.jsonl")] == ["x1", "x2", "more"]
    assert "**Eval set:** 2 questions (1 unanswerable)" in done.stdout


def test_without_questions_no_sheet_of_an_earlier_run_stays(corpus):
    (corpus / "questions.jsonl").write_text('{"qid": "more", "question": "red lamp"}\n')
    pipeline("docs", "--questions", "questions.jsonl", "--all", cwd=corpus)
    assert len(list((corpus / ".rag").glob("sheet-*"))) == 1
    (corpus / "questions.jsonl").write_text("")
    done = pipeline("docs", "--questions", "questions.jsonl", "--all", cwd=corpus)
    assert done.returncode == 0, done.stderr
    assert list((corpus / ".rag").glob("sheet-*")) == []


def test_a_result_that_no_sheet_shows_is_named(corpus):
    (corpus / "questions.jsonl").write_text(
        '{"qid": "p", "question": "lamps sold", "user": {"groups": ["public"]}}\n'
    )
    worked = {"asked": "sum of lamps", "columns": ["sum"], "rows": [[7]], "source": "sales.csv"}
    both = [{"qid": "p", **worked}, {"qid": "typo", **worked}]
    (corpus / "results.jsonl").write_text("".join(json.dumps(row) + "\n" for row in both))
    done = pipeline("docs", "--questions", "questions.jsonl", "--results", "results.jsonl", cwd=corpus)
    said = [line for line in done.stderr.splitlines() if line.startswith("result of")]
    assert said == [
        "result of p: not shown: the reader may not see its file, or nobody says who may; "
        "give the record an acl",
        "result of typo: no such question was asked; check its qid",
    ]


def test_a_list_of_readers_among_the_documents_is_pointed_at(corpus):
    (corpus / "docs" / "readers.csv").write_text("path;groups\nnotes.md;staff\n")
    done = pipeline("docs", cwd=corpus)
    assert "closed: 2 of 4 documents" in done.stderr
    assert "--acl-from docs/readers.csv may state it" in done.stderr
    done = pipeline("docs", "--acl-from", "docs/readers.csv", cwd=corpus)
    assert "closed" not in done.stderr


def test_a_page_read_from_its_picture_is_no_loss_until_the_file_changes(tmp_path):
    shutil.copytree(DEMO / "docs" / "manuals", tmp_path / "docs")
    first = pipeline("docs", cwd=tmp_path)
    assert first.returncode == 1
    image = re.search(r"picture: (\S+\.png) is acceptance-pack\.pdf page 2", first.stderr)[1]
    assert (tmp_path / image).stat().st_size > 1000
    (tmp_path / "read.jsonl").write_text(
        json.dumps({"image": image, "text": "Insulation: 14.2 megohm"}) + "\n"
    )
    second = pipeline("docs", "--readings", "read.jsonl", cwd=tmp_path)
    assert second.returncode == 0, second.stderr
    documents = {row["doc_id"]: row for row in rows(tmp_path / ".rag/documents.jsonl")}
    start, end, number, _ = documents["acceptance-pack.pdf"]["pages"][1]
    assert (number, documents["acceptance-pack.pdf"]["text"][start:end].strip()) == (
        2,
        "Insulation: 14.2 megohm",
    )
    assert not (tmp_path / image).exists()
    with open(tmp_path / "docs" / "acceptance-pack.pdf", "ab") as file:
        file.write(b"\n% another revision\n")
    third = pipeline("docs", "--readings", "read.jsonl", cwd=tmp_path)
    assert third.returncode == 1
    assert "fits no page here" in third.stderr


def test_an_excluded_file_is_said_and_not_read(corpus):
    done = pipeline("docs", "--exclude", "notes.md", cwd=corpus)
    assert done.returncode == 0, done.stderr
    assert "notes.md" in done.stderr
    assert {row["doc_id"] for row in rows(corpus / ".rag/documents.jsonl")} == {"filter.md", "discounts.md"}


def test_labels_alone_keep_the_sheets_while_they_show_the_contexts_and_say_when_not(corpus, tmp_path):
    ask = {"qid": "x1", "question": "how often to clean the filter", "user": {"groups": ["public"]}}
    (tmp_path / "asked.jsonl").write_text(json.dumps(ask) + "\n")
    (tmp_path / "same.jsonl").write_text(json.dumps(LABELS[0]) + "\n")
    (tmp_path / "more.jsonl").write_text("".join(json.dumps(row) + "\n" for row in LABELS))
    sheet = tmp_path / ".rag" / "sheet-01.md"
    pipeline("docs", "--questions", "asked.jsonl", cwd=tmp_path)
    pipeline("docs", "--labels", "same.jsonl", cwd=tmp_path)
    assert sheet.exists()
    done = pipeline("docs", "--labels", "more.jsonl", cwd=tmp_path)
    assert not sheet.exists()
    assert "sheets of an earlier run removed" in done.stderr


def test_labels_and_questions_together_measure_the_labels_and_write_sheets_of_both(corpus, tmp_path):
    other = {"qid": "z9", "question": "what does a red lamp mean", "user": {"groups": ["public"]}}
    (tmp_path / "asked.jsonl").write_text(json.dumps(other) + "\n")
    (tmp_path / "labels.jsonl").write_text(json.dumps(LABELS[0]) + "\n")
    done = pipeline("docs", "--labels", "labels.jsonl", "--questions", "asked.jsonl", cwd=tmp_path)
    assert "recall@5 1.000" in done.stdout
    assert "(n=1)" in done.stdout
    sheets = "".join(path.read_text() for path in (tmp_path / ".rag").glob("sheet-*.md"))
    assert "# x1" in sheets
    assert "# z9" in sheets


def test_today_stands_on_the_sheets_and_a_wrong_date_is_refused(corpus, tmp_path):
    ask = {"qid": "x1", "question": "is the filter P-999 sold now", "user": {"groups": ["public"]}}
    (tmp_path / "asked.jsonl").write_text(json.dumps(ask) + "\n")
    done = pipeline("docs", "--questions", "asked.jsonl", "--today", "2026-11-16", cwd=tmp_path)
    sheet = (tmp_path / ".rag" / "sheet-01.md").read_text()
    assert "Today is 2026-11-16" in sheet
    assert "note: no source shown mentions P-999" in sheet
    assert "x1 (P-999)" in done.stderr
    assert pipeline("docs", "--today", "16.11.2026", cwd=tmp_path).returncode == 2


def test_an_access_list_in_the_folder_is_the_first_thing_said(corpus, tmp_path):
    (tmp_path / "docs" / "acl.csv").write_text("path,groups\n*,public\n")
    done = pipeline("docs", cwd=tmp_path)
    assert done.stderr.startswith("run again first: --acl-from ")
    assert "acl.csv" in done.stderr.splitlines()[0]
    done = pipeline("docs", "--acl-from", "auto", cwd=tmp_path)
    assert "run again first" not in done.stderr
    (tmp_path / "docs" / "acl2.csv").write_text("path,groups\n*,staff\n")
    done = pipeline("docs", "--acl-from", "auto", cwd=tmp_path)
    assert done.returncode == 2
    assert "several access lists" in done.stderr
