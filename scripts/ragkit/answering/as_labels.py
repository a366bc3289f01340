"""Labels drawn from checked answers: each passage cited is a quote, each abstention says "unanswerable".

They come from what the system found itself, so they show what a change breaks and not what it always missed:
a score on them is an upper bound, and `by` says so.
"""

from collections.abc import Iterable, Iterator, Mapping

from ragkit.answering.answers import state_of
from ragkit.cli import InputError
from ragkit.records import Record

BY = "answers"
COMPUTED = "#result-"  # results.py: worked out from a table, in no passage


def labels(
    answers: Iterable[Record],
    questions: Mapping[str, Record],
    left: list[str],
    texts: Mapping[str, str] | None = None,
) -> Iterator[Record]:
    """Yield a label for each answer whose passages are known; the others are named in `left`, with why.

    answers    bound to their sources by citation_check.py --pin; one without is an InputError
    questions  qid -> question, with the reader who asks it
    texts      doc_id -> text of the document: a quote that stands there twice then says which it is
    """
    for answer in answers:
        qid = answer["qid"]
        if qid not in questions:
            raise InputError(f"no question for answer {qid!r}; check the two files' qids")
        if answer["sources"] is None:
            raise InputError(f"answer {qid!r} is bound to no sources; citation_check.py --pin first")
        asked = {name: value for name, value in questions[qid].items() if value is not None}
        state = state_of(answer)
        quotes = {
            (source["doc_id"], quote, at): source["chunk_id"]
            for source in answer["sources"]
            for quote, at in zip(source["quotes"] or (), source["at"] or (), strict=True)
        }
        kept = [key for key, chunk_id in quotes.items() if COMPUTED not in chunk_id]
        if state == "abstained":
            yield {**asked, "answerable": False, "by": BY}
        elif state == "none":
            left.append(f"no label for {qid}: cut off, or refused by the model's maker")
        elif not quotes:
            left.append(f"no label for {qid}: it cites nothing")
        elif not kept:
            left.append(f"no label for {qid}: worked out from a table, no passage holds it")
        else:
            evidence = [
                {"doc_id": doc_id, "quote": quote, **_which(quote, int(at), (texts or {}).get(doc_id, ""))}
                for doc_id, quote, at in kept
            ]
            yield {**asked, "evidence": evidence, "by": BY}


def _which(quote: str, at: int, text: str) -> dict[str, int]:
    """Return which occurrence of the quote begins at `at`, from 1; nothing where there is but one."""
    if text.count(quote) < 2:
        return {}
    return {"occurrence": text.count(quote, 0, at + len(quote))}
