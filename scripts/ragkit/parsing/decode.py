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

    Latin text has few bytes above 127; where they are most of the letters, the text is in another script, and
    the encoding that turns them into the most characters of its own script wins.
    """
    sample = data[:65536]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if even + odd > len(sample) // 8:
        return "utf-16-be" if even > odd else "utf-16-le"
    high = sum(byte > 127 for byte in sample)
    letters = sum(65 <= byte <= 90 or 97 <= byte <= 122 for byte in sample)
    if high * 2 > letters:
        scores = {name: _share(sample, name, pattern) for name, pattern in _SCRIPTS.items()}
        best = max(scores, key=lambda name: scores[name])
        if scores[best] > 0.6:
            return best
    return "cp1250" if _CENTRAL.search(sample) else "cp1252"


def _share(sample: bytes, name: str, pattern: re.Pattern[str]) -> float:
    """Return the share of the characters above ASCII that belong to the encoding's own script."""
    text = sample.decode(name, "replace")
    other = [char for char in text if char > "\x7f"]
    if name in ("cp932", "euc_jp") and len(_KANA.findall(text)) * 7 < len(other):
        return 0.0
    return sum(bool(pattern.match(char)) for char in other) / max(1, len(other)) - (
        2 * text.count("\ufffd") / max(1, len(text))
    )


_SCRIPTS = {  # the first wins a tie: an encoding whose own script is narrow proves more
    "euc_kr": re.compile("[\uac00-\ud7af]"),
    "cp874": re.compile("[\u0e01-\u0e4e]"),
    "cp1255": re.compile("[\u05d0-\u05ea]"),
    "cp1253": re.compile("[\u03ac-\u03ce]"),
    "cp1256": re.compile("[\u0621-\u064a]"),
    "cp932": re.compile("[\u3040-\u30ff\u4e00-\u9fff\u3000-\u3002\uff01-\uff5e]"),
    "euc_jp": re.compile("[\u3040-\u30ff\u4e00-\u9fff\u3000-\u3002\uff01-\uff5e]"),
    "gb18030": re.compile("[\u4e00-\u9fff\u3000-\u3002\uff00-\uff5e\u2014-\u201d]"),
    "big5": re.compile("[\u4e00-\u9fff\u3000-\u3002\uff00-\uff5e]"),
    "cp1251": re.compile("[\u0430-\u044f\u0451]"),  # small letters: KOI8 has them where this has capitals
    "koi8_r": re.compile("[\u0430-\u044f\u0451]"),
}
_KANA = re.compile("[\u3040-\u30ff]")  # without them it is no Japanese
# Bytes that are letters of Central Europe but signs in Western Europe, inside a word.
_CENTRAL = re.compile(rb"[A-Za-z][\xb9\xb3\xbf\x9f\xbe\x9d][a-z\xea\xf3\xb9\xe6]")
