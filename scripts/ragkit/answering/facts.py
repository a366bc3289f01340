"""What a sentence gets wrong against its source, told by rule: numbers, units, polarity, names, quotations.

Every fault is a lead for a person, not a proof; silence is no proof either. Text inside quotation marks is
judged as a quotation and left out of the other checks.
"""

import re
from typing import NamedTuple

from ragkit.answering import (
    excluded,
    names,
    numbers_check,
    owned,
    permits,
    polarity,
    quotes,
    roles,
    rows,
    slots,
)
from ragkit.answering.gaps import CITED

SHORT_ANSWER = re.compile(  # "No, not over HTTP: ", without a verb of its own
    r"(?:no|nope|nein|non|n\u00e3o|nie|nee)[,.]?\s(?:not|nicht|pas|no|non|n\u00e3o|nie|niet|never|only|nur)\s"
    r"(?:[^\s:;.,]+\s){0,6}[^\s:;.,]+(?:[:;.,]|\s[-\u2013\u2014])\s",
    re.IGNORECASE,
)


class Fault(NamedTuple):
    kind: str  # number_, unit_mismatch, worked_out, negation_flip, entity_swap, quote_altered, quote_stitched
    said: str
    source: str  # what the source has instead, "" when nothing is near; how it is worked out

    @property
    def fails(self) -> bool:
        """Whether it speaks against the sentence; a number that is worked out is to be looked at."""
        return self.kind != "worked_out"


def check(sentence: str, source: str, question: str = "") -> list[Fault]:
    """Return the faults of one sentence against the joined text of the sources it cites, none twice."""
    plain = re.sub(r"[*_]{2,}", "", CITED.sub("", sentence))
    found: list[Fault] = []
    for quotation in quotes.find(plain):
        status = quotes.check(quotation.text, source).status
        if status in ("altered", "stitched"):
            found.append(Fault(f"quote_{status}", quotation.text, ""))
    outside = _without_quotations(plain)
    numbers = numbers_check.check(outside, source, question)
    found += [Fault(mismatch.kind, mismatch.said, mismatch.nearest) for mismatch in numbers]
    wrong = [mismatch for mismatch in numbers if mismatch.kind != "worked_out"]
    if outside.strip(" .,:;"):
        passage = "" if any(fault.fails for fault in found) else _turned(outside, source)
        if passage:
            found.append(Fault("negation_flip", outside.strip(), passage.strip()))
        else:
            swaps = _swaps(outside, source, bool(wrong))
            found += [
                Fault("entity_swap", swap.said, swap.instead)
                for swap in swaps
                if not _is_number(swap, numbers)
            ]
    return list(dict.fromkeys(found))


def _swaps(sentence: str, source: str, wrong: bool) -> list[names.Swap]:
    """Return what the sentence sets in another's place; rows and neighbours only where no number is wrong."""
    swaps = names.swapped(sentence, source, unspaced=not wrong) or slots.swapped(sentence, source)
    swaps = swaps or excluded.swapped(sentence, source) or roles.swapped(sentence, source)
    if swaps or wrong:
        return swaps
    return rows.swapped(sentence, source) or owned.swapped(sentence, source)


def _turned(sentence: str, source: str) -> str:
    """Return the passage that the sentence says the opposite of, "" for none.

    "No, not over plain HTTP: ..." answers the question; what it says of the source stands behind it.
    """
    sentence = SHORT_ANSWER.sub("", sentence.strip())
    return (
        polarity.flipped(sentence, source)
        or permits.flipped(sentence, source)
        or excluded.flipped(sentence, source)
    )


def quote_status(sentence: str, source: str) -> str:
    """Return the worst status of the sentence's quotations: none,
    verbatim, normalised, stitched or altered."""
    order = ("none", "verbatim", "normalised", "stitched", "altered")
    found = [
        quotes.check(quotation.text, source).status for quotation in quotes.find(CITED.sub("", sentence))
    ]
    return max(found, key=order.index, default="none")


def _without_quotations(sentence: str) -> str:
    for quotation in reversed(quotes.find(sentence)):
        sentence = sentence[: quotation.start] + " " + sentence[quotation.end :]
    return sentence


def _is_number(swap: names.Swap, numbers: list[numbers_check.Mismatch]) -> bool:
    return any(mismatch.said in swap.said or swap.said in mismatch.said for mismatch in numbers)
