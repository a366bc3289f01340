"""How much of a sentence its source carries, from 0 to 1, by words alone and without training.

It ranks and flags; it certifies nothing. A paraphrase scores low, a copied sentence with one wrong name
scores
high: facts.py looks for the second kind. Weights are the first guess of a formula that fixed weights serve as
well as a trained regression (tests/bench/bench_answers.py prints the AUC against human labels).
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from ragkit.answering.alignment import passages, stems

WINDOW = 3  # sentences of a source read together


class Corpus(NamedTuple):
    """How often each stem occurs among the sources of one question: rare ones weigh more."""

    documents: int
    counts: Mapping[str, int]

    def weight(self, stem: str) -> float:
        return math.log(1 + (self.documents + 1) / (self.counts.get(stem, 0) + 0.5))


def corpus(sources: Iterable[str]) -> Corpus:
    """Return the stem counts over the sources of a question."""
    counts: dict[str, int] = {}
    number = 0
    for number, source in enumerate(sources, start=1):  # noqa: B007  the count after the loop
        for stem in set(stems(source)):
            counts[stem] = counts.get(stem, 0) + 1
    return Corpus(number, counts)


def score(sentence: str, source: str, known: Corpus, question: str = "") -> float:
    """Return the support of a sentence by a source: 0 nothing shared, 1 every word in the same order.

    0.4 of the words within the best three sentences + 0.25 of the weight of the words anywhere + 0.2 of the
    pairs of neighbours + 0.15 of the weight of the words that the question did not bring.
    """
    words = stems(sentence)
    given = stems(source)
    if not words or not given:
        return 0.0
    mine, theirs = set(words), set(given)
    pairs = set(pairwise(words))
    shared_pairs = len(pairs & set(pairwise(given))) / len(pairs) if pairs else float(mine <= theirs)
    asked = set(stems(question))
    return (
        0.4 * _window(mine, source, known)
        + 0.25 * _weighted(mine, theirs, known)
        + 0.2 * shared_pairs
        + 0.15 * (_weighted(mine - asked, theirs, known) if mine - asked else 1.0)
    )


def best(sentence: str, sources: Sequence[str], known: Corpus, question: str = "") -> tuple[int, float]:
    """Return the index of the source that carries most of the sentence, the first among equals, and its
    score."""
    scores = [score(sentence, source, known, question) for source in sources]
    top = max(scores, default=0.0)
    return (scores.index(top) if scores else -1), top


def _weighted(mine: set[str], theirs: set[str], known: Corpus) -> float:
    total = sum(known.weight(stem) for stem in mine)
    return sum(known.weight(stem) for stem in mine & theirs) / total if total else 0.0


def _window(mine: set[str], source: str, known: Corpus) -> float:
    parts = [set(stems(passage)) for passage in passages(source)]
    best = 0.0
    for at in range(len(parts)):
        together = set().union(*parts[at : at + WINDOW])
        best = max(best, _weighted(mine, together, known))
    return best
