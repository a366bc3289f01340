"""Images of the pages that have no text layer, drawn from the PDF files into a folder."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from ragkit.cli import InputError
from ragkit.records import Record
from ragkit.worksheets.transcribe import unread

SCALE = 2.0  # 144 dpi: small print stays legible, a page stays below 5 MB


def name(document: Record, page: int) -> str:
    """Return the name of a page's picture: another one when the file has changed."""
    return hashlib.sha256(f"{document['sha256']} {page}".encode()).hexdigest()[:16]


def draw(documents: Iterable[Record], folder: str) -> dict[tuple[str, int], str]:
    """Return (doc_id, page) -> path of a PNG, drawn where it is missing; other media types have no pages."""
    import pypdfium2

    images: dict[tuple[str, int], str] = {}
    for document in documents:
        pages = unread(document)
        if not pages or document["media_type"] != "application/pdf":
            continue
        try:
            file = pypdfium2.PdfDocument(document["source"])
        except (OSError, pypdfium2.PdfiumError) as err:
            raise InputError(f"{document['source']}: {err}; run this where the files are") from err
        for page in pages:
            path = Path(folder) / f"{name(document, page)}.png"
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                file[page - 1].render(scale=SCALE).to_pil().save(path)
            images[document["doc_id"], page] = str(path)
    return images
