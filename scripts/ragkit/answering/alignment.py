"""Words of two texts set side by side: stems that need no language,
and the passage that fits a sentence best."""

import re
import unicodedata
from functools import lru_cache

from ragkit.answering.phrases import BEFORE_NUMBER, TITLES
from ragkit.answering.wordlists import load, words

WORD = re.compile(r"[^\W_]+(?:[._'/-][^\W_]+)*")
WIDE = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]+")
PASSAGE = re.compile(
    r"(?<=[.!?])\s+|(?<=[\u3002\uff01\uff1f])|\n\s*\n|\n(?=\s*(?:[-*+|#>]|\d+[.)]\s))|;\s+|\uff1b"
    r"|\n(?=[^\n|]*\S \| )"  # a row without an outer bar
)  # a single line end is a wrap
SUFFIXES = (
    "able",
    "ible",
    "ings",
    "ing",
    "edly",
    "ed",
    "ies",
    "es",
    "s",
    "ly",
    "en",
    "e",
    "os",
    "as",
    "a",
    "o",
    "i",
)
STOP = frozenset(words(load("phrases")["stop words"]))


@lru_cache(maxsize=8192)
def stems(text: str) -> tuple[str, ...]:
    """Return the content words of a text, folded and cut to a crude
    stem; unspaced scripts as pairs of characters."""
    found: list[str] = []
    for word in WORD.findall(plain(text)):
        if wide := WIDE.findall(word):
            for run in wide:
                found += [run[i : i + 2] for i in range(len(run) - 1)] or [run]
            word = WIDE.sub("", word)
        if word and word not in STOP:
            found.append(stem(word))
    return tuple(found)


def plain(text: str) -> str:
    """Return the text without case, accents of composed letters, and compatibility forms."""
    folded = unicodedata.normalize("NFKD", text.replace("\u2019", "'")).casefold()
    return unicodedata.normalize(
        "NFKC", "".join(c for c in folded if not unicodedata.combining(c) or c in "\u3099\u309a")
    )


def stem(word: str) -> str:
    """Return the word without a common ending of the Latin-script languages; digits and short words whole."""
    if len(word) == 4 and word[-1] in "es" and word[-2] != "s":
        return word[:3]  # side, as "sides" becomes
    if len(word) <= 4 or not word.isalpha():
        return word.removesuffix("'s")
    for suffix in SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            word = word[: -len(suffix)]
            return word[:-1] if word[-1] == word[-2] and len(word) > 4 else word
    return word


@lru_cache(maxsize=4096)
def passages(source: str) -> tuple[str, ...]:
    """Return the source cut at sentence ends, semicolons and line ends, not after a title ("Dr.") or
    a number's name ("no. 7")."""
    found: list[str] = []
    titled = numbered = False
    for piece in PASSAGE.split(source):
        if piece and piece.strip():
            joined = titled or (numbered and piece.lstrip()[0].isdigit())
            found[len(found) - joined :] = [f"{found[-1]} {piece}"] if joined else [piece]
            last = piece.rsplit(None, 1)[-1].lower()
            titled = last.endswith(".") and last[:-1] in TITLES
            numbered = last.endswith(".") and last[:-1] in BEFORE_NUMBER
    return tuple(found)


def clause(text: str, start: int, end: int, cut: re.Pattern[str]) -> str:
    """Return the part of a text between the cuts around a range."""
    cuts = [0, *(match.end() for match in cut.finditer(text)), len(text)]
    return text[max(at for at in cuts if at <= start) : min(at for at in cuts if at >= end)]


def best_passage(
    sentence: str, source: str, ignore: set[str] | frozenset[str] = frozenset()
) -> tuple[str, float]:
    """Return the passage of the source with most of the sentence's
    content words, and the share it has, 0 to 1."""
    wanted = set(stems(sentence)) - {stem(word) for word in ignore}
    if not wanted:
        return "", 0.0
    best, score = "", 0.0
    for passage in passages(source):
        share = len(wanted & set(stems(passage))) / len(wanted)
        if share > score:
            best, score = passage, share
    return best, score
