"""What is indexed of a chunk."""

from collections.abc import Mapping
from typing import Any


def embedded_text(chunk: Mapping[str, Any]) -> str:
    """Return what BM25 and the embedder see of a chunk: prefix, context note and text, a line each."""
    return "\n".join(filter(None, (chunk.get("prefix"), chunk.get("context"), chunk["text"])))
