"""The configurations of a sweep: a grid, a random sample of it, or the ladder a newcomer sees first."""

import hashlib
import itertools
import json
import random
from collections.abc import Mapping
from typing import Any, NamedTuple

from ragkit.chunking import chunk
from ragkit.cli import InputError
from ragkit.evaluation.learned import LEAST
from ragkit.indexing import build
from ragkit.indexing.analyse import UNSTEMMED
from ragkit.records import Record
from ragkit.retrieval.options import Options, configured
from ragkit.retrieval.rerank import open_scorer

# question: {"variants": true} searches them too; rerank: {"with": "lexical", "top": 20}, see rerank.py;
# chunk: chunk.py's options and {"notes": true}, the notes that worksheet.py context wrote
STEPS = ("chunk", "index", "search", "question", "rerank")
NONE = "none"
LEARNED = "learned"  # search: {"fusion": "learned"}, weights from dev labels (learned.py)
WEIGHTS = (0.1, 0.2, 0.3, 0.4, 0.5)  # shares of the dense leg that tuned fusion tries


class Cell(NamedTuple):
    """One configuration: what differs from the defaults, by step of STEPS, and its name."""

    name: str
    steps: Mapping[str, Mapping[str, Any]]

    def key(self, *steps: str) -> str:
        """Return a short name of its settings of the given steps, or of all: equal settings, equal key."""
        chosen = {step: self.steps.get(step, {}) for step in steps or STEPS}
        return hashlib.sha256(json.dumps(chosen, sort_keys=True).encode()).hexdigest()[:12]

    def cost(self) -> tuple[int, int, int, int]:
        """Return how dear it is: a model's work, legs to search, texts read again, tokens indexed twice."""
        both = self.steps["search"].get("mode", "hybrid") == "hybrid"
        reranker = self.reranker()
        written = [self.steps["question"].get("variants"), self.steps["chunk"].get("notes")]
        models = sum(map(bool, written)) + (reranker not in (NONE, "lexical"))
        return (models, 2 if both else 1, int(reranker != NONE), self.steps["chunk"].get("overlap", 0))

    def reranker(self) -> str:
        """Return who reranks, as rerank.py --with takes it; NONE for nobody."""
        return str(self.steps.get("rerank", {}).get("with", NONE))

    def is_default(self) -> bool:
        """Return whether it is what the scripts do when nothing is asked for, however it is spelled."""
        chunked = {**chunk.Options()._asdict(), **self.steps["chunk"]}
        indexed = {**build.Options()._asdict(), **self.steps["index"]}
        extra = chunked.pop("notes", False) or self.steps["question"].get("variants")
        if extra or self.reranker() != NONE or self.steps["search"].get("fusion") == LEARNED:
            return False
        plain = chunked == chunk.Options()._asdict() and indexed == build.Options()._asdict()
        return plain and configured(Options(), self.steps["search"], self.name) == Options()


def with_default(cells: list[Cell]) -> list[Cell]:
    """Return the cells, and the shipped default after them where it is not among them."""
    return cells if any(map(Cell.is_default, cells)) else [*cells, _cell("defaults", {}, {}, {})]


def ladder(variants: bool = False, labels: int = 0) -> list[Cell]:
    """Return the ladder: each rung adds one lever to the one before; fusion is tuned over its weights.

    variants  there are some: the last rungs search them too
    labels    to learn from: with learned.LEAST or more, the weights of the legs are learned as well
    """
    lexical, bare = {"mode": "bm25"}, {"dense": "none", "stems": UNSTEMMED}
    rungs = [
        _cell("bm25", {"prefix": False}, bare, lexical),
        _cell("+ prefix", {"prefix": True}, bare, lexical),
        _cell("+ stems", {"prefix": True}, {"dense": "none"}, lexical),
        _cell("+ dense, rrf", {"prefix": True}, {"dense": "lsa"}, {"mode": "hybrid", "fusion": "rrf"}),
    ]
    for share in WEIGHTS:
        weights = {"bm25": round(1 - share, 3), "dense": share}
        search = {"mode": "hybrid", "fusion": "weighted", "weights": weights}
        rungs.append(_cell(f"+ weighted {share:g}", {"prefix": True}, {"dense": "lsa"}, search))
    if labels >= LEAST:
        search = {"mode": "hybrid", "fusion": LEARNED}
        rungs.append(_cell("+ learned", {"prefix": True}, {"dense": "lsa"}, search))
    rungs.append(_cell("defaults", {}, {}, {}))
    again = {"rerank": {"with": "lexical", "top": 20}}
    rungs.append(Cell("defaults + rerank", {**rungs[-1].steps, **again}))
    if variants:
        asked = {"question": {"variants": True}}
        rungs += [Cell(f"{one.name} + variants", {**one.steps, **asked}) for one in (rungs[2], rungs[6])]
    return [_checked(rung, "ladder") for rung in rungs]


