"""Task "grades": blind, shuffled judgements, with canaries whose verdict is known hidden among them.

An item shows a claim and its sources, a fact and an answer, or the like: never a system's name, a label, or
whether it is a canary. What it stands for is in the key, a separate file that the grader does not see.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ragkit.answering import abstention, citations, gaps, marks, quotes
from ragkit.records import Record
from ragkit.worksheets.sheet import Task, schema, wants

VERDICTS: dict[str, tuple[str, ...]] = {
    "support": ("full", "partial", "none", "contradicted"),
    "nugget": ("full", "partial", "none"),
    "correctness": ("correct", "partial", "wrong", "abstains"),
    "answer_relevance": ("relevant", "partial", "irrelevant"),
    "context_relevance": ("relevant", "partial", "irrelevant"),
    "abstention": ("answered", "partial", "abstained"),
}
QUOTED = ("full", "partial")  # a verdict of support or nugget that needs a verbatim quote
LARGEST = 40_000  # characters of sources in one item; an uncited claim is judged on all of its context


def make(
    contexts: Mapping[str, Record],
    answers: Sequence[Record],
    labels: Mapping[str, Record],
    kinds: Iterable[str],
) -> Iterator[tuple[Record, Record]]:
    """Yield (inputs, key) for each judgement of the kinds asked for; the key says what it stands for."""
    wanted = set(kinds)
    for answer in answers:
        context, label = contexts[answer["qid"]], labels.get(answer["qid"], {})
        checked = citations.examine(context, answer)
        text = answer.get("answer") or "".join(b.get("text", "") for b in answer.get("content") or [])
        if checked.state == "none":
            continue
        if "support" in wanted:
            yield from _support(context, answer["qid"], checked)
        yield from (pair for pair in _whole(context, label, answer["qid"], text) if pair[0]["kind"] in wanted)


def _support(context: Record, qid: str, checked: citations.Checked) -> Iterator[tuple[Record, Record]]:
    sources = {source["n"]: source for source in context["docs"]}
    for verdict in checked.verdicts:
        if not verdict["needs_source"]:
            continue
        claim = plain(verdict["text"])
        base = {"qid": qid, "sentence": verdict["sentence"], "refs": verdict["refs"]}
        shown = [sources[n] for n in verdict["refs"]] or _fitting(context["docs"])
        role = "claim" if verdict["refs"] else "uncited"
        yield support(claim, shown), {**base, "kind": "support", "role": role}
        if len(verdict["refs"]) > 1:
            for n in verdict["refs"]:
                yield support(claim, [sources[n]]), {**base, "kind": "support", "role": "citation", "n": n}


def _whole(context: Record, label: Mapping[str, Any], qid: str, text: str) -> Iterator[tuple[Record, Record]]:
    question = context["question"]
    state = abstention.read(text)
    if state.state != "abstained":
        yield (
            {"kind": "answer_relevance", "question": question, "answer": text},
            {"qid": qid, "kind": "answer_relevance"},
        )
    if state.contradictory or state.state == "partial":
        yield {"kind": "abstention", "question": question, "answer": text}, {"qid": qid, "kind": "abstention"}
    if label.get("answer"):
        inputs = {"kind": "correctness", "question": question, "reference": label["answer"], "answer": text}
        yield inputs, {"qid": qid, "kind": "correctness"}
    for number, nugget in enumerate(label.get("nuggets") or []):
        fact = nugget if isinstance(nugget, str) else nugget.get("text", "")
        vital = not isinstance(nugget, dict) or nugget.get("vital", True)
        yield (
            {"kind": "nugget", "nugget": fact, "answer": text},
            {"qid": qid, "kind": "nugget", "nugget": number, "vital": vital},
        )
    for source in context["docs"]:
        inputs = {"kind": "context_relevance", "question": question, "sources": [_shown(source, 1)]}
        yield inputs, {"qid": qid, "kind": "context_relevance", "n": source["n"]}


def support(claim: str, sources: Sequence[Mapping[str, Any]]) -> Record:
    """Return the inputs of one judgement of support; sources are
    numbered anew, so no number tells the original."""
    return {
        "kind": "support",
        "claim": claim,
        "sources": [_shown(source, n) for n, source in enumerate(sources, 1)],
    }


def plain(sentence: str) -> str:
    """Return a sentence without its citations, so that their presence tells a grader nothing."""
    found = marks.read(sentence, set(), set())
    for mark in sorted(found.citations, reverse=True):
        sentence = sentence[: mark.start].rstrip() + sentence[mark.end :]
    return " ".join(gaps.CITED.sub("", sentence).split())


def _shown(source: Mapping[str, Any], n: int) -> Record:
    return {
        "n": n,
        "chunk_id": f"s{n}",
        "doc_id": "",
        "title": source.get("title") or "",
        "path": source.get("path") or [],
        "text": source["text"],
    }


def _fitting(docs: Sequence[Record]) -> list[Record]:
    shown: list[Record] = []
    for source in docs:
        if sum(len(other["text"]) for other in shown) + len(source["text"]) <= LARGEST:
            shown.append(source)
    return shown


def allowed(item: Record) -> tuple[str, ...]:
    return VERDICTS[item["inputs"]["kind"]]


def check(item: Record, output: Any) -> str:
    """Return what is wrong: a verdict that is none of the kind's, or a quote that is not there."""
    if wrong := wants(output, {"critique": str, "verdict": str, "quote": str}):
        return wrong
    inputs = item["inputs"]
    if output["verdict"] not in VERDICTS[inputs["kind"]]:
        return f"verdict {output['verdict']!r} is none of {', '.join(VERDICTS[inputs['kind']])}"
    if inputs["kind"] in ("support", "nugget") and output["verdict"] in QUOTED:
        texts = (
            [source["text"] for source in inputs["sources"]]
            if inputs["kind"] == "support"
            else [inputs["answer"]]
        )
        if len(output["quote"].split()) < 2 and not any(output["quote"] == text.strip() for text in texts):
            return f"a verdict of {output['verdict']} needs a quote of at least two words"
        if not any(quotes.holds(output["quote"], text) for text in texts):
            return f"the quote is not there: {output['quote'][:60]!r}"
    return ""


TASK = Task(
    "grades",
    lambda item: f"grade_{item['inputs']['kind']}.en",
    schema({"critique": {"type": "string"}, "verdict": {"type": "string"}, "quote": {"type": "string"}}),
    check,
)
