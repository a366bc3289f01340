"""Real questions out of search and chat logs: deduplicated, personal details masked, sampled by frequency."""

import itertools
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ragkit import fingerprint, records
from ragkit.checks import turns
from ragkit.cli import InputError
from ragkit.labels import similar
from ragkit.records import Record, check

COLUMNS = ("question", "query", "search", "prompt", "q", "text", "message", "content")
FEWEST, MOST = 2, 60  # words of a question; shorter is a keyword, longer a document

# What points at a person, and what stands in its place; order matters, the longer patterns come first.
PERSONAL = [
    (re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"), "<email>"),
    (re.compile(r"https?://\S+|www\.\S+"), "<url>"),
    (re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b"), "<iban>"),
    (re.compile(r"\b\d(?:[ -]?\d){12,18}\b"), "<card>"),
    (re.compile(r"\b(?:\d{1,3}\.){3}\d{1,3}\b"), "<ip>"),
    (re.compile(r"(?<![\w-])(?:\+|00)\d[\d ()/-]{7,}\d"), "<phone>"),
    (re.compile(r"(?<![\w-])\(?0\d{1,4}\)?[ /-]\d[\d -]{4,}\d"), "<phone>"),
    (re.compile(r"(?<![\w-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}\b"), "<phone>"),
    (re.compile(r"\b\d{3}-\d{2}-\d{4}\b"), "<ssn>"),
    (
        re.compile(
            r"\b((?i:(?:my|his|her) name is|i am called|mr\.?|mrs\.?|ms\.?|dr\.?)) [A-Z]\w+(?: [A-Z]\w+)?\b"
        ),
        r"\1 <name>",
    ),
]  # fmt: skip


def mask(text: str) -> str:
    """Return the text with e-mail, web and IP addresses, phone, card and account numbers, introduced names
    masked; other names cannot be told from words, so a person reads the result."""
    for pattern, word in PERSONAL:
        text = pattern.sub(word, text)
    return text


def from_csv(lines: Iterable[tuple[str, str]], column: str | None) -> Iterator[str]:
    """Yield the texts of a CSV column; without one, of the first column that is named like a question."""
    placed = iter(lines)
    first = next(placed, (":", ""))
    path = first[0].rpartition(":")[0]
    rows = records.cells((text + "\n" for _, text in itertools.chain([first], placed)), path)
    header = next(rows, [])
    names = [name.strip().casefold() for name in header]
    wanted = [column.casefold()] if column else [name for name in COLUMNS if name in names]
    if not wanted or wanted[0] not in names:
        raise InputError(
            f"{path}: no column {column or 'that holds questions'} among {', '.join(header)}; use --column"
        )
    at = names.index(wanted[0])
    for row in rows:
        yield row[at] if len(row) > at else ""  # counted as too short


def from_jsonl(rows: Iterable[tuple[str, Record]], column: str | None) -> Iterator[str]:
    """Yield the texts of JSONL rows: a field, or what the user said in "messages" or "history", in any shape
    that checks.turns reads."""
    for where, row in rows:
        chat = next((name for name in ("messages", "history") if isinstance(row.get(name), list)), None)
        if column is None and chat:
            said = turns(row[chat], f'{where}: "{chat}"')
            yield from (turn["content"] for turn in said if turn["role"] == "user" and turn["content"])
            continue
        if "role" in row and row["role"] not in ("user", "human"):
            continue
        fields = [column] if column else [name for name in COLUMNS if isinstance(row.get(name), str)]
        if not fields or not isinstance(row.get(fields[0]), str):
            raise InputError(f"{where}: no text in {column or ', '.join(COLUMNS)}; use --column")
        yield row[fields[0]]


class Sample(NamedTuple):
    """Questions drawn from logs, and what was left out."""

    questions: list[Record]
    said: str


def sample(texts: Iterable[str], n: int, seed: int) -> Sample:
    """Return n questions, most frequent first for half of them, the rest drawn from all others by a hash.

    The same question in other case, punctuation or nearly the same words counts as one, in its first wording.
    """
    counts: dict[str, int] = {}
    wording: dict[str, str] = {}
    total = short = masked = 0
    for text in texts:
        total += 1
        line = " ".join(text.split())
        clean = mask(line)
        masked += clean != line
        key = " ".join(similar.words(clean))
        if not FEWEST <= similar.word_count(clean) <= MOST:
            short += 1
            continue
        counts[key] = counts.get(key, 0) + 1
        wording.setdefault(key, clean)
    merged = _merged(counts, wording)
    ranked = sorted(merged, key=lambda key: (-merged[key], key))
    head, tail = ranked[: (n + 1) // 2], ranked[(n + 1) // 2 :]
    drawn = sorted(tail, key=lambda key: fingerprint.drawn(key, seed))[: n - len(head)]
    questions = [
        check("question", {"qid": f"log{i}", "question": wording[key], "frequency": merged[key]}, "log")
        for i, key in enumerate([*head, *drawn], start=1)
    ]
    left = f"{total} log lines, {short} too short or long, {masked} masked, {len(merged)} different questions"
    return Sample(questions, f"{left}; {len(questions)} taken")


def _merged(counts: dict[str, int], wording: dict[str, str]) -> dict[str, int]:
    """Add the counts of near-duplicates to the more frequent wording."""
    into: dict[str, str] = {}
    order = {key: wording[key] for key in sorted(counts, key=lambda key: (-counts[key], key))}
    for kept, other, _ in similar.duplicates(order):
        into.setdefault(other, into.get(kept, kept))
    merged: dict[str, int] = {}
    for key in order:
        target = into.get(key, key)
        merged[target] = merged.get(target, 0) + counts[key]
    return merged
