"""The order in which a page is drawn, against the order in which it is read."""

import itertools
from collections.abc import Sequence

from ragkit.parsing.pdf_words import Word

_LINES = 25  # lines of a page from which their order is judged
_JUMPS = 0.3  # share of lines that begin above the one drawn before; a column begins one. Taste


def scattered(words: Sequence[Word]) -> float:
    """Return the share of lines, as drawn, that begin above the one before; 0 for few lines or jumps.

    Text in columns, or tables drawn column by column, jump up once for each; a page whose lines jump all the
    time is read in an order that only geometry vouches for.
    """
    heads = [words[0]] if words else []
    for last, word in itertools.pairwise(words):
        if abs(word.bottom - last.bottom) > 0.5 * max(word.height, last.height):
            heads.append(word)
    if len(heads) < _LINES:
        return 0.0
    jumps = sum(word.bottom < last.bottom - 0.5 * last.height for last, word in itertools.pairwise(heads))
    share = jumps / len(heads)
    return share if share > _JUMPS else 0.0
