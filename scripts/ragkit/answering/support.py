"""How much of a sentence its source carries, from 0 to 1, by words alone and without training.

It ranks and flags; it certifies nothing. A paraphrase scores low, a copied sentence with one wrong name
scores high: facts.py looks for the second kind. tests/bench/bench_answers.py prints how both figures agree
with human labels, and chose the weights among a dozen guesses; none was fitted.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

from ragkit.answering.alignment import passages, stems

WINDOW = 3  # sentences of a source read together
K1, B = 0.8, 0.9  # of the saturating word count, as in BM25; flat from 0.6 to 1.2 in bench_answers.py


class Corpus(NamedTuple):
    """How often each stem occurs among some sources, and how long these are: rare stems weigh more."""

    documents: int
    counts: Mapping[str, int]
    length: float  # mean number of stems

    def weight(self, stem: str) -> float:
        return math.log(1 + (self.documents + 1) / (self.counts.get(stem, 0) + 0.5))


def corpus(sources: Iterable[str]) -> Corpus:
    """Return the stem counts over sources: of one question, or better of many."""
    counts: Counter[str] = Counter()
    lengths: list[int] = []
    for source in sources:
        given = stems(source)
        counts.update(set(given))
        lengths.append(len(given))
    return Corpus(len(lengths), counts, sum(lengths) / len(lengths) if lengths else 0.0)


def fit(sentence: str, source: str, known: Corpus) -> float:
    """Return how well a source fits a sentence, 0 to 1, for comparing
    sources: BM25's counting, per word of it."""
    mine, given = set(stems(sentence)), stems(source)
    if not mine or not given:
        return 0.0
    times = Counter(given)
    damp = K1 * (1 - B + B * len(given) / (known.length or len(given)))
    total = sum(known.weight(stem) for stem in mine)
    return sum(known.weight(stem) * times[stem] / (times[stem] + damp) for stem in mine) / total


def score(sentence: str, source: str, known: Corpus) -> float:
    """Return the support of a sentence by a source: 0 nothing shared, near 1 every word in the same order.

    0.4 of the fit + 0.3 of the weight of its words within the best three sentences + 0.3 of the weight of
    its pairs of neighbours.
    """
    words, given = stems(sentence), stems(source)
    if not words or not given:
        return 0.0
    return (
        0.4 * fit(sentence, source, known)
        + 0.3 * _window(set(words), source, known)
        + 0.3 * _pairs(words, given, known)
    )


def _window(mine: set[str], source: str, known: Corpus) -> float:
    total = sum(known.weight(stem) for stem in mine)
    parts = [set(stems(passage)) for passage in passages(source)]
    best = 0.0
    for at in range(len(parts)):
        together = mine & set().union(*parts[at : at + WINDOW])
        best = max(best, sum(known.weight(stem) for stem in together) / total)
    return best


def _pairs(words: tuple[str, ...], given: tuple[str, ...], known: Corpus) -> float:
    mine = set(pairwise(words))
    if not mine:
        return float(set(words) <= set(given))
    weights = {pair: known.weight(pair[0]) + known.weight(pair[1]) for pair in mine}
    return sum(weights[pair] for pair in mine & set(pairwise(given))) / sum(weights.values())
