"""How many tokens are left for sources, and how many a source takes."""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ragkit import tokens
from ragkit.answering import render
from ragkit.records import Record

if TYPE_CHECKING:
    from ragkit.answering.assemble import Options

# Tokens of the model per counted token; the counter's own error is within the margin.
FACTORS = {"claude": tokens.CLAUDE_FACTOR, "cl100k": 1.0}
LARGEST_N = 10_000  # a source is measured with the widest number it could get


class Measure:
    """Counts tokens of the answering model: the estimate of tokens.count
    times the tokenizer's factor, rounded up."""

    def __init__(self, tokenizer: str) -> None:
        self.factor = FACTORS[tokenizer]

    def text(self, text: str) -> int:
        return math.ceil(tokens.count(text) * self.factor)

    def source(self, source: Mapping[str, Any]) -> int:
        """Return the tokens of one source with its tags; sources add up,
        so never less than its share of the whole."""
        return self.text(render.source({**source, "n": LARGEST_N}) + "\n") + 1

    def frame(self) -> int:
        """Return the tokens of the tags around all sources."""
        return self.text(render.sources([])) + 1

    def sources(self, sources: Sequence[Mapping[str, Any]]) -> int:
        """Return the tokens of all sources as the model reads them."""
        return self.text(render.sources(sources))


def available(question: str, options: "Options") -> int:
    """Return the tokens left for sources: window less margin, system,
    history, question and output; at least 0."""
    measure = Measure(options.tokenizer)
    left = math.floor(options.window * (1 - options.margin)) - options.reserve_output - options.system
    return max(0, left - options.history - measure.text(question))


def swept(sources: Sequence[Mapping[str, Any]], chunks: Mapping[str, Record]) -> int:
    """Return the tokens of the sources as sweep.py and retrieval_metrics.py --budget count them: cl100k,
    each text as it is indexed, behind its prefix and note, without the frame around it."""
    heads = [chunks.get(source["chunk_id"], {}) for source in sources]
    return sum(
        tokens.count("\n".join(filter(None, (head.get("prefix"), head.get("context"), source["text"]))))
        for head, source in zip(heads, sources, strict=True)
    )


def parts(question: str, options: "Options", limit: int, used: int, swept: int) -> Record:
    """Return the budget of a context record: every part, in tokens of the model, and the unit's name.

    swept  the tokens of the sources as `swept` counts them, not in that unit
    """
    return {
        "window": options.window, "margin": options.margin, "reserve_output": options.reserve_output,
        "system": options.system, "history": options.history,
        "question": Measure(options.tokenizer).text(question),
        "available": limit, "used": used, "swept": swept,
        "unit": f"{tokens.UNIT}, times {FACTORS[options.tokenizer]:g}",
    }  # fmt: skip
