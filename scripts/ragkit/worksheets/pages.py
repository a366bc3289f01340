"""Images of the pages that have no text layer, drawn from the PDF files into a folder."""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from ragkit.cli import InputError
from ragkit.parsing import files, pdf_worker
from ragkit.parsing.pdf_file import UnopenedError
from ragkit.records import Record
from ragkit.worksheets.transcribe import unread

DOTS = 144  # to the inch: small print stays legible, a page stays below 5 MB
_MOST_LOST = 3  # pages of one file that cannot be drawn before the rest is left, as when it is read


def name(document: Record, page: int) -> str:
    """Return the name of a page's picture: another one when the file has changed."""
    return hashlib.sha256(f"{document['sha256']} {page}".encode()).hexdigest()[:16]


def draw(
    documents: Iterable[Record], folder: str, seconds: float = pdf_worker.SECONDS
) -> dict[tuple[str, int], str]:
    """Return (doc_id, page) -> path of a PNG, drawn where it is not there yet; other media types have none.

    A page that takes longer than `seconds`, or ends the process that draws it, has no picture and stays the
    loss it is named as. So do the pages of a file that has changed, or is inside an archive or a mail.
    """
    images: dict[tuple[str, int], str] = {}
    for document in documents:
        pages = unread(document)
        if not pages or document["media_type"] != "application/pdf" or "member" in document["meta"]:
            continue
        paths = {page: Path(folder) / f"{name(document, page)}.png" for page in pages}
        missing = [page for page, path in paths.items() if not path.exists()]
        if missing:
            Path(folder).mkdir(parents=True, exist_ok=True)
            for page, picture in _pictures(document, missing, seconds):
                paths[page].write_bytes(picture)
        for page, path in paths.items():
            if path.exists():
                images[document["doc_id"], page] = str(path)
    return images


def _pictures(document: Record, pages: Iterable[int], seconds: float) -> Iterator[tuple[int, bytes]]:
    try:
        found = files.on_disk(document["source"])
    except OSError as err:
        raise InputError(f"{document['source']}: {err.strerror}; run this where the files are") from err
    if found.sha256 != document["sha256"]:
        return
    try:
        file = pdf_worker.Remote(found.path, seconds)
    except UnopenedError:
        return
    lost = 0
    try:
        for page in pages:
            picture = file.picture(page, DOTS)
            lost += not picture
            if picture:
                yield page, picture
            if lost >= _MOST_LOST:
                return
    finally:
        file.close()
