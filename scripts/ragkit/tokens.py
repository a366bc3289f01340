"""The one token counter: an offline estimate of OpenAI's cl100k tokens, in pure Python."""

import re
from collections.abc import Sequence
from typing import Any

from ragkit import token_table

UNIT = "cl100k tokens, estimated"

# Tokens of a Claude model for one of cl100k: its tokenizer since Opus 4.7 makes about half as many again on
# English, code and Markdown; take it as the most there.
CLAUDE_FACTOR = 1.5

# cl100k's own first step cuts a text into pieces; this is its pattern, in Python's words.
PIECE = re.compile(
    r"'(?:[sdmtSDMT]|ll|ve|re)|(?:[^\r\n\w]|_)?[^\W\d_]+|\d{1,3}| ?(?:[^\w\s]|_)+[\r\n]*|\s*[\r\n]+"
    r"|\s+(?!\S)|\s+"
)
_ASCII_PIECE = re.compile(  # the same for ASCII, where it is half as fast again
    r"'(?:[sdmtSDMT]|ll|ve|re)|[^\r\nA-Za-z0-9]?[A-Za-z]+|[0-9]{1,3}| ?[^\sA-Za-z0-9]+[\r\n]*|\s*[\r\n]+"
    r"|\s+(?!\S)|\s+"
)
BUCKETS = 1 << 14
_LAST = BUCKETS - 1
LEVELS = "".join(chr(code) for code in range(33, 127) if chr(code) not in '"\\')
LOWEST, STEP = -1200, 40  # thousandths of a token: what the first level means, and the next more
_MEMO_LIMIT = 200_000  # pieces, words and triples of letters remembered, some 20 MB each
_SPARSE = 12  # characters a space, above which (as in Chinese) words seldom come again: taste
_LONGEST = 64  # characters of a word to remember; a longer one is a hash or an address: taste
_RUN = re.compile("    *")  # three spaces or more; all but the last are a piece of their own
_CLOSING = ".,;:!?)\"'`*\n"  # marks behind a word that make one piece, line ends last
_UNSURE = 1 << 40  # weight of a word whose pieces may go on beyond it


