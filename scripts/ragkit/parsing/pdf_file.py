"""One PDF opened in this process: all that PDFium and pdfplumber have to be asked for."""

import io
import re
from collections.abc import Iterator
from io import BufferedReader

from ragkit.parsing import pdf_headings, pdf_page, pdf_second
from ragkit.parsing.body import Warn
from ragkit.parsing.pdf_page import Page

_BATCH = 100  # pages


class UnopenedError(Exception):
    """The file is no PDF that can be opened; `warning` names why."""

    def __init__(self, warning: Warn) -> None:
        super().__init__(warning.detail)
        self.warning = warning


class Opened:
    """A PDF: its page count, title and outline {title key: level}; close it when done.

    source  its bytes, or a file open for reading, which is never read whole and which the caller closes
    """

    def __init__(self, source: bytes | BufferedReader) -> None:
        import pypdfium2

        self._source = source
        try:
            self._pdf = pypdfium2.PdfDocument(source)
        except pypdfium2.PdfiumError as err:
            if "password" in str(err).lower():
                raise UnopenedError(Warn("encrypted", "opens with a password only")) from err
            raise UnopenedError(Warn("broken", f"no readable PDF: {_reason(err)}")) from err
        self.count = len(self._pdf)
        self.title = pdf_headings.metadata(self._pdf)[0]
        self.outline = pdf_headings.outline(self._pdf)

    def pages(self, start: int = 0) -> Iterator[Page]:
        """Yield the pages from this index on; the file is opened anew now and then, for PDFium keeps what it
        has parsed of it."""
        import pypdfium2

        for first in range(start, self.count, _BATCH):
            pdf = pypdfium2.PdfDocument(self._source)
            try:
                for index in range(first, min(self.count, first + _BATCH)):
                    yield pdf_page.read_page(pdf, index)
            finally:
                pdf.close()

    def picture(self, number: int, dots: int = 200) -> bytes:
        """Return the page with this number, from 1, as a PNG, `dots` to the inch."""
        page = self._pdf[number - 1]
        out = io.BytesIO()
        page.render(scale=dots / 72).to_pil().save(out, format="PNG")
        page.close()
        return out.getvalue()

    def second(self, number: int) -> Page | None:
        """Return the page as pdfplumber reads its words, None where it cannot say."""
        return pdf_second.read_page(self._pdf, self._source, number)

    def close(self) -> None:
        self._pdf.close()


def _reason(err: Exception) -> str:
    match = re.search(r"PDFium: (.*?)\)", str(err))
    return match.group(1) if match else str(err)
