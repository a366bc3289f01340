"""Which stage to change next: where failed questions lost their evidence, and what that stage wants."""

from collections import Counter
from collections.abc import Mapping, Sequence

from ragkit.evaluation.remedy import FIXES
from ragkit.evaluation.waterfall import Trace

FEW = 20  # answerable questions below which a difference of 20 points cannot be told from chance
CHANGED = 6  # questions: with five the exact p of the paired test is never below .05
MANY = 50  # what the labels step asks for
RETRIEVED = (
    0.9  # of the questions with their evidence in the context, below which no prompt is looked at; taste
)
DEPTHS = (10, 20)  # larger k that a run may hold the answer to
LAST = "cite"  # the one stage that is not retrieval's


def lost(traces: Sequence[Trace]) -> dict[str, Trace]:
    """Return qid -> the loss to mend first, of failed questions: by the order of FIXES, then of the needs."""
    order, found = list(FIXES), dict[str, Trace]()
    for one in traces:
        if one.blamed and (
            one.qid not in found or order.index(one.remedy) < order.index(found[one.qid].remedy)
        ):
            found[one.qid] = one
    return found


def lever(traces: Sequence[Trace], questions: Mapping[str, str], answerable: int) -> str:
    """Return the change that would mend most questions, and the worst of them as the reason.

    Of two that would mend as many the earlier is made first. Citing is looked at once RETRIEVED of the
    questions have their evidence in the context: an answer cannot cite what it was not given.
    questions   qid -> its words
    answerable  labels that have an answer
    """
    if not answerable:
        return f"labels: write {MANY} questions with verbatim quotes, so that the next change can be measured"
    few = _few(answerable) if answerable < FEW else ""
    failed = lost(traces)
    early = {qid: one for qid, one in failed.items() if one.remedy != LAST}
    if early and answerable - len(early) < RETRIEVED * answerable:
        failed = early
    if not failed:
        return few + "answers: retrieval lost no question; have the answers graded, and add harder questions"
    counts, order = Counter(one.remedy for one in failed.values()), list(FIXES)
    change, count = min(counts.items(), key=lambda item: (-item[1], order.index(item[0])))
    mended = {qid: one for qid, one in failed.items() if one.remedy == change}
    worst = [f"{qid} ({_short(questions[qid])})" for qid in list(mended)[:3]]
    stages = Counter(one.blamed for one in mended.values())
    where = ", ".join(f"{number} at {stage}" for stage, number in stages.most_common())
    at = "" if set(stages) == {change} else f" ({where})"
    why = f"{count} of {answerable} questions were lost there{at}, such as {', '.join(worst)}"
    halves = [one.qid for one in mended.values() if change != "split" and one.cause.endswith("split")]
    also = (
        f"; the evidence of {len(halves)} of them is in no single chunk: look at split, too" if halves else ""
    )
    return f"{few}{change}: {FIXES[change]}{_deeper(traces) if change == 'rank' else ''}; {why}{also}"


def _few(answerable: int) -> str:
    """Say what so few questions can show: the exact test needs CHANGED of them, all changed one way."""
    told = f"two systems apart only from a difference of {CHANGED / answerable:.2f}, all changes one way"
    if answerable < CHANGED:
        told = f"no two systems apart, since {CHANGED} must change"
    return f"labels: {answerable} questions tell {told}; write {MANY}. Then "


def _deeper(traces: Sequence[Trace]) -> str:
    """Return what a larger k would give, as far as the run is known: ", recall@10 0.700, recall@20 0.800"."""
    shares: dict[str, list[int]] = {}
    for one in traces:
        shares.setdefault(one.qid, []).append(one.standing.at if one.standing else 0)
    known = [one.standing for one in traces if one.standing]
    cut, depth = max((one.cut for one in known), default=0), max((one.depth for one in known), default=0)
    said = []
    for k in (k for k in DEPTHS if cut < k <= depth):
        recall = sum(sum(0 < at <= k for at in ranks) / len(ranks) for ranks in shares.values()) / len(shares)
        said.append(f"recall@{k} {recall:.3f}")
    return f" (in this run {', '.join(said)})" if said else ""


def _short(question: str) -> str:
    words = " ".join(question.split())
    return words if len(words) <= 60 else words[:57] + "..."
