"""What is wrong with a label file, before any number is believed."""

import posixpath
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ragkit.labels import similar
from ragkit.labels.locate import Lost, Page, find
from ragkit.labels.read import answerable, evidence_needs, relevant_ids
from ragkit.records import Record

FEWEST = 50  # below this no difference of ten points can be seen (references/evaluation.md)
UNANSWERABLE = (0.10, 0.15)  # share that makes abstention measurable without drowning retrieval
FIRST = 5  # results that a writer of labels looks at
SKEW = 0.25  # share of the questions that one document may hold
MULTI = re.compile(r"multi|two.?hop|comparison|compare", re.I)
SINGLE = re.compile(r"single", re.I)


class Finding(NamedTuple):
    """One thing found. A fault makes the numbers wrong; a note is for judgement."""

    fault: bool
    code: str
    qids: list[str]
    detail: str

    def __str__(self) -> str:
        shown = ", ".join(self.qids[:5]) + (f" and {len(self.qids) - 5} more" if len(self.qids) > 5 else "")
        return f"{'fault' if self.fault else 'note'}: {self.code}: {self.detail}" + (
            f": {shown}" if shown else ""
        )


def lint(
    labels: Sequence[Record],
    pages: Mapping[str, Page] | None = None,
    run: Mapping[str, Sequence[str]] | None = None,
    against: Sequence[Record] = (),
) -> list[Finding]:
    """Return the findings, faults first.

    pages    the documents by id: quotes are located, coverage is counted
    run      qid -> ids, best first, of the retriever under test: gold that it made itself is a fault
    against  the labels of another split: a question or a quote in both is a fault
    """
    found = [
        *_questions(labels), *_shares(labels), *_contradictions(labels), *_bindings(labels), *_ids(labels),
        *_tags(labels), *_parrots(labels), *_drawn(labels),
    ]  # fmt: skip
    if pages is not None:
        found += [*_quotes(labels, pages), *_coverage(labels, pages)]
    if run is not None:
        found += _made_by(labels, run)
    if against:
        found += _leaks(labels, against)
    return sorted(found, key=lambda finding: not finding.fault)


def summary(labels: Sequence[Record], findings: Sequence[Finding]) -> str:
    """Return one line: how many labels, how many of them answerable, how many faults and notes."""
    faults = sum(finding.fault for finding in findings)
    able = sum(map(answerable, labels))
    return f"{len(labels)} labels, {able} answerable; {faults} faults, {len(findings) - faults} notes"


def _some(fault: bool, code: str, qids: Sequence[str], detail: str) -> list[Finding]:
    return [Finding(fault, code, list(qids), f"{len(qids)} {detail}")] if qids else []


def _questions(labels: Sequence[Record]) -> list[Finding]:
    askers: dict[str, dict[str, str]] = {}  # the same question of another user is another question
    for label in labels:
        asker = repr((label["user"], label["filters"], label["history"]))
        askers.setdefault(asker, {})[label["qid"]] = label["question"]
    pairs = [pair for asked in askers.values() for pair in similar.duplicates(asked)]
    same = [f"{one} = {two}" for one, two, alike in pairs if alike == 1]
    near = [f"{one} ~ {two}" for one, two, alike in pairs if alike < 1]
    empty = [label["qid"] for label in labels if not label["question"].strip()]
    return [
        *_some(True, "duplicate_question", same, "pairs of questions are the same; keep one of each"),
        *_some(False, "near_duplicate", near, "pairs of questions are nearly the same; they count twice"),
        *_some(False, "no_question", empty, "labels have no question; they can be scored but not asked"),
    ]


def _shares(labels: Sequence[Record]) -> list[Finding]:
    none = sum(not answerable(label) for label in labels)
    low, high = UNANSWERABLE
    notes = []
    if labels and not low <= none / len(labels) <= high:
        share = f"{none} of {len(labels)} ({none / len(labels):.0%}) are unanswerable"
        notes.append(Finding(False, "unanswerable_share", [], f"{share}; {low:.0%} to {high:.0%} is usual"))
    if len(labels) - none < FEWEST:
        few = (
            f"{len(labels) - none} answerable questions; {FEWEST} is few, 200 sees a difference of ten points"
        )
        notes.append(Finding(False, "few_questions", [], few))
    return notes


