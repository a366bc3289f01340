"""The questions' vectors in an index's space: many in one request, and none paid for twice in a process."""

import os
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from ragkit import cli, records, tokens
from ragkit.checks import turns
from ragkit.cli import InputError
from ragkit.indexing import embedders
from ragkit.indexing.cache import Cache, beside
from ragkit.indexing.store import Index
from ragkit.records import Record
from ragkit.retrieval import legs
from ragkit.retrieval.options import Wordings

if TYPE_CHECKING:
    import numpy as np


def prepare(index: Index, texts: Iterable[str], folder: str | None = None) -> int:
    """Embed questions before they are searched, many in one request; return the tokens paid for.

    folder  keeps the vectors for later calls; None keeps them in memory only. The index is never written to
    LSA needs no request: nothing is done then. What is to be sent is said before, for more than one text.
    """
    if not needed(index):
        return 0
    made = index.manifest["dense"]
    wanted = [text for text in dict.fromkeys(texts) if text not in index.asked]
    if not wanted:
        return 0
    embedder = embedders.open_embedder(made["spec"], made["cut"])
    findings = embedders.mismatch(made, embedder.fingerprint, len(index))
    if findings:
        raise InputError(f"{index.folder}: {'; '.join(findings)}")
    cache = Cache(folder, embedder.fingerprint, "query") if folder else None
    known = cache.get([embedder.prefix["query"] + text for text in wanted]) if cache else {}
    new = [text for text in wanted if embedder.prefix["query"] + text not in known]
    if len(new) > 1:
        size = sum(map(tokens.count, new))
        cli.say(f"embedding {len(new):,} questions with {made['spec']}, about {size:,} tokens (estimate)")
    vectors, paid = embedders.embed(embedder, wanted, "query", cache)
    if vectors.shape[1] != made["dimension"]:
        raise InputError(
            f"{index.folder}: {made['spec']} answered vectors of {vectors.shape[1]:,} numbers, and the index "
            f"has {made['dimension']:,}: another model stands behind that name. Remedy: embed all "
            f"{len(index):,} chunks again in a new folder (index.py --dense ...), or set the old model back"
        )
    index.asked.update(zip(wanted, vectors, strict=True))
    return paid


def kept(folder: str | None, output: str | None) -> str | None:
    """Return where questions' vectors are kept: the folder, or beside the output until that is written."""
    return folder or beside(output, ".vectors")


def written(where: str | None, folder: str | None) -> None:
    """Remove what was kept beside an output that is written now; what is in the folder named stays."""
    if where and not folder and os.path.isdir(where):
        records.remove(where)


def prepare_all(
    index: Index,
    questions: Iterable[Record],
    wordings: Mapping[str, Wordings],
    mode: str,
    folder: str | None = None,
) -> None:
    """Embed all questions, their variants and parts, as prepare() does; nothing is sent for mode bm25."""
    if mode != "bm25":
        asked = [(q, wordings.get(q["qid"], Wordings())) for q in questions]
        prepare(index, chain.from_iterable([text_of(q, w), *w.variants, *w.parts] for q, w in asked), folder)


def text_of(question: Record, beside: Wordings) -> str:
    """Return what is searched for a question: its text; of a follow-up without other wordings, the last turn
    of its user before it as well, since "and the other one?" finds nothing alone.

    errors  InputError for a history of another shape than checks.turns reads

    >>> text_of({"question": "And red?", "history": [{"content": "Is blue sold?"}]}, Wordings())
    'Is blue sold? And red?'
    """
    text: str = question["question"]
    said = turns(question.get("history") or [], f'question {question.get("qid")}: "history"')
    last = next((t["content"] for t in reversed(said) if t["role"] == "user" and t["content"].strip()), None)
    return f"{last} {text}" if last and not any(beside) else text


def needed(index: Index) -> bool:
    """Return whether the index's questions are embedded by somebody else than LSA."""
    made = index.manifest["dense"]
    return made is not None and made["provider"] != "lsa"


def vector(index: Index, text: str, ids: Sequence[int]) -> "np.ndarray[Any, Any]":
    """Return the vector float32[d] of a question, ids the numbers of its terms.

    errors  InputError when the embedder is not the index's own
    """
    if not needed(index):
        return legs.lsa_query(index, ids)
    prepare(index, [text])
    return index.asked[text]
