"""tiktoken's cl100k without a download: llama-index-core carries the vocabulary file."""

import importlib.util
import os
from pathlib import Path

import tiktoken


def encoding() -> tiktoken.Encoding:
    found = importlib.util.find_spec("llama_index.core")
    if found and found.origin:
        os.environ.setdefault(
            "TIKTOKEN_CACHE_DIR", str(Path(found.origin).parent / "_static" / "tiktoken_cache")
        )
    return tiktoken.get_encoding("cl100k_base")
