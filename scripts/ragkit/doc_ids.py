"""The id of a document: its path, so written that it can stand in a citation."""

import re
import unicodedata

_UNSAFE = re.compile(r"""[\s#%\[\]<>"]""")
_ENCODED = re.compile(r"%[0-9A-F]{2}")


def doc_id_of(relative: str) -> str:
    """Return the id of a relative path: NFC, `/`, and what is unsafe in citations percent-encoded.

    >>> doc_id_of("a b/100%#1.md")
    'a%20b/100%25%231.md'
    """
    text = unicodedata.normalize("NFC", relative)
    return "".join(_encoded(char) if _UNSAFE.match(char) or not char.isprintable() else char for char in text)


def as_id(written: str) -> str:
    """Return the id that a person means who writes a path as the file is called, or the id itself.

    >>> as_id("./a b/100% sure.md"), as_id("a%20b/c.md")
    ('a%20b/100%25%20sure.md', 'a%20b/c.md')
    """
    name = unicodedata.normalize("NFC", written).removeprefix("./")
    plain = _ENCODED.sub("", name)  # without what is encoded already
    return doc_id_of(name) if _UNSAFE.search(plain) or not plain.isprintable() else name


def printable(path: str) -> str:
    """Return a path that any record can carry: bytes that are not UTF-8 are percent-encoded."""
    return "".join(char if char.isprintable() else _encoded(char) for char in path)


def _encoded(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "surrogateescape"))
