"""Where each piece of evidence was lost: the first stage of the pipeline whose records no longer hold it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ragkit.answering import marks, native
from ragkit.answering.answers import state_of
from ragkit.evaluation.corpus import Corpus, covers, holders, in_context, located, readable
from ragkit.evaluation.evidence import Quote
from ragkit.labels.read import answerable, evidence_needs
from ragkit.records import Record

STAGES = ("source", "parse", "chunk", "index", "filter", "retrieve", "fuse", "rerank", "assemble", "cite")
FIXES: Mapping[str, str] = {
    "source": "the corpus does not say it (any more): add or restore the page, or mend the label",
    "parse": "parse.py did not read it: see its warnings, run OCR or another format, then locate again",
    "chunk": "no chunk holds it: chunk the document again",
    "index": "the index does not know the chunk: run index.py over the current chunks",
    "filter": "the user may not see it: mend the acl, the filter, or the label's user",
    "retrieve": "no leg finds it: add query variants, stems, the prefix, or another leg",
    "fuse": "a leg finds it and fusion drops it: raise k and the pool, or weigh that leg more",
    "rerank": "it ranks below the cut: rerank the candidates, rerank better, or raise k",
    "assemble": "the context has no room for it: raise the budget, or drop what does not earn its place",
    "cite": "the model saw it and did not cite it: read the answer; prompt, order or model",
}


class Asked(NamedTuple):
    """The records of one question; None where one is missing."""

    run: Record | None = None  # fused, with its legs
    reranked: Record | None = None
    context: Record | None = None
    answer: Record | None = None


class Trace(NamedTuple):
    """One need of a question, followed through the stages."""

    qid: str
    need: int  # from 1
    quote: str
    doc_id: str
    held: Mapping[str, bool | None]  # by stage; None: no record tells
    lost_at: (
        tuple[str, str] | None
    )  # first and last stage that may have lost it; None: not lost as far as known
    path: str  # ranks: "bm25 3, dense 41 -> fused 14 -> reranked 2"
    detail: str

    @property
    def stage(self) -> str:
        """Return the stage, or the interval as "first..last", or "" when nothing was lost."""
        if self.lost_at is None:
            return ""
        first, last = self.lost_at
        return first if first == last else f"{first}..{last}"


def trace(label: Record, asked: Asked, within: Corpus) -> list[Trace]:
    """Return a trace for each need of an answerable label with evidence; of alternatives, the one that came
    furthest."""
    if not label["evidence"] or not answerable(label):
        return []
    needs = evidence_needs(label)
    return [
        max((_follow(number, label, item, asked, within) for item in need.alternatives), key=_progress)
        for number, need in enumerate(needs, start=1)
    ]


def traces(labels: Iterable[Record], asked: Mapping[str, Asked], within: Corpus) -> list[Trace]:
    """Return the traces of all the labels."""
    return [one for label in labels for one in trace(label, asked[label["qid"]], within)]


def _progress(one: Trace) -> int:
    return len(STAGES) if one.lost_at is None else STAGES.index(one.lost_at[1])


def _follow(number: int, label: Record, item: Record, asked: Asked, within: Corpus) -> Trace:
    place = located(item, within)
    held: dict[str, bool | None] = dict.fromkeys(STAGES)
    held["source"], held["parse"] = place.in_source, place.parsed
    path, detail = "", place.detail
    if place.quote is not None:
        ids = holders(place.quote, within)
        held |= _stored(place.quote, ids, label, within)
        held |= _ranked(place.quote, asked, within)
        held |= _answered(item, place.quote, asked, within)
        path = _path(place.quote, asked, within)
        detail = detail or _cut(place.quote, ids, asked, within)
    elif place.in_source is None and item["doc_id"] in within.documents:
        held["parse"] = False
    return Trace(label["qid"], number, item["quote"], item["doc_id"], held, lost_between(held), path, detail)


def lost_between(held: Mapping[str, bool | None]) -> tuple[str, str] | None:
    """Return the first and last stage that may have lost it: from after the last that held it to the first
    that did not; None when no stage after the last holder is known to have lost it.

    A stage that holds it clears those before it, whatever their records say.
    """
    last_held = max((i for i, stage in enumerate(STAGES) if held[stage]), default=-1)
    for i in range(last_held + 1, len(STAGES)):
        if held[STAGES[i]] is False:
            return STAGES[last_held + 1], STAGES[i]
    return None


def _stored(quote: Quote, ids: Sequence[str], label: Record, within: Corpus) -> dict[str, bool | None]:
    may = readable(label, within)
    indexed = ids if within.indexed is None else [name for name in ids if name in within.indexed]
    seen = covers(quote, [name for name in indexed if may(name)], within) > 0
    if within.quotes.partial and not seen:  # other chunks may hold it: nobody has shown them
        return {}
    return {
        "chunk": covers(quote, ids, within) > 0,
        "index": None if within.indexed is None else covers(quote, indexed, within) > 0,
        "filter": None if seen and within.indexed is None else seen,  # it cannot clear an index unseen
    }


def _ranked(quote: Quote, asked: Asked, within: Corpus) -> dict[str, bool | None]:
    legs = (asked.run or {}).get("legs")
    pool = None if legs is None else [name for ids in legs.values() for name in ids]
    return {
        "retrieve": None if pool is None else covers(quote, pool, within) > 0,
        "fuse": None if asked.run is None else covers(quote, asked.run["retrieved"], within) > 0,
        "rerank": None if asked.reranked is None else covers(quote, asked.reranked["retrieved"], within) > 0,
    }


def _answered(item: Record, quote: Quote, asked: Asked, within: Corpus) -> dict[str, bool | None]:
    if asked.context is None:
        return {}
    docs = asked.context["docs"]
    held: dict[str, bool | None] = {"assemble": in_context(item, quote, docs, within)}
    seen = [name for doc in docs for name in doc["members"] or [doc["chunk_id"]]]
    considered = seen + [drop["chunk_id"] for drop in asked.context["dropped"]]
    if asked.reranked is None and covers(quote, considered, within):
        held["rerank"] = True  # assembly had it before it, so no reranker had dropped it
    elif asked.reranked is None and asked.run and _is_top(considered, asked.run["retrieved"]):
        held["rerank"] = False  # assembly had the top of the run itself, and it stands further down
    if asked.answer is not None and _from(asked.answer, asked.context):
        numbers = cited(asked.answer, docs)
        held["cite"] = in_context(item, quote, [doc for doc in docs if doc["n"] in numbers], within)
    return held


def _is_top(considered: Sequence[str], retrieved: Sequence[str]) -> bool:
    return bool(considered) and set(retrieved[: len(set(considered))]) == set(considered)


def _from(answer: Record, context: Record) -> bool:
    """Return whether an answer was written from this context, as far as it says."""
    shas = (answer.get("context_sha"), context.get("context_sha"))
    return None in shas or shas[0] == shas[1]


def cited(answer: Record, docs: Sequence[Record]) -> set[int]:
    """Return the numbers of the sources that an answer cites, by number or by id."""
    if answer["content"] is not None:
        found = native.read(answer["content"], docs).marks
    else:
        found = marks.parse(answer["answer"] or "", docs).citations
    refs = {ref for mark in found for ref in mark.good}
    return {doc["n"] for doc in docs if refs & {doc["n"], doc["chunk_id"], *doc["members"]}}


def _path(quote: Quote, asked: Asked, within: Corpus) -> str:
    """Return the ranks at which each list holds the quote; "-" where it does not."""
    if asked.run is None:
        return ""
    legs = asked.run.get("legs") or {}
    steps = [", ".join(f"{name} {covers(quote, ids, within) or '-'}" for name, ids in legs.items())]
    steps.append(f"fused {covers(quote, asked.run['retrieved'], within) or '-'}")
    if asked.reranked is not None:
        steps.append(f"reranked {covers(quote, asked.reranked['retrieved'], within) or '-'}")
    return " -> ".join(step for step in steps if step)


def _cut(quote: Quote, ids: Sequence[str], asked: Asked, within: Corpus) -> str:
    """Return what else the records say: a quote split over chunks, and why assembly left it out."""
    said = []
    if len(ids) > 1 and not any(covers(quote, [name], within) for name in ids):
        said.append(f"in no single chunk, split over {len(ids)}")
    drops = asked.context["dropped"] if asked.context else []
    said += [f"dropped: {drop['reason']}" for drop in drops if drop["chunk_id"] in ids]
    if asked.answer and state_of(asked.answer) == "abstained":
        said.append("the answer abstains")
    return "; ".join(dict.fromkeys(said))


class Survivors(NamedTuple):
    """One row of the waterfall."""

    stage: str
    alive: int  # needs not known to be lost up to and including this stage
    lost: int  # needs lost at exactly this stage
    if_lossless: float  # share of needs that would at most survive to the end if this stage lost none


def waterfall(traces: Sequence[Trace]) -> list[Survivors]:
    """Return the survivors by stage; a loss that is only known to an interval counts at its last stage."""
    lost = Counter(one.lost_at[1] for one in traces if one.lost_at)
    alive, total = len(traces), max(1, len(traces))
    reached = len(traces) - sum(lost.values())
    rows = []
    for stage in STAGES:
        alive -= lost[stage]
        rows.append(Survivors(stage, alive, lost[stage], (reached + lost[stage]) / total))
    return rows
