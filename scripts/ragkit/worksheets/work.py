"""What each task reads and writes: the records of the pipeline in, items or completed records out."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ragkit.answering.answers import need_contexts
from ragkit.cli import InputError, plural
from ragkit.records import Record
from ragkit.worksheets import (
    answers,
    canaries,
    context,
    grades,
    questions,
    rerank,
    sheet,
    spread,
    transcribe,
    variants,
)
from ragkit.worksheets.sheet import Checked


class Made(NamedTuple):
    items: list[Record]
    key: list[Record]  # what each item stands for; empty where the task has no secret
    lines: list[str]  # for a person


class How(NamedTuple):
    """How to make a worksheet. kinds and canaries are for grades, reserve for context notes, passages (how
    many) and under (of which folder) for questions, seed for both the order of grades and that choice."""

    kinds: tuple[str, ...] = (
        "support",
        "correctness",
        "nugget",
        "answer_relevance",
        "context_relevance",
        "abstention",
    )
    canaries: int = 30
    seed: int = 0
    reserve: int = 100
    images: Mapping[tuple[str, int], str] = {}
    passages: int = questions.PASSAGES
    under: str = ""


def make(task: str, given: Mapping[str, Sequence[Record]], how: How) -> Made:
    """Return the worksheet of a task over the records given by kind, those of options.MADE_OF."""
    if task == "grades":
        return _grades(given, how)
    said: list[str] = []
    inputs: Iterable[Record]
    if task == "answers":
        inputs = answers.make(given["context"])
    elif task == "context":
        documents = {document["doc_id"]: document for document in given["document"]}
        inputs = context.make(given["chunk"], documents, how.reserve)
    elif task == "questions":
        chosen = spread.choose(given["document"], how.passages, how.under, how.seed)
        inputs = list(questions.make(chosen.passages))
        said = [chosen.line, questions.expected(inputs)]
    elif task == "variants":
        inputs = variants.make(given["label"])
    elif task == "rerank":
        asked = {label["qid"]: label["question"] for label in given["label"]}
        inputs = rerank.make(given["run"], {one["chunk_id"]: one for one in given["chunk"]}, asked)
    else:
        inputs = transcribe.make(given["document"], how.images)
    made = sheet.items(task, inputs)
    return Made(made, [], [*said, plural(len(made), "item")])


def _grades(given: Mapping[str, Sequence[Record]], how: How) -> Made:
    contexts = {one["qid"]: one for one in given["context"]}
    need_contexts(given["answer"], contexts)
    unknown = set(how.kinds) - set(grades.VERDICTS)
    if unknown:
        raise InputError(f"no such kind: {sorted(unknown)[0]}; there are {', '.join(grades.VERDICTS)}")
    labels = {one["qid"]: one for one in given.get("label", ())}
    real = list(grades.make(contexts, given["answer"], labels, how.kinds))
    planted = (
        canaries.make(contexts, how.canaries, how.seed) if how.canaries and "support" in how.kinds else []
    )
    pairs = real + planted
    made = sheet.items("grades", (inputs for inputs, _ in pairs), seed=how.seed)
    for item in made:
        item["allowed"] = list(grades.allowed(item))
    by_sha = {item["sha"]: item["item_id"] for item in made}
    key = [{"item_id": by_sha[sheet.sha("grades", inputs)], **meaning} for inputs, meaning in pairs]
    gold = Counter(row["gold"] for row in key if "gold" in row)
    lines = [
        f"{plural(len(made), 'item')} for {plural(len(real), 'judgement')} and "
        f"{plural(len(planted), 'canary')} ({gold['full']} true, {gold['not-full']} false)"
    ]
    if how.canaries and min(gold["full"], gold["not-full"]) < 30:
        lines.append("fewer than 30 canaries a class: good for a look, not for a gate")
    return Made(made, key, lines)


def apply(
    task: str, made: Sequence[Record], checked: Checked, given: Mapping[str, Iterable[Record]]
) -> Iterable[Record]:
    """Return the records that a complete worksheet completes; grades complete none, answer_metrics.py scores
    them."""
    if task == "answers":
        return answers.apply(made, checked.outputs[0], checked.by[0])
    if task == "variants":
        return variants.apply(made, checked.outputs[0])
    if task == "questions":
        return questions.apply(made, checked.outputs[0], given["document"])
    if task == "context":
        return context.apply(made, checked.outputs[0], given["chunk"])
    if task == "rerank":
        return rerank.apply(made, checked.outputs[0], given["run"])
    return transcribe.apply(made, checked.outputs[0], given["document"])
