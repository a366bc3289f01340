"""Where each piece of evidence was lost: the first stage of the pipeline whose records no longer hold it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ragkit.answering import marks, native
from ragkit.answering.answers import state_of
from ragkit.evaluation import remedy
from ragkit.evaluation.corpus import Corpus, Quoted, Target, located, readable, wanted
from ragkit.labels.read import Need, answerable, evidence_needs, id_needs
from ragkit.records import Record

STAGES = ("source", "parse", "chunk", "index", "filter", "retrieve", "fuse", "rerank", "assemble", "cite")


class Asked(NamedTuple):
    """The records of one question; None where one is missing."""

    run: Record | None = None  # fused, with its legs
    reranked: Record | None = None
    context: Record | None = None
    answer: Record | None = None
    k: int = 0  # results that an answer gets, where no context says it

    @property
    def considered(self) -> list[str]:
        """Return the chunks that the context was made from."""
        if self.context is None:
            return []
        docs = self.context["docs"]
        seen = [name for doc in docs for name in doc["members"] or [doc["chunk_id"]]]
        return seen + [drop["chunk_id"] for drop in self.context["dropped"]]


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
    read: bool = True  # its document, in full: where it was not, a quote may have been lost there
    reranked: bool = True  # there was a reranker to lose it
    standing: remedy.Standing | None = None
    unread: bool = False  # no chunk is of its document at all

    @property
    def stage(self) -> str:
        """Return the stage, or the interval as "first..last", or "" when nothing was lost."""
        if self.lost_at is None:
            return ""
        first, last = (self._named(stage) for stage in self.lost_at)
        return first if first == last else f"{first}..{last}"

    @property
    def blamed(self) -> str:
        """Return the stage that lost it, of an interval the last; "label" for a misquote; "" for no loss."""
        if self.lost_at is None:
            return ""
        unread = self.lost_at == ("source", "parse")
        return "label" if unread and self.read else self._named(self.lost_at[1])

    @property
    def remedy(self) -> str:
        """Return the key of remedy.FIXES that says what to do; "" for no loss."""
        found = remedy.remedy(self.blamed, self.standing)
        return "unread" if found == "chunk" and self.unread else found

    @property
    def cause(self) -> str:
        """Return why the order of results lost it: the remedy's key, and "split" beside another where no
        chunk holds it whole; "" where the stage says it all."""
        if self.blamed not in remedy.RANKED or self.standing is None:
            return ""
        both = self.standing.split and self.remedy != "split"
        return f"{self.remedy}, and split" if both else self.remedy

    def _named(self, stage: str) -> str:
        return "rank" if stage == "rerank" and not self.reranked else stage


def trace(label: Record, asked: Asked, within: Corpus) -> list[Trace]:
    """Return a trace for each need of an answerable label; of alternatives, the one that came furthest."""
    if not answerable(label):
        return []
    needs = evidence_needs(label) if label["evidence"] else [_by_id(need) for need in id_needs(label)]
    return [
        max((_follow(number, label, one, asked, within) for one in need.alternatives), key=_progress)
        for number, need in enumerate(needs, start=1)
    ]


def _by_id(need: Need) -> Need:
    return need._replace(alternatives=tuple({"chunk_id": name} for name in need.alternatives))


def traces(labels: Iterable[Record], asked: Mapping[str, Asked], within: Corpus) -> list[Trace]:
    """Return the traces of all the labels."""
    return [one for label in labels for one in trace(label, asked.get(label["qid"], Asked()), within)]


def _progress(one: Trace) -> int:
    return len(STAGES) if one.lost_at is None else STAGES.index(one.lost_at[1])


def _follow(number: int, label: Record, item: Record, asked: Asked, within: Corpus) -> Trace:
    place = wanted(item, within) if "chunk_id" in item else located(item, within)
    held: dict[str, bool | None] = dict.fromkeys(STAGES)
    held["source"], held["parse"] = place.in_source, place.parsed
    path, detail, standing, low, unread = "", place.detail, None, False, False
    if place.target is not None:
        held |= _stored(place.target, label, within)
        held |= _ranked(place.target, asked)
        held |= _answered(place.target, asked)
        path = _path(place.target, asked)
        standing = remedy.standing(place.target, asked.run, asked.k or len(set(asked.considered)))
        low = remedy.below_depth(place.target, asked.run)
        unread = isinstance(place.target, Quoted) and not within.quotes.near(place.target.quote)
        said = [detail or _cut(place.target, asked)]
        if low and asked.run:
            said.append(f"below the run's depth of {len(asked.run['retrieved'])}: search with a larger --k")
        if unread and not within.quotes.partial:
            said.append("no chunk is of this document")
        detail = "; ".join(filter(None, said))
    quote: str = item.get("quote") or item["chunk_id"]
    doc_id: str = item.get("doc_id", place.doc_id)
    return Trace(
        label["qid"], number, quote, doc_id, held, lost_between(held), path, detail,
        doc_id not in within.damaged, asked.reranked is not None and not low, standing, unread,
    )  # fmt: skip


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


def _stored(target: Target, label: Record, within: Corpus) -> dict[str, bool | None]:
    may, ids = readable(label, within), target.holders
    indexed = ids if within.indexed is None else [name for name in ids if name in within.indexed]
    seen = target.rank([name for name in indexed if may(name)]) > 0
    if within.quotes.partial and not seen:  # other chunks may hold it: nobody has shown them
        return {}
    return {
        "chunk": target.rank(ids) > 0,
        "index": None if within.indexed is None else target.rank(indexed) > 0,
        "filter": None if seen and within.indexed is None else seen,  # it cannot clear an index unseen
    }


def _ranked(target: Target, asked: Asked) -> dict[str, bool | None]:
    legs = (asked.run or {}).get("legs")
    pool = None if legs is None else [name for ids in legs.values() for name in ids]
    low = remedy.below_depth(target, asked.run)
    reranked = None if asked.reranked is None else target.rank(asked.reranked["retrieved"]) > 0
    return {
        "retrieve": None if pool is None else target.rank(pool) > 0,
        "fuse": None if asked.run is None else low or target.rank(asked.run["retrieved"]) > 0,
        "rerank": False if low else reranked,
    }


def _answered(target: Target, asked: Asked) -> dict[str, bool | None]:
    if asked.context is None:
        last = asked.reranked or asked.run
        known = bool(last and asked.k)
        return {"rerank": target.rank(last["retrieved"][: asked.k]) > 0} if known and last else {}
    docs, considered = asked.context["docs"], asked.considered
    held: dict[str, bool | None] = {"assemble": target.in_context(docs)}
    if asked.reranked is None and target.rank(considered):
        held["rerank"] = True  # assembly had it before it, so no reranker had dropped it
    elif asked.reranked is None and asked.run and _is_top(considered, asked.run["retrieved"]):
        held["rerank"] = False  # assembly had the top of the run itself, and it stands further down
    if asked.answer is not None and _from(asked.answer, asked.context):
        numbers = cited(asked.answer, docs)
        held["cite"] = target.in_context([doc for doc in docs if doc["n"] in numbers])
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


def _path(target: Target, asked: Asked) -> str:
    """Return the ranks at which each list holds it; "-" where it does not, "empty" for a leg without hits."""
    if asked.run is None:
        return ""
    legs = asked.run.get("legs") or {}
    steps = [", ".join(_at(name, ids, target) for name, ids in legs.items())]
    steps.append(f"fused {target.rank(asked.run['retrieved']) or '-'}")
    if asked.reranked is not None:
        steps.append(f"reranked {target.rank(asked.reranked['retrieved']) or '-'}")
    return " -> ".join(step for step in steps if step)


def _at(name: str, ids: Sequence[str], target: Target) -> str:
    return f"{name} {target.rank(ids) or '-'}" if ids else f"{name} empty"


def _cut(target: Target, asked: Asked) -> str:
    """Return what else the records say: a quote split over chunks, and why assembly left it out."""
    said, ids = [], target.holders
    if len(ids) > 1 and not any(target.rank([name]) for name in ids):
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
    """Return the survivors by stage; a loss that is only known to an interval counts at the stage blamed.

    A misquoted label counts at "source"; "rerank" is called "rank" where nothing was reranked.
    """
    rows_of = {"label": "source", "rank": "rerank"}
    lost = Counter(rows_of.get(one.blamed, one.blamed) for one in traces if one.lost_at)
    alive, total = len(traces), max(1, len(traces))
    reached = len(traces) - sum(lost.values())
    ranked = not any(one.reranked for one in traces)
    rows = []
    for stage in STAGES:
        alive -= lost[stage]
        name = "rank" if stage == "rerank" and ranked else stage
        rows.append(Survivors(name, alive, lost[stage], (reached + lost[stage]) / total))
    return rows
