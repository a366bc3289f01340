"""The demo corpus holds what its README promises: the counts, every quote, every planted fault."""

import csv
import hashlib
import html
import itertools
import re
import statistics
import zipfile
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from ragkit import records

DEMO = Path(__file__).resolve().parent.parent / "templates" / "demo"
DOCS = DEMO / "docs"
LABELS = list(records.read("label", str(DEMO / "labels.jsonl")))
EVIDENCE = [(label, item) for label in LABELS for item in label["evidence"] or []]


@cache
def text(doc_id: str) -> str:
    """What a document says, read without our parser: Markdown as it is, the rest with its spaces folded."""
    path = DOCS / doc_id
    if path.suffix == ".md":
        return path.read_text(encoding="utf-8")
    if path.suffix == ".html":
        markup = path.read_text(encoding="utf-8")
        article = re.search(r"<article>.*</article>|<header><h1>.*</div></main>", markup, re.DOTALL)
        assert article, f"{doc_id} has no article"
        return fold(html.unescape(re.sub(r"<[^>]+>", "", article[0])))
    if path.suffix == ".docx":
        with zipfile.ZipFile(path) as archive:
            xml = archive.read("word/document.xml").decode()
        return fold(html.unescape(re.sub(r"<[^>]+>", "", xml.replace("</w:p>", "\n"))))
    import pypdfium2

    pdf = pypdfium2.PdfDocument(path)
    return fold(" ".join(page.get_textpage().get_text_range() for page in pdf))


def fold(words: str) -> str:
    return " ".join(words.split())


def content_words(words: str) -> set[str]:
    return {word for word in re.findall(r"\w+", words.lower()) if len(word) > 3 or word.isdigit()}


def test_the_counts_are_those_the_readme_states():
    kinds = Counter(path.suffix for path in DOCS.rglob("*") if path.is_file())
    assert kinds == {".md": 27, ".html": 6, ".pdf": 4, ".docx": 3}
    assert len(LABELS) == 80
    assert sum(label["answerable"] is False for label in LABELS) == 12
    assert sum(path.stat().st_size for path in DEMO.rglob("*") if path.is_file()) < 1_000_000


@pytest.mark.parametrize(
    ("label", "item"), EVIDENCE, ids=lambda value: str(value.get("qid") or value["doc_id"])
)
def test_a_quote_stands_in_its_document_word_for_word(label, item):
    if "scan" in label["tags"]:
        source = DEMO / "sources" / (Path(item["doc_id"]).stem + ".txt")
        assert item["quote"] in source.read_text(encoding="utf-8")
        assert item["quote"] not in text(item["doc_id"]), "the scanned page has no text layer"
    else:
        assert text(item["doc_id"]).count(item["quote"]) == 1


def test_an_unanswerable_question_has_no_evidence_and_what_is_withheld_is_real():
    for label in LABELS:
        assert (label["answerable"] is False) == (not label["evidence"]), label["qid"]
        assert (label["answerable"] is False) == (label["answer"] is None), label["qid"]
        assert ("withheld" in label) == ("denied" in label["tags"]), label["qid"]
        for item in label.get("withheld", []):
            assert item["quote"] in text(item["doc_id"])


def test_the_order_and_the_ids_of_the_labels_tell_nothing():
    qids = [label["qid"] for label in LABELS]
    assert qids == sorted(qids)
    assert all(re.fullmatch(r"q-[0-9a-f]{4}", qid) for qid in qids)
    answerable = [label["answerable"] is not False for label in LABELS]
    runs = 1 + sum(a != b for a, b in itertools.pairwise(answerable))
    assert runs >= 12, "the unanswerable questions stand together"


def test_questions_do_not_repeat_the_words_of_their_quotes():
    shares = []
    for label in LABELS:
        words = content_words(label["question"])
        quotes = set().union(*(content_words(item["quote"]) for item in label["evidence"] or []))
        if quotes and words:
            shares.append(len(words & quotes) / len(words))
    assert statistics.median(shares) < 0.3
    assert sum(share > 0.5 for share in shares) <= 8


@cache
def groups(doc_id: str) -> frozenset[str]:
    """Who may read a document: front matter, meta element, or the list beside the documents."""
    with (DEMO / "acl.csv").open(encoding="utf-8", newline="") as file:
        listed = {row["path"]: frozenset(row["groups"].split(";")) for row in csv.DictReader(file)}
    if doc_id in listed:
        return listed[doc_id]
    found = re.search(
        r'^acl: \[(.*)\]$|<meta name="acl" content="(.*)">', (DOCS / doc_id).read_text("utf-8"), re.M
    )
    assert found, f"{doc_id} names no groups"
    return frozenset(re.split(r",\s*", found[1] or found[2]))


def test_every_document_names_its_readers_and_both_groups_matter():
    named = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*") if path.is_file()}
    assert {groups(doc_id) for doc_id in named} == {frozenset({"staff"}), frozenset({"public", "staff"})}


