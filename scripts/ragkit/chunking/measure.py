"""How long a text is: in estimated tokens, exact tokens, characters or words."""

import functools
import os
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from ragkit import tokens
from ragkit.cli import IncompleteError, InputError

# A word; in scripts written without spaces, a character; and every mark on its own.
_WORD = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]|[^\W_]+(?:['\u2019_-][^\W_]+)*|[^\w\s]|_")


class Measure(NamedTuple):
    """A length: weigh(text) is a whole number of 1/scale units, and nearly adds up over the text's parts."""

    weigh: Callable[[str], int]
    scale: int
    name: str

    def length(self, text: str) -> int:
        """Return the length in whole units, rounded; 0 only for an empty text."""
        return max(1, (self.weigh(text) + self.scale // 2) // self.scale) if text else 0


@functools.cache
def measure(unit: str, tokenizer: str = "estimate") -> Measure:
    """Return the measure of a unit; InputError when there is none of that name.

    tokenizer  of the unit "tokens": `estimate`; `tiktoken:NAME` or `hf:tokenizer.json` are exact and need
               the package tiktoken or tokenizers, else IncompleteError
    """
    if unit == "chars":
        return Measure(len, 1, "characters")
    if unit == "words":
        return Measure(lambda text: len(_WORD.findall(text)), 1, "words")
    if unit != "tokens":
        raise InputError(f"unit {unit!r} is unknown; use tokens, chars or words")
    kind, _, name = tokenizer.partition(":")
    if tokenizer == "estimate":
        return Measure(tokens.weigh, 1000, tokens.UNIT)
    if kind == "tiktoken" and name:
        return Measure(_tiktoken(name), 1, f"{name} tokens")
    if kind == "hf" and name:
        return Measure(_hugging_face(name), 1, f"tokens of {name}")
    raise InputError(f"tokenizer {tokenizer!r} is unknown; use estimate, tiktoken:NAME or hf:tokenizer.json")


def _tiktoken(name: str) -> Callable[[str], int]:
    tiktoken = _package("tiktoken", "tiktoken")
    try:
        encoding = tiktoken.get_encoding(name)
    except ValueError as err:
        raise InputError(
            f"tiktoken:{name}: no such encoding; use one of tiktoken.list_encoding_names()"
        ) from err
    except OSError as err:  # requests' errors are OSErrors
        raise IncompleteError(
            f"tiktoken:{name}: its file is not cached and cannot be fetched; set TIKTOKEN_CACHE_DIR to a "
            "folder that holds it"
        ) from err
    return lambda text: len(encoding.encode(text, disallowed_special=()))


def _hugging_face(path: str) -> Callable[[str], int]:
    tokenizers = _package("tokenizers", "tokenizers")
    if not os.path.isfile(path):
        raise InputError(f"hf:{path}: no such file; give the path of a tokenizer.json")
    tokenizer = tokenizers.Tokenizer.from_file(path)
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)


def _package(module: str, package: str) -> Any:
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError as err:
        raise IncompleteError(
            f"missing: {package}; install it into the environment that runs this, or use --tokenizer estimate"
        ) from err
