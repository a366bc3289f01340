"""Text in a document that is aimed at a model: one list of patterns for all that look for it.

It flags, a person looks: a page about prompts is no attack.
"""

import re
from functools import lru_cache
from pathlib import Path

from ragkit import records

_SHORT = re.compile("\\bai\\b|[\U000e0020-\U000e007f]")  # "AI", tag characters
MARK = "== one of these"


@lru_cache(maxsize=1)
def _lists() -> tuple[re.Pattern[str], tuple[str, ...]]:
    """Return the patterns of aimed.txt as one, and words of which each needs one; read when needed, since
    --help must be quick."""
    lines = records.lines(str(Path(__file__).parent / "aimed.txt"))
    entries = [line for _, line in lines if not line.startswith("#")]
    at = entries.index(MARK)
    pattern = "|".join(f"(?:{entry})" for entry in entries[:at])
    return re.compile(pattern, re.IGNORECASE | re.DOTALL), tuple(entries[at + 1 :])


def at_a_model(text: str) -> bool:
    """Return whether a text holds something that looks like an instruction to a model."""
    pattern, needed = _lists()
    lower = text.lower()  # the words are looked for first, for speed
    likely = any(word in lower for word in needed) or _SHORT.search(lower) is not None
    return likely and pattern.search(text) is not None
