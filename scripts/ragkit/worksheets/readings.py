"""Pages without text, read by somebody who looked at their pictures, and put into their documents."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from ragkit import records
from ragkit.cli import InputError
from ragkit.records import Record
from ragkit.worksheets import pages, transcribe


class Picture(NamedTuple):
    """A page to be read, drawn."""

    path: str
    doc_id: str
    page: int


def read(path: str) -> dict[str, str]:
    """Return name of the picture -> its text, of lines {"image": "PATH/NAME.png", "text": "..."}.

    The name is a hash of the file and the page: the reading of a page that has changed fits nothing.
    """
    found: dict[str, str] = {}
    for where, row in records.read_rows(path):
        image, text = row.get("image"), row.get("text")
        if not isinstance(image, str) or not isinstance(text, str):
            raise InputError(f'{where}: need {{"image": ".rag/images/NAME.png", "text": "what it says"}}')
        if wrong := transcribe.check({}, {"text": text}):
            raise InputError(f"{where}: {wrong}; give the text of that page alone")
        if found.setdefault(Path(image).stem, text.strip()) != text.strip():
            raise InputError(f"{where}: {image} is read twice, differently; keep one line")
    return found


def filled(document: Record, readings: Mapping[str, str]) -> Record:
    """Return the document with the readings of its pages in place."""
    texts = {page: readings.get(pages.name(document, page)) for page in transcribe.unread(document)}
    mine = {page: text for page, text in texts.items() if text}
    return transcribe.filled(document, mine) if mine else document


def unused(documents: Iterable[Record], readings: Mapping[str, str]) -> list[str]:
    """Return the readings that fit no page: the file has changed, or the name is wrong."""
    if not readings:
        return []
    used = {
        pages.name(document, warning["page"])
        for document in documents
        for warning in document["warnings"]
        if warning["code"] == "transcribed"
    }
    return sorted(readings.keys() - used)


def draw(documents: Iterable[Record], folder: str) -> list[Picture]:
    """Return the pages that nobody has read yet, drawn into the folder; other pictures there are removed."""
    drawn = pages.draw(documents, folder)
    for old in Path(folder).glob("*.png"):
        if str(old) not in drawn.values():
            old.unlink()
    return [Picture(path, doc_id, page) for (doc_id, page), path in sorted(drawn.items())]
