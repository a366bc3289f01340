"""Which stage to change next: where failed questions lost their evidence, and what that stage wants."""

from collections import Counter
from collections.abc import Mapping, Sequence

from ragkit.evaluation.waterfall import FIXES, Trace

FEW = 20  # answerable questions below which a difference of 20 points cannot be told from chance
MANY = 50  # what the labels step asks for
RETRIEVED = (
    0.9  # of the questions with their evidence in the context, below which no prompt is looked at; taste
)
LAST = "cite"  # the one stage that is not retrieval's


def lost(traces: Sequence[Trace]) -> dict[str, str]:
    """Return qid -> the key of FIXES of the earliest stage that lost any of its evidence; of failed ones."""
    order, found = list(FIXES), dict[str, str]()
    for one in traces:
        if one.blamed:
            found[one.qid] = min(one.blamed, found.get(one.qid, LAST), key=order.index)
    return found


def lever(traces: Sequence[Trace], questions: Mapping[str, str], answerable: int) -> str:
    """Return the stage that lost most questions, its change, and the worst of them as the reason.

    Of two that lost as many the earlier is mended first. Citing is looked at once RETRIEVED of the questions
    have their evidence in the context: an answer cannot cite what it was not given.
    questions   qid -> its words
    answerable  labels that have an answer
    """
    if not answerable:
        return f"labels: write {MANY} questions with verbatim quotes, so that the next change can be measured"
    more = f"labels: {answerable} questions are too few to tell two systems apart; write {MANY}. Then "
    few = more if answerable < FEW else ""
    stages = lost(traces)
    early = [qid for qid, stage in stages.items() if stage != LAST]
    if early and answerable - len(early) < RETRIEVED * answerable:
        stages = {qid: stages[qid] for qid in early}
    if not stages:
        return few + "answers: retrieval lost no question; have the answers graded, and add harder questions"
    counts, order = Counter(stages.values()), list(FIXES)
    stage, count = min(counts.items(), key=lambda item: (-item[1], order.index(item[0])))
    worst = [f"{qid} ({_short(questions[qid])})" for qid in stages if stages[qid] == stage][:3]
    why = f"{count} of {answerable} questions were lost there, such as {', '.join(worst)}"
    return f"{few}{stage}: {FIXES[stage]}; {why}"


def _short(question: str) -> str:
    words = " ".join(question.split())
    return words if len(words) <= 60 else words[:57] + "..."
