"""What to change for one lost piece of evidence: the stage that lost it, and what has been done already."""

import re
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ragkit.records import Record

# What the legs of other wordings and of parts are called: ours, and of runs imported and fused one by one.
OTHER = re.compile(r"(?:variant|part)[ _-]?\d")
VARIED = "variants"  # the flag of a run whose legs do not show that other wordings were searched
RANKED = ("retrieve", "fuse", "rank")  # stages where the order of results lost it
# What to change, by what is to blame: a stage, "label" where the document was read and does not say it, or
# "rank" where nothing was reranked and the cut came first; "split" and "words" are why an order lost it.
FIXES = {
    "label": "no document holds the quote: mend the label (labels.py locate shows the nearest text), or "
    "restore the page",
    "source": "the corpus does not say it (any more): add or restore the page, or mend the label",
    "parse": "its document was not read in full: mend the losses that parse.py names, then locate again",
    "unread": "no chunk is of its document: the system does not read that file; add it to what is read (of a "
    "bot, to its loader), then chunk and index it",
    "chunk": "no chunk holds it: chunk the document again",
    "index": "the index does not know the chunk: run index.py over the current chunks",
    "filter": "the user may not open it: state its readers, mend the filter, or ask as somebody who may",
    "split": "a chunk boundary cuts the evidence: grow hits into their neighbours "
    "(search.py --grow, assemble.py --neighbours 1), or try another chunk size (sweep.py)",
    "words": "the question's words are not the page's: write query variants (three rewrites, one "
    "hypothetical answer) before seeing results",
    "retrieve": "no leg finds it in any wording: add another leg (an embedder), or notes that situate chunks",
    "fuse": "one leg ranks it high and fusion drops it: weigh that leg more (sweep.py)",
    "pool": "it stands too far down for the fused list: keep more results (--k 50) and rerank them",
    "rank": "the evidence was found below the cut: rerank, or raise k at equal context",
    "rerank": "the reranker puts it below the cut: rerank better, or raise k",
    "assemble": "the context has no room for it: raise the budget, or drop what does not earn its place",
    "cite": "the model saw it and did not cite it: read the answer; prompt, order or model",
}


class Held(Protocol):
    """What a need is met by (corpus.Target)."""

    @property
    def holders(self) -> Sequence[str]: ...

    def rank(self, ids: Sequence[str]) -> int: ...


class Standing(NamedTuple):
    """Where one need stands in a run; ranks count from 1, 0 is nowhere."""

    at: int  # in the fused list
    depth: int  # results of that list
    cut: int  # results that an answer gets; 0: not known
    best: int  # in the best leg of the user's own wording
    pooled: bool  # some leg of some wording has it
    varied: bool  # other wordings were searched
    half: bool  # no chunk holds it whole, and one that holds a part is above the cut
    split: bool = False  # no chunk holds it whole


def standing(target: Held, run: Record | None, cut: int) -> Standing | None:
    """Return where a need stands; None without a run."""
    if run is None:
        return None
    retrieved, legs = run["retrieved"], run.get("legs") or {}
    ranks = {name: target.rank(ids) for name, ids in legs.items()}
    own = [rank for name, rank in ranks.items() if rank and not OTHER.match(name)]
    varied = any(map(OTHER.match, legs)) or VARIED in (run.get("flags") or ())
    split = len(target.holders) > 1 and not any(target.rank([name]) for name in target.holders)
    half = split and not set(target.holders).isdisjoint(retrieved[: cut or None])
    return Standing(
        target.rank(retrieved), len(retrieved), cut, min(own, default=0), any(ranks.values()), varied, half,
        split,
    )  # fmt: skip


def below_depth(target: Held, run: Record | None) -> bool:
    """Return whether legs hold a need, all of them further down than the run is long: then fusion, which
    orders what they hold, has not dropped it, but the list ended before it."""
    if run is None:
        return False
    ranks = [rank for ids in (run.get("legs") or {}).values() if (rank := target.rank(ids))]
    depth = len(run["retrieved"])
    return bool(ranks) and min(ranks) > depth and not target.rank(run["retrieved"])


def remedy(blamed: str, found: Standing | None) -> str:
    """Return the key of FIXES for a need lost at the stage blamed; what was done is not advised again.

    Other wordings come first, unless a leg ranks the evidence high with the user's own: then fusion lost it.
    """
    if blamed not in RANKED or found is None:
        return blamed
    if found.half:
        return "split"
    if 0 < found.best <= found.cut:
        return "fuse"
    if not found.varied:
        return "words"
    if found.at:
        return "rank"
    if found.split:
        return "split"
    return "pool" if found.pooled else "retrieve"
