"""Whether an answer answers, answers in part, or abstains: from its words alone, in thirteen languages.

abstained  nothing the user asked for: the sources do not say, or only what they are about
partial    some content, and an open gap tied to the sources
answered   everything else, statements of absence, quoted refusals and conflicts between sources included
"""

from typing import NamedTuple

from ragkit.answering import gaps, sentences


class Abstention(NamedTuple):
    state: str  # answered, partial or abstained
    contradictory: bool  # it first says it found nothing, then asserts something without a source


def state(answer: str) -> str:
    """Return "answered", "partial" or "abstained"."""
    return read(answer).state


def read(answer: str) -> Abstention:
    """Return the state and whether a refusal is followed by an assertion without a source."""
    kinds: list[str] = []
    bare = False  # an assertion without a source, after a gap
    for start, end, kind in sentences.split(answer):
        if kind in ("code", "table_row"):
            kinds.append("content")
        elif kind not in ("heading", "reference_list", "question"):
            said = gaps.said(answer[start:end])
            bare = bare or (
                "gap" in kinds and said == ["content"] and not gaps.CITED.search(answer[start:end])
            )
            kinds += said
    if "gap" not in kinds:
        return Abstention("answered", False)
    if "content" not in kinds:
        return Abstention("abstained", False)
    return Abstention("partial", bare)
