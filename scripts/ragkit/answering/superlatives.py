"""A superlative and the denial of a comparative say the same: "the longest river", "no river is longer"."""

import re

IRREGULAR = {
    "best": "good",
    "better": "good",
    "worst": "bad",
    "worse": "bad",
    "farther": "far",
    "further": "far",
}
IRREGULAR |= {"farthest": "far", "furthest": "far", "mejor": "good", "meilleur": "good", "meilleure": "good"}
IRREGULAR |= {"melhor": "good", "migliore": "good"}
DENIAL = re.compile(
    r"\b(?:no|none|nothing|nobody|never|not|neither|ning\u00fan|ninguna?|nada|aucune?|rien|kein\w*|nicht|"
    r"nessun\w*|nenhum\w*)\b",
    re.IGNORECASE,
)
MORE = re.compile(
    r"\b(?:(?:more|m\u00e1s|plus|pi\u00f9|mais)\s(?P<a>[^\W\d_]+)|as\s(?P<b>[^\W\d_]+)\sas|(?P<c>[^\W\d_]{2,}?)(?:er|ere[nrs]?)|"
    r"(?P<d>better|worse|farther|further|mejor|meilleure?|melhor|migliore))\b",
    re.IGNORECASE,
)
MOST = re.compile(
    r"\b(?:(?:most|m\u00e1s|plus|pi\u00f9|mais)\s(?P<a>[^\W\d_]+)|(?P<c>[^\W\d_]{2,}?)(?:e?st|e?ste[nrs]?)|"
    r"(?P<d>best|worst|farthest|furthest|mejor|meilleure?|melhor|migliore))\b",
    re.IGNORECASE,
)


def same(one: str, other: str) -> bool:
    """Return whether one text denies a comparative whose superlative the other affirms, or the reverse."""
    return any(
        DENIAL.search(a) is not None and DENIAL.search(b) is None and bool(_roots(MORE, a) & _roots(MOST, b))
        for a, b in ((one, other), (other, one))
    )


def _roots(pattern: re.Pattern[str], text: str) -> set[str]:
    """Return the adjectives compared, cut so that "bigger", "biggest", "wealthier" and "wealthiest" meet."""
    found: set[str] = set()
    for match in pattern.finditer(text):
        word = next(group for group in match.groups() if group).lower()
        word = IRREGULAR.get(word, word)
        word = word[:-1] + "y" if word.endswith("i") else word.removesuffix("e")
        found.add(word[:-1] if len(word) > 3 and word[-1] == word[-2] else word)
    return found
