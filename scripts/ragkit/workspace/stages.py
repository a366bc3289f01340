"""The stages of the pipeline over a workspace: each reads the records before it, and only when needed."""

import json
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ragkit import access, cli, records
from ragkit.answering import assemble, library, reading, results, stale_report
from ragkit.answering.pins import HOLDS
from ragkit.chunking import chunk, families
from ragkit.doctor import examine as doctor
from ragkit.doctor import mechanism
from ragkit.fingerprint import code_version, digest, key_of
from ragkit.indexing import build, store
from ragkit.parsing import acl_lists, every, files, losses, parse
from ragkit.records import Record
from ragkit.retrieval import asked, search
from ragkit.retrieval.options import Wordings
from ragkit.worksheets import readings
from ragkit.workspace.state import ItemCache, Workspace

DOCUMENTS, CHUNKS, INDEX, IMAGES = "documents.jsonl", "chunks.jsonl", "index", "images"
MECHANISM, RUN, CONTEXTS, STALE = "mechanism.jsonl", "run.jsonl", "contexts.jsonl", "stale.jsonl"


class Files(NamedTuple):
    """What to parse: files and folders, globs of what to leave out, the list of their readers."""

    paths: Sequence[str]
    exclude: Sequence[str] = ()
    acl_from: str | None = None


class Done(NamedTuple):
    """What a stage did: how many items it made anew, how many it kept, what it could not reach."""

    made: int
    kept: int
    lost: Sequence[losses.Loss] = ()


def parse_files(
    space: Workspace, wanted: Files, options: parse.Options, jobs: int, read_pages: Mapping[str, str]
) -> Done:
    """Write documents.jsonl from the files under the paths; unchanged files come from the cache.

    read_pages  name of a page's picture -> what it says (readings.read)
    """
    sources, skipped = every.find(wanted.paths, exclude=wanted.exclude, acl_from=wanted.acl_from)
    if wanted.acl_from is None and (lists := acl_lists.lists(sources)):
        cli.say(f"run again first: --acl-from {' or '.join(lists)} may state it, who may read what")
    for line in losses.skipped_lines(skipped):
        cli.say(line)
    lost = losses.of_skipped(skipped)
    if not sources:
        raise cli.InputError(f"{', '.join(wanted.paths)}: no files to read here; name a folder of documents")
    sources = _outside(space, sources)
    code = code_version("parsing", "worksheets/readings", "worksheets/transcribe")
    keys = [key_of(code, options, source._replace(path=""), _content(source)) for source in sources]
    if space.current("parse", whole := key_of(keys, read_pages)):
        return Done(0, len(sources), lost)
    cache = ItemCache(space, "parse")
    todo = [source for source, key in zip(sources, keys, strict=True) if not cache.has(key)]
    fresh = cli.progress(every.parse_all(todo, options, jobs), "parse", len(todo))

    def rows() -> Iterator[Record]:
        new, made = iter(fresh), {source.doc_id for source in todo}
        for source, key in zip(sources, keys, strict=True):
            found = next(new) if source.doc_id in made else cache.get(key)
            if found is None:  # what the cache holds cannot be read
                found = parse.parse_file(source, options)
            cache.put(key, found)
            yield from (readings.filled(document, read_pages) for document in found)

    records.write(rows(), space.path(DOCUMENTS))
    cache.drop_unused()
    space.record("parse", whole, [DOCUMENTS])
    return Done(len(todo), len(sources) - len(todo), lost)


def _content(source: files.Source) -> str:
    """Return the digest of a file, or why it cannot be read: parse_file names it as a loss."""
    try:
        return digest(Path(source.path))
    except OSError as err:
        return f"unreadable: {err.strerror}"


def _digest(source: files.Source) -> str:
    """Return the hash of a file's bytes; "unreadable" for one that parse_file will name."""
    try:
        return digest(Path(source.path))
    except OSError:
        return "unreadable"


