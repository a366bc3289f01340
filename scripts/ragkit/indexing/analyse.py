"""The one analyser: text in, index terms out, the same for every leg, store and query.

Unicode words with their combining marks, NFKC and case folding, Snowball stems, accents folded after the
stem, CJK uni- and bigrams, Thai (Lao, Khmer, Burmese) trigrams, identifiers whole and in parts. What each
choice gave is in references/retrieval.md; tests/bench/bench_lexical_quality.py prints the table.
"""

import functools
import re
import sys
import unicodedata
from collections.abc import Iterable

from ragkit.indexing.languages import FUNCTION_WORDS, SCRIPT_DEFAULTS, SNOWBALL, detect, script_language

VERSION = "1"  # raise it with every change that changes a term: an index of another version is refused
UNSTEMMED = "none"  # in place of a language: words as they are, folded
DETECT_CHARACTERS = 20_000  # function words settle on far less
LONGEST_WHOLE = 64  # characters; a longer compound (an address, a hash) is found by its parts

IDENTIFIER_WEIGHT = 5  # bench_identifiers.py: hit@1 .996 at 1, .9997 at 3, 1 at 5

_CJK = (
    "\u3005-\u3007\u3040-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af\U00020000-\U0003ffff"
)
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer: no spaces between words
_HYPHENS = dict.fromkeys([*range(0x2010, 0x2016), 0x2212, 0xFE58, 0xFE63, 0xFF0D], "-")
_DROPPED = dict.fromkeys([0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0x640])  # soft hyphen, zero widths
# Marks between words in texts that are ASCII without them, which are cut 14 times as fast.
_SPACES = dict.fromkeys(
    [0xA7, 0xA9, 0xAB, 0xAE, 0xB0, 0xB1, 0xB7, 0xBB, 0xD7, *range(0x2018, 0x2020), 0x2022], " "
)
_TRANSLATE = {**_HYPHENS, **_DROPPED, **_SPACES}
_ACRONYMS = re.compile(r"[A-Z]{2,}s")  # the plural of an acronym: "GPUs"
_IDENTIFIER = re.compile(r"[0-9_]|[a-z][A-Z]")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^A-Za-z0-9]+")
_CJK_START, _UNSPACED_START = re.compile(f"[{_CJK}]"), re.compile(f"[{_UNSPACED}]")


@functools.cache
def _word() -> re.Pattern[str]:
    """Raw words of any script; made on first use because the marks take 10 ms to collect."""
    marks = re.escape(
        "".join(
            chr(code) for code in range(0x300, 0x20000) if unicodedata.category(chr(code)) in ("Mn", "Mc")
        )
    )
    letter = f"(?:[^\\W_{_CJK}{_UNSPACED}]|[{marks}])"
    return re.compile(f"[{_CJK}]+|[{_UNSPACED}]+|" + _compound(letter))


def _compound(letter: str) -> str:
    return f"{letter}+(?:{_JOINT}{letter}+)*(?:\\+\\+|#(?!\\w))?"


_JOINT = r"(?:[-./@:\\]|_+|::|(?<=[0-9]),(?=[0-9]))"
_SEPARATOR, _ASCII_WORD = re.compile(_JOINT), re.compile(_compound("[A-Za-z0-9]"))


