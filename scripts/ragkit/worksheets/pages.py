"""Images of the pages that have no text layer, drawn from PDFs and picture files into a folder."""

import hashlib
from collections.abc import Iterable, Iterator, Set
from pathlib import Path

from ragkit.cli import InputError
from ragkit.parsing import files, inside, pdf_worker, pictures
from ragkit.parsing.pdf_file import UnopenedError
from ragkit.records import Record
from ragkit.worksheets.transcribe import unread

DOTS = 144  # to the inch: small print stays legible, a page stays below 5 MB
_PDF = "application/pdf"
_DRAWN = frozenset([_PDF, *pictures.KINDS.values()])  # media types
_MOST_LOST = 3  # pages of one file that cannot be drawn before the rest is left, as when it is read


def name(document: Record, page: int) -> str:
    """Return the name of a page's picture: another one when the file has changed."""
    return hashlib.sha256(f"{document['sha256']} {page}".encode()).hexdigest()[:16]


def draw(
    documents: Iterable[Record], folder: str, seconds: float = pdf_worker.SECONDS
) -> dict[tuple[str, int], str]:
    """Return (doc_id, page) -> path of a PNG, drawn where it is not there yet; other media types have none.

    A page that takes longer than `seconds`, or ends the process that draws it, has no picture and stays the
    loss it is named as. So do the pages of a file that has changed.
    """
    images: dict[tuple[str, int], str] = {}
    wanted: dict[str, list[tuple[Record, dict[int, Path]]]] = {}  # file on the disk -> what to draw of it
    for document in documents:
        if document["media_type"] not in _DRAWN:
            continue
        paths = {page: Path(folder) / f"{name(document, page)}.png" for page in unread(document)}
        missing = {page: path for page, path in paths.items() if not path.exists()}
        if missing:
            wanted.setdefault(_outer(document), []).append((document, missing))
        images |= {
            (document["doc_id"], page): str(path) for page, path in paths.items() if page not in missing
        }
    for outer, drawings in wanted.items():
        Path(folder).mkdir(parents=True, exist_ok=True)
        sources = _sources(outer, {document["sha256"] for document, _ in drawings})
        for document, missing in drawings:
            if document["sha256"] in sources:
                for page, picture in _drawings(document, sources[document["sha256"]], missing, seconds):
                    missing[page].write_bytes(picture)
                    images[document["doc_id"], page] = str(missing[page])
    return images


def _outer(document: Record) -> str:
    """Return the path of the file that holds the document: its own, or that of the archive or mail."""
    source: str = document["source"]
    return source.removesuffix(f"!{document['meta']['member']}") if "member" in document["meta"] else source


def _sources(path: str, digests: Set[str]) -> dict[str, bytes | str]:
    """Return digest -> the file's path, or the bytes of what is inside it, of those that are still there."""
    try:
        own = files.on_disk(path)
        if digests <= {own.sha256}:
            return {own.sha256: own.path}
        return dict(inside.found(files.read(path), path, digests))
    except OSError as err:
        raise InputError(f"{path}: {err.strerror}; run this where the files are") from err


def _drawings(
    document: Record, source: bytes | str, pages: Iterable[int], seconds: float
) -> Iterator[tuple[int, bytes]]:
    if document["media_type"] != _PDF:
        data = files.read(source) if isinstance(source, str) else source
        drawn = ((page, pictures.as_png(data, page)) for page in pages)
        yield from ((page, picture) for page, picture in drawn if picture)
        return
    try:
        file = pdf_worker.Remote(source, seconds)
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
