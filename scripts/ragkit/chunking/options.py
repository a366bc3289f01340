"""How to chunk, and what no chunk could keep to."""

from typing import NamedTuple

from ragkit.chunking.measure import measure
from ragkit.cli import InputError

STRATEGIES = ("structure", "recursive", "sentence", "paragraph", "fixed", "semantic", "document")
UNITS = ("tokens", "chars", "words")


class Options(NamedTuple):
    """How to chunk; lengths are in `unit`, and bound prefix + context note + text together."""

    max_tokens: int = 500
    overlap: int = 0
    reserve_note: int = 0
    strategy: str = "structure"
    unit: str = "tokens"
    prefix: bool = True
    tokenizer: str = "estimate"

    def checked(self) -> "Options":
        """Return the options; InputError when no chunk could keep to them."""
        if self.max_tokens < 1 or self.overlap < 0 or self.reserve_note < 0:
            raise InputError(
                f"size {self.max_tokens}, overlap {self.overlap}, note {self.reserve_note}: "
                "the size must be 1 or more, overlap and note 0 or more"
            )
        if self.overlap >= self.max_tokens:
            raise InputError(
                f"overlap {self.overlap} is not below size {self.max_tokens}: chunks would only repeat; "
                "make the overlap smaller than the size"
            )
        if self.reserve_note + self.overlap >= self.max_tokens:
            raise InputError(
                f"note {self.reserve_note} and overlap {self.overlap} leave no text of size "
                f"{self.max_tokens}; make their sum smaller than the size"
            )
        if self.strategy not in STRATEGIES:
            raise InputError(f"strategy {self.strategy!r} is unknown; use {', '.join(STRATEGIES)}")
        measure(self.unit, self.tokenizer)
        return self
