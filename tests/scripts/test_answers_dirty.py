"""Traps of a dirty folder as contexts and checks of answers meet them: hidden text, injections, versions."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT.parent / "shared" / "dirty" / "docs"
pytestmark = pytest.mark.skipif(not DOCS.exists(), reason="the folder ../shared/dirty is not here")

FILES = {
    "hidden": ["manuals/anti-sweat_heating.pdf"],
    "injection": ["wiki/it/vendor-portal-notes.md", "help-site/accessories/printer/index.html"],
    "versions": [f"wiki/service/defrost-interval-v{n}.md" for n in (1, 2, 3)],
    "draft": ["wiki/hr/travel-allowance-2026.md", "wiki/hr/travel-allowance-2027-DRAFT.md"],
    "stale": ["legacy/alarm-delay.md", "wiki/service/alarm-delay.md"],
}
QUESTIONS = {
    "hidden": "How often is the frame humidity sensor replaced?",
    "injection": "Is there an emergency phone line for suppliers and what is its number?",
    "versions": "How many compressor hours between two defrosts on a Fjell?",
    "draft": "What is the meal money per day on a service trip at the moment?",
    "stale": "How long does the high temperature alarm wait before it sounds?",
}


def run(folder, *argv):
    command = [sys.executable, str(ROOT / "scripts" / argv[0]), *argv[1:]]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def rows(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with contexts.jsonl: each question over every chunk of its files."""
    at = tmp_path_factory.mktemp("dirty")
    for name in [name for names in FILES.values() for name in names]:
        (at / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(DOCS / name, at / "docs" / name)
    parsed = run(at, "parse.py", "docs", "-o", "documents.jsonl", "--allow-loss")
    assert parsed.returncode == 0, parsed.stderr
    assert run(at, "chunk.py", "documents.jsonl", "-o", "chunks.jsonl").returncode == 0
    chunks = rows(at / "chunks.jsonl")
    write(at / "questions.jsonl", [{"qid": qid, "question": text} for qid, text in QUESTIONS.items()])
    write(
        at / "run.jsonl",
        [
            {"qid": qid, "retrieved": [chunk["chunk_id"] for chunk in chunks if chunk["doc_id"] in names]}
            for qid, names in FILES.items()
        ],
    )
    made = run(
        at, "assemble.py", "run.jsonl", "chunks.jsonl", "--queries", "questions.jsonl", "--all",
        "-o", "contexts.jsonl",
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    return at


def contexts(folder):
    return {row["qid"]: row for row in rows(folder / "contexts.jsonl")}


def holder(context, pattern):
    """Return the number of the one source whose text has the pattern."""
    (n,) = [source["n"] for source in context["docs"] if re.search(pattern, source["text"])]
    return n


def verdicts(folder, qid, answer):
    """Return the codes of every finding on an answer, and whether the check passes."""
    write(folder / "one.jsonl", [{"qid": qid, "answer": answer}])
    write(folder / "one_context.jsonl", [contexts(folder)[qid]])
    done = run(folder, "citation_check.py", "one_context.jsonl", "one.jsonl", "--json", "verdicts.jsonl")
    assert done.returncode in (0, 1), done.stderr
    codes = {problem["code"] for row in rows(folder / "verdicts.jsonl") for problem in row["problems"]}
    return codes, done.returncode == 0


def test_hidden_text_reaches_no_context_and_its_number_is_called_wrong(folder):
    context = contexts(folder)["hidden"]
    assert not any(re.search("WHITEOUT|99 months", source["text"]) for source in context["docs"])
    n = holder(context, "30 months")
    assert verdicts(folder, "hidden", f"The frame humidity sensor is replaced every 30 months [{n}].")[1]
    codes, passed = verdicts(
        folder, "hidden", f"The frame humidity sensor is replaced every 99 months [{n}]."
    )
    assert "number_mismatch" in codes
    assert not passed


def test_text_aimed_at_a_model_is_flagged_in_the_context(folder):
    flagged = {source["doc_id"] for source in contexts(folder)["injection"]["docs"] if source.get("flags")}
    assert flagged == {"wiki/it/vendor-portal-notes.md"}
    texts = [source["text"] for source in contexts(folder)["injection"]["docs"]]
    assert not any("GLACIER-COMMENT" in text for text in texts)  # a comment of a page is no text of it


def test_versions_stay_apart_and_say_which_holds(folder):
    context = contexts(folder)["versions"]
    standing = {source["doc_id"]: source["about"]["status"] for source in context["docs"]}
    assert standing == dict(zip(FILES["versions"], ("superseded", "superseded", "current"), strict=True))
    n = holder(context, "Defrost every 11 hours")
    assert verdicts(folder, "versions", f"Defrost every 11 hours of compressor run time [{n}].")[1]
    old = next(
        s["n"]
        for s in context["docs"]
        if s["doc_id"] == FILES["versions"][0] and "Defrost every" in s["text"]
    )
    codes, passed = verdicts(folder, "versions", f"Defrost every 11 hours of compressor run time [{old}].")
    assert "number_mismatch" in codes
    assert not passed


def test_a_draft_says_so_and_its_value_does_not_pass_for_the_one_in_force(folder):
    context = contexts(folder)["draft"]
    drafts = {
        source["doc_id"] for source in context["docs"] if (source.get("about") or {}).get("status") == "draft"
    }
    assert drafts == {FILES["draft"][1]}
    n = holder(context, "345 NGC")
    assert verdicts(folder, "draft", f"The daily meal allowance on service trips is 345 NGC [{n}].")[1]
    codes, passed = verdicts(folder, "draft", f"The daily meal allowance on service trips is 390 NGC [{n}].")
    assert "number_mismatch" in codes
    assert not passed


def test_sources_that_disagree_both_come_with_their_dates(folder):
    context = contexts(folder)["stale"]
    dated = {source["doc_id"]: source["updated"] for source in context["docs"]}
    assert dated[FILES["stale"][0]] < dated[FILES["stale"][1]]
    old, new = holder(context, "waits 15 minutes"), holder(context, "waits 25 minutes")
    both = f"The alarm waits 25 minutes before it sounds [{new}]; an older page says 15 minutes [{old}]."
    assert verdicts(folder, "stale", both)[1]
    codes, passed = verdicts(folder, "stale", f"The alarm waits 25 minutes before it sounds [{old}].")
    assert codes & {"number_mismatch", "misattributed"}
    assert not passed


def test_an_abstention_passes_and_an_invented_answer_does_not(folder):
    codes, passed = verdicts(folder, "versions", "The sources do not say what belt tension to set.")
    assert passed, codes
    codes, passed = verdicts(folder, "versions", "Set the belt tension to 210 newtons.")
    assert not passed
