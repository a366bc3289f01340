"""Bytes to text: the encoding that is declared, else the one the bytes prove, else a guess that is said."""

import re

from ragkit.parsing import charsets
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
_ESCAPES = re.compile(rb"\x1b(?:\$[@B]|\$\([@BD]|\$\)C|\([JI])")  # ISO-2022, which is all ASCII bytes
_NO_CHARSETS = {"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape"}


def decode(data: bytes) -> tuple[str, tuple[Warn, ...]]:
    """Return the text, BOM dropped and newlines LF, and a warning when its encoding had to be guessed."""
    text, warnings = _decoded(data)
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), warnings


def _decoded(data: bytes) -> tuple[str, tuple[Warn, ...]]:
    for bom, name in _BOMS:
        if data.startswith(bom):
            return _with_losses(data[len(bom) :], name)
    declared = _DECLARED.search(data[:2048])
    if escape := _ESCAPES.search(data):
        name = "iso2022_kr" if escape.group() == b"\x1b$)C" else "iso2022_jp_2"
        if (text := declared_as(data, name)) is not None:
            return text, () if declared else (Warn("encoding_guessed", f"its escapes are those of {name}"),)
    if b"\0" not in data:
        try:
            return data.decode("utf-8"), ()
        except UnicodeDecodeError:
            pass  # the next questions are what it declares and what its bytes look like
    if declared:
        name = next(group for group in declared.groups() if group).decode("ascii")
        if (text := declared_as(data, name)) is not None:
            return text, ()
    name = guess(data)
    text, warnings = _with_losses(data, name)
    return text, (*warnings, Warn("encoding_guessed", f"not UTF-8 and not declared; read as {name}"))


def declared_as(data: bytes, name: str) -> str | None:
    """Return the text in the encoding that is declared; None where that is none, or not that of the bytes."""
    plain = name.lower().replace("_", "-")
    if plain in _NO_CHARSETS:
        return None
    try:
        return data.decode("cp1252" if plain in ("iso-8859-1", "latin-1") else name)
    except (LookupError, ValueError):  # ValueError: also what codecs raise that are no charsets
        return None


def _with_losses(data: bytes, name: str) -> tuple[str, tuple[Warn, ...]]:
    text = data.decode(name, "replace")
    bad = text.count("\ufffd")
    if not bad:
        return text, ()
    return text, (Warn("undecodable", f"{bad} byte sequences are not {name}; each is one U+FFFD"),)


def guess(data: bytes) -> str:
    """Return the likeliest encoding of bytes that are not UTF-8: by NULs, by script, then by what is common.

    Latin text has few bytes above 127; where they are more, the text may be in another script.
    """
    sample = data[:65536]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if even + odd > len(sample) // 8:
        return "utf-16-be" if even > odd else "utf-16-le"
    high = sum(byte > 127 for byte in sample)
    letters = sum(65 <= byte <= 90 or 97 <= byte <= 122 for byte in sample)
    if high * 4 > letters and (name := charsets.other_script(sample)):
        return name
    if len(_DOS.findall(sample)) > len(_WINDOWS.findall(sample)):
        return "cp850"
    return "cp1250" if _CENTRAL.search(sample) else "cp1252"


# Bytes inside a word that are letters of DOS (cp850: e and u with their marks among them) and in Windows low
# quotes, signs or nothing; and those that are letters in Windows, but for 0xE1, the sharp s of DOS.
_DOS = re.compile(rb"[A-Za-z][\x81-\x84\x87-\x8b\x8d\x8f\x90\x9d](?=[a-z])")
_WINDOWS = re.compile(rb"[A-Za-z][\xc0-\xd6\xd8-\xe0\xe2-\xf6\xf8-\xff](?=[a-z])")
# Bytes that are letters of Central Europe but signs in Western Europe, inside a word.
_CENTRAL = re.compile(rb"[A-Za-z][\xb9\xb3\xbf\x9f\xbe\x9d][a-z\xea\xf3\xb9\xe6]")
