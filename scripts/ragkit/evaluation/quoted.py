"""The labels that a sweep can score: those with quotes, and which of the quotes no document has."""

from collections.abc import Sequence

from ragkit import cli
from ragkit.cli import InputError
from ragkit.evaluation.evidence import ByQuote
from ragkit.evaluation.wording import listed
from ragkit.labels.read import answerable
from ragkit.records import Record


def usable(labels: Sequence[Record]) -> list[Record]:
    """Return the labels that every chunking can be scored on; InputError when there are none."""
    found = [label for label in labels if answerable(label) and label["evidence"]]
    if not found:
        raise InputError("no label has a quote; a sweep changes the chunks, so it needs quotes to score")
    return found


def doubts(given: Sequence[Record], labels: Sequence[Record], documents: Sequence[Record]) -> list[str]:
    """Return what makes every score lower or the sample smaller: labels without quotes, quotes not found.

    given   all labels; labels: those of them that are scored
    errors  InputError where no document has any of the quotes
    """
    named = {label["qid"] for label in labels}
    bare = [one["qid"] for one in given if answerable(one) and one["qid"] not in named]
    bound = ByQuote(documents, (), labels)
    needs = {label["qid"]: bound.gold(label).needs for label in labels}
    if not any(map(any, needs.values())):
        qid, (why, *_) = next(iter(bound.lost.items()))
        raise InputError(
            f"none of the quotes is in these documents ({qid}: {why}); give the documents that the labels "
            "were written on, or see labels.py locate"
        )
    short = [qid for qid, found in needs.items() if not all(found)]
    lines = []
    if bare:
        lines.append(f"warning: {cli.plural(len(bare), 'label')} without a quote not scored: {listed(bare)}")
    if short:
        lines.append(
            f"warning: {cli.plural(len(short), 'question')} with a quote that is in no document, lost in "
            f"every row: {listed(short)}; see labels.py locate"
        )
    return lines
