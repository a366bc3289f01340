"""One verdict for every sentence of an answer: what it cites, whether that exists, and what speaks against
it.

It finds faults by rule and ranks by shared words. An answer without a finding is not thereby faithful: only
a reader, or a graded sample (answer_metrics.py), can say that.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ragkit.answering import (
    abstention,
    facts,
    gaps,
    marks,
    native,
    page_check,
    phrases,
    quotes,
    sentences,
    support,
)
from ragkit.answering.alignment import stems
from ragkit.answering.answers import NO_ANSWER
from ragkit.answering.marks import Mark
from ragkit.cli import InputError
from ragkit.records import Record

CLAIMS = ("claim", "list_item", "table_row")
INVALID = frozenset(
    ("bad_index", "unknown_id", "bad_citation", "bad_range", "wrong_title", "wrong_source", "wrong_text",
     "bad_block")
)  # fmt: skip
# A finding of these fails the answer; the others are for a person to look at.
FAILING = INVALID | frozenset(
    ("uncited", "misattributed", "number_mismatch", "unit_mismatch", "negation_flip", "entity_swap",
     "quote_altered", "quote_not_contiguous", "no_citations", "contradictory_abstention", "no_answer",
     "stale_context")
)  # fmt: skip
LEAD = 0.3  # another source must carry so much more of a sentence before the cited one is called wrong
WEAK = 0.2  # support below this is flagged; bench_answers.py prints how often that is right


class Options(NamedTuple):
    """How to check. style: "n", "id" or "auto", what a citation may be."""

    style: str = "auto"

    def checked(self) -> "Options":
        """Return the options; InputError when the style is none."""
        if self.style not in ("n", "id", "auto"):
            raise InputError(f"style is n, id or auto, got {self.style!r}")
        return self


class Checked(NamedTuple):
    """An answer checked: its verdicts and what concerns it as a whole."""

    qid: str
    state: str  # answered, partial, abstained or none (cut off, or refused by the model's maker)
    verdicts: list[Record]
    problems: list[Record]  # of the answer as a whole
    citations: int
    invalid: int
    claims: int  # sentences that need a source
    cited: int  # of them, those that name one that exists

    @property
    def failed(self) -> bool:
        every = [*self.problems, *(problem for verdict in self.verdicts for problem in verdict["problems"])]
        return any(problem["code"] in FAILING for problem in every)


def check(context: Record, answer: Record, options: Options | None = None) -> list[Record]:
    """Return one verdict a sentence: {qid, sentence (from 1), start, end,
    text, kind, refs, support, best, problems}."""
    return examine(context, answer, options).verdicts


def examine(
    context: Record, answer: Record, options: Options | None = None, known: support.Corpus | None = None
) -> Checked:
    """Return the verdicts on an answer and the findings on the whole of it.

    known  how often words occur, over more sources than this question's: it tells the better source oftener
    """
    options = (options or Options()).checked()
    sources: list[Record] = context["docs"]
    problems: list[Record] = []
    if answer.get("content") is not None:
        blocks = native.read(answer["content"], sources)
        text, found = blocks.text, blocks.marks
        problems += [_problem(code, detail) for code, detail in blocks.problems]
    elif answer.get("answer") is not None:
        text = answer["answer"]
        found = marks.parse(text, sources, options.style).citations
    else:
        raise InputError(f'answer {answer["qid"]}: neither "answer" nor "content"; give one')
    if answer.get("context_sha") and context.get("context_sha") not in (None, answer["context_sha"]):
        problems.append(_problem("stale_context", "the answer was written from another context"))
    if answer.get("stop_reason") in NO_ANSWER:
        problems.append(_problem("no_answer", f"stop_reason {answer['stop_reason']}: not an answer to check"))
        return Checked(answer["qid"], "none", [], problems, len(found), 0, 0, 0)
    known = known or support.corpus(source["text"] for source in sources)
    verdicts = _verdicts(text, found, context, known)
    problems += _whole(text, found, sources, verdicts)
    needing = [verdict for verdict in verdicts if verdict["needs_source"]]
    invalid = sum(bool(mark.bad) for mark in found) + sum(problem["code"] in INVALID for problem in problems)
    return Checked(
        answer["qid"], abstention.state(text), verdicts, problems, len(found), invalid,
        len(needing), sum(bool(verdict["refs"]) for verdict in needing),
    )  # fmt: skip


def _problem(code: str, detail: str, **more: Any) -> Record:
    return {"code": code, "detail": detail, **more}


def _verdicts(text: str, found: Sequence[Mark], context: Record, known: support.Corpus) -> list[Record]:
    sources: list[Record] = context["docs"]
    rows: list[Record] = []
    inherited: tuple[int, ...] = ()
    for number, (start, end, kind) in enumerate(sentences.split(text), start=1):
        here = [mark for mark in found if mark.start < end and mark.end > start]
        refs = _numbers(here, sources)
        said = _without(text, start, end, here)
        if kind in ("list_item", "table_row") and not refs and inherited:
            refs = inherited
        elif kind not in ("list_item", "table_row"):
            inherited = refs if kind == "heading" or said.rstrip().endswith((":", "\uff1a")) else ()
        needs = kind in CLAIMS and _is_claim(said, kind)
        row: Record = {
            "qid": context["qid"], "sentence": number, "start": start, "end": end, "text": text[start:end],
            "kind": kind, "refs": list(refs), "needs_source": needs, "support": None,
            "best": None, "problems": [],
        }  # fmt: skip
        row["problems"] += [_bad(mark, sources, found) for mark in here if mark.bad]
        if needs and not here and not refs:
            row["problems"].append(_problem("uncited", "names no source"))
        if kind in CLAIMS and said.strip():
            _against(row, said, refs, context, known)
            row["problems"] += page_check.problems(text, here, said, sources, known)
        rows.append(row)
    return rows


def _numbers(here: Iterable[Mark], sources: Sequence[Mapping[str, Any]]) -> tuple[int, ...]:
    """Return the numbers of the sources that the marks name, once each; an alias counts for its source."""
    by_id = {
        name: source["n"]
        for source in sources
        for name in [*(source.get("members") or []), source["chunk_id"]]
    }
    named = [ref if isinstance(ref, int) else by_id.get(ref) for mark in here for ref in mark.good]
    return tuple(dict.fromkeys(n for n in named if n is not None))


def _without(text: str, start: int, end: int, here: Iterable[Mark]) -> str:
    """Return the sentence without its marks; a native citation covers the sentence and is no text."""
    said = text[start:end]
    for mark in sorted(here, reverse=True):
        if (
            text[mark.start : mark.start + 1] in "[\u3010\uff3b\u3014"
            and start <= mark.start
            and mark.end <= end
        ):
            said = said[: mark.start - start] + said[mark.end - start :]
    return said


def _is_claim(said: str, kind: str) -> bool:
    """Return whether a sentence says something that needs a source: gaps, labels and bare words do not."""
    if gaps.is_gap(said) or phrases.is_about_the_answer(said.strip(" *_-")):
        return False
    needed = 2 if kind == "claim" else 3  # "No." and "Red" are answered for by what follows
    return len(stems(said)) >= needed or any(char.isdigit() for char in said)


def _bad(mark: Mark, sources: Sequence[Mapping[str, Any]], found: Sequence[Mark]) -> Record:
    listed = ", ".join(str(ref) if len(str(ref)) <= 24 else f"{str(ref)[:20]}..." for ref in mark.bad)
    if mark.status == "unknown_id":
        return _problem("unknown_id", f"no source is called {listed}")
    detail = f"no source {listed}; there are {len(sources)}"
    refs = [ref for other in found for ref in other.refs]
    if 0 in mark.bad and all(isinstance(ref, int) and 0 <= ref < len(sources) for ref in refs):
        return _problem("bad_index", f"{detail}; the answer seems to count from 0", hint="off_by_one")
    if any(f"[{ref}]" in source["text"] for ref in mark.bad for source in sources):
        return _problem(
            "bad_index", f"{detail}; the mark stands in a source's text", hint="copied_from_source"
        )
    return _problem("bad_index", detail)


def _against(row: Record, said: str, refs: tuple[int, ...], context: Record, known: support.Corpus) -> None:
    """Add to the verdict what the cited sources do not bear out, and the source that would."""
    sources: list[Record] = context["docs"]
    if not sources:
        return
    question = context.get("question") or ""
    fits = {source["n"]: support.fit(said, _body(source), known) for source in sources}
    best = max(fits, key=lambda n: (fits[n], n in refs, -n))
    better = next(source for source in sources if source["n"] == best)
    most = support.score(said, _body(better), known)
    row["best"] = {"n": best, "support": round(most, 3)}
    if not refs:
        return
    cited = [source for source in sources if source["n"] in refs]
    joined = "\n\n".join(_body(source) for source in cited)
    row["support"] = round(support.score(said, joined, known), 3)
    stated = "\n\n".join([joined, *(f"({source['updated']})" for source in cited if source.get("updated"))])
    found = facts.check(said, stated, question)  # the date that a source shows may be cited, too
    lead = 0.0 if best in refs else most - row["support"]
    failing = sum(fault.fails for fault in found)
    theirs = sum(fault.fails for fault in facts.check(said, _body(better), question)) if lead >= LEAD else 0
    if lead >= LEAD and theirs <= failing:
        detail = f"source {best} carries it ({most:.2f}), the cited {list(refs)} less ({row['support']:.2f})"
        code = "wrong_page" if _next_page(sources, best, cited) else "misattributed"
        row["problems"].append(_problem(code, detail, better=best))
        return
    row["problems"] += [_fault(fault, sources, cited) for fault in found]
    if lead >= LEAD / 2:
        row["problems"].append(_problem("better_source", f"source {best} fits better", better=best))
    if row["support"] < WEAK:
        row["problems"].append(_problem("low_support", f"shares little with {list(refs)}"))


def _body(source: Mapping[str, Any]) -> str:
    above = " > ".join([source.get("title") or "", *(source.get("path") or [])]).strip(" >")
    return f"{above}\n{source['text']}" if above else str(source["text"])


def _fault(
    fault: facts.Fault, sources: Sequence[Mapping[str, Any]], cited: Sequence[Mapping[str, Any]]
) -> Record:
    if fault.kind.startswith("quote_"):
        holder = next((s["n"] for s in sources if quotes.holds(fault.said, s["text"])), None)
        everything = "\n\n".join(str(source["text"]) for source in sources)
        stitched = fault.kind == "quote_stitched" or quotes.check(fault.said, everything).status == "stitched"
        if holder is not None and _next_page(sources, holder, cited):
            return _problem(
                "wrong_page", f"the quotation stands one page off, in source {holder}", better=holder
            )
        if holder is not None:
            return _problem("misattributed", f"the quotation stands in source {holder}", better=holder)
        code = "quote_not_contiguous" if stitched else "quote_altered"
        return _problem(code, f"not in the cited source as quoted: {fault.said[:80]!r}")
    if fault.kind == "worked_out":
        return _problem(fault.kind, f"{fault.said[:80]} is not in the source; {fault.source} gives it: look")
    against = f", the source {fault.source[:80]!r}" if fault.source else ""
    return _problem(fault.kind, f"says {fault.said[:80]!r}{against}")


def _next_page(sources: Sequence[Mapping[str, Any]], holder: int, cited: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether source `holder` is of the same document as a cited one, at most a page away."""
    found = next(source for source in sources if source["n"] == holder)
    return any(
        other.get("doc_id")
        and other.get("doc_id") == found.get("doc_id")
        and other.get("pages")
        and found.get("pages")
        and found["pages"][0] - 1 <= other["pages"][-1]
        and other["pages"][0] - 1 <= found["pages"][-1]
        for other in cited
    )


def _whole(
    text: str, found: Sequence[Mark], sources: Sequence[Record], verdicts: Sequence[Record]
) -> list[Record]:
    """Return the findings on the answer as a whole."""
    problems: list[Record] = []
    silence = abstention.read(text)
    if silence.contradictory:
        problems.append(_problem("contradictory_abstention", "says that it found nothing, then asserts"))
    if silence.state == "abstained" and found:
        problems.append(_problem("abstained_with_citations", "what is not there cannot be cited"))
    claims = [verdict for verdict in verdicts if verdict["needs_source"]]
    if claims and not found and silence.state != "abstained":
        problems.append(_problem("no_citations", f"{len(claims)} claims and no citation that we recognise"))
    named = {ref for verdict in verdicts for ref in verdict["refs"]}
    if unused := [source["n"] for source in sources if source["n"] not in named] if named else []:
        problems.append(_problem("unused_sources", f"never cited: {unused}"))
    if not text.strip():
        problems.append(_problem("no_answer", "the answer is empty"))
    return problems
