"""What a label needs, and at which ranks a ranking of ids meets it: by id, or by document."""

from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeVar

from ragkit.cli import InputError
from ragkit.evaluation.metrics import Outcome, place
from ragkit.labels.read import evidence_needs, id_needs, relevant_ids
from ragkit.records import Record


class Gold(NamedTuple):
    """The needs of one question, kept small: there may be a hundred thousand."""

    needs: (
        tuple[str, ...] | tuple[tuple[str, ...], ...]
    )  # ids, or for each need the ids of which any meets it
    grades: tuple[float, ...]


class Ranking(NamedTuple):
    """The ids of one run, best first, and each of them once."""

    ids: Sequence[str]
    distinct: frozenset[str] | set[str]


def ranked(ids: Sequence[str]) -> Ranking:
    """Return the ranking of a list of ids."""
    return Ranking(ids, set(ids))


G = TypeVar("G")


class Resolver(Protocol[G]):
    """How a label is bound to the ids of a run."""

    @property
    def known(self) -> Collection[str] | None:
        """The ids a run may hold; None when no corpus was given to check against."""
        ...

    @property
    def has_text(self) -> bool:
        """Whether the corpus is at hand, so that `shares` and `tokens` have something to say."""
        ...

    @property
    def tokens(self) -> Mapping[str, int]:
        """The tokens of every chunk; empty without the corpus."""
        ...

    @property
    def lost(self) -> Mapping[str, list[str]]:
        """By qid, why something that the label needs cannot be found in the corpus."""
        ...

    def gold(self, label: Record) -> G:
        """Return what an answerable label needs; InputError when it cannot be bound this way."""
        ...

    def outcome(self, gold: G, ranking: Ranking) -> Outcome:
        """Return where a ranking meets it; an id that comes again keeps its slot and earns nothing."""
        ...

    def shares(self, gold: G, ranking: Ranking, ks: Sequence[int]) -> tuple[float, ...]:
        """Return the share of the tokens of the top k that are evidence, for each k; () without quotes."""
        ...


class _Ids:
    """What binding by id and by document have in common: no text, so no share of it."""

    lost: dict[str, list[str]]
    has_text = False
    tokens: Mapping[str, int] = MappingProxyType({})

    def shares(self, gold: Gold, ranking: Ranking, ks: Sequence[int]) -> tuple[float, ...]:
        return ()


class ById(_Ids):
    """`relevant` and `any_of` name the ids of the run themselves."""

    def __init__(self, known: Collection[str] | None = None) -> None:
        self.known = known
        self.lost = {}

    def gold(self, label: Record) -> Gold:
        if label["evidence"]:
            raise InputError(
                f"label {label['qid']!r} has quotes; give --documents and --chunks, or --match doc"
            )
        gold = _id_gold(label)
        if self.known is not None:
            for name in (name for need in gold.needs for name in _ids(need) if name not in self.known):
                self.lost.setdefault(label["qid"], []).append(f"{name} is not among the chunks")
        return gold

    def outcome(self, gold: Gold, ranking: Ranking) -> Outcome:
        return _outcome(gold, ranking)


class ByDocument(_Ids):
    """A chunk stands for its document; the documents of a label's quotes are what it needs.

    A label may name an archive or a mail for what is inside it, "file" for "file!n".
    """

    def __init__(self, document_of: Mapping[str, str] | None = None) -> None:
        """document_of: chunk id -> doc id; without it a doc id is what stands before the last # of an id."""
        self.known = document_of
        self.lost = {}

    def gold(self, label: Record) -> Gold:
        if not label["evidence"]:
            return _id_gold(label)
        documents: dict[tuple[str, ...], float] = {}
        for need in evidence_needs(label):
            names = tuple(dict.fromkeys(item["doc_id"] for item in need.alternatives))
            documents[names] = max(need.grade, documents.get(names, 0.0))
        return Gold(tuple(documents), tuple(documents.values()))

    def outcome(self, gold: Gold, ranking: Ranking) -> Outcome:
        found = [self.document(chunk_id) for chunk_id in ranking.ids]
        if any("!" in name for name in found):
            wanted = {name for need in gold.needs for name in _ids(need)}
            found = [name if name in wanted else name.partition("!")[0] for name in found]
        return _outcome(gold, ranked(found))

    def document(self, chunk_id: str) -> str:
        if self.known is not None and chunk_id in self.known:
            return self.known[chunk_id]
        return chunk_id.rpartition("#")[0] or chunk_id


def _id_gold(label: Record) -> Gold:
    if type(label["relevant"]) is list and not label["any_of"]:
        ids = tuple(dict.fromkeys(label["relevant"]))
        return Gold(ids, _ones(len(ids)))
    if not label["any_of"]:
        grades = relevant_ids(label)
        return Gold(tuple(grades), _shared(tuple(grades.values())))
    needs = id_needs(label)
    return Gold(tuple(need.alternatives for need in needs), _shared(tuple(need.grade for need in needs)))


@cache
def _ones(count: int) -> tuple[float, ...]:
    """Return the one tuple that the grades of a plain list of ids are, so that `is` tells it from others."""
    return (1.0,) * count


@lru_cache(maxsize=1 << 12)
def _shared(grades: tuple[float, ...]) -> tuple[float, ...]:
    return grades


def _ids(need: str | tuple[str, ...]) -> tuple[str, ...]:
    return (need,) if isinstance(need, str) else need


def _outcome(gold: Gold, ranking: Ranking) -> Outcome:
    (ids, distinct), (needs, grades) = ranking, gold
    if grades is _ones(len(needs)):  # ids that all gain 1: the plain case, which must be fast
        return _alike(tuple([ids.index(need) for need in needs if need in distinct]), grades)
    pairs = zip(needs, grades, strict=True)
    if isinstance(needs[0], str):
        met = [(ids.index(need) + 1, grade) for need, grade in pairs if need in distinct]
    else:
        some = [(distinct.intersection(need), grade) for need, grade in pairs]
        met = [(min(map(ids.index, here)) + 1, grade) for here, grade in some if here]
    return placed(tuple(met), grades)


@lru_cache(maxsize=1 << 14)
def _alike(met: tuple[int, ...], grades: tuple[float, ...]) -> Outcome:
    """Return metrics.place of needs that all gain 1, met at these positions from 0."""
    return place([(position + 1, 1.0) for position in met], grades)


@lru_cache(maxsize=1 << 14)
def placed(met: tuple[tuple[int, float], ...], grades: tuple[float, ...]) -> Outcome:
    """Return metrics.place, remembered: many questions meet the same needs at the same ranks."""
    return place(met, grades)
