"""Models that run in this process: fastembed, sentence-transformers and FlashRank, each only when installed.

A model is taken from the folder RAG_PIPELINES_MODELS/MODEL where there is one, so that a machine without a
model hub can have it copied there; else the package looks in its own cache, then downloads it.
"""

import os
from collections.abc import Callable, Sequence
from typing import Any

from ragkit import env
from ragkit.cli import IncompleteError

EMBED = {"fastembed": "fastembed", "sentence-transformers": "sentence_transformers"}  # spec -> module
RERANK = {"flashrank": "flashrank", "sentence-transformers": "sentence_transformers"}
WINDOW = 512  # tokens; FlashRank's own default
BATCH = 32  # texts in one forward pass; taste


def need(spec: str) -> None:
    """Find the package that "fastembed:MODEL" and the like want, as env.need does; other specs want none."""
    name = spec.partition(":")[0]
    module = {**EMBED, **RERANK}.get(name)
    if module:
        env.need(module, extra=name)


def embedder(name: str, model: str) -> tuple[Callable[[Sequence[str], str], list[Any]], int | None]:
    """Return ((texts, kind) -> raw vectors, the model's window in its tokens) of a local embedder."""
    if name == "fastembed":
        return _loaded(name, model, _fastembed)  # type: ignore[no-any-return]
    return _loaded(name, model, _sentence_transformer)  # type: ignore[no-any-return]


def scorer(name: str, model: str) -> tuple[Callable[..., list[float]], Callable[[str, Sequence[str]], int]]:
    """Return ((question, texts) -> scores, (question, texts) -> how many pairs the window cuts)."""
    if name == "flashrank":
        return _loaded(name, model, _flashrank)  # type: ignore[no-any-return]
    return _loaded(name, model, _cross_encoder)  # type: ignore[no-any-return]


def _loaded(name: str, model: str, load: Callable[[str, str | None], Any]) -> Any:
    """Call load(model, its own folder or None); a model that cannot be had is an IncompleteError."""
    kept = os.environ.get("RAG_PIPELINES_MODELS")
    folder = os.path.join(kept, model) if kept and os.path.isdir(os.path.join(kept, model)) else None
    try:
        return load(model, folder)
    except ImportError as err:
        raise IncompleteError(
            f"{name} is not installed: sh install.sh --with {name}, or pip install {name} ({err})"
        ) from err
    except (OSError, ValueError, KeyError, RuntimeError) as err:
        said = " ".join(str(err).split())[:200]
        raise IncompleteError(
            f"{name}:{model}: no such model here, and none was downloaded ({said}); put its folder into "
            f"RAG_PIPELINES_MODELS, or check the name and the network"
        ) from err


def _fastembed(model: str, folder: str | None) -> Any:
    from fastembed import TextEmbedding

    loaded = TextEmbedding(model, **({"specific_model_path": folder} if folder else {}))

    def send(texts: Sequence[str], kind: str) -> list[Any]:
        ask = loaded.query_embed if kind == "query" else loaded.passage_embed
        return list(ask(list(texts)))

    return send, _window(getattr(loaded.model, "tokenizer", None))


def _sentence_transformer(model: str, folder: str | None) -> Any:
    from sentence_transformers import SentenceTransformer

    loaded = SentenceTransformer(folder or model)

    def send(texts: Sequence[str], kind: str) -> list[Any]:
        return list(loaded.encode(list(texts), batch_size=BATCH, show_progress_bar=False))

    return send, loaded.max_seq_length


def _flashrank(model: str, folder: str | None) -> Any:
    from flashrank import Ranker, RerankRequest

    where = {"cache_dir": os.path.dirname(folder)} if folder else {}
    loaded = Ranker(model, max_length=WINDOW, log_level="WARNING", **where)

    def score(question: str, texts: Sequence[str]) -> list[float]:
        found = [0.0] * len(texts)
        for start in range(0, len(texts), BATCH):  # one forward pass pads every text to the longest
            rows = [{"id": i, "text": text} for i, text in enumerate(texts[start : start + BATCH], start)]
            for row in loaded.rerank(RerankRequest(query=question, passages=rows)):
                found[row["id"]] = float(row["score"])
        return found

    def cut(question: str, texts: Sequence[str]) -> int:
        pairs = loaded.tokenizer.encode_batch([[question, text] for text in texts])
        return sum(bool(pair.overflowing) for pair in pairs)

    return score, cut


def _cross_encoder(model: str, folder: str | None) -> Any:
    from sentence_transformers import CrossEncoder

    loaded = CrossEncoder(folder or model)

    def score(question: str, texts: Sequence[str]) -> list[float]:
        pairs = [(question, text) for text in texts]
        return [float(value) for value in loaded.predict(pairs, batch_size=BATCH, show_progress_bar=False)]

    def cut(question: str, texts: Sequence[str]) -> int:
        limit = loaded.max_seq_length or loaded.tokenizer.model_max_length
        read = loaded.tokenizer([question] * len(texts), list(texts), truncation=False, verbose=False)
        return sum(len(ids) > limit for ids in read["input_ids"])

    return score, cut


def _window(tokenizer: Any) -> int | None:
    """Return the length to which a `tokenizers` tokenizer cuts; None when it says none."""
    cutting = getattr(tokenizer, "truncation", None)
    return int(cutting["max_length"]) if cutting else None
