"""Contexts as pages to read and answer from: for a person, or a model that opens a file.

A page holds questions of one reader only, so that nobody is shown, beside their own question, what they may
not see. Questions that share sources come together, and a text that stood earlier on the page is pointed at,
not repeated; a page points at no other page. Long lines are broken, since readers of files cut them, Claude
Code's after 2,000 characters; pages are short, since its shell shows 30,000 characters of a command's output.
"""

import json
import textwrap
from collections.abc import Iterable, Iterator, Mapping

from ragkit.answering import prompts, render
from ragkit.records import Record

LINE = 1_500  # characters of a line
PAGE = 28_000  # characters of a page: a reader's 30,000 less what stands around it

_HEAD = """Each question stands under its own sources. For each, write one line of JSON into %s,
such as {"qid": %s, "answer": "Until soft [1]."}, where [1] is a source of that question."""
_TODAY = """
Today is %s: "now" and "currently" mean that day. What is dated later is not in force yet; what has ended by
then, or was replaced, no longer is; say so where an answer turns on it."""


def pages(
    contexts: Iterable[Record],
    readers: Mapping[str, str],
    notes: Mapping[str, str] | None = None,
    into: str = "answers.jsonl",
    today: str | None = None,
) -> Iterator[str]:
    """Yield the pages, each of at most PAGE characters, or of one question that is longer.

    readers  qid -> who asks, as a text; the questions of one reader stand together
    notes    qid -> a line to stand above its question
    into     the file that the answers go to
    today    an ISO date to answer for
    """
    head = _HEAD % (into, "%s") + (_TODAY % today if today else "")
    notes = notes or {}
    grouped: dict[str, list[Record]] = {}
    for context in contexts:
        grouped.setdefault(readers[context["qid"]], []).append(context)
    for left in grouped.values():
        blocks: list[str] = []
        shown: dict[str, str] = {}
        first = left[0]["qid"]
        while left:
            context = max(left, key=lambda one: _shared(one, shown))  # of equals, the first as given
            block = _block(context, shown, notes.get(context["qid"]))
            if blocks and len(_page(first, [*blocks, block], head)) > PAGE:
                yield _page(first, blocks, head)
                blocks, shown = [], {}
                first = left[0]["qid"]
                continue
            left.remove(context)
            blocks.append(block)
            shown |= {
                source["text"]: f"{context['qid']} [{source['n']}]"
                for source in reversed(context["docs"])
                if source["text"] not in shown
            }
        yield _page(first, blocks, head)


def _shared(context: Record, shown: Mapping[str, str]) -> int:
    """Return how many characters of a context's sources stand on the page already."""
    return sum(len(source["text"]) for source in context["docs"] if source["text"] in shown)


def _page(first: str, blocks: Iterable[str], head: str) -> str:
    rules = prompts.load("answer.en").partition("{documents}")[2].partition("<question>")[0].strip()
    return "\n\n".join([head.replace("%s", json.dumps(first), 1), rules, *blocks]) + "\n"


def _block(context: Record, shown: Mapping[str, str], note: str | None) -> str:
    """Return a question under its sources; `shown` maps the texts of this page to where each stands."""
    lines = [f"# {context['qid']}"]
    for source in context["docs"]:
        where = shown.get(source["text"])
        text = broken(source["text"]) if where is None else f"(the same text as {where} above)"
        lines.append(render.source({**source, "text": text}))
    if not context["docs"]:
        lines.append("(nothing was found that this reader may see)")
    if note:
        lines.append(f"note: {render.neutral(note)}")
    return "\n".join([*lines, f"<question>{render.neutral(context['question'])}</question>"])


def broken(text: str) -> str:
    """Return the text with lines of more than LINE characters broken at white space, else anywhere."""
    wrap = textwrap.TextWrapper(
        LINE, expand_tabs=False, replace_whitespace=False, drop_whitespace=False, break_on_hyphens=False
    )
    return "\n".join(
        part for line in text.split("\n") for part in (wrap.wrap(line) if len(line) > LINE else [line])
    )
