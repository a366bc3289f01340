"""Canaries: judgements whose verdict is known by construction, to measure the judge without a human.

False ones change a sentence of a source so that it no longer says what the source says (a number, a
negation, a name) or set it before a source that says something else; true ones are sentences of a source,
as they stand. They gate the judge and never correct a rate: real claims are harder than these.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence

from ragkit.answering import identifiers, sentences
from ragkit.answering.alignment import stems
from ragkit.records import Record
from ragkit.worksheets import grades

NUMBER = re.compile(r"(?<![\w.,/#-])\d{1,5}(?![\w.,/:-]*\d)(?![\w-])")
VERB = re.compile(r"\b(is|are|was|were|can|must|may|will|should|has to|have to)\b(?!\s+not\b)(?!n't)")
NOT = re.compile(r"\b(is|are|was|were|can|must|may|will|should|do|does|did) ?not\b")
NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{3,}(?![\w-])")


def make(contexts: Mapping[str, Record], per_class: int, seed: int) -> list[tuple[Record, Record]]:
    """Return (inputs, key) for up to per_class true and per_class false canaries, drawn from the contexts.

    The key holds "canary" (how it was made) and "gold": full, or not-full. Fewer come back when the sources
    have fewer sentences fit for it.
    """
    rng = random.Random(seed)  # noqa: S311  a draw, not a secret
    pool = list(_sentences(contexts))
    rng.shuffle(pool)
    others = sorted({word for _, sentence, _ in pool for word in NAME.findall(sentence)})
    true: list[tuple[Record, Record]] = []
    false: list[tuple[Record, Record]] = []
    turns = ("number", "negation", "entity", "citation")
    for index, (source, sentence, strangers) in enumerate(pool):
        if index % 2 == 0 and len(true) < per_class:
            true.append(_canary("verbatim", "full", sentence, source))
            continue
        if len(false) >= per_class:
            continue
        for kind in sorted(turns, key=lambda name: sum(key["canary"] == name for _, key in false)):
            made = _false(kind, sentence, source, strangers, others, rng)
            if made:
                false.append(made)
                break
    return true + false


def _canary(kind: str, gold: str, claim: str, source: Record) -> tuple[Record, Record]:
    return grades.support(claim, [source]), {
        "kind": "support",
        "role": "canary",
        "canary": kind,
        "gold": gold,
    }


def _false(
    kind: str,
    sentence: str,
    source: Record,
    strangers: Sequence[Record],
    others: Sequence[str],
    rng: random.Random,
) -> tuple[Record, Record] | None:
    """Return a false canary of one kind, or None when the sentence is not fit for it."""
    if kind == "citation":
        words = set(stems(sentence))
        far = [other for other in strangers if len(words & set(stems(other["text"]))) <= len(words) / 3]
        return _canary(kind, "not-full", sentence, rng.choice(far)) if far else None
    changed = {"number": _number, "negation": _negation, "entity": _entity}[kind](
        sentence, source, others, rng
    )
    return _canary(kind, "not-full", changed, source) if changed and changed != sentence else None


def _number(sentence: str, source: Record, others: Sequence[str], rng: random.Random) -> str:
    found = list(NUMBER.finditer(sentence))
    if not found:
        return ""
    match = rng.choice(found)
    value = int(match.group())
    wrong = [
        value + step
        for step in (1, 2, 3, 5, 7, 10, 20)
        if not re.search(rf"(?<!\d){value + step}(?!\d)", source["text"])
    ]
    return sentence[: match.start()] + str(rng.choice(wrong)) + sentence[match.end() :] if wrong else ""


def _negation(sentence: str, source: Record, others: Sequence[str], rng: random.Random) -> str:
    if match := NOT.search(sentence):
        return sentence[: match.start()] + match.group(1) + sentence[match.end() :]
    match = VERB.search(sentence)
    return sentence[: match.end()] + " not" + sentence[match.end() :] if match else ""


def _entity(sentence: str, source: Record, others: Sequence[str], rng: random.Random) -> str:
    match = NAME.search(sentence)
    fresh = [name for name in others if name not in source["text"] and match and name != match.group()]
    if not match or not fresh:
        return ""
    return sentence[: match.start()] + rng.choice(fresh) + sentence[match.end() :]


def _sentences(contexts: Mapping[str, Record]) -> Iterator[tuple[Record, str, list[Record]]]:
    """Yield (source, sentence, the other sources) for sentences of 6 to 40 words, each source once."""
    seen: set[str] = set()
    docs = [source for _, context in sorted(contexts.items()) for source in context["docs"]]
    by_id = {source["chunk_id"]: source for source in docs}
    strangers = list(by_id.values())[:200]
    for source in docs:
        if source["chunk_id"] in seen:
            continue
        seen.add(source["chunk_id"])
        for start, end, kind in sentences.split(source["text"]):
            words = " ".join(source["text"][start:end].split())
            if (
                kind == "claim"
                and 6 <= len(words.split()) <= 40
                and not identifiers.IDENTIFIER.fullmatch(words)
            ):
                yield source, words, [other for other in strangers if other["chunk_id"] != source["chunk_id"]]
