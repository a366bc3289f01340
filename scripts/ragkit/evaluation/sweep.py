"""Run the cells of a sweep: chunk, index and search each once, score all on the same questions."""

import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ragkit import access, records
from ragkit.access import Reader
from ragkit.chunking import chunk
from ragkit.cli import InputError
from ragkit.evaluation import equal
from ragkit.evaluation.evidence import ByQuote
from ragkit.evaluation.grid import Cell
from ragkit.evaluation.retrieval import Bound
from ragkit.fingerprint import code_version, key_of
from ragkit.indexing import build, store
from ragkit.labels.read import answerable
from ragkit.records import Record
from ragkit.retrieval.options import Options, configured
from ragkit.retrieval.search import search

CODE = ("parsing", "chunking", "indexing", "retrieval", "labels", "evaluation")  # what decides a cell
DEPTH = 50  # ids searched; the budget cuts most rankings long before


class Result(NamedTuple):
    """What one cell found: a score for every answerable question, in the order of the labels."""

    cell: Cell
    qids: list[str]
    recall: list[float]  # of evidence within the context budget
    mrr: list[float]
    tokens: float  # context tokens, mean
    seconds: float  # a search, mean; not part of what is compared


class Sweep:
    """The documents, the questions and the folder that keeps what cells share and what they found."""

    def __init__(
        self,
        documents: Sequence[Record],
        labels: Sequence[Record],
        folder: str,
        budget: int,
        who: Reader | None,
        variants: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.documents = documents
        self.labels = [label for label in labels if answerable(label) and label["evidence"]]
        if not self.labels:
            raise InputError("no label has a quote; a sweep changes the chunks, so it needs quotes to score")
        self.folder, self.budget, self.variants = folder, budget, variants
        self.who = who if who is not None or access.restricted(documents) else access.EVERYTHING
        self._of_documents = key_of(documents)
        self._of_questions = key_of(self.labels, budget, who)

    def run(self, cells: Iterable[Cell]) -> Iterator[Result]:
        """Yield the result of each cell; one that is already in the folder is read, not made again.

        It is the same cell when settings, documents, labels, budget, user, variants and code are the same.
        """
        for cell in cells:
            inputs = (self._of_documents, self._of_questions, self._variants(cell))
            key = _name(cell.key(), inputs, code_version(*CODE))
            path, clock = self._path("cells", f"{key}.jsonl"), self._path("seconds", f"{key}.jsonl")
            if not os.path.exists(path):
                rows, seconds = self._score(cell)
                records.write(
                    [{"seconds": seconds}], clock
                )  # apart: the cells are the same bytes at every run
                records.write(rows, path)
            rows = [row for _, row in records.read_rows(path)]
            qids = [row["qid"] for row in rows]
            recall, mrr = [row["recall"] for row in rows], [row["mrr"] for row in rows]
            tokens = sum(row["tokens"] for row in rows) / len(rows)
            ((_, timed),) = records.read_rows(clock)
            yield Result(cell, qids, recall, mrr, tokens, timed["seconds"])

    def _path(self, kind: str, name: str) -> str:
        os.makedirs(os.path.join(self.folder, kind), exist_ok=True)
        return os.path.join(self.folder, kind, name)

    def _score(self, cell: Cell) -> tuple[list[Record], float]:
        """Return a row for each question, and the mean seconds of a search."""
        chunks = self._chunks(cell)
        index = self._index(cell, chunks)
        options = configured(Options(k=DEPTH), cell.steps["search"], cell.name)
        resolver = ByQuote(self.documents, chunks, self.labels)
        runs: list[Record] = []
        spent: list[int] = []
        started = time.perf_counter()
        asked = self._variants(cell)
        found = [
            search(index, label, self.who, options, asked.get(label["qid"], ())) for label in self.labels
        ]
        seconds = (time.perf_counter() - started) / len(found)
        for row in found:
            fit = equal.fit(row["retrieved"], resolver.tokens, self.budget)
            runs.append({"qid": row["qid"], "retrieved": row["retrieved"][: fit.chunks]})
            spent.append(fit.tokens)
        scores = Bound(self.labels, resolver).score(runs, [DEPTH])
        columns = zip(scores.qids, scores.values(f"recall@{DEPTH}"), scores.values("mrr"), spent, strict=True)
        rows = [
            {"qid": qid, "recall": recall, "mrr": mrr, "tokens": tokens}
            for qid, recall, mrr, tokens in columns
        ]
        return rows, seconds

    def _variants(self, cell: Cell) -> Mapping[str, Sequence[str]]:
        if not cell.steps["question"].get("variants"):
            return {}
        if self.variants is None:
            raise InputError(f"{cell.name}: needs --variants, which worksheet.py variants writes")
        return self.variants

    def _chunks(self, cell: Cell) -> list[Record]:
        path = self._path("chunks", f"{self._chunk_key(cell)}.jsonl")
        if not os.path.exists(path):
            options = chunk.Options()._replace(**cell.steps["chunk"]).checked()
            records.write((row for d in self.documents for row in chunk.chunk_document(d, options)), path)
        return list(records.read("chunk", path))

    def _chunk_key(self, cell: Cell) -> str:
        return _name(cell.key("chunk"), self._of_documents, code_version("parsing", "chunking"))

    def _index(self, cell: Cell, chunks: Sequence[Record]) -> store.Index:
        folder = self._path("indexes", _name(cell.key("index"), self._chunk_key(cell)))
        build.build(chunks, folder, build.Options()._replace(**cell.steps["index"]))
        return store.open_index(folder)


def _name(*parts: Any) -> str:
    """Return the parts' key, short enough for a file name."""
    return key_of(*parts)[:12]
