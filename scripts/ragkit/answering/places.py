"""Answers shown with what they cite: each source once, with the passages its citing sentences rest on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ragkit.answering import support
from ragkit.answering.answers import need_contexts, text_of
from ragkit.answering.citations import examine
from ragkit.answering.marks import GROUP
from ragkit.answering.spots import Place, rests_on
from ragkit.cli import InputError
from ragkit.records import Record

FIELDS = ("n", "chunk_id", "title", "source", "url", "updated")


class Cited(NamedTuple):
    """A source that an answer cites, and the passages its citing sentences rest on, in reading order."""

    source: Record
    places: list[Place]


class Shown(NamedTuple):
    """An answer to be shown; cited is None when it was written from other sources than the context's."""

    context: Record
    answer: Record
    cited: list[Cited] | None


def show(contexts: Mapping[str, Record], answers: Sequence[Record]) -> list[Shown]:
    """Return every answer with what it cites; InputError for one without a context, or for none."""
    if not answers:
        raise InputError("no answers to show; write a line for each question")
    need_contexts(answers, contexts)
    known = support.corpus({source["text"] for context in contexts.values() for source in context["docs"]})
    found = []
    for answer in answers:
        context = contexts[answer["qid"]]
        current = answer["context_sha"] in (None, context["context_sha"])
        found.append(Shown(context, answer, cited(context, answer, known) if current else None))
    return found


def cited(
    context: Record,
    answer: Record,
    known: support.Corpus | None = None,
    verdicts: Iterable[Record] | None = None,
) -> list[Cited]:
    """Return the sources an answer cites, by number, each with its passages; a passage comes once.

    known     how often words occur over many sources; rare words then weigh more
    verdicts  citations.examine's, when the caller has them
    """
    sources = {source["n"]: source for source in context["docs"]}
    known = known or support.corpus(source["text"] for source in sources.values())
    found: dict[int, dict[tuple[int, int], Place]] = {}
    for verdict in examine(context, answer, None, known).verdicts if verdicts is None else verdicts:
        for n in verdict["refs"]:
            kept = found.setdefault(n, {})
            sentence = GROUP.sub("", verdict["text"])
            for spot in rests_on(sentence, context["question"], sources[n], known):
                kept[spot.start, spot.end] = spot
    return [Cited(sources[n], [kept[at] for at in sorted(kept)]) for n, kept in sorted(found.items())]


def rows(shown: Iterable[Shown]) -> Iterator[Record]:
    """Yield {"qid", "answer", "citations"} for a program that shows answers itself; null where stale."""
    for _, answer, sources in shown:
        citations = [
            {
                **{name: one.source.get(name) for name in FIELDS},
                "places": [
                    {"page": spot.page, "lines": spot.lines, "start": spot.start, "end": spot.end,
                     "quote": spot.quote}
                    for spot in one.places
                ],
            }
            for one in sources or ()
        ]  # fmt: skip
        text = text_of(answer)
        yield {"qid": answer["qid"], "answer": text, "citations": None if sources is None else citations}
