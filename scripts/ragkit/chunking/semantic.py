"""How far apart in meaning neighbouring passages are."""

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any
from zlib import crc32

Embed = Callable[[Sequence[str], str], Any]  # (texts, "document") -> rows of numbers, one a text

_WINDOW = (
    3  # passages on each side that are compared: one alone is too short to tell (Hearst 1997 used blocks)
)
_DIMENSIONS, _PLACES = 64, 512


def distances(texts: Sequence[str], embed: Embed) -> list[float]:
    """Return, for each text but the first, 1 - cosine between the passages before it and from it on."""
    rows = [[float(value) for value in row] for row in embed(texts, "document")]
    found = []
    for at in range(1, len(rows)):
        left = _mean(rows[max(0, at - _WINDOW) : at])
        right = _mean(rows[at : at + _WINDOW])
        found.append(1 - _cosine(left, right))
    return found


def _mean(rows: Sequence[Sequence[float]]) -> list[float]:
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def _cosine(left: Sequence[float], right: Sequence[float]) -> float:
    norm = math.hypot(*left) * math.hypot(*right)
    return sum(one * other for one, other in zip(left, right, strict=True)) / norm if norm else 0.0


def lexical(texts: Sequence[str], kind: str) -> Any:
    """Return latent semantic vectors of the texts, from them alone, the same every time.

    tf-idf of words, hashed into 512 signed places, on its 64 strongest axes.
    """
    import numpy

    counts = [Counter(re.findall(r"\w+", text.lower())) for text in texts]
    documents = Counter(word for count in counts for word in count)
    matrix = numpy.zeros((len(texts), _PLACES))
    for row, count in enumerate(counts):
        for word, times in count.items():
            place = crc32(word.encode("utf-8", "surrogatepass"))
            weight = (1 + math.log(times)) * math.log(1 + len(texts) / documents[word])
            matrix[row, place % _PLACES] += weight if place & 1 << 31 else -weight
    if len(texts) < _PLACES:  # the same vectors, but for their signs, from the smaller of the two products
        strength, axes = numpy.linalg.eigh(matrix @ matrix.T)
        return axes[:, -_DIMENSIONS:] * numpy.sqrt(strength[-_DIMENSIONS:].clip(0))
    axes = numpy.linalg.eigh(matrix.T @ matrix)[1]
    return matrix @ axes[:, -_DIMENSIONS:]
