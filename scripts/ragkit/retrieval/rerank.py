"""Rerank the head of a run: a scorer reads the question beside each text; the order below the head stays."""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ragkit import http, tokens
from ragkit.cli import IncompleteError, InputError
from ragkit.indexing import analyse, command, local, profiles
from ragkit.indexing.cache import Scores
from ragkit.records import Record

Score = Callable[[str, Sequence[str]], list[float]]
BEFORE = "before rerank"


class Scorer(NamedTuple):
    """Who gives a number to each text.

    score       (question, texts) -> a number a text, higher is better
    max_tokens  the window, if known: what is longer is counted by our estimate
    cut         (question, texts) -> how many texts the window cuts, where the model's own tokenizer says it
    """

    score: Score
    max_tokens: int | None = None
    cut: Callable[[str, Sequence[str]], int] | None = None


class Reranked(NamedTuple):
    """record: of the run; moved: how many of its head changed place; over: texts beyond the window."""

    record: Record
    moved: int
    over: int


def rerank(row: Record, question: str, texts: Mapping[str, str], scorer: Scorer, top: int) -> Reranked:
    """Return the run record with its first `top` ids in the order of the scorer's numbers.

    texts   chunk_id -> what the scorer reads
    ties    stand as they stood; ids below the head follow in their old order
    legs    gain "before rerank", the order as it was; scores are the scorer's, and fall further below it
    passages  are left out: they stand in the order as it was
    errors  InputError for an id without a text; IncompleteError when the scorer returns another count
    """
    head = row["retrieved"][:top]
    for chunk_id in head:
        if chunk_id not in texts:
            raise InputError(f"question {row['qid']}: no chunk {chunk_id!r}; is --chunks of the same build?")
    passages = [texts[chunk_id] for chunk_id in head]
    scores = scorer.score(question, passages) if head else []
    if len(scores) != len(head) or not all(math.isfinite(score) for score in scores):
        raise IncompleteError(f"question {row['qid']}: {len(scores)} usable scores for {len(head)} texts")
    order = sorted(range(len(head)), key=lambda i: (-scores[i], i))
    below = row["retrieved"][top:]
    floor = min(scores, default=0.0)
    limit = scorer.max_tokens
    record = {
        **{field: value for field, value in row.items() if field != "passages"},
        "retrieved": [head[i] for i in order] + below,
        "scores": [scores[i] for i in order] + [floor - rank for rank in range(1, len(below) + 1)],
        "legs": {**(row.get("legs") or {}), BEFORE: row["retrieved"]},
    }
    over = sum(tokens.count(question) + tokens.count(text) > limit for text in passages) if limit else 0
    if scorer.cut and passages:
        over = scorer.cut(question, passages)
    return Reranked(record, sum(i != place for place, i in enumerate(order)), over)


def paid(spec: str) -> bool:
    """Return whether the scorer of a spec may cost money: a service, or a command that may call one."""
    return spec != "lexical" and spec.partition(":")[0] not in local.RERANK


def open_scorer(spec: str, kept: Scores | None = None) -> Scorer:
    """Return the scorer of "lexical", "PROFILE:MODEL", "command:CMD" or a local model; nothing is sent yet.

    local  "flashrank:MODEL", "sentence-transformers:MODEL": the model is loaded here
    kept   asked first; every answer of a service or command is in it before the next is asked for
    """
    name, _, model = spec.partition(":")
    if spec == "lexical":
        return Scorer(lexical)
    if not model:
        raise InputError(
            f'{spec!r}: need lexical, PROFILE:MODEL, e.g. "cohere:rerank-v3.5", '
            f"{', '.join(f'{name}:MODEL' for name in local.RERANK)} or command:CMD"
        )
    if name == "command":
        return Scorer(_command(model, kept))
    if name in local.RERANK:
        score, cut = local.scorer(name, model)
        return Scorer(score, cut=cut)
    profile = profiles.load(name)
    if "rerank" not in profile:
        raise InputError(f"provider {name} does not rerank; voyage, cohere, jina and tei do")
    return Scorer(_http(profile["rerank"], model, kept), profile["rerank"].get("max_tokens"))


def _command(line: str, kept: Scores | None) -> Score:
    def score(question: str, texts: Sequence[str]) -> list[float]:
        def ask() -> list[float]:
            answers = command.run(line, [{"query": question, "text": text} for text in texts])
            return _numbers([answer.get("score") for answer in answers])

        return _once(kept, ["command", line, question, list(texts)], ask)

    return score


def _http(shape: Mapping[str, Any], model: str, kept: Scores | None) -> Score:
    def score(question: str, texts: Sequence[str]) -> list[float]:
        found: list[float] = []
        for start in range(0, len(texts), shape["batch"]):
            batch = list(texts[start : start + shape["batch"]])
            body = profiles.substitute(shape["body"], {"model": model, "query": question, "texts": batch})

            def ask(body: Any = body, count: int = len(batch)) -> list[float]:
                headers = {key: http.filled(value) for key, value in shape["headers"].items()}
                url, timeout = http.filled(shape["url"]), shape.get("timeout", http.TIMEOUT)
                answer = http.post(url, headers, body, timeout)
                scores, indices = (profiles.pick(answer, shape[name]) for name in ("scores", "indices"))
                return _numbers(profiles.in_order(scores, indices, count, "scores"))

            found += _once(kept, [shape["url"], model, body], ask)
        return found

    return score


def _once(kept: Scores | None, asked: Any, ask: Callable[[], list[float]]) -> list[float]:
    found = kept.get(asked) if kept else None
    if found is None:
        found = ask()
        if kept:
            kept.put(asked, found)
    return found


def _numbers(values: Sequence[Any]) -> list[float]:
    if not all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values):
        raise IncompleteError("the reranker answered something else than a number for each text")
    return [float(value) for value in values]


def lexical(question: str, texts: Sequence[str]) -> list[float]:
    """Return, for each text, how much of the question it covers, and how close together: 0 to 2.

    coverage   idf-weighted share of the question's terms that the text has; idf among the texts given
    proximity  covered terms over the length of the smallest window that holds them all; 0 for a single one
    Deterministic and free. On the demo corpus it does not beat the order it is given (tests/ledger.py): it is
    for tests and for telling whether a reranker is called at all.
    """
    lang = analyse.language([question], least=1)
    wanted = dict.fromkeys(analyse.query_terms(question, [lang]))
    read = [analyse.terms(text, lang) for text in texts]
    frequency = Counter(term for terms in read for term in set(terms) & wanted.keys())
    idf = {term: math.log(1 + (len(texts) - n + 0.5) / (n + 0.5)) for term, n in frequency.items()}
    whole = sum(idf.values()) or 1.0
    return [
        sum(idf[term] for term in wanted.keys() & set(terms)) / whole + _proximity(terms, wanted)
        for terms in read
    ]


def _proximity(terms: Sequence[str], wanted: Mapping[str, None]) -> float:
    places = [(place, term) for place, term in enumerate(terms) if term in wanted]
    kinds = len({term for _, term in places})
    if kinds < 2:
        return 0.0
    best, first, inside = len(terms), 0, Counter[str]()
    for place, term in places:
        inside[term] += 1
        while inside[places[first][1]] > 1:
            inside[places[first][1]] -= 1
            first += 1
        if len(inside) == kinds:
            best = min(best, place - places[first][0] + 1)
    return kinds / max(best, kinds)
