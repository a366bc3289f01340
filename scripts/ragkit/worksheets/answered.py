"""Questions said to have no answer, whose words a passage of the documents has nearly all together."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ragkit.answering.alignment import stems
from ragkit.labels import similar
from ragkit.records import Record
from ragkit.worksheets import spread

# Share of a question's words, rare ones counting more. In users' words over three sites, 35 of 303 questions
# with an answer have that in one passage, and 5 of 43 without: it finds few, and names few in vain.
TOGETHER = 0.6
LEAST = 3  # words of a question below which any passage of its topic has them all; taste


class Place(NamedTuple):
    doc_id: str
    text: str


def elsewhere(asked: Mapping[str, tuple[str, str]], documents: Iterable[Record]) -> dict[str, Place]:
    """Return the passage that has most of a question's words, for those of which one has TOGETHER.

    asked  qid -> the question and the passage it was written from, which whoever wrote it has read
    """
    if not asked:
        return {}
    places = [Place(one["doc_id"], text) for one in documents for text in _texts(one)]
    words = [frozenset(stems(place.text)) for place in places]
    spread_over = Counter(word for own in words for word in own)
    found: dict[str, Place] = {}
    for qid, (question, shown) in asked.items():
        weights = {word: math.log((len(places) + 1) / (spread_over[word] + 1)) for word in _asks(question)}
        whole = sum(weights.values())
        best, place = max(
            (
                (sum(weights[word] for word in weights.keys() & own), place)
                for place, own in zip(places, words, strict=True)
                if place.text != shown
            ),
            default=(0.0, Place("", "")),
        )
        if len(weights) >= LEAST and whole and best / whole >= TOGETHER:
            found[qid] = place
    return found


def _texts(document: Record) -> Iterator[str]:
    return (document["text"][blocks[0][1] : blocks[-1][2]] for blocks in spread.stretches(document))


def _asks(question: str) -> frozenset[str]:
    kept = [word for word in similar.words(question) if word not in similar.FUNCTION_WORDS]
    return frozenset(stems(" ".join(kept)))
