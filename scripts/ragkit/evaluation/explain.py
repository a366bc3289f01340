"""The waterfall in words: a table of survivors, the next lever, and one question's story."""

from collections.abc import Mapping, Sequence

from ragkit.answering.answers import state_of
from ragkit.cli import InputError
from ragkit.evaluation.lever import lever
from ragkit.evaluation.remedy import FIXES
from ragkit.evaluation.waterfall import Asked, Survivors, Trace, waterfall
from ragkit.labels.read import answerable
from ragkit.labels.similar import content
from ragkit.records import Record

# What to mend, by whether the context held the evidence and whether the answer used it.
MATRIX: Mapping[tuple[bool, bool], str] = {
    (True, True): "retrieval high, generation high: keep both, and ask harder questions",
    (True, False): "retrieval high, generation low: mend the prompt, the order of the sources or the model",
    (False, True): "retrieval low, generation high: answered without its evidence: another source, or memory",
    (False, False): "retrieval low, generation low: mend retrieval first, then look again",
}


def report(labels: Sequence[Record], traces: Sequence[Trace], asked: Mapping[str, Asked]) -> list[str]:
    """Return the table of survivors, the losses one by one, the matrix and the next lever."""
    rows = waterfall(traces)
    lines = [
        f"{len(traces)} pieces of evidence of {len({one.qid for one in traces})} questions",
        *table(rows),
        "",
    ]
    lines += [f"{one.qid}: {_loss(one)}" for one in traces if one.lost_at]
    lines += ["", *matrix(traces, asked), ""] if any(one.answer for one in asked.values()) else [""]
    questions = {label["qid"]: label["question"] for label in labels}
    most = lever(traces, questions, sum(map(answerable, labels)))
    return [*lines, *_false_answers(labels, asked), f"next lever: {most}"]


def table(rows: Sequence[Survivors]) -> list[str]:
    """Return one line a stage: survivors, losses, and what would at most survive if it lost none."""
    return [
        f"  {row.stage:<9} {row.alive:>4} left"
        + (
            f", {row.lost} lost here; without it at most {row.if_lossless:.3f} would reach the end"
            if row.lost
            else ""
        )
        for row in rows
    ]


def _loss(one: Trace) -> str:
    parts = [
        f"lost at {one.stage}" + (" (the label)" if one.blamed == "label" else ""),
        f"{one.doc_id}: {_short(one.quote)!r}",
        one.path,
        one.detail,
        f"cause: {one.cause}" if one.cause else "",
    ]
    return "; ".join(part for part in parts if part)


def matrix(traces: Sequence[Trace], asked: Mapping[str, Asked]) -> list[str]:
    """Return how many answered questions stand in each cell of retrieval by generation, and what to mend."""
    cells: dict[tuple[bool, bool], list[str]] = {cell: [] for cell in MATRIX}
    for qid in dict.fromkeys(one.qid for one in traces):
        mine = [one for one in traces if one.qid == qid]
        if qid in asked and asked[qid].context and asked[qid].answer:
            cells[cell_of(mine, asked[qid])].append(qid)
    return [f"{len(qids)} questions: {MATRIX[cell]}" for cell, qids in cells.items() if qids]


def cell_of(traces: Sequence[Trace], asked: Asked) -> tuple[bool, bool]:
    """Return (the context held all evidence, the answer cited it all, or answered where there was none)."""
    retrieved = all(one.held["assemble"] for one in traces)
    if retrieved:
        return True, all(one.held["cite"] for one in traces)
    return False, asked.answer is not None and state_of(asked.answer) == "answered"


def _false_answers(labels: Sequence[Record], asked: Mapping[str, Asked]) -> list[str]:
    """Name unanswerable questions that were answered."""
    answers = {
        label["qid"]: (asked[label["qid"]].answer if label["qid"] in asked else None) for label in labels
    }
    wrong = [
        label["qid"]
        for label in labels
        if not answerable(label) and (answer := answers[label["qid"]]) and state_of(answer) == "answered"
    ]
    return [f"answered although nothing answers them: {', '.join(wrong)}"] if wrong else []


def story(label: Record, traces: Sequence[Trace], asked: Asked) -> str:
    """Return one paragraph on one question: its gold text, where it went, and what to do."""
    said = [f"{label['qid']}: {label['question']!r}."]
    if not traces:
        why = "the label has no evidence" if answerable(label) else "the label says that nothing answers it"
        return " ".join([*said, f"There is nothing to follow: {why}."])
    for one in traces:
        said.append(f"It needs {one.quote!r} from {one.doc_id}.")
        said.append(f"Ranks: {one.path}." if one.path else "")
        if one.lost_at:
            said.append(f"It was lost at {one.stage}" + (f" ({one.detail})" if one.detail else "") + ".")
            deep = f" (k of {one.standing.at} reaches it)" if one.standing and one.remedy == "rank" else ""
            said.append(f"To mend: {FIXES[one.remedy]}{deep}.")
        else:
            said.append("It was not lost, as far as the records tell.")
    if asked.answer and asked.context:
        said.append(f"This question: {MATRIX[cell_of(traces, asked)]}.")
    return " ".join(part for part in said if part)


def named(question: str, labels: Sequence[Record]) -> Record:
    """Return the label of a qid, or whose question shares most content words with the one given."""
    for label in labels:
        if question in (label["qid"], label["question"]):
            return label
    wanted = content(question)
    best = max(labels, key=lambda label: len(wanted & content(label["question"])), default=None)
    if best is None or not wanted & content(best["question"]):
        raise InputError(f"no label asks anything like {question!r}; add a label with its evidence")
    return best


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 70 else line[:67] + "..."
