"""Which passages belong together, so that a user could ask one question over both."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations

from ragkit.labels import similar
from ragkit.worksheets import saying
from ragkit.worksheets.spread import Passage

_MARKUP = re.compile(r"<[^>]*>|https?://\S+")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n\s*\n|\n(?=\s*(?:[-*+|#>]|\d+[.)]))")  # a single line end is a wrap
# What something is called: in backticks, with a capital or a digit inside, in capitals, or with a capital in
# mid-sentence.
_NAME = re.compile(
    r"`[^`\n]+`|\b\w*[a-z]\w*[A-Z_]\w*|\b[A-Z]{2,}\w*|\b\w*\d\w*[A-Za-z]\w*|\b\w*[A-Za-z]\w*\d\w*|"
    r"(?<=[a-z,] )[A-Z]\w+"
)
NAMED = 2.0  # times the weight of another word; taste
SHARED = 5  # words at least: in short passages three or four meet by chance and weigh much; taste
TWINS = 0.6  # closeness from which one passage says what the other says, so that it alone answers; taste
# In the documents of WLED, evcc, Opencast and the demo 99 of 100 pairs of passages are below 0.12. Judged by
# shared words and the documents' names, all but 6 of the 67 pairs taken from 0.15 have a thing to ask about;
# from 0.12 about one in four has not.
BAR = 0.15


def best(passages: Sequence[Passage], most: int) -> list[tuple[int, int]]:
    """Return the places of the `most` closest pairs, best first; fewer where fewer are close.

    Closeness is the cosine of the passages' words, each weighted by log((documents + 1) / documents with it),
    names NAMED times; below BAR there is no pair, nor from TWINS. No passage is in two pairs, and no two
    documents make two pairs. What several documents say in the same sentence joins nobody.
    """
    terms = _terms(passages)
    spread = Counter(word for own in _by_document(passages, terms).values() for word in own)
    many = len({one.doc_id for one in passages}) + 1
    weights = [{word: k * math.log(many / spread[word]) for word, k in own.items()} for own in terms]
    close = [
        (alike, one, two)
        for one, two in combinations(range(len(passages)), 2)
        if passages[one].doc_id != passages[two].doc_id
        and BAR <= (alike := _closeness(weights[one], weights[two])) < TWINS
    ]
    found: list[tuple[int, int]] = []
    taken: set[object] = set()
    for _, one, two in sorted(close, key=lambda row: (-row[0], row[1:])):
        keys = {one, two, frozenset((passages[one].doc_id, passages[two].doc_id))}
        if len(found) < most and not keys & taken:
            taken |= keys
            found.append((one, two))
    return found


def _closeness(one: Mapping[str, float], two: Mapping[str, float]) -> float:
    shared = one.keys() & two.keys()
    if len(shared) < SHARED:
        return 0.0
    return sum(min(one[word], two[word]) ** 2 for word in shared) / (_length(one) * _length(two))


def _length(weights: Mapping[str, float]) -> float:
    return math.hypot(*weights.values()) or 1.0


def _terms(passages: Sequence[Passage]) -> list[dict[str, float]]:
    """Return the words of each passage, with NAMED for names, without the sentences of other documents."""
    said = [_sentences(one.text) for one in passages]
    where: dict[str, set[str]] = defaultdict(set)
    for one, sentences in zip(passages, said, strict=True):
        for sentence in sentences:
            where[sentence].add(one.doc_id)
    own = ["\n".join(one for one in sentences if len(where[one]) == 1) for sentences in said]
    return [_words(text) for text in own]


def _sentences(text: str) -> list[str]:
    lines = [line for line in text.splitlines() if not saying.LOADS.fullmatch(line)]
    said = saying.LINK.sub("]", _MARKUP.sub(" ", "\n".join(lines)))
    return [" ".join(one.split()) for one in _SENTENCE.split(said)]


def _words(text: str) -> dict[str, float]:
    named = {word for hit in _NAME.finditer(text) for word in similar.words(hit[0])}
    topic = [word for word in similar.content(text) if any(map(str.isalpha, word)) and len(word) > 1]
    return {word: NAMED if word in named else 1.0 for word in topic}


def _by_document(passages: Sequence[Passage], terms: Sequence[Mapping[str, float]]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for one, own in zip(passages, terms, strict=True):
        found[one.doc_id].update(own)
    return found
