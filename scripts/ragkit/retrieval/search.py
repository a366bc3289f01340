"""One question in, one run record out: its legs, their fusion, and what a reader should know about it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ragkit import access
from ragkit.access import Reader
from ragkit.cli import InputError
from ragkit.indexing import analyse
from ragkit.indexing.store import Index
from ragkit.records import Record
from ragkit.retrieval import legs, visible
from ragkit.retrieval.fusion import reciprocal_rank_fusion, weighted_fusion

VERSION = "1"
MODES = ("hybrid", "bm25", "dense")
FUSIONS = ("weighted", "rrf")
NO_MATCH, FEW_VISIBLE = "no_lexical_match", "few_visible"


class Options(NamedTuple):
    """How to search.

    k        chunks to return
    pool     candidates of each leg before fusion; at least k
    mode     hybrid, bm25 or dense
    fusion   weighted (min-max) or rrf; an LSA leg is too weak for rrf's equal votes (references/retrieval.md)
    weights  of the bm25 and the dense leg under weighted fusion
    rrf_k    rrf's smoothing constant
    filters  field -> value that every chunk returned must have
    """

    k: int = 10
    pool: int = 100
    mode: str = "hybrid"
    fusion: str = "weighted"
    weights: tuple[float, float] = (0.7, 0.3)
    rrf_k: int = 60
    filters: Mapping[str, str] = {}

    def checked(self) -> "Options":
        """Return the options; InputError when one makes no sense."""
        if self.mode not in MODES or self.fusion not in FUSIONS:
            raise InputError(
                f"mode is one of {MODES}, fusion of {FUSIONS}; got {self.mode!r}, {self.fusion!r}"
            )
        if self.k < 1 or self.pool < 1 or self.rrf_k < 0 or min(self.weights) < 0 or not any(self.weights):
            raise InputError("k and pool are 1 or more, rrf_k 0 or more, weights 0 or more and not all 0")
        return self


def search(index: Index, question: Record, who: Reader | None, options: Options | None = None) -> Record:
    """Return the run record of a question: the ids retrieved, their scores, each leg's own list, flags.

    who    None when nobody said for whom: an InputError on a corpus with permissions
    user   the question's own `user` takes the place of `who`; its `filters` hold beside the options' own
    flags  no_lexical_match: no visible chunk has a word of it; few_visible: fewer than k may be seen
    A row without results means that no term is known and no vector could be made.
    """
    options = options or Options()
    where = f"question {question['qid']}"
    if question.get("user") is not None:
        who = access.reader(question["user"], where)
    filters = {**options.filters, **_filters(question.get("filters"), options.filters, where)}
    seen = visible.mask(index, who, filters, where)
    ids = legs.term_ids(index, analyse.query_terms(question["question"], _languages(index, question)))
    pool = max(options.pool, options.k)
    rankings: dict[str, legs.Ranking] = {}
    if options.mode != "dense":
        rankings["bm25"] = legs.bm25(index, ids, seen, pool)
    if options.mode != "bm25" and index.manifest["dense"] is not None:
        rankings["dense"] = legs.dense(index, ids, seen, pool)
    fused = _fuse(rankings, options)[: options.k]
    flags = []
    if not rankings.get("bm25", True):
        flags.append(NO_MATCH)
    if len(fused) < options.k and seen is not None and int(seen.sum()) < options.k:
        flags.append(FEW_VISIBLE)
    return {
        "qid": question["qid"],
        "retrieved": [index.chunk_ids[position] for position, _ in fused],
        "scores": [score for _, score in fused],
        "legs": {name: [index.chunk_ids[row] for row, _ in ranking] for name, ranking in rankings.items()},
        **({"flags": flags} if flags else {}),
    }


def _fuse(rankings: Mapping[str, legs.Ranking], options: Options) -> legs.Ranking:
    """One leg keeps its own scores; two are fused."""
    if len(rankings) == 1:
        return next(iter(rankings.values()))
    if options.fusion == "rrf":
        return reciprocal_rank_fusion(
            [[row for row, _ in ranking] for ranking in rankings.values()], options.rrf_k
        )
    return weighted_fusion(list(rankings.values()), options.weights)


def _filters(given: Any, others: Mapping[str, str], where: str) -> dict[str, str]:
    filters = {key: value if isinstance(value, str) else str(value) for key, value in (given or {}).items()}
    for key, value in filters.items():
        if others.get(key, value) != value:
            raise InputError(
                f"{where}: filter {key} is {value!r} here and {others[key]!r} in the call; keep one"
            )
    return filters


def _languages(index: Index, question: Record) -> list[str | None]:
    """The question's language, where it can be told and the index has it, then the index's main language."""
    known = list(index.manifest["languages"])
    own = analyse.language([question["question"]], least=1)
    return list(dict.fromkeys([lang for lang in [own] if lang in known] + known[:1])) or [None]
