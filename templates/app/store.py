"""Where passages come from. Another database is another class with these two members."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from ragkit import access
from ragkit.indexing.store import Index, open_index
from ragkit.retrieval import search, visible

Record = dict[str, Any]


class Found(NamedTuple):
    """A search's run record, the chunks it names, and which permissions the corpus states."""

    run: Record
    chunks: Mapping[str, Record]
    stated: frozenset[str]


class Store(Protocol):
    """What the assistant needs of an index. Rights are applied inside the search, never after it."""

    def version(self) -> str:
        """Return a name of the index as it is now, for the log."""

    def find(self, question: str, who: access.Reader | None, k: int, variants: Sequence[str] = ()) -> Found:
        """Return the k best passages that `who` may read, for the question and its other wordings."""


class EmbeddedStore:
    """The index folder that index.py writes; a new version is picked up at the next question."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self._index = open_index(folder)

    def version(self) -> str:
        return str(self._index.path)

    def find(self, question: str, who: access.Reader | None, k: int, variants: Sequence[str] = ()) -> Found:
        index = self._latest()
        options = search.Options(k=k, prefer_current=True)
        run = search.search(index, {"qid": "q1", "question": question}, who, options, variants)
        places = index.chunk_ids.places(run["retrieved"])
        chunks = {chunk_id: index.chunk(places[chunk_id]) for chunk_id in run["retrieved"]}
        return Found(run, chunks, frozenset(index.manifest["access"]["stated"]))

    def _latest(self) -> Index:
        latest = open_index(self.folder)
        if latest.path != self._index.path:
            self._index = latest
        return self._index


class WholeCorpus(EmbeddedStore):
    """Every passage the reader may read, in the order of the documents, whatever is asked.

    For a small, stable corpus: its prompt then always begins alike and can be cached.
    """

    def find(self, question: str, who: access.Reader | None, k: int, variants: Sequence[str] = ()) -> Found:
        index = self._latest()
        seen = visible.mask(index, who, {}, "question")
        mine = (place for place in range(len(index)) if seen is None or seen[place])
        chunks = {chunk["chunk_id"]: chunk for chunk in map(index.chunk, mine)}
        return Found(
            {"qid": "q1", "retrieved": list(chunks)}, chunks, frozenset(index.manifest["access"]["stated"])
        )
