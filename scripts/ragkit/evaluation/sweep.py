"""Run the cells of a sweep: chunk, index and search each once, score all on the same questions."""

import contextlib
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ragkit import access, lock, records, tokens
from ragkit.access import Reader
from ragkit.chunking import chunk
from ragkit.cli import InputError
from ragkit.evaluation import equal, learned
from ragkit.evaluation.evidence import ByQuote
from ragkit.evaluation.grid import LEARNED, NONE, Cell
from ragkit.evaluation.retrieval import Bound
from ragkit.evaluation.shown import shown
from ragkit.fingerprint import code_version, key_of
from ragkit.indexing import build, store
from ragkit.indexing.survey import indexed_text
from ragkit.records import Record
from ragkit.retrieval import asked
from ragkit.retrieval.options import Options, Wordings, configured
from ragkit.retrieval.rerank import open_scorer, rerank
from ragkit.retrieval.search import search

CODE = ("parsing", "chunking", "indexing", "retrieval", "labels", "evaluation")  # what decides a cell
DEPTH = 50  # ids searched; a budget of 2,500 tokens cuts most rankings long before
DEEPEST = 100  # for larger budgets; not above the pool of a leg, which a deeper search would widen
_OURS = re.compile(r"[0-9a-f]{12}(\.jsonl)?")  # a name made by `_name`: whatever else lies there stays
KS = (1, 3, 5, 10, 20, 40)  # passages passed on: the cut-offs of the table by k


class Result(NamedTuple):
    """What one cell found: a score for every answerable question, in the order of the labels."""

    cell: Cell
    qids: list[str]
    recall: list[float]  # of evidence within the context budget, the mean over the budgets
    mrr: list[float]
    routed: list[float]  # 1 where the first hit is of a corpus that holds evidence, see `corpus_of`
    tokens: float  # context tokens, mean over questions and budgets
    seconds: float  # a search, mean; not part of what is compared
    budgets: Mapping[int, list[float]] = {}  # tokens -> recall within them
    at_k: Mapping[int, list[float]] = {}  # passages, KS -> recall
    spent: Mapping[int, list[int]] = {}  # passages, KS -> context tokens of the first k
    short: int = 0  # rankings that end before the largest budget and hold no more than was asked for


@contextlib.contextmanager
def alone(folder: str) -> Iterator[None]:
    """Make the folder if need be and hold it for the block, after waiting for another sweep in it."""
    os.makedirs(folder, exist_ok=True)
    with lock.waiting(folder, f"{folder}: another sweep is at work here; waiting until it is done"):
        yield


