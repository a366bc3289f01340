"""The question in other words, written by a model before anything is searched, as users and pages differ."""

import re
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from models import Model

from ragkit.answering import prompts, render
from ragkit.cli import IncompleteError
from ragkit.worksheets import variants

PROMPTS = ("rewrite.en", "hyde.en")  # templates/prompts of the skill: three rewrites, a hypothetical answer
LONGEST = 2_000  # characters of one wording; a model that wrote more did not do what it was asked: taste
_MARK = re.compile(r"^\s*(?:(?:[-*\u2022]|\(?\d{1,2}[.)])\s+)+")


class Written(NamedTuple):
    """Other wordings to search with, and why some or all are missing ("" when none is)."""

    variants: list[str]
    trouble: str


class Rewriter:
    """Asks a model for both kinds at once, so that the user waits for the slower one only."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def write(self, question: str) -> Written:
        """Return the wordings; a model that fails costs them, never the search."""
        with ThreadPoolExecutor(len(PROMPTS)) as pool:
            replies = list(pool.map(lambda name: self._asked(name, question), PROMPTS))
        (lines, one), (paragraph, two) = replies
        found = [_MARK.sub("", line).strip().strip('"') for line in lines.splitlines()]
        kept = [text for text in found if _usable(text, question)][: variants.REWRITES]
        passage = " ".join(paragraph.split())
        kept += [passage] if 0 < len(passage) <= LONGEST else []
        trouble = one or two or ("" if kept else "the model wrote nothing to search with")
        return Written(list(dict.fromkeys(kept)), trouble)

    def _asked(self, name: str, question: str) -> tuple[str, str]:
        prompt = prompts.load(name).replace("{count}", str(variants.REWRITES))
        prompt = prompt.replace("{question}", render.neutral(question))
        try:
            return "".join(self.model.stream(prompt, {"question": question, "docs": []})), ""
        except IncompleteError as err:
            return "", str(err)


def _usable(text: str, question: str) -> bool:
    """Return whether a line is another wording that kept every code and number of the question."""
    item = {"inputs": {"kind": "rewrite", "count": 1, "question": question}}
    said = 0 < len(text) <= LONGEST and not text.endswith(":")
    return said and not variants.check(item, {"texts": [text]})
