"""EPUB books: a zip of web pages, read in the order of the book's own spine."""

import html as entities
import posixpath
import re
import zipfile
from io import BytesIO
from urllib.parse import unquote

from ragkit.parsing import archive, decode, html
from ragkit.parsing.body import DAMAGED, Body, Parsed, Warn

_CONTAINER = "META-INF/container.xml"
_LONGEST = 32 << 20  # bytes of one page: taste


def read(data: bytes) -> Parsed:
    """Return the book's pages one after the other; a page that is missing or locked is named."""
    try:
        if large := archive.oversize(data, _LONGEST):
            return Parsed(warnings=(Warn("too_large", large),))
        with zipfile.ZipFile(BytesIO(data)) as book:
            return _read(book)
    except DAMAGED as err:
        return _broken(f"no readable book: {' '.join(str(err).split())[:100]}")


def _read(book: zipfile.ZipFile) -> Parsed:
    names = set(book.namelist())
    if "META-INF/encryption.xml" in names and b"EncryptedData" in book.read("META-INF/encryption.xml"):
        locked = book.read("META-INF/encryption.xml").decode("utf-8", "replace")
        if re.search(r"\.x?html?[\"']", locked):
            return Parsed(warnings=(Warn("encrypted", "its pages are locked (DRM)"),))
    if _CONTAINER not in names:
        return _broken(f"no {_CONTAINER}, which names the book's list of pages")
    package = _attribute(_text(book, _CONTAINER), "full-path")
    if package not in names:
        missing = f"names {package!r}, which is not in the book" if package else "names no list of pages"
        return _broken(f"{_CONTAINER} {missing}")
    opf = _text(book, package)
    items = {
        _attribute(tag, "id"): _attribute(tag, "href") for tag in re.findall(r"<(?:\w+:)?item\b[^<>]*>", opf)
    }
    spine = [_attribute(tag, "idref") for tag in re.findall(r"<(?:\w+:)?itemref\b[^<>]*>", opf)]
    body = Body()
    warnings: list[Warn] = []
    for reference in spine:
        name = posixpath.normpath(
            posixpath.join(posixpath.dirname(package), unquote(items.get(reference, "").partition("#")[0]))
        )
        if name not in names:
            warnings.append(Warn("member_unread", f"the page {name!r} is not in the book"))
            continue
        page = html.read(_text(book, name))
        body.extend(page.text, page.blocks)
        warnings.extend(each for each in page.warnings if each.code != "no_text")  # a cover, a picture
    text, blocks, _ = body.finish()
    if not spine:
        warnings.append(Warn("broken", f"{package} lists no pages (no <itemref> in a <spine>)"))
    lang = _element(opf, "language").split("-")[0].lower()
    return Parsed(
        text, blocks, title=_element(opf, "title"), lang=lang if re.fullmatch("[a-z]{2}", lang) else None,
        warnings=tuple(warnings),
    )  # fmt: skip


def _broken(what: str) -> Parsed:
    return Parsed(warnings=(Warn("broken", what),))


def _text(book: zipfile.ZipFile, name: str) -> str:
    return decode.decode(book.read(name))[0]


def _attribute(tag: str, name: str) -> str:
    match = re.search(rf"""\b{name}\s*=\s*["']([^"']*)["']""", tag)
    return entities.unescape(match.group(1)) if match else ""


def _element(opf: str, name: str) -> str:
    match = re.search(rf"<dc:{name}\b[^<>]*>([^<]*)<", opf)
    return " ".join(entities.unescape(match.group(1)).split()) if match else ""
