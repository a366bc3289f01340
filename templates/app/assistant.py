"""One question in, a cited and checked answer out: the same steps for the command line and the service."""

import json
import time
from collections.abc import Iterator, Sequence
from datetime import datetime, timezone
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from models import REFUSAL, Model, Passages
from rewriter import Rewriter, Written
from store import Record, Store

from ragkit import access
from ragkit.answering import assemble, citations, places, prompts, render
from ragkit.answering.spots import Place
from ragkit.cli import IncompleteError
from ragkit.indexing import analyse

REWRITE = """Rewrite the last message of this conversation as one question that can be understood alone.
Keep the user's own words, names and codes. If it can be understood alone already, repeat it unchanged.
Write the question only.

<context>
{history}
</context>
<question>
{question}
</question>
"""
WHOLE = 180_000  # tokens of a prompt that holds the whole corpus, in a window of 200,000
TURNS = 6  # turns of the conversation that a follow-up may refer to: taste
SHORT = (
    4  # without a model, a follow-up with fewer words of its own borrows those of the last question: taste
)


class Options(NamedTuple):
    """k passages are searched and put into `budget` tokens at most; language of the prompt: en or es."""

    k: int = 8
    budget: int = 12_000
    language: str = "en"


class Assistant:
    """Answers questions from a store with a model; writes one line a question to the log, if there is one."""

    def __init__(
        self,
        store: Store,
        model: Model,
        options: Options | None = None,
        log: Path | None = None,
        rewriter: Rewriter | None = None,
    ) -> None:
        """rewriter: has the question searched in other words too; None searches it as it is."""
        self.store, self.model, self.options, self.log = store, model, options or Options(), log
        self.rewriter = rewriter
        self._lock = Lock()

    def answer(
        self, question: str, who: access.Reader | None, history: Sequence[Record] = ()
    ) -> Iterator[Record]:
        """Yield {"event": "sources"}, then {"event": "text"} piece by piece, then {"event": "check"}.

        who      whose rights; from the session, never from the request; None on a corpus without permissions
        history  earlier turns {"role", "content"}, oldest first
        """
        began = time.monotonic()
        asked, troubles = self.standalone(question, history[-TURNS:])
        written = self.rewriter.write(asked) if self.rewriter else Written([], "")
        troubles += [f"searched without some or all rewrites: {written.trouble}"] if written.trouble else []
        found = self.store.find(asked, who, self.options.k, written.variants)
        context = self._context(asked, found, who)
        sources = [shown(one) for one in context["docs"]]
        if left := sum(drop["reason"] == assemble.BUDGET for drop in context["dropped"]):
            troubles.append(
                f"{left} passages found do not fit the {self.options.budget:,} tokens of the prompt"
            )
        yield {"event": "sources", "question": asked, "variants": written.variants, "troubles": troubles,
               "sources": sources}  # fmt: skip
        pieces = []
        for piece in self._write(context):
            pieces.append(piece)
            yield {"event": "text", "text": piece}
        text = "".join(pieces)
        checked = citations.examine(context, {"qid": "q1", "answer": text})
        problems = [{"sentence": None, **problem} for problem in checked.problems]
        for verdict in checked.verdicts:
            problems += [{"sentence": verdict["text"], **problem} for problem in verdict["problems"]]
        problems = [problem for problem in problems if problem["code"] != "unused_sources"]
        check = {"event": "check", "state": checked.state, "passed": not checked.failed, "problems": problems,
                 "cited": cited(context, text, checked.verdicts), "trouble": ""}  # fmt: skip
        searched = {"searched": asked, "variants": written.variants, "troubles": troubles}
        try:
            self._write_log(
                question, searched, who, found.run, context, text, check, time.monotonic() - began
            )
        except OSError as err:  # a full disk must not cost the reader the check
            check["trouble"] = f"{self.log}: not logged: {err.strerror}"
        yield check

    def standalone(self, question: str, history: Sequence[Record]) -> tuple[str, list[str]]:
        """Return the question as it can be searched, a follow-up completed from the conversation, and what
        went wrong: without a model's help it is completed by the words of the question before."""
        earlier = [str(turn["content"]) for turn in history if turn.get("role") == "user"]
        if not earlier:
            return question, []
        few = len(analyse.query_terms(question, ["en"])) < SHORT
        plain = f"{earlier[-1]} {question}" if few else question
        if isinstance(self.model, Passages):
            return plain, []
        told = "\n".join(f"{turn.get('role')}: {turn.get('content')}" for turn in history)
        prompt = REWRITE.replace("{history}", render.neutral(told)).replace(
            "{question}", render.neutral(question)
        )
        try:
            said = "".join(self.model.stream(prompt, {"question": question, "docs": []})).strip()
        except IncompleteError as err:
            return plain, [f"the follow-up was not rewritten: {err}"]
        return said or plain, []

    def _context(self, asked: str, found: Any, who: access.Reader | None) -> Record:
        options = assemble.Options(window=self.options.budget, reserve_output=0, system=0, margin=0.1)
        return assemble.assemble(
            {"qid": "q1", "question": asked},
            found.run,
            found.chunks,
            options,
            who,
            stated=found.stated,
        )

    def _write(self, context: Record) -> Iterator[str]:
        if not context["docs"]:
            yield REFUSAL
            return
        template = prompts.load(f"answer.{self.options.language}")
        yield from self.model.stream(render.prompt(context, template), context)

    def _write_log(
        self, question: str, searched: Record, who: access.Reader | None, run: Record, context: Record,
        text: str, check: Record, seconds: float,
    ) -> None:  # fmt: skip
        """Append what is needed to replay the question: ids, not texts of sources, and rights, not names."""
        if self.log is None:
            return
        line = {
            "at": datetime.now(timezone.utc).isoformat(timespec="seconds"),
            "index": self.store.version(),
            "user": None
            if who is None or who.everything
            else {"groups": sorted(who.groups), "tenant": who.tenant},
            "question": question,
            **searched,
            "retrieved": run["retrieved"],
            "sources": [source["chunk_id"] for source in context["docs"]],
            "dropped": context["dropped"],
            "answer": text,
            "state": check["state"],
            "passed": check["passed"],
            "problems": [problem["code"] for problem in check["problems"]],
            "ms": round(seconds * 1000),
        }
        with self._lock, open(self.log, "a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


def cited(context: Record, text: str, verdicts: Sequence[Record]) -> list[Record]:
    """Return the sources that an answer cites, each with the passages it rests on, and where those are."""
    found = places.cited(context, {"qid": "q1", "answer": text}, None, verdicts)
    return [
        {
            **shown(one.source),
            "where": where(one.places),
            "places": [spot._asdict() for spot in one.places],
        }
        for one in found
    ]


def where(spots: Sequence[Place]) -> str:
    """Return ", page 3 and 5", or ", line 4 and 9-11" of a source without pages; "" for what has neither."""
    pages = sorted({spot.page for spot in spots if spot.page is not None})
    lines = sorted({spot.lines for spot in spots if spot.lines is not None})
    if pages:
        return f", page {' and '.join(map(str, pages))}"
    named = [str(first) if first == last else f"{first}-{last}" for first, last in lines]
    return f", line {' and '.join(named)}" if named else ""


def shown(source: Record) -> Record:
    """Return what a reader is shown of a source."""
    return {field: source.get(field) for field in ("n", "title", "path", "source", "url", "pages", "updated")}
