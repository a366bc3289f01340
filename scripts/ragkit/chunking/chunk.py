"""One document record in, its chunk records out."""

from collections.abc import Mapping
from typing import Any

from ragkit.chunking import code, layout
from ragkit.chunking.embedded import embedded_text
from ragkit.chunking.measure import measure
from ragkit.chunking.options import STRATEGIES, UNITS, Options
from ragkit.chunking.semantic import Embed, lexical
from ragkit.chunking.strategies import runs
from ragkit.chunking.writer import Writer

__all__ = ["STRATEGIES", "UNITS", "Options", "chunk_document", "embedded_text"]


Record = dict[str, Any]


def chunk_document(document: Mapping[str, Any], options: Options, embed: Embed = lexical) -> list[Record]:
    """Return the chunks of a document, in order; their [start, end) tile its text.

    A text of white space alone has no chunks. Ids are equal across runs and machines, and depend on the
    chunk's own path and text only; twins within the document are numbered. `embed` serves the
    semantic strategy.
    """
    text = document["text"]
    if not text.strip():
        return []
    measured = measure(options.unit, options.tokenizer)
    writer = Writer(document, options, measured)
    root = code.sections(document, measured.weigh) or layout.sections(
        text, document.get("blocks") or [], measured.weigh, document.get("cells") or ()
    )
    return writer.records(runs(options.strategy, text, root, writer.packer(), embed))
