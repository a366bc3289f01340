"""Which paragraphs of a PDF are headings, at which level, and what the document is called."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from ragkit.parsing.pdf_lines import Line, is_item
from ragkit.parsing.pdf_page import Page

_BIGGER = 1.12  # times the body's height
_LONGEST = 140  # characters
_JUNK_TITLE = re.compile(
    r"\.(?:docx?|pdf|indd|qxd|tex|dvi|pptx?|xlsx?)\b|^untitled|^microsoft word|^\(?anonymous\)?$|^slide \d",
    re.I,
)


class Headings:
    """Knows the document's body size, its heading sizes and its outline."""

    def __init__(self, pages: Iterable[Page], outline: dict[str, int]) -> None:
        sizes: Counter[float] = Counter()  # the first of two as common is the body: lines before cells
        cells: Counter[float] = Counter()
        bold = lines = 0
        for part in (part for page in pages for part in page.parts):
            for line in part.lines:
                sizes[round(line.height, 1)] += len(line.text)
                bold += line.bold
            lines += len(part.lines)
            if part.table:
                cells[round(part.table.height, 1)] += sum(
                    len(each) for row in part.table.rows for each in row
                )
        sizes.update(cells)
        self._body = sizes.most_common(1)[0][0] if sizes else 0.0
        self._outline = outline
        self._mostly_bold = bold * 2 > lines
        bigger = sorted((size for size in sizes if size > _BIGGER * self._body), reverse=True)
        self._levels: dict[float, int] = {}
        for size in bigger:  # sizes within 4% are one level
            near = next((known for known in self._levels if known / size < 1.04), None)
            self._levels[size] = (
                self._levels[near] if near is not None else min(5, 1 + len(set(self._levels.values())))
            )

    def level(self, paragraph: list[Line], text: str) -> int:
        """Return the heading level, 1 to 6, of a paragraph with this text, or 0."""
        if known := self._outline.get(key(text)):
            return known
        if len(text) > _LONGEST or len(paragraph) > 3 or not re.search(r"[^\W\d_]{2}", text):
            return 0
        size = round(paragraph[0].height, 1)
        sentence = text.endswith(".") and len(text) > 60
        if size in self._levels and not text.endswith((",", ";")) and not sentence:
            return self._levels[size]
        short = len(text) <= 90 and len(paragraph) <= 2 and not text.endswith((".", ",", ";", ":"))
        if (
            short
            and all(line.bold for line in paragraph)
            and size >= 0.95 * self._body
            and not self._mostly_bold
        ):
            return (
                0
                if is_item(text) and not re.match(r"\d", text)
                else min(6, 1 + len(set(self._levels.values())))
            )
        return 0


def outline(pdf: Any) -> dict[str, int]:
    """Return {title key: level from 1} of the bookmarks; {} when there are none or they are broken."""
    import pypdfium2

    found: dict[str, int] = {}
    try:
        for bookmark in pdf.get_toc(max_depth=6):
            title = bookmark.get_title() if hasattr(bookmark, "get_title") else bookmark.title
            if len(found) < 5000 and key(title or ""):
                found.setdefault(key(title), min(6, bookmark.level + 1))
    except (pypdfium2.PdfiumError, RecursionError, UnicodeDecodeError):
        return {}
    return found


def key(text: str) -> str:
    """Return a title's letters and digits, for comparing what is printed with what the outline says."""
    return re.sub(r"[\W_]+", "", text).lower()


def metadata(pdf: Any) -> tuple[str, str | None]:
    """Return (title, ISO date of the last change) from the metadata; "" for a title that is none."""
    found = pdf.get_metadata_dict(skip_empty=True)
    title = " ".join(str(found.get("Title", "")).replace("\x00", "").split())
    stamp = re.match(r"D:(\d{4})(\d\d)(\d\d)", str(found.get("ModDate", "")))
    changed = "-".join(stamp.groups()) if stamp else None
    return ("" if _JUNK_TITLE.search(title) or len(title) < 3 else title), changed