def _outside(space: Workspace, sources: Sequence[files.Source]) -> list[files.Source]:
    """Return the sources that are not in the workspace itself, which may lie below the documents."""
    own = os.path.join(os.path.realpath(space.folder), "")
    return [source for source in sources if not os.path.realpath(source.path).startswith(own)]


def draw_pages(space: Workspace) -> list[readings.Picture]:
    """Draw the pages that only their picture tells, and return them; pictures of others are removed."""
    return readings.draw(read_documents(space), space.path(IMAGES))


def chunk_documents(space: Workspace, options: chunk.Options) -> Done:
    """Write chunks.jsonl from documents.jsonl; unchanged documents come from the cache."""
    code = code_version("chunking")
    whole = key_of(code, options, space.state()["parse"]["outputs"])
    cache = ItemCache(space, "chunk")
    made = kept = 0

    def rows() -> Iterator[Record]:
        nonlocal made, kept
        for document in cli.progress(records.read("document", space.path(DOCUMENTS)), "chunk"):
            key = key_of(code, options, document)
            found = cache.get(key)
            if found is None:
                made += 1
                found = chunk.chunk_document(document, options)
                cache.put(key, found)
            else:
                kept += 1
            yield from found

    if not space.current("chunk", whole):
        records.write(families.mark(list(rows())), space.path(CHUNKS))
        cache.drop_unused()
        space.record("chunk", whole, [CHUNKS])
    return Done(made, kept)


def index_chunks(space: Workspace, options: build.Options) -> build.Receipt | None:
    """Bring the index up to the chunks and return the receipt; None when it was."""
    whole = key_of(code_version("indexing"), options, space.state()["chunk"]["outputs"])
    if space.current("index", whole):
        return None
    receipt = build.build(records.read("chunk", space.path(CHUNKS)), space.path(INDEX), options)
    space.record("index", whole, [INDEX])
    return receipt


def examine(space: Workspace) -> mechanism.Verdict:
    """Return the doctor's verdict on the mechanism, worked out when the documents have changed."""
    whole = key_of(code_version("doctor"), space.state()["parse"]["outputs"])

    def work() -> None:
        documents = list(read_documents(space))
        found = mechanism.choose(documents, [doctor.tokens_of(one) for one in documents], mechanism.Budget())
        records.write([found._asdict()], space.path(MECHANISM))

    space.run("doctor", whole, [MECHANISM], work)
    _, row = next(records.read_rows(space.path(MECHANISM)))
    return mechanism.Verdict(**row)


def search_questions(
    space: Workspace,
    questions: Sequence[Record],
    who: access.Reader | None,
    options: search.Options,
    variants: Mapping[str, Wordings],
) -> bool:
    """Write run.jsonl, each question searched with its own rights or `who`; return whether it was done."""
    inputs = space.state()["index"]["outputs"]
    whole = key_of(code_version("indexing", "retrieval"), options, questions, variants, who, inputs)

    def work() -> None:
        index = store.open_index(space.path(INDEX))
        asked.prepare_all(index, questions, variants, options.mode)
        rows = (
            search.search(index, question, who, options, *variants.get(question["qid"], Wordings()))
            for question in questions
        )
        records.write(cli.progress(rows, "search", len(questions)), space.path(RUN))

    return space.run("search", whole, [RUN], work)


def assemble_contexts(
    space: Workspace,
    questions: Sequence[Record],
    who: access.Reader | None,
    k: int,
    options: assemble.Options,
    worked_out: Sequence[Record] = (),
) -> bool:
    """Write contexts.jsonl from the top k of run.jsonl; return whether it was done."""
    inputs = [space.state()[stage]["outputs"] for stage in ("chunk", "search")]
    tables = [digest(Path(row["source"])) for row in worked_out]
    code = code_version("answering", "workspace/stages")
    whole = key_of(code, options, k, questions, who, inputs, worked_out, tables)

    def work() -> None:
        run = {row["qid"]: _top(row, k) for row in records.read("run", space.path(RUN))}
        wanted = {chunk_id for row in run.values() for chunk_id in row["retrieved"]}
        stated = access.stated(read_chunks(space))
        chunks = {row["chunk_id"]: row for row in read_chunks(space) if row["chunk_id"] in wanted}
        mine = results.of_questions(worked_out, read_documents(space))
        rows = (
            assemble.assemble(
                question, run[question["qid"]], chunks, options, who,
                stated=stated, worked_out=mine.get(question["qid"], ()),
            )
            for question in questions
        )  # fmt: skip
        records.write(rows, space.path(CONTEXTS))

    return space.run("assemble", whole, [CONTEXTS], work)


