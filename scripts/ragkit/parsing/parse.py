"""One file in, its document records out: at least one for every file, whatever is wrong with it."""

import hashlib
import re
from collections.abc import Callable
from typing import Any, NamedTuple
from urllib.parse import quote

from ragkit.parsing import decode, files, html, markdown, pdf, plain, sniff
from ragkit.parsing.body import Parsed, Warn
from ragkit.parsing.files import Source
from ragkit.records import Record

VERSION = "1"  # in every cache key: change it whenever a reader gives another result for the same bytes


class Options(NamedTuple):
    """What decides the records besides the file; part of every cache key."""

    base_url: str | None = None  # a document without a canonical address gets this one plus its path


_TEXT: dict[str, Callable[[str], Parsed]] = {
    "markdown": markdown.read, "plain": plain.read, "code": plain.read_code, "html": html.read,
}  # fmt: skip
_BYTES: dict[str, Callable[[bytes], Parsed]] = {"pdf": pdf.read}
_READ_AS_CODE = {"json", "rst", "asciidoc", "csv", "jsonl", "notebook", "eml", "mbox"}


def parse_file(source: Source, options: Options) -> list[Record]:
    """Return the document records of a file, the file's own first; the same file gives the same bytes.

    A file that cannot be read gives one record with empty text and a warning that names why.
    """
    try:
        data = files.read(source.path)
    except OSError as err:
        return [
            _record(
                source, options, b"", "", Parsed(warnings=(Warn("unreadable", err.strerror or str(err)),))
            )
        ]
    return parse_bytes(source, data, options)


def parse_bytes(source: Source, data: bytes, options: Options) -> list[Record]:
    """Return the document records of a file with these bytes."""
    kind = sniff.kind(data, source.path)
    promised = sniff.expected(source.path)
    if promised and kind in ("html", "plain", "code", "binary data", "damaged zip"):
        parsed = Parsed(warnings=(_wrong(kind, promised, data),))
    else:
        parsed = _parsed(kind, data)
    return [_record(source, options, data, kind, parsed)]


def _wrong(kind: str, promised: str, data: bytes) -> Warn:
    """A web page saved as .pdf is an error page, or one nobody has read as that document: read nothing."""
    if kind == "html":
        title = re.search(rb"<title[^>]*>([^<]{1,80})", data, re.IGNORECASE)
        said = f" ({title.group(1).decode('utf-8', 'replace').strip()!r})" if title else ""
        return Warn("wrong_type", f"a web page{said}, not {promised}")
    if kind in ("binary data", "damaged zip"):
        return Warn("broken", f"no readable {promised}")
    return Warn("wrong_type", f"plain text, not {promised}")


def _parsed(kind: str, data: bytes) -> Parsed:
    if kind == "empty":
        return Parsed(warnings=(Warn("empty_file", f"{len(data)} bytes, no content"),))
    if kind in _BYTES:
        return _BYTES[kind](data)
    reader = _TEXT.get(kind) or (plain.read if kind in _READ_AS_CODE else None)
    if reader is None:
        return Parsed(warnings=(Warn("unsupported_type", sniff.describe(kind)),))
    text, warnings = decode.decode(data)
    parsed = reader(text)
    return parsed._replace(warnings=(*warnings, *parsed.warnings))


def _record(source: Source, options: Options, data: bytes, kind: str, parsed: Parsed) -> Record:
    acl = parsed.acl if parsed.acl is not None else list(source.acl) if source.acl is not None else None
    warnings = list(parsed.warnings)
    if acl is None and not source.listed:
        warnings.append(Warn("no_acl", "the access list does not name it"))
    return {
        "doc_id": source.doc_id,
        "source": source.source,
        "title": parsed.title,
        "sha256": hashlib.sha256(data).hexdigest(),
        "url": parsed.url or _url(options.base_url, source.doc_id),
        "updated": parsed.updated or source.updated,
        "lang": parsed.lang,
        "media_type": sniff.MEDIA_TYPES.get(kind, "application/octet-stream"),
        "acl": acl,
        "tenant": parsed.tenant,
        "meta": parsed.meta,
        "text": parsed.text,
        "blocks": parsed.blocks,
        "pages": parsed.pages,
        "warnings": [_warning(warning) for warning in warnings],
    }


def _url(base: str | None, doc_id: str) -> str | None:
    return None if base is None else base.rstrip("/") + "/" + quote(doc_id, safe="/%~!@$&'()*+,;=:")


def _warning(warning: Warn) -> dict[str, Any]:
    return {"code": warning.code, "page": warning.page, "detail": warning.detail}
