"""What a file is: by its first bytes, and by its name only where the bytes leave it open."""

import os
import re
import zipfile
from io import BytesIO

from ragkit.parsing import pictures
from ragkit.parsing.body import DAMAGED
from ragkit.parsing.plain import CODE

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MAGIC = (
    (b"\x1f\x8b", "gzip"),
    (_OLE, "ole"),
    (b"7z\xbc\xaf\x27\x1c", "7z archive"),
    (b"Rar!", "RAR archive"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"\x89PNG", "PNG image"),
    (b"\xff\xd8\xff", "JPEG image"),
    (b"GIF8", "GIF image"),
    (b"II*\x00", "TIFF image"),
    (b"MM\x00*", "TIFF image"),
    (b"\x7fELF", "program"),
    (b"SQLite format 3\x00", "SQLite database"),
    (b"{\\rtf", "rtf"),
    (b"%!PS", "PostScript document"),
    (b"OggS", "audio"),
    (b"ID3", "audio"),
    (b"PAR1", "Parquet table"),
)
_NAMES = {
    ".md": "markdown", ".markdown": "markdown", ".mdown": "markdown", ".mkd": "markdown", ".mdx": "markdown",
    ".html": "html", ".htm": "html", ".xhtml": "html", ".csv": "csv", ".tsv": "csv", ".jsonl": "jsonl",
    ".ndjson": "jsonl", ".ipynb": "notebook", ".rst": "rst", ".adoc": "asciidoc", ".asciidoc": "asciidoc",
    ".asc": "asciidoc", ".eml": "eml", ".mbox": "mbox", ".json": "json",
}  # fmt: skip
_BINARY = {
    ".pdf": "pdf", ".docx": "docx", ".xlsx": "sheet", ".xlsm": "sheet", ".xlsb": "sheet", ".xls": "sheet",
    ".ods": "sheet", ".pptx": "pptx", ".zip": "zip", ".gz": "gzip", ".odt": "odt", ".epub": "epub",
    ".doc": "doc", ".ppt": "ppt", ".rtf": "rtf",
}  # fmt: skip
MEDIA_TYPES = {
    "markdown": "text/markdown", "plain": "text/plain", "code": "text/plain", "html": "text/html",
    "pdf": "application/pdf", "csv": "text/csv", "jsonl": "application/jsonl", "json": "application/json",
    "notebook": "application/x-ipynb+json", "rst": "text/x-rst", "asciidoc": "text/asciidoc",
    **pictures.KINDS,
    "eml": "message/rfc822", "mbox": "application/mbox", "zip": "application/zip", "gzip": "application/gzip",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "epub": "application/epub+zip",
    "rtf": "application/rtf", "odt": "application/vnd.oasis.opendocument.text",
    "sheet": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
}  # fmt: skip


def expected(name: str) -> str | None:
    """Return the binary kind the name promises, e.g. "pdf" for a.PDF; None where any text would do."""
    return _BINARY.get(_extension(name))


def is_pdf(head: bytes) -> bool:
    """Return whether a file that begins with these 1,024 bytes is a PDF."""
    return b"%PDF-" in head[:1024]


def kind(data: bytes, name: str) -> str:
    """Return what the bytes are: a key of MEDIA_TYPES, "empty", or a phrase naming something unreadable."""
    if not data.strip(b"\0 \t\r\n"):
        return "empty"
    if is_pdf(data):
        return "pdf"
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zip_kind(data)
    for magic, what in _MAGIC:
        if data.startswith(magic):
            return _ole_kind(name, data) if what == "ole" else what
    if data[257:262] == b"ustar":
        return "tar"
    if data[4:8] == b"ftyp":
        return "video or audio"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WebP image"
    if data[:4] == b"RIFF":
        return "audio, video or image"
    return _text_kind(data, name)


def _text_kind(data: bytes, name: str) -> str:
    if _is_binary(data):
        return "binary data"
    extension = _extension(name)
    if re.match(
        rb"\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--.*?-->\s*)*(?:<!doctype html|<html[\s>])", data[:4096], re.I | re.S
    ):
        return "html"
    if extension in _NAMES:
        return _NAMES[extension]
    if not extension and re.match(
        rb"(?:Received|Return-Path|Message-ID|MIME-Version|From|Delivered-To): ", data[:80], re.I
    ):
        return "eml"
    if re.match(rb"From \S+ .*\d{4}\r?\n[\w-]+:", data[:512]) and not extension:
        return "mbox"
    return "code" if CODE.search(name) or data.startswith(b"#!") else "plain"


_CONTROL = bytes(byte for byte in range(32) if byte not in b"\t\n\v\f\r\x1b")


def _is_binary(data: bytes) -> bool:
    """Return whether the head holds NULs or many control bytes and is not UTF-16 or UTF-32 text."""
    head = data[:8192]
    if head.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")):
        return False
    nulls = head.count(0)
    if nulls:
        even, odd = head[::2].count(0), head[1::2].count(0)
        return not (nulls > len(head) // 5 and min(even, odd) * 20 < max(even, odd))
    control = len(head) - len(head.translate(None, _CONTROL))
    return control * 50 > len(head)


def _zip_kind(data: bytes) -> str:
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            members = set(archive.namelist())
            mime = archive.read("mimetype")[:80] if "mimetype" in members else b""
    except DAMAGED:
        return "damaged zip"
    for start, what in (("word/", "docx"), ("xl/", "sheet"), ("ppt/", "pptx")):
        if "[Content_Types].xml" in members and any(name.startswith(start) for name in members):
            return what
    for part, what in (
        (b"spreadsheet", "sheet"),
        (b"epub", "epub"),
        (b"opendocument.text", "odt"),
        (b"opendocument", "OpenDocument file"),
    ):
        if part in mime:
            return what
    return "zip"


def _ole_kind(name: str, data: bytes) -> str:
    if "EncryptedPackage".encode("utf-16-le") in data:
        return "encrypted"
    found = {
        ".xls": "sheet",
        ".doc": "Word 97 document",
        ".ppt": "PowerPoint 97 file",
        ".msg": "Outlook message",
    }
    return found.get(_extension(name), "encrypted or old Office file")


def _extension(name: str) -> str:
    return os.path.splitext(name)[1].lower()
