"""Pages to answer anew from after an update, and what became of the sources of the old answers."""

import json
from collections.abc import Mapping
from pathlib import Path

from ragkit import records
from ragkit.answering import library, reading
from ragkit.answering.stale_report import Report
from ragkit.cli import InputError
from ragkit.records import Record
from ragkit.workspace import stages

REDONE = "redone.jsonl"


def library_beside(contexts: str) -> library.Library | None:
    """Return the library of the chunks and the run in the folder of a contexts file; None without them."""
    chunks, run = (Path(contexts).parent / name for name in (stages.CHUNKS, stages.RUN))
    if not chunks.exists() or not run.exists():
        return None
    return library.library(records.read("chunk", str(chunks)), records.read("run", str(run)))


def write(contexts: str, questions: str, shown: Mapping[str, Record], report: Report) -> list[str]:
    """Write pages of the questions whose answers do not hold, each with why, and return their paths.

    They stand beside the contexts file; pages of an earlier update are removed.

    questions  the file that says who asks what; the questions of one reader stand together
    """
    folder = Path(contexts).parent
    for old in folder.glob("stale-[0-9][0-9].md"):
        old.unlink()
    why = {qid: said for qid, said in report.open().items() if qid in shown}
    readers = {
        row["qid"]: json.dumps(row["user"], sort_keys=True) for row in records.read("question", questions)
    }
    if unknown := [qid for qid in why if qid not in readers]:
        raise InputError(f"{questions}: no question {unknown[0]!r}; give the file that was searched with")
    wanted = [shown[qid] for qid in why]
    names = []
    for number, page in enumerate(reading.pages(wanted, readers, why, REDONE), 1):
        names.append(str(folder / f"stale-{number:02}.md"))
        with records.atomic(names[-1]) as file:
            file.write(page)
    return names
