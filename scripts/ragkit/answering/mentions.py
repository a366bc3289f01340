"""Names in a question that no source shown with it mentions: a product code, a person, a place."""

import re
from collections.abc import Iterable, Mapping

from ragkit.answering.names import german, is_name
from ragkit.indexing import languages
from ragkit.records import Record

# P-999, FJ400, 70-0415; no number with its unit and no date
_CODE = re.compile(
    r"(?<![A-Za-z0-9.-])(?=[\w./-]*\d)(?=[\w./-]*[A-Za-z-])[A-Za-z0-9]+(?:[-./_][A-Za-z0-9]+)*"
)
_MEASURE = re.compile(
    r"\d+(?:[.,]\d+)?[A-Za-z]{0,4}|\d+(?:st|nd|rd|th)|\d{4}-\d\d(?:-\d\d)?|\d{1,3}-(?:\d{1,3}|[a-z]+)"
)
_WORD = re.compile(r"(?!I['\u2019])[^\W\d_][\w'\u2019-]*")
_STARTS = re.compile(r"(?:\A|[.!?:]\s+|[\"\u201c(])\W*\Z")  # before a word that has a capital from its place


def unmentioned(question: str, docs: Iterable[Mapping[str, object]]) -> list[str]:
    """Return the codes and names of the question that none of its sources has, in the order of the question.

    A name is a word with a capital inside a sentence; German, where every noun has one, is looked at for
    codes alone. Marks between letters and digits do not count: FJ400 is FJ-400.
    """
    said = " ".join(
        str(value) for doc in docs for value in (doc["text"], doc["title"], doc["doc_id"], doc["path"])
    )
    bare, plain = _bare(said), said.casefold()
    codes = [one for one in _CODE.findall(question) if not _MEASURE.fullmatch(one)]
    missing = [one for one in codes if _bare(one) not in bare]
    for hit in () if _german(question) else _WORD.finditer(question):
        word = re.sub(r"['\u2019]s?\Z", "", hit[0])
        inside = not _STARTS.search(question[: hit.start()]) and not any(word in code for code in codes)
        if inside and is_name(word) and word.casefold().removesuffix("s") not in plain:
            missing.append(word)
    return sorted(dict.fromkeys(missing), key=question.index)


def _german(question: str) -> bool:
    words = [word.casefold() for word in _WORD.findall(question)]
    return german(question) or languages.detect(words, 2) == "de"


def notes(contexts: Iterable[Record]) -> dict[str, str]:
    """Return qid -> a line for each question with a name that no source shown with it mentions."""
    found = {one["qid"]: unmentioned(one["question"], one["docs"]) for one in contexts if one["docs"]}
    return {qid: f"no source shown mentions {', '.join(names)}" for qid, names in found.items() if names}


def line(found: Mapping[str, str], shown: int = 12) -> str:
    """Return the notes as one line for the operator."""
    some = [f"{qid} ({said.removeprefix('no source shown mentions ')})" for qid, said in found.items()]
    more = f" and {len(some) - shown} more" if len(some) > shown else ""
    return f"names no source shown mentions: {', '.join(some[:shown])}{more}"


def _bare(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())
