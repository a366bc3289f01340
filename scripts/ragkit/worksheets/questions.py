"""Task "questions": labels written from passages, in users' words, with quotes that are checked."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ragkit.cli import InputError, plural
from ragkit.labels import similar
from ragkit.labels.locate import Lost, Page
from ragkit.records import Record
from ragkit.worksheets import answered, pairs
from ragkit.worksheets.sheet import Task, schema, wants
from ragkit.worksheets.spread import Passage

PASSAGES = 40  # with two questions each, a first label file of about eighty
COUNT = {"direct": 2, "pair": 1, "follow_up": 1, "unanswerable": 1}
# Of every sixteen passages at most two are asked over together with another, two by a follow-up, and three
# by what nothing answers: 12% of 25 labels, 14% where every third direct passage bears one question only;
# without pairs two more are direct, 11% of 27 and 13%.
TURNS = (
    "direct", "direct", "pair", "direct", "follow_up", "direct", "direct", "unanswerable",
    "direct", "unanswerable", "pair", "direct", "follow_up", "direct", "direct", "unanswerable",
)  # fmt: skip
SWEEP = 200  # answerable labels: 100 to choose by and 100 to test on (references/evaluation.md)
LEAST = 3  # words of a quote that carry a topic; two in a whole sentence or with a number; taste
_LEADING = frozenset(["a", "an", "the", "of", "to", "for", "with", "from", "by", "and", "or", "if", "than"])
REVIEWED = 20  # labels that a person keeps or drops
ANSWERED = "perhaps answered by"  # before the place, in "review"
SHOWN = 120  # characters of that place; taste


def make(chosen: Sequence[Passage]) -> Iterator[Record]:
    """Yield the inputs of the passages chosen (spread.py): pairs where two belong together (pairs.py), the
    other kinds in turn, direct in place of a pair that is not to be had."""
    kinds = [TURNS[number % len(TURNS)] for number in range(len(chosen))]
    partner = dict(pairs.best(chosen, kinds.count("pair")))
    missing = kinds.count("pair") - len(partner)
    turns = iter([kind for kind in kinds if kind != "pair"] + ["direct"] * missing)
    for number, one in enumerate(chosen):
        kind = "pair" if number in partner else next(turns)
        row = {"kind": kind, "doc_id": one.doc_id, "passage": one.text, "count": COUNT[kind]}
        other = chosen[partner[number]] if number in partner else None
        yield {**row, "other_doc_id": other.doc_id, "other": other.text} if other else row


def left_out(output: Any) -> bool:
    """Return whether whoever filled the item found that no user would ask about it."""
    return bool(output == {"questions": []})


def check(item: Record, output: Any) -> str:
    """Return what is wrong: too many questions, a quote that is not there, or a question that parrots it.

    None at all is not wrong: no user would ask about the passage.
    """
    if wrong := wants(output, {"questions": list}):
        return wrong
    inputs = item["inputs"]
    most = inputs["count"]
    if len(output["questions"]) > most:
        return f"need {plural(most, 'question')} at most, or [] if no user would ask about it"
    for one in output["questions"]:
        if wrong := wants(one, {"question": str, "quotes": list, "history": list}):
            return wrong
        if wrong := _fault(inputs, one):
            return f"{one['question'][:60]!r}: {wrong}"
    asked = {str(number): one["question"] for number, one in enumerate(output["questions"])}
    return "two of the questions are nearly the same" if similar.duplicates(asked) else ""


def _fault(inputs: Record, one: Record) -> str:
    quotes, kind = one["quotes"], inputs["kind"]
    if not one["question"].strip() or not all(isinstance(text, str) for text in [*quotes, *one["history"]]):
        return "a question is empty, or a quote or turn is no text"
    if (kind == "follow_up") is not bool(one["history"]):
        return "a follow-up needs what was said before, the others must have none"
    if len(quotes) != {"unanswerable": 0, "pair": 2}.get(kind, 1):
        return f"{len(quotes)} quotes; need none for unanswerable, two for pair, else one"
    for text, quote in zip((inputs["passage"], inputs.get("other", "")), quotes, strict=False):
        if isinstance(Page(text).locate(quote), Lost) or len(similar.words(quote)) < 2:
            return f"the passage does not say {quote[:60]!r}"
        if _says_little(quote):
            return f"{quote[:60]!r} is too little to answer anything; quote the whole sentence or row"
    if similar.parrots(one["question"], quotes):
        return "it uses its evidence's own words; ask as a user who has not read it"
    return ""


def _says_little(quote: str) -> bool:
    """Return whether a quote is a fragment: few words with a topic, or cut off before what it leads to."""
    terms = similar.words(quote)
    topic = similar.word_count(quote) - sum(word in similar.FUNCTION_WORDS for word in terms)
    whole = quote.rstrip().endswith((".", "!", "?", "|")) or any(char.isdigit() for char in quote)
    return topic < (LEAST - 1 if whole else LEAST) or (not whole and terms[-1] in _LEADING)


def expected(made: Sequence[Record]) -> str:
    """Return a line: how many labels the passages give, and how many passages a sweep wants."""
    none = sum(row["count"] for row in made if row["kind"] == "unanswerable")
    most = sum(row["count"] for row in made) - none
    least = sum(row["kind"] != "unanswerable" for row in made)
    line = f"they give {least} to {most} labels with an answer and {none} without"
    if not made or least >= SWEEP:
        return line
    wanted = -(-SWEEP * 4 * len(made) // (least + 3 * most))  # most passages bear two
    return f"{line}; a sweep wants {SWEEP} with one: about --passages {wanted}"


def apply(
    items: Sequence[Record], outputs: Mapping[str, Any], documents: Iterable[Record]
) -> Iterator[Record]:
    """Yield labels, whose ids hint at nothing; REVIEWED of them have "review": a person keeps or drops those.

    Near-duplicates and questions that may have an answer after all (answered.py) are reviewed first, and all.
    """
    known = list(documents)
    pages = {document["doc_id"]: Page(document["text"], document["pages"]) for document in known}
    made = [
        (_label(item["inputs"], one, pages), item["inputs"])
        for item in items
        for one in outputs[item["item_id"]]["questions"]
    ]
    if not made:
        raise InputError(
            "every item was left out, so there is no label; make others: --seed 1, or --under FOLDER"
        )
    asked = {row["qid"]: row["question"] for row, _ in made}
    why = {two: f"; nearly the same as {one}" for one, two, _ in similar.duplicates(asked)}
    without = {
        row["qid"]: (row["question"], inputs["passage"]) for row, inputs in made if "evidence" not in row
    }
    for qid, place in answered.elsewhere(without, known).items():
        start = " ".join(place.text.split())[:SHOWN]
        why[qid] = f"{why.get(qid, '')}; {ANSWERED} {place.doc_id}: {start}"
    others = sorted((qid for qid in asked if qid not in why), key=_digest)
    reviewed = {*why, *others[: max(0, REVIEWED - len(why))]}
    for row, _ in made:
        if row["qid"] in reviewed:
            row["review"] = f"keep or drop?{why.get(row['qid'], '')}"
        yield row


def report(labels: Sequence[Record], path: str, documents: str) -> Iterator[str]:
    """Yield lines for a person: how many labels came, which to keep or drop, and what is next."""
    none = sum("evidence" not in row for row in labels)
    reviewed = [row for row in labels if "review" in row]
    yield f"{plural(len(labels), 'label')}: {len(labels) - none} with an answer, {none} without"
    doubtful = [row for row in reviewed if ANSWERED in row["review"]]
    if doubtful:
        yield f"{plural(len(doubtful), 'question')} without an answer may have one; look:"
    for row in doubtful:
        yield f"  {row['qid']} {row['question']}: {row['review'].partition(ANSWERED)[2].strip()}"
    yield (
        f'{len(reviewed)} have "review": a person keeps or drops those: templates/review/review.py sheet '
        f"{path} {documents} -o review.csv --number {len(reviewed)}, then its apply"
    )
    yield f"then labels.py lint {path} --documents {documents}"


def _label(inputs: Record, one: Record, pages: Mapping[str, Page]) -> Record:
    names = [inputs["doc_id"], inputs.get("other_doc_id", "")]
    evidence = [
        {"doc_id": name, "quote": quote, **_occurrence(pages.get(name), quote)}
        for name, quote in zip(names, one["quotes"], strict=False)
    ]
    row: Record = {
        "qid": f"q{_digest(' '.join([one['question'], *one['quotes']]))[:8]}",
        "question": one["question"].strip(),
        "tags": ["two_hop" if inputs["kind"] == "pair" else inputs["kind"]],
    }
    if one["history"]:
        row["history"] = [{"role": "user", "content": text} for text in one["history"]]
    return {**row, "evidence": evidence} if evidence else {**row, "answerable": False}


def _occurrence(page: Page | None, quote: str) -> Record:
    """A quote that stands in several places of its document means the first: any of them answers."""
    found = page.locate(quote) if page else []
    return {"occurrence": 1} if isinstance(found, Lost) and found.code == "ambiguous" else {}


def _digest(text: str) -> str:
    return hashlib.sha256(re.sub(r"\s+", " ", text).encode()).hexdigest()


def template(item: Record) -> str:
    kind = item["inputs"]["kind"]
    return "questions.en" if kind == "direct" else f"questions_{kind}.en"


_TEXTS = {"type": "array", "items": {"type": "string"}}
_QUESTION = schema({"question": {"type": "string"}, "quotes": _TEXTS, "history": _TEXTS})
TASK = Task(
    "questions", template, schema({"questions": {"type": "array", "items": _QUESTION}}), check, left_out
)
