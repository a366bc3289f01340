"""Many answers checked: the failed sentences, the counts behind every share, and the gate."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from ragkit.answering import support
from ragkit.answering.answers import need_contexts
from ragkit.answering.citations import FAILING, Checked, Options, examine
from ragkit.cli import InputError, plural
from ragkit.records import Record

NAMED = 12  # answers named for a kind of finding that has no line of its own; --json has all


QUIET = ("unused_sources",)  # nearly every answer has some


class Report(NamedTuple):
    lines: list[str]
    passed: bool


def examine_all(contexts: Mapping[str, Record], answers: Sequence[Record], options: Options) -> list[Checked]:
    """Return every answer checked, in order; an answer without a context is an InputError."""
    if not answers:
        raise InputError("no answers to check; is the file empty?")
    need_contexts(answers, contexts)
    texts = {
        source["chunk_id"]: source["text"] for context in contexts.values() for source in context["docs"]
    }
    known = support.corpus(texts.values())
    return [examine(contexts[answer["qid"]], answer, options, known) for answer in answers]


def rows(checked: Checked) -> Iterator[Record]:
    """Yield the verdicts of an answer, and a last row without a sentence for the findings on the whole."""
    yield from checked.verdicts
    yield {
        "qid": checked.qid, "sentence": None, "state": checked.state, "claims": checked.claims,
        "cited": checked.cited, "citations": checked.citations, "invalid": checked.invalid,
        "failed": checked.failed, "problems": checked.problems,
    }  # fmt: skip


def report(checked: Sequence[Checked], min_coverage: float, max_invalid: int) -> Report:
    """Return the report and whether the gate passed.

    The gate: coverage (cited claims over claims, all answers together) at least min_coverage; at most
    max_invalid marks that name no source; no failing finding. "uncited" is judged by coverage alone, and
    bad marks by max_invalid alone.
    """
    lines: list[str] = []
    counts: Counter[str] = Counter()
    where: dict[str, dict[str, None]] = defaultdict(dict)  # of findings without a line of their own
    for one in checked:
        for problem in one.problems:
            counts[problem["code"]] += 1
            if problem["code"] in FAILING:
                lines.append(f"{one.qid}: {problem['code']}: {problem['detail']}")
            else:
                where[problem["code"]][one.qid] = None
        for verdict in one.verdicts:
            for problem in verdict["problems"]:
                counts[problem["code"]] += 1
                if problem["code"] in FAILING:
                    shown = " ".join(verdict["text"].split())
                    shown = shown if len(shown) <= 90 else shown[:87] + "..."
                    lines.append(
                        f"{one.qid} sentence {verdict['sentence']}: {problem['code']}: "
                        f"{problem['detail']}: {shown}"
                    )
                else:
                    where[problem["code"]][one.qid] = None
    claims, cited = sum(one.claims for one in checked), sum(one.cited for one in checked)
    invalid = sum(one.invalid for one in checked)
    coverage = cited / claims if claims else 1.0
    excused = {"uncited", "bad_index", "unknown_id"}
    faults = sum(count for code, count in counts.items() if code in FAILING - excused)
    passed = coverage >= min_coverage and invalid <= max_invalid and not faults
    states = Counter(one.state for one in checked)
    lines += [
        f"{plural(len(checked), 'answer')}: "
        + ", ".join(
            f"{states[name]} {name}" for name in ("answered", "partial", "abstained", "none") if states[name]
        ),
        f"coverage {coverage:.3f} ({cited} of {claims} claims cited), invalid marks {invalid} of "
        f"{sum(one.citations for one in checked)}, answers with a failing finding "
        f"{sum(one.failed for one in checked)}",
        "findings: "
        + (
            ", ".join(
                f"{code} {n}{_named(() if code in QUIET else where[code])}"
                for code, n in counts.most_common()
            )
            or "none"
        ),
        f"{'PASS' if passed else 'FAIL'}: coverage >= {min_coverage:g}, invalid <= {max_invalid}, no "
        f"failing finding",
    ]
    return Report(lines, passed)


def _named(qids: Collection[str]) -> str:
    """Return the answers with a finding, the first of them, in brackets."""
    shown = ", ".join(list(qids)[:NAMED]) + (", ..." if len(qids) > NAMED else "")
    return f" ({shown})" if qids else ""
