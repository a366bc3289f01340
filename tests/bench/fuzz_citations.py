"""Hostile answers and sources through the citation check: no crash, ranges that fit, time that stays linear.

usage: .venv/bin/python tests/bench/fuzz_citations.py [20000]

Each case is an answer and up to five sources made of brackets, digits, quotation marks, tables, fences, half
entities and scripts of every kind. Then single pieces are repeated 5,000 times, each within 10 CPU seconds.
"""

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from ragkit.answering import citations, sentences
from ragkit.answering.marks import parse

PIECES = [
    "[", "]", "[[", "]]", "[1]", "[1, 2]", "[1-3]", "[3-1]", "[0]", "[-1]", "[99]", "[1", "1]", "\u3010",
    "\u3011", "[^1]", "[1](", "(", ")", "http://x.y/", "`", "```\n", "~~~", "$", "$$", "|", "|-|-|\n",
    "\n", "\n\n", " ", "\t", "- ", "1. ", "# ", "> ", '"', "\u201c", "\u201d", "\xab", "\xbb", "&lt;",
    "&#", "&amp", "\u200b", "\xad", "\x00", "\ufeff", "\u0301", "\U0001f600",
    "9999999999999999999999999999999999999999", "1,000", "3.5 %", "half past ", "twenty-",
    "one and a half ", "zweihundert", "million ", "19:30", "2024-02-30", "v1.2.3", "not ", "no ",
    "The sources do not say ", "pump ", "Valve ", "\u6a4b\u306f", "\u0645\u0633", "\ub2e4\ub9ac",
    "a.md#0a1b", "[a.md#0a1b]", ". ", "? ", ": ",
]  # fmt: skip


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    rng = random.Random(3)
    started = time.process_time()
    wrong = 0
    for _ in range(count):
        docs = [
            {"n": n, "chunk_id": f"a.md#{n}", "doc_id": "a.md", "title": "", "source": "",
             "text": "".join(rng.choices(PIECES, k=rng.randint(1, 30)))}
            for n in range(1, rng.randint(1, 5) + 1)
        ]  # fmt: skip
        answer = "".join(rng.choices(PIECES, k=rng.randint(1, 40)))
        context = {"qid": "q", "question": "?", "docs": docs, "context_sha": None}
        citations.examine(context, {"qid": "q", "answer": answer, "content": None, "stop_reason": None})
        spans = [(start, end) for start, end, _ in sentences.split(answer)]
        marks = [(mark.start, mark.end) for mark in parse(answer, docs).citations]
        for found in (spans, marks):
            ends = [0, *(end for _, end in found)]
            fits = all(
                end <= start < stop <= len(answer) for end, (start, stop) in zip(ends, found, strict=False)
            )
            wrong += not fits
    spent = time.process_time() - started
    print(f"{count} cases, no crash, {wrong} with ranges that do not fit, {spent:.0f} s of CPU", flush=True)
    slow = []
    for piece in PIECES:
        answer = piece * 5_000
        began = time.process_time()
        sentences.split(answer)
        parse(answer, [{"n": 1, "chunk_id": "a", "text": "x"}])
        spent = time.process_time() - began
        if spent > 10:
            slow.append((piece, round(spent, 1)))
    print(f"{len(PIECES)} pieces repeated 5,000 times, {len(slow)} slow: {slow}")
    return 1 if wrong or slow else 0


if __name__ == "__main__":
    sys.exit(main())
