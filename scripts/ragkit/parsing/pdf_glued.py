"""Words drawn so close that the fixed gap takes them for one: split where the page's own gaps fall in two."""

from typing import Any

_LONG = 20  # letters: as in garble.py, longer words of running text are glued
_MOST = 5_000  # of glued glyphs: as many as decide
_EMPTY = (
    0.04  # of the box height: no gap lies between those in words and those between words. Kerning is finer
)
_LETTERS = (2.5, 12.0)  # a word, on the average: taste


def breaks(text: list[str], gaps: Any, style: Any, known: Any) -> Any:
    """Return where else words end: n - 1 booleans, of which none is true where words look like words.

    text    n characters
    gaps    n - 1 numbers, in heights of the box of the glyph on the left
    style   n indices: each font and size is judged for itself
    known   n - 1 booleans, the ends of words that are found already
    """
    import numpy as np

    out = np.zeros(len(known), dtype=bool)
    starts = np.concatenate([[0], np.flatnonzero(known) + 1])
    ends = np.append(starts[1:], len(text))
    glued: dict[int, list[int]] = {}  # style: gaps inside its glued words
    for start, end in zip(starts.tolist(), ends.tolist(), strict=True):
        if end - start > _LONG and _is_prose(text[start:end]):
            glued.setdefault(int(style[start]), []).extend(range(start, end - 1))
    for number, inside in glued.items():
        limit = _limit(gaps[inside[:_MOST]])
        if limit is None:
            continue
        here = np.zeros(len(known), dtype=bool)
        here[inside] = True
        own = (style[1:] == number) & (style[:-1] == number)
        if 2 * len(inside) > np.count_nonzero(own & ~known):
            here = own
        out |= here & (gaps > limit)
    return out


def _is_prose(word: list[str]) -> bool:
    """Return whether it is letters for the most part, in small letters: no address, leader or identifier."""
    letters = sum(map(str.isalpha, word))
    small = sum(map(str.islower, word))
    return (
        letters > _LONG and letters >= 0.8 * len(word) and 2 * small > letters and not set(word) & set("@_\\")
    )


def _limit(gaps: Any) -> float | None:
    """Return the middle of the widest empty stretch, when the gaps on its two sides are words; else None."""
    import numpy as np

    ordered = np.sort(gaps)
    jumps = np.diff(ordered)
    at = int(jumps.argmax())
    wider = len(ordered) - 1 - at
    if jumps[at] < _EMPTY or ordered[at + 1] <= 0 or wider < 2:
        return None
    low, high = _LETTERS
    if not low <= len(ordered) / wider <= high:
        return None
    return float(ordered[at] + ordered[at + 1]) / 2
