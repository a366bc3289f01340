"""The dense leg that needs no download: latent semantic analysis, an SVD of tf-idf."""

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np

DIMENSION = 256  # 128 is about as good on scifact and half as large; more gains nothing
FIT_CHUNKS = 20_000  # a larger corpus is fitted on so many, evenly spaced, and the rest folded in
BLOCK = 1 << 17  # chunks whose terms are laid out by chunk at a time; taste: 200 MB
EXACT = 600  # rows or columns up to which LAPACK is fast enough
OVERSAMPLE, ITERATIONS = 32, 2  # taste: more iterations are slower, and nearer to the exact SVD


class Model(NamedTuple):
    """A fitted space over the index's terms; a text is a unit vector in it, or zero when no term is known.

    weights     float64[t]: idf by term, 0 for a term of a single chunk
    rows        int32[t]: the term's row in components, -1 for a term of under two of the chunks fitted on
    components  float32[r, d]: what one weighted term adds to a vector
    """

    weights: "np.ndarray[Any, Any]"
    rows: "np.ndarray[Any, Any]"
    components: "np.ndarray[Any, Any]"


def fit(
    starts: "np.ndarray[Any, Any]",
    chunks: "np.ndarray[Any, Any]",
    counts: "np.ndarray[Any, Any]",
    n: int,
    dimension: int = DIMENSION,
) -> "tuple[Model, np.ndarray[Any, Any]]":
    """Return the model and the unit vectors float32[n, d] of n chunks given as postings (see postings.py).

    d is at most `dimension` and less than n and the number of terms; 0 when there is nothing to relate.
    Deterministic: the random start is seeded and each component's largest entry is positive.
    source: Deerwester et al. 1990; weights (1 + log tf) * log((n + 1) / (df + .5)), rows of unit length
    """
    import numpy as np

    frequency = np.diff(starts)
    weights = np.where(frequency > 1, np.log((n + 1) / (frequency + 0.5)), 0.0)
    table = _table(starts, chunks, counts, n, weights)
    step = max(1, -(-n // FIT_CHUNKS))
    fitted = chunks % step == 0
    found = (np.bincount(table.terms[fitted], minlength=len(weights)) > 1) & (weights > 0)
    rows = np.where(found, np.cumsum(found) - 1, -1).astype(np.int32)
    matrix = _matrix(table, fitted, rows, weights, -(-n // step), step=step)
    model = Model(weights, rows, _right_vectors(matrix, dimension))
    return model, _project(model, table, n)


def vectors(
    model: Model,
    starts: "np.ndarray[Any, Any]",
    chunks: "np.ndarray[Any, Any]",
    counts: "np.ndarray[Any, Any]",
    n: int,
) -> "np.ndarray[Any, Any]":
    """Return the unit vectors float32[n, d] of n chunks in a space fitted before: folding in."""
    return _project(model, _table(starts, chunks, counts, n, model.weights), n)


class _Table(NamedTuple):
    """Postings with what is asked of each: its term and count, and the length of its chunk's weighted row.

    terms, chunks, counts  int32[p]
    norms                  float64[n]; 1 for a chunk without a weighted term
    """

    terms: "np.ndarray[Any, Any]"
    chunks: "np.ndarray[Any, Any]"
    counts: "np.ndarray[Any, Any]"
    norms: "np.ndarray[Any, Any]"


def _table(starts: Any, chunks: Any, counts: Any, n: int, weights: Any) -> _Table:
    import numpy as np

    terms = np.repeat(np.arange(len(weights), dtype=np.int32), np.diff(starts))
    squares = np.zeros(n)
    for first in range(0, len(chunks), BLOCK * 32):
        part = slice(first, first + BLOCK * 32)
        values = (1 + np.log(counts[part])) * weights[terms[part]]
        squares += np.bincount(chunks[part], weights=values**2, minlength=n)
    norms = np.sqrt(squares)
    norms[norms == 0] = 1.0
    return _Table(terms, chunks, counts, norms)


def _matrix(
    table: _Table, wanted: Any, rows: Any, weights: Any, n: int, first: int = 0, step: int = 1
) -> Any:
    """Return the wanted postings as a sparse float32[n, r]: a row of length 1 for each chunk.

    wanted  bool[p]: those of the chunks first, first + step, first + 2 * step, ... up to n of them
    rows    int32[t]: the column of each term, -1 for none
    """
    import numpy as np
    from scipy.sparse import csr_matrix

    at = np.flatnonzero(wanted)
    at = at[rows[table.terms[at]] >= 0]
    terms, chunks = table.terms[at], table.chunks[at]
    values = (1 + np.log(table.counts[at])) * weights[terms] / table.norms[chunks]
    places = ((chunks - first) // step, rows[terms])
    return csr_matrix((values.astype(np.float32), places), shape=(n, int(rows.max(initial=-1)) + 1))


def _project(model: Model, table: _Table, n: int) -> "np.ndarray[Any, Any]":
    """Return the unit vectors float32[n, d] of the chunks, some at a time: sparse rows are large."""
    import numpy as np

    found = np.empty((n, model.components.shape[1]), dtype=np.float32)
    for first in range(0, n, BLOCK):
        last = min(n, first + BLOCK)
        wanted = (table.chunks >= first) & (table.chunks < last)
        part = _matrix(table, wanted, model.rows, model.weights, last - first, first)
        found[first:last] = unit(np.asarray(part @ model.components))
    return found


def _right_vectors(matrix: Any, dimension: int) -> "np.ndarray[Any, Any]":
    """Return the leading right singular vectors as columns, float32[t, d], largest first.

    source: Halko, Martinsson and Tropp 2011, randomized subspace iteration
    """
    import numpy as np

    rank = min(dimension, min(matrix.shape) - 1)
    if rank < 1 or matrix.nnz == 0:
        return np.zeros((matrix.shape[1], 0), dtype=np.float32)
    if min(matrix.shape) <= EXACT:
        _, singular, right = np.linalg.svd(matrix.toarray(), full_matrices=False)
    else:
        transposed = matrix.T.tocsr()
        width = min(rank + OVERSAMPLE, min(matrix.shape))
        start = np.random.default_rng(0).standard_normal((matrix.shape[0], width)).astype(np.float32)
        basis = transposed @ start
        for _ in range(ITERATIONS):
            basis = transposed @ np.linalg.qr(matrix @ basis)[0]
        basis = np.linalg.qr(basis)[0]
        _, singular, rotation = np.linalg.svd(matrix @ basis, full_matrices=False)
        right = rotation @ basis.T
    right = right[:rank][singular[:rank] > singular[0] * 1e-5]
    largest = np.abs(right).argmax(axis=1)
    signs = np.sign(right[np.arange(len(right)), largest])
    return np.ascontiguousarray((right * signs[:, None]).T, dtype=np.float32)


def embed(
    model: Model, term_ids: "np.ndarray[Any, Any]", counts: "np.ndarray[Any, Any]"
) -> "np.ndarray[Any, Any]":
    """Return the unit vector float32[d] of a query given as distinct term numbers and their counts."""
    import numpy as np

    rows = model.rows[term_ids]
    known = rows >= 0
    values = ((1 + np.log(counts)) * model.weights[term_ids])[known].astype(np.float32)
    return np.asarray(unit((values @ model.components[rows[known]])[None, :])[0])


def unit(vectors: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    """Return the vectors as float32 of length 1; a zero vector stays zero."""
    import numpy as np

    vectors = np.asarray(vectors, dtype=np.float32)
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(np.divide(vectors, norms, out=np.zeros_like(vectors), where=norms > 1e-9))
