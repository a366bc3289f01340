"""The whole chain, from files to the output contract, over one workspace."""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ragkit import cli, records
from ragkit.access import Reader
from ragkit.answering import assemble
from ragkit.chunking import chunk
from ragkit.doctor import mechanism
from ragkit.indexing import build
from ragkit.labels import read
from ragkit.parsing import losses, parse
from ragkit.records import Record
from ragkit.retrieval import call, search
from ragkit.workspace import census, stages, summary
from ragkit.workspace.census import Census
from ragkit.workspace.state import Workspace

DEPTH = 20  # results kept for each question, so that a loss can be told from a low rank


Variants = Mapping[str, Sequence[str]]  # qid -> the question in other words


class Settings(NamedTuple):
    """What to run, and how."""

    paths: Sequence[str]
    labels: str | None = None
    variants: str | None = None
    answers: str | None = None
    acl_from: str | None = None
    who: Reader | None = None
    chunking: chunk.Options = chunk.Options()
    k: int = 5
    jobs: int = 1
    reindex: str = "on change"


class Outcome(NamedTuple):
    """The contract, and what was lost on the way."""

    contract: str
    losses: list[losses.Loss]
    unlocated: list[str]  # a line each: labels whose quotes are not in the documents


def run(space: Workspace, settings: Settings) -> Outcome:
    """Bring the workspace up to date and return its contract; says on stderr what each stage did.

    Every file the user names is read before any work, so that a wrong one costs nothing.
    """
    options = settings.chunking.checked()
    labels = read.read(settings.labels) if settings.labels else []
    answers = list(records.read("answer", settings.answers)) if settings.answers else []
    variants = call.variants(settings.variants)
    with space.opened():
        parsed = stages.parse_files(space, settings.paths, settings.acl_from, parse.Options(), settings.jobs)
        counted = census.take(stages.read_documents(space))
        counted = counted._replace(losses=[*parsed.lost, *counted.losses])
        for line in [*losses.lines(counted.losses), *losses.note_lines(counted.notes)]:
            cli.say(line)
        _said("parse", parsed, "files")
        _said("chunk", stages.chunk_documents(space, options), "documents")
        receipt = stages.index_chunks(space, build.Options())
        cli.say(f"index: {receipt.chunks:,} chunks, {receipt.line()}" if receipt else "index: unchanged")
        _rights(counted, settings, labels)
        verdict = stages.examine(space)
        cli.say(f"mechanism: {verdict.mechanism}: {verdict.why}")
        _ask(space, settings, labels, variants)
        _settle(space, settings, options, verdict, parsed.lost, variants)
        space.keep(summary.LABELS, labels)
        space.keep(summary.ANSWERS, answers)
        found = summary.summarise(space, counted)
        for line in [*found.unlocated, *found.strangers]:
            cli.say(line)
        return Outcome(found.contract, counted.losses, found.unlocated)


def _said(stage: str, done: stages.Done, what: str) -> None:
    cli.say(f"{stage}: {done.made:,} {what}, {done.kept:,} unchanged" if done.made else f"{stage}: unchanged")


def _rights(counted: Census, settings: Settings, labels: Sequence[Record]) -> None:
    """Say what nobody finds; InputError, before the search, when a question has no reader and needs one."""
    if silent := counted.silent():
        cli.say(
            f"closed: {silent:,} of {counted.documents:,} documents state no reader while others do: nobody "
            "finds them but --all; state it in front matter, a meta tag or --acl-from"
        )
    if counted.stated and settings.who is None and any(label["user"] is None for label in labels):
        raise cli.InputError(
            'these documents state who may read them: say who asks, --user \'{"groups": ["staff"]}\', '
            "or --all to measure with every right"
        )


def _ask(space: Workspace, settings: Settings, labels: Sequence[Record], variants: Variants) -> None:
    """Search and assemble for the labelled questions; without labels, forget an earlier run."""
    if not labels:
        space.forget("search", "assemble")
        return
    wanted = search.Options(k=max(DEPTH, settings.k))
    searched = stages.search_questions(space, labels, settings.who, wanted, variants)
    assembled = stages.assemble_contexts(space, labels, settings.who, settings.k, assemble.Options())
    cli.say(f"search: {len(labels):,} questions" if searched else "search: unchanged")
    cli.say(f"assemble: {len(labels):,} contexts" if assembled else "assemble: unchanged")


def _settle(
    space: Workspace,
    settings: Settings,
    options: chunk.Options,
    verdict: mechanism.Verdict,
    unreached: Sequence[losses.Loss],
    variants: Variants,
) -> None:
    """Keep in the workspace what the report needs and the records do not say."""
    who = settings.who
    everyone = who is None or who.everything
    kept = {
        "variants": sum(map(bool, variants.values())),
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
