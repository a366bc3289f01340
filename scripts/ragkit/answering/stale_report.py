"""Many answers beside the contexts of today: which hold, which are to be written anew, and why."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from ragkit import records
from ragkit.answering import pins
from ragkit.answering.library import Library
from ragkit.answering.pins import HOLDS, STALE, UNPINNED, Standing
from ragkit.cli import plural
from ragkit.records import Record

NAMES = {HOLDS: "hold", STALE: "stale", UNPINNED: "bound to no sources (citation_check.py --pin)"}
SHOWN = 2  # reasons named for each answer: taste


class Report(NamedTuple):
    standings: list[Standing]
    unanswered: list[str]  # questions of the contexts that have no answer

    @property
    def fresh(self) -> bool:
        """Return whether every answer holds and every question has one."""
        return not self.unanswered and all(one.state == HOLDS for one in self.standings)

    def lines(self) -> Iterator[str]:
        """Yield a line for each answer that is not known to hold, then the counts."""
        for one in self.standings:
            if one.state != HOLDS:
                more = len(one.why) - SHOWN
                why = "; ".join(one.why[:SHOWN]) + (f"; and {more} more" if more > 0 else "")
                yield f"{one.answer['qid']} {one.state}: {why}"
        if self.unanswered:
            yield f"without an answer: {', '.join(self.unanswered)}"
        yield self.counts()

    def counts(self) -> str:
        """Return one line, such as "70 answers: 56 hold, 14 stale; 2 questions without"."""
        counts = Counter(one.state for one in self.standings)
        said = [f"{counts[state]} {NAMES[state]}" for state in (HOLDS, STALE, UNPINNED) if counts[state]]
        more = f"; {plural(len(self.unanswered), 'question')} without" if self.unanswered else ""
        return f"{plural(len(self.standings), 'answer')}: {', '.join(said) or 'none'}{more}"

    def open(self) -> dict[str, str]:
        """Return qid -> why, of the questions to answer anew or for the first time."""
        left = {one.answer["qid"]: "; ".join(one.why) for one in self.standings if one.state != HOLDS}
        return left | dict.fromkeys(self.unanswered, "it has no answer yet")

    def answers(self) -> Iterator[Record]:
        """Yield the answers: those that hold with the numbers of today, the others as they were."""
        for one in self.standings:
            yield {name: value for name, value in one.answer.items() if value is not None}

    def rows(self) -> Iterator[Record]:
        """Yield {"qid", "state", "why"} for every answer, and for every question without one."""
        for one in self.standings:
            yield {"qid": one.answer["qid"], "state": one.state, "why": one.why}
        for qid in self.unanswered:
            yield {"qid": qid, "state": "unanswered", "why": []}


def compare(
    answers: Iterable[Record], contexts: Mapping[str, Record], now: Callable[[], Library | None] | None = None
) -> Report:
    """Return how the answers stand, in order.

    now  opens the corpus, to say what became of sources; called only when an answer is stale
    """
    known = pins.corpus(contexts)
    found = [pins.standing(answer, contexts.get(answer["qid"]), known) for answer in answers]
    given = {one.answer["qid"] for one in found}
    if now is not None and any(one.state == STALE for one in found):
        here = now()
        found = [
            pins.standing(one.answer, contexts.get(one.answer["qid"]), known, here)
            if one.state == STALE
            else one
            for one in found
        ]
    return Report(found, [qid for qid in contexts if qid not in given])


def with_redone(
    answers: Iterable[Record], redone: Iterable[Record], contexts: Mapping[str, Record]
) -> list[Record]:
    """Return the answers, those written anew in place of the old ones and bound to the sources of now."""
    fresh = {
        answer["qid"]: records.check("answer", answer, answer["qid"])
        for answer in pins.pin(list(redone), contexts)
    }
    kept = [fresh.pop(answer["qid"], answer) for answer in answers]
    return [*kept, *fresh.values()]
