"""The whole chain, from files to the output contract, over one workspace."""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ragkit import cli, records
from ragkit.access import Reader
from ragkit.answering import assemble, mentions
from ragkit.chunking import chunk
from ragkit.cli import InputError
from ragkit.doctor import mechanism
from ragkit.indexing import build
from ragkit.labels import given, read
from ragkit.parsing import losses, parse
from ragkit.records import Record
from ragkit.retrieval import call, search
from ragkit.retrieval.options import Wordings
from ragkit.worksheets import readings
from ragkit.workspace import census, stages, summary
from ragkit.workspace.census import Census
from ragkit.workspace.state import Workspace

DEPTH = 20  # results kept for each question, so that a loss can be told from a low rank


Variants = Mapping[str, Wordings]  # qid -> the question in other words


class Settings(NamedTuple):
    """What to run, and how."""

    files: stages.Files
    labels: str | None = None
    questions: str | None = None
    variants: str | None = None
    answers: str | None = None
    readings: str | None = None
    results: str | None = None
    who: Reader | None = None
    chunking: chunk.Options = chunk.Options()
    k: int = 5
    jobs: int = 1
    reindex: str = "on change"
    today: str | None = None  # an ISO date that the questions are to be answered for


class Outcome(NamedTuple):
    """The contract, and what was lost on the way."""

    contract: str
    losses: list[losses.Loss]
    unlocated: list[str]  # a line each: labels whose quotes are not in the documents
    found: summary.Summary
    counted: Census


def run(space: Workspace, settings: Settings) -> Outcome:
    """Bring the workspace up to date and return its contract; says on stderr what each stage did.

    Every file the user names is read before any work, so that a wrong one costs nothing.
    """
    options = settings.chunking.checked()
    labels = read.read(settings.labels) if settings.labels else []
    answers = list(records.read("answer", settings.answers)) if settings.answers else []
    worked_out = list(records.read("result", settings.results)) if settings.results else []
    variants = call.variants(settings.variants)
    questions = _questions(settings.questions) if settings.questions else []
    read_pages = readings.read(settings.readings) if settings.readings else {}
    for path, rows in (
        (settings.answers, answers), (settings.results, worked_out),
        (settings.variants, variants), (settings.readings, read_pages),
    ):  # fmt: skip
        if path and not rows:
            cli.say(f"warning: {path}: nothing in it")
    with space.opened():
        parsed = stages.parse_files(space, settings.files, parse.Options(), settings.jobs, read_pages)
        counted = census.take(stages.read_documents(space))
        counted = counted._replace(losses=[*parsed.lost, *counted.losses])
        for line in [*losses.lines(counted.losses), *losses.note_lines(counted.notes)]:
            cli.say(line)
        _pictures(space, read_pages)
        _said("parse", parsed, "files")
        _said("chunk", stages.chunk_documents(space, options), "documents")
        labels = given.passages(labels, stages.read_chunks(space))
        asked = _asked(questions, labels)
        receipt = stages.index_chunks(space, build.Options())
        cli.say(
            f"index: {cli.plural(receipt.chunks, 'chunk')}, {receipt.line()}"
            if receipt
            else "index: unchanged"
        )
        _rights(counted, settings, asked)
        verdict = stages.examine(space)
        cli.say(f"mechanism: {verdict.mechanism}: {verdict.why}")
        _ask(space, settings, asked, variants, worked_out)
        if asked and counted.stated:
            cli.say(stages.audit(space, asked, settings.who, counted.rights, counted.may_read))
        if answers and asked:
            cli.say(stages.compare_answers(space, answers))
        else:
            space.keep(stages.STALE, [])
        varied = sum(bool(any(variants.get(row["qid"], ()))) for row in asked)
        _settle(space, settings, options, verdict, parsed.lost, varied)
        space.keep(summary.LABELS, labels)
        unlabelled = {row["qid"] for row in asked} - {label["qid"] for label in labels}
        space.keep(summary.ANSWERS, [row for row in answers if row["qid"] not in unlabelled])
        found = summary.summarise(space, counted)
        for line in [*found.unlocated, *found.strangers]:
            cli.say(line)
        return Outcome(found.contract, counted.losses, found.unlocated, found, counted)


def _questions(path: str) -> list[Record]:
    """Return the questions of a file; the InputError of another form says what reads it."""
    try:
        rows = list(records.read("question", path))
    except InputError as err:
        if path.endswith((".jsonl", ".ndjson")):
            raise
        raise InputError(f"{err}; or see first.py, which takes questions in any usual form") from err
    if not rows:
        cli.say(f"warning: {path}: no questions in it")
    return rows


