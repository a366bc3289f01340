"""How to search: the options of a call, and the configuration file that a sweep writes."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ragkit.cli import InputError, naming

MODES = ("hybrid", "bm25", "dense")
FUSIONS = ("weighted", "rrf")
# tests/bench/bench_lexical_quality.py: .75/.25 is above BM25 alone on scifact and cranfield, and a quarter of
# a point below it on xquad-en; with an embedder, tune it on labels. The last three are shares of bm25's.
WEIGHTS = {"bm25": 0.75, "dense": 0.25, "related": 0.6, "head": 0.0, "grams": 0.0}

# The constant of the fusion of a question with its variants. With rrf's usual 60 a page that one wording
# finds first loses to pages that every wording finds somewhere: evidence recall@5 .919 against .956 with 5
# (tests/bench/bench_variants.py).
VARIANTS_K = 5


# What is left of the score of a text that says it is not in force, where that is asked for. From 0.9 to 0.3
# it does the same on the 50 questions it was tried on: the two superseded pages that came first leave their
# place to the page in force, and no evidence is lost.
NOT_IN_FORCE = 0.8


LARGEST = 1e300  # of a number in a configuration: beyond it sums overflow
DATE = re.compile(r"[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?")


class Wordings(NamedTuple):
    """What is searched beside a question: itself in other words, and the single questions it is made of."""

    variants: Sequence[str] = ()
    parts: Sequence[str] = ()


class Prior(NamedTuple):
    """Multiply the score of chunks whose field begins with a text, e.g. ("doc_id", "legacy/", 0.7)."""

    field: str
    begins: str
    factor: float


class Options(NamedTuple):
    """How to search.

    k          chunks to return
    pool       candidates of each leg before fusion; at least k. pool_bm25, pool_dense: of that leg alone
    mode       hybrid; bm25 alone, rank_bm25's scores; or dense alone
    fusion     weighted, or rrf: an LSA leg is too weak for rrf's equal votes (references/retrieval.md)
    weights    of the legs under weighted fusion; related, head and grams count as that share of bm25's scores
    rrf_k      rrf's smoothing constant
    filters    field -> value that every chunk returned must have
    since      ISO date: only chunks updated then or later; until: then or earlier; none without a date
    priors     factors on the final score
    prefer_current  what its metadata calls superseded, a draft and the like keeps NOT_IN_FORCE of its score
    collapse   return one chunk of each family of identical texts: the newest that the reader may see
    min_score  drop what scores less; of a question with variants or parts, what scores less for each of them
    explain    keep what each leg adds to a score
    adapt      weigh LSA by how clearly BM25 separates its first hits, question by question (fusion.adapted)
    grow       characters up to which a passage takes in its neighbours; 0 gives no passages
    per_doc    passages of one document
    """

    k: int = 10
    pool: int = 100
    pool_bm25: int | None = None
    pool_dense: int | None = None
    mode: str = "hybrid"
    fusion: str = "weighted"
    weights: Mapping[str, float] = WEIGHTS
    rrf_k: int = 60
    filters: Mapping[str, str] = {}
    since: str | None = None
    until: str | None = None
    priors: tuple[Prior, ...] = ()
    prefer_current: bool = False
    collapse: bool = True
    min_score: float | None = None
    grow: int = 0
    per_doc: int = 4
    explain: bool = False
    adapt: bool = False

    def checked(self) -> "Options":
        """Return the options; InputError when one makes no sense."""
        if self.mode not in MODES:
            raise InputError(f"mode is one of {', '.join(MODES)}, got {self.mode!r}")
        if self.fusion not in FUSIONS:
            raise InputError(f"fusion is one of {', '.join(FUSIONS)}, got {self.fusion!r}")
        if self.k < 1 or self.pool < 1 or self.rrf_k < 0 or self.grow < 0 or self.per_doc < 1:
            raise InputError("k, pool and per_doc are 1 or more, rrf_k and grow 0 or more")
        for name, date in (("since", self.since), ("until", self.until)):
            if date is not None and not DATE.fullmatch(date):
                raise InputError(f"{name}: need a date such as 2026-01-31, got {date!r}")
        unknown = set(self.weights) - set(WEIGHTS)
        if unknown:
            raise InputError(
                f"weights: unknown leg {', '.join(sorted(unknown))}; legs are {', '.join(WEIGHTS)}"
            )
        if min(self.weights.values(), default=0.0) < 0 or not (self.weight("bm25") or self.weight("dense")):
            raise InputError("weights must be 0 or more, and bm25 and dense not both 0")
        if self.min_score is not None and self.min_score > self.largest():
            raise InputError(
                f"min_score {self.min_score:g} would remove everything: the {self.fusion} scores of this "
                f"search are at most {self.largest():.4g}"
            )
        return self

    def weight(self, leg: str) -> float:
        return float(self.weights.get(leg, WEIGHTS[leg]))

    def largest(self) -> float:
        """Return the largest score that a chunk can have; infinite for BM25 alone, which has no bound."""
        prior = max([1.0, *(prior.factor for prior in self.priors)])
        if self.mode == "bm25":
            return float("inf")
        if self.mode == "dense":
            return prior
        if self.fusion == "rrf":
            return prior * 2 / (self.rrf_k + 1)
        return prior * (self.weight("bm25") + self.weight("dense"))

    def size(self, leg: str) -> int:
        """Return how many candidates a leg gives."""
        own = {"bm25": self.pool_bm25, "dense": self.pool_dense}.get(leg)
        return max(self.k, own or self.pool)


def configured(options: Options, config: Mapping[str, Any], where: str) -> Options:
    """Return the options with those of a configuration {"fusion": "rrf", "weights": {...}, "priors": [...]}.

    errors  InputError at `where` for a name that is no option or a value of another type
    """
    changes = dict(config)
    known = {name: type(value) for name, value in Options()._asdict().items() if value is not None}
    known |= {"pool_bm25": int, "pool_dense": int, "since": str, "until": str, "min_score": float}
    for name, value in changes.items():
        if name not in known:
            raise InputError(f"{where}: {name!r} is no option of search; there are {', '.join(known)}")
        if name == "priors":
            if not isinstance(value, list):
                raise InputError(f"{where}: priors must be a list, got {value!r}")
            changes[name] = tuple(_prior(row, where) for row in value)
        elif name in ("weights", "filters"):
            wanted = "a finite number" if name == "weights" else "a text"
            fits = _finite if name == "weights" else _text
            if not isinstance(value, dict) or not all(map(fits, value.values())):
                raise InputError(f"{where}: {name} must be an object, each value {wanted}; got {value!r}")
        elif (
            isinstance(value, bool) is not (known[name] is bool)
            or not isinstance(value, (int, float) if known[name] is float else known[name])
            or (known[name] in (int, float) and not _finite(value))
        ):
            raise InputError(f"{where}: {name} must be {known[name].__name__}, got {value!r}")
    with naming(where):
        return options._replace(**changes).checked()


def _finite(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < LARGEST


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _prior(row: Any, where: str) -> Prior:
    if (
        not isinstance(row, dict)
        or set(row) != {"field", "begins", "factor"}
        or not _finite(row["factor"])
        or row["factor"] < 0
    ):
        raise InputError(
            f'{where}: a prior is {{"field": "doc_id", "begins": "legacy/", "factor": 0.7}}, got {row}'
        )
    return Prior(str(row["field"]), str(row["begins"]), float(row["factor"]))
