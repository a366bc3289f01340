"""One question in, one run record out: its legs, their fusion, and what a reader should know about it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ragkit import access
from ragkit.access import Reader
from ragkit.cli import InputError
from ragkit.indexing import analyse
from ragkit.indexing.store import Index
from ragkit.records import Record
from ragkit.retrieval import asked, families, grow, legs, related, visible
from ragkit.retrieval.fusion import interleave, reciprocal_rank_fusion, weighted_fusion
from ragkit.retrieval.options import NOT_IN_FORCE, VARIANTS_K, Options

if TYPE_CHECKING:
    import numpy as np

NO_MATCH, FEW_VISIBLE, COLLAPSED = "no_lexical_match", "few_visible", "duplicates_collapsed"

__all__ = ["Options", "search"]


def search(
    index: Index,
    question: Record,
    who: Reader | None,
    options: Options | None = None,
    variants: Sequence[str] = (),
    parts: Sequence[str] = (),
) -> Record:
    """Return the run record of a question: the ids retrieved, their scores, each leg's own list, flags.

    who       None when nobody said for whom: an InputError on a corpus with permissions
    user      the question's own `user` takes the place of `who`; its `filters` hold beside the options' own
    variants  the question in other words; each is searched, and all are fused by rrf with the question itself
    parts     single questions whose answers together answer it; each has its turn, the whole question first
    flags     no_lexical_match: no visible chunk has a word of it; few_visible: fewer than k may be seen;
              duplicates_collapsed: identical texts before the cut are shown once
    A row without results means that no term is known and no vector could be made.
    """
    options = options or Options()
    where = f"question {question['qid']}"
    if not question["question"].strip():
        raise InputError(f'{where}: it has no text to search with; give its "question"')
    if question.get("user") is not None:
        who = access.reader(question["user"], where)
    filters = {**options.filters, **_filters(question.get("filters"), options.filters, where)}
    seen = visible.mask(index, who, filters, where, options.since, options.until)
    found = _one(index, question["question"], seen, options)
    rankings, fused = dict(found.rankings), found.fused
    if variants:
        others = [_one(index, variant, seen, options) for variant in variants]
        rankings |= {f"variant {i}": other.fused[: options.pool] for i, other in enumerate(others, start=1)}
        lists = [[row for row, _ in ranked] for ranked in (fused, *(other.fused for other in others))]
        fused = reciprocal_rank_fusion(lists, VARIANTS_K)
    if parts:
        single = [_one(index, part, seen, options) for part in parts]
        rankings |= {f"part {i}": one.fused[: options.pool] for i, one in enumerate(single, start=1)}
        fused = interleave([[row for row, _ in ranked] for ranked in (fused, *(one.fused for one in single))])
    ranked = [(row, score, 1) for row, score in _adjusted(index, fused, options)]
    if options.collapse:
        ranked = families.collapse(index, [(row, score) for row, score, _ in ranked])
    cut = ranked[: options.k]
    flags = [] if rankings.get("bm25", True) else [NO_MATCH]
    flags += [COLLAPSED] if any(members > 1 for _, _, members in cut) else []
    if len(cut) < options.k and seen is not None and int(seen.sum()) < options.k:
        flags.append(FEW_VISIBLE)
    record: Record = {
        "qid": question["qid"],
        "retrieved": [index.chunk_ids[row] for row, _, _ in cut],
        "scores": [score for _, score, _ in cut],
        "legs": {name: [index.chunk_ids[row] for row, _ in ranking] for name, ranking in rankings.items()},
    }
    if options.grow:
        record["passages"] = _passages(index, [row for row, _, _ in ranked], seen, options)
    if flags:
        record["flags"] = flags
    return record


class Found(NamedTuple):
    """What one text of a question gives: each leg's list, and the fusion of their candidates, best first."""

    rankings: dict[str, legs.Ranking]
    fused: legs.Ranking


def _one(index: Index, text: str, seen: "np.ndarray[Any, Any] | None", options: Options) -> Found:
    langs = _languages(index, text)
    terms = analyse.query_terms(text, langs, index.manifest.get("stems"))
    ids = legs.term_ids(index, terms)
    scored: dict[str, legs.Leg] = {}
    if options.mode != "dense":
        scored["bm25"] = legs.bm25(index, ids)
    if options.mode == "hybrid":
        scored |= _lexical_helpers(index, text, langs, terms, options)
    if options.mode != "bm25" and index.manifest["dense"] is not None:
        scored["dense"] = legs.dense(index, asked.vector(index, text, ids))
    rankings = {name: leg.top(seen, options.size(name)) for name, leg in scored.items()}
    if len(rankings) == 1:
        return Found(rankings, next(iter(rankings.values())))
    if options.fusion == "rrf":
        lists = [[row for row, _ in rankings[name]] for name in ("bm25", "dense") if name in rankings]
        return Found(rankings, reciprocal_rank_fusion(lists, options.rrf_k))
    return Found(rankings, _weighted(index, scored, rankings, options))


