"""Embedders: a function from texts and a kind to unit vectors, whoever computes them."""

import hashlib
import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ragkit import http, tokens
from ragkit.cli import IncompleteError, InputError
from ragkit.indexing import command, local, profiles, store
from ragkit.indexing.cache import Cache
from ragkit.indexing.lsa import unit

if TYPE_CHECKING:
    import numpy as np

KINDS = ("query", "document")
COMPARED = (
    "provider", "model", "embedder", "dim", "dimension", "cut", "query_prefix", "doc_prefix", "bodies",
)  # fmt: skip
Send = Callable[[Sequence[str], str], tuple[list[list[float]], int]]


class Embedder(NamedTuple):
    """Who turns texts into vectors.

    fingerprint  what the vectors depend on; an index refuses a query embedder with another one
    send         (texts, kind) -> (raw vectors, tokens counted by the provider); prefixes are already on
    prefix       kind -> text put before each text, for models that want it
    batch        texts in one request
    max_tokens   the model's window, by its own tokenizer; None when it is not known
    """

    fingerprint: dict[str, Any]
    send: Send
    prefix: Mapping[str, str]
    batch: int
    max_tokens: int | None


def open_embedder(spec: str, dimension: int | None = None) -> Embedder:
    """Return the embedder of "PROFILE:MODEL", "fastembed:MODEL" or "command:CMD"; nothing is sent yet.

    dimension  to which the vectors are cut (Matryoshka); None keeps the model's own
    """
    name, _, model = spec.partition(":")
    if not model:
        raise InputError(
            f"{spec!r}: need PROFILE:MODEL, e.g. openai:text-embedding-3-small, "
            f"{', '.join(f'{name}:MODEL' for name in local.EMBED)} or command:CMD"
        )
    if name == "command":
        fingerprint = {"provider": "command", "model": model, "cut": dimension}
        return Embedder(fingerprint, _command(model), dict.fromkeys(KINDS, ""), 1024, None)
    if name in local.EMBED:
        return _local(name, model, dimension)
    profile = profiles.load(name)
    if "embed" not in profile:
        raise InputError(f"provider {name} has no embeddings; it can only rerank")
    return _http(profile, model, dimension)


def _http(profile: dict[str, Any], model: str, dimension: int | None) -> Embedder:
    shape = profile["embed"]
    own = _own(profile, model)
    prefix = {kind: own.get(kind, "") for kind in KINDS}
    body = {**shape["body"]}
    if dimension and shape.get("dimension"):
        body[shape["dimension"]] = dimension
    bodies = {kind: {**body, **shape.get(kind, {})} for kind in KINDS}
    digest = hashlib.sha256(json.dumps(bodies, sort_keys=True).encode()).hexdigest()[:12]
    fingerprint = {
        "provider": profile["name"], "model": model, "cut": dimension, "query_prefix": prefix["query"],
        "doc_prefix": prefix["document"], "bodies": digest,
    }  # fmt: skip

    def send(texts: Sequence[str], kind: str) -> tuple[list[list[float]], int]:
        headers = {key: http.filled(value) for key, value in shape["headers"].items()}
        values = {"model": model, "texts": list(texts)}
        body = profiles.substitute(bodies[kind], values)
        answer = http.post(http.filled(shape["url"]), headers, body, shape.get("timeout", http.TIMEOUT))
        order = profiles.pick(answer, shape["order"]) if shape.get("order") else None
        rows = profiles.in_order(profiles.pick(answer, shape["vectors"]), order, len(texts), "vectors")
        return rows, profiles.natural(answer, shape.get("tokens"))

    return Embedder(fingerprint, send, prefix, shape["batch"], own.get("max_tokens", shape.get("max_tokens")))


def _own(profile: Mapping[str, Any], model: str) -> dict[str, Any]:
    """Return what a profile says of the model: prefixes, window."""
    return next((more for part, more in profile.get("models", {}).items() if part in model.lower()), {})


def _local(name: str, model: str, dimension: int | None) -> Embedder:
    own = _own(profiles.load("tei"), model)  # a model wants the same prefixes wherever it runs
    prefix = {kind: own.get(kind, "") for kind in KINDS}
    vectors, window = local.embedder(name, model)
    fingerprint = {
        "provider": name, "model": model, "cut": dimension, "query_prefix": prefix["query"],
        "doc_prefix": prefix["document"],
    }  # fmt: skip
    return Embedder(fingerprint, lambda texts, kind: (vectors(texts, kind), 0), prefix, 256, window)


def _command(line: str) -> Send:
    def send(texts: Sequence[str], kind: str) -> tuple[list[list[float]], int]:
        answers = command.run(line, [{"text": text, "kind": kind} for text in texts])
        return [answer.get("vector", []) for answer in answers], 0

    return send


