"""Which mechanism fits a corpus: the prompt, retrieval by chunk or document, a query tool, or two of them."""

from collections.abc import Sequence
from typing import NamedTuple

from ragkit import access
from ragkit.records import Record

ROWS = {"row", "table_header"}
TABULAR = 0.5  # share of a document's tokens in rows from which it counts as a table of figures: taste
LARGE_TABLE = 2_000  # tokens from which a model no longer reads a table reliably: taste
WHOLE_DOCUMENTS = 8  # as many p95 documents as must fit the budget before whole documents are loaded: taste


class Budget(NamedTuple):
    """A context window and what is taken from it, in tokens of the answering model."""

    window: int = 200_000
    system: int = 2_000
    history: int = 8_000
    output: int = 4_000
    margin: float = 0.1

    def left(self) -> int:
        """Return the tokens left for sources: (window - system - history - output) * (1 - margin), >= 0."""
        return max(0, int((self.window - self.system - self.history - self.output) * (1 - self.margin)))


class Size(NamedTuple):
    """Tokens of the documents that have text."""

    documents: int
    total: int
    p50: int
    p95: int
    p99: int
    most: int


class Verdict(NamedTuple):
    """The mechanism and the sentence that justifies it."""

    mechanism: str
    why: str


def size(tokens: Sequence[int]) -> Size:
    """Return the total and the nearest-rank percentiles of the documents' token counts; zeros when empty."""
    ordered = sorted(tokens)
    if not ordered:
        return Size(0, 0, 0, 0, 0, 0)
    p50, p95, p99 = (ordered[-(-len(ordered) * p // 100) - 1] for p in (50, 95, 99))
    return Size(len(ordered), sum(ordered), p50, p95, p99, ordered[-1])


def is_table(document: Record) -> bool:
    """Return whether most of the document is rows, and most of what the rows hold is figures."""
    text: str = document["text"]
    spans = [(block[1], block[2]) for block in document["blocks"] if block[0] in ROWS]
    in_rows = sum(end - start for start, end in spans)
    if not text or in_rows < TABULAR * len(text.strip()):
        return False
    digits = sum(char.isdigit() for start, end in spans for char in text[start:end])
    letters = sum(char.isalpha() for start, end in spans for char in text[start:end])
    return digits > letters / 2


def choose(documents: Sequence[Record], tokens: Sequence[int], budget: Budget) -> Verdict:
    """Return the mechanism for documents with these token counts (of the answering model, one each).

    prompt         everything fits the budget, everyone may read everything, and no table is large
    query tool     most tokens are large tables of figures: questions over them are computed, not found
    both           a good part is such tables, the rest is text: two separate tools
    documents      the p95 document fits the budget WHOLE_DOCUMENTS times: retrieve chunks, load documents
    chunks         otherwise
    """
    sizes = size([count for count in tokens if count])
    left = budget.left()
    if not sizes.total:
        return Verdict("none", "no text was read; mend the losses first")
    tables = sum(
        count
        for document, count in zip(documents, tokens, strict=True)
        if count > LARGE_TABLE and is_table(document)
    )
    share = tables / sizes.total
    if share > 0.8:
        return Verdict(
            "query tool", f"{share:.0%} of the tokens are tables of figures: compute, do not retrieve"
        )
    if share > 0.2:
        return Verdict(
            "both", f"{share:.0%} of the tokens are tables of figures: a query tool beside retrieval"
        )
    fits = sizes.total <= left
    if fits and not access.restricted(documents):
        why = f"all {sizes.total:,} tokens fit the {left:,} left of the window: put the corpus in the prompt"
        return Verdict("prompt", why + " and cache it, if it changes rarely")
    readers = "readers differ, so a prompt for all is out; " if fits else ""
    if sizes.p95 * WHOLE_DOCUMENTS <= left:
        why = (
            f"a p95 document is {sizes.p95:,} tokens of {left:,}: retrieve chunks; where answers need whole "
            f"pages, load them (assemble.py --full-docs), if that measures better"
        )
        return Verdict("documents", readers + why)
    return Verdict("chunks", f"{readers}a p95 document is {sizes.p95:,} tokens of {left:,}: only chunks fit")
