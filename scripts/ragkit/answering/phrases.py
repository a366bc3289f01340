"""Word lists of the sentence splitter: abbreviations, months, and how an answer talks about itself."""

import re

from ragkit.answering.wordlists import either, load, words

_LISTS = load("phrases")
TITLES = frozenset(words(_LISTS["titles"]))  # never the last word of a sentence
BEFORE_NUMBER = frozenset(words(_LISTS["before number"]))  # nor these, when a number follows
MONTH = re.compile(either(_LISTS["month"]))
STARTER = re.compile(either(words(_LISTS["starter"])))
ABOUT = re.compile(rf"[\W_]*(?:{either(_LISTS['about the answer'])})[\W_]*", re.IGNORECASE)


def is_about_the_answer(sentence: str) -> bool:
    """Return whether a sentence only greets, leads in, closes or points to what follows."""
    return len(sentence) <= 220 and ABOUT.fullmatch(sentence) is not None