def _lexical_helpers(
    index: Index, text: str, langs: Sequence[str | None], terms: list[str], options: Options
) -> dict[str, legs.Leg]:
    """The legs that only add to BM25, each only when its weight says so and the index has it."""
    scored = {}
    if options.weight("related") and not {"en", None}.isdisjoint(langs):
        scored["related"] = legs.related(index, related.related(terms, index.manifest.get("stems") or "en"))
    if options.weight("head"):
        scored["head"] = legs.bm25(index, legs.term_ids(index, terms, "head"), "head")
    if options.weight("grams"):
        if "grams" not in index.terms:
            raise InputError("weights: this index has no grams; build it with index.py --grams")
        grams = legs.term_ids(index, analyse.grams(text), "grams")
        scored["grams"] = legs.bm25(index, grams, "grams")
    return scored


def _weighted(
    index: Index, scored: Mapping[str, legs.Leg], rankings: Mapping[str, legs.Ranking], options: Options
) -> legs.Ranking:
    """Fuse every candidate of every leg, each scored by all legs: nobody is judged by where a leg was cut."""
    import numpy as np

    lexical = scored["bm25"].scores.copy()
    for name in ("related", "head", "grams"):
        if name in scored:
            lexical += options.weight(name) * scored[name].scores
    candidates = np.array(
        sorted({row for ranking in rankings.values() for row, _ in ranking}), dtype=np.int64
    )
    parts = [(lexical[candidates], options.weight("bm25"))]
    if "dense" in scored:
        parts.append((scored["dense"].at(candidates), options.weight("dense")))
    lists = [legs.top(values, candidates, len(candidates)) for values, _ in parts]
    own_zero = (index.manifest["dense"] or {}).get(
        "provider"
    ) == "lsa"  # other cosines have no meaningful zero
    floors = [0.0, 0.0 if own_zero else rankings["dense"][-1][1] if rankings.get("dense") else 0.0]
    return weighted_fusion(lists, [weight for _, weight in parts], floors[: len(parts)])


def _adjusted(index: Index, fused: legs.Ranking, options: Options) -> legs.Ranking:
    """Apply priors and the least score; the order stays total because sorting is stable."""
    if options.priors:
        factors = [visible.begins(index, prior.field, prior.begins) for prior in options.priors]
        for prior, holds in zip(options.priors, factors, strict=True):
            fused = [(row, score * (prior.factor if holds[row] else 1.0)) for row, score in fused]
        fused = sorted(fused, key=lambda pair: -pair[1])
    if options.prefer_current:
        old = visible.not_in_force(index)
        fused = [(row, score * (NOT_IN_FORCE if old[row] else 1.0)) for row, score in fused]
        fused = sorted(fused, key=lambda pair: -pair[1])
    if options.min_score is not None:
        fused = [(row, score) for row, score in fused if score >= options.min_score]
    return fused


def _passages(
    index: Index, hits: list[int], seen: "np.ndarray[Any, Any] | None", options: Options
) -> list[Record]:
    found = grow.passages(index, hits, seen, options.k, options.grow, options.per_doc)
    return [
        {
            "doc_id": index.doc_ids[int(index.arrays["documents"][passage.first])],
            "start": passage.start,
            "end": passage.end,
            "chunk_ids": index.chunk_ids[passage.first : passage.last + 1],
        }
        for passage in found
    ]


def _filters(given: Any, others: Mapping[str, str], where: str) -> dict[str, str]:
    filters = {key: value if isinstance(value, str) else str(value) for key, value in (given or {}).items()}
    for key, value in filters.items():
        if others.get(key, value) != value:
            raise InputError(
                f"{where}: filter {key} is {value!r} here and {others[key]!r} in the call; keep one"
            )
    return filters


def _languages(index: Index, text: str) -> list[str | None]:
    """The text's language, where it can be told and the index has it, then the index's main language."""
    known = list(index.manifest["languages"])
    own = analyse.language([text], least=1)
    return list(dict.fromkeys([lang for lang in [own] if lang in known] + known[:1])) or [None]
