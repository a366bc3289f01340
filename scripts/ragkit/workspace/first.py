"""The first number on a folder: recall with labels; else how well passages are found by their own words."""

import os
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ragkit import access, cli, records
from ragkit.access import Reader
from ragkit.chunking import sentences
from ragkit.cli import plural
from ragkit.doctor import examine, faults, mechanism
from ragkit.evaluation import corpus, retrieval
from ragkit.indexing import store
from ragkit.labels import given, similar
from ragkit.labels.given import Given
from ragkit.parsing import acl_lists, every
from ragkit.records import Record
from ragkit.retrieval import search
from ragkit.worksheets import spread
from ragkit.workspace import chain, stages
from ragkit.workspace.state import Workspace

LABELS, QUESTIONS = "given_labels.jsonl", "given_questions.jsonl"
DANGER = 2  # harm (faults.py) of what is out as soon as anybody asks: secrets, text aimed at a model
NAMED = 20  # documents named for each fault: each is to be told
ITEMS = 50  # passages asked by their own words: an interval of at most 14 points each way
WORDS = (8, 40)  # of a sentence to ask with: enough to be about something


class Wanted(NamedTuple):
    """A folder, the user's file of questions or labels, and what the other steps of the route add."""

    folder: str
    file: str | None = None
    who: Reader | None = None
    exclude: Sequence[str] = ()
    variants: str | None = None
    readings: str | None = None
    results: str | None = None
    today: str | None = None


def run(space: Workspace, wanted: Wanted) -> list[str]:
    """Bring the workspace up to date and return the lines of the first number; the rest is said on stderr."""
    folder, file = wanted.folder, wanted.file
    inside = [os.path.relpath(file, folder)] if file and _inside(file, folder) else []
    files = stages.Files([folder], [*wanted.exclude, *inside], acl_lists.AUTO)
    asked = _given(files, file) if file else None
    questions = _questions(asked, wanted) if asked else []
    with space.opened():
        for name, rows in ((LABELS, asked.labels), (QUESTIONS, questions)) if asked else ():
            space.keep(name, rows)
    for line in asked.said if asked else ():
        cli.say(line)
    settings = chain.Settings(
        files,
        labels=space.path(LABELS) if asked and asked.labels else None,
        questions=space.path(QUESTIONS) if questions else None,
        variants=wanted.variants,
        readings=wanted.readings,
        results=wanted.results,
        who=wanted.who,
        jobs=stages.workers(None),
        today=wanted.today,
    )
    done = chain.run(space, settings)
    if asked and any(map(_answerable, asked.labels)):
        lines = _measured(asked, done, bool(wanted.variants))
    else:
        lines = _own_words(space)
    everyone = [row for row in (*asked.labels, *asked.questions) if not row.get("user")] if asked else []
    if everyone and done.counted.stated and wanted.who is not None and wanted.who.everything:
        lines.append(
            f"asked with every right: {plural(len(everyone), 'question')} of nobody in particular, and the "
            f"documents have readers; --user for theirs"
        )
    if asked:
        lines += done.counted.unknown_rights([*asked.labels, *asked.questions])
    if done.losses:
        lines.append(f"not read: {plural(len(done.losses), 'loss')} named above; tell the user")
    # On the way to answers every kind is said; a first look is kept short.
    harm = None if asked and wanted.variants else DANGER
    lines += _faults(space, wanted.today, {loss.code for loss in done.losses}, harm)
    return [*lines, f"next: {_next(space, wanted, asked, done)}"]


def _questions(asked: Given, wanted: Wanted) -> list[Record]:
    """Return what sheets are written of: what has no label, and with variants, on the way to answers, all."""
    fields = ("qid", "question", "user", "history")
    bare = [{name: row[name] for name in fields if row.get(name)} for row in asked.labels]
    return [*asked.questions, *(bare if wanted.variants else [])]


def _faults(space: Workspace, today: str | None, said: Collection[str], harm: int | None) -> list[str]:
    """Return a line for each kind of fault that no loss has said: secrets, old versions.

    harm  the mildest that is said (1 is the worst); None is all
    """
    documents = list(stages.read_documents(space))
    if harm is None:
        found = examine.examine(documents, mechanism.Budget(), None, (), today).faults
    else:  # the rest compares documents with each other: a first look need not wait for it
        found = [fault for fault in faults.ranked(faults.worst(documents)) if fault.harm <= harm]
    lines = []
    for fault in found:
        if fault.code not in said:
            more = len(fault.documents) - NAMED
            named = "; ".join(fault.documents[:NAMED]) + (f"; and {more} more" if more > 0 else "")
            lines.append(f"tell the user: {fault.code} ({len(fault.documents)}), {fault.detail}: {named}")
    return lines


