"""TREC qrels and runs, as label and run records and back.

qrels  qid 0 docid grade; a query without a grade above 0 counts as unanswerable
run    qid Q0 docid rank score tag
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ragkit.cli import InputError
from ragkit.records import Record, check

Line = tuple[str, str]  # ("path:line", text)


class Hit(NamedTuple):
    """One line of a run."""

    name: str
    rank: float
    score: float
    position: int  # in the file


def labels(lines: Iterable[Line]) -> list[Record]:
    """Return label records of qrels lines; InputError for a faulty line or a document judged twice."""
    grades: dict[str, dict[str, float]] = {}
    for where, text in lines:
        qid, _, name, grade = _fields(text, 4, where)
        judged = grades.setdefault(qid, {})
        if name in judged:
            raise InputError(f"{where}: {name!r} is judged twice for {qid!r}; keep one line")
        judged[name] = _number(grade, where)
    return [check("label", {"qid": qid, "relevant": judged}, qid) for qid, judged in grades.items()]


def run(lines: Iterable[Line], ties: str = "rank") -> Iterator[Record]:
    """Yield run records of run lines, best first.

    ties  "rank": the rank column decides, then the order of the file, and the score is not looked at;
          "trec": the score decides, then the docid, falling, as trec_eval does
    """
    hits: dict[str, list[Hit]] = {}
    for position, (where, text) in enumerate(lines):
        qid, _, name, rank, score, _ = _fields(text, 6, where)
        hits.setdefault(qid, []).append(Hit(name, _number(rank, where), _number(score, where), position))
    for qid, found in hits.items():
        if ties == "trec":
            found.sort(key=lambda hit: hit.name, reverse=True)
            found.sort(key=lambda hit: -hit.score)
        else:
            found.sort(key=lambda hit: (hit.rank, hit.position))
        row = {"qid": qid, "retrieved": [hit.name for hit in found], "scores": [hit.score for hit in found]}
        yield check("run", row, qid)


def grades(gold: Any, resolver: Any) -> dict[str, float]:
    """Return id -> grade of what meets a question's needs alone: the ids named, or chunks that hold a quote.

    gold      of resolver.gold; of a quote cut over two chunks, neither holds it, and neither is judged
    """
    found: dict[str, float] = {}
    for need, grade in zip(gold.needs, gold.grades, strict=True):
        for one in (need,) if isinstance(need, str) else need:
            ids = (
                [one] if isinstance(one, str) else [n for n in resolver.near(one) if resolver.rank(one, [n])]
            )
            found |= {name: max(grade, found.get(name, 0.0)) for name in ids}
    return found


def qrels_lines(rows: Iterable[tuple[str, str, float]]) -> Iterator[str]:
    """Yield a qrels line for each (qid, id, grade); grades must be whole."""
    for qid, name, grade in rows:
        if grade != int(grade):
            raise InputError(f"label {qid!r} has a grade of {grade}; TREC qrels hold whole grades only")
        yield f"{_word(qid)} 0 {_word(name)} {int(grade)}"


def run_lines(rows: Iterable[Record], tag: str = "rag-pipelines") -> Iterator[str]:
    """Yield a run line for each id; scores fall with the rank, so that no tool sees a tie."""
    for row in rows:
        names = list(dict.fromkeys(row["retrieved"]))
        for rank, name in enumerate(names, start=1):
            yield f"{_word(row['qid'])} Q0 {_word(name)} {rank} {len(names) - rank + 1} {tag}"


def _word(name: str) -> str:
    if any(char.isspace() for char in name):
        raise InputError(f"id {name!r} holds white space, which ends a TREC field; encode it")
    return name


def _fields(text: str, count: int, where: str) -> list[str]:
    fields = text.split()
    if len(fields) != count:
        raise InputError(f"{where}: need {count} fields, got {len(fields)}; is this the right kind of file?")
    return fields


def _number(text: str, where: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not abs(value) < float("inf"):
        raise InputError(f"{where}: {text!r} is not a finite number")
    return value
