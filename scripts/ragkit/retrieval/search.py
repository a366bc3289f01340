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
from ragkit.retrieval.fusion import adapted, interleave, reciprocal_rank_fusion, weighted_fusion
from ragkit.retrieval.options import NOT_IN_FORCE, VARIANTS_K, Options, Wordings

if TYPE_CHECKING:
    import numpy as np

HELPERS = ("related", "head", "grams")  # legs that add to BM25's scores
NO_MATCH, FEW_VISIBLE, COLLAPSED = "no_lexical_match", "few_visible", "duplicates_collapsed"
FOLLOW_UP = "with_last_turn"

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
              duplicates_collapsed: identical texts before the cut are shown once;
              with_last_turn: a follow-up was searched together with what its user said before
    A row without results means that no term is known and no vector could be made. With options.explain the
    record has "shares": what each leg, or each wording, adds to each score.
    """
    options = options or Options()
    where = f"question {question['qid']}"
    if not question["question"].strip():
        raise InputError(f'{where}: it has no text to search with; give its "question"')
    if question.get("user") is not None:
        who = access.reader(question["user"], where)
    filters = {**options.filters, **_filters(question.get("filters"), options.filters, where)}
    seen = visible.mask(index, who, filters, where, options.since, options.until)
    factors = _factors(index, options)
    text = asked.text_of(question, Wordings(variants, parts))
    found = _one(index, text, seen, options, factors)
    rankings, fused, shares = dict(found.rankings), found.fused, found.shares
    if variants:
        others = [_one(index, variant, seen, options, factors) for variant in variants]
        rankings |= {f"variant {i}": other.fused[: options.pool] for i, other in enumerate(others, start=1)}
        lists = [[row for row, _ in ranked] for ranked in (fused, *(other.fused for other in others))]
        fused = reciprocal_rank_fusion(lists, VARIANTS_K)
        names = ["question", *(f"variant {i}" for i in range(1, len(lists)))]
        shares = {
            name: dict(reciprocal_rank_fusion([one], VARIANTS_K))
            for name, one in zip(names, lists, strict=True)
        }
    if parts:
        single = [_one(index, part, seen, options, factors) for part in parts]
        rankings |= {f"part {i}": one.fused[: options.pool] for i, one in enumerate(single, start=1)}
        fused = interleave([[row for row, _ in ranked] for ranked in (fused, *(one.fused for one in single))])
        shares = {}  # a place has no parts
    if factors is not None:
        fused = sorted([(row, score * float(factors[row])) for row, score in fused], key=lambda one: -one[1])
    ranked = [(row, score, 1) for row, score in fused]
    if options.collapse:
        ranked = families.collapse(index, [(row, score) for row, score, _ in ranked])
    cut = ranked[: options.k]
    flags = [] if rankings.get("bm25", True) else [NO_MATCH]
    flags += [COLLAPSED] if any(members > 1 for _, _, members in cut) else []
    if len(cut) < options.k and seen is not None and int(seen.sum()) < options.k:
        flags.append(FEW_VISIBLE)
    if text != question["question"]:
        flags.append(FOLLOW_UP)
    record: Record = {
        "qid": question["qid"],
        "retrieved": index.chunk_ids.at(row for row, _, _ in cut),
        "scores": [score for _, score, _ in cut],
        "legs": {name: index.chunk_ids.at(row for row, _ in ranking) for name, ranking in rankings.items()},
    }
    if options.explain and shares:
        rows = [(row, 1.0 if factors is None else float(factors[row])) for row, _, _ in cut]
        record["shares"] = {
            name: [share.get(row, 0.0) * factor for row, factor in rows] for name, share in shares.items()
        }
    if options.grow:
        record["passages"] = _passages(index, [row for row, _, _ in ranked], seen, options)
    if flags:
        record["flags"] = flags
    return record


class Found(NamedTuple):
    """What one text of a question gives.

    rankings  leg -> its own list
    fused     the fusion of their candidates, best first; without those below the least score
    shares    leg -> chunk position -> what it adds to the fused score; empty unless the options explain
    """

    rankings: dict[str, legs.Ranking]
    fused: legs.Ranking
    shares: Mapping[str, Mapping[int, float]]


def _one(
    index: Index,
    text: str,
    seen: "np.ndarray[Any, Any] | None",
    options: Options,
    factors: "np.ndarray[Any, Any] | None",
) -> Found:
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
    if not scored and index.terms["bm25"]:
        raise InputError(
            f"{index.folder}: it has no vectors to search with mode dense; search with --mode bm25, or build "
            f"it with index.py --dense lsa or an embedder"
        )
    rankings = {name: leg.top(seen, options.size(name)) for name, leg in scored.items()}
    fused, shares = _fused(index, scored, rankings, options)
    if options.min_score is not None:
        fused = [
            (row, score)
            for row, score in fused
            if score * (1.0 if factors is None else factors[row]) >= options.min_score
        ]
    return Found(rankings, fused, shares)


def _fused(
    index: Index, scored: Mapping[str, legs.Leg], rankings: Mapping[str, legs.Ranking], options: Options
) -> tuple[legs.Ranking, Mapping[str, Mapping[int, float]]]:
    """Return the fusion of the legs' candidates, and each leg's share of it where the options explain."""
    if not rankings:  # mode dense over a corpus without a word
        return [], {}
    if len(rankings) == 1:
        ((name, ranking),) = rankings.items()
        return ranking, {name: dict(ranking)} if options.explain else {}
    if options.fusion == "weighted":
        return _weighted(index, scored, rankings, options)
    lists = {name: [row for row, _ in rankings[name]] for name in ("bm25", "dense") if name in rankings}
    fused = reciprocal_rank_fusion(lists.values(), options.rrf_k)
    if not options.explain:
        return fused, {}
    return fused, {name: dict(reciprocal_rank_fusion([one], options.rrf_k)) for name, one in lists.items()}


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
) -> tuple[legs.Ranking, Mapping[str, Mapping[int, float]]]:
    """Fuse every candidate of every leg, each scored by all legs: nobody is judged by where a leg was cut."""
    import numpy as np

    candidates = np.array(
        sorted({row for ranking in rankings.values() for row, _ in ranking}), dtype=np.int64
    )
    lexical = scored["bm25"].at(candidates)
    helping = {name: options.weight(name) * scored[name].at(candidates) for name in HELPERS if name in scored}
    for scores in helping.values():
        lexical = lexical + scores
    parts = [(lexical, options.weight("bm25"))]
    if "dense" in scored:
        parts.append((scored["dense"].at(candidates), options.weight("dense")))
    lists = [legs.top(values, candidates, len(candidates)) for values, _ in parts]
    own_zero = (index.manifest["dense"] or {}).get(
        "provider"
    ) == "lsa"  # other cosines have no meaningful zero
    floors = [0.0, 0.0 if own_zero else rankings["dense"][-1][1] if rankings.get("dense") else 0.0]
    weights, floors = [weight for _, weight in parts], floors[: len(parts)]
    if own_zero and len(parts) > 1 and options.adapt:
        weights = list(adapted(lists[0], *weights))
    fused = weighted_fusion(lists, weights, floors)
    if not options.explain:
        return fused, {}
    each = [
        dict(weighted_fusion([one], [w], [low])) for one, w, low in zip(lists, weights, floors, strict=True)
    ]
    own = {"bm25": scored["bm25"].at(candidates), **helping}  # of bm25's share, what is whose
    place = {row: i for i, row in enumerate(candidates.tolist())}
    shares = {
        name: {row: share * _ratio(part[place[row]], lexical[place[row]]) for row, share in each[0].items()}
        for name, part in own.items()
    }
    return fused, shares | {name: each[1] for name in ("dense",) if len(each) > 1}


def _ratio(part: float, whole: float) -> float:
    return float(part / whole) if whole else 0.0


def _factors(index: Index, options: Options) -> "np.ndarray[Any, Any] | None":
    """Return what the priors multiply each chunk's score by, float64[n]; None when there is no prior."""
    import numpy as np

    if not options.priors and not options.prefer_current:
        return None
    factors = np.ones(len(index))
    for prior in options.priors:
        factors[visible.begins(index, prior.field, prior.begins)] *= prior.factor
    if options.prefer_current:
        factors[visible.not_in_force(index)] *= NOT_IN_FORCE
    return factors


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
