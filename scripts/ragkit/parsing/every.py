"""Many files: found, given their access list, parsed in order, by several processes if asked."""

import functools
import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from ragkit.cli import InputError
from ragkit.doc_ids import printable
from ragkit.parsing import acl, acl_lists, figures, files, parse
from ragkit.parsing.files import Skipped, Source
from ragkit.records import Record

MODULES = (  # for env.need
    "pypdfium2", "markdown_it", "selectolax", "yaml", "tomli", "mammoth", "python_calamine", "pptx",
    "pdfplumber",
)  # fmt: skip
FEW = 8  # files below which starting a process costs more than it saves: taste


def find(
    paths: Sequence[str],
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    mtime: bool = False,
    acl_from: str | None = None,
) -> tuple[list[Source], list[Skipped]]:
    """Return files.find's answer with the groups of an access list (acl_lists.read), itself left out.

    So are the pictures that pages show (figures.apart).

    A row of the list that names none of the files is among the skipped, as a loss: what it meant to open or
    close is not what it says. acl_lists.AUTO stands for the one list among the files; InputError for several.
    """
    sources, skipped = files.find(paths, include, exclude, mtime)
    sources, shown = figures.apart(sources)
    skipped += shown
    if acl_from == acl_lists.AUTO:
        found = acl_lists.lists(sources)
        if len(found) > 1:
            raise InputError(f"several access lists: {', '.join(found)}; give one as --acl-from")
        acl_from = found[0] if found else None
    if acl_from is None:
        return sources, skipped
    entries = acl_lists.read(acl_from)
    known = [source.doc_id for source in sources] + [skip.doc_id for skip in skipped]
    rows = [
        Skipped(printable(path), f"{acl_from} names it, and no such file is here", "acl_unmatched")
        for path in acl.unmatched(known, entries)
    ]
    return acl.with_acl(acl.without(sources, acl_from), entries), [*skipped, *rows]


def parse_all(sources: Sequence[Source], options: parse.Options, jobs: int = 1) -> Iterator[list[Record]]:
    """Yield parse_file's records of each source, in order and the same for any number of jobs.

    When a file kills its process (a fault in a library, no more memory), the files not yet given are read one
    at a time, each death costing its own file only. PDFs have a process of their own in any case
    (pdf_worker.py); with one job the other formats are read in this one.
    """
    work = functools.partial(parse.parse_file, options=options)
    if jobs == 1 or len(sources) < FEW:
        yield from map(work, sources)
        return
    given = 0
    try:
        with _pool(jobs) as pool:
            for records in pool.map(work, sources, chunksize=4):
                given += 1
                yield records
    except BrokenProcessPool:
        yield from _one_by_one(sources[given:], options)


def _one_by_one(sources: Sequence[Source], options: parse.Options) -> Iterator[list[Record]]:
    """Yield the records of each source from one process at a time, a fresh one after each that died."""
    at = 0
    while at < len(sources):
        with _pool(1) as pool:
            try:
                while at < len(sources):
                    records = pool.submit(parse.parse_file, sources[at], options).result()
                    at += 1
                    yield records
            except BrokenProcessPool:
                at += 1
                yield [parse.died(sources[at - 1], options)]


def _pool(jobs: int) -> ProcessPoolExecutor:
    """Return worker processes; PDFium must not be forked half-way, so each starts anew."""
    return ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"))