class Sweep:
    """The documents, the questions and the folder that keeps what cells share and what they found."""

    def __init__(
        self,
        documents: Sequence[Record],
        labels: Sequence[Record],
        folder: str,
        budgets: Sequence[int],
        who: Reader | None,
        variants: Mapping[str, Wordings] | None = None,
        notes: Mapping[str, str] | None = None,
        dev: Sequence[str] = (),
    ) -> None:
        """budgets: context tokens, each scored; notes: chunk id -> what situates the chunk; dev: qids to
        learn fusion weights from."""
        self.documents = documents
        self.labels = labels
        self.folder, self.budgets, self.variants, self.notes = folder, sorted(set(budgets)), variants, notes
        self.depth = max(DEPTH, min(DEEPEST, self.budgets[-1] // 100))  # passages of 100 tokens and more
        self.dev = frozenset(dev)
        self.used: set[str] = set()  # names in the folder that this sweep asked for
        self.who = who if who is not None or access.restricted(documents) else access.EVERYTHING
        self._of_documents = key_of(documents)
        self._of_questions = key_of(self.labels, self.budgets, who)

    def run(self, cells: Iterable[Cell]) -> Iterator[Result]:
        """Yield the result of each cell; one that is already in the folder is read, not made again.

        It is the same cell when settings, documents, labels, budget, user, variants, notes and code are the
        same; a learned one is named by the weights it learned.
        """
        for cell in map(self._taught, cells):
            inputs = (self._of_documents, self._of_questions, self._variants(cell), self._notes(cell))
            key = _name(cell.key(), inputs, code_version(*CODE))
            self._path("chunks", f"{self._chunk_key(cell)}.jsonl"), self._index_folder(cell)  # in use
            path, clock = self._path("cells", f"{key}.jsonl"), self._path("seconds", f"{key}.jsonl")
            if not os.path.exists(path):
                rows, seconds = self._score(cell)
                records.write(
                    [{"seconds": seconds}], clock
                )  # apart: the cells are the same bytes at every run
                records.write(rows, path)
            rows = [row for _, row in records.read_rows(path)]
            qids = [row["qid"] for row in rows]
            recall, mrr, routed = ([row[name] for row in rows] for name in ("recall", "mrr", "routed"))
            tokens = sum(row["tokens"] for row in rows) / len(rows)
            ((_, timed),) = records.read_rows(clock)
            within, at_k, spent = (
                {size: [row[name][place] for row in rows] for place, size in enumerate(sizes)}
                for name, sizes in (("within", self.budgets), ("at_k", KS), ("spent", KS))
            )
            short = sum(row["short"] for row in rows)
            yield Result(
                cell, qids, recall, mrr, routed, tokens, timed["seconds"], within, at_k, spent, short
            )

    def _path(self, kind: str, name: str) -> str:
        os.makedirs(os.path.join(self.folder, kind), exist_ok=True)
        self.used.add(os.path.join(kind, name))
        return os.path.join(self.folder, kind, name)

    def prune(self) -> int:
        """Remove what sweeps made in the folder and this one did not ask for; return how many things."""
        kinds = ("cells", "seconds", "chunks", "indexes")
        folders = [kind for kind in kinds if os.path.isdir(os.path.join(self.folder, kind))]
        names = [
            os.path.join(kind, name)
            for kind in folders
            for name in os.listdir(self._in(kind))
            if _OURS.fullmatch(name)
        ]
        old = sorted(set(names) - self.used)
        for name in old:
            records.remove(os.path.join(self.folder, name))
        return len(old)

    def _in(self, kind: str) -> str:
        return os.path.join(self.folder, kind)

    def _taught(self, cell: Cell) -> Cell:
        """Return the cell; one of learned fusion with the weights that the dev questions teach."""
        if cell.steps["search"].get("fusion") != LEARNED:
            return cell
        chunks = self._chunks(cell)
        index, resolver = self._index(cell, chunks), ByQuote(self.documents, chunks, self.labels)
        settings = {**cell.steps["search"], "fusion": "weighted"}
        options = configured(Options(k=self.depth), settings, cell.name)
        taught = []
        for label in self.labels:
            if label["qid"] in self.dev:
                found = [search(index, label, self.who, options._replace(mode=leg)) for leg in learned.LEGS]
                hits = [list(zip(row["retrieved"], row["scores"], strict=True)) for row in found]
                taught.append((hits[0], hits[1], resolver.holds(label)))
        weights = learned.weights(taught)
        name = f"{cell.name} ({weights['bm25']:g}/{weights['dense']:g})"
        return Cell(name, {**cell.steps, "search": {**settings, "weights": weights}})

    def _score(self, cell: Cell) -> tuple[list[Record], float]:
        """Return a row for each question, and the mean seconds of a search."""
        chunks = self._chunks(cell)
        index = self._index(cell, chunks)
        options = configured(Options(k=self.depth), cell.steps["search"], cell.name)
        resolver = ByQuote(self.documents, chunks, self.labels)
        started = time.perf_counter()
        variants = self._variants(cell)
        asked.prepare_all(index, self.labels, variants, options.mode)
        again = self._reranking(cell, chunks)
        found = [
            again(
                search(index, label, self.who, options, *variants.get(label["qid"], Wordings())),
                label["question"],
            )
            for label in self.labels
        ]
        seconds = (time.perf_counter() - started) / len(found)
        read = list(shown(found, resolver))
        scores = Bound(self.labels, resolver).score(read, KS)
        fits, within = [], []
        for budget in self.budgets:
            scores.spend(budget, read, resolver.tokens)
            fits.append(scores.fits)
            within.append(scores.values(equal.measure(budget)))
        at_k = [scores.values(f"recall@{k}") for k in KS]
        mrr = scores.values("mrr")
        document_of = {row["chunk_id"]: row["doc_id"] for row in chunks}
        rows: list[Record] = []
        for i, (label, row) in enumerate(zip(self.labels, found, strict=True)):
            hits, ids = row["retrieved"], read[i]["retrieved"]
            recall = [column[i] for column in within]
            rows.append(
                {
                    "qid": label["qid"],
                    "recall": sum(recall) / len(recall),
                    "mrr": mrr[i],
                    "routed": float(bool(hits) and corpus_of(document_of[hits[0]]) in _corpora(label)),
                    "tokens": sum(fit[i].tokens for fit in fits) / len(fits),
                    "within": recall,
                    "at_k": [column[i] for column in at_k],
                    "spent": [sum(resolver.tokens.get(name, 0) for name in ids[:k]) for k in KS],
                    "short": len(ids) == self.depth and not fits[-1][i].full,
                }
            )
        return rows, seconds

    def _reranking(self, cell: Cell, chunks: Sequence[Record]) -> Callable[[Record, str], Record]:
        """Return what a cell makes of a run record: its reranker's order, or the record itself."""
        if cell.reranker() == NONE:
            return lambda row, question: row
        scorer, top = open_scorer(cell.reranker()), cell.steps["rerank"].get("top", 20)
        texts = {chunk["chunk_id"]: indexed_text(chunk) for chunk in chunks}
        return lambda row, question: rerank(row, question, texts, scorer, top).record

    def _variants(self, cell: Cell) -> Mapping[str, Wordings]:
        if not cell.steps["question"].get("variants"):
            return {}
        if self.variants is None:
            raise InputError(f"{cell.name}: needs --variants, which worksheet.py variants writes")
        return self.variants

    def _notes(self, cell: Cell) -> Mapping[str, str]:
        if not cell.steps["chunk"].get("notes"):
            return {}
        if self.notes is None:
            raise InputError(f"{cell.name}: needs --notes, the chunks that worksheet.py context wrote")
        return self.notes

    def _chunks(self, cell: Cell) -> list[Record]:
        path = self._path("chunks", f"{self._chunk_key(cell)}.jsonl")
        if not os.path.exists(path):
            given = {field: value for field, value in cell.steps["chunk"].items() if field != "notes"}
            options = chunk.Options()._replace(**given).checked()
            made = [row for d in self.documents for row in chunk.chunk_document(d, options)]
            records.write(_noted(made, self._notes(cell), cell.name), path)
        return list(records.read("chunk", path))

    def _chunk_key(self, cell: Cell) -> str:
        code = code_version("parsing", "chunking")
        return _name(cell.key("chunk"), self._of_documents, self._notes(cell), code)

    def _index_folder(self, cell: Cell) -> str:
        return self._path("indexes", _name(cell.key("index"), self._chunk_key(cell)))

    def _index(self, cell: Cell, chunks: Sequence[Record]) -> store.Index:
        folder = self._index_folder(cell)
        build.build(chunks, folder, build.Options()._replace(**cell.steps["index"]))
        return store.open_index(folder)


def _name(*parts: Any) -> str:
    """Return the parts' key, short enough for a file name."""
    return key_of(*parts)[:12]


def _noted(chunks: list[Record], notes: Mapping[str, str], name: str) -> list[Record]:
    """Return the chunks with their notes; InputError where most have none: they are of another chunking."""
    if not notes:
        return chunks
    rows = [{**row, "context": notes.get(row["chunk_id"])} for row in chunks]
    had = sum(row["context"] is not None for row in rows)
    if 2 * had < len(rows):
        raise InputError(f"{name}: {had} of {len(rows)} chunks have a note; write notes for this chunking")
    return [{**row, "tokens": tokens.count(indexed_text(row))} for row in rows]


def corpus_of(doc_id: str) -> str:
    """Return the corpus of a document: the name of its root, as parse.py a=DIR b=DIR gives it, or none."""
    return doc_id.partition("/")[0] if "/" in doc_id else ""


def corpora(documents: Iterable[Record]) -> str:
    """Return a line that names the corpora, for routing is scored by them; InputError when there is one."""
    names = sorted({corpus_of(document["doc_id"]) for document in documents})
    if len(names) < 2:
        raise InputError("--routing needs several corpora: parse.py one=DIR two=DIR")
    said = ", ".join(name or "(none)" for name in names)
    return f"routed: whether the first hit is of the right one of {said}"


def _corpora(label: Record) -> set[str]:
    return {corpus_of(item["doc_id"]) for item in label["evidence"]}
