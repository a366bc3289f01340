"""What a label needs, and at which ranks a ranking of ids meets it: by id, or by document."""

from collections.abc import Container, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeVar

from ragkit.cli import InputError
from ragkit.evaluation.metrics import Outcome, place
from ragkit.labels.read import Need, evidence_needs, id_needs
from ragkit.records import Record


class Gold(NamedTuple):
    """The needs of one question, kept small: there may be a hundred thousand."""

    needs: tuple[tuple[str, ...], ...]  # ids, any of which meets the need
    grades: tuple[float, ...]


G = TypeVar("G")


class Resolver(Protocol[G]):
    """How a label is bound to the ids of a run."""

    @property
    def known(self) -> Container[str] | None:
        """The ids a run may hold; None when no corpus was given to check against."""
        ...

    @property
    def lost(self) -> Mapping[str, list[str]]:
        """By qid, why something that the label needs cannot be found in the corpus."""
        ...

    def gold(self, label: Record) -> G:
        """Return what an answerable label needs; InputError when it cannot be bound this way."""
        ...

    def outcome(self, gold: G, retrieved: Sequence[str]) -> Outcome:
        """Return where a ranking meets it; an id that comes again keeps its slot and earns nothing."""
        ...

    def shares(self, gold: G, retrieved: Sequence[str], ks: Sequence[int]) -> tuple[float, ...]:
        """Return the share of the tokens of the top k that are evidence, for each k; () without quotes."""
        ...


class _Ids:
    """What binding by id and by document have in common: no text, so no share of it."""

    lost: dict[str, list[str]]

    def shares(self, gold: Gold, retrieved: Sequence[str], ks: Sequence[int]) -> tuple[float, ...]:
        return ()


class ById(_Ids):
    """`relevant` and `any_of` name the ids of the run themselves."""

    def __init__(self, known: Container[str] | None = None) -> None:
        self.known = known
        self.lost = {}

    def gold(self, label: Record) -> Gold:
        if label["evidence"]:
            raise InputError(
                f"label {label['qid']!r} has quotes; give --documents and --chunks, or --match doc"
            )
        gold = _gold(id_needs(label))
        if self.known is not None:
            for name in (name for ids in gold.needs for name in ids if name not in self.known):
                self.lost.setdefault(label["qid"], []).append(f"{name} is not among the chunks")
        return gold

    def outcome(self, gold: Gold, retrieved: Sequence[str]) -> Outcome:
        return _outcome(gold, retrieved)


class ByDocument(_Ids):
    """A chunk stands for its document; the documents of a label's quotes are what it needs."""

    def __init__(self, document_of: Mapping[str, str] | None = None) -> None:
        """document_of: chunk id -> doc id; without it a doc id is what stands before the last # of an id."""
        self.known = document_of
        self.lost = {}

    def gold(self, label: Record) -> Gold:
        if not label["evidence"]:
            return _gold(id_needs(label))
        documents: dict[tuple[str, ...], float] = {}
        for need in evidence_needs(label):
            names = tuple(dict.fromkeys(item["doc_id"] for item in need.alternatives))
            documents[names] = max(need.grade, documents.get(names, 0.0))
        return Gold(tuple(documents), tuple(documents.values()))

    def outcome(self, gold: Gold, retrieved: Sequence[str]) -> Outcome:
        return _outcome(gold, [self.document(chunk_id) for chunk_id in retrieved])

    def document(self, chunk_id: str) -> str:
        if self.known is not None and chunk_id in self.known:
            return self.known[chunk_id]
        return chunk_id.rpartition("#")[0] or chunk_id


def _gold(needs: Sequence[Need]) -> Gold:
    grades = tuple(need.grade for need in needs)
    return Gold(tuple(need.alternatives for need in needs), _shared(grades))


@lru_cache(maxsize=1 << 12)
def _shared(grades: tuple[float, ...]) -> tuple[float, ...]:
    return grades


def _outcome(gold: Gold, retrieved: Sequence[str]) -> Outcome:
    present = set(retrieved)
    met: list[tuple[int, float]] = []
    for ids, grade in zip(gold.needs, gold.grades, strict=True):
        ranks = [retrieved.index(name) + 1 for name in ids if name in present]
        if ranks:
            met.append((min(ranks), grade))
    return placed(tuple(met), gold.grades)


@lru_cache(maxsize=1 << 14)
def placed(met: tuple[tuple[int, float], ...], grades: tuple[float, ...]) -> Outcome:
    """Return metrics.place, remembered: many questions meet the same needs at the same ranks."""
    return place(met, grades)
