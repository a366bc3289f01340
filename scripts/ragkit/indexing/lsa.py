"""The dense leg that needs no download: latent semantic analysis, an SVD of tf-idf."""

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np

DIMENSION = 256  # 128 is about as good on scifact and half as large; more gains nothing
FIT_CHUNKS = 20_000  # a larger corpus is fitted on so many, evenly spaced, and the rest folded in
EXACT = 600  # rows or columns up to which LAPACK is fast enough
OVERSAMPLE, ITERATIONS = 32, 2  # taste: more iterations are slower, and nearer to the exact SVD


class Model(NamedTuple):
    """A fitted space over the index's terms; a text is a unit vector in it, or zero when no term is known.

    weights     float64[t]: idf by term, 0 for a term of a single chunk
    rows        int32[t]: the term's row in components, -1 for a term without weight
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
    weighted = weights > 0
    rows = np.where(weighted, np.cumsum(weighted) - 1, -1).astype(np.int32)
    matrix = _matrix(starts, chunks, counts, n, weights)[:, np.flatnonzero(weighted)]
    step = max(1, -(-n // FIT_CHUNKS))
    components = _right_vectors(matrix[::step], dimension)
    return Model(weights, rows, components), unit(np.asarray(matrix @ components))


def vectors(
    model: Model,
    starts: "np.ndarray[Any, Any]",
    chunks: "np.ndarray[Any, Any]",
    counts: "np.ndarray[Any, Any]",
    n: int,
) -> "np.ndarray[Any, Any]":
    """Return the unit vectors float32[n, d] of n chunks in a space fitted before: folding in."""
    import numpy as np

    known = np.flatnonzero(model.rows >= 0)
    matrix = _matrix(starts, chunks, counts, n, model.weights)[:, known]
    return unit(np.asarray(matrix @ model.components[model.rows[known]]))


def _matrix(starts: Any, chunks: Any, counts: Any, n: int, weights: Any) -> Any:
    """Return the weighted terms as a sparse float32[n, t] with rows of unit length."""
    import numpy as np
    from scipy.sparse import csc_matrix

    values = (1 + np.log(counts)) * np.repeat(weights, np.diff(starts))
    norms = np.sqrt(np.bincount(chunks, weights=values**2, minlength=n)) if n else np.empty(0)
    norms[norms == 0] = 1.0
    values /= norms[chunks]
    return csc_matrix((values.astype(np.float32), chunks, starts), shape=(n, len(weights))).tocsr()


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
