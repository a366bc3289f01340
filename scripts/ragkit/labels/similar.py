"""Questions that say the same, and questions that say it in their evidence's own words."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

# Words that carry no topic; from Fox's stop list (SIGIR Forum 1989), cut to what questions are made of.
_STOP = """a an and any are as at be been by can could did do does for from had has have how i if in into is
it its may me might must my of on or our shall should so than that the their them there these they this to
us was we were what when where which who whom whose why will with would you your"""
FUNCTION_WORDS = frozenset(re.findall(r"\w+", _STOP))
SAME = 0.7  # Jaccard of content words from which two questions count as near-duplicates; taste
_UNSPACED = re.compile(  # Thai to Tibetan, Burmese, Khmer, kana, Han
    "[\u0e01-\u0e30\u0e32-\u0e33\u0e40-\u0e46\u0e80-\u0fff\u1000-\u109f\u1780-\u17ff\u3041-\u30ff\u3400-\u9fff"
    "\uf900-\ufaff\U00020000-\U0003ffff]"
)
PARROT_RUN = 6  # words in a row that question and evidence share; shorter runs are fixed phrases


def words(text: str) -> list[str]:
    """Return the words of a text, case folded; numbers and identifiers are words too."""
    return re.findall(r"\w+(?:[-.]\w+)*", text.casefold())


def word_count(text: str) -> float:
    """Return how many words a text has; in scripts without spaces two characters count as one."""
    unspaced = _UNSPACED.findall(text)
    return len(words(_UNSPACED.sub(" ", text))) + len(unspaced) / 2


def content(text: str) -> frozenset[str]:
    """Return the words that carry the topic; all words when there are no others."""
    every = frozenset(words(text))
    return every - FUNCTION_WORDS or every


def duplicates(questions: Mapping[str, str]) -> list[tuple[str, str, float]]:
    """Return (qid, later qid, likeness) of every pair at least SAME alike; likeness 1 is the same words.

    Likeness is the Jaccard share of content words; questions with different numbers are never alike.
    Exact: a pair that is alike must share one of the rarest words of either (prefix filtering, Chaudhuri et
    al., ICDE 2006), so few pairs are looked at.
    """
    sets = {qid: content(text) for qid, text in questions.items() if text.strip()}
    frequency = Counter(word for terms in sets.values() for word in terms)
    seen: dict[tuple[str, frozenset[str]], list[str]] = defaultdict(list)
    pairs: list[tuple[str, str, float]] = []
    for qid, terms in sets.items():
        rarest = sorted(terms, key=lambda word: (frequency[word], word))
        prefix = rarest[: len(terms) - int(SAME * len(terms) - 1e-9)]
        keys = [(word, _numbers(terms)) for word in prefix]
        for other in dict.fromkeys(name for key in keys for name in seen[key]):
            alike = len(terms & sets[other]) / len(terms | sets[other])
            if alike >= SAME:
                exact = words(questions[qid]) == words(questions[other])
                pairs.append((other, qid, 1.0 if exact else min(alike, 0.99)))
        for key in keys:
            seen[key].append(qid)
    return pairs


def _numbers(terms: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in terms if any(char.isdigit() for char in word))


def shared_run(question: str, evidence: str) -> int:
    """Return the length of the longest run of words that the question repeats from the evidence."""
    ours, theirs = words(question), words(evidence)
    best = 0
    row = [0] * (len(theirs) + 1)
    for word in ours:
        row = [0] + [row[j] + 1 if word == other else 0 for j, other in enumerate(theirs)]
        best = max(best, *row)
    return best


def parrots(question: str, evidence: Sequence[str]) -> bool:
    """Return whether a question repeats PARROT_RUN words of its evidence in a row, or says nothing else."""
    own = content(question)
    said = frozenset(word for quote in evidence for word in words(quote))
    if len(own) > PARROT_RUN and own <= said:
        return True
    return any(shared_run(question, quote) >= PARROT_RUN for quote in evidence)
