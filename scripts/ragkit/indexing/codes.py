"""Small forms of unit vectors, read in place of them to find candidates, which are then scored exactly.

The vectors stay on disk, unread but for the candidates' rows: what is saved is memory, and by "binary" time.
tests/bench/bench_codes.py measures recall, bytes and time of each.
"""

from typing import TYPE_CHECKING, Any

from ragkit.cli import InputError
from ragkit.indexing.lsa import unit

if TYPE_CHECKING:
    import numpy as np

STRIPE = 1 << 10  # rows that are widened to float32 at a time; 8 times as many take 15 times as long


def first(form: str) -> int:
    """Return N of "first:N", 0 for "int8" and "binary"; InputError for another form."""
    name, _, number = form.partition(":")
    if name == "first" and number.isdecimal() and int(number):
        return int(number)
    if form not in ("int8", "binary"):
        raise InputError(f"compress is int8, binary or first:N, e.g. first:64, got {form!r}")
    return 0


def compress(vectors: "np.ndarray[Any, Any]", form: str) -> "dict[str, np.ndarray[Any, Any]]":
    """Return the arrays that scan() reads in place of float32[n, d] vectors.

    int8     each vector as int8[d] and one scale, its largest number becoming 127: a quarter of the bytes
    binary   one bit a number, whether it is above the corpus's mean of that number: a thirty-second
    first:N  the first N numbers at length 1, for vectors trained so (Matryoshka), and LSA's, largest first
    """
    import numpy as np

    if first(form):
        return {"codes": unit(vectors[:, : first(form)])}
    if form == "int8":
        scales = np.maximum(np.abs(vectors).max(axis=1, initial=0.0), 1e-12) / 127
        return {"codes": np.rint(vectors / scales[:, None]).astype(np.int8), "scales": scales}
    means = vectors.mean(axis=0) if len(vectors) else np.zeros(vectors.shape[1], dtype=np.float32)
    return {"codes": _bits(vectors, means), "means": means}


def _bits(vectors: "np.ndarray[Any, Any]", means: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    """Return uint64[n, ceil(d / 64)]: whether each number is above its mean, zeros after the last."""
    import numpy as np

    packed = np.packbits(vectors > means, axis=1)
    padded = np.zeros((len(packed), -(-packed.shape[1] // 8) * 8), dtype=np.uint8)
    padded[:, : packed.shape[1]] = packed
    return np.asarray(padded.view(np.uint64))


def scan(
    arrays: "dict[str, np.ndarray[Any, Any]]", form: str, query: "np.ndarray[Any, Any]"
) -> "np.ndarray[Any, Any]":
    """Return a rough score of every vector for a query float32[d], higher is nearer: float32[n]."""
    import numpy as np

    codes = arrays["codes"]
    if first(form):
        return np.asarray(codes @ unit(query[None, : first(form)])[0])
    if form == "int8":
        found = np.empty(len(codes), dtype=np.float32)
        for start in range(0, len(codes), STRIPE):
            found[start : start + STRIPE] = codes[start : start + STRIPE].astype(np.float32) @ query
        return np.asarray(found * arrays["scales"])
    differing = codes ^ _bits(query[None, :], arrays["means"])
    return -_ones(differing).astype(np.float32)


def _ones(words: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    """Return how many bits are set in each row of uint64[n, w]."""
    import numpy as np

    if hasattr(np, "bitwise_count"):  # numpy 2
        return np.asarray(np.bitwise_count(words).sum(axis=1, dtype=np.int32))
    table = np.array([bin(byte).count("1") for byte in range(256)], dtype=np.uint8)
    return np.asarray(table[words.view(np.uint8)].sum(axis=1, dtype=np.int32))
