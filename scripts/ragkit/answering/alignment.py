"""Words of two texts set side by side: stems that need no language, and the passage that fits a sentence best."""

import re
import unicodedata
from functools import lru_cache

WORD = re.compile(r"[^\W_]+(?:[._'/-][^\W_]+)*")
WIDE = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]+")
PASSAGE = re.compile(
    r"(?<=[.!?])\s+|(?<=[\u3002\uff01\uff1f])|\n\s*\n|\n(?=\s*(?:[-*+|#>]|\d+[.)]\s))|;\s+|\uff1b"
)  # a single line end is a wrap
SUFFIXES = ("ings", "ing", "edly", "ed", "ies", "es", "s", "ly", "en", "e", "os", "as", "a", "o", "i")
STOP = frozenset(
    """the a an of to in on at by for and or is are was were be been being it its this that these those with as from has have had do
    does did will would can could may might must shall should than then there their they he she we you i his her our your which
    who whom what when where how also so if but into over under about each any some all
    el la los las un una unos unas de del en y o a al por para con es son fue era ser se su sus que lo como m\u00e1s le les
    le la les un une des du de d l au aux en et ou par pour avec est sont \u00e9tait \u00eatre il elle ils se sa son ses qui que ce cette dans sur
    der die das den dem des ein eine einer eines einem einen und oder in im am an auf zu zum zur von vom mit f\u00fcr ist sind war wird werden
    es er sie sich als bei aus nach so dass daf\u00fcr
    o os as um uma do da dos das no na nos nas e ou por para com \u00e9 s\u00e3o foi ser seu sua que se ao \u00e0
    il lo gli i un uno una di del della dei delle nel nella e o per con \u00e8 sono fu era essere si suo sua che al alla da dal in
    [1] says reads note page""".split()
)


@lru_cache(maxsize=8192)
def stems(text: str) -> tuple[str, ...]:
    """Return the content words of a text, folded and cut to a crude stem; unspaced scripts as pairs of characters."""
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
    return unicodedata.normalize("NFKC", "".join(c for c in folded if not unicodedata.combining(c) or c in "\u3099\u309a"))


def stem(word: str) -> str:
    """Return the word without a common ending of the Latin-script languages; digits and short words whole."""
    if len(word) <= 4 or not word.isalpha():
        return word.removesuffix("'s")
    for suffix in SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            return word[: -len(suffix)]
    return word


def passages(source: str) -> list[str]:
    """Return the source cut at sentence ends, semicolons and line ends."""
    return [piece for piece in PASSAGE.split(source) if piece and piece.strip()]


def best_passage(sentence: str, source: str, ignore: set[str] | frozenset[str] = frozenset()) -> tuple[str, float]:
    """Return the passage of the source with most of the sentence's content words, and the share it has, 0 to 1."""
    wanted = set(stems(sentence)) - {stem(word) for word in ignore}
    if not wanted:
        return "", 0.0
    best, score = "", 0.0
    for passage in passages(source):
        share = len(wanted & set(stems(passage))) / len(wanted)
        if share > score:
            best, score = passage, share
    return best, score
