"""The dense leg that needs no download: latent semantic analysis, an SVD of tf-idf."""

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np

DIMENSION = 256  # bench_dense.py: 128 loses on cranfield, 512 gains nothing
FIT_CHUNKS = 20_000  # a larger corpus is fitted on so many, evenly spaced, and the rest folded in


class Model(NamedTuple):
    """A fitted space over the index's terms; a text is a unit vector in it, or zero when no term is known.

    weights     float64[t]: idf by term, 0 for a term of a single chunk
    components  float32[t, d]: what one weighted term adds to a vector
    """

    weights: "np.ndarray[Any, Any]"
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
    Deterministic: the start vector is fixed and each component's largest entry is positive.
    source: Deerwester et al. 1990; weights log(1 + tf) * log(n / df) as in Dumais 1991
    """
    import numpy as np
    from scipy.sparse import csc_matrix

    frequency = np.diff(starts)
    weights = np.where(frequency > 1, np.log((n + 1) / (frequency + 0.5)), 0.0)
    values = (1 + np.log(counts)) * np.repeat(weights, frequency)
    matrix = csc_matrix((values, chunks, starts), shape=(n, len(frequency))).tocsr()
    _unit_rows(matrix)
    step = max(1, -(-n // FIT_CHUNKS))
    components = _right_vectors(matrix[::step], dimension)
    vectors = np.asarray(matrix @ components, dtype=np.float32)
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors = np.divide(vectors, norms, out=np.zeros_like(vectors), where=norms > 1e-9)
    return Model(weights, components.astype(np.float32)), vectors


def _unit_rows(matrix: Any) -> None:
    import numpy as np

    norms = np.sqrt(np.add.reduceat(np.append(matrix.data**2, 0.0), matrix.indptr[:-1]))
    norms[np.diff(matrix.indptr) == 0] = 1.0  # reduceat gives an empty row its neighbour's first value
    norms[norms == 0] = 1.0
    matrix.data /= np.repeat(norms, np.diff(matrix.indptr))


def _right_vectors(matrix: Any, dimension: int) -> "np.ndarray[Any, Any]":
    """Return the leading right singular vectors as columns, float64[t, d], largest first."""
    import numpy as np
    from scipy.sparse.linalg import svds

    rank = min(dimension, min(matrix.shape) - 1)
    if rank < 1 or matrix.nnz == 0:
        return np.zeros((matrix.shape[1], 0))
    if min(matrix.shape) <= 2 * dimension:
        _, singular, right = np.linalg.svd(matrix.toarray(), full_matrices=False)
        right, singular = right[:rank], singular[:rank]
    else:
        start = np.random.default_rng(0).standard_normal(min(matrix.shape))
        _, singular, right = svds(matrix, k=rank, v0=start, which="LM")
        right, singular = right[::-1], singular[::-1]
    right = right[singular > singular[0] * 1e-6]
    largest = np.abs(right).argmax(axis=1)
    signs = np.sign(right[np.arange(len(right)), largest])
    return np.asarray((right * signs[:, None]).T)


def embed(
    model: Model, term_ids: "np.ndarray[Any, Any]", counts: "np.ndarray[Any, Any]"
) -> "np.ndarray[Any, Any]":
    """Return the unit vector float32[d] of a query given as distinct term numbers and their counts."""
    import numpy as np

    values = (1 + np.log(counts)) * model.weights[term_ids]
    vector = values.astype(np.float32) @ model.components[term_ids]
    norm = float(np.linalg.norm(vector))
    return np.asarray(vector / norm if norm > 1e-9 else np.zeros_like(vector))
