"""Which stage to change next: where the questions that failed were lost, and the change that stage wants."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Lost(NamedTuple):
    """One question that failed, and the first stage at which its evidence was gone."""

    qid: str
    question: str
    stage: str  # a key of CHANGES


# The order of the pipeline: a loss upstream is mended first when two stages lost as many.
CHANGES: Mapping[str, str] = {
    "parse": "read what is missing (OCR, another format), then locate the quotes again",
    "chunk": "keep the evidence in one passage: larger chunks, or neighbours added to hits",
    "filter": "check the permissions of the documents that hold the evidence",
    "retrieve": "write query variants (three rewrites, one hypothetical answer) before seeing results",
    "rank": "the evidence is among the candidates: rerank them, or raise k",
    "assemble": "raise the context budget, or drop what does not earn its place",
}


def lever(lost: Sequence[Lost], answerable: int) -> str:
    """Return the stage that lost most questions, its change, and the worst of them as the reason."""
    if not answerable:
        return "labels: write 50 questions with verbatim quotes, so that the next change can be measured"
    if not lost:
        return "answers: retrieval lost no question; have the answers graded, and add harder questions"
    stages = Counter(one.stage for one in lost)
    order = list(CHANGES)
    stage, count = min(stages.items(), key=lambda item: (-item[1], order.index(item[0])))
    worst = [f"{one.qid} ({_short(one.question)})" for one in lost if one.stage == stage][:3]
    why = f"{count} of {answerable} questions were lost there, such as {', '.join(worst)}"
    return f"{stage}: {CHANGES[stage]}; {why}"


def _short(question: str) -> str:
    words = " ".join(question.split())
    return words if len(words) <= 60 else words[:57] + "..."