def _said(stage: str, done: stages.Done, what: str) -> None:
    cli.say(f"{stage}: {done.made:,} {what}, {done.kept:,} unchanged" if done.made else f"{stage}: unchanged")


def _pictures(space: Workspace, read_pages: Mapping[str, str]) -> None:
    """Draw the pages that somebody has to read, and say where they are."""
    for name in readings.unused(stages.read_documents(space), read_pages):
        cli.say(f"readings: {name} fits no page here; the file has changed, or the name is wrong")
    pictures = stages.draw_pages(space)
    for one in pictures:
        cli.say(f"picture: {one.path} is {one.doc_id} page {one.page}")
    if pictures:
        cli.say('look at each, write {"image": "...", "text": "..."} lines, and give them as --readings')


def _asked(questions: Sequence[Record], labels: Sequence[Record]) -> list[Record]:
    """Return what is searched for: the labels, then the questions that no label asks."""
    known = {label["qid"] for label in labels}
    return [*labels, *(row for row in questions if row["qid"] not in known)]


def _rights(counted: Census, settings: Settings, asked: Sequence[Record]) -> None:
    """Say what nobody finds; InputError, before the search, when a question has no reader and needs one."""
    if silent := counted.silent():
        cli.say(
            f"closed: {silent:,} of {counted.documents:,} documents state no reader while others do: nobody "
            f"finds them but --all; state it in front matter, a meta tag or --acl-from"
        )
    for line in counted.unknown_rights(asked):
        cli.say(line)
    if counted.stated and settings.who is None and any(question["user"] is None for question in asked):
        raise cli.InputError(
            'these documents state who may read them: say who asks, --user \'{"groups": ["staff"]}\', '
            "or --all to measure with every right"
        )


def _ask(
    space: Workspace,
    settings: Settings,
    asked: Sequence[Record],
    variants: Variants,
    worked_out: Sequence[Record],
) -> None:
    """Search and assemble for the questions; without any, forget an earlier run."""
    if not asked:
        space.forget("sheets", "search", "assemble")
        return
    wanted = search.Options(k=max(DEPTH, settings.k))
    before = space.state().get("assemble", {}).get("outputs")
    searched = stages.search_questions(space, asked, settings.who, wanted, variants)
    assembled = stages.assemble_contexts(
        space, asked, settings.who, settings.k, assemble.Options(), worked_out
    )
    cli.say(f"search: {cli.plural(len(asked), 'question')}" if searched else "search: unchanged")
    cli.say(f"assemble: {cli.plural(len(asked), 'context')}" if assembled else "assemble: unchanged")
    for line in stages.unused_results(space, worked_out):
        cli.say(line)
    if not settings.questions:
        _sheets_of_before(space, space.state()["assemble"]["outputs"] != before)
    else:
        notes = mentions.notes(records.read("context", space.path(stages.CONTEXTS)))
        names = stages.write_sheets(space, asked, notes, settings.today)
        if notes:
            cli.say(mentions.line(notes))
        last = f" to {names[-1]}" if len(names) > 1 else ""
        cli.say(f"sheets to answer from: {space.path(names[0])}{last}")


def _sheets_of_before(space: Workspace, other: bool) -> None:
    """Keep the sheets of an earlier run while they show the contexts; else remove them, and say so."""
    if other and "sheets" in space.state():
        space.forget("sheets")
        cli.say("sheets of an earlier run removed: the contexts are others now; --questions writes them")


def _settle(
    space: Workspace,
    settings: Settings,
    options: chunk.Options,
    verdict: mechanism.Verdict,
    unreached: Sequence[losses.Loss],
    varied: int,
) -> None:
    """Keep in the workspace what the report needs and the records do not say.

    varied  questions asked that have variants
    """
    who = settings.who
    everyone = who is None or who.everything
    kept = {
        "variants": varied,
        "chunking": f"{options.max_tokens} {options.unit}/{options.overlap} overlap/{options.strategy}",
        "k": settings.k,
        "mechanism": verdict._asdict(),
        "reindex": settings.reindex,
        "unreached": [loss._asdict() for loss in unreached],
        "user": None if everyone or who is None else {"groups": sorted(who.groups), "tenant": who.tenant},
    }
    with records.atomic(space.path(summary.SETTINGS)) as file:
        json.dump(kept, file, indent=1, sort_keys=True)
        file.write("\n")
