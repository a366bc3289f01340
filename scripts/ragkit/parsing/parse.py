"""One file in, its document records out: at least one for every file, whatever is wrong with it."""

import functools
import hashlib
import re
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import quote

from ragkit.doc_ids import printable
from ragkit.parsing import (
    acl,
    archive,
    decode,
    docx,
    epub,
    evalset,
    files,
    frontmatter,
    html,
    inside,
    losses,
    mail,
    markdown,
    markup,
    notebook,
    ocr,
    odt,
    pdf,
    pdf_worker,
    pictures,
    plain,
    rtf,
    sheets,
    slides,
    sniff,
    tabular,
)  # fmt: skip
from ragkit.parsing.body import Parsed, Warn, writable
from ragkit.parsing.files import OnDisk, Source
from ragkit.records import Record


class Options(NamedTuple):
    """What decides the records besides the file; part of every cache key."""

    base_url: str | None = None  # a document without a canonical address gets this one plus its path
    ocr: str | None = None  # command that reads the pictures of pages without text
    page_seconds: float = pdf_worker.SECONDS  # of the clock, for a page of a PDF


class _Place(NamedTuple):
    """Where bytes come from: a file, or a member or attachment inside one."""

    source: Source
    options: Options
    doc_id: str
    name: str  # decides the type where the bytes leave it open
    budget: archive.Budget
    depth: int = 0


_TEXT: dict[str, Callable[[str], Parsed]] = {
    "markdown": markdown.read, "plain": plain.read, "code": plain.read_code, "html": html.read,
    "csv": tabular.read_csv, "jsonl": tabular.read_jsonl, "json": tabular.read_json,
    "notebook": notebook.read, "rst": markup.read_rst, "asciidoc": markup.read_asciidoc,
}  # fmt: skip
_BYTES: dict[str, Callable[[bytes], Parsed]] = {
    "docx": docx.read, "sheet": sheets.read, "pptx": slides.read, "epub": epub.read, "odt": odt.read,
    "rtf": rtf.read,
}  # fmt: skip
_SAYS_WHY = {*losses.LOSSES, "evaluation_set"}  # why a document has no text
_HEADED = {"plain", "html", "rst", "asciidoc"}  # may have front matter; Markdown reads its own


def parse_file(source: Source, options: Options) -> list[Record]:
    """Return the document records of a file, the file's own first; the same file gives the same bytes.

    A file that cannot be read gives one record with empty text and a warning that names why. Members of an
    archive and attachments are documents of their own, `file!1`, `file!2`, open no further than their file.
    """
    place = _Place(source, options, source.doc_id, source.path, archive.Budget())
    try:
        pdf_there = sniff.is_pdf(files.read(source.path, 1024))  # stays on the disk: it may be large
        data = files.on_disk(source.path) if pdf_there else files.read(source.path)
    except OSError as err:
        return [_record(place, b"", "", Parsed(warnings=(Warn("unreadable", err.strerror or str(err)),)))]
    return _records(place, data)


def parse_bytes(source: Source, data: bytes, options: Options) -> list[Record]:
    """Return what parse_file would for a file with these bytes; only the name of source.path is used."""
    return _records(_Place(source, options, source.doc_id, source.path, archive.Budget()), data)


def died(source: Source, options: Options) -> Record:
    """Return the record of a file that no process survives reading."""
    place = _Place(source, options, source.doc_id, source.path, archive.Budget())
    try:
        data: bytes | OnDisk = files.on_disk(source.path)
    except OSError:
        data = b""  # it was there a moment ago; what matters is said below
    return _record(place, data, "", Parsed(warnings=(Warn("broken", "the process that read it died"),)))


def _records(place: _Place, data: bytes | OnDisk) -> list[Record]:
    try:
        return [_in_place(place, data)] if isinstance(data, OnDisk) else _read(place, data)
    except (RecursionError, MemoryError) as err:
        said = "nested too deep" if isinstance(err, RecursionError) else "it needs more memory than there is"
        return [_record(place, data, "", Parsed(warnings=(Warn("broken", said),)))]


def _in_place(place: _Place, file: OnDisk) -> Record:
    """Return the record of a PDF on the disk; one that changed meanwhile would be of two files: its loss."""
    try:
        parsed, failed = _pdf(file.path, place.options), None
    except RuntimeError as err:
        parsed, failed = Parsed(), err
    try:
        changed = "it changed while it was read" if file.changed() else ""
    except OSError as err:
        changed = f"gone while it was read: {err.strerror}"
    if failed and not changed:
        raise failed
    if changed:
        return _record(place, file, "pdf", Parsed(warnings=(Warn("unreadable", changed),)))
    return _record(place, file, "pdf", parsed)


def _pdf(source: bytes | str, options: Options) -> Parsed:
    opened = functools.partial(pdf_worker.Remote, seconds=options.page_seconds)
    return pdf.read(source, options.ocr, opened)


def _read(place: _Place, data: bytes) -> list[Record]:
    kind = sniff.kind(data, place.name)
    promised = sniff.expected(place.name)
    if promised and kind in ("html", "plain", "code", "binary data", "damaged zip"):
        return [_record(place, data, kind, Parsed(warnings=(_wrong(kind, promised, data),)))]
    if kind in inside.ARCHIVES:
        return _members(place, data, archive.members(data, kind, place.name, place.budget)) or [
            _record(place, data, kind, Parsed(warnings=(Warn("no_text", "an archive without files"),)))
        ]
    if kind == "mbox":
        return _members(place, data, mail.messages(data))
    if kind == "eml":
        parsed, attachments = mail.read(data)
        return [_record(place, data, kind, parsed), *_members(place, data, iter(attachments))]
    parsed = _parsed(kind, data, place.options)
    if promised and kind != promised and kind in _BYTES:
        said = Warn("extension_mismatch", f"{kind}, named as {promised}")
        parsed = parsed._replace(warnings=(said, *parsed.warnings))
    return [_record(place, data, kind, parsed)]