def _cell(name: str, chunk: Mapping[str, Any], index: Mapping[str, Any], search: Mapping[str, Any]) -> Cell:
    return Cell(name, {"chunk": chunk, "index": index, "search": search, "question": {}, "rerank": {}})


def grid(table: Record, where: str, draw: int | None = None, seed: int = 0) -> list[Cell]:
    """Return the cells of {"chunk": {"max_tokens": [250, 500]}, "index": {...}, "search": {...}}, each once.

    draw    so many cells, drawn at random but always the same for a seed; all of them without it
    errors  InputError at `where` for an axis that is no option, or that is no list of values
    """
    axes = []
    if unknown := set(table) - set(STEPS):
        raise InputError(f"{where}: unknown step {', '.join(sorted(unknown))}; use {', '.join(STEPS)}")
    for step in STEPS:
        fields = table.get(step, {})
        if not isinstance(fields, dict) or not all(isinstance(v, list) and v for v in fields.values()):
            raise InputError(
                f'{where}: {step} must be an object of lists, such as {{"max_tokens": [250, 500]}}'
            )
        axes += [[(step, field, value) for value in values] for field, values in fields.items()]
    cells: dict[str, Cell] = {}
    for choice in itertools.product(*axes):
        cell = _checked(_chosen(choice), where)
        cells.setdefault(cell.key(), cell)
    found = list(cells.values())
    if draw is None or draw >= len(found):
        return found
    return random.Random(seed).sample(found, draw)  # noqa: S311  a sample, not a secret


def _chosen(choice: tuple[tuple[str, str, Any], ...]) -> Cell:
    steps: dict[str, dict[str, Any]] = {step: {} for step in STEPS}
    for step, field, value in choice:
        steps[step][field] = value
    if steps["search"].get("mode") == "bm25":  # what bm25 alone does not look at makes no new cell
        steps["index"] = {**steps["index"], "dense": "none"}
        steps["index"].pop("compress", None)
        for field in ("fusion", "weights", "rrf_k", "pool", "pool_dense"):
            steps["search"].pop(field, None)
    if steps["rerank"].get("with", NONE) == NONE:
        steps["rerank"] = {f: v for f, v in steps["rerank"].items() if f not in ("with", "top")}
    name = " ".join(f"{field}={_said(value)}" for step in steps.values() for field, value in step.items())
    return Cell(name or "defaults", steps)


def _said(value: Any) -> str:
    return "/".join(f"{v:g}" for v in value.values()) if isinstance(value, dict) else str(value)


def _checked(cell: Cell, where: str) -> Cell:
    for step, options in (("chunk", chunk.Options()), ("index", build.Options())):
        given = {field: value for field, value in cell.steps[step].items() if field != "notes"}
        if unknown := set(given) - set(options._fields):
            raise InputError(f"{where}: {', '.join(sorted(unknown))} is no option of {step}")
        options._replace(**given).checked()
    searched = dict(cell.steps["search"])
    if searched.get("fusion") == LEARNED:
        searched.pop("fusion")
        if "weights" in searched:
            raise InputError(f"{where}: learned fusion finds its own weights; give weights to weighted")
    configured(Options(), searched, where)
    if cell.steps["chunk"].get("notes", False) not in (True, False):
        raise InputError(f"{where}: notes is true or false")
    if unknown := set(cell.steps["rerank"]) - {"with", "top"}:
        raise InputError(
            f'{where}: {", ".join(sorted(unknown))} is no option of rerank; use "with" and "top"'
        )
    if not isinstance(top := cell.steps["rerank"].get("top", 20), int) or top < 1:
        raise InputError(f"{where}: top is how many ids to rerank, 1 or more")
    if cell.reranker() != NONE:
        open_scorer(cell.reranker())
    if not set(cell.steps["question"].items()) <= {("variants", True), ("variants", False)}:
        raise InputError(f'{where}: the one option of question is "variants", true or false')
    return cell