def test_the_user_of_a_label_may_read_its_evidence_and_not_what_is_withheld():
    for label in LABELS:
        user = set(label["user"]["groups"])
        assert all(user & groups(item["doc_id"]) for item in label["evidence"] or []), label["qid"]
        assert not any(user & groups(item["doc_id"]) for item in label.get("withheld", [])), label["qid"]


def test_the_binary_files_are_those_their_generator_hashed():
    for line in (DEMO / "binaries.sha256").read_text().splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((DEMO / name).read_bytes()).hexdigest() == digest, name


def test_the_scanned_page_stands_between_two_pages_of_text():
    import pypdfium2

    pdf = pypdfium2.PdfDocument(DOCS / "manuals" / "acceptance-pack.pdf")
    assert [len(page.get_textpage().get_text_range().strip()) > 0 for page in pdf] == [True, False, True]


CONTEXTS = {context["qid"]: context for context in records.read("context", str(DEMO / "contexts.jsonl"))}
ANSWERS = {answer["qid"]: answer["answer"] for answer in records.read("answer", str(DEMO / "answers.jsonl"))}
FAULTS = [row for _, row in records.read_rows(str(DEMO / "faults.jsonl"))]


def solid(words: str) -> str:
    return "".join(words.split())


def test_contexts_and_answers_are_for_the_same_forty_labels():
    questions = {label["qid"]: label["question"] for label in LABELS}
    assert list(CONTEXTS) == list(ANSWERS) == sorted(ANSWERS)
    assert len(ANSWERS) == 40
    assert all(context["question"] == questions[qid] for qid, context in CONTEXTS.items())


def test_a_source_of_a_context_is_a_passage_of_its_document_that_the_user_may_read():
    users = {label["qid"]: set(label["user"]["groups"]) for label in LABELS}
    for qid, context in CONTEXTS.items():
        assert [source["n"] for source in context["docs"]] == [1, 2, 3, 4], qid
        for source in context["docs"]:
            path = DOCS / source["doc_id"]
            if path.suffix in (".pdf", ".docx"):  # in reading order, which the file itself may not keep
                whole = (DEMO / "sources" / (path.stem + ".txt")).read_text(encoding="utf-8")
            else:
                whole = text(source["doc_id"])
            assert solid(source["text"]) in solid(whole), source["chunk_id"]
            assert users[qid] & groups(source["doc_id"]), qid


def test_a_context_holds_the_evidence_of_its_label_so_that_a_fault_is_the_answers_own():
    for label in LABELS:
        if label["qid"] not in CONTEXTS:
            continue
        sources = CONTEXTS[label["qid"]]["docs"]
        satisfied = {
            item["group"]
            for item in label["evidence"] or []
            if any(
                item["doc_id"] == source["doc_id"] and item["quote"] in source["text"] for source in sources
            )
        }
        assert satisfied == {item["group"] for item in label["evidence"] or []}, label["qid"]


def test_each_of_the_twelve_faults_is_a_sentence_of_its_answer():
    assert len({row["qid"] for row in FAULTS}) == len({row["fault"] for row in FAULTS}) == len(FAULTS) == 12
    for row in FAULTS:
        assert row["sentence"] in ANSWERS[row["qid"]], row["qid"]
        assert set(row) == {"qid", "fault", "sentence", "why"}


def test_a_citation_out_of_range_is_always_a_planted_fault():
    faulty = {row["qid"]: row["fault"] for row in FAULTS}
    for qid, answer in ANSWERS.items():
        numbers = [int(n) for n in re.findall(r"\[(\d+)\]", answer)]
        outside = [n for n in numbers if not 1 <= n <= len(CONTEXTS[qid]["docs"])]
        assert bool(outside) == (faulty.get(qid) in ("out_of_range", "zero_index")), qid


def test_the_numbers_of_an_answer_stand_in_what_it_cites_unless_a_fault_says_otherwise():
    computed = {
        "13",
        "48",
        "120",
    }  # right, though no source says them: see the README
    faulty = {row["qid"] for row in FAULTS}
    for qid, answer in ANSWERS.items():
        if qid in faulty:
            continue
        cited = {int(n) for n in re.findall(r"\[(\d+)\]", answer)}
        sources = " ".join(source["text"] for source in CONTEXTS[qid]["docs"] if source["n"] in cited)
        stated = set(re.findall(r"\b\d+", re.sub(r"\[\d+\]", "", answer)))
        assert stated - computed <= set(re.findall(r"\d+", sources)), qid


def test_the_questions_are_those_of_the_labels_without_their_answers():
    questions = list(records.read("question", str(DEMO / "questions.jsonl")))
    fields = ("qid", "question", "user", "history")
    assert questions == [
        {field: label.get(field) for field in fields} | {"filters": None} for label in LABELS
    ]


def test_the_variants_are_of_the_questions_and_repeat_none():
    asked = {label["qid"]: label["question"] for label in LABELS}
    rows = [row for _, row in records.read_rows(str(DEMO / "variants.jsonl"))]
    assert {row["qid"] for row in rows} <= set(asked)
    assert all(asked[row["qid"]] not in row["variants"] for row in rows)
