"""Text in a document that is aimed at a model: one list of patterns for all that look for it.

It flags, a person looks: a page about prompts is no attack.
"""

import re
from functools import lru_cache
from pathlib import Path

from ragkit import records


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    """Return the patterns of aimed.txt as one; compiled when needed, since --help must be quick."""
    lines = records.lines(str(Path(__file__).parent / "aimed.txt"))
    entries = [line for _, line in lines if not line.startswith("#")]
    return re.compile("|".join(f"(?:{entry})" for entry in entries), re.IGNORECASE | re.DOTALL)


def at_a_model(text: str) -> bool:
    """Return whether a text holds something that looks like an instruction to a model."""
    return _pattern().search(text) is not None
