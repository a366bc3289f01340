"""A run in, numbered sources out, within a budget that is never exceeded; whatever is left out says why."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from ragkit import access, aimed, tokens
from ragkit.access import Reader
from ragkit.answering import budgets, results
from ragkit.answering.growth import Growth, Neighbourhood
from ragkit.answering.ordering import ORDERS, arrange
from ragkit.cli import InputError
from ragkit.parsing import standing
from ragkit.records import Record

# Front matter that says whether a text holds, under the names people use.
STANDING = (
    "version",
    "status",
    "effective",
    "effective_date",
    "valid_from",
    "valid_until",
    "supersedes",
    "superseded_by",
    "draft",
)
PERMISSION, LOW_SCORE, DUPLICATE, BUDGET, IN_DOCUMENT = (
    "permission",
    "min_score",
    "duplicate",
    "budget",
    "in_document",
)


class Options(NamedTuple):
    """How to assemble. Sizes are tokens of the model that answers, see `budgets`.

    window, reserve_output, system, history, margin   what the model holds, and what of it is not for sources
    tokenizer  "claude" or "cl100k": the factor on the counted tokens
    order      one of ordering.ORDERS
    full_docs  a document whose chunks earn it comes whole, if it fits
    neighbours chunks before and after to add from what the budget leaves
    min_score  a chunk scored below is left out; None keeps all
    """

    window: int = 200_000
    reserve_output: int = 4_000
    system: int = 1_000
    history: int = 0
    margin: float = 0.1
    tokenizer: str = "claude"
    order: str = "relevance"
    full_docs: bool = False
    neighbours: int = 0
    min_score: float | None = None

    def checked(self) -> "Options":
        """Return the options; InputError when one makes no sense."""
        if self.order not in ORDERS:
            raise InputError(f"order is one of {', '.join(ORDERS)}; got {self.order!r}")
        if self.tokenizer not in budgets.FACTORS:
            raise InputError(f"tokenizer is one of {', '.join(budgets.FACTORS)}; got {self.tokenizer!r}")
        if (
            not 0 <= self.margin < 1
            or min(self.window, self.reserve_output, self.system, self.history, self.neighbours) < 0
        ):
            raise InputError("margin is from 0 to 1, sizes and neighbours are 0 or more")
        return self


def assemble(
    question: Record,
    run: Record,
    chunks: Mapping[str, Record],
    options: Options | None = None,
    who: Reader | None = None,
    documents: Mapping[str, Record] | None = None,
    stated: frozenset[str] | None = None,
    summaries: Mapping[str, str] | None = None,
    worked_out: Sequence[Record] = (),
    around: Neighbourhood | None = None,
) -> Record:
    """Return the context record of a question: numbered sources, drops with reasons, the budget's parts.

    who         whose rights; None when nobody said: an InputError when the corpus has permissions. The
                question's own `user` takes its place.
    documents   texts for full_docs, by doc_id
    summaries   doc_id -> what the document is about; they stand before all details, from what is left
    worked_out  results of a query tool (results.of_questions); they stand before everything else
    stated      access.stated of the whole corpus, when the caller knows it; else of the chunks given
    around      the chunks beside each other, when the caller has them for many questions
    errors      InputError for an id that no chunk has, and for a budget that not even the smallest chunk fits
    """
    options = (options or Options()).checked()
    where = f"question {question['qid']}"
    if stated is None:
        stated = access.stated(chunks.values())
    if question.get("user") is not None:
        who = access.reader(question["user"], where)
    if stated and who is None:
        raise InputError(f"{where}: the corpus has permissions; give --user JSON or --all")
    may_read = partial(access.may_read, who=who or access.EVERYTHING, corpus=stated)
    dropped: list[Record] = []
    candidates = _candidates(run, chunks, options, may_read, dropped, where)
    limit = budgets.available(question["question"], options)
    measure = budgets.Measure(options.tokenizer)
    first = results.sources(worked_out, may_read, dropped)
    first = _within(first, limit, measure, dropped, where)
    room = limit - sum(measure.source(source) for source in first)
    selected = _within(candidates, room, measure, dropped, where)
    growth = Growth(around or Neighbourhood(chunks), documents or {}, may_read, measure, room)
    if options.full_docs:
        selected, absorbed = growth.whole_documents(
            selected, [drop["chunk_id"] for drop in dropped if drop["reason"] == BUDGET]
        )
        dropped = [drop for drop in dropped if drop["chunk_id"] not in absorbed]
    if options.neighbours:
        selected = growth.neighbours(selected, options.neighbours)
    ordered = [*first, *growth.summaries(selected, summaries or {}), *arrange(selected, options.order)]
    placed = [_numbered(source, n) for n, source in enumerate(ordered, start=1)]
    used = measure.sources(placed)
    assert used <= limit, f"{where}: {used} tokens in a budget of {limit}"
    return {
        "qid": question["qid"],
        "question": question["question"],
        "docs": placed,
        "dropped": dropped,
        "budget": budgets.parts(question["question"], options, limit, used, budgets.swept(placed, chunks)),
        "order": options.order,
        "context_sha": fingerprint(placed),
    }


def fingerprint(sources: Sequence[Mapping[str, Any]]) -> str:
    """Return 16 hex digits over the numbers, ids and texts of the sources, in order."""
    digest = hashlib.sha256()
    for source in sources:
        digest.update(f"{source['n']}\0{source['chunk_id']}\0{source['text']}\0".encode())
    return digest.hexdigest()[:16]


def _candidates(
    run: Record,
    chunks: Mapping[str, Record],
    options: Options,
    may_read: Callable[[Record], bool],
    dropped: list[Record],
    where: str,
) -> list[Record]:
    """Return the chunks of the run that may be used, best first,
    near-duplicates folded into the first of them."""
    scores = run.get("scores") or [None] * len(run["retrieved"])
    kept: list[Record] = []
    seen: set[str] = set()
    for chunk_id, score in zip(run["retrieved"], scores, strict=True):
        if chunk_id in seen:
            continue
        seen.add(chunk_id)
        chunk = chunks.get(chunk_id)
        if chunk is None:
            raise InputError(
                f"{where}: the run names {chunk_id!r}, which no chunk has; were the chunks made anew?"
            )
        if not may_read(chunk):
            dropped.append({"chunk_id": chunk_id, "reason": PERMISSION})
        elif options.min_score is not None and score is not None and score < options.min_score:
            dropped.append({"chunk_id": chunk_id, "reason": LOW_SCORE})
        else:
            kept.append(_source(chunk))
    from ragkit.answering import duplicates  # its patterns take 0.1 s, and --help needs the options only

    firsts = duplicates.aliases([source["text"] for source in kept])
    for index, first in enumerate(firsts):
        if first != index:
            kept[first]["members"].append(kept[index]["chunk_id"])
            dropped.append(
                {"chunk_id": kept[index]["chunk_id"], "reason": DUPLICATE, "of": kept[first]["chunk_id"]}
            )
    return [source for index, source in enumerate(kept) if firsts[index] == index]


def _source(chunk: Record) -> Record:
    """Return the chunk as a source without its number."""
    source = {
        field: chunk.get(field)
        for field in ("chunk_id", "doc_id", "title", "source", "url", "updated", "pages", "lines")
    }
    starts = chunk.get("page_starts")
    flags = ["aimed_at_a_model"] if aimed.at_a_model(chunk["text"]) else []
    if standing.not_in_force(chunk.get("meta") or {}):
        flags.append("not_in_force")
    return {
        **source,
        "n": 0,
        "title": chunk.get("title") or "",
        "source": chunk.get("source") or "",
        "members": [chunk["chunk_id"]],
        "path": chunk.get("path") or [],
        "start": chunk.get("start") or 0,
        "end": chunk.get("end") or 0,
        "text": chunk["text"],
        "mode": "chunk",
        **({"page_starts": starts} if starts else {}),
        **({"about": about} if (about := _about(chunk.get("meta") or {})) else {}),
        **({"flags": flags} if flags else {}),
    }


def _about(meta: Mapping[str, Any]) -> dict[str, str]:
    """Return what a document says of its own standing, so that the model can tell which version holds."""
    return {name: str(meta[name]) for name in STANDING if isinstance(meta.get(name), (str, int, float))}


def _within(
    candidates: Sequence[Record], limit: int, measure: budgets.Measure, dropped: list[Record], where: str
) -> list[Record]:
    """Return the candidates that fit, best first; one that does not fit is skipped, not the rest after it."""
    selected: list[Record] = []
    used = measure.frame()
    sizes = [measure.source(source) for source in candidates]
    for source, size in zip(candidates, sizes, strict=True):
        if used + size <= limit:
            selected.append(source)
            used += size
        else:
            dropped += [{"chunk_id": member, "reason": BUDGET} for member in source["members"][:1]]
    if candidates and not selected:
        need = min(sizes) + measure.frame()
        raise InputError(
            f"{where}: {limit} tokens are left for sources and the smallest needs {need}; "
            f"raise --window, or lower --reserve-output, --system, --history or --margin ({tokens.UNIT})"
        )
    return selected


def _numbered(source: Record, n: int) -> Record:
    return {**source, "n": n}