def _contradictions(labels: Sequence[Record]) -> list[Finding]:
    both = [label["qid"] for label in labels if label["answerable"] is False and label["evidence"]]
    answered = [label["qid"] for label in labels if not answerable(label) and label["answer"]]
    return [
        *_some(True, "contradiction", both, 'labels are "answerable": false and have evidence; drop one'),
        *_some(False, "answer_without_evidence", answered, "unanswerable labels have an answer"),
    ]


def _bindings(labels: Sequence[Record]) -> list[Finding]:
    bound = [label["qid"] for label in labels if answerable(label) and not label["evidence"]]
    chunks = [
        label["qid"]
        for label in labels
        if not label["evidence"] and any("#" in i for i in relevant_ids(label))
    ]
    short = [
        label["qid"]
        for label in labels
        if any(similar.word_count(item["quote"]) < 2 for item in label["evidence"] or [])
    ]
    long = [
        label["qid"] for label in labels if any(len(item["quote"]) > 1000 for item in label["evidence"] or [])
    ]
    return [
        *_some(
            False, "bound_to_chunks", chunks, "labels name chunk ids, which die at the next chunk size; quote"
        ),
        *_some(
            False, "no_quotes", [] if chunks else bound, "labels have no quotes; recall of text is unmeasured"
        ),
        *_some(False, "short_quote", short, "labels have a quote of one word; it may be found by accident"),
        *_some(False, "long_quote", long, "labels have a quote over 1,000 characters; quote what answers"),
    ]


def _ids(labels: Sequence[Record]) -> list[Finding]:
    """Find qids that tell: a word of the document's path, or a spelling that only unanswerables have."""
    telling = []
    for label in labels:
        stems = {
            word
            for item in label["evidence"] or []
            for word in re.findall(r"[^\W\d_]{4,}", posixpath.splitext(item["doc_id"])[0].casefold())
        }
        if stems & set(re.findall(r"[^\W\d_]{4,}", label["qid"].casefold())):
            telling.append(label["qid"])
    shape = {True: Counter[str](), False: Counter[str]()}
    for label in labels:
        shape[answerable(label)][re.sub(r"\d+", "0", label["qid"])] += 1
    apart = [label["qid"] for label in labels if not answerable(label)]
    marked = len(apart) >= 3 and len(shape[False]) == 1 and not shape[False].keys() & shape[True].keys()
    return [
        *_some(True, "telling_id", telling, "qids name the document that answers; number them"),
        *_some(
            True,
            "telling_id",
            apart if marked else [],
            "qids of unanswerables look different; number all alike",
        ),
    ]


def _tags(labels: Sequence[Record]) -> list[Finding]:
    multi, single = [], []
    for label in labels:
        if not label["evidence"] or not answerable(label):
            continue
        tags = " ".join([*(label["tags"] or []), str(label.get("type") or "")])
        needs = len(evidence_needs(label))
        if MULTI.search(tags) and needs < 2:
            multi.append(label["qid"])
        if SINGLE.search(tags) and needs > 1:
            single.append(label["qid"])
    return [
        *_some(True, "tag_arity", multi, "labels are tagged as needing several passages and name one"),
        *_some(True, "tag_arity", single, "labels are tagged as needing one passage and name several"),
    ]


def _parrots(labels: Sequence[Record]) -> list[Finding]:
    said = [
        label["qid"]
        for label in labels
        if label["evidence"]
        and similar.parrots(label["question"], [item["quote"] for item in label["evidence"]])
    ]
    return _some(False, "parrot", said, "questions use their evidence's own words; users do not know those")


