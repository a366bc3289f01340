"""What moved between two states of a corpus: quotes, documents, scores."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from ragkit.evaluation.paired import Comparison, compare
from ragkit.evaluation.retrieval import Scores
from ragkit.labels.locate import Lost, Page, find
from ragkit.records import Record


class Quote(NamedTuple):
    """A quote that was found before and is not any more."""

    qid: str
    doc_id: str
    lost: Lost

    def __str__(self) -> str:
        near = f'; nearest: "{self.lost.nearest}"' if self.lost.nearest else ""
        return f"{self.qid}: {self.doc_id}: {self.lost.code}: {self.lost.detail}{near}"


class State(NamedTuple):
    """One state of the corpus, as far as drift looks at it."""

    pages: Mapping[str, Page]
    digests: Mapping[str, str]  # doc_id -> hash of its text
    updated: Mapping[str, str | None]
    scores: Scores


def state(documents: Iterable[Record], scores: Scores) -> State:
    """Return the state of the documents, and the scores of a run over them."""
    pages: dict[str, Page] = {}
    digests: dict[str, str] = {}
    updated: dict[str, str | None] = {}
    for document in documents:
        name = document["doc_id"]
        pages[name] = Page(document["text"], document["pages"])
        digests[name] = hashlib.sha256(document["text"].encode()).hexdigest()
        updated[name] = document["updated"]
    return State(pages, digests, updated, scores)


def report(lost: Sequence[Quote], old: State, new: State, today: date, max_age: int | None) -> list[str]:
    """Return the lines for a person: quotes lost, documents changed, scores moved."""
    quotes = [f"{len(lost)} quotes no longer resolve", *map(str, lost)]
    scores = [f"scores, old -> new, the same {len(new.scores.qids)} questions:", *map(str, moved(old, new))]
    return [*quotes, *documents(old, new, today, max_age).lines(), *scores]


def lost_quotes(labels: Iterable[Record], old: State, new: State) -> list[Quote]:
    """Return the quotes of the labels that the old documents held and the new ones do not."""
    lost = []
    for label in labels:
        for item in label["evidence"] or []:
            now = find(item, new.pages)
            if isinstance(now, Lost) and not isinstance(find(item, old.pages), Lost):
                lost.append(Quote(label["qid"], item["doc_id"], now))
    return lost


class Documents(NamedTuple):
    """How the documents differ, by id."""

    added: list[str]
    removed: list[str]
    changed: list[str]
    old: list[str]  # not updated for longer than allowed

    def lines(self) -> list[str]:
        named = zip(("added", "removed", "changed", "past their age"), self, strict=True)
        return [f"{len(ids)} documents {what}: {_some(ids)}" for what, ids in named if ids]


def _some(ids: Sequence[str]) -> str:
    return ", ".join(ids[:5]) + (f" and {len(ids) - 5} more" if len(ids) > 5 else "")


def documents(old: State, new: State, today: date, max_age: int | None) -> Documents:
    """Return which documents came, went and changed, and which were last updated over max_age days ago."""
    both = old.digests.keys() & new.digests.keys()
    aged = [
        name
        for name, updated in new.updated.items()
        if max_age is not None and updated and (today - date.fromisoformat(updated[:10])).days > max_age
    ]
    return Documents(
        sorted(new.digests.keys() - both), sorted(old.digests.keys() - both),
        sorted(name for name in both if old.digests[name] != new.digests[name]), sorted(aged),
    )  # fmt: skip


def moved(old: State, new: State) -> list[Comparison]:
    """Return the comparison of recall at each k and MRR, over all questions and over each slice."""
    names = [f"recall@{k}" for k in new.scores.ks] + ["mrr"]
    columns = {name: (new.scores.values(name), old.scores.values(name)) for name in names}
    pairs = [(name, *columns[name]) for name in names]
    ours, theirs = columns[names[0]]
    for part, where in sorted(new.scores.slices.items()):
        pairs.append((f"{names[0]} {part}", [ours[i] for i in where], [theirs[i] for i in where]))
    return compare(pairs)
