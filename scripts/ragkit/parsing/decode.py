"""Bytes to text: the encoding that is declared, else the one the bytes prove, else a guess that is said."""

import re

from ragkit.parsing.body import Warn

_BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_DECLARED = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]+)|<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w.:-]+)"""
    rb"""|\A(?:[^\n]*\n)?[^\n]*?coding[:=]\s*([-\w.]+)""",
    re.IGNORECASE,
)


def decode(data: bytes) -> tuple[str, tuple[Warn, ...]]:
    """Return the text, BOM dropped and newlines LF, and a warning when its encoding had to be guessed."""
    text, warnings = _decoded(data)
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), warnings


def _decoded(data: bytes) -> tuple[str, tuple[Warn, ...]]:
    for bom, name in _BOMS:
        if data.startswith(bom):
            return _with_losses(data[len(bom) :], name)
    declared = _DECLARED.search(data[:2048])
    if b"\0" not in data:
        try:
            return data.decode("utf-8"), ()
        except UnicodeDecodeError:
            pass  # the next questions are what it declares and what its bytes look like
    if declared:
        name = next(group for group in declared.groups() if group).decode("ascii")
        try:
            return data.decode("cp1252" if name.lower() in ("iso-8859-1", "latin-1", "ascii") else name), ()
        except (LookupError, UnicodeDecodeError):
            pass  # a wrong declaration is no better than none
    name = guess(data)
    text, warnings = _with_losses(data, name)
    return text, (*warnings, Warn("encoding_guessed", f"not UTF-8 and not declared; read as {name}"))


def _with_losses(data: bytes, name: str) -> tuple[str, tuple[Warn, ...]]:
    text = data.decode(name, "replace")
    bad = text.count("\ufffd")
    if not bad:
        return text, ()
    return text, (Warn("undecodable", f"{bad} byte sequences are not {name}; each is one U+FFFD"),)


def guess(data: bytes) -> str:
    """Return the likeliest encoding of bytes that are not UTF-8."""
    sample = data[:65536]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if even + odd > len(sample) // 8:
        return "utf-16-be" if even > odd else "utf-16-le"
    return "cp1252"
