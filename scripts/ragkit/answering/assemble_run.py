"""A whole run assembled: every question of it, what was left out of
each, and the forms it can be written in."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ragkit import access, tokens
from ragkit.access import Reader
from ragkit.answering import prompts, quotes, render, results
from ragkit.answering.assemble import Options, assemble
from ragkit.answering.growth import Neighbourhood
from ragkit.cli import InputError, plural
from ragkit.records import Record


def assemble_run(
    runs: Iterable[Record],
    chunks: Iterable[Record],
    questions: Iterable[Record],
    options: Options,
    who: Reader | None,
    documents: Iterable[Record] = (),
    labels: Iterable[Record] = (),
    summaries: Iterable[tuple[str, Record]] = (),
    worked_out: Iterable[Record] = (),
) -> list[Record]:
    """Return one context a row of the run, in its order; a row whose question is not given is an InputError.

    worked_out  results of a query tool, each for the question it names
    labels  mark each drop that held a labelled quote with "evidence": true
    """
    by_id = {chunk["chunk_id"]: chunk for chunk in chunks}
    asked = {question["qid"]: question for question in questions}
    texts = {document["doc_id"]: document for document in documents}
    labelled = {label["qid"]: label for label in labels}
    about = dict(_summary(where, row) for where, row in summaries)
    stated = access.stated(by_id.values())
    worked = results.of_questions(worked_out, by_id.values())
    around = Neighbourhood(by_id)
    contexts: list[Record] = []
    for run in runs:
        question = asked.get(run["qid"])
        if question is None or not question["question"]:
            raise InputError(
                f"run: no question {run['qid']!r} in --queries; give the file the run was made from"
            )
        mine = worked.get(run["qid"], ())
        context = assemble(question, run, by_id, options, who, texts, stated, about, mine, around)
        if run["qid"] in labelled:
            _mark_evidence(context, labelled[run["qid"]], by_id)
        contexts.append(context)
    return contexts


def _summary(where: str, row: Record) -> tuple[str, str]:
    if not isinstance(row.get("doc_id"), str) or not isinstance(row.get("summary"), str):
        raise InputError(f'{where}: need {{"doc_id": "a.md", "summary": "..."}}')
    return row["doc_id"], row["summary"]


def _mark_evidence(context: Record, label: Record, chunks: Mapping[str, Record]) -> None:
    """Say of each drop whether it held a quote of the label, or is a relevant id."""
    relevant = set(label.get("relevant") or ())
    for drop in context["dropped"]:
        if drop["chunk_id"] not in chunks:  # a result of a query tool
            continue
        chunk = chunks[drop["chunk_id"]]
        held = chunk["chunk_id"] in relevant or any(
            item["doc_id"] == chunk["doc_id"] and quotes.holds(item["quote"], chunk["text"])
            for item in label.get("evidence") or ()
        )
        drop["evidence"] = held


def emitted(contexts: Sequence[Record], form: str) -> Iterator[Record]:
    """Yield the contexts as they are, or as {qid, context_sha, prompt or content} for a model."""
    for context in contexts:
        head = {"qid": context["qid"], "context_sha": context["context_sha"]}
        if form == "prompt":
            yield {**head, "prompt": render.prompt(context, prompts.load("answer.en"))}
        elif form == "anthropic-documents":
            yield {**head, "content": render.anthropic_documents(context)}
        elif form == "search-results":
            yield {**head, "content": render.search_results(context)}
        else:
            yield context


def readable(contexts: Sequence[Record]) -> Iterator[str]:
    """Yield a block of text a question, for a person: budget, sources with their places, drops."""
    for context in contexts:
        budget = context["budget"]
        yield f"# {context['qid']}: {context['question']}\n\n"
        yield f"{budget['used']} of {budget['available']} tokens for sources ({budget['unit']})\n\n"
        for source in context["docs"]:
            yield f"## [{source['n']}] {source['title'] or source['doc_id']}\n\n"
            yield f"{'; '.join(_place(source))}\n\n{source['text'].strip()}\n\n"
        for drop in context["dropped"]:
            lost = (
                ", held labelled evidence" if drop.get("evidence") and drop["reason"] != "duplicate" else ""
            )
            yield f"- dropped {drop['chunk_id']}: {drop['reason']}{lost}\n"
        yield "\n" if context["dropped"] else ""


def _place(source: Record) -> Iterator[str]:
    """Yield where a source stands and how it was made, as far as known."""
    yield source["chunk_id"]
    for name, one in (("pages", "page"), ("lines", "line")):
        if span := source.get(name):
            first, last = f"{span[0]:g}", f"{span[-1]:g}"
            yield f"{one} {first}" if first == last else f"{name} {first} to {last}"
    if source["mode"] != "chunk":
        yield source["mode"] if source["mode"] != "document" else "whole document"
    if source.get("updated"):
        yield f"updated {source['updated']}"
    yield from (flag.replace("_", " ") for flag in source.get("flags") or ())


def summary(contexts: Sequence[Record]) -> list[str]:
    """Return lines for a person: sources and tokens a question, drops
    by reason, evidence lost, suspicious texts."""
    reasons = Counter(drop["reason"] for context in contexts for drop in context["dropped"])
    lost = sum(
        drop.get("evidence", False) and drop["reason"] != "duplicate"
        for context in contexts
        for drop in context["dropped"]
    )
    given = [source for context in contexts for source in context["docs"]]
    flagged = {source["chunk_id"] for source in given if "aimed_at_a_model" in source.get("flags", ())}
    old = {source["doc_id"] for source in given if "not_in_force" in source.get("flags", ())}
    count = max(len(contexts), 1)
    sources = sum(len(context["docs"]) for context in contexts)
    used, swept = (sum(context["budget"][part] for context in contexts) for part in ("used", "swept"))
    unit = contexts[0]["budget"]["unit"] if contexts else tokens.UNIT
    empty = sum(not context["docs"] for context in contexts)
    lines = [
        f"{plural(len(contexts), 'context')}, {sources / count:.1f} sources and "
        f"{used / count:.0f} tokens each ({unit}, with the frame around each source)",
        f"{swept / count:.0f} each as --budget of sweep.py and retrieval_metrics.py counts (cl100k, bare)",
    ]
    if reasons:
        lines.append(
            "dropped: " + ", ".join(f"{reason} {number}" for reason, number in reasons.most_common())
        )
    if reasons[results.CHANGED]:
        lines.append(
            f"{reasons[results.CHANGED]} results of a table that has changed since: run the query again"
        )
    if lost:
        lines.append(f"{lost} drops held labelled evidence")
    if empty:
        lines.append(f"{empty} questions have no source: the right answer is an abstention")
    if old:
        lines.append(
            f"{len(old)} documents among the sources say that they are superseded or drafts: "
            f"{', '.join(sorted(old)[:5])}; search with --prefer-current, or say so in the answer"
        )
    if flagged:
        shown = ", ".join(sorted(flagged)[:5])
        lines.append(f"text aimed at a model in {len(flagged)} chunks, read them: {shown}")
    return lines