def _members(place: _Place, data: bytes, members: Any) -> list[Record]:
    out: list[Record] = []
    for member in members:
        doc_id = f"{place.doc_id}!{member.number}" if member.number else place.doc_id
        inner = place._replace(doc_id=doc_id, name=member.name, depth=place.depth + 1)
        if files.litter(member.name):
            continue
        if member.warning is not None:
            out.append(_record(inner, member.data, "", Parsed(warnings=(member.warning,))))
        elif inner.depth > archive.DEEPEST:
            out.append(
                _record(inner, member.data, "", Parsed(warnings=(Warn("member_unread", "nested too deep"),)))
            )
        elif reason := evalset.looks_like(member.name, member.data):
            out.append(_record(inner, member.data, "", Parsed(warnings=(Warn("evaluation_set", reason),))))
        else:
            out.extend(_records(inner, member.data))
    return out


def _wrong(kind: str, promised: str, data: bytes) -> Warn:
    """A web page saved as .pdf is an error page, or one nobody has read as that document: read nothing."""
    if kind == "html":
        title = re.search(rb"<title[^>]*>([^<]{1,80})", data, re.IGNORECASE)
        said = f" ({title.group(1).decode('utf-8', 'replace').strip()!r})" if title else ""
        return Warn("wrong_type", f"a web page{said}, not {promised}")
    if kind in ("binary data", "damaged zip"):
        return Warn("broken", f"no readable {promised}")
    return Warn("wrong_type", f"plain text, not {promised}")


def _parsed(kind: str, data: bytes, options: Options) -> Parsed:
    if kind == "empty":
        return Parsed(warnings=(Warn("empty_file", f"{len(data)} bytes, no content"),))
    if kind == "encrypted":
        return Parsed(warnings=(Warn("encrypted", "opens with a password only"),))
    if kind == "pdf":
        return _pdf(data, options)
    if kind in pictures.KINDS:
        return _picture(data, options.ocr)
    if kind in _BYTES:
        return _BYTES[kind](data)
    if kind not in _TEXT:
        return Parsed(warnings=(Warn("unsupported_type", kind),))
    text, warnings = decode.decode(data)
    reader = _TEXT[kind]
    parsed = frontmatter.around(text, reader) if kind in _HEADED else reader(text)
    parsed = frontmatter.closed_if_unread(text, parsed)
    return parsed._replace(warnings=(*warnings, *parsed.warnings))


def _picture(data: bytes, command: str | None) -> Parsed:
    """Return the text OCR finds in an image file; without OCR each of its pages is to be looked at."""
    pages = pictures.frames(data)
    if not pages:
        return Parsed(warnings=(Warn("broken", "a picture that cannot be opened"),))
    why = "the file is a picture"
    if command:
        try:
            parsed = plain.read(ocr.text_of(data, command))
        except ocr.OcrError as err:
            why = f"a picture; OCR failed: {err}"
        else:
            if parsed.blocks:
                return parsed._replace(warnings=(Warn("ocr", f"read by {command.split()[0]}"),))
            why = "a picture in which OCR finds no text"
    return Parsed(warnings=tuple(Warn("no_text_layer", why, page) for page in range(1, pages + 1)))


def _record(place: _Place, data: bytes | OnDisk, kind: str, parsed: Parsed) -> Record:
    source, is_member = place.source, place.doc_id != place.source.doc_id
    readers = _readers(place, parsed.acl)
    warnings = list(parsed.warnings)
    if not source.listed and (readers is None or place.depth):
        warnings.append(Warn("no_acl", "the access list does not name it"))
    if not parsed.text.strip() and not any(warning.code in _SAYS_WHY for warning in warnings):
        warnings.append(Warn("no_text", "nothing to read in it"))
    name = printable(place.name)
    record = {
        "doc_id": place.doc_id,
        "source": f"{source.source}!{name}" if is_member else source.source,
        "title": parsed.title,
        "sha256": data.sha256 if isinstance(data, OnDisk) else hashlib.sha256(data).hexdigest(),
        "url": parsed.url or _url(place.options.base_url, source.doc_id),
        "updated": parsed.updated or source.updated,
        "lang": parsed.lang,
        "media_type": sniff.MEDIA_TYPES.get(kind, "application/octet-stream"),
        "acl": readers,
        "tenant": parsed.tenant,
        "meta": {**parsed.meta, "member": name} if is_member else parsed.meta,
        "text": parsed.text,
        "blocks": parsed.blocks,
        "pages": parsed.pages,
        **({"cells": parsed.cells} if parsed.cells else {}),
        "warnings": [_warning(warning) for warning in warnings],
    }
    return {key: value if key in ("blocks", "pages") else writable(value) for key, value in record.items()}


def _readers(place: _Place, own: list[str] | None) -> list[str] | None:
    """Return who may read it: a file's own statement before the list's, a member's only as far as both."""
    source = place.source
    if not place.depth:
        return acl.narrower(None, source.acl if own is None else own)
    return acl.narrower(own, source.acl) if source.listed else []


def _url(base: str | None, doc_id: str) -> str | None:
    return None if base is None else base.rstrip("/") + "/" + quote(doc_id, safe="/%~!@$&'()*+,;=:")


def _warning(warning: Warn) -> dict[str, Any]:
    return {"code": warning.code, "page": warning.page, "detail": warning.detail}
