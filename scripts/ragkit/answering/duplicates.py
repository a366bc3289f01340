"""Near-duplicates among retrieved chunks: the same words, the same
numbers; two versions of a rule are not."""

import re
from collections.abc import Sequence

NEAR = 0.9  # containment of word triples: facts page of the field's tools, Broder 1997
WORD = re.compile(r"\w+|[^\w\s]")


class Shingles:
    """A text's word triples, and its numbers and negations, which must
    be equal for two texts to say the same."""

    def __init__(self, text: str) -> None:
        words = [word.lower() for word in WORD.findall(text) if word.isalnum() or "_" in word]
        self.triples = {tuple(words[i : i + 3]) for i in range(max(1, len(words) - 2))}
        self.numbers = sorted(re.findall(r"\d+(?:[.,]\d+)*", text))
        self.negations = sum(word in ("not", "no", "never", "without") for word in words)

    def says_the_same(self, other: "Shingles") -> bool:
        """Return whether the smaller of the two is contained in the larger by 90% and no number differs."""
        if self.numbers != other.numbers or self.negations != other.negations:
            return False
        small = min(len(self.triples), len(other.triples))
        large = max(len(self.triples), len(other.triples))
        return small >= NEAR * large and len(self.triples & other.triples) >= NEAR * small


def aliases(texts: Sequence[str]) -> list[int]:
    """Return for each text the index of the first text that says the same: its own when it is the first."""
    seen: list[tuple[int, Shingles]] = []
    found: list[int] = []
    exact: dict[str, int] = {}
    for index, text in enumerate(texts):
        if text in exact:
            found.append(exact[text])
            continue
        mine = Shingles(text)
        first = next((other for other, shingles in seen if mine.says_the_same(shingles)), index)
        if first == index:
            seen.append((index, mine))
        exact[text] = first
        found.append(first)
    return found