def unused_results(space: Workspace, worked_out: Sequence[Record]) -> list[str]:
    """Return a line for each result that no context shows, and why."""
    return results.unused(worked_out, records.read("context", space.path(CONTEXTS))) if worked_out else []


def audit(
    space: Workspace,
    questions: Sequence[Record],
    who: access.Reader | None,
    known: Collection[str],
    may_read: Callable[[str, access.Reader], bool],
) -> str:
    """Return how many passages the contexts show, and how many of them their askers may not read: none.

    Checked once more, beside the documents as they were parsed; a result is as open as the file it is from.
    """
    askers = {
        row["qid"]: access.reader(row["user"], row["qid"]) if row["user"] is not None else who
        for row in questions
    }
    shown, outside = 0, []
    for context in records.read("context", space.path(CONTEXTS)):
        for source in context["docs"]:
            shown += 1
            if source["doc_id"] not in known and source["mode"] == "result":
                continue  # of a file outside the corpus: its own rights were looked at
            if not may_read(source["doc_id"], askers[context["qid"]] or access.EVERYTHING):
                outside.append(f"{context['qid']} {source['doc_id']}")
    named = f": {', '.join(outside)}" if outside else ""
    return f"rights: {shown:,} passages shown, {len(outside)} outside the asker's groups{named}"


def write_sheets(
    space: Workspace, questions: Sequence[Record], notes: Mapping[str, str], today: str | None
) -> list[str]:
    """Write the contexts as pages to answer from, questions of one reader together; return their names."""
    readers = {row["qid"]: json.dumps(row["user"], sort_keys=True) for row in questions}
    whole = key_of(code_version("answering"), readers, today, space.state()["assemble"]["outputs"])
    if not space.current("sheets", whole):
        space.forget("sheets")
        names = []
        contexts = records.read("context", space.path(CONTEXTS))
        for number, page in enumerate(reading.pages(contexts, readers, notes, today=today), 1):
            names.append(f"sheet-{number:02}.md")
            with records.atomic(space.path(names[-1])) as file:
                file.write(page)
        space.record("sheets", whole, names)
    return sorted(space.state()["sheets"]["outputs"])


def compare_answers(space: Workspace, answers: Sequence[Record]) -> str:
    """Write which answers do not hold beside the contexts of now, no file when all do; return a line."""
    contexts = {row["qid"]: row for row in records.read("context", space.path(CONTEXTS))}
    report = stale_report.compare(
        answers, contexts, lambda: library.library(read_chunks(space), records.read("run", space.path(RUN)))
    )
    space.keep(STALE, [row for row in report.rows() if row["state"] != HOLDS])
    return report.counts() if report.fresh else f"{report.counts()}: {space.path(STALE)} says why"


def _top(row: Record, k: int) -> Record:
    scores = row["scores"] and row["scores"][:k]
    return {**row, "retrieved": row["retrieved"][:k], "scores": scores}


def read_documents(space: Workspace) -> Iterable[Record]:
    return records.read("document", space.path(DOCUMENTS))


def read_chunks(space: Workspace) -> Iterable[Record]:
    return records.read("chunk", space.path(CHUNKS))


def workers(jobs: int | None) -> int:
    """Return the number of worker processes: as asked, else one a core, at most 8."""
    return jobs or min(8, os.cpu_count() or 1)
