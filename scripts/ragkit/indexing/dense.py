"""The vectors of an index: fitted or folded in by LSA, or asked of an embedder."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ragkit import cli
from ragkit.indexing import embedders, lsa, store
from ragkit.indexing.cache import Cache
from ragkit.indexing.delta import Receipt
from ragkit.indexing.postings import Postings
from ragkit.indexing.store import Index
from ragkit.indexing.survey import indexed_text

if TYPE_CHECKING:
    import numpy as np

VERSION = "1"
REFIT = 0.10  # share of chunks added or removed since the fit, past which LSA is fitted again


class Vectors(NamedTuple):
    """What the dense leg needs: a part of the manifest, arrays to save, and what to say and count."""

    manifest: dict[str, Any] | None
    arrays: "dict[str, np.ndarray[Any, Any]]"
    tokens: int = 0
    notes: tuple[str, ...] = ()


NONE = Vectors(None, {})
NAMED = 3  # chunk ids that a message names before it only counts


def embedded(
    texts: Sequence[str], ids: Sequence[str], spec: str, dimension: int | None, folder: str
) -> Vectors:
    """Return an embedder's vectors of n texts; only what the folder's cache does not have is sent.

    What is to be sent is said before; texts longer than the model's window are counted and named.
    """
    embedder = embedders.open_embedder(spec, dimension)
    cache = Cache(folder, embedder.fingerprint, "document")
    plan = embedders.estimate(embedder, texts, cache)
    if plan.texts:
        cli.say(f"embedding {plan.texts:,} texts with {spec}, about {plan.tokens:,} tokens (cl100k estimate)")
    vectors, paid = embedders.embed(embedder, texts, "document", cache)
    notes = []
    if plan.over:
        some = ", ".join(ids[i] for i in plan.over[:NAMED])
        notes.append(
            f"{len(plan.over):,} chunks are longer than the model's {embedder.max_tokens:,} tokens, "
            f"by estimate; {plan.cut_share:.0%} of all text is beyond it: {some}; chunk smaller"
        )
    if left := cache.gone(embedder.prefix["document"] + text for text in texts):
        notes.append(
            f"{cli.plural(left, 'vector')} of texts that are gone stay in the cache; --forget drops them"
        )
    manifest = {
        **embedder.fingerprint, "spec": spec, "dimension": vectors.shape[1], "metric": "cosine",
        "normalised": True, "max_tokens": embedder.max_tokens,
    }  # fmt: skip
    return Vectors(
        manifest if len(texts) else None, {"dense": vectors} if len(texts) else {}, paid, tuple(notes)
    )


def forget(folder: str) -> int:
    """Drop what the index's cache keeps of texts, and of models, that it no longer has; return how much."""
    index = store.open_index(folder)
    made = index.manifest["dense"] or {}
    cache = os.path.join(folder, store.VECTORS)
    if made.get("provider", "lsa") == "lsa":
        return Cache(cache, {}, "document").forget(())
    embedder = embedders.open_embedder(made["spec"], made["cut"])
    texts = (indexed_text(index.chunk(row)) for row in range(len(index)))
    kept = (embedder.prefix["document"] + text for text in texts)
    return Cache(cache, embedder.fingerprint, "document").forget(kept)


def lsa_vectors(inverted: Postings, n: int, dimension: int, old: Index | None, receipt: Receipt) -> Vectors:
    """Return LSA vectors of n chunks: folded into the old space on an update, fitted anew past REFIT.

    old  the version whose space to keep; None fits. Folding in leaves new words out, fitting costs seconds
    """
    import numpy as np

    if not n:
        return NONE
    drift = _drift(old, receipt)
    if old is not None and drift <= REFIT * n:
        model = _carried(old, inverted.terms)
        vectors = lsa.vectors(model, inverted.starts, inverted.chunks, inverted.counts, n)
        note = f"LSA: folded in ({drift:,} chunks changed since it was fitted)" if drift else ""
    else:
        model, vectors = lsa.fit(inverted.starts, inverted.chunks, inverted.counts, n, dimension)
        drift, note = 0, "LSA: fitted again" if old is not None else ""
    if not vectors.shape[1]:
        return NONE
    norms = np.linalg.norm(vectors, axis=1)
    assert np.all((np.abs(norms - 1) < 1e-3) | (norms == 0)), "vectors must be of length 1"
    arrays = {"dense": vectors} | {f"lsa.{name}": array for name, array in model._asdict().items()}
    manifest = {
        "provider": "lsa", "model": "lsa", "dimension": vectors.shape[1], "metric": "cosine",
        "normalised": True, "folded": drift,
    }  # fmt: skip
    return Vectors(manifest, arrays, notes=(note,) if note else ())


def _drift(old: Index | None, receipt: Receipt) -> float:
    """Return how many chunks came or went since the space was fitted; infinite when it cannot be kept."""
    if old is None or (old.manifest["dense"] or {}).get("provider") != "lsa":
        return float("inf")
    return int(old.manifest["dense"]["folded"]) + receipt.added + receipt.removed


def _carried(old: Index, terms: list[str]) -> lsa.Model:
    """Return the old model for new term numbers; a term it does not know has no weight."""
    import numpy as np

    before = {term: number for number, term in enumerate(old.terms["bm25"])}
    numbers = np.array([before.get(term, -1) for term in terms], dtype=np.int64)
    known = numbers >= 0
    weights, rows = np.zeros(len(terms)), np.full(len(terms), -1, dtype=np.int32)
    weights[known] = old.arrays["lsa.weights"][numbers[known]]
    rows[known] = old.arrays["lsa.rows"][numbers[known]]
    return lsa.Model(weights, rows, np.array(old.arrays["lsa.components"]))
