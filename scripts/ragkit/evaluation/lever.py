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
    "labels": "their quotes do not locate: mend quote or doc_id (labels.py locate shows the nearest text)",
    "parse": "their document was not read in full: mend the losses above, then locate the quotes again",
    "chunk": "no chunk holds their evidence whole: larger chunks, or neighbours added to hits",
    "permissions": "their user may not open the evidence: state its readers, or ask as somebody who may",
    "retrieve": "write query variants (three rewrites, one hypothetical answer) before seeing results",
    "rank": "the evidence was found below the cut: write query variants, rerank, or raise k at equal context",
}
FEW = 20  # answerable questions below which a difference of 20 points cannot be told from chance
MANY = 50  # what the labels step asks for


def lever(lost: Sequence[Lost], answerable: int) -> str:
    """Return the stage that lost most questions, its change, and the worst of them as the reason."""
    if not answerable:
        return f"labels: write {MANY} questions with verbatim quotes, so that the next change can be measured"
    more = f"labels: {answerable} questions are too few to tell two systems apart; write {MANY}. Then "
    few = more if answerable < FEW else ""
    if not lost:
        return few + "answers: retrieval lost no question; have the answers graded, and add harder questions"
    stages = Counter(one.stage for one in lost)
    order = list(CHANGES)
    stage, count = min(stages.items(), key=lambda item: (-item[1], order.index(item[0])))
    worst = [f"{one.qid} ({_short(one.question)})" for one in lost if one.stage == stage][:3]
    why = f"{count} of {answerable} questions were lost there, such as {', '.join(worst)}"
    return f"{few}{stage}: {CHANGES[stage]}; {why}"


def _short(question: str) -> str:
    words = " ".join(question.split())
    return words if len(words) <= 60 else words[:57] + "..."