def count(text: str) -> int:
    """Return the estimated number of cl100k tokens of the text; 0 for an empty text, else at least 1.

    Against tiktoken, on 6,092 held-out windows of 1,200 to 2,000 characters (prose, Markdown, code, 8
    languages; tests/bench/bench_tokens.py), 95% of the estimates lie within 6.2%; within 5% for Markdown and
    tables, 11% for plain prose. The weights were fitted to the letter groups of a piece.
    """
    return max(1, (weigh(text) + 500) // 1000) if text else 0


def weigh(text: str) -> int:
    """Return the estimate in thousandths of a token: the sum over the pieces of the text.

    It adds up over parts cut at the beginning of a line, or behind white space before a letter or digit;
    where more than one white space stands there, the parts may weigh more than the whole, never less.
    """
    by_words = text.isascii() or text.count(" ") * _SPARSE > len(text)
    if by_words and text[-2:] != "  " and "\0" not in text:
        total = sum(map(_words.__getitem__, _split(text)))
        if total < _UNSURE:
            runs = _RUN.findall(text) if "   " in text else ()
            return total + sum([_weights[run[1:]] for run in runs])
    return sum(map(_weights.__getitem__, _pieces(text)))


def _pieces(text: str) -> list[str]:
    return (_ASCII_PIECE if text.isascii() else PIECE).findall(text)


def _split(text: str) -> list[str]:
    """Return the words of a text, line ends with the word before, and a \\0 before those that begin a line.

    No piece goes over a single space or a line end, and most words come again, so this is twice as fast.
    """
    body = text.rstrip("\n")
    marked = body.replace("\n", "\n \0")
    if "\n\n" in body:  # twice, for a match cannot begin at the line end that closed the one before
        marked = marked.replace("\n \0\n", "\n\n").replace("\n \0\n", "\n\n")
    return f"\0{marked}{text[len(body) :]}".split(" ")


def bare(piece: str) -> str:
    """Return the piece without the one space before it, which costs nothing."""
    return piece[1:] if len(piece) > 1 and piece[0] == " " and not piece[1].isspace() else piece


def buckets(piece: str) -> list[int]:
    """Return the table places of a piece: its pairs and triples of characters, and those beyond ASCII."""
    if piece.isascii():
        codes: Sequence[int] = b"\2" + piece.encode() + b"\3"
        others: list[int] = []
    else:
        codes = [2, *map(ord, piece), 3]
        others = [(code * 9973 + 3) & _LAST for code in codes if code > 127]
    before, here = codes[0], codes[1]
    found = [(before * 2617 + here * 7919 + 1) & _LAST]
    for after in codes[2:]:
        found.append((here * 2617 + after * 7919 + 1) & _LAST)
        found.append((before * 40503 + here * 2617 + after * 7919 + 5) & _LAST)
        before, here = here, after
    return found + others


def _at_once(piece: str) -> int:
    """Return the sum of the table over buckets(piece), without making the list."""
    codes = [*map(ord, piece), 3]
    before, here = 2, codes[0]
    found = _TABLE[(before * 2617 + here * 7919 + 1) & _LAST]
    for after in codes[1:]:
        pair = here * 2617 + after * 7919
        found += _TABLE[(pair + 1) & _LAST] + _TABLE[(before * 40503 + pair + 5) & _LAST]
        if here > 127:
            found += _TABLE[(here * 9973 + 3) & _LAST]
        before, here = here, after
    return found


class _Memo(dict[Any, int]):
    """Whole numbers remembered, all forgotten when they are too many."""

    def __setitem__(self, key: Any, value: int) -> None:
        if len(self) > _MEMO_LIMIT:
            self.clear()
        super().__setitem__(key, value)


class _Weights(_Memo):
    """Weight of a piece, worked out when it is first seen: the sum over its buckets, at least one token."""

    def __missing__(self, piece: str) -> int:
        weight = 0
        if piece != " ":
            word = bare(piece)
            if "\2" in word or not word.isascii():  # a mark of its own, or triples too many to remember
                found = _at_once(word)
            else:
                found = sum(map(_triples.__getitem__, zip("\2" + word, word, word[1:] + "\3", strict=False)))
            weight = max(1000, token_table.BASE + found)
        self[piece] = weight
        return weight


class _Triples(_Memo):
    """What a letter and those beside it add to a piece's sum over its buckets; \\2 and \\3 are its ends."""

    def __missing__(self, triple: tuple[str, str, str]) -> int:
        before, here, after = map(ord, triple)
        weight = _TABLE[(here * 2617 + after * 7919 + 1) & _LAST]
        weight += _TABLE[(before * 40503 + here * 2617 + after * 7919 + 5) & _LAST]
        if before == 2:
            weight += _TABLE[(before * 2617 + here * 7919 + 1) & _LAST]
        self[triple] = weight
        return weight


class _Words(_Memo):
    """Weight of a word of _split; _UNSURE where white space other than a line end meets its edges."""

    def __missing__(self, word: str) -> int:
        first = word[:1] == "\0"  # of its line; else a space stands before it, and belongs to its first piece
        core = word[first:].rstrip(_CLOSING)
        if core.isalpha():  # letters and the marks behind them, a piece each
            marks = word[first + len(core) :]
            self[word] = weight = _weights[core] + (_weights[marks] if marks else 0)
            return weight
        body = word[1:] if first else " " + word
        weight = sum(map(_weights.__getitem__, _pieces(body)))
        if word[-1:] != "\n" and word[-1:].isspace():
            weight = _UNSURE
        if word[first : first + 1].isspace():
            lead = word[first : len(word) - len(word[first:].lstrip())]
            weight = weight if first and "\n" not in lead and "\r" not in lead else _UNSURE
        if len(word) <= _LONGEST:
            self[word] = weight
        return weight


_MEANING = {level: at * STEP + LOWEST for at, level in enumerate(LEVELS)}
_TABLE = list(map(_MEANING.__getitem__, token_table.BUCKETS))
_weights, _words, _triples = _Weights(), _Words(), _Triples()