def _quotes(labels: Sequence[Record], pages: Mapping[str, Page]) -> list[Finding]:
    findings = []
    for label in labels:
        for item in label["evidence"] or []:
            found = find(item, pages)
            if isinstance(found, Lost):
                near = f'; nearest: "{found.nearest}"' if found.nearest else ""
                detail = f"{item['doc_id']}: {found.detail}{near}"
                findings.append(Finding(True, found.code, [label["qid"]], detail))
    return findings


def _coverage(labels: Sequence[Record], pages: Mapping[str, Page]) -> list[Finding]:
    asked = Counter(name for label in labels for name in {item["doc_id"] for item in label["evidence"] or []})
    notes = []
    if asked:
        covered = f"{len(asked.keys() & pages.keys())} of {len(pages)} documents have a question"
        notes.append(Finding(False, "coverage", [], covered))
        (name, most), total = asked.most_common(1)[0], sum(answerable(label) for label in labels)
        if most > SKEW * total and len(pages) > 4:
            notes.append(Finding(False, "skew", [], f"{name} answers {most} of {total} questions"))
    return notes


def _drawn(labels: Sequence[Record]) -> list[Finding]:
    """Labels that answers.py drew from answers quote what was found, and nothing that was missed."""
    drawn = [label["qid"] for label in labels if label["by"] == "answers"]
    if not drawn:
        return []
    detail = f"{len(drawn)} of {len(labels)} labels come from results: scores on them are upper bounds"
    return [Finding(False, "from_answers", [], detail)]


def _made_by(labels: Sequence[Record], run: Mapping[str, Sequence[str]]) -> list[Finding]:
    """Gold that is exactly the top of a run was copied from it: no retriever is that good by itself."""
    judged = [
        (label["qid"], relevant_ids(label)) for label in labels if not label["evidence"] and answerable(label)
    ]
    top = [qid for qid, gold in judged if gold and set(run.get(qid, ())[: len(gold)]) == set(gold)]
    circular = len(judged) >= 10 and len(top) >= 0.95 * len(judged)
    detail = "labels name exactly what this retriever found first; its recall is then 1 by construction"
    return [
        *_some(True, "gold_from_retriever", top if circular else [], detail),
        *_nothing_missed(labels, run),
    ]


def _nothing_missed(labels: Sequence[Record], run: Mapping[str, Sequence[str]]) -> list[Finding]:
    """Quotes hide where they were found: that the run misses none of their documents is all that shows."""
    quoted = [label for label in labels if label["evidence"] and answerable(label) and label["qid"] in run]
    found = [
        label["qid"]
        for label in quoted
        if {item["doc_id"] for item in label["evidence"]}
        <= {chunk_id.rpartition("#")[0] for chunk_id in run[label["qid"]][:FIRST]}
    ]
    if len(quoted) < 20 or len(found) < 0.95 * len(quoted):
        return []
    detail = (
        f"{len(found)} of {len(quoted)} labels quote documents among the first {FIRST} of this run: if they "
        f"were drawn from its results they cannot show what it misses; have more written by who has seen none"
    )
    return [Finding(False, "gold_from_retriever", [], detail)]


def _leaks(labels: Sequence[Record], against: Sequence[Record]) -> list[Finding]:
    ours, theirs = (
        {f"{side}{x['qid']}": x["question"] for x in rows} for side, rows in ((0, labels), (1, against))
    )
    same = [
        one[1:] if one[0] == "0" else two[1:]
        for one, two, _ in similar.duplicates({**ours, **theirs})
        if one[0] != two[0]
    ]
    quoted = {(item["doc_id"], item["quote"]) for label in against for item in label["evidence"] or []}
    quotes = [
        label["qid"]
        for label in labels
        if any((item["doc_id"], item["quote"]) in quoted for item in label["evidence"] or [])
    ]
    return [
        *_some(True, "leak", same, "questions stand in both splits"),
        *_some(True, "leak", quotes, "labels quote what a label of the other split quotes"),
    ]