def embed(
    embedder: Embedder, texts: Sequence[str], kind: str, cache: Cache | None
) -> "tuple[np.ndarray[Any, Any], int]":
    """Return unit vectors float32[n, d] of n texts, in their order, and the tokens this call paid for.

    kind    "query" or "document": a query embedded as a document finds next to nothing
    cache   asked first; each batch is kept before the next is sent, so a failure loses nothing paid for
    errors  IncompleteError when a vector is not of numbers, has another length than the others, or is zero
    """
    import numpy as np

    assert kind in KINDS
    prefixed = [embedder.prefix[kind] + text for text in texts]
    found = dict(cache.get(prefixed)) if cache else {}
    missing = list(dict.fromkeys(text for text in prefixed if text not in found))
    paid = 0
    width = len(next(iter(found.values()))) if found else None
    for start in range(0, len(missing), embedder.batch):
        batch = missing[start : start + embedder.batch]
        raw, counted = embedder.send(batch, kind)
        vectors = _checked(raw, width, embedder.fingerprint)
        width, paid = vectors.shape[1], paid + counted
        if cache:
            cache.put(batch, vectors)
        found |= dict(zip(batch, vectors, strict=True))
    return np.array([found[text] for text in prefixed], dtype=np.float32).reshape(
        len(texts), width or 0
    ), paid


def _checked(raw: Sequence[Any], width: int | None, fingerprint: Mapping[str, Any]) -> "np.ndarray[Any, Any]":
    """Return the raw vectors cut, of length 1, and sound; IncompleteError when they are not."""
    import numpy as np

    who = f"{fingerprint['provider']}:{fingerprint['model']}"
    try:
        vectors = np.array(raw, dtype=np.float32)
    except (TypeError, ValueError) as err:
        raise IncompleteError(f"{who} answered vectors of unequal lengths or not of numbers") from err
    if vectors.ndim != 2 or not vectors.shape[1] or not np.isfinite(vectors).all():
        raise IncompleteError(f"{who} answered something else than vectors of finite numbers")
    vectors = unit(vectors[:, : fingerprint["cut"]] if fingerprint["cut"] else vectors)
    if width is not None and vectors.shape[1] != width:
        raise IncompleteError(f"{who} answered vectors of {vectors.shape[1]} numbers after some of {width}")
    if not np.all(np.abs(np.linalg.norm(vectors, axis=1) - 1) < 1e-3):
        raise IncompleteError(f"{who} answered a vector of length 0")
    return vectors


class Estimate(NamedTuple):
    """Before any spend: texts to send, their tokens by our cl100k estimate, and what the window would cut.

    over      positions of texts longer than the model's window
    cut_share share of all tokens beyond the window, 0 to 1
    """

    texts: int
    tokens: int
    over: tuple[int, ...]
    cut_share: float


def estimate(embedder: Embedder, texts: Sequence[str], cache: Cache | None) -> Estimate:
    """Return what embedding the documents would send; only texts that the cache does not have are counted."""
    prefixed = [embedder.prefix["document"] + text for text in texts]
    found = cache.get(prefixed) if cache else {}
    missing = dict.fromkeys(text for text in prefixed if text not in found)
    sizes = [tokens.count(text) for text in prefixed]
    limit = embedder.max_tokens
    over = tuple(i for i, size in enumerate(sizes) if limit and size > limit)
    lost = sum(sizes[i] - (limit or 0) for i in over)
    return Estimate(len(missing), sum(map(tokens.count, missing)), over, lost / (sum(sizes) or 1))


def chosen(folder: str, spec: str | None) -> str:
    """Return the dense leg to build with: the one asked for, or LSA.

    errors  InputError when none is asked for and the index there has an embedder's vectors: they are not
            given up for LSA without a word
    """
    if spec or store.current(folder) is None:
        return spec or "lsa"
    try:
        made = store.open_index(folder).manifest["dense"] or {}
    except InputError:  # damaged: building says so
        return "lsa"
    if made.get("provider", "lsa") != "lsa":
        spec = shlex.quote(made["spec"])
        cut = f" --dimension {made['cut']}" if made.get("cut") else ""
        raise InputError(
            f"{folder} has vectors of {spec}; to keep them, give --dense {spec}{cut}; "
            f"to give them up, --dense lsa"
        )
    return "lsa"


def check(folder: str, asked: Mapping[str, Any]) -> None:
    """Raise InputError with every finding when the embedder of a configuration is not the index's."""
    manifest = store.open_index(folder).manifest
    findings = mismatch(manifest["dense"] or {"provider": "none"}, asked, manifest["chunks"])
    if findings:
        raise InputError(f"{folder}: {'; '.join(findings)}")


def mismatch(index: Mapping[str, Any], asked: Mapping[str, Any], chunks: int) -> list[str]:
    """Return a finding for each difference between an index's embedder and the one asked for, and the remedy.

    Only what both sides state is compared; equal dimensions do not make two models one.
    """
    found = []
    for field in COMPARED:
        if field in index and field in asked and index[field] != asked[field]:
            found.append(f"{field} is {index[field]!r} in the index and {asked[field]!r} asked for")
    if found:
        same = [index[f] for f in ("dim", "dimension") if f in index and index.get(f) == asked.get(f)]
        if same:
            found[0] += f" (the dimension, {same[0]}, agrees and hides it)"
        found.append(
            f"remedy: embed all {chunks:,} chunks again (index.py --dense ...), or set the old one back"
        )
    return found
