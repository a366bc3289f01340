"""The whole chain, from files to the output contract, over one workspace."""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ragkit import access, cli, records
from ragkit.access import Reader
from ragkit.answering import assemble
from ragkit.chunking import chunk
from ragkit.doctor import mechanism
from ragkit.indexing import build
from ragkit.labels import read
from ragkit.parsing import losses, parse
from ragkit.records import Record
from ragkit.retrieval import search
from ragkit.workspace import stages, summary
from ragkit.workspace.state import Workspace

MODULES = (
    "pypdfium2",
    "markdown_it",
    "selectolax",
    "yaml",
    "tomli",
    "numpy",
    "scipy",
    "rank_bm25",
    "Stemmer",
)


class Settings(NamedTuple):
    """What to run, and how."""

    paths: Sequence[str]
    labels: str | None = None
    answers: str | None = None
    contexts: str | None = None
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


def run(space: Workspace, settings: Settings) -> Outcome:
    """Bring the workspace up to date and return its contract; says on stderr what each stage did."""
    options = settings.chunking.checked()
    labels = read.read(settings.labels) if settings.labels else []
    with space.opened():
        parsed = stages.parse_files(space, settings.paths, settings.acl_from, parse.Options(), settings.jobs)
        lost = losses.losses(stages.read_documents(space))
        for line in losses.lines(lost):
            cli.say(line)
        _said("parse", parsed, "files")
        _said("chunk", stages.chunk_documents(space, options), "documents")
        receipt = stages.index_chunks(space, build.Options())
        cli.say(
            "index: unchanged" if receipt is None else f"index: {receipt.chunks:,} chunks, {receipt.line()}"
        )
        _closed(space)
        verdict = stages.examine(space)
        cli.say(f"mechanism: {verdict.mechanism}: {verdict.why}")
        _ask(space, settings, labels)
        _settle(space, settings, options, verdict)
        found = summary.summarise(space)
        for line in found.doubts:
            cli.say(line)
        return Outcome(found.contract, lost)


def _closed(space: Workspace) -> None:
    """Say how many documents nobody can find because others state their readers and they do not."""
    documents = [{"acl": one["acl"], "tenant": one["tenant"]} for one in stages.read_documents(space)]
    if access.restricted(documents):
        silent = sum(one["acl"] is None and one["tenant"] is None for one in documents)
        if silent:
            cli.say(
                f"closed: {silent:,} of {len(documents):,} documents state no reader while others do: nobody "
                "finds them but --all; state it in front matter, a meta tag or --acl-from"
            )


def _said(stage: str, done: stages.Done, what: str) -> None:
    cli.say(
        f"{stage}: unchanged" if not done.made else f"{stage}: {done.made:,} {what}, {done.kept:,} unchanged"
    )


def _ask(space: Workspace, settings: Settings, labels: Sequence[Record]) -> None:
    """Search and assemble for the labelled questions; without labels, forget an earlier run."""
    if not labels:
        space.forget("labels", "search", "assemble", "answers")
        return
    _closed_without_reader(space, settings, labels)
    wanted = search.Options(k=max(20, settings.k))
    searched = stages.search_questions(space, labels, settings.who, wanted)
    assembled = stages.assemble_contexts(space, labels, settings.who, settings.k, assemble.Options())
    cli.say(f"search: {len(labels):,} questions" if searched else "search: unchanged")
    cli.say(f"assemble: {len(labels):,} contexts" if assembled else "assemble: unchanged")


def _closed_without_reader(space: Workspace, settings: Settings, labels: Sequence[Record]) -> None:
    """InputError, before the search, when the corpus has permissions and some question has no reader."""
    if settings.who is not None or all(label["user"] is not None for label in labels):
        return
    if access.restricted(stages.read_documents(space)):
        raise cli.InputError(
            'these documents state who may read them: say who asks, --user \'{"groups": ["staff"]}\', '
            "or --all to measure with every right"
        )


def user(who: Reader) -> Record:
    """Return the user object of a Reader."""
    return {"groups": sorted(who.groups), "tenant": who.tenant}


def _settle(space: Workspace, settings: Settings, options: chunk.Options, verdict: mechanism.Verdict) -> None:
    """Keep in the workspace what the report needs and the records do not say."""
    kept: Mapping[str, object] = {
        "chunking": f"{options.max_tokens} {options.unit}/{options.overlap} overlap/{options.strategy}",
        "k": settings.k,
        "mechanism": verdict._asdict(),
        "reindex": settings.reindex,
        "user": None if settings.who is None or settings.who.everything else user(settings.who),
    }
    with records.atomic(space.path(summary.SETTINGS)) as file:
        json.dump(kept, file, indent=1, sort_keys=True)
        file.write("\n")
    for source, name, kind in (
        (settings.labels, summary.LABELS, "label"),
        (settings.answers, summary.ANSWERS, "answer"),
        (settings.contexts, summary.ANSWERED_FROM, "context"),
    ):
        space.keep(name, records.read(kind, source) if source else None)
