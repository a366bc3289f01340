"""Many documents, in one process or several."""

import functools
import itertools
from collections.abc import Iterable, Iterator
from typing import Any

from ragkit.chunking.chunk import chunk_document
from ragkit.chunking.options import Options

Record = dict[str, Any]
_BATCH = 64  # documents sent to a process at a time


def chunk_all(
    documents: Iterable[Record], options: Options, jobs: int = 1
) -> Iterator[tuple[Record, list[Record]]]:
    """Yield each document and its chunks, in order and the same for any number of jobs."""
    work = functools.partial(chunk_document, options=options)
    if jobs == 1:
        for document in documents:
            yield document, work(document)
        return
    import concurrent.futures
    import multiprocessing

    context = multiprocessing.get_context("spawn")  # the same on every system
    with concurrent.futures.ProcessPoolExecutor(jobs, mp_context=context) as pool:
        rows = iter(documents)
        while batch := list(itertools.islice(rows, _BATCH * jobs)):
            yield from zip(batch, pool.map(work, batch, chunksize=8), strict=True)