def _given(files: stages.Files, file: str) -> Given:
    found, _ = every.find(files.paths, exclude=files.exclude)
    return given.read(file, [one.doc_id for one in found])


def _inside(file: str, folder: str) -> bool:
    return os.path.realpath(file).startswith(os.path.join(os.path.realpath(folder), ""))


def _answerable(label: Record) -> bool:
    return label.get("answerable") is not False


def _measured(asked: Given, done: chain.Outcome, varied: bool) -> list[str]:
    """Return the recall of the labels, what kind of labels they are, and which stage lost what."""
    metrics = {name: value for name, value in done.found.metrics.items() if value and name != "MRR"}
    n = max(value.n for value in metrics.values())
    said = ", ".join(f"{name} {value}" for name, value in metrics.items())
    asked_in = "with variants" if varied else "the questions as they stand, no variants"
    lines = [
        f"{said}, n={n}: share of the labels' evidence among the first 1 and 5 passages, 95% intervals; "
        f"{asked_in}"
    ]
    if asked.by_file:
        lines.append(
            f"upper bound: {asked.by_file} of {n} labels name a file, no quote: any passage of it counts"
        )
    if asked.questions:
        lines.append(f"not scored: {plural(len(asked.questions), 'row')} without a file that is here")
    lost = Counter(done.found.lost.values())
    where = ", ".join(f"{stage} {count}" for stage, count in lost.most_common())
    lines.append(f"lost: {len(done.found.lost)} of {n} questions{f': {where}' if where else ''}")
    if without := len(asked.labels) - sum(map(_answerable, asked.labels)):
        lines.append(f"not in it: {plural(without, 'question')} without an answer here; they test abstention")
    return lines


def _own_words(space: Workspace) -> list[str]:
    """Return how often a sentence drawn from the documents finds its own passage."""
    documents = list(stages.read_documents(space))
    labels = list(_sentences(documents))
    if not labels:
        return ["no number: no document has a passage of sentences to ask with"]
    index = store.open_index(space.path(stages.INDEX))
    run = {
        label["qid"]: search.search(index, label, access.EVERYTHING, search.Options(k=5)) for label in labels
    }
    within = corpus.corpus(labels, documents, stages.read_chunks(space))
    scores = retrieval.score(labels, run, [1, 5], within.quotes)
    one, five = scores.mean("recall@1"), scores.mean("recall@5")
    return [
        f"known-item recall@1 {one}, recall@5 {five}, n={one.n}: sentences drawn from the documents (fixed "
        f"seed) that find their own passage, 95% intervals. An upper bound: users ask in other words. "
        f"It shows that what was parsed can be found; it does not say how well questions are answered"
    ]


def _sentences(documents: Sequence[Record]) -> Iterator[Record]:
    """Yield a label for each drawn passage: its most particular sentence is both question and evidence.

    A sentence that stands in several places is nobody's own, so it is not asked with.
    """
    spread_over = Counter(word for one in documents for word in similar.content(one["text"]))
    everything = "\n".join(one["text"] for one in documents)
    for number, passage in enumerate(spread.choose(documents, ITEMS).passages, 1):
        cuts = [0, *sentences.sentences(passage.text), len(passage.text)]
        found = [passage.text[start:end].strip() for start, end in pairwise(cuts)]
        fit = [one for one in found if WORDS[0] <= len(one.split()) <= WORDS[1] and "\n" not in one]
        fit.sort(key=lambda one: sum(1 / spread_over[word] for word in similar.content(one)), reverse=True)
        quote = next((one for one in fit if everything.count(one) == 1), None)
        if quote is not None:
            evidence = [{"doc_id": passage.doc_id, "quote": quote}]
            row = {"qid": f"k{number}", "question": quote, "evidence": evidence}
            yield records.check("label", row, "drawn")


def _next(space: Workspace, wanted: Wanted, asked: Given | None, done: chain.Outcome) -> str:
    """Return the one thing to do next."""
    if asked is None:
        return (
            f"questions with the file or the words that answer each, then: first.py {wanted.folder} FILE; "
            f"for want of any: worksheet.py make questions --documents {space.path(stages.DOCUMENTS)} "
            f"-o items.jsonl; a bot to hand over: copy templates/app"
        )
    if any(map(_answerable, asked.labels)):
        return done.found.lever
    if not wanted.variants:
        return (
            "variants.jsonl, before any sheet is read, then the same command with --variants variants.jsonl; "
            "a number on these questions needs the file or quote that answers each"
        )
    contexts = space.path(stages.CONTEXTS)
    named = "" if contexts == records.CONTEXTS else f"{contexts} "
    return (
        f"answers.jsonl from the sheets, then: citation_check.py {named}answers.jsonl "
        f"--pin answers.jsonl --show answers.html"
    )
