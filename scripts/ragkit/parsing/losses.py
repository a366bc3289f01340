"""Which warnings mean that text was lost, how bad it is, and what mends it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

# code -> (how bad, in words; what to do). A loss makes parse.py exit 1 unless it is allowed.
LOSSES: dict[str, tuple[str, str]] = {
    "unreachable": ("a file or folder was not reached", "mend the link or the rights, or leave it out"),
    "acl_unmatched": ("a row of the access list opens nothing", "give the path of the file"),
    "unreadable": ("the file is unread", "give this user the right to read it"),
    "empty_file": ("the file is empty", "restore it from its source, or remove it"),
    "unsupported_type": ("the file is unread", "save it as PDF, HTML, DOCX, PPTX, EML or text"),
    "wrong_type": ("the file is not what its name says", "fetch or export it again"),
    "encrypted": ("the file is unread", "save a copy without password"),
    "broken": ("the file is damaged", "fetch or export it again"),
    "no_text": ("the file holds no text", "check that it should; remove it if not"),
    "no_text_layer": (
        "the page is a picture",
        "run OCR (--ocr 'tesseract - -'), or let Claude read the page image",
    ),
    "watermark_only": ("the page is a picture under a stamp", "run OCR, or let Claude read the page image"),
    "text_left_out": ("all text of the page was left out", "look at the page; write its text into the file"),
    "page_timeout": (
        "the page took too long and is unread",
        "print the page to a new PDF, run OCR on it, or give it time (--page-seconds)",
    ),
    "page_failed": ("the page is unread", "print the page to a new PDF, or run OCR on it"),
    "garbled": ("the text is garbled", "run OCR on the page: its fonts do not say which letters they draw"),
    "undecodable": ("some characters are lost", "convert the file to UTF-8"),
    "front_matter_unread": (
        "title, date and acl of the file are unread",
        "mend the YAML; until then it is closed",
    ),
    "row_acl": ("rows state different readers, a file has one list", "split the file by its readers"),
    "duplicate_id": ("the document is unread", "rename one of the two files"),
    "member_unread": ("a part of the archive is unread", "unpack the archive and convert the part"),
    "attachment_unread": ("an attachment is unread", "save the attachment as a file of its own"),
    "formula_no_value": ("cells show no value", "open and save the workbook in a spreadsheet program"),
    "too_large": ("a part is unread", "split the file"),
    "dropped_content": ("a part is unread", "save the document as PDF as well"),
}

# Said, but nothing of the text is lost.
NOTES: dict[str, str] = {
    "encoding_guessed": "the encoding was guessed from the bytes",
    "hidden_text": "hidden text was left out of the text",
    "blank_page": "nothing is drawn on the page",
    "furniture": "repeated headers and footers were left out",
    "extension_mismatch": "read as what its bytes are, not what its name says",
    "date_unclear": "front matter states a date that is no day, or may be two; write it as 2026-03-31",
    "no_git_dates": "git gives no dates here: `updated` is what the files say, or --mtime",
    "no_acl": "the access list does not name the file: it is closed to all",
    "tracked_changes": "changes nobody accepted yet: insertions are read as text, deletions are left out",
    "hidden_sheet": "a hidden sheet was left out",
    "hidden_column": "hidden columns of a sheet were left out",
    "hidden_row": "rows of a sheet that were hidden by hand were left out",
    "folded_cells": "rows and columns that a filter or a folded group hides were read",
    "hidden_slide": "a hidden slide was left out",
    "evaluation_set": "questions with expected answers are no content",
    "table_data": "a table of figures: a query tool answers better (templates/tools/query_table.py)",
    "ocr": "the text comes from OCR",
    "ligatures": "ligatures that the font does not name were written out by the words they stand in",
    "unknown_glyphs": "the font does not name some glyphs within words: U+FFFD",
    "near_empty": "a page holds pictures and hardly a letter: look whether they hold text",
    "ragged_table": "a table came out with most cells empty: look at it",
    "drawn_scattered": "the lines of a page are drawn in no order: look whether they are read right",
    "second_opinion": "a garbled page reads well by pdfplumber, whose words were taken",
    "transcribed": "the text was read from the page's picture",
}


class Loss(NamedTuple):
    """One warning that means lost text."""

    code: str
    doc_id: str
    page: int | None
    detail: str


def losses(documents: Iterable[dict[str, Any]]) -> list[Loss]:
    """Return the losses of the documents, in order; warnings with other codes lose nothing."""
    return [
        Loss(warning["code"], document["doc_id"], warning.get("page"), warning.get("detail", ""))
        for document in documents
        for warning in document.get("warnings", [])
        if warning["code"] in LOSSES
    ]


def of_skipped(skipped: Iterable[Any]) -> list[Loss]:
    """Return the losses among what files.find skipped: what was to be read and could not be reached."""
    return [Loss(skip.code, skip.path, None, skip.reason) for skip in skipped if skip.code in LOSSES]


def note(documents: Iterable[dict[str, Any]], into: dict[str, list[str]]) -> None:
    """Add the doc_id of each document under every code of NOTES that it carries."""
    for document in documents:
        for code in {warning["code"] for warning in document.get("warnings", [])}:
            if code in NOTES:
                into.setdefault(code, []).append(document["doc_id"])


def note_lines(notes: Mapping[str, Sequence[str]], limit: int = 3) -> list[str]:
    """Return one line for each note: its code, in how many documents, what it means, the first of them."""
    return [
        f"NOTE {code}: {len(notes[code])}, {NOTES[code]}: {', '.join(notes[code][:limit])}"
        + (", ..." if len(notes[code]) > limit else "")
        for code in NOTES
        if code in notes
    ]


def lines(found: list[Loss], limit: int = 20) -> list[str]:
    """Return the losses as lines for a person: worst codes first, each with count, files and what to do."""
    by_code: dict[str, list[Loss]] = {}
    for loss in found:
        by_code.setdefault(loss.code, []).append(loss)
    out = []
    for code in sorted(by_code, key=list(LOSSES).index):
        bad, fix = LOSSES[code]
        group = by_code[code]
        out.append(f"LOSS {code}: {len(group)}, {bad}; {fix}")
        named = [_place(loss) for loss in group[:limit]]
        out.extend(f"  {place}" for place in named)
        if len(group) > limit:
            out.append(f"  and {len(group) - limit} more: see the warnings of the documents")
    return out


def _place(loss: Loss) -> str:
    page = f" page {loss.page}" if loss.page else ""
    return f"{loss.doc_id}{page}" + (f": {loss.detail}" if loss.detail else "")


def skipped_lines(skipped: Iterable[Any], limit: int = 10) -> list[str]:
    """Return one line for each reason files were left out on purpose, with how many and the first of them."""
    by_reason: dict[str, list[str]] = {}
    said = []
    for skip in skipped:
        if not skip.code:
            by_reason.setdefault(skip.reason, []).append(skip.path)
        elif skip.code in NOTES:
            said.append(f"NOTE {skip.code}: {NOTES[skip.code]}: {skip.path}: {skip.reason}")
    return said + [
        f"skipped {len(paths)}: {reason}: {', '.join(paths[:limit])}"
        + (", ..." if len(paths) > limit else "")
        for reason, paths in by_reason.items()
    ]
