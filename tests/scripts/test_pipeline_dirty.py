"""pipeline.py over a company folder of mixed formats with traps (not part of the repository)."""

import csv
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
DIRTY = ROOT.parent / "shared" / "dirty"
pytestmark = pytest.mark.skipif(not DIRTY.exists(), reason="the folder ../shared/dirty is not here")


def rows(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dirty")
    command = [
        sys.executable, ROOT / "scripts" / "pipeline.py", DIRTY / "docs",
        "--labels", DIRTY / "labels.jsonl",
        "--acl-from", DIRTY / "docs" / "_access" / "acl.csv",
        "--workspace", folder / "w",
    ]  # fmt: skip
    return subprocess.run(command, capture_output=True, text=True, timeout=600, check=False), folder / "w"


def readers_of_files():
    """The groups of every file as the folder states them, read here by other means than the product's."""
    with open(DIRTY / "docs" / "_access" / "acl.csv", encoding="utf-8") as file:
        stated = {row["path"]: set(row["groups"].split(";")) - {""} for row in csv.DictReader(file)}
    for path in (DIRTY / "docs").rglob("*"):
        name = path.relative_to(DIRTY / "docs").as_posix()
        if path.suffix == ".md":
            text = path.read_text(encoding="utf-8-sig")
            groups = (yaml.safe_load(text.split("---")[1]) if text.startswith("---") else {}).get("acl") or []
            stated[name] = {groups} if isinstance(groups, str) else set(groups)
        if path.suffix == ".html" and (
            found := re.search(r'name="acl" content="([^"]*)"', path.read_text("utf-8"))
        ):
            stated[name] = set(re.split(r"[,; ]+", found[1])) - {""}
    return stated


def test_it_reaches_the_report_and_names_what_it_could_not_read(done):
    ran, _ = done
    assert ran.returncode == 1, ran.stderr
    assert ran.stdout.startswith("**Corpus:** ")
    unread = [
        "IB-7500_belt_tension.pdf", "gateway_security_annex.pdf", "TN-30_leaflet.pdf",
        "letter_of_conformity_scan.pdf page 1", "defrost_service_note.pdf page 2",
        "rail_mounting_sheet.pdf", "empty_note.docx",
    ]  # fmt: skip
    assert [name for name in unread if name not in ran.stderr] == []


def test_no_question_sees_a_file_its_user_may_not_open(done):
    _, folder = done
    stated = readers_of_files()
    users = {row["qid"]: set(row["user"]["groups"]) for row in rows(DIRTY / "labels.jsonl")}
    seen = leaks = 0
    for row in rows(folder / "run.jsonl"):
        for ids in [row["retrieved"], *row["legs"].values()]:
            for chunk_id in ids:
                file = chunk_id.rsplit("#", 1)[0].split("!")[0]
                seen += 1
                leaks += not (stated.get(file, set()) & users[row["qid"]])
    for row in rows(folder / "contexts.jsonl"):
        for doc in row["docs"]:
            seen += 1
            leaks += not (stated.get(doc["doc_id"].split("!")[0], set()) & users[row["qid"]])
    assert seen > 2000
    assert leaks == 0


def test_a_file_that_states_no_reader_is_open_to_nobody(done):
    _, folder = done
    closed = {row["doc_id"] for row in rows(folder / "documents.jsonl") if not row["acl"]}
    assert closed
    found = {
        chunk_id.rsplit("#", 1)[0] for row in rows(folder / "run.jsonl") for chunk_id in row["retrieved"]
    }
    assert not found & closed


def script(name, *words):
    command = [sys.executable, ROOT / "scripts" / name, *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def test_the_70_labels_lint_and_the_unanswerable_share_is_only_a_note(done):
    alone = script("labels.py", "lint", DIRTY / "labels.jsonl", "--json")
    assert alone.returncode == 0, alone.stdout
    assert "unanswerable_share" in {json.loads(line)["code"] for line in alone.stdout.splitlines()}
    within = script(
        "labels.py", "lint", DIRTY / "labels.jsonl", "--documents", done[1] / "documents.jsonl", "--json"
    )
    found = [json.loads(line) for line in within.stdout.splitlines()]
    assert [row["qids"] for row in found if row["fault"]] == [["d032"]]  # its page is a picture


def test_every_quote_but_that_of_the_picture_locates_and_all_50_answerable_questions_score(done):
    ran, folder = done
    located = script(
        "labels.py", "locate", DIRTY / "labels.jsonl", folder / "documents.jsonl", "-o", folder / "l"
    )
    assert located.returncode == 1
    assert "55 of 56 quotes located" in located.stderr
    assert [line.split(":")[0] for line in located.stderr.splitlines()[:-1]] == ["d032"]
    assert "label d032: manuals/defrost_service_note.pdf: quote_missing" in ran.stderr
    scored = script("retrieval_metrics.py", DIRTY / "labels.jsonl", folder / "run.jsonl", "--documents",
                    folder / "documents.jsonl", "--chunks", folder / "chunks.jsonl", "--json")  # fmt: skip
    assert json.loads(scored.stdout)["questions"] == {"total": 70, "answerable": 50}
    users = {json.dumps(row["user"]) for row in rows(DIRTY / "labels.jsonl")}
    assert len(users) == 4  # of different rights


def plain(text):
    return "".join(char for char in text.casefold() if char.isalnum())


def test_the_waterfall_names_the_stage_of_every_miss_as_a_plain_search_of_the_records_does(done):
    """By other means than the product's: letters and digits of the quote, looked for in texts and lists.

    Each miss was also followed by eye from its file through the records. The first quote of d001 is in one
    chunk, and that is in no leg's hundred: retrieve. The chunks of d008 (BM25 72, LSA 80), d067 (the approval
    matrix, LSA 30) and d068 (the head of the CSV, BM25 41) are in a leg, below the twenty of the run: rank.
    The quote of d032 is words on page 2 of a PDF that is nothing but a picture: source..parse.
    """
    _, folder = done
    told = script("diagnose.py", DIRTY / "labels.jsonl", folder, "--json")
    assert told.returncode == 0, told.stderr
    texts = {row["doc_id"]: plain(row["text"]) for row in rows(folder / "documents.jsonl")}
    chunks = {row["chunk_id"]: plain(row["text"]) for row in rows(folder / "chunks.jsonl")}
    runs = {row["qid"]: row for row in rows(folder / "run.jsonl")}
    contexts = {row["qid"]: row for row in rows(folder / "contexts.jsonl")}
    stated, users = readers_of_files(), {r["qid"]: r["user"]["groups"] for r in rows(DIRTY / "labels.jsonl")}
    misses = 0
    for trace in map(json.loads, told.stdout.splitlines()):
        quote, file = plain(trace["quote"]), trace["doc_id"].split("!")[0]
        run = runs[trace["qid"]]

        def holds(ids, quote=quote, file=file):
            return any(quote in chunks[name] and name.startswith(file) for name in ids)

        if not any(quote in text for name, text in texts.items() if name.startswith(file)):
            wanted = "source..parse"
        elif not holds(chunks):
            continue  # cut over two chunks: a plain search cannot say
        elif not stated[file] & set(users[trace["qid"]]):
            wanted = "filter"
        elif any(quote in plain(doc["text"]) for doc in contexts[trace["qid"]]["docs"]):
            wanted = ""
        elif not any(holds(ids) for ids in run["legs"].values()):
            wanted = "retrieve"
        else:
            above = any(holds(ids[: len(run["retrieved"])]) for ids in run["legs"].values())
            wanted = "fuse" if above and not holds(run["retrieved"]) else "rank"
        assert (trace["qid"], trace["stage"]) == (trace["qid"], wanted)
        misses += bool(wanted)
    assert misses >= 1


def test_the_quote_of_the_picture_locates_and_scores_once_its_page_is_read(done, tmp_path):
    ran, _ = done
    image = re.search(r"picture: (\S+\.png) is manuals/defrost_service_note\.pdf page 2", ran.stderr)[1]
    read = [  # typed from the picture
        "Measurement sheet (signed copy)",
        "Defrost heater, cold resistance: 38.6 ohm, tolerance 5 percent.",
        "Drain heater, cold resistance: 212 ohm.",
        "If the defrost heater reads open, replace the cable set 70-1141.",
        "Measured on a cabinet at 20 degrees. Signed by the test bench.",
    ]
    (tmp_path / "readings.jsonl").write_text(json.dumps({"image": image, "text": "\n\n".join(read)}) + "\n")
    asked = next(row for row in rows(DIRTY / "labels.jsonl") if row["qid"] == "d032")
    (tmp_path / "labels.jsonl").write_text(json.dumps(asked) + "\n")
    shutil.copytree(DIRTY / "docs" / "manuals", tmp_path / "docs" / "manuals")
    shutil.copytree(DIRTY / "docs" / "_access", tmp_path / "docs" / "_access")
    again = script(
        "pipeline.py", tmp_path / "docs", "--labels", tmp_path / "labels.jsonl",
        "--acl-from", tmp_path / "docs" / "_access" / "acl.csv",
        "--readings", tmp_path / "readings.jsonl", "--workspace", tmp_path / "w",
    )  # fmt: skip
    said = [line for line in again.stderr.splitlines() if "defrost_service_note" in line]
    assert all(line.startswith("NOTE transcribed: 1, ") for line in said), said  # no loss, no lost label
    files = [tmp_path / "w" / f"{name}.jsonl" for name in ("documents", "chunks", "run")]
    located = script("labels.py", "locate", tmp_path / "labels.jsonl", files[0])
    assert (located.returncode, "1 of 1 quotes located" in located.stderr) == (0, True), located.stderr
    scored = script("retrieval_metrics.py", tmp_path / "labels.jsonl", files[2], "--documents", files[0],
                    "--chunks", files[1], "--json")  # fmt: skip
    assert json.loads(scored.stdout)["means"]["recall@5"]["mean"] == 1.0
