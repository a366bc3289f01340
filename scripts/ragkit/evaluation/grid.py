"""The configurations of a sweep: a grid, a random sample of it, or the ladder a newcomer sees first."""

import hashlib
import json
import math
import random
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, get_args, get_type_hints

from ragkit.chunking import chunk
from ragkit.cli import InputError, naming
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
MOST = 10_000  # combinations that are all made; taste: at a second a cell, three hours


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

    def changes(self) -> int:
        """Return how many settings are not as shipped: of two as good, the nearer says what gained."""
        shipped = {"chunk": chunk.Options()._asdict(), "index": build.Options()._asdict()}
        shipped["search"] = Options()._asdict()
        return sum(
            bool(value) if key not in shipped.get(step, {}) else value != shipped[step][key]
            for step, settings in self.steps.items()
            for key, value in settings.items()
            if (step, key, value) != ("rerank", "with", NONE)
        )

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


def untried(cells: list[Cell], variants: object, notes: object) -> list[str]:
    """Return a line for what was given and is no cell's setting, so that nothing was learned of it."""
    given = (("question", "variants", variants), ("chunk", "notes", notes))
    return [
        f'warning: --{name} is in no row; give a grid with {{"{step}": {{"{name}": [false, true]}}}}'
        for step, name, value in given
        if value and not any(cell.steps.get(step, {}).get(name) for cell in cells)
    ]


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

    draw    so many cells, drawn at random but always the same for a seed; all of them without it. Of more
            than MOST combinations no more are made than it takes
    errors  InputError at `where` for an axis that is no option or no list of values, for a value of another
            type, and for more than MOST combinations without a draw
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
    _scored(table, where)
    total = math.prod(map(len, axes))
    if total > MOST and draw is None:
        raise InputError(f"{where}: {total:,} combinations; leave some out, or try --draw 50 of them")
    rng = random.Random(seed)  # noqa: S311  a sample, not a secret
    cells: dict[str, Cell] = {}
    for number in range(total) if total <= MOST else _shuffled(total, rng):
        cell = _checked(_chosen(_combination(axes, number)), where)
        cells.setdefault(cell.key(), cell)
        if total > MOST and len(cells) == draw:
            break
    found = list(cells.values())
    return found if draw is None or draw >= len(found) else rng.sample(found, draw)


def _scored(table: Record, where: str) -> None:
    """InputError for an axis of which nothing is scored: its rows would be equal by nature."""
    search = table.get("search", {})
    grown = any(size for size in search.get("grow", []))
    if "per_doc" in search and not grown:
        raise InputError(f'{where}: per_doc bounds the passages of one document; add "grow": [1400]')
    if "explain" in search:
        raise InputError(f"{where}: explain changes no result; leave it out")
    if grown and any(name != NONE for name in table.get("rerank", {}).get("with", [])):
        raise InputError(
            f"{where}: a reranker orders chunks, and grow makes passages before it; try one of the two"
        )


_Axis = list[tuple[str, str, Any]]


def _combination(axes: list[_Axis], number: int) -> _Axis:
    """Return one value of every axis: combination `number`, from 0, where the last axis turns fastest."""
    chosen = []
    for axis in reversed(axes):
        number, place = divmod(number, len(axis))
        chosen.append(axis[place])
    return chosen[::-1]


def _shuffled(total: int, rng: random.Random) -> Iterator[int]:
    """Yield the numbers below `total` in random order, at the cost of those that are asked for."""
    moved: dict[int, int] = {}  # Fisher and Yates's list, of which only what has changed is kept
    for left in range(total, 0, -1):
        at = rng.randrange(left)
        yield moved.get(at, at)
        moved[at] = moved.get(left - 1, left - 1)


def _chosen(choice: _Axis) -> Cell:
    steps: dict[str, dict[str, Any]] = {step: {} for step in STEPS}
    for step, field, value in choice:
        steps[step][field] = value
    if steps["search"].get("mode") == "bm25":  # what bm25 alone does not look at makes no new cell
        steps["index"] = {**steps["index"], "dense": "none"}
        steps["index"].pop("compress", None)
        for field in ("fusion", "weights", "rrf_k", "pool", "pool_dense"):
            steps["search"].pop(field, None)
    if not steps["search"].get("grow"):  # no passages, so none of one document either
        steps["search"].pop("per_doc", None)
    if steps["rerank"].get("with", NONE) == NONE:
        steps["rerank"] = {f: v for f, v in steps["rerank"].items() if f not in ("with", "top")}
    name = " ".join(f"{field}={_said(value)}" for step in steps.values() for field, value in step.items())
    return Cell(name or "defaults", steps)


def _said(value: Any) -> str:
    if not isinstance(value, dict):
        return str(value)
    return "/".join(f"{v:g}" if isinstance(v, float) else str(v) for v in value.values())


def _checked(cell: Cell, where: str) -> Cell:
    for step, options in (("chunk", chunk.Options()), ("index", build.Options())):
        given = {field: value for field, value in cell.steps[step].items() if field != "notes"}
        if unknown := set(given) - set(options._fields):
            raise InputError(f"{where}: {', '.join(sorted(unknown))} is no option of {step}")
        for field, value in given.items():
            _typed(f"{where}: {step}.{field}", value, get_type_hints(type(options))[field])
        with naming(where):
            options._replace(**given).checked()
    searched = dict(cell.steps["search"])
    if searched.get("fusion") == LEARNED:
        searched.pop("fusion")
        if "weights" in searched:
            raise InputError(f"{where}: learned fusion finds its own weights; give weights to weighted")
    configured(Options(), searched, where)
    if not isinstance(cell.steps["chunk"].get("notes", False), bool):
        raise InputError(f"{where}: notes is true or false")
    if unknown := set(cell.steps["rerank"]) - {"with", "top"}:
        raise InputError(
            f'{where}: {", ".join(sorted(unknown))} is no option of rerank; use "with" and "top"'
        )
    if type(top := cell.steps["rerank"].get("top", 20)) is not int or top < 1:
        raise InputError(f"{where}: top is how many ids to rerank, 1 or more")
    if cell.reranker() != NONE:
        with naming(where):
            open_scorer(cell.reranker())
    asked = cell.steps["question"]
    if set(asked) - {"variants"} or not isinstance(asked.get("variants", False), bool):
        raise InputError(f'{where}: the one option of question is "variants", true or false')
    return cell


def _typed(where: str, value: Any, hint: Any) -> None:
    """InputError unless a JSON value is of the type its option has; a whole number is a number too."""
    fits = isinstance(value, int if hint is float else hint) or (hint is float and isinstance(value, float))
    if not fits or (isinstance(value, bool) and hint is not bool) or value in (math.inf, -math.inf):
        wanted = " or ".join(_NAMES[kind] for kind in get_args(hint) or (hint,))
        raise InputError(f"{where} must be {wanted}, got {value!r}")


_NAMES = {int: "a whole number", float: "a number", bool: "true or false", str: "a text", type(None): "null"}