def raw_words(text: str) -> list[str]:
    """Return the words of the text as written, compounds and runs of unspaced scripts whole, after NFKC."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.translate(_TRANSLATE)).translate(_TRANSLATE)
    return (_ASCII_WORD if text.isascii() else _word()).findall(text)


def terms(text: str, lang: str | None = None) -> list[str]:
    """Return the index terms of a text in reading order, repeats kept.

    lang  ISO 639-1 of the text, for its stemmer; None stems by script (Latin as English); UNSTEMMED does not

    >>> terms("Error E-4012 in getUserById: the printers are offline")
    ['error', 'e4012', 'e', '4012', 'in', 'getuserbyid', 'get', 'user', 'by', 'id', 'the', 'printer', 'are', 'offlin']
    """  # noqa: E501  the example is one line
    return [term for word in raw_words(text) for term in _expand(word, lang)]


def query_terms(question: str, langs: Iterable[str | None], stems: str | None = None) -> list[str]:
    """Return the terms to search for: each word stemmed in every language given, question words dropped.

    langs  the languages to try: of the question, then of the index; a word whose stems agree counts once
    stems  the one language to stem in instead, or UNSTEMMED, of an index that was built so
    A question of question words alone keeps them all. Where at least every second word is an identifier, each
    counts IDENTIFIER_WEIGHT times as a whole: its parts (10, 0, 0 and 1 of an address) would outweigh it.
    """
    langs = tuple(langs) or (None,)
    stemmed = langs if stems is None else (stems,)
    dropped = frozenset[str]().union(*(FUNCTION_WORDS.get(lang or "en", ()) for lang in langs))
    words = raw_words(question)
    shouted = question.isupper()  # else US, IT and WHO are names, not words
    kept = [
        word
        for word in words
        if _fold(word.casefold()) not in dropped or (word.isupper() and len(word) > 1 and not shouted)
    ] or words
    found: list[str] = []
    about_names = len(kept) <= 2 * sum(bool(_IDENTIFIER.search(word)) for word in kept)
    for word in kept:
        expanded = list(dict.fromkeys(term for lang in stemmed for term in _expand(word, lang)))
        if about_names and len(expanded) > 1 and _IDENTIFIER.search(word):
            expanded[:0] = expanded[:1] * (IDENTIFIER_WEIGHT - 1)
        found += expanded
    return found


def grams(text: str) -> list[str]:
    """Return the 3- to 5-character pieces of folded words, ends marked: for the leg against typos."""
    found = []
    for word in raw_words(text):
        if len(word) <= LONGEST_WHOLE:
            marked = f"<{_fold(word.casefold())}>"
            found += [marked[i : i + n] for n in (3, 4, 5) for i in range(len(marked) - n + 1)]
    return found


def language(texts: Iterable[str], least: int = 3) -> str | None:
    """Return the language of a document given as texts, by function words; None when it cannot be told."""
    words: list[str] = []
    for text in texts:
        words += (_fold(word.casefold()) for word in raw_words(text[:DETECT_CHARACTERS]))
        if len(words) > DETECT_CHARACTERS // 5:
            break
    return detect(words, least)


@functools.lru_cache(maxsize=1 << 19)
def _expand(word: str, lang: str | None) -> tuple[str, ...]:
    """Return the terms of one raw word."""
    first = word[0]
    if first >= "\u0e00":
        if _CJK_START.match(first):
            return tuple(word) + tuple(word[i : i + 2] for i in range(len(word) - 1))
        if _UNSPACED_START.match(first):
            return tuple(word[i : i + 3] for i in range(max(1, len(word) - 2)))
    pieces = [piece for piece in _SEPARATOR.split(word) if piece]
    parts: list[str] = []
    for piece in pieces:
        parts += _parts(piece, lang)
    if len(pieces) == 1 and len(parts) == 1:
        return (sys.intern(parts[0]),)
    whole = _whole(word, pieces)
    return tuple(map(sys.intern, [whole, *parts] if len(whole) <= LONGEST_WHOLE else parts))


def _whole(word: str, pieces: list[str]) -> str:
    """The compound as one term: E-4012, e4012 and E_4012 agree; numbers keep their marks (1.2.3, 10-20)."""
    joined = "".join(pieces)
    if "," in word:
        word = word.replace(",", "")
    if re.search(r"[./@:\\]", word) or joined.isdigit():
        return _fold(word.casefold())
    return _fold(joined.casefold())


def _parts(piece: str, lang: str | None) -> list[str]:
    if piece.islower() or piece.istitle() or not piece.isascii():
        return [_stem(piece, lang)]
    if _ACRONYMS.fullmatch(piece):
        return [piece[:-1].lower()]
    camel = [part for part in _CAMEL.findall(piece) if part[0].isalpha() or part.isdigit()]
    if len(camel) < 2 or not re.search("[a-z][A-Z]|[A-Z][A-Z][a-z]", piece):
        return [_stem(piece, lang)]
    return [_stem(part, lang) for part in camel]


def _stem(word: str, lang: str | None) -> str:
    folded = word.casefold()
    if folded.isdigit():
        return folded
    if lang == UNSTEMMED:
        return _fold(folded)
    script = script_language(folded)
    if lang is None or lang not in SNOWBALL or _script_of(lang) != script:
        lang = script
    return _fold(_stemmer(SNOWBALL[lang]).stemWord(folded) if lang else folded)


def _script_of(lang: str) -> str:
    """The default language of the script that a language is written in."""
    own = {code for code, _ in SCRIPT_DEFAULTS}
    return {"ne": "hi", "fa": "ar", "sr": "ru"}.get(lang, lang if lang in own else "en")


@functools.cache
def _stemmer(name: str):  # type: ignore[no-untyped-def]  # PyStemmer ships no types
    import Stemmer

    return Stemmer.Stemmer(name, 0)  # _expand is the cache


def _fold(word: str) -> str:
    """Drop accents of Latin, Greek and Cyrillic and vowel points of Hebrew and Arabic; short i stays."""
    if word.isascii():
        return word
    kept: list[str] = []
    for char in unicodedata.normalize("NFD", word):
        code = ord(char)
        if 0x300 <= code <= 0x36F and not (code == 0x306 and kept and kept[-1] == "\u0438"):
            continue
        if 0x591 <= code <= 0x5C7 or 0x64B <= code <= 0x65F or code == 0x670:
            continue
        kept.append(char)
    return unicodedata.normalize("NFC", "".join(kept))
